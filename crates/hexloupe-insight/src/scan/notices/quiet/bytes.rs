//! UTF-8 that is passed over as it is, without being decoded.
//!
//! Most letters begin with bytes with which nothing odd begins, and are passed many at once. Else
//! two bytes together are looked up at every byte: at the first byte of a character they tell what
//! is known of it, or of the characters that begin so; at the others nothing. As in the text of
//! units, only what is odd is looked at more closely. Invariant: going through what is
//! passed over character by character reports nothing, and nothing is begun behind it, whatever
//! follows.

use std::ops::Range;

use super::{Bits, ESCAPE, HALF, LONG, NOTED, Quiet, SIGN, UNKNOWN, bits_of};
use crate::scan::blocks::{BLOCK, Met, SHOWN, Signs};
use crate::scan::escapes;
use crate::scan::mojibake::{self, Words};
use crate::scan::notices::pages;
use crate::scan::notices::settles;
use crate::scan::text::first_of_utf8;
use crate::scan::vector::Machine;

/// What must be looked at more closely. A character of four bytes counts as a half.
const ODD: Bits = NOTED | HALF | SIGN | ESCAPE | UNKNOWN;
/// Bytes that are passed together by what characters begin with.
const LANE: usize = 32;
/// Bytes that are looked up together.
const PART: usize = 16;
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
        machine: Option<Machine>,
        quiet: &mut Quiet,
        text: &[u8],
    ) -> usize {
        if self.0.is_empty() {
            self.0 = (0..PAIRS).map(bits_at_first).collect();
        }
        // Where the word ends that was looked at last, and of which nothing is told.
        let (mut at, mut sound) = (0, 0);
        while at < text.len() {
            let met;
            (at, met) = match machine {
                Some(machine) => machine.quiet(text, at),
                None => (at + clean_lanes(&text[at..]), None),
            };
            if let Some(Met::Signs(signs)) = met {
                match sound_signs(text, at, &signs, &mut sound) {
                    Ok(()) => at += BLOCK,
                    Err(found) => return settled(&text[..found]),
                }
                continue;
            }
            // After a block with something odd, or at the end.
            let until = text
                .len()
                .min(at + if machine.is_some() { SHOWN } else { PART });
            while at < until {
                let end = until.min(at + PART);
                match self.pass_part(quiet, text, at..end, &mut sound) {
                    Ok(after) => at = after,
                    Err(found) => return settled(&text[..found]),
                }
            }
        }
        settled(text)
    }

    /// Passes over a part; returns where to go on, or what is odd and cannot be passed over.
    #[inline]
    fn pass_part(
        &mut self,
        quiet: &mut Quiet,
        text: &[u8],
        part: Range<usize>,
        sound: &mut usize,
    ) -> Result<usize, usize> {
        let Range { start: mut at, end } = part;
        let bits = self.of(text, at, end);
        if bits & UNKNOWN != 0 {
            self.learn(text, at, end);
        }
        while bits & ODD != 0
            && let Some(found) = self.odd_at(text, at, end)
        {
            match odd(quiet, text, found, sound) {
                Some(after) => at = after,
                None => return Err(found),
            }
        }
        Ok(at.max(end))
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

/// How many bytes at the front are lanes in which nothing odd begins.
#[inline]
fn clean_lanes(text: &[u8]) -> usize {
    let lanes = text.chunks_exact(LANE);
    lanes.take_while(|lane| is_clean(lane)).count() * LANE
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
fn odd(quiet: &mut Quiet, text: &[u8], at: usize, sound: &mut usize) -> Option<usize> {
    let rest = &text[at..];
    if rest[0] == b'\\' {
        return escapes::pass(rest).map(|len| at + len);
    }
    let (c, len) = first_of_utf8(rest)?;
    let bits = match u16::try_from(u32::from(c)) {
        Ok(unit) => quiet.known(unit),
        Err(_) if pages::is_clean(u32::from(c)) => 0,
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

/// Whether no word around the signs of a block is mojibake; else the first sign of which that is
/// not certain.
fn sound_signs(text: &[u8], block: usize, masks: &Signs, sound: &mut usize) -> Result<(), usize> {
    let mut signs = masks.begins;
    while signs != 0 {
        let sign = signs.trailing_zeros();
        let place = block + sign as usize;
        let earlier = !masks.words & ((1 << sign) - 1);
        let later = !masks.words & (u64::MAX << sign);
        let is_short = earlier != 0 && later != 0 && {
            // Most words lie in the block, and have hardly anything beyond ASCII.
            let behind = (later & later.wrapping_neg()) - 1;
            let word = behind & !(u64::MAX >> earlier.leading_zeros());
            ((masks.leads & word).count_ones() as usize) < mojibake::LEAST
        };
        let end = if is_short {
            block + later.trailing_zeros() as usize
        } else if place < *sound {
            *sound
        } else {
            *sound = sound_word(text, place).ok_or(place)?;
            *sound
        };
        signs &= match end.saturating_sub(block) {
            passed @ 0..BLOCK => u64::MAX << passed,
            _ => 0,
        };
    }
    Ok(())
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
    if beyond >= mojibake::LEAST && may_tell(run) {
        let (mut words, mut told) = (Words::default(), false);
        let mut report = |_, _, ()| told = true;
        characters(run).for_each(|c| words.character(c, &(0..1), (), &mut report));
        words.interrupt(&mut report);
        if told {
            return None;
        }
    }
    Some(end)
}

/// Whether one of the words in some letters, digits and characters beyond ASCII begins as one that
/// is mojibake. Hardly a sound one does.
fn may_tell(run: &[u8]) -> bool {
    let (mut begun, mut count) = (['\0'; 4], 0);
    for c in characters(run) {
        if !c.is_ascii() && !mojibake::is_of_word(c) {
            count = 0;
        } else if count > 0 || !c.is_ascii() {
            if let Some(place) = begun.get_mut(count) {
                *place = c;
            }
            count += 1;
            if count == begun.len() && mojibake::may_begin_with(&begun) {
                return true;
            }
        }
    }
    false
}

/// The characters of some well-formed UTF-8.
fn characters(mut text: &[u8]) -> impl Iterator<Item = char> {
    std::iter::from_fn(move || {
        let (c, len) = first_of_utf8(text)?;
        text = &text[len..];
        Some(c)
    })
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
    #[test]
    fn what_the_kernel_passes_has_nothing_odd() {
        let Some(machine) = Machine::here() else {
            return;
        };
        let mut passed = 0;
        for c in ('\0'..='\u{323FF}').chain('\u{E0000}'..='\u{E01FF}') {
            let before = u32::from(c) as usize % 70;
            let text = format!("{}{c}{}", ".".repeat(before), ".".repeat(200));
            let met = machine.quiet(text.as_bytes(), 0).1;
            let bits = match bits_of(c) {
                bits if u32::from(c) <= 0xFFFF => bits,
                _ if pages::is_clean(u32::from(c)) => 0,
                _ => NOTED,
            };
            match met {
                None => assert_eq!(bits & ODD, 0, "U+{:04X}", u32::from(c)),
                Some(Met::Signs(signs)) => {
                    assert_eq!(bits & (ODD & !SIGN), 0, "U+{:04X}", u32::from(c));
                    assert_eq!(signs.begins.count_ones(), 1);
                    let place = before % BLOCK;
                    let shown = (place + c.len_utf8()).min(BLOCK) - place;
                    assert_eq!(signs.words.count_ones() as usize, shown);
                }
                Some(Met::Odd) => {}
            }
            passed += usize::from(met != Some(Met::Odd));
        }
        assert!(passed > 40_000, "{passed}");
    }
}
