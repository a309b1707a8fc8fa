//! Text that is skipped because nothing in it can be reported: words of one script that imitate no
//! ASCII word, or stand outside of names.
//!
//! Most text is of that kind, and the test must cost little. Each character is looked up once in a
//! table, and the facts about a word are the union of the facts about its characters. Invariant:
//! going through skipped text character by character reports nothing, and nothing is pending after
//! it.

mod bytes;

use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

use super::letters::{Letter, LetterLook, Letters};
use super::{LEAST, LIMIT};
use hexloupe_text::unicode::lookalike::WritingSystem;

/// The facts about characters; for a word, those of any of them.
type LetterFlags = u16;

/// Part of a word.
const WORD: LetterFlags = 1;
/// Looks like letters of ASCII, but is none.
const LIKE: LetterFlags = 1 << 1;
/// Looks like no other character.
const OWN: LetterFlags = 1 << 2;
/// A character that must be examined more closely, wherever it stands.
const DOUBTFUL: LetterFlags = 1 << 3;
/// `_`.
const JOINT: LetterFlags = 1 << 4;
/// Half of a character of UTF-16.
const HALF: LetterFlags = 1 << 5;
/// Not requested yet.
const UNKNOWN: LetterFlags = 1 << 6;
/// The first of the bits of scripts.
const WRITINGS: u32 = 8;

/// The number of units of UTF-16.
const UNITS: usize = 0x1_0000;
/// Code points requested together.
const PAGE: usize = 256;
/// Units looked up together.
const BLOCK: usize = LIMIT;

/// The facts about the requested units of UTF-16: one table for all scans, since a table for each of many
/// small files costs more than the files. All bits of [`UNKNOWN`] are flipped, so it begins with zeros.
static KNOWN: [AtomicU16; UNITS] = [const { AtomicU16::new(0) }; UNITS];

/// The look-up of units.
#[derive(Debug, Clone, Copy)]
pub(super) struct SoundUnits;

impl SoundUnits {
    /// The length of the text, in bytes of ASCII or in units of UTF-16, that can be skipped after a
    /// character between words: up to a space or a line end.
    pub(super) fn run<T: Copy + Into<u16>>(
        letters: &mut Letters,
        text: &[T],
        before: char,
    ) -> usize {
        let (mut done, mut at) = (0, 0);
        let (mut word, mut count) = (0, 0);
        let mut last = if before.is_ascii() {
            before as u8
        } else {
            BEYOND
        };
        let mut ahead = last;
        while let Some(unit) = text.get(at) {
            if at == done
                && let Some(passed) = Self::simple_run(&text[at..])
            {
                (at, done) = (at + passed, at + passed);
                (last, ahead) = (sign(text[at - 1]), sign(text[at - 1]));
                continue;
            }
            let (mut bits, mut len) = (Self::flags((*unit).into()), 1);
            if bits & (UNKNOWN | HALF) != 0 {
                let Some(c) = first(&text[at..]) else { break };
                (bits, len) = (Self::learn(letters, c), c.len_utf16());
            }
            let own = sign(*unit);
            let is_escape = last == b'\\' && own.is_ascii_alphabetic();
            if bits & WORD != 0 && !is_escape {
                word |= bits;
                count += 1;
            } else {
                let next = text.get(at + 1).map(|unit| sign(*unit));
                if bits & DOUBTFUL != 0 || !is_sound(word, count, [ahead, own], next) {
                    return done;
                }
                (word, count, ahead) = (0, 0, own);
                if matches!(own, b' ' | b'\n') {
                    done = at + 1;
                }
            }
            at += len;
            last = own;
        }
        done
    }

    /// The facts about a unit.
    #[inline]
    fn flags(unit: u16) -> LetterFlags {
        KNOWN[usize::from(unit)].load(Relaxed) ^ UNKNOWN
    }

    /// The length of the text at the front, up to its last space or line end, in which only the
    /// script of its letters matters, and is the same for all; none if it is short.
    #[inline]
    fn simple_run<T: Copy + Into<u16>>(text: &[T]) -> Option<usize> {
        let block = text.first_chunk::<BLOCK>()?;
        let all = { block.iter() }.fold(0, |all, unit| all | Self::flags((*unit).into()));
        let writings = all >> WRITINGS;
        let is_simple = all & (DOUBTFUL | LIKE | UNKNOWN | HALF) == 0
            && writings & writings.wrapping_sub(1) == 0;
        let ends = |unit: &T| matches!(sign(*unit), b' ' | b'\n');
        let last = block.iter().rposition(ends).filter(|_| is_simple)?;
        Some(last + 1)
    }

    /// The facts about a character that its unit alone does not show.
    #[cold]
    fn learn(letters: &mut Letters, c: char) -> LetterFlags {
        let page = c as usize / PAGE * PAGE;
        if let Some(page_bits) = KNOWN.get(page..page + PAGE) {
            for (unit, known) in (page..).zip(page_bits) {
                let c = char::from_u32(unit as u32);
                let bits = c.map_or(HALF, |c| bits(c, letters.letter(c)));
                known.store(bits ^ UNKNOWN, Relaxed);
            }
        }
        bits(c, letters.letter(c))
    }
}

fn bits(c: char, letter: Letter) -> LetterFlags {
    let look = match letter.look {
        LetterLook::Ascii => 0,
        LetterLook::LikeAscii => LIKE,
        LetterLook::Styled => DOUBTFUL,
        LetterLook::Own => OWN,
    };
    let marked = [
        (letter.is_of_word, WORD),
        (letter.may_change || super::spaces::is_unusual(c), DOUBTFUL),
        (c == '_', JOINT),
    ];
    let writing = letter.writing.map_or(0, |of| 1 << (WRITINGS + of.group()));
    marked
        .iter()
        .filter(|(is, _)| *is)
        .fold(look | writing, |all, (_, bit)| all | bit)
}

/// Reports whether nothing is reported of a word with `count` characters, between the bytes
/// `before` and `after`; `next` is the unit after these.
fn is_sound(word: LetterFlags, count: usize, [before, after]: [u8; 2], next: Option<u8>) -> bool {
    let writings = word >> WRITINGS;
    if writings & writings.wrapping_sub(1) != 0 || word & DOUBTFUL != 0 {
        return false;
    }
    let is_east_asian = writings == 1 << WritingSystem::EAST_ASIAN.group() && word & LIKE == 0;
    if count >= LIMIT && !is_east_asian {
        return false;
    }
    if word & LIKE == 0 || word & OWN != 0 {
        return true;
    }
    // It imitates an ASCII word.
    let is_joined = matches!(before, b'.' | b'-') || matches!(after, b'.' | b'-');
    let may_be_called = count >= LEAST
        && (matches!(after, b'(' | b'[' | b'=') || after == b' ' && next.is_none_or(|c| c == b'='));
    let is_other = writings == 1 << WritingSystem::OTHERS;
    !(is_joined || may_be_called || is_other || word & JOINT != 0)
}

/// Stands for any character beyond ASCII.
const BEYOND: u8 = 0x80;

/// A character of ASCII, or the stand-in for others.
#[inline]
fn sign<T: Into<u16>>(unit: T) -> u8 {
    let byte = u8::try_from(unit.into());
    byte.ok().filter(u8::is_ascii).unwrap_or(BEYOND)
}

/// The character at the front of a text, if it is complete.
fn first<T: Copy + Into<u16>>(text: &[T]) -> Option<char> {
    let units = text.iter().map(|unit| (*unit).into());
    char::decode_utf16(units).next()?.ok()
}
