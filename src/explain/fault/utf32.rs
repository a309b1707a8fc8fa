//! The sentences of UTF-32's faults (D90).
//!
//! Invariant: a value in the other byte order is offered only if it is a
//! character there.

use super::{Case, Explanation};
use crate::explain::words::{character, count_of_bytes, hex, point, value};

const VALUES: &str = "00000000..0000D7FF or 0000E000..0010FFFF";

fn explanation(title: &str, sentences: Vec<String>, expected: String) -> Explanation {
    Explanation {
        title: title.to_owned(),
        sentences,
        expected,
    }
}

pub(super) fn surrogate(case: &Case<'_>) -> Explanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let why = format!(
        "{} is {}, half of a UTF-16 pair and no character.",
        hex(case.span()),
        value(decoded)
    );
    explanation("surrogate in UTF-32", vec![why], VALUES.to_owned())
}

pub(super) fn too_large(case: &Case<'_>) -> Explanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let mut sentences = vec![format!(
        "{} is {}; Unicode ends at U+10FFFF, the reach of UTF-16.",
        hex(case.span()),
        point(decoded)
    )];
    let swapped = char::from_u32(decoded.swap_bytes());
    if let Some((c, other)) = swapped.zip(case.encoding.in_other_order()) {
        let (name, c) = (other.name, character(c));
        sentences.push(format!("In {name} it would be {c}."));
    }
    explanation("value above Unicode", sentences, VALUES.to_owned())
}

pub(super) fn truncated(case: &Case<'_>) -> Explanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let missing = 4usize.saturating_sub(case.span().len());
    let why = format!("Only {} is left; a code unit is 4 bytes.", hex(case.span()));
    let expected = format!("{} more", count_of_bytes(missing));
    explanation("truncated code unit", vec![why], expected)
}
