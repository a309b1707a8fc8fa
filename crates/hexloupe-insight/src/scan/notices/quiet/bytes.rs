//! UTF-8 that is skipped without being decoded.
//!
//! Most letters begin with bytes that begin nothing odd, and are skipped many at once. Else two
//! bytes together are looked up at every byte: at the first byte of a character they give the facts
//! about it, or about all characters with that beginning; at the others none. As for text in units,
//! only odd characters are examined more closely. Invariant: going through skipped text character
//! by character reports nothing, and nothing is pending after it, whatever follows.

use std::ops::Range;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use super::{ESCAPE, HALF, LONG, NOTED, QuietUnits, SIGN, UNKNOWN, UnitFlags, bits_of};
use crate::scan::blocks::{BLOCK, BlockContent, SHOWN, Signs};
use crate::scan::escapes;
use crate::scan::mojibake::{self, MojibakeWordReader};
use crate::scan::notices::pages;
use crate::scan::notices::settles;
use crate::scan::text::first_of_utf8;
use crate::scan::vector::ScanMachine;

/// The facts that need a closer examination. A character of four bytes counts as a half.
const ODD: UnitFlags = NOTED | HALF | SIGN | ESCAPE | UNKNOWN;
/// Bytes skipped together by the first bytes of their characters.
const LANE: usize = 32;
/// Bytes looked up together.
const PART: usize = 16;
/// The number of pairs of bytes.
const PAIRS: usize = 0x1_0000;

/// The facts about each two bytes, as far as requested: one table for all scans, as that of units.
static KNOWN_PAIRS: [AtomicU8; PAIRS] = [const { AtomicU8::new(0) }; PAIRS];

/// The look-up of bytes.
#[derive(Clone, Copy)]
pub(in crate::scan::notices) struct QuietBytes;

impl QuietBytes {
    /// The number of bytes at the front of some well-formed UTF-8 that can be skipped where nothing
    /// is pending.
    pub(in crate::scan::notices) fn run(machine: Option<ScanMachine>, text: &[u8]) -> usize {
        // The end of the word examined last, which has no findings.
        let (mut at, mut sound) = (0, 0);
        while at < text.len() {
            let met;
            (at, met) = match machine {
                Some(machine) => machine.quiet(text, at),
                None => (at + clean_lanes(&text[at..]), None),
            };
            if let Some(BlockContent::Signs(signs)) = met {
                match sound_signs(text, at, &signs, &mut sound) {
                    Ok(()) => at += BLOCK,
                    Err(found) => return settled(&text[..found]),
                }
                continue;
            }
            // After a block with an odd character, or at the end.
            let until = text
                .len()
                .min(at + if machine.is_some() { SHOWN } else { PART });
            while at < until {
                let end = until.min(at + PART);
                match Self::pass_part(text, at..end, &mut sound) {
                    Ok(after) => at = after,
                    Err(found) => return settled(&text[..found]),
                }
            }
        }
        settled(text)
    }

    /// Skips a part; returns the place to go on, or the odd character that cannot be skipped.
    #[inline]
    fn pass_part(text: &[u8], part: Range<usize>, sound: &mut usize) -> Result<usize, usize> {
        let Range { start: mut at, end } = part;
        let bits = Self::flags(text, at, end);
        if bits & UNKNOWN != 0 {
            Self::learn(text, at, end);
        }
        while bits & ODD != 0
            && let Some(found) = Self::odd_at(text, at, end)
        {
            match odd(text, found, sound) {
                Some(after) => at = after,
                None => return Err(found),
            }
        }
        Ok(at.max(end))
    }

    /// The first odd place between two places.
    #[inline]
    fn odd_at(text: &[u8], from: usize, to: usize) -> Option<usize> {
        (from..to).find(|at| Self::flags(text, *at, at + 1) & ODD != 0)
    }

    /// The facts about the bytes between two places, with the byte after them.
    #[inline]
    fn flags(text: &[u8], from: usize, to: usize) -> UnitFlags {
        let known =
            |first: u8, second: u8| KNOWN_PAIRS[pair_of(first, second)].load(Relaxed) ^ UNKNOWN;
        let last = text.get(to).copied().unwrap_or_default();
        let (firsts, seconds) = (&text[from..to], &text[from + 1..to]);
        let pairs = firsts.iter().zip(seconds);
        let all = pairs.fold(0, |all, (first, second)| all | known(*first, *second));
        all | firsts.last().map_or(0, |first| known(*first, last))
    }

    #[cold]
    fn learn(text: &[u8], from: usize, to: usize) {
        for at in from..to {
            let (first, second) = (text[at], text.get(at + 1).copied().unwrap_or_default());
            let pair = pair_of(first, second);
            if KNOWN_PAIRS[pair].load(Relaxed) == 0 {
                KNOWN_PAIRS[pair].store(bits_of_pair(first, second) ^ UNKNOWN, Relaxed);
            }
        }
    }
}

/// The place of two bytes in the table.
fn pair_of(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

/// The number of bytes at the front in lanes that begin nothing odd.
#[inline]
fn clean_lanes(text: &[u8]) -> usize {
    let lanes = text.chunks_exact(LANE);
    lanes.take_while(|lane| is_clean(lane)).count() * LANE
}

/// Reports whether nothing odd begins in a lane, by the first bytes of its characters.
#[inline]
fn is_clean(lane: &[u8]) -> bool {
    let is_clean = |byte: &u8| {
        let among = |first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
        let blank = among(b'\t', b'\n') | among(b'\r', b'\r');
        let ascii = blank | among(b' ', b'[') | among(b']', b'~');
        // Within a character; Latin; Greek and Cyrillic; Han; Hangul.
        let beyond = among(0x80, 0xBF) | among(0xC3, 0xC6) | among(0xC8, 0xCA) | among(0xCF, 0xD3);
        ascii | beyond | among(0xE4, 0xE9) | among(0xEB, 0xEC)
    };
    lane.iter().fold(true, |all, byte| all & is_clean(byte))
}

/// The facts about two bytes: about the first, if it is of ASCII or begins four bytes; else about the
/// characters of two or three bytes with this beginning.
fn bits_of_pair(first: u8, second: u8) -> UnitFlags {
    let low = u32::from(second & 0x3F);
    let points = match first {
        0..0x80 => return bits_of(char::from(first)),
        0xC2..0xE0 => {
            let point = u32::from(first & 0x1F) << 6 | low;
            point..point + 1
        }
        0xE0..0xF0 => {
            let point = u32::from(first & 0x0F) << 12 | low << 6;
            point..point + 64
        }
        0xF0..0xF5 => return HALF,
        // Within a character.
        _ => return 0,
    };
    points
        .filter_map(char::from_u32)
        .fold(0, |all, c| all | bits_of(c))
}

/// The place to go on after an odd character; none if it cannot be skipped, or only with the text
/// around it.
fn odd(text: &[u8], at: usize, sound: &mut usize) -> Option<usize> {
    let rest = &text[at..];
    if rest[0] == b'\\' {
        return escapes::pass(rest).map(|len| at + len);
    }
    let (c, len) = first_of_utf8(rest)?;
    let bits = match u16::try_from(u32::from(c)) {
        Ok(unit) => QuietUnits::known(unit),
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

/// Reports whether no word around the signs of a block is mojibake; else the first sign without
/// that certainty.
fn sound_signs(text: &[u8], block: usize, masks: &Signs, sound: &mut usize) -> Result<(), usize> {
    let mut signs = masks.begins;
    while signs != 0 {
        let sign = signs.trailing_zeros();
        let place = block + sign as usize;
        let earlier = !masks.words & ((1 << sign) - 1);
        let later = !masks.words & (u64::MAX << sign);
        let is_short = earlier != 0 && later != 0 && {
            // Most words lie in the block, and have hardly any characters beyond ASCII.
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

/// The end of the letters and digits of ASCII and the characters beyond it around a place, if no
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
        let (mut words, mut told) = (MojibakeWordReader::default(), false);
        let mut report = |_, _, ()| told = true;
        characters(run).for_each(|c| words.character(c, &(0..1), (), &mut report));
        words.interrupt(&mut report);
        if told {
            return None;
        }
    }
    Some(end)
}

/// Reports whether one of the words in some letters, digits and characters beyond ASCII begins like
/// one of mojibake. Hardly a sound one does.
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

/// The place after the last character that leaves nothing pending, whatever follows.
fn settled(text: &[u8]) -> usize {
    let ends = |byte: &u8| settles(char::from(*byte)) && *byte != b'\r';
    text.iter().rposition(ends).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_clean_by_their_first_byte_are_not_odd() {
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
    fn text_that_the_kernel_skips_is_not_odd() {
        let Some(machine) = ScanMachine::here() else {
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
                Some(BlockContent::Signs(signs)) => {
                    assert_eq!(bits & (ODD & !SIGN), 0, "U+{:04X}", u32::from(c));
                    assert_eq!(signs.begins.count_ones(), 1);
                    let place = before % BLOCK;
                    let shown = (place + c.len_utf8()).min(BLOCK) - place;
                    assert_eq!(signs.words.count_ones() as usize, shown);
                }
                Some(BlockContent::Odd) => {}
            }
            passed += usize::from(met != Some(BlockContent::Odd));
        }
        assert!(passed > 40_000, "{passed}");
    }
}
