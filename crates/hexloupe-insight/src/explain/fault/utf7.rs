//! The sentences of UTF-7's faults (RFC 2152).
//!
//! Invariant: bits are counted as in the codec: the left-over bits of the byte before, and six of
//! each byte.

use super::{Case, Explanation, as_utf8};
use crate::explain::words::{character, count_of_bits, count_of_bytes, hex, quoted, value};
use crate::texts::said::text;
use hexloupe_text::codec::{Fault, left_over, sextet};

pub(super) fn explanation(case: &Case<'_>) -> Explanation {
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
fn next(case: &Case<'_>) -> String {
    match case.after().first() {
        None => case.data_ends().to_owned(),
        Some(byte) => {
            let glyph = quoted(char::from(*byte)).filter(|_| byte.is_ascii());
            let glyph = glyph.map_or(String::new(), |glyph| format!(" {glyph}"));
            text!(
                case.language,
                "{byte:02X}{glyph} follows",
                "дальше {byte:02X}{glyph}"
            )
        }
    }
}

fn non_ascii(case: &Case<'_>) -> Explanation {
    let byte = hex(case.span());
    let ends = match left_over(case.context.state) {
        Some(_) => case.language.pick(
            ", and it ends the base64 before it",
            ", и на нём кончается base64 перед ним",
        ),
        None => "",
    };
    let why = text!(
        case.language,
        "{byte} has its top bit set; UTF-7 is made of seven bits, 00..7F{ends}.",
        "У {byte} установлен старший бит; UTF-7 состоит из семи бит, 00..7F{ends}."
    );
    let mut explanation = Explanation::of(case, why, "00..7F");
    explanation.sentences.extend(as_utf8(case));
    explanation
}

fn ill_formed_shift(case: &Case<'_>) -> Explanation {
    let language = case.language;
    let next = match case.after().first() {
        Some(byte) if byte.is_ascii() => {
            let c = char::from(*byte);
            let glyph = quoted(c).unwrap_or_else(|| format!("({})", character(c)));
            text!(
                language,
                "{byte:02X} {glyph} is none",
                "{byte:02X} {glyph} — не base64"
            )
        }
        Some(byte) => text!(language, "{byte:02X} is none", "{byte:02X} — не base64"),
        None => language.pick("none follows", "его дальше нет").to_owned(),
    };
    let why = text!(
        language,
        "2B '+' begins base64, but {next}; a plus sign is written 2B 2D '+-'.",
        "2B '+' начинает base64, но {next}; сам плюс пишется 2B 2D '+-'."
    );
    let expected = language.pick(
        "base64, or 2D '-' for a plus sign",
        "base64 или 2D '-', если это плюс",
    );
    Explanation::of(case, why, expected)
}

fn partial_unit(case: &Case<'_>) -> Explanation {
    let (left, _) = left_over(case.context.state).unwrap_or_default();
    let own = 6 * case.span().len();
    let have = own + usize::from(left);
    let language = case.language;
    let sum = match left {
        0 => String::new(),
        _ => text!(
            language,
            ", with {left} left over before {have}",
            ", с остатком {left} перед ними {have}"
        ),
    };
    let why = text!(
        language,
        "{bytes} has {bits}{sum}, too few for a unit of 16 and too many for padding: {next}.",
        "В {bytes} {bits}{sum}: мало для единицы из 16 и много для дополнения; {next}.",
        bytes = base64(case.span()),
        bits = count_of_bits(own, language),
        next = next(case)
    );
    let missing = 16usize.saturating_sub(have).div_ceil(6);
    let expected = text!(
        language,
        "{bytes} of base64 more, or none here",
        "ещё {bytes} base64 или ни одного здесь",
        bytes = count_of_bytes(missing, language)
    );
    Explanation::of(case, why, expected)
}

fn lone_surrogate(case: &Case<'_>) -> Explanation {
    let unit = case.diagnosis.decoded.unwrap_or_default();
    let is_high = unit < 0xDC00;
    let goes_on = case.after().first().copied().and_then(sextet).is_some();
    let language = case.language;
    let what = match (is_high, goes_on) {
        (true, true) => { language }
            .pick("what follows it is no low one", "за ним идёт не младший")
            .to_owned(),
        (true, false) => text!(
            language,
            "no low one follows it: {next}",
            "младшего за ним нет: {next}",
            next = next(case)
        ),
        (false, _) => { language }
            .pick("no high one stands before it", "перед ним нет старшего")
            .to_owned(),
    };
    let why = text!(
        language,
        "The bits of {bytes} give {value}, half of a UTF-16 pair; {what}.",
        "Биты {bytes} дают {value}, половину пары UTF-16; {what}.",
        bytes = base64(case.span()),
        value = value(unit, language)
    );
    let expected = if is_high {
        language.pick(
            "a unit DC00..DFFF after a high surrogate",
            "единица DC00..DFFF после старшего суррогата",
        )
    } else {
        language.pick(
            "a unit D800..DBFF before a low surrogate",
            "единица D800..DBFF перед младшим суррогатом",
        )
    };
    Explanation::of(case, why, expected)
}
