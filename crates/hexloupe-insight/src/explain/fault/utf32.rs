//! The sentences of UTF-32's faults (D90).
//!
//! Invariant: a value in the other byte order is offered only if it is a character there.

use super::{Case, Explanation};
use crate::explain::words::{character, count_of_bytes, hex, point, value};
use crate::texts::Texts;
use crate::texts::said::{text, texts};

const VALUES: Texts = texts(
    "00000000..0000D7FF or 0000E000..0010FFFF",
    "00000000..0000D7FF или 0000E000..0010FFFF",
);

pub(super) fn surrogate(case: &Case<'_>) -> Explanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let why = text!(
        case.language,
        "{bytes} is {value}, half of a UTF-16 pair and no character.",
        "{bytes} — это {value}, половина пары UTF-16, а не символ.",
        bytes = hex(case.span()),
        value = value(decoded, case.language)
    );
    Explanation::of(case, why, VALUES.get(case.language))
}

pub(super) fn too_large(case: &Case<'_>) -> Explanation {
    let decoded = case.diagnosis.decoded.unwrap_or_default();
    let mut sentences = vec![text!(
        case.language,
        "{bytes} is {number}; Unicode ends at U+10FFFF, the reach of UTF-16.",
        "{bytes} — это {number}; Юникод кончается на U+10FFFF, пределе UTF-16.",
        bytes = hex(case.span()),
        number = point(decoded)
    )];
    let swapped = char::from_u32(decoded.swap_bytes());
    if let Some((c, other)) = swapped.zip(case.encoding.in_other_order()) {
        let (name, c) = (other.name, character(c));
        sentences.push(text!(
            case.language,
            "In {name} it would be {c}.",
            "В {name} это был бы {c}."
        ));
    }
    Explanation::told(case, sentences, VALUES.get(case.language))
}

pub(super) fn truncated(case: &Case<'_>) -> Explanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let missing = 4usize.saturating_sub(case.span().len());
    let why = text!(
        case.language,
        "Only {left} is left; a code unit is 4 bytes.",
        "Осталось только {left}; кодовая единица — 4 байта.",
        left = hex(case.span())
    );
    let bytes = count_of_bytes(missing, case.language);
    let expected = text!(case.language, "{bytes} more", "ещё {bytes}");
    Explanation::of(case, why, expected)
}
