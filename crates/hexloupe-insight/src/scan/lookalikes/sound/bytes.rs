//! UTF-8 that is skipped without decoding, between spaces and line ends.
//!
//! The part between two of them is mostly a word with signs of ASCII around it, and one look at
//! each of its characters is enough; the rest is read as units and goes through
//! [run](SoundUnits::run). If the machine has [kernels](crate::scan::vector), only parts that they
//! mark as doubtful are examined. Invariant: going through skipped text character by character
//! reports nothing, and nothing is pending after it.

use super::{BEYOND, DOUBTFUL, LIKE, LetterFlags, SoundUnits, WORD, WRITINGS, is_sound, sign};
use crate::scan::blocks::{BLOCK, PartEnds, TextParts};
use crate::scan::lookalikes::letters::Letters;
use crate::scan::lookalikes::{LEAST, LIMIT};
use crate::scan::text::first_of_utf8;
use crate::scan::vector::ScanMachine;
use hexloupe_text::unicode::lookalike::WritingSystem;

impl SoundUnits {
    /// The length of some well-formed UTF-8 that can be skipped, after a character between words:
    /// up to a space or a line end.
    pub(in crate::scan::lookalikes) fn run_bytes(
        machine: Option<ScanMachine>,
        letters: &mut Letters,
        text: &[u8],
        before: char,
    ) -> usize {
        let mut before = if before.is_ascii() {
            before as u8
        } else {
            BEYOND
        };
        let mut done = 0;
        if let Some(machine) = machine {
            let mut parts = TextParts::default();
            while let Some(ends) = machine.doubtful(text, &mut parts) {
                if let Some(stop) = Self::stop(letters, text, &ends, parts.done, before) {
                    return stop;
                }
                parts.pass(&ends);
            }
            done = parts.done;
            before = text[..done].last().copied().unwrap_or(before);
        }
        let rest = done;
        for end in memchr::memchr2_iter(b' ', b'\n', &text[rest..]) {
            let end = rest + end;
            if !Self::is_sound_from(letters, text, done, end, before) {
                break;
            }
            (done, before) = (end + 1, text[end]);
        }
        done
    }

    /// The start of a block's first part that may have findings; the first part of all begins at
    /// `done`.
    fn stop(
        letters: &mut Letters,
        text: &[u8],
        block: &PartEnds,
        done: usize,
        before: u8,
    ) -> Option<usize> {
        let mut doubtful = block.doubtful;
        while doubtful != 0 {
            let end = doubtful.trailing_zeros();
            let earlier = block.places & ((1 << end) - 1);
            let from = match earlier {
                0 => done,
                _ => block.at + BLOCK - earlier.leading_zeros() as usize,
            };
            let before = text[..from].last().copied().unwrap_or(before);
            if !Self::is_sound_from(letters, text, from, block.at + end as usize, before) {
                return Some(from);
            }
            doubtful &= doubtful - 1;
        }
        None
    }

    /// Reports whether the text from one place to another has no findings; at the latter is a space
    /// or line end.
    fn is_sound_from(
        letters: &mut Letters,
        text: &[u8],
        from: usize,
        to: usize,
        before: u8,
    ) -> bool {
        Self::is_sound_part(letters, text, from, to, before)
            || Self::runs(letters, text, from, to, before)
    }

    /// Reports whether the text from one place to another certainly has no findings; at the latter
    /// is a space or line end.
    #[inline]
    fn is_sound_part(
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
            let bits = Self::of_character(letters, c);
            (all, in_words) = (all | bits, in_words & bits);
            at += len;
        }
        let writings = all >> WRITINGS;
        if all & DOUBTFUL != 0 || writings & writings.wrapping_sub(1) != 0 {
            return false;
        }
        let is_short = to - from < LIMIT;
        if all & LIKE == 0 {
            return is_short || writings == 1 << WritingSystem::EAST_ASIAN.group();
        }
        // Among several words it is unknown which one looks like which.
        let is_sign =
            |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && **byte != b'_';
        let part = &text[from..to];
        let ahead = part.iter().take_while(is_sign).count();
        let behind = part.iter().rev().take_while(is_sign).count();
        let is_word =
            in_words & WORD != 0 || Self::is_one_word(letters, &part[ahead..part.len() - behind]);
        let before = part[..ahead].last().copied().unwrap_or(before);
        let after = text[to - behind];
        let next = text.get(to - behind + 1).map(|byte| sign(*byte));
        is_short && is_word && before != b'\\' && is_sound(all, LEAST, [before, after], next)
    }

    /// Reports whether all characters belong to a word.
    fn is_one_word(letters: &mut Letters, mut part: &[u8]) -> bool {
        while let Some((c, len)) = first_of_utf8(part) {
            if Self::of_character(letters, c) & WORD == 0 {
                return false;
            }
            part = &part[len..];
        }
        true
    }

    /// The facts about a character.
    #[inline]
    fn of_character(letters: &mut Letters, c: char) -> LetterFlags {
        let unit = u16::try_from(u32::from(c));
        match unit.map(Self::flags) {
            Ok(bits) if bits & super::UNKNOWN == 0 => bits,
            _ => Self::learn(letters, c),
        }
    }

    /// Reports whether the text from one place to another has no findings, character by character.
    #[cold]
    fn runs(letters: &mut Letters, text: &[u8], from: usize, to: usize, before: u8) -> bool {
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
        Self::run(letters, &units, before) >= whole
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;
    use crate::scan::lookalikes::sound::bits;

    /// Reports whether the kernel marks a word as doubtful that stands inside a block or across its
    /// end.
    fn is_doubtful(machine: ScanMachine, word: &[&str], before: usize) -> bool {
        let mut text = "-".repeat(before);
        text.push('\n');
        text.extend(word.iter().copied());
        text.extend(["\n", &" ".repeat(2 * BLOCK)]);
        let mut parts = TextParts::default();
        machine.doubtful(text.as_bytes(), &mut parts).is_some()
    }

    #[test]
    fn words_that_the_kernel_skips_are_sound_beside_their_script() {
        let Some(machine) = ScanMachine::here() else {
            return;
        };
        let mut letters = Letters::default();
        let mut passed = 0;
        for c in ('\u{80}'..='\u{323FF}').chain('\u{E0000}'..='\u{E01FF}') {
            let (mut room, bits) = ([0; 4], bits(c, letters.letter(c)));
            let c = &*c.encode_utf8(&mut room);
            if !is_doubtful(machine, &[c], 5) {
                passed += 1;
                assert_eq!(bits & DOUBTFUL, 0, "{c}");
                if bits & LIKE != 0 && bits & WORD != 0 {
                    for name in [[c, "("], [c, " ="], [c, "_"]] {
                        assert!(is_doubtful(machine, &name, 5), "{name:?}");
                    }
                }
            }
            // Beside a letter of another script.
            let writings = bits >> WRITINGS;
            for (group, other) in ["a", "я", "λ", "漢"].into_iter().enumerate() {
                if bits & WORD != 0 && writings != 0 && writings != 1 << group {
                    assert!(is_doubtful(machine, &[other, c], 60), "{other}{c}");
                }
            }
        }
        assert!(passed > 40_000, "{passed}");
    }

    #[test]
    fn a_character_is_known_wherever_it_lies() {
        let Some(machine) = ScanMachine::here() else {
            return;
        };
        for before in 0..140 {
            for word in [
                "слово",
                "漢字仮名交じり",
                "naïve",
                "😀",
                "Λόγος",
                "№",
                "«слово»",
                "ее, ее",
            ] {
                assert!(!is_doubtful(machine, &[word], before), "{before} {word}");
            }
            for word in [
                "сaло", "漢a", "e\u{301}", "ее(", "ее [", "ее =", "с_а", "a\u{A0}b", "α5ж",
            ] {
                let is = is_doubtful(machine, &[word], before);
                assert_eq!(is, word != "ее [", "{before} {word}");
            }
        }
    }
}
