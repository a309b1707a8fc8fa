//! The characters that carry a notice by themselves, cached on request.
//!
//! The cache serves the whole program, since asking the tables of Unicode for 256 characters takes
//! longer than checking a short file. Invariant: the cache equals the table of notices; memory is
//! bounded by the number of code points in Unicode.

use std::sync::OnceLock;

use crate::scan::bidi;
use hexloupe_text::unicode::notice::{self, NoticePlace};

/// Code points of a page: a bit for each that carries a notice inside the data.
type Page = [u64; 4];

/// Bytes examined together.
pub(super) const LANE: usize = 16;

/// Number of pages.
const PAGES: usize = 0x1100;

/// The facts about characters by their first byte in UTF-8, as far as requested.
#[derive(Clone)]
pub(super) struct CleanLeads {
    /// True if all characters that begin with the byte are clean.
    clean: [bool; 256],
    /// True if that is known.
    known: [bool; 256],
}

impl Default for CleanLeads {
    fn default() -> Self {
        // ASCII is handled elsewhere, and the other bytes begin no character.
        let known = std::array::from_fn(|byte| !(0xC2..0xF5).contains(&byte));
        Self {
            clean: known,
            known,
        }
    }
}

impl CleanLeads {
    #[inline]
    pub(super) fn are_clean(&self, lane: &[u8]) -> bool {
        lane.iter()
            .fold(true, |all, byte| all & self.clean[usize::from(*byte)])
    }
}

impl CleanLeads {
    /// Length of the next character, or of a part of it, if it is clean; else 0.
    #[inline]
    pub(super) fn clean_step(&mut self, bytes: &[u8]) -> usize {
        let Some(&lead) = bytes.first() else { return 0 };
        let len = match lead {
            0xC2..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0..0xF5 => 4,
            // ASCII, or a byte that begins no character.
            _ => return 1,
        };
        if !self.known[usize::from(lead)] {
            self.known[usize::from(lead)] = true;
            self.clean[usize::from(lead)] = is_clean_lead(lead);
        }
        let rest = bytes.get(1..len).unwrap_or_default();
        let continued = |byte: &u8| byte & 0xC0 == 0x80;
        if rest.len() + 1 < len || !rest.iter().all(continued) {
            // Ill-formed, or cut: skipped only if every character of this lead byte is clean.
            return usize::from(self.clean[usize::from(lead)]);
        }
        let head = u32::from(lead) & (0x7F >> len);
        let point = rest
            .iter()
            .fold(head, |point, byte| point << 6 | u32::from(byte & 0x3F));
        if is_clean(point) { len } else { 0 }
    }
}

/// Reports whether all characters that begin with a byte are clean; those of four bytes count as
/// not clean.
#[cold]
fn is_clean_lead(lead: u8) -> bool {
    static LEADS: [OnceLock<bool>; 256] = [const { OnceLock::new() }; 256];
    let mut points = match lead {
        0xC2..0xE0 => u32::from(lead & 0x1F) << 6..(u32::from(lead & 0x1F) + 1) << 6,
        0xE0..0xF0 => u32::from(lead & 0x0F) << 12..(u32::from(lead & 0x0F) + 1) << 12,
        _ => return false,
    };
    *LEADS[usize::from(lead)].get_or_init(|| points.all(is_clean))
}

/// Reports whether a code point is clean: no notice, and no end of a paragraph.
#[inline]
pub(super) fn is_clean(point: u32) -> bool {
    let character = char::from_u32(point);
    character.is_none_or(|c| !has(c) && !bidi::ends_paragraph(c))
}

/// Reports whether a character carries a notice inside the data.
#[inline]
pub(super) fn has(c: char) -> bool {
    static KNOWN: [OnceLock<Page>; PAGES] = [const { OnceLock::new() }; PAGES];
    let (number, low) = (u32::from(c) >> 8, u32::from(c) & 0xFF);
    let page = KNOWN[number as usize].get_or_init(|| ask(number));
    page[(low >> 6) as usize] >> (low & 63) & 1 != 0
}

/// Computes the characters of a page.
#[cold]
fn ask(number: u32) -> Page {
    let mut page = Page::default();
    for low in 0..256 {
        let c = char::from_u32(number << 8 | low);
        if c.is_some_and(|c| notice::each(c, NoticePlace::Inside).next().is_some()) {
            page[(low >> 6) as usize] |= 1 << (low & 63);
        }
    }
    page
}
