//! UTF-8 that is passed over as it is, without being decoded.
//!
//! Most letters begin with bytes with which nothing odd begins, and are passed many at once. Else
//! two bytes together are looked up at every byte: at the first byte of a character they tell what
//! is known of it, or of the characters that begin so; at the others nothing. As in the text of
//! units, only what is odd is looked at more closely. Invariant: going through what is
//! passed over character by character reports nothing, and nothing is begun behind it, whatever
//! follows.

use super::{Bits, ESCAPE, HALF, LONG, NOTED, Quiet, SIGN, UNKNOWN, bits_of};
use crate::scan::escapes;
use crate::scan::mojibake::{self, Words};
use crate::scan::notices::pages::Pages;
use crate::scan::notices::settles;
use crate::scan::text::first_of_utf8;

/// What must be looked at more closely. A character of four bytes counts as a half.
const ODD: Bits = NOTED | HALF | SIGN | ESCAPE | UNKNOWN;
/// Bytes that are passed together by what characters begin with.
const LANE: usize = 32;
/// Bytes that are looked up together.
const BLOCK: usize = 16;
/// The number of pairs of bytes.
const PAIRS: usize = 0x1_0000;

/// What is known of two bytes, as far as it was asked; empty before.
#[derive(Clone, Default)]
pub(in crate::scan::notices) struct QuietBytes(Vec<Bits>);

impl QuietBytes {
    /// How many bytes at the front of some well-formed UTF-8 can be passed over where nothing is
    /// begun.
    pub(in crate::scan::notices) fn run(
        &mut self,
        (quiet, pages): (&mut Quiet, &mut Pages),
        text: &[u8],
    ) -> usize {
        if self.0.is_empty() {
            self.0 = (0..PAIRS).map(bits_at_first).collect();
        }
        // Where the word ends that was looked at last, and of which nothing is told.
        let (mut at, mut sound) = (0, 0);
        while at < text.len() {
            let lanes = text[at..].chunks_exact(LANE);
            at += lanes.take_while(|lane| is_clean(lane)).count() * LANE;
            if at == text.len() {
                break;
            }
            let end = text.len().min(at + BLOCK);
            let bits = self.of(text, at, end);
            if bits & UNKNOWN != 0 {
                self.learn(text, at, end);
            }
            while bits & ODD != 0
                && let Some(found) = self.odd_at(text, at, end)
            {
                match odd((quiet, pages), text, found, &mut sound) {
                    Some(after) => at = after,
                    None => return settled(&text[..found]),
                }
            }
            at = at.max(end);
        }
        settled(text)
    }

    /// The first place from one to another where something is odd.
    #[inline]
    fn odd_at(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        (from..to).find(|at| self.of(text, *at, at + 1) & ODD != 0)
    }

    /// What is known of the bytes from one place to another, with the byte after them.
    #[inline]
    fn of(&self, text: &[u8], from: usize, to: usize) -> Bits {
        let Some(table) = self.0.first_chunk::<PAIRS>() else {
            return UNKNOWN;
        };
        let known = |first: u8, second: u8| table[usize::from(first) << 8 | usize::from(second)];
        let last = text.get(to).copied().unwrap_or_default();
        let (firsts, seconds) = (&text[from..to], &text[from + 1..to]);
        let pairs = firsts.iter().zip(seconds);
        let all = pairs.fold(0, |all, (first, second)| all | known(*first, *second));
        all | firsts.last().map_or(0, |first| known(*first, last))
    }

    #[cold]
    fn learn(&mut self, text: &[u8], from: usize, to: usize) {
        for at in from..to {
            let (first, second) = (text[at], text.get(at + 1).copied().unwrap_or_default());
            let pair = usize::from(first) << 8 | usize::from(second);
            if let Some(bits) = self.0.get_mut(pair).filter(|bits| **bits & UNKNOWN != 0) {
                *bits = bits_of_pair(first, second);
            }
        }
    }
}

/// Whether nothing odd begins in a lane, by what its characters begin with.
#[inline]
fn is_clean(lane: &[u8]) -> bool {
    let is_clean = |byte: &u8| {
        let among = |first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
        let ascii = among(b'\t', b'\r') | among(b' ', b'[') | among(b']', b'~');
        // Within a character; Latin; Greek and Cyrillic; Han; Hangul.
        let beyond = among(0x80, 0xBF) | among(0xC3, 0xCA) | among(0xCF, 0xD3);
        ascii | beyond | among(0xE4, 0xE9) | among(0xEB, 0xEC)
    };
    lane.iter().fold(true, |all, byte| all & is_clean(byte))
}

/// What is known of two bytes at first.
fn bits_at_first(pair: usize) -> Bits {
    match (pair >> 8) as u8 {
        first @ 0..0x80 => bits_of(char::from(first)),
        0xC2..0xF0 => UNKNOWN,
        0xF0..0xF5 => HALF,
        // Within a character.
        _ => 0,
    }
}

/// What is known of the characters of two or three bytes that begin with these.
fn bits_of_pair(first: u8, second: u8) -> Bits {
    let low = u32::from(second & 0x3F);
    let points = if first < 0xE0 {
        let point = u32::from(first & 0x1F) << 6 | low;
        point..point + 1
    } else {
        let point = u32::from(first & 0x0F) << 12 | low << 6;
        point..point + 64
    };
    points
        .filter_map(char::from_u32)
        .fold(0, |all, c| all | bits_of(c))
}

/// Where to go on after something odd; none if it cannot be passed over, or only with what is
/// around it.
fn odd(
    (quiet, pages): (&mut Quiet, &mut Pages),
    text: &[u8],
    at: usize,
    sound: &mut usize,
) -> Option<usize> {
    let rest = &text[at..];
    if rest[0] == b'\\' {
        return escapes::pass(rest).map(|len| at + len);
    }
    let (c, len) = first_of_utf8(rest)?;
    let bits = match u16::try_from(u32::from(c)) {
        Ok(unit) => quiet.known(unit),
        Err(_) if pages.is_clean(u32::from(c)) => 0,
        Err(_) => NOTED,
    };
    if bits & NOTED != 0 {
        return None;
    }
    if bits & SIGN != 0 && at >= *sound {
        *sound = sound_word(text, at)?;
    }
    Some(at + len)
}

/// Just past the letters and digits of ASCII and the characters beyond it around a place, if no
/// word among them is mojibake.
fn sound_word(text: &[u8], at: usize) -> Option<usize> {
    let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let (before, after) = text.split_at(at);
    let before = { before.iter().rev() }
        .take(LONG)
        .take_while(belongs)
        .count();
    let after = after.iter().take(LONG).take_while(belongs).count();
    let end = at + after;
    if before == LONG || after == LONG || end == text.len() {
        return None;
    }
    let run = &text[at - before..end];
    let beyond = run.iter().filter(|byte| **byte >= 0xC0).count();
    if beyond >= mojibake::LEAST {
        let (mut words, mut told) = (Words::default(), false);
        let (mut report, mut next) = (|_, _, ()| told = true, 0);
        while let Some((c, len)) = first_of_utf8(&run[next..]) {
            words.character(c, &(0..1), (), &mut report);
            next += len;
        }
        words.interrupt(&mut report);
        if told {
            return None;
        }
    }
    Some(end)
}

/// Just past the last character after which nothing is begun, whatever follows.
fn settled(text: &[u8]) -> usize {
    let ends = |byte: &u8| settles(char::from(*byte)) && *byte != b'\r';
    text.iter().rposition(ends).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_clean_by_its_first_byte_has_nothing_odd() {
        for c in '\0'..=char::MAX {
            let mut room = [0; 4];
            let bytes = c.encode_utf8(&mut room).as_bytes();
            if is_clean(&bytes[..1]) {
                assert_eq!(bits_of(c) & ODD, 0, "U+{:04X}", u32::from(c));
                assert!(is_clean(bytes), "U+{:04X}", u32::from(c));
            }
        }
    }
}
