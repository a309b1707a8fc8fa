//! The sentences of UTF-7's faults (RFC 2152).
//!
//! Invariant: bits are counted as the codec counts them: those left over from the
//! byte before, and six of each byte.

use super::{Case, Explanation};
use crate::codec::{Fault, Meaning, left_over, sextet, table};
use crate::explain::words::{character, count_of_bytes, hex, quoted, value};

pub(super) fn explanation(case: &Case<'_>) -> Explanation {
    match case.diagnosis.fault {
        Fault::Utf7NonAscii => non_ascii(case),
        Fault::Utf7IllFormedShift => ill_formed_shift(case),
        Fault::Utf7PartialUnit => partial_unit(case),
        _ => lone_surrogate(case),
    }
}

/// Bytes of base64 in hex, and as the letters they are.
fn base64(bytes: &[u8]) -> String {
    let letters: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    format!("{} '{letters}'", hex(bytes))
}

/// The next byte, or that there is none.
fn next(case: &Case<'_>) -> String {
    match case.after().first() {
        None => format!("{} ends", case.the_data()),
        Some(byte) => {
            let glyph = quoted(char::from(*byte)).filter(|_| byte.is_ascii());
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            format!("{byte:02X}{glyph} follows")
        }
    }
}

fn non_ascii(case: &Case<'_>) -> Explanation {
    let byte = hex(case.span());
    let ends = match left_over(case.context.state) {
        Some(_) => ", and it ends the base64 before it",
        None => "",
    };
    let why = format!("{byte} has its top bit set; UTF-7 is made of seven bits, 00..7F{ends}.");
    let mut explanation = Explanation::of(case, why, "00..7F".to_owned());
    let bytes = case.ahead();
    if let Some((Meaning::Scalar(c), len)) = Case::decode(table::UTF_8, bytes) {
        let bytes = hex(&bytes[..len]);
        let hint = format!("As UTF-8, {bytes} would be {}.", character(c));
        explanation.sentences.push(hint);
    }
    explanation
}

fn ill_formed_shift(case: &Case<'_>) -> Explanation {
    let next = match case.after().first() {
        Some(byte) if byte.is_ascii() => {
            let c = char::from(*byte);
            let glyph = quoted(c).unwrap_or_else(|| format!("({})", character(c)));
            format!("{byte:02X} {glyph} is none")
        }
        Some(byte) => format!("{byte:02X} is none"),
        None => "none follows".to_owned(),
    };
    let why = format!("2B '+' begins base64, but {next}; a plus sign is written 2B 2D '+-'.");
    Explanation::of(case, why, "base64, or 2D '-' for a plus sign".to_owned())
}

fn partial_unit(case: &Case<'_>) -> Explanation {
    let (left, _) = left_over(case.context.state).unwrap_or_default();
    let own = 6 * case.span().len();
    let have = own + usize::from(left);
    let sum = match left {
        0 => String::new(),
        _ => format!(", with {left} left over before {have}"),
    };
    let why = format!(
        "{} has {own} bits{sum}, too few for a unit of 16 and too many for padding: {}.",
        base64(case.span()),
        next(case)
    );
    let missing = 16usize.saturating_sub(have).div_ceil(6);
    let expected = format!("{} of base64 more, or none here", count_of_bytes(missing));
    Explanation::of(case, why, expected)
}

fn lone_surrogate(case: &Case<'_>) -> Explanation {
    let unit = case.diagnosis.decoded.unwrap_or_default();
    let is_high = unit < 0xDC00;
    let goes_on = case.after().first().copied().and_then(sextet).is_some();
    let what = match (is_high, goes_on) {
        (true, true) => "what follows it is no low one".to_owned(),
        (true, false) => format!("no low one follows it: {}", next(case)),
        (false, _) => "no high one stands before it".to_owned(),
    };
    let why = format!(
        "The bits of {} give {}, half of a UTF-16 pair; {what}.",
        base64(case.span()),
        value(unit)
    );
    let expected = if is_high {
        "a unit DC00..DFFF after a high surrogate"
    } else {
        "a unit D800..DBFF before a low surrogate"
    };
    Explanation::of(case, why, expected.to_owned())
}
