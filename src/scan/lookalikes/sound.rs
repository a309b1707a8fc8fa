//! Text that is passed over because nothing in it can be told: words of one script that pass for
//! no word of ASCII, or stand where they are no name.
//!
//! Most of all text is of that kind, and finding it out must cost little: each character is looked
//! up once in a table, and what is known of a word is the union of what is known of its characters.
//! Invariant: where text is passed over, going through it character by character tells nothing, and
//! nothing is begun behind it.

use super::letters::{Letter, Letters, Look};
use super::{LEAST, LIMIT};
use crate::unicode::lookalike::Writing;

/// What is known of characters; of a word, of any of them.
type Bits = u16;

/// Belongs to a word.
const WORD: Bits = 1;
/// Is drawn like letters of ASCII, but is none.
const LIKE: Bits = 1 << 1;
/// Is drawn like nothing but itself.
const OWN: Bits = 1 << 2;
/// Must be looked at more closely, wherever it stands.
const DOUBTFUL: Bits = 1 << 3;
/// `_`.
const JOINT: Bits = 1 << 4;
/// The first of the bits of scripts.
const WRITINGS: u32 = 8;

/// What is known of the characters that were asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Sound {
    /// Where the page of 256 code points is in `bits`, counted from 1; 0 if it was not asked for.
    pages: Vec<u16>,
    bits: Vec<[Bits; 256]>,
}

impl Sound {
    /// How many bytes of UTF-8 at the front can be passed over, after a character between words:
    /// up to a space or a line end.
    pub(super) fn run(&mut self, letters: &mut Letters, text: &[u8], before: char) -> usize {
        let (mut done, mut at) = (0, 0);
        let (mut word, mut count) = (0, 0);
        // Of a character beyond ASCII only that it is one.
        let mut last = if before.is_ascii() {
            before as u8
        } else {
            0x80
        };
        let mut ahead = last;
        while let Some((c, len)) = first(&text[at..]) {
            if at == done
                && let Some(passed) = ascii_run(&text[at..])
            {
                (at, done) = (at + passed, at + passed);
                (last, ahead) = (text[at - 1], text[at - 1]);
                continue;
            }
            let byte = text[at];
            let bits = self.of(letters, c);
            let is_escape = last == b'\\' && byte.is_ascii_alphabetic();
            if bits & WORD != 0 && !is_escape {
                word |= bits;
                count += 1;
            } else {
                let next = text.get(at + 1).copied();
                if bits & DOUBTFUL != 0 || !is_sound(word, count, [ahead, byte], next) {
                    return done;
                }
                (word, count, ahead) = (0, 0, byte);
                if matches!(byte, b' ' | b'\n') {
                    done = at + 1;
                }
            }
            at += len;
            last = byte;
        }
        done
    }

    #[inline]
    fn of(&mut self, letters: &mut Letters, c: char) -> Bits {
        let (page, low) = (u32::from(c) as usize >> 8, u32::from(c) as usize & 0xFF);
        match self.pages.get(page) {
            Some(place @ 1..) => self.bits[usize::from(*place) - 1][low],
            _ => self.learn(letters, page)[low],
        }
    }

    #[cold]
    fn learn(&mut self, letters: &mut Letters, page: usize) -> [Bits; 256] {
        let of = |low: usize| {
            let c = char::from_u32((page << 8 | low) as u32);
            c.map_or(DOUBTFUL, |c| bits(c, letters.of(c)))
        };
        let bits: [Bits; 256] = std::array::from_fn(of);
        self.pages.resize(self.pages.len().max(page + 1), 0);
        self.bits.push(bits);
        self.pages[page] = self.bits.len() as u16;
        bits
    }
}

fn bits(c: char, letter: Letter) -> Bits {
    let look = match letter.look {
        Look::Ascii => 0,
        Look::LikeAscii => LIKE,
        Look::Styled => DOUBTFUL,
        Look::Own => OWN,
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

/// Whether nothing is told of a word of so many characters, between two bytes, of which the second
/// has another after it.
fn is_sound(word: Bits, count: usize, [before, after]: [u8; 2], next: Option<u8>) -> bool {
    let writings = word >> WRITINGS;
    if writings & writings.wrapping_sub(1) != 0 || word & DOUBTFUL != 0 {
        return false;
    }
    let is_east_asian = writings == 1 << Writing::EAST_ASIAN.group() && word & LIKE == 0;
    if count >= LIMIT && !is_east_asian {
        return false;
    }
    if word & LIKE == 0 || word & OWN != 0 {
        return true;
    }
    // It passes for a word of ASCII.
    let is_joined = matches!(before, b'.' | b'-') || matches!(after, b'.' | b'-');
    let may_be_called = count >= LEAST
        && (matches!(after, b'(' | b'[' | b'=') || after == b' ' && next.is_none_or(|c| c == b'='));
    let is_other = writings == 1 << Writing::OTHERS;
    !(is_joined || may_be_called || is_other || word & JOINT != 0)
}

/// Bytes that are asked together whether they are of ASCII.
const LANE: usize = 64;

/// The length of plain ASCII at the front up to its last space or line end, if it is long.
#[inline]
fn ascii_run(text: &[u8]) -> Option<usize> {
    let lane = text.get(..LANE).filter(|lane| lane.is_ascii())?;
    let last = lane.iter().rposition(|byte| matches!(byte, b' ' | b'\n'))?;
    Some(last + 1)
}

/// The first character of some UTF-8, and its length. None if it is ill-formed or cut.
#[inline]
fn first(text: &[u8]) -> Option<(char, usize)> {
    let lead = *text.first()?;
    let len = match lead {
        0..0x80 => return Some((char::from(lead), 1)),
        0xC2..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0..0xF5 => 4,
        _ => return None,
    };
    let rest = text.get(1..len)?;
    if !rest.iter().all(|byte| byte & 0xC0 == 0x80) {
        return None;
    }
    let head = u32::from(lead) & (0x7F >> len);
    let point = rest
        .iter()
        .fold(head, |point, byte| point << 6 | u32::from(byte & 0x3F));
    // An overlong form gives another character than its bytes say; it is not passed over.
    let c = char::from_u32(point)?;
    (c.len_utf8() == len).then_some((c, len))
}
