//! Bytes cut into parts that are derived together: characters, shifts, and faults with all their
//! bytes.
//!
//! A fault and the tails of its promised bytes are one derivation, and so are two surrogates in
//! UTF-8 that would be a pair. Invariant: the bytes of the derivations, in order, are the given
//! bytes.

use super::{
    Derivation, DerivationDirection, DerivationStep, DerivationSubject, refusal, steps_to_value,
    surrogates,
};
use crate::explain::sheet::CellRole;
use crate::explain::{fault, shift};
use crate::language::Language;
use crate::texts::derivation::story as texts;
use hexloupe_text::codec::{self, Anchor, BitLayout, CodecState, Encoding, Walk};
use hexloupe_text::window::Peek as _;

use super::rows::{self, prose};

/// The derivations of some bytes, in order, starting in the encoding's state before them.
pub(super) fn stories(
    encoding: &'static Encoding,
    state: CodecState,
    bytes: &[u8],
    language: Language,
) -> Vec<Derivation> {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let walk = Walk::new(encoding, 0, &window).at(Anchor { offset: 0, state });
    let steps: Vec<codec::Step> = walk.collect();
    let mut out = Vec::new();
    let mut rest = steps.as_slice();
    while let Some(step) = rest.first() {
        let count = match step.meaning.fault() {
            Some(_) => group(encoding, &contexts, rest, bytes),
            None => 1,
        };
        let (group, after) = rest.split_at(count);
        out.push(match step.meaning.fault() {
            Some(_) => ill_formed(encoding, &contexts, group, bytes, language),
            None => well_formed(encoding, &contexts, step, language),
        });
        rest = after;
    }
    out
}

/// The number of steps that belong to the fault of the first.
fn group(
    encoding: &'static Encoding,
    contexts: &Walk<'_>,
    steps: &[codec::Step],
    bytes: &[u8],
) -> usize {
    let one = one_story(contexts, steps);
    let range = steps[0].offset as usize..steps[one - 1].end() as usize;
    // Two surrogates of three bytes each are derived together if they would be a pair.
    if let BitLayout::Utf8(_) = encoding.layout
        && bytes
            .get(range.start..range.start + 6)
            .is_some_and(surrogates::is_pair)
        && range.len() == 3
    {
        return one + one_story(contexts, &steps[one..]);
    }
    one
}

/// The number of steps that begin in the promised bytes of the first.
fn one_story(contexts: &Walk<'_>, steps: &[codec::Step]) -> usize {
    let Some(found) = steps
        .first()
        .and_then(|step| contexts.context(step).diagnose())
    else {
        return 0;
    };
    let tails = steps[1..].iter().take_while(|step| {
        let own = contexts.context(step).diagnose();
        own.is_some_and(|own| {
            own.is_tail() && own.promised_bytes.start == found.promised_bytes.start
        })
    });
    1 + tails.count()
}

fn well_formed(
    encoding: &'static Encoding,
    contexts: &Walk<'_>,
    step: &codec::Step,
    language: Language,
) -> Derivation {
    let context = contexts.context(step);
    let values: Vec<u32> = step.meaning.values().collect();
    let subject = DerivationSubject {
        encoding,
        language,
        context: &context,
        bytes: context.sequence(),
        values: values.clone(),
    };
    let steps = if values.is_empty() {
        shifted(&subject)
    } else {
        steps_to_value(&subject)
    };
    Derivation {
        encoding,
        direction: DerivationDirection::Decode,
        code_points: values,
        bytes: Some(subject.bytes.to_vec()),
        faults: Vec::new(),
        steps,
        reason: None,
    }
}

/// Bytes that make no character.
fn shifted(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let language = subject.language;
    let told = shift::shift(subject.encoding, subject.context, language);
    let mut all = rows::bytes(subject.own(), rows::BlankRows::Bits, language);
    all.extend(rows::answers(prose(
        texts::RESULT.get(language),
        &told.title,
        CellRole::Structure,
    )));
    let step = DerivationStep::new(
        texts::SHIFT.get(language),
        told.why,
        texts::RULES_ENCODING.get(language),
        all,
    );
    vec![step.asking_what(
        texts::WHAT_THEY_DO.get(language),
        texts::SHIFTED_WHETHER_BYTES_CHARACTER.get(language),
    )]
}

fn ill_formed(
    encoding: &'static Encoding,
    contexts: &Walk<'_>,
    group: &[codec::Step],
    bytes: &[u8],
    language: Language,
) -> Derivation {
    let range = group[0].offset as usize..group[group.len() - 1].end() as usize;
    let bytes = bytes.get(range).unwrap_or_default();
    let mut values: Vec<u32> = Vec::new();
    let mut faults = Vec::new();
    for step in group {
        faults.extend(step.meaning.fault());
        let decoded = contexts.context(step).diagnose();
        values.extend(decoded.and_then(|found| found.decoded));
    }
    let context = contexts.context(&group[0]);
    let all: Vec<_> = { group.iter() }
        .flat_map(|step| contexts.context(step).masks())
        .collect();
    let case = refusal::RefusedBytes {
        encoding,
        language,
        context: &context,
        bytes,
        masks: &all,
        values: &values,
        fault: faults[0],
    };
    Derivation {
        encoding,
        direction: DerivationDirection::Decode,
        steps: refusal::steps(&case),
        reason: fault::message(encoding, &context, language),
        code_points: values,
        bytes: Some(bytes.to_vec()),
        faults,
    }
}
