//! Tables of characters, and functions that make them from other tables.
//!
//! Nearly every set is another one with some places changed, and says so in its row. Invariant:
//! everything except [`web`] runs at compile time.

/// The character of each byte; none where the set has no character for it.
pub(super) type Chars = [Option<char>; 256];

/// ASCII, and nothing above it.
pub(super) const ASCII: Chars = through(0x7F);
/// The first 256 code points, as ISO-8859-1 has them.
pub(super) const LATIN_1: Chars = through(0xFF);

/// The bytes up to `last`, each as the code point of the same number.
const fn through(last: u8) -> Chars {
    let mut chars = [None; 256];
    let mut byte = 0;
    while byte <= last as usize {
        chars[byte] = Some(byte as u8 as char);
        byte += 1;
    }
    chars
}

/// ASCII, and 128 characters above it.
pub(super) const fn above(upper: &[char; 128]) -> Chars {
    let mut chars = ASCII;
    let mut index = 0;
    while index < upper.len() {
        chars[index + 0x80] = Some(upper[index]);
        index += 1;
    }
    chars
}

/// ASCII, and up to 128 characters above it.
pub(super) const fn partly_above(upper: &[Option<char>; 128]) -> Chars {
    let mut chars = ASCII;
    let mut index = 0;
    while index < upper.len() {
        chars[index + 0x80] = upper[index];
        index += 1;
    }
    chars
}

/// A table with other characters in some places.
pub(super) const fn with(mut chars: Chars, changes: &[(u8, char)]) -> Chars {
    let mut index = 0;
    while index < changes.len() {
        let (byte, character) = changes[index];
        chars[byte as usize] = Some(character);
        index += 1;
    }
    chars
}

/// A table with the characters `first..=last` at consecutive bytes, beginning at `from`.
pub(super) const fn with_run(mut chars: Chars, from: u8, first: char, last: char) -> Chars {
    let mut value = first as u32;
    while value <= last as u32 {
        chars[(from as u32 + value - first as u32) as usize] = char::from_u32(value);
        value += 1;
    }
    chars
}

/// A table without the characters of some ranges of bytes, the last byte included.
pub(super) const fn without(mut chars: Chars, holes: &[(u8, u8)]) -> Chars {
    let mut index = 0;
    while index < holes.len() {
        let mut byte = holes[index].0 as usize;
        while byte <= holes[index].1 as usize {
            chars[byte] = None;
            byte += 1;
        }
        index += 1;
    }
    chars
}

/// Asks `encoding_rs` for a table, whose lower half is ASCII.
pub(super) fn web(set: &'static encoding_rs::Encoding) -> Chars {
    // All at once; an unassigned byte becomes one U+FFFD, which no set contains.
    let bytes: [u8; 256] = std::array::from_fn(|byte| byte as u8);
    let (text, _) = set.decode_without_bom_handling(&bytes);
    let mut chars = text.chars();
    let mut next = || chars.next().filter(|&c| c != char::REPLACEMENT_CHARACTER);
    std::array::from_fn(|_| next())
}

/// The code point at a byte; `u32::MAX` if there is none.
const fn value(chars: &Chars, byte: u8) -> u32 {
    match chars[byte as usize] {
        Some(c) => c as u32,
        None => u32::MAX,
    }
}

/// The bytes sorted by character and then by byte, and the number of bytes that have a character.
/// The other bytes come after them.
pub(super) const fn order(chars: &Chars) -> ([u8; 256], usize) {
    let mut order = [0; 256];
    let (mut len, mut known) = (0, 0);
    while len < order.len() {
        let byte = len as u8;
        let mut at = len;
        while at > 0 && value(chars, order[at - 1]) > value(chars, byte) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = byte;
        len += 1;
        known += chars[byte as usize].is_some() as usize;
    }
    (order, known)
}

/// The first byte of a character; NUL if there is none.
pub(super) const fn byte_of(chars: &Chars, character: char) -> u8 {
    let mut byte = u8::MAX;
    let mut found = 0;
    while byte > 0 {
        if value(chars, byte) == character as u32 {
            found = byte;
        }
        byte -= 1;
    }
    found
}

/// Reports whether the lower half of a table is ASCII.
pub(super) const fn begins_as_ascii(chars: &Chars) -> bool {
    let mut byte = 0;
    while byte < 0x80 && value(chars, byte) == byte as u32 {
        byte += 1;
    }
    byte == 0x80
}

/// Reports whether the lower half of a table is full and the upper one empty.
pub(super) const fn has_seven_bits(chars: &Chars) -> bool {
    let mut byte = 0;
    while byte < chars.len() && chars[byte].is_some() == (byte < 0x80) {
        byte += 1;
    }
    byte == chars.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_characters_and_then_of_the_bytes() {
        let chars = with(ASCII, &[(0x80, 'a'), (0x81, '\u{1}'), (0x82, '\u{10FFFF}')]);
        let (order, known) = order(&chars);
        assert_eq!(known, 0x83);
        assert_eq!(order[..4], [0, 1, 0x81, 2]);
        let a = order.iter().position(|&byte| byte == b'a').unwrap();
        assert_eq!(order[a..a + 2], [b'a', 0x80]);
        assert_eq!(order[known - 1..=known], [0x82, 0x83]);
    }

    #[test]
    fn tables_are_made_from_others() {
        let chars = with_run(without(LATIN_1, &[(0x90, 0xFF)]), 0xA1, 'ก', 'ค');
        let thai = [None, Some('ก'), Some('ข'), Some('ฃ'), Some('ค'), None];
        assert_eq!(chars[0xA0..0xA6], thai);
        assert_eq!(chars[0x8F..0x91], [Some('\u{8F}'), None]);
        assert_eq!(byte_of(&chars, '\n'), 0x0A);
        assert_eq!(byte_of(&chars, 'é'), 0);
        assert!(has_seven_bits(&ASCII) && !has_seven_bits(&chars));
        assert!(begins_as_ascii(&chars) && !begins_as_ascii(&with(chars, &[(0x7E, '¨')])));
    }
}
