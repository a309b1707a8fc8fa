//! The sentences of UTF-16's faults (D91).
//!
//! Invariant: units are shown as numbers, whatever the order of their bytes.

use super::{Case, Explanation};
use crate::codec::ByteOrder;
use crate::explain::words::{hex, point, quoted};

const HIGH: std::ops::RangeInclusive<u16> = 0xD800..=0xDBFF;
const LOW: std::ops::RangeInclusive<u16> = 0xDC00..=0xDFFF;

impl Case<'_> {
    /// The unit at an index of some bytes, if both its bytes are there.
    fn unit(&self, bytes: &[u8], at: usize) -> Option<u16> {
        let pair = bytes.get(at..)?.first_chunk::<2>()?;
        Some(if self.encoding.byte_order() == Some(ByteOrder::Big) {
            u16::from_be_bytes(*pair)
        } else {
            u16::from_le_bytes(*pair)
        })
    }

    /// The unit `back` bytes before the span.
    fn unit_before(&self, back: usize) -> Option<u16> {
        let before = self.before();
        self.unit(before, before.len().checked_sub(back)?)
    }
}

/// What a low and a high surrogate in the wrong order were meant to be.
fn reversed(low: u16, high: u16) -> String {
    let value = 0x10000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF));
    format!(
        "{low:04X} {high:04X} is a pair in the wrong order: {high:04X} {low:04X} is {}.",
        point(value)
    )
}

pub(super) fn lone_high(case: &Case<'_>) -> Explanation {
    let high = case.unit(case.span(), 0).unwrap_or_default();
    let next = match case.unit(case.after(), 0) {
        Some(unit) => {
            let glyph = char::from_u32(u32::from(unit)).and_then(quoted);
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            let what = if HIGH.contains(&unit) {
                "another high surrogate"
            } else {
                "no low surrogate"
            };
            format!("the next unit is {unit:04X}{glyph}, {what}")
        }
        None => format!("{} ends after it", case.the_data()),
    };
    let mut sentences = vec![format!(
        "{high:04X} is a high surrogate, the first half of a pair; {next}."
    )];
    // A low one before it that has a high one of its own belongs to another pair.
    let low = case.unit_before(2).filter(|unit| LOW.contains(unit));
    let paired = case.unit_before(4).is_some_and(|unit| HIGH.contains(&unit));
    if let Some(low) = low.filter(|_| !paired) {
        sentences.push(reversed(low, high));
    }
    Explanation {
        title: "lone high surrogate".to_owned(),
        sentences,
        expected: "DC00..DFFF after a high surrogate".to_owned(),
    }
}

pub(super) fn lone_low(case: &Case<'_>) -> Explanation {
    let low = case.unit(case.span(), 0).unwrap_or_default();
    let before = match case.unit_before(2) {
        Some(unit) if LOW.contains(&unit) => "the unit before it is a low one too",
        Some(_) => "the unit before it is no high one",
        None if case.context.after_hole => "the unit before it could not be read",
        None => "no unit stands before it",
    };
    let mut sentences = vec![format!(
        "{low:04X} is a low surrogate, the second half of a pair; {before}."
    )];
    let high = case
        .unit(case.after(), 0)
        .filter(|unit| HIGH.contains(unit));
    let paired = case
        .unit(case.after(), 2)
        .is_some_and(|unit| LOW.contains(&unit));
    if let Some(high) = high.filter(|_| !paired) {
        sentences.push(reversed(low, high));
    }
    Explanation {
        title: "lone low surrogate".to_owned(),
        sentences,
        expected: "D800..DBFF before a low surrogate".to_owned(),
    }
}

pub(super) fn odd_byte(case: &Case<'_>) -> Explanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let why = match (case.unit(case.span(), 0), case.span()) {
        (Some(high), [.., last]) => format!(
            "After the high surrogate {high:04X} only {last:02X} is left; a code unit is 2 bytes."
        ),
        (_, span) => format!("Only {} is left; a code unit is 2 bytes.", hex(span)),
    };
    Explanation {
        title: "odd byte".to_owned(),
        sentences: vec![why],
        expected: match case.span().len() {
            1 => "2 bytes to each code unit".to_owned(),
            _ => "1 byte more, for a unit DC00..DFFF".to_owned(),
        },
    }
}
