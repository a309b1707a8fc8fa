//! The set of some data, and the words that it reads.
//!
//! Nearly all words of data in one set are asked for, so the answer for a byte, or for a pair, is
//! given once. Invariant: a word is read if each of its characters is assigned; if one may be odd there,
//! the word is weighed.

use std::cell::Cell;

use super::super::Reading;
use super::super::misplaced::{
    is_capital, is_of_other_script, is_rare_sign, is_right_to_left, is_sign_inside, odd_inside,
};
use super::characters::{chars_of, is_none, sequences};
use hexloupe_text::codec::{BitLayout, CodecState, Encoding};

/// The set of some data, and what it reads.
pub(super) struct OwnSet {
    set: &'static Encoding,
    known: KnownBytes,
}

/// The known bytes of a set.
enum KnownBytes {
    /// One byte per character: the role of each byte.
    Bytes(Box<[WordByteRole; 256]>),
    /// One byte or two per character, or more: the length of the character that two bytes begin
    /// with, if it is known to be one or two.
    Pairs(Box<[Cell<u8>]>),
    /// UTF-8: the words are checked before.
    Utf8,
    /// Anything else.
    None,
}

/// The role of a byte in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordByteRole {
    /// It is no character.
    None,
    /// It may stand anywhere.
    Usual,
    /// It is a sign or a capital, which may be odd inside a word.
    Suspect,
    /// It is a letter of another script than Latin, which is odd beside letters of that.
    Other,
}

impl WordByteRole {
    fn of(set: &Encoding, byte: u8) -> Self {
        let sequence = set.decode(&mut CodecState::default(), &[byte]);
        match sequence.meaning.scalar() {
            _ if length(set, &[byte]).is_none() => Self::None,
            Some(c) if is_right_to_left(c) || is_of_other_script(c) => Self::Other,
            Some(c) if is_sign_inside(c) || is_rare_sign(c) => Self::Suspect,
            Some(c) if !c.is_ascii() && is_capital(c) => Self::Suspect,
            _ => Self::Usual,
        }
    }
}

impl OwnSet {
    /// The set of a reading.
    pub(super) fn of(reading: &Reading) -> Self {
        let set = reading.encoding;
        let known = match set.layout {
            _ if set.max_len == 1 => {
                let mut roles = Box::new([WordByteRole::None; 256]);
                for (byte, role) in (0..=u8::MAX).zip(roles.iter_mut()) {
                    *role = WordByteRole::of(set, byte);
                }
                KnownBytes::Bytes(roles)
            }
            _ if set.is_utf8() => KnownBytes::Utf8,
            BitLayout::DoubleByte(_) => KnownBytes::Pairs(vec![Cell::new(0); 1 << 16].into()),
            _ => KnownBytes::None,
        };
        Self { set, known }
    }

    /// Reports whether only this set reads a word, and not UTF-8, so that nothing need be weighed.
    pub(super) fn alone_reads(&self, word: &[u8], is_utf_8: bool) -> bool {
        match &self.known {
            KnownBytes::Utf8 => is_utf_8,
            _ if is_utf_8 => false,
            KnownBytes::Bytes(roles) => {
                let roles = || word.iter().map(|byte| roles[usize::from(*byte)]);
                roles().all(|role| role != WordByteRole::None) && !self.is_odd(roles, word)
            }
            KnownBytes::Pairs(known) => {
                let is_mixed = word.array_windows().any(|[before, lead, _, after]| {
                    before.is_ascii_lowercase() && !lead.is_ascii() && after.is_ascii_lowercase()
                });
                self.reads_pairs(known, word) && !(is_mixed && self.has_misplaced(word))
            }
            KnownBytes::None => reads(self.set, word),
        }
    }

    /// Reports whether a word is odd in a set of one byte per character: other sets may read it better.
    fn is_odd<I: Iterator<Item = WordByteRole>>(&self, roles: impl Fn() -> I, word: &[u8]) -> bool {
        let is_letter = |at: usize| word.get(at).is_some_and(u8::is_ascii_alphabetic);
        let is_beside = |at: usize| is_letter(at + 1) || at > 0 && is_letter(at - 1);
        let mut others = roles()
            .enumerate()
            .filter(|(_, role)| *role == WordByteRole::Other);
        let may_be = roles().skip(1).any(|role| role == WordByteRole::Suspect)
            || others.any(|(at, _)| is_beside(at));
        may_be && self.has_misplaced(word)
    }

    fn has_misplaced(&self, word: &[u8]) -> bool {
        odd_inside(&chars_of(&sequences(self.set, word)), self.set) > 0.0
    }

    fn reads_pairs(&self, known: &[Cell<u8>], word: &[u8]) -> bool {
        let mut at = 0;
        while at < word.len() {
            let pair = word.get(at + 1).map(|next| (word[at], *next));
            let known = pair.map(|(lead, next)| &known[usize::from(lead) << 8 | usize::from(next)]);
            let len = match known.map_or(0, Cell::get) {
                0 => match length(self.set, &word[at..]) {
                    Some(len) => len,
                    None => return false,
                },
                len => usize::from(len),
            };
            if let (Some(known), 1 | 2) = (known, len) {
                known.set(len as u8);
            }
            at += len;
        }
        true
    }
}

/// Reports whether all characters of a word in a set are assigned.
fn reads(set: &Encoding, word: &[u8]) -> bool {
    let mut state = CodecState::default();
    let mut at = 0;
    while at < word.len() {
        match length_in(set, &mut state, &word[at..]) {
            Some(len) => at += len,
            None => return false,
        }
    }
    true
}

/// The length of the character at the front of some bytes, if it is assigned.
fn length(set: &Encoding, bytes: &[u8]) -> Option<usize> {
    length_in(set, &mut CodecState::default(), bytes)
}

fn length_in(set: &Encoding, state: &mut CodecState, bytes: &[u8]) -> Option<usize> {
    let sequence = set.decode(state, bytes);
    let mut chars = sequence.meaning.scalars().peekable();
    let is_text = sequence.meaning.is_character() && chars.peek().is_some() && !chars.any(is_none);
    is_text.then_some(usize::from(sequence.len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

    fn of(id: &str) -> OwnSet {
        OwnSet::of(&Reading::plain(table::by_label(id).unwrap().encoding()))
    }

    #[test]
    fn a_word_is_read_the_second_time_as_the_first() {
        // In Python: "模范".encode("gbk"), "𠀀".encode("gb18030"), "ｱ表a".encode("cp932"),
        // "丂".encode("euc_jp"), b"\xFE\xFE" and b"\xFD" in no set.
        for (id, word, is_read) in [
            ("gbk", &b"\xC4\xA3\xB7\xB6"[..], true),
            ("gb18030", b"\x95\x32\x82\x36\xC4\xA3", true),
            ("gbk", b"\xC4\xA3\xFE", false),
            ("gbk", b"\xC4", false),
            ("shift_jis", b"\xB1\x95\x5Ca", true),
            ("shift_jis", b"\x95", false),
            ("shift_jis", b"\xFD", false),
            ("euc-jp", b"\x8F\xB0\xA1\xA4\xA2", true),
            ("euc-jp", b"\x8F\xB0", false),
            ("windows-1252", b"\xE9\x81", false),
            ("windows-1252", b"\xE9", true),
            ("windows-1251", b"\x98", false),
        ] {
            let set = of(id);
            assert!(!set.alone_reads("é".as_bytes(), true), "{id}");
            for _ in 0..2 {
                assert_eq!(set.alone_reads(word, false), is_read, "{id} {word:02X?}");
            }
        }
    }

    #[test]
    fn utf_8_reads_its_own_words() {
        let set = of("utf-8");
        assert!(set.alone_reads("é".as_bytes(), true));
        assert!(!set.alone_reads(b"\xE9", false));
    }
}
