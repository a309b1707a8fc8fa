//! The small words that all sentences are made of: bytes, bits, values, characters.
//!
//! Invariant: results may be drawn unchanged. They contain a character of the data only if the
//! sanitiser lets it pass unchanged.

use crate::language::Language;
use crate::texts::words as texts;
use hexloupe_text::unicode::glyph::{Charset, safe};
use hexloupe_text::unicode::name;

/// Bytes in hex, with a space between: `E2 82`.
pub(super) fn hex(bytes: &[u8]) -> String {
    let words: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    words.join(" ")
}

/// Bits grouped in fours from the right: `10 1100`.
pub(super) fn fours(bits: &str) -> String {
    let mut out = String::new();
    for (index, bit) in bits.chars().enumerate() {
        if index > 0 && (bits.len() - index).is_multiple_of(4) {
            out.push(' ');
        }
        out.push(bit);
    }
    out
}

/// `1 byte`, `2 bytes`.
pub(super) fn count_of_bytes(count: usize, language: Language) -> String {
    texts::BYTES.get(language, count as u64)
}

/// `byte`, `bytes`.
pub(super) fn word_of_bytes(count: usize, language: Language) -> String {
    texts::WORD_BYTES.get(language, count as u64)
}

/// `1 bit`, `2 bits`.
pub(super) fn count_of_bits(count: usize, language: Language) -> String {
    texts::BITS.get(language, count as u64)
}

/// A number in groups of three digits.
pub fn grouped(number: u64) -> String {
    grouped_in(number, Language::English)
}

/// A number in groups of three digits, separated as in a language.
pub(super) fn grouped_in(number: u64, language: Language) -> String {
    grouped_by(number, texts::DIGIT_GROUPS.get(language))
}

/// A number in groups of three digits, with a sign between.
pub(super) fn grouped_by(number: u64, between: &str) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push_str(between);
        }
        out.push(digit);
    }
    out
}

/// A character in quotes, if it is visible and safe to draw.
pub(super) fn quoted(c: char) -> Option<String> {
    let shown = c.to_string();
    let seen = !c.is_whitespace() && c != '\'' && safe(&shown, Charset::Unicode) == shown;
    seen.then(|| format!("'{c}'"))
}

/// A value as a number: `U+20AC`, or `0x110000` above U+10FFFF.
pub fn point(value: u32) -> String {
    if value > 0x10FFFF {
        format!("0x{value:X}")
    } else {
        format!("U+{value:04X}")
    }
}

/// A character by number, name and, if it may be shown, itself.
pub(super) fn character(c: char) -> String {
    let glyph = quoted(c).map_or(String::new(), |glyph| format!(" {glyph}"));
    format!("{} {}{glyph}", point(u32::from(c)), name::title(c))
}

/// Any value: `U+002F SOLIDUS '/'`, `U+D83D, a high surrogate`,
/// `0x110000, above U+10FFFF`.
pub fn value(value: u32, language: Language) -> String {
    let number = point(value);
    match (char::from_u32(value), value) {
        (Some(c), _) => character(c),
        (None, ..=0xDBFF) => texts::HighSurrogate { number: &number }.get(language),
        (None, ..=0xDFFF) => texts::LowSurrogate { number: &number }.get(language),
        (None, _) => texts::AboveU10ffff { number }.get(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_explained_by_their_kind() {
        for (number, expected) in [
            (0x2F, "U+002F SOLIDUS '/'"),
            (0x20, "U+0020 SPACE"),
            (0x27, "U+0027 APOSTROPHE"),
            (0x1B, "U+001B ESCAPE"),
            (0x202E, "U+202E RIGHT-TO-LEFT OVERRIDE"),
            (0x301, "U+0301 COMBINING ACUTE ACCENT"),
            (0xD83D, "U+D83D, a high surrogate"),
            (0xDE00, "U+DE00, a low surrogate"),
            (0x110000, "0x110000, above U+10FFFF"),
        ] {
            assert_eq!(value(number, Language::English), expected);
        }
    }

    #[test]
    fn bits_are_grouped_from_the_right() {
        assert_eq!(fours("0010000010101100"), "0010 0000 1010 1100");
        assert_eq!(fours("00011101001"), "000 1110 1001");
        assert_eq!(fours(""), "");
    }
}
