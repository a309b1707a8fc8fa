//! The sentences of UTF-16's faults (D91).
//!
//! Invariant: units are shown as numbers, whatever the order of their bytes.

use super::{Case, Explanation};
use crate::explain::words::{hex, point, quoted};
use crate::language::Language;
use crate::texts::said::text;
use hexloupe_text::codec::ByteOrder;

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

/// The intended meaning of a low and a high surrogate in the wrong order.
fn reversed(low: u16, high: u16, language: Language) -> String {
    let value = 0x10000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF));
    text!(
        language,
        "{low:04X} {high:04X} is a pair in the wrong order: {high:04X} {low:04X} is {value}.",
        "{low:04X} {high:04X} — пара в неверном порядке: {high:04X} {low:04X} — это {value}.",
        value = point(value)
    )
}

pub(super) fn lone_high(case: &Case<'_>) -> Explanation {
    let language = case.language;
    let high = case.unit(case.span(), 0).unwrap_or_default();
    let next = match case.unit(case.after(), 0) {
        Some(unit) => {
            let glyph = char::from_u32(u32::from(unit)).and_then(quoted);
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            let what = if HIGH.contains(&unit) {
                language.pick("another high surrogate", "ещё один старший суррогат")
            } else {
                language.pick("no low surrogate", "не младший суррогат")
            };
            text!(
                language,
                "the next unit is {unit:04X}{glyph}, {what}",
                "следующая единица — {unit:04X}{glyph}, {what}"
            )
        }
        None => case.data_ends_after(),
    };
    let mut sentences = vec![text!(
        language,
        "{high:04X} is a high surrogate, the first half of a pair; {next}.",
        "{high:04X} — старший суррогат, первая половина пары; {next}."
    )];
    // A low surrogate before it belongs to another pair if it has a high one of its own.
    let low = case.unit_before(2).filter(|unit| LOW.contains(unit));
    let paired = case.unit_before(4).is_some_and(|unit| HIGH.contains(&unit));
    if let Some(low) = low.filter(|_| !paired) {
        sentences.push(reversed(low, high, language));
    }
    let expected = language.pick(
        "DC00..DFFF after a high surrogate",
        "DC00..DFFF после старшего суррогата",
    );
    Explanation::told(case, sentences, expected)
}

pub(super) fn lone_low(case: &Case<'_>) -> Explanation {
    let language = case.language;
    let low = case.unit(case.span(), 0).unwrap_or_default();
    let before = match case.unit_before(2) {
        Some(unit) if LOW.contains(&unit) => language.pick(
            "the unit before it is a low one too",
            "единица перед ним тоже младший",
        ),
        Some(_) => language.pick(
            "the unit before it is no high one",
            "единица перед ним не старший",
        ),
        None if case.context.after_hole => language.pick(
            "the unit before it could not be read",
            "единицу перед ним прочитать не удалось",
        ),
        None => language.pick("no unit stands before it", "перед ним нет единицы"),
    };
    let mut sentences = vec![text!(
        language,
        "{low:04X} is a low surrogate, the second half of a pair; {before}.",
        "{low:04X} — младший суррогат, вторая половина пары; {before}."
    )];
    let high = case
        .unit(case.after(), 0)
        .filter(|unit| HIGH.contains(unit));
    let paired = case
        .unit(case.after(), 2)
        .is_some_and(|unit| LOW.contains(&unit));
    if let Some(high) = high.filter(|_| !paired) {
        sentences.push(reversed(low, high, language));
    }
    let expected = language.pick(
        "D800..DBFF before a low surrogate",
        "D800..DBFF перед младшим суррогатом",
    );
    Explanation::told(case, sentences, expected)
}

pub(super) fn odd_byte(case: &Case<'_>) -> Explanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let language = case.language;
    let why = match (case.unit(case.span(), 0), case.span()) {
        (Some(high), [.., last]) => text!(
            language,
            "After the high surrogate {high:04X} only {last:02X} is left; a code unit is 2 bytes.",
            "После старшего суррогата {high:04X} остался только {last:02X}; кодовая единица — 2 байта."
        ),
        (_, span) => text!(
            language,
            "Only {left} is left; a code unit is 2 bytes.",
            "Остался только {left}; кодовая единица — 2 байта.",
            left = hex(span)
        ),
    };
    let expected = match case.span().len() {
        1 => language.pick("2 bytes to each code unit", "по 2 байта на кодовую единицу"),
        _ => language.pick(
            "1 byte more, for a unit DC00..DFFF",
            "ещё 1 байт, для единицы DC00..DFFF",
        ),
    };
    Explanation::of(case, why, expected)
}
