//! Text that is skipped at once, because nothing in it has a notice.
//!
//! It comes in units of UTF-16; text of every encoding can be converted to them. Each unit is
//! looked up in a table once, and the facts about a block are the union of the facts about its
//! units: that needs no branches. Only odd units in a block are examined more closely: an escape, a
//! sign that may belong to mojibake, an invisible character that may be intended. Invariant: going
//! through skipped text character by character reports nothing, and nothing is pending after it.

mod bytes;

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use super::pages;
use super::skipped;
use crate::scan::bidi;
use crate::scan::escapes;
use crate::scan::mojibake::{self, MojibakeWordReader};
use crate::scan::unseen::UnseenFinder;
pub(super) use bytes::QuietBytes;
use hexloupe_text::unicode::notice::{self, Notice, NoticePlace};
use hexloupe_text::unicode::unseen::{RecentCharacters, is_right_to_left};

/// The facts about a unit; for a text, those of any of its units.
type UnitFlags = u8;

/// Carries a notice by itself or may carry one, or ends a paragraph and is beyond ASCII.
const NOTED: UnitFlags = 1;
/// Half of a character.
const HALF: UnitFlags = 1 << 1;
/// A sign in one of the sets that UTF-8 is misread in.
const SIGN: UnitFlags = 1 << 2;
/// A backslash.
const ESCAPE: UnitFlags = 1 << 3;
/// A character beyond ASCII in one of these sets: words of mojibake consist of such.
const WORD: UnitFlags = 1 << 4;
/// A letter or digit of ASCII.
const PLAIN: UnitFlags = 1 << 5;
/// A strong character of right-to-left text.
const RIGHT_TO_LEFT: UnitFlags = 1 << 6;
/// Not looked up yet.
const UNKNOWN: UnitFlags = 1 << 7;
/// The facts that need a closer examination.
const ODD: UnitFlags = NOTED | HALF | SIGN | ESCAPE | UNKNOWN;

/// Units looked up together.
const BLOCK: usize = 64;
/// Code points learnt together.
const PAGE: u16 = 256;
/// The number of units there are.
const UNITS: usize = 0x1_0000;
/// The most units searched for the beginning of a word.
const LONG: usize = 256;

/// The facts about each unit, as far as requested: one table for all scans, since a table for each of many
/// small files costs more than the files. All bits of [`UNKNOWN`] are flipped, so it begins with zeros.
static KNOWN_UNITS: [AtomicU8; UNITS] = [const { AtomicU8::new(0) }; UNITS];

/// The look-up of units.
#[derive(Clone, Copy)]
pub(super) struct QuietUnits;

/// A skippable run: the units at the front, and the facts about them.
#[derive(Clone, Copy, Default)]
pub struct QuietRun {
    /// The number of units.
    pub units: usize,
    bits: UnitFlags,
}

impl QuietRun {
    /// Its first `units`, after which nothing is pending.
    #[must_use]
    pub fn cut(self, units: usize) -> Self {
        Self { units, ..self }
    }

    /// Reports whether it may hold right-to-left text.
    pub(super) fn may_be_right_to_left(self) -> bool {
        self.bits & (RIGHT_TO_LEFT | HALF) != 0
    }
}

impl QuietUnits {
    /// The length of some well-formed text that can be skipped where nothing is pending; `recent`
    /// are the characters before it.
    pub(super) fn run(text: &[u16], recent: &RecentCharacters) -> QuietRun {
        let (mut at, mut met) = (0, 0);
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let block = &rest[..rest.len().min(BLOCK)];
            let mut bits = Self::flags(block);
            if bits & UNKNOWN != 0 {
                Self::learn(block);
                bits = Self::flags(block);
            }
            met |= bits;
            let end = at + block.len();
            while bits & ODD != 0 && at < end {
                let own = Self::flags(&text[at..=at]);
                if own & ODD == 0 {
                    at += 1;
                } else if let Some(after) = Self::odd(text, at, own, recent) {
                    at = after;
                } else {
                    let units = Self::settled(text, at);
                    return QuietRun { units, bits: met };
                }
            }
            at = at.max(end);
        }
        let units = Self::settled(text, text.len());
        QuietRun { units, bits: met }
    }

    /// The facts about a unit, after a look-up.
    fn known(unit: u16) -> UnitFlags {
        let bits = Self::flags(&[unit]);
        if bits & UNKNOWN == 0 {
            return bits;
        }
        Self::learn(&[unit]);
        Self::flags(&[unit])
    }

    /// The facts about some units.
    #[inline]
    fn flags(units: &[u16]) -> UnitFlags {
        let known = |unit: &u16| KNOWN_UNITS[usize::from(*unit)].load(Relaxed) ^ UNKNOWN;
        units.iter().fold(0, |all, unit| all | known(unit))
    }

    #[cold]
    fn learn(units: &[u16]) {
        for unit in units {
            // Another thread may be in the middle of the page: only the unit itself says that it is known.
            if Self::flags(&[*unit]) & UNKNOWN != 0 {
                let first = unit / PAGE * PAGE;
                for unit in first..=first + (PAGE - 1) {
                    let bits = char::from_u32(unit.into()).map_or(HALF, bits_of);
                    KNOWN_UNITS[usize::from(unit)].store(bits ^ UNKNOWN, Relaxed);
                }
            }
        }
    }

    /// The place to go on after an odd unit; none if it cannot be skipped.
    fn odd(text: &[u16], at: usize, bits: UnitFlags, recent: &RecentCharacters) -> Option<usize> {
        if bits & SIGN != 0 && Self::is_of_mojibake(text, at) {
            return None;
        }
        if bits & ESCAPE != 0 {
            return escapes::pass(&text[at..]).map(|len| at + len);
        }
        if bits & (NOTED | HALF) == 0 {
            return Some(at + 1);
        }
        let c = first(&text[at..])?;
        if pages::is_clean(u32::from(c)) {
            return Some(at + c.len_utf16());
        }
        Self::meant(text, at, recent)
    }

    /// Reports whether the word around a sign is mojibake, or may continue as such.
    fn is_of_mojibake(text: &[u16], at: usize) -> bool {
        let is_of_word = |unit: &&u16| Self::flags(&[**unit]) & (WORD | PLAIN) != 0;
        let before = text[..at].iter().rev().take(LONG).take_while(is_of_word);
        let run = before.count();
        if run == LONG {
            return true;
        }
        // A word begins with a character beyond ASCII.
        let mut word = text[at - run..].iter().skip_while(|unit| **unit < 0x80);
        let mut next = || char::from_u32(u32::from(*word.next()?));
        let (Some(first), second) = (next(), next()) else {
            return true;
        };
        if second.is_some_and(|second| !mojibake::may_begin(first, second)) {
            return false;
        }
        let (mut words, mut told) = (MojibakeWordReader::default(), false);
        let mut report = |_, _, ()| told = true;
        words.character(first, &(0..1), (), &mut report);
        for c in second.into_iter().chain(std::iter::from_fn(next)) {
            words.character(c, &(0..1), (), &mut report);
            if words.is_settled() {
                return told;
            }
        }
        true
    }

    /// The place to go on after invisible characters, if those around make them intended.
    fn meant(text: &[u16], from: usize, recent: &RecentCharacters) -> Option<usize> {
        let mut unseen = UnseenFinder::after(skipped::recent(recent, &text[..from]));
        let mut told = false;
        let mut at = from;
        while let Some(c) = first(&text[at..]) {
            let mut report = |_, _, ()| told = true;
            match notice::unseen(c, NoticePlace::Inside) {
                _ if notice::standing(c, NoticePlace::Inside).is_some() => return None,
                Some(Notice::BidiControl) => return None,
                Some(_) if at > from && Self::flags(&text[at..=at]) & SIGN != 0 => return None,
                Some(kind) => {
                    unseen.unseen(c, kind, false, &(0..1), (), &mut report);
                    at += c.len_utf16();
                }
                None if at == from => return None,
                None => unseen.seen(c, &mut report),
            }
            if told {
                return None;
            }
            if unseen.is_settled() {
                return Some(at);
            }
        }
        None
    }

    /// The last place up to an index where nothing is pending.
    fn settled(text: &[u16], until: usize) -> usize {
        let mut end = until;
        while let Some(&last) = text[..end].last() {
            let bits = Self::flags(&[last]);
            if bits & PLAIN != 0 {
                // Letters and digits of ASCII continue a word, and begin none.
                let is_plain = |unit: &&u16| Self::flags(&[**unit]) & PLAIN != 0;
                let run = text[..end].iter().rev().take_while(is_plain).count();
                let before = text[..end - run].last();
                if before.is_none_or(|unit| Self::flags(&[*unit]) & WORD == 0) {
                    return end;
                }
                end -= run;
            } else if bits & HALF != 0 {
                let whole = text[..end].len().checked_sub(2);
                let c = whole.and_then(|at| first(&text[at..end]));
                if c.is_some_and(|c| pages::is_clean(u32::from(c))) {
                    return end;
                }
                end = whole.unwrap_or(0);
            } else if bits & (NOTED | ESCAPE | WORD) != 0 || last == u16::from(b'\r') {
                end -= 1;
            } else {
                return end;
            }
        }
        end
    }
}

fn bits_of(c: char) -> UnitFlags {
    if c.is_ascii() {
        return match c {
            '\\' => ESCAPE,
            '\n' | '\r' => 0,
            _ if bidi::ends_paragraph(c) || pages::has(c) => NOTED,
            _ if c.is_ascii_alphanumeric() => PLAIN,
            _ => 0,
        };
    }
    let marked = [
        (pages::has(c) || bidi::ends_paragraph(c), NOTED),
        (mojibake::is_sign(c), SIGN),
        (mojibake::is_of_word(c), WORD),
        (is_right_to_left(c), RIGHT_TO_LEFT),
    ];
    marked
        .iter()
        .filter(|(is, _)| *is)
        .fold(0, |all, (_, bit)| all | bit)
}

/// The character at the front of some well-formed UTF-16.
fn first(text: &[u16]) -> Option<char> {
    char::decode_utf16(text.iter().copied()).next()?.ok()
}

#[cfg(test)]
mod tests;
