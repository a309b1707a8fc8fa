//! Words that may be UTF-8 once more, found at the speed of a scan.
//!
//! All sets of one byte per character are followed at once, a bit for each: a character of a word leads
//! from the sets in which the bytes so far are whole characters of UTF-8 to those in which they are again.
//! Invariant: a word that is not said to have such a part has none in any of these sets that begins and ends
//! at a border: at ASCII, at a sign, or at an end of the word.

use std::sync::LazyLock;

use super::sets;

/// Sets, a bit for each.
type Sets = u64;

/// The last code point that is looked up: the sets have no later letters.
const LAST: usize = 0x25FF;

/// A character that some set has.
const KNOWN: u8 = 1;
/// A character that divides words.
const BORDER: u8 = 2;
/// The first byte of a sign in some set, and the second one.
const BEGINS_SIGN: u8 = 4;
const IN_SIGN: u8 = 8;
/// A letter or sign of a Latin set.
const LATIN: u8 = 16;

/// The sets in which a character is a byte of UTF-8, by what the byte is.
#[derive(Clone, Copy, Default)]
struct ByteRoles {
    goes_on: Sets,
    /// It begins a character of two bytes, of three, of four.
    begins: [Sets; 3],
    begins_sign: Sets,
    in_sign: Sets,
}

/// The roles of all characters.
struct RoleTable {
    /// For each code point its roles in any set.
    flags: Vec<u8>,
    /// For each code point the number of its row.
    places: Vec<u16>,
    rows: Vec<ByteRoles>,
}

static ROLES: LazyLock<RoleTable> = LazyLock::new(|| {
    let mut table = RoleTable {
        flags: vec![0; LAST + 1],
        places: vec![0; LAST + 1],
        rows: vec![ByteRoles::default()],
    };
    let singles = sets::all().iter().filter(|set| set.is_single());
    for (number, set) in singles.take(Sets::BITS as usize).enumerate() {
        for (c, byte) in set.bytes_of_chars() {
            if !c.is_ascii() {
                table.add(c, byte, 1 << number);
            }
        }
    }
    table
});

impl RoleTable {
    fn add(&mut self, c: char, byte: u8, set: Sets) {
        let at = c as usize;
        let (Some(place), Some(flags)) = (self.places.get_mut(at), self.flags.get_mut(at)) else {
            return;
        };
        if *place == 0 {
            *place = self.rows.len() as u16;
            self.rows.push(ByteRoles::default());
        }
        *flags |= KNOWN | if c.is_alphanumeric() { 0 } else { BORDER };
        *flags |= if matches!(c, '\u{A1}'..='\u{233}') {
            LATIN
        } else {
            0
        };
        let Some(row) = self.rows.get_mut(usize::from(*place)) else {
            return;
        };
        match byte {
            0x80..=0xBF => row.goes_on |= set,
            0xC2..=0xDF => row.begins[0] |= set,
            0xE0..=0xEF => row.begins[1] |= set,
            0xF0..=0xF4 => row.begins[2] |= set,
            _ => {}
        }
        match byte {
            0xE2 => {
                row.begins_sign |= set;
                *flags |= BEGINS_SIGN;
            }
            // General punctuation, the euro, letterlike signs, arrows, mathematics.
            0x80 | 0x82 | 0x84 | 0x86..=0x89 => {
                row.in_sign |= set;
                *flags |= IN_SIGN;
            }
            _ => {}
        }
    }

    #[inline]
    fn flags(&self, c: char) -> u8 {
        self.flags.get(c as usize).copied().unwrap_or_default()
    }

    #[inline]
    fn row(&self, c: char) -> &ByteRoles {
        let place = self.places.get(c as usize).copied().unwrap_or_default();
        // The first row is that of no set.
        { self.rows.get(usize::from(place)) }.unwrap_or(&self.rows[0])
    }
}

/// The characters of Latin sets, side by side, that are hardly a word: text in another set, read in one of
/// these.
const IN_A_ROW: u8 = 4;

/// Follows a word, character by character.
#[derive(Clone, Copy)]
pub(in crate::detect) struct AgainUtf8 {
    roles: &'static RoleTable,
    /// The sets in which the bytes since a border are whole characters, and those in which one, two or three
    /// bytes lack.
    whole: Sets,
    lacks: [Sets; 3],
    /// Those in which at least one character is whole.
    has_some: Sets,
    /// The Latin characters beyond ASCII so far, side by side.
    row: u8,
    is_in_a_row: bool,
    was_found: bool,
}

impl AgainUtf8 {
    /// At the first border of a word.
    pub(in crate::detect) fn new() -> Self {
        Self {
            roles: &ROLES,
            whole: Sets::MAX,
            lacks: [0; 3],
            has_some: 0,
            row: 0,
            is_in_a_row: false,
            was_found: false,
        }
    }

    /// Follows a character of ASCII, or the end of the word: a border.
    #[inline]
    pub(in crate::detect) fn border(&mut self) {
        self.was_found |= self.whole & self.has_some != 0;
        (self.whole, self.has_some) = (Sets::MAX, 0);
        self.lacks = [0; 3];
        self.row = 0;
    }

    /// Follows a character beyond ASCII between two others; returns false if no set has it.
    #[inline]
    pub(in crate::detect) fn follow(&mut self, c: char, beside: impl Fn() -> [char; 2]) -> bool {
        let own = self.roles.flags(c);
        if own & IN_SIGN != 0 {
            let [before, after] = beside().map(|c| self.roles.row(c));
            let sign = before.begins_sign & self.roles.row(c).in_sign & after.goes_on;
            self.was_found |= sign != 0;
        }
        self.row = if own & LATIN == 0 {
            0
        } else {
            self.row.saturating_add(1)
        };
        self.is_in_a_row |= self.row == IN_A_ROW;
        if own != 0 && (!self.is_dead() || own & BORDER != 0) {
            self.step(c, own & BORDER != 0);
        }
        own != 0
    }

    /// The length of the characters of two bytes at the front of some bytes that change nothing: they begin no
    /// part, and none is open.
    #[inline]
    pub(in crate::detect) fn passed_len(&self, bytes: &[u8]) -> usize {
        if !self.is_dead() {
            return 0;
        }
        let pairs = bytes.chunks_exact(2).take_while(|pair| {
            let value = usize::from(pair[0] & 0x1F) << 6 | usize::from(pair[1] & 0x3F);
            let flags = self.roles.flags.get(value).copied().unwrap_or_default();
            let is_pair = matches!(pair[0], 0xC2..=0xDF) && pair[1] & 0xC0 == 0x80;
            is_pair && flags & !BEGINS_SIGN == KNOWN
        });
        pairs.count() * 2
    }

    #[inline]
    fn is_dead(&self) -> bool {
        self.whole | self.lacks[0] | self.lacks[1] | self.lacks[2] == 0
    }

    fn step(&mut self, c: char, is_border: bool) {
        let roles = self.roles.row(c);
        let done = self.lacks[0] & roles.goes_on;
        // Before a sign, and after it, a part may end.
        self.was_found |= is_border && self.whole & self.has_some != 0;
        self.lacks = [
            self.whole & roles.begins[0] | self.lacks[1] & roles.goes_on,
            self.whole & roles.begins[1] | self.lacks[2] & roles.goes_on,
            self.whole & roles.begins[2],
        ];
        self.has_some |= done;
        self.whole = done;
        if is_border {
            self.was_found |= done != 0;
            self.whole = Sets::MAX;
            self.has_some = done;
        }
    }

    /// Reports whether characters of UTF-8 since the last border may go on.
    pub(in crate::detect) fn is_open(&self) -> bool {
        let alive = self.whole | self.lacks[0] | self.lacks[1] | self.lacks[2];
        alive & self.has_some != 0
    }

    /// Reports whether the word has many Latin characters beyond ASCII, side by side.
    #[inline]
    pub(in crate::detect) fn is_in_a_row(&self) -> bool {
        self.is_in_a_row
    }

    /// Reports whether a part of the word is UTF-8 once more in a set.
    #[inline]
    pub(in crate::detect) fn was_found(&self) -> bool {
        self.was_found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{MACINTOSH, WINDOWS_1251, WINDOWS_1252};

    fn is_found(word: &str) -> bool {
        let mut again = AgainUtf8::new();
        let chars: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
        for three in chars.windows(3) {
            if three[1].is_ascii() {
                again.border();
            } else {
                again.follow(three[1], || [three[0], three[2]]);
            }
        }
        again.border();
        again.was_found()
    }

    #[test]
    fn utf_8_read_in_a_set_is_found_alone_and_beside_ascii_and_signs() {
        for set in [WINDOWS_1251, WINDOWS_1252, MACINTOSH] {
            for text in ["é", "ж", "—", "中", "’", "ñandú", "Жé中"] {
                let (misread, ..) = set.decode(text.as_bytes());
                for before in ["", "a", "Jos", "“", "l’", "«a"] {
                    for after in ["", "t", "”", "s»"] {
                        let word = format!("{before}{misread}{after}");
                        assert!(is_found(&word), "{word}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_sets_have_a_bit_and_no_letter_of_them_is_later() {
        let singles = || sets::all().iter().filter(|set| set.is_single());
        assert!(singles().count() <= Sets::BITS as usize);
        let later = singles().flat_map(sets::MisreadSet::bytes_of_chars);
        let later = later.filter(|(c, _)| *c as usize > LAST);
        for (c, _) in later {
            assert!(!c.is_alphabetic() || ('\u{F000}'..).contains(&c), "{c}");
        }
    }

    #[test]
    fn sound_words_are_hardly_found() {
        for word in ["été", "größe", "Привет", "город", "Ελλάδα", "שלום", "đường"]
        {
            assert!(!is_found(word), "{word}");
        }
    }
}
