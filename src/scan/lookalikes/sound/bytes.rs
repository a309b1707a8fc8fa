//! UTF-8 that is passed over as it is, between spaces and line ends.
//!
//! What stands between two of them is mostly a word with signs of ASCII around it, and one look at
//! each of its characters is enough; the rest is read as units and [run](Sound::run) through.
//! Invariant: where text is passed over, going through it character by character tells nothing, and
//! nothing is begun behind it.

use super::{BEYOND, Bits, DOUBTFUL, LIKE, Sound, WORD, WRITINGS, is_sound, sign};
use crate::scan::lookalikes::letters::Letters;
use crate::scan::lookalikes::{LEAST, LIMIT};
use crate::scan::text::first_of_utf8;
use crate::unicode::lookalike::Writing;

impl Sound {
    /// How much of some well-formed UTF-8 can be passed over, after a character between words: up
    /// to a space or a line end.
    pub(in crate::scan::lookalikes) fn run_bytes(
        &mut self,
        letters: &mut Letters,
        text: &[u8],
        before: char,
    ) -> usize {
        self.make();
        let mut before = if before.is_ascii() {
            before as u8
        } else {
            BEYOND
        };
        let mut done = 0;
        for end in memchr::memchr2_iter(b' ', b'\n', text) {
            let is_sound = self.is_sound_part(letters, text, done, end, before)
                || self.runs(letters, text, done, end, before);
            if !is_sound {
                break;
            }
            (done, before) = (end + 1, text[end]);
        }
        done
    }

    /// Whether certainly nothing is told of what stands from one place to another, where a space or
    /// line end is.
    #[inline]
    fn is_sound_part(
        &mut self,
        letters: &mut Letters,
        text: &[u8],
        from: usize,
        to: usize,
        before: u8,
    ) -> bool {
        let (mut all, mut in_words, mut at) = (0, WORD, from);
        while at < to {
            let Some((c, len)) = first_of_utf8(&text[at..]) else {
                return false;
            };
            let bits = self.of_character(letters, c);
            (all, in_words) = (all | bits, in_words & bits);
            at += len;
        }
        let writings = all >> WRITINGS;
        if all & DOUBTFUL != 0 || writings & writings.wrapping_sub(1) != 0 {
            return false;
        }
        let is_short = to - from < LIMIT;
        if all & LIKE == 0 {
            return is_short || writings == 1 << Writing::EAST_ASIAN.group();
        }
        // Of several words it is not known which is drawn like what.
        let is_sign =
            |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && **byte != b'_';
        let part = &text[from..to];
        let ahead = part.iter().take_while(is_sign).count();
        let behind = part.iter().rev().take_while(is_sign).count();
        let is_word =
            in_words & WORD != 0 || self.is_one_word(letters, &part[ahead..part.len() - behind]);
        let before = part[..ahead].last().copied().unwrap_or(before);
        let after = text[to - behind];
        let next = text.get(to - behind + 1).map(|byte| sign(*byte));
        is_short && is_word && before != b'\\' && is_sound(all, LEAST, [before, after], next)
    }

    /// Whether all characters belong to a word.
    fn is_one_word(&mut self, letters: &mut Letters, mut part: &[u8]) -> bool {
        while let Some((c, len)) = first_of_utf8(part) {
            if self.of_character(letters, c) & WORD == 0 {
                return false;
            }
            part = &part[len..];
        }
        true
    }

    /// What is known of a character.
    #[inline]
    fn of_character(&mut self, letters: &mut Letters, c: char) -> Bits {
        let unit = u16::try_from(u32::from(c));
        match unit.map(|unit| self.of(unit)) {
            Ok(bits) if bits & super::UNKNOWN == 0 => bits,
            _ => self.learn(letters, c),
        }
    }

    /// Whether nothing is told of what stands from one place to another, character by character.
    #[cold]
    fn runs(
        &mut self,
        letters: &mut Letters,
        text: &[u8],
        from: usize,
        to: usize,
        before: u8,
    ) -> bool {
        let mut units = Vec::new();
        let mut at = from;
        while at <= to {
            let Some((c, len)) = first_of_utf8(&text[at..]) else {
                return false;
            };
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            at += len;
        }
        let whole = units.len();
        units.extend(text.get(at).map(|byte| u16::from(sign(*byte))));
        let before = char::from(before);
        self.run(letters, &units, before) >= whole
    }
}
