//! The sets of one byte per character in which text was misread: sets in which a Latin or Cyrillic
//! language was written.
//!
//! A byte that a set leaves without a character passes as the control of C1 with its number.
//! Invariant: a character of a set has one byte, and the bytes of ASCII are ASCII.

use std::sync::LazyLock;

use crate::codec::{BitLayout, CodecState, Encoding, table};

/// The number of letters of a script that a set needs: text was written only in such sets.
const LETTERS: usize = 20;

/// A set, both ways.
pub(super) struct SingleByteSet {
    /// Its row.
    pub(super) encoding: &'static Encoding,
    /// The character of each byte.
    chars: [Option<char>; 256],
    /// The characters above ASCII with their bytes, in the order of the characters.
    bytes: Vec<(char, u8)>,
}

/// All of them, in the order of the table of encodings.
pub(super) fn all() -> &'static [SingleByteSet] {
    static ALL: LazyLock<Vec<SingleByteSet>> = LazyLock::new(|| {
        let single =
            |row: &&'static Encoding| matches!(row.layout, BitLayout::SingleByte) && row.ascii;
        { table::all().filter(single).map(SingleByteSet::new) }
            .filter(SingleByteSet::has_letters)
            .collect()
    });
    &ALL
}

impl SingleByteSet {
    fn new(encoding: &'static Encoding) -> Self {
        let read = |byte: usize| {
            let byte = byte as u8;
            let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
            let passed = matches!(byte, 0x80..=0x9F).then_some(char::from(byte));
            sequence.meaning.scalar().or(passed)
        };
        let chars: [Option<char>; 256] = std::array::from_fn(read);
        let upper = (0x80..=u8::MAX).rev();
        let known = upper.filter_map(|byte| Some((chars[usize::from(byte)]?, byte)));
        let mut bytes: Vec<(char, u8)> = known.collect();
        bytes.sort_unstable();
        Self {
            encoding,
            chars,
            bytes,
        }
    }

    /// Reports whether the set has most letters of a Latin or Cyrillic language.
    fn has_letters(&self) -> bool {
        let is_letter = |c: &char| matches!(c, 'À'..='ɏ' | 'Ё'..='ҁ') && c.is_alphabetic();
        let letters = self.bytes.iter().filter(|(c, _)| is_letter(c));
        letters.count() >= LETTERS
    }

    /// The character of a byte.
    pub(super) fn character(&self, byte: u8) -> Option<char> {
        self.chars[usize::from(byte)]
    }

    /// The byte of a character.
    pub(super) fn byte(&self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return Some(c as u8);
        }
        let at = self.bytes.binary_search_by_key(&c, |(known, _)| *known);
        Some(self.bytes[at.ok()?].1)
    }

    /// The bytes of its longest character in UTF-8.
    pub(super) fn width(&self) -> u8 {
        let widths = self.bytes.iter().map(|(c, _)| c.len_utf8() as u8);
        widths.max().unwrap_or(1)
    }
}

impl PartialEq for SingleByteSet {
    fn eq(&self, other: &Self) -> bool {
        self.encoding == other.encoding
    }
}

impl Eq for SingleByteSet {}

impl std::fmt::Debug for SingleByteSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.encoding.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_sets_are_there_and_no_others() {
        let has = |id: &str| all().iter().any(|set| set.encoding.id == id);
        for id in [
            "windows-1250",
            "windows-1251",
            "windows-1252",
            "windows-1254",
            "windows-1257",
            "windows-1258",
            "iso-8859-1",
            "iso-8859-2",
            "iso-8859-5",
            "iso-8859-15",
            "koi8-r",
            "koi8-u",
            "ibm866",
            "cp437",
            "cp850",
            "cp852",
            "cp855",
            "macintosh",
            "x-mac-cyrillic",
        ] {
            assert!(has(id), "{id}");
        }
        for id in [
            "ascii",
            "ebcdic-037",
            "iso646-de",
            "windows-1253",
            "windows-1255",
            "windows-1256",
            "iso-8859-7",
            "cp862",
            "tis-620",
        ] {
            assert!(!has(id), "{id}");
        }
    }

    #[test]
    fn the_character_of_a_byte_has_that_byte() {
        for set in all() {
            for byte in 0..=u8::MAX {
                if let Some(c) = set.character(byte) {
                    assert_eq!(set.byte(c), Some(byte), "{set:?} {c:?}");
                }
                assert_eq!(
                    byte < 0x80,
                    set.character(byte) == Some(char::from(byte)) && byte < 0x80
                );
            }
        }
    }
}
