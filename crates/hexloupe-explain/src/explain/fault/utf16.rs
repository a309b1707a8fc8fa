//! The sentences of UTF-16's faults (D91).
//!
//! Invariant: units are shown as numbers, whatever the order of their bytes.

use super::{FaultCase, FaultExplanation};
use crate::explain::words::{hex, point, quoted};
use crate::language::Language;
use crate::texts::fault::utf16 as texts;
use hexloupe_text::codec::ByteOrder;

const HIGH: std::ops::RangeInclusive<u16> = 0xD800..=0xDBFF;
const LOW: std::ops::RangeInclusive<u16> = 0xDC00..=0xDFFF;

impl FaultCase<'_> {
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
    texts::PairWrongOrder {
        low: &low,
        high: &high,
        value: point(value),
    }
    .get(language)
}

pub(super) fn lone_high(case: &FaultCase<'_>) -> FaultExplanation {
    let language = case.language;
    let high = case.unit(case.span(), 0).unwrap_or_default();
    let next = match case.unit(case.after(), 0) {
        Some(unit) => {
            let glyph = char::from_u32(u32::from(unit)).and_then(quoted);
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            let what = if HIGH.contains(&unit) {
                texts::ANOTHER_HIGH_SURROGATE.get(language)
            } else {
                texts::NO_LOW_SURROGATE.get(language)
            };
            texts::NextUnit {
                unit: &unit,
                glyph: &glyph,
                what: &what,
            }
            .get(language)
        }
        None => case.data_ends_after(),
    };
    let mut sentences = vec![
        texts::LoneHighHighSurrogateFirst {
            high: &high,
            next: &next,
        }
        .get(language),
    ];
    // A low surrogate before it belongs to another pair if it has a high one of its own.
    let low = case.unit_before(2).filter(|unit| LOW.contains(unit));
    let paired = case.unit_before(4).is_some_and(|unit| HIGH.contains(&unit));
    if let Some(low) = low.filter(|_| !paired) {
        sentences.push(reversed(low, high, language));
    }
    let expected = texts::LONE_HIGH_EXPECTED.get(language);
    FaultExplanation::from_sentences(case, sentences, expected)
}

pub(super) fn lone_low(case: &FaultCase<'_>) -> FaultExplanation {
    let language = case.language;
    let low = case.unit(case.span(), 0).unwrap_or_default();
    let before = match case.unit_before(2) {
        Some(unit) if LOW.contains(&unit) => texts::LONE_LOW_UNIT_BEFORE_LOW.get(language),
        Some(_) => texts::LONE_LOW_UNIT_BEFORE_NO.get(language),
        None if case.context.after_hole => texts::LONE_LOW_UNIT_BEFORE_COULD.get(language),
        None => texts::NO_UNIT_STANDS_BEFORE.get(language),
    };
    let mut sentences = vec![texts::LoneLowLowSurrogateSecond { low: &low, before }.get(language)];
    let high = case
        .unit(case.after(), 0)
        .filter(|unit| HIGH.contains(unit));
    let paired = case
        .unit(case.after(), 2)
        .is_some_and(|unit| LOW.contains(&unit));
    if let Some(high) = high.filter(|_| !paired) {
        sentences.push(reversed(low, high, language));
    }
    let expected = texts::LONE_LOW_EXPECTED.get(language);
    FaultExplanation::from_sentences(case, sentences, expected)
}

pub(super) fn odd_byte(case: &FaultCase<'_>) -> FaultExplanation {
    if let Some(explanation) = case.before_the_units() {
        return explanation;
    }
    let language = case.language;
    let why = match (case.unit(case.span(), 0), case.span()) {
        (Some(high), [.., last]) => texts::OddByteAfterHighSurrogate { high, last }.get(language),
        (_, span) => texts::OddByteOnlyLeftCode { left: hex(span) }.get(language),
    };
    let expected = match case.span().len() {
        1 => texts::BYTES_EACH_CODE_UNIT.get(language),
        _ => texts::ODD_BYTE_BYTE_MORE_UNIT.get(language),
    };
    FaultExplanation::new(case, why, expected)
}
