//! The steps of ill-formed bytes: as far as they go, then why they are refused, and what harm they
//! could do if they were not.
//!
//! Invariant: the steps before the last are those of well-formed bytes of the same layout.

use super::rows::{self, Asked, prose};
use super::{Step, harm, surrogates, utf8, utf16, utf32};
use crate::codec::{Encoding, Fault, Layout, Masks, SequenceContext, Utf8Form, promised};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::value as told;

/// Ill-formed bytes.
pub(super) struct Case<'a> {
    pub(super) encoding: &'static Encoding,
    /// The surroundings of the first step.
    pub(super) context: &'a SequenceContext<'a>,
    /// All bytes that are told together.
    pub(super) bytes: &'a [u8],
    /// Their masks.
    pub(super) masks: &'a [Masks],
    /// What the bits would have meant.
    pub(super) values: &'a [u32],
    pub(super) fault: Fault,
}

/// The steps of ill-formed bytes.
pub(super) fn steps(case: &Case<'_>) -> Vec<Step> {
    let name = case.encoding.name;
    let mut steps = match case.encoding.layout {
        Layout::Utf8(form) => from_utf8(case, form),
        Layout::Utf16(order) => utf16::read(name, case.bytes, order),
        Layout::Utf32(order) => utf32::read(name, case.bytes, order),
        _ => vec![masked_bytes(case)],
    };
    steps.push(why(case));
    steps
}

/// The bytes with their bits, wrong ones apart.
fn masked_bytes(case: &Case<'_>) -> Step {
    let mut all = rows::bytes(case.bytes, Asked::Bits);
    if case.masks.iter().any(|masks| masks.wrong != 0) {
        all.extend(rows::answers(rows::masked(case.bytes, case.masks, &[])));
    }
    Step::new(
        "bytes",
        "Each hex digit is four bits, each byte eight.",
        harm::source(case.fault),
        all,
    )
}

/// Bytes, prefixes, value, and the row of the table that it does not agree with.
fn from_utf8(case: &Case<'_>, form: Utf8Form) -> Vec<Step> {
    let bytes = case.bytes;
    let mut steps = vec![utf8::read(bytes), prefixes(case)];
    if surrogates::is_pair(bytes) {
        steps.extend(surrogates::to_value(bytes));
        return steps;
    }
    if let [value] = *case.values {
        steps.extend(utf8::join(bytes));
        let forms = utf8::forms(form);
        let checked = match case.fault {
            Fault::Cesu8FourByte | Fault::Mutf8FourByte => None,
            _ => Some(utf8::check(value, bytes.len(), forms, Some(case.fault))),
        };
        steps.extend(checked);
    }
    steps
}

/// The prefixes, and a place for each byte that is missing.
fn prefixes(case: &Case<'_>) -> Step {
    let mut words = utf8::roles(case.bytes);
    let lead = case.bytes.first().copied().unwrap_or_default();
    let missing = promised(lead).saturating_sub(case.bytes.len());
    for _ in 0..missing {
        words.push(("missing".to_owned(), CellRole::Wrong));
    }
    if promised(lead) == 0
        && let Some(first) = words.first_mut()
    {
        first.1 = CellRole::Wrong;
    }
    let step = utf8::prefixes(case.bytes, case.masks);
    Step {
        rows: rows::answers(rows::masked(case.bytes, case.masks, &words)),
        ..step
    }
}

/// The last step: the reason, what was expected, what the bits would have meant, the harm.
fn why(case: &Case<'_>) -> Step {
    let reason = fault::fault(case.encoding, case.context);
    let (title, why, expected) = match reason {
        Some(reason) => (reason.title, reason.why, reason.expected),
        None => (case.fault.title().to_owned(), String::new(), String::new()),
    };
    let mut all: Vec<Row> = Vec::new();
    for value in case.values {
        all.extend(prose("would be", &told(*value), CellRole::Wrong));
    }
    if !expected.is_empty() {
        all.extend(prose("expected", &expected, CellRole::Text));
    }
    if let Some(harm) = harm::harm(case.fault, case.values, case.bytes) {
        all.extend(prose("harm", &harm, CellRole::Text));
    }
    Step::new(&title, why, harm::source(case.fault), rows::answers(all)).asking_what(
        "well-formed or refused",
        "Whether these bytes are a character, and which rule refuses them if not.",
    )
}
