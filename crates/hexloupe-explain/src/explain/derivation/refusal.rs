//! The steps of ill-formed bytes: as far as they go, then the reason of their refusal, and the harm
//! they could do without it.
//!
//! Invariant: the steps before the last are those of well-formed bytes of the same layout.

use super::rows::{self, BlankRows, prose};
use super::{DerivationStep, harm, surrogates, utf8, utf16, utf32};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::value as told;
use crate::language::Language;
use crate::texts::derivation::refusal as texts;
use hexloupe_text::codec::{
    BitLayout, Encoding, Fault, Masks, SequenceContext, Utf8Form, promised,
};

/// Ill-formed bytes.
pub(super) struct RefusedBytes<'a> {
    pub(super) encoding: &'static Encoding,
    pub(super) language: Language,
    /// The surroundings of the first step.
    pub(super) context: &'a SequenceContext<'a>,
    /// All bytes that are explained together.
    pub(super) bytes: &'a [u8],
    /// Their masks.
    pub(super) masks: &'a [Masks],
    /// The values that the bits would have meant.
    pub(super) values: &'a [u32],
    pub(super) fault: Fault,
}

/// The steps of ill-formed bytes.
pub(super) fn steps(case: &RefusedBytes<'_>) -> Vec<DerivationStep> {
    let name = case.encoding.name;
    let mut steps = match case.encoding.layout {
        BitLayout::Utf8(form) => from_utf8(case, form),
        // Misread text is saved in UTF-8.
        BitLayout::Misread(_) => from_utf8(case, Utf8Form::STANDARD),
        BitLayout::Utf16(order) => utf16::read(name, case.bytes, order, case.language),
        BitLayout::Utf32(order) => utf32::read(name, case.bytes, order, case.language),
        _ => vec![masked_bytes(case)],
    };
    steps.push(why(case));
    steps
}

/// The bytes with their bits, with wrong bits separate.
fn masked_bytes(case: &RefusedBytes<'_>) -> DerivationStep {
    let language = case.language;
    let mut all = rows::bytes(case.bytes, BlankRows::Bits, language);
    if case.masks.iter().any(|masks| masks.wrong != 0) {
        all.extend(rows::answers(rows::masked(
            case.bytes,
            case.masks,
            &[],
            language,
        )));
    }
    DerivationStep::new(
        rows::BYTES.get(language),
        rows::FOUR_BITS_EACH.get(language),
        harm::source(case.encoding, case.fault),
        all,
    )
}

/// Bytes, prefixes, value, and the row of the table that disagrees with it.
fn from_utf8(case: &RefusedBytes<'_>, form: Utf8Form) -> Vec<DerivationStep> {
    let (bytes, language) = (case.bytes, case.language);
    let mut steps = vec![utf8::read(bytes, language), prefixes(case)];
    if surrogates::is_pair(bytes) {
        steps.extend(surrogates::to_value(bytes, language));
        return steps;
    }
    if let [value] = *case.values {
        steps.extend(utf8::join(bytes, language));
        let row_count = utf8::row_count(form);
        let checked = match case.fault {
            Fault::Cesu8FourByte | Fault::Mutf8FourByte => None,
            _ => Some(utf8::check(value, bytes.len(), row_count, true, language)),
        };
        steps.extend(checked);
    }
    steps
}

/// The prefixes, and a place for each missing byte.
fn prefixes(case: &RefusedBytes<'_>) -> DerivationStep {
    let language = case.language;
    let mut words = utf8::roles(case.bytes, language);
    let lead = case.bytes.first().copied().unwrap_or_default();
    let missing = promised(lead).saturating_sub(case.bytes.len());
    for _ in 0..missing {
        let missing = texts::MISSING.get(language);
        words.push((missing.to_owned(), CellRole::Wrong));
    }
    if promised(lead) == 0
        && let Some(first) = words.first_mut()
    {
        first.1 = CellRole::Wrong;
    }
    let step = utf8::prefixes(case.bytes, case.masks, language);
    DerivationStep {
        rows: rows::answers(rows::masked(case.bytes, case.masks, &words, language)),
        ..step
    }
}

/// The last step: the reason, the expected bytes, the meaning of the bits, the harm.
fn why(case: &RefusedBytes<'_>) -> DerivationStep {
    let language = case.language;
    let reason = fault::fault(case.encoding, case.context, language);
    let (title, why, expected) = if let Some(reason) = reason {
        (reason.title, reason.why, reason.expected)
    } else {
        let title = fault::title(case.encoding, case.fault, case.context, language);
        (title.to_owned(), String::new(), String::new())
    };
    let mut all: Vec<SheetRow> = Vec::new();
    for value in case.values {
        let label = texts::WOULD.get(language);
        all.extend(prose(label, &told(*value, language), CellRole::Wrong));
    }
    if !expected.is_empty() {
        all.extend(prose(
            texts::EXPECTED.get(language),
            &expected,
            CellRole::Text,
        ));
    }
    if let Some(harm) = harm::harm(case.fault, case.values, case.bytes, language) {
        all.extend(prose(texts::HARM.get(language), &harm, CellRole::Text));
    }
    DerivationStep::new(
        &title,
        why,
        harm::source(case.encoding, case.fault),
        rows::answers(all),
    )
    .asking_what(
        texts::WELL_FORMED_REFUSED.get(language),
        texts::WHY_WHETHER_BYTES_CHARACTER.get(language),
    )
}
