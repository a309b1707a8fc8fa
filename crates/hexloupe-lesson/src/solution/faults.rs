//! Reasons why some UTF-8 is ill-formed.
//!
//! Invariant: the sentences report the codec's findings, with its bytes and its value.

use super::super::question::{GivenData, Question, hex};
use super::{Sentence, bits_of, sentence};
use hexloupe_explain::explain::point;
use hexloupe_explain::texts::lesson::solution::faults as texts;
use hexloupe_text::codec::{Diagnosis, Fault, Walk};
use hexloupe_text::window::Peek as _;

pub(crate) fn why(question: &Question) -> Vec<Sentence> {
    let GivenData::Bytes(bytes) = &question.given else {
        return Vec::new();
    };
    let Some(found) = first(bytes) else {
        return Vec::new();
    };
    let at = found.span.start;
    let before = sentence(texts::BEFORE, [("at", at.to_string())]);
    vec![before, said(bytes, &found)]
}

/// The first ill-formed sequence of some UTF-8.
pub(crate) fn first(bytes: &[u8]) -> Option<Diagnosis> {
    let window = bytes.to_vec().window(0, bytes.len());
    let walk = || Walk::new(hexloupe_text::codec::table::UTF_8, 0, &window);
    let step = walk().find(|step| step.meaning.fault().is_some())?;
    walk().context(&step).diagnose()
}

/// The sentence about a fault.
fn said(bytes: &[u8], found: &Diagnosis) -> Sentence {
    let within = |range: &std::ops::Range<u64>| {
        let part = bytes.get(range.start as usize..range.end as usize);
        part.unwrap_or_default()
    };
    let byte = within(&found.span).first().copied().unwrap_or_default();
    let the_byte = ("byte", hex(&[byte]));
    let the_bits = ("bits", bits_of(byte));
    let value = [
        ("bytes", hex(within(&found.promised_bytes))),
        ("value", found.decoded.map_or_else(String::new, point)),
    ];
    match found.fault {
        Fault::Utf8StrayContinuation => sentence(texts::STRAY, [the_byte, the_bits]),
        Fault::Utf8Overlong => sentence(texts::OVERLONG, value),
        Fault::Utf8Surrogate => sentence(texts::SURROGATE, value),
        Fault::Utf8TooLarge => sentence(texts::TOO_LARGE, value),
        Fault::Utf8CutShort => {
            let count = byte.leading_ones().to_string();
            let next = found.culprit.and_then(|at| bytes.get(at as usize));
            let next = next.map_or_else(String::new, |byte| hex(&[*byte]));
            sentence(
                texts::CUT_SHORT,
                [the_byte, ("count", count), ("next", next)],
            )
        }
        _ => sentence(texts::NEVER, [the_byte, the_bits]),
    }
}
