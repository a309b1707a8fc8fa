//! The sentences of UTF-32's faults (D90).
//!
//! Invariant: a value in the other byte order is offered only if it is a character there.

use super::{FaultCase, FaultExplanation};
use crate::explain::words::{character, count_of_bytes, hex, point, value};
use crate::texts::fault::utf32 as texts;

pub(super) fn surrogate(case: &FaultCase<'_>) -> FaultExplanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let why = texts::SurrogateWhy {
        bytes: hex(case.span()),
        value: value(decoded, case.language),
    }
    .get(case.language);
    FaultExplanation::new(case, why, texts::VALUES.get(case.language))
}

pub(super) fn too_large(case: &FaultCase<'_>) -> FaultExplanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let mut sentences = vec![
        texts::TooLargeUnicodeEndsU {
            bytes: hex(case.span()),
            number: point(decoded),
        }
        .get(case.language),
    ];
    let swapped = char::from_u32(decoded.swap_bytes());
    if let Some((c, other)) = swapped.zip(case.encoding.in_other_order()) {
        let (name, c) = (other.name, character(c));
        sentences.push(texts::Would { name, c }.get(case.language));
    }
    FaultExplanation::from_sentences(case, sentences, texts::VALUES.get(case.language))
}

pub(super) fn truncated(case: &FaultCase<'_>) -> FaultExplanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let missing = 4usize.saturating_sub(case.span().len());
    let why = texts::TruncatedWhy {
        left: hex(case.span()),
    }
    .get(case.language);
    let bytes = count_of_bytes(missing, case.language);
    let expected = texts::TruncatedExpected { bytes }.get(case.language);
    FaultExplanation::new(case, why, expected)
}
