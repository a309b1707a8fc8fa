//! The sets of one byte per character that UTF-8 is usually misread in.
//!
//! Real software maps a byte without a character to the C1 control with its number, and so does
//! this table; for windows-1252 all of ISO-8859-1 is accepted as well. Invariant: the characters
//! beyond ASCII are those of the sets, and each has a byte of 80 or more in at least one of them.

use std::sync::LazyLock;

use hexloupe_text::codec::{CodecState, Encoding, table};

/// The sets by label, and the number of characters of several bytes that prove a misreading: more
/// for sets where the lead bytes of UTF-8 are signs: text may have signs between letters.
const SETS: [(&str, usize); 14] = [
    ("windows-1251", 2),
    ("windows-1252", 2),
    ("windows-1250", 2),
    ("windows-1254", 2),
    ("windows-1257", 2),
    ("iso-8859-5", 2),
    ("koi8-r", 2),
    ("koi8-u", 2),
    ("ibm866", 3),
    ("cp437", 3),
    ("cp850", 3),
    ("cp852", 3),
    ("x-mac-cyrillic", 3),
    ("macintosh", 3),
];

/// The last code point that is looked up; the few later ones of the sets are left out.
const LAST: usize = 0x25FF;

/// A character of some sets.
#[derive(Clone, Copy)]
pub(super) struct SetCharacter {
    /// Its byte in each set; 0 if it has none.
    bytes: [u8; SETS.len()],
    /// True if it is no letter: a sign, a control or a space.
    pub(super) is_sign: bool,
}

/// The rows, and for each code point the number of its row, from 1.
struct SetCharacterTable {
    places: Vec<u16>,
    rows: Vec<SetCharacter>,
}

static TABLE: LazyLock<SetCharacterTable> = LazyLock::new(|| {
    let mut table = SetCharacterTable {
        places: vec![0; LAST + 1],
        rows: Vec::new(),
    };
    for (number, (label, _)) in SETS.iter().enumerate() {
        if let Some(label) = table::by_label(label) {
            for byte in 0x80..=u8::MAX {
                table.add(character(label.encoding(), byte), number, byte);
            }
        }
    }
    // The characters of ISO-8859-1 are accepted for windows-1252.
    for byte in 0x80..=u8::MAX {
        table.add(char::from(byte), WESTERN, byte);
    }
    table
});

/// The number of windows-1252.
const WESTERN: usize = 1;

/// The character of a byte.
fn character(encoding: &Encoding, byte: u8) -> char {
    let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
    sequence.meaning.scalar().unwrap_or(char::from(byte))
}

impl SetCharacterTable {
    fn add(&mut self, c: char, set: usize, byte: u8) {
        let Some(place) = self.places.get_mut(c as usize) else {
            return;
        };
        if *place == 0 {
            self.rows.push(SetCharacter {
                bytes: [0; SETS.len()],
                is_sign: is_sign(c),
            });
            *place = self.rows.len() as u16;
        }
        let row = self.rows.get_mut(usize::from(*place) - 1);
        if let Some(bytes) = row.map(|row| &mut row.bytes)
            && bytes[set] == 0
        {
            bytes[set] = byte;
        }
    }
}

/// Reports whether a character is no letter. Sound text has × and ÷ beside letters, and rarely the
/// letters that are written as signs.
fn is_sign(c: char) -> bool {
    match c {
        '×' | '÷' => false,
        'ª' | 'º' | 'µ' => true,
        _ => !c.is_alphabetic(),
    }
}

/// The row of a character beyond ASCII; none if no set has it.
#[inline]
pub(super) fn row(c: char) -> Option<&'static SetCharacter> {
    let table = &*TABLE;
    let place = table.places.get(c as usize)?;
    table.rows.get(usize::from(*place).checked_sub(1)?)
}

/// Reports whether two characters are the first bytes of a character of UTF-8 in some set.
pub(super) fn may_begin(first: char, second: char) -> bool {
    let (Some(first), Some(second)) = (row(first), row(second)) else {
        return false;
    };
    let mut pairs = first.bytes.iter().zip(&second.bytes);
    pairs.any(|(first, second)| begin(*first, *second))
}

/// Reports whether a character of UTF-8 begins with two bytes.
const fn begin(first: u8, second: u8) -> bool {
    matches!(first, 0xC2..=0xF4) && matches!(second, 0x80..=0xBF)
}

/// Reports whether the first four characters of a word are the first bytes of well-formed UTF-8 in
/// some set.
pub(super) fn may_begin_with(word: &[char; 4]) -> bool {
    let [first, second, ..] = word;
    let (Some(first), Some(second)) = (row(*first), row(*second)) else {
        return false;
    };
    let begins = |number: &usize| begin(first.bytes[*number], second.bytes[*number]);
    (0..SETS.len()).filter(begins).any(|number| {
        let mut bytes = [0; 4];
        for (byte, c) in bytes.iter_mut().zip(word) {
            *byte = match u8::try_from(*c) {
                Ok(byte) if byte.is_ascii() => byte,
                _ => row(*c).map_or(0, |row| row.bytes[number]),
            };
            if *byte == 0 {
                return false;
            }
        }
        let read = std::str::from_utf8(&bytes);
        !read.is_err_and(|error| error.error_len().is_some())
    })
}

/// Each set that has a byte for all characters of a word, with the first bytes of a character of
/// UTF-8 for the first two. Gives the bytes, and the number of characters of several bytes needed
/// as proof.
pub(super) fn written(word: &[char]) -> impl Iterator<Item = (Vec<u8>, usize)> {
    let rows = match word {
        [first, second, ..] => row(*first).zip(row(*second)),
        _ => None,
    };
    let sets = SETS.iter().enumerate().filter(move |(number, _)| {
        rows.is_some_and(|(first, second)| begin(first.bytes[*number], second.bytes[*number]))
    });
    sets.filter_map(move |(number, (_, proofs))| {
        let byte = |c: &char| match u8::try_from(*c) {
            Ok(byte) if byte.is_ascii() => Some(byte),
            _ => row(*c)
                .map(|row| row.bytes[number])
                .filter(|byte| *byte > 0),
        };
        let bytes: Option<Vec<u8>> = word.iter().map(byte).collect();
        Some((bytes?, *proofs))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_known() {
        for (label, _) in SETS {
            assert!(table::by_label(label).is_some(), "{label}");
        }
        let (western, _) = SETS[WESTERN];
        assert_eq!(western, "windows-1252");
    }

    #[test]
    fn words_are_written_as_encoding_rs_writes_them() {
        let word: Vec<char> = "РџСЂ".chars().collect();
        let (bytes, ..) = encoding_rs::WINDOWS_1251.encode("РџСЂ");
        assert!(written(&word).any(|(written, _)| written == bytes.as_ref()));
        // A control and a character of windows-1252.
        let mixed = ['Ð', '\u{9f}', 'Ñ', '€'];
        assert!(written(&mixed).any(|(written, _)| written == b"\xD0\x9F\xD1\x80"));
    }
}
