//! The sentences of UTF-7's faults (RFC 2152).
//!
//! Invariant: bits are counted as in the codec: the left-over bits of the byte before, and six of
//! each byte.

use super::{FaultCase, FaultExplanation, as_utf8};
use crate::explain::words::{character, count_of_bits, count_of_bytes, hex, quoted, value};
use crate::texts::fault::utf7 as texts;
use hexloupe_text::codec::{Fault, left_over, sextet};

pub(super) fn explanation(case: &FaultCase<'_>) -> FaultExplanation {
    match case.diagnosis.fault {
        Fault::Utf7NonAscii => non_ascii(case),
        Fault::Utf7IllFormedShift => ill_formed_shift(case),
        Fault::Utf7PartialUnit => partial_unit(case),
        _ => lone_surrogate(case),
    }
}

/// Bytes of base64 in hex, and as letters.
fn base64(bytes: &[u8]) -> String {
    let letters: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    format!("{} '{letters}'", hex(bytes))
}

/// The next byte, or a note that there is none.
fn next(case: &FaultCase<'_>) -> String {
    match case.after().first() {
        None => case.data_ends().to_owned(),
        Some(byte) => {
            let glyph = quoted(char::from(*byte)).filter(|_| byte.is_ascii());
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            texts::Follows {
                byte: &byte,
                glyph: &glyph,
            }
            .get(case.language)
        }
    }
}

fn non_ascii(case: &FaultCase<'_>) -> FaultExplanation {
    let byte = hex(case.span());
    let ends = match left_over(case.context.state) {
        Some(_) => texts::ENDS_BASE64_BEFORE.get(case.language),
        None => "",
    };
    let why = texts::NonAsciiWhy { byte, ends }.get(case.language);
    let mut explanation = FaultExplanation::new(case, why, "00..7F");
    explanation.sentences.extend(as_utf8(case));
    explanation
}

fn ill_formed_shift(case: &FaultCase<'_>) -> FaultExplanation {
    let language = case.language;
    let next = match case.after().first() {
        Some(byte) if byte.is_ascii() => {
            let c = char::from(*byte);
            let glyph = quoted(c).unwrap_or_else(|| format!("({})", character(c)));
            texts::ByteIsNone {
                byte: &byte,
                glyph: &glyph,
            }
            .get(language)
        }
        Some(byte) => texts::UnseenIsNone { byte: &byte }.get(language),
        None => texts::NONE_FOLLOWS.get(language).to_owned(),
    };
    let why = texts::IllFormedShiftWhy { next: &next }.get(language);
    let expected = texts::ILL_FORMED_SHIFT_EXPECTED.get(language);
    FaultExplanation::new(case, why, expected)
}

fn partial_unit(case: &FaultCase<'_>) -> FaultExplanation {
    let (left, _) = left_over(case.context.state).unwrap_or_default();
    let own = 6 * case.span().len();
    let have = own + usize::from(left);
    let language = case.language;
    let sum = match left {
        0 => String::new(),
        _ => texts::LeftOverBefore { left, have: &have }.get(language),
    };
    let why = texts::PartialUnitWhy {
        bytes: base64(case.span()),
        bits: count_of_bits(own, language),
        sum,
        next: next(case),
    }
    .get(language);
    let missing = 16usize.saturating_sub(have).div_ceil(6);
    let expected = texts::PartialUnitExpected {
        bytes: count_of_bytes(missing, language),
    }
    .get(language);
    FaultExplanation::new(case, why, expected)
}

fn lone_surrogate(case: &FaultCase<'_>) -> FaultExplanation {
    let unit = case.diagnosis.decoded.unwrap_or_default();
    let is_high = unit < 0xDC00;
    let goes_on = case.after().first().copied().and_then(sextet).is_some();
    let language = case.language;
    let what = match (is_high, goes_on) {
        (true, true) => texts::LONE_SURROGATE_WHAT_FOLLOWS_NO
            .get(language)
            .to_owned(),
        (true, false) => texts::NoLowOneFollows { next: next(case) }.get(language),
        (false, _) => texts::LONE_SURROGATE_NO_HIGH_ONE.get(language).to_owned(),
    };
    let why = texts::LoneSurrogateWhy {
        bytes: base64(case.span()),
        value: value(unit, language),
        what,
    }
    .get(language);
    let expected = if is_high {
        texts::LONE_SURROGATE_UNIT_DC00_DFFF.get(language)
    } else {
        texts::LONE_SURROGATE_UNIT_D800_DBFF.get(language)
    };
    FaultExplanation::new(case, why, expected)
}
