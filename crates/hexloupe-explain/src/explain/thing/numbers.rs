//! Numbers: code points, decimals, bits, bytes in hex.
//!
//! Invariant: bytes have all their eight bits, or two hex digits.

use super::ThingReading;

/// The largest value that any encoding here writes.
const MOST: u32 = 0x7FFF_FFFF;

/// `U+20AC`, or several with spaces.
pub(super) fn code_points(text: &str) -> ThingReading {
    if !starts(text, "U+") {
        return ThingReading::Other;
    }
    let one = |word: &str| {
        let digits = word.get(2..).filter(|_| starts(word, "U+"))?;
        let digits = digits
            .bytes()
            .all(|digit| digit.is_ascii_hexdigit())
            .then_some(digits)?;
        u32::from_str_radix(digits, 16)
            .ok()
            .filter(|value| *value <= MOST)
    };
    match text.split_whitespace().map(one).collect() {
        Some(values) => ThingReading::points(Some(values)),
        None => ThingReading::Wrong("hex digits up to 7FFFFFFF must follow".to_owned()),
    }
}

/// Reports whether a text begins with a prefix, in any case of letters.
fn starts(text: &str, prefix: &str) -> bool {
    let start = text.get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Digits alone: a code point in decimal. Eight zeros and ones or more are bits.
pub(super) fn decimal(text: &str) -> ThingReading {
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return ThingReading::Other;
    }
    match text.parse::<u32>() {
        Ok(value) if value <= MOST => ThingReading::points(Some(vec![value])),
        _ => ThingReading::Wrong(format!("it is larger than {MOST}")),
    }
}

/// Eight bits for each byte, with or without spaces, dots or underscores.
pub(super) fn bits(text: &str) -> ThingReading {
    let between = |c: char| c.is_whitespace() || matches!(c, '.' | '_');
    let digits: String = text.chars().filter(|c| !between(*c)).collect();
    let binary = digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    if digits.len() < 8 || !binary {
        return ThingReading::Other;
    }
    if !digits.len().is_multiple_of(8) {
        return ThingReading::Wrong(format!("{} bits are not whole bytes", digits.len()));
    }
    ThingReading::bytes(pairs(&digits, 8, 2))
}

/// `E2 82 AC`, `e282ac`, `0xE2 0x82`.
pub(super) fn hex(text: &str) -> ThingReading {
    let prefixed = starts(text, "0x");
    let mut digits = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let word = if starts(word, "0x") { &word[2..] } else { word };
        if !word.len().is_multiple_of(2) || !word.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return if prefixed {
                ThingReading::Wrong("two hex digits must follow for each byte".to_owned())
            } else {
                ThingReading::Other
            };
        }
        digits.push_str(word);
    }
    ThingReading::bytes(pairs(&digits, 2, 16))
}

/// Reports whether a word of a command line is one byte, in hex or bits.
pub(super) fn is_byte(word: &str) -> bool {
    let digits = if starts(word, "0x") { &word[2..] } else { word };
    match digits.len() {
        2 => digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        8 => digits.bytes().all(|digit| matches!(digit, b'0' | b'1')),
        _ => false,
    }
}

/// Digits of ASCII as bytes of some digits each.
fn pairs(digits: &str, size: usize, radix: u32) -> Option<Vec<u8>> {
    let byte = |digits: &[u8]| u8::from_str_radix(str::from_utf8(digits).ok()?, radix).ok();
    digits.as_bytes().chunks(size).map(byte).collect()
}
