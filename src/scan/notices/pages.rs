//! Which characters carry a notice by themselves, remembered as far as it was asked.
//!
//! Invariant: what is remembered is what the table of notices says; memory is bounded by the
//! number of code points in Unicode.

use crate::scan::bidi;
use crate::unicode::notice::{self, NoticePlace};

/// Which code points carry a notice inside the data, as far as that was asked: a bit each, in
/// pages of 256.
#[derive(Clone, Default)]
pub(super) struct Pages {
    /// Where a page's map is, counted from 1. Nothing until something was asked.
    places: Vec<u16>,
    maps: Vec<[u64; 4]>,
    pub(super) leads: CleanLeads,
}

/// Bytes that are looked at together.
pub(super) const LANE: usize = 16;

/// What is known of characters by the first byte they have in UTF-8.
#[derive(Clone)]
pub(super) struct CleanLeads {
    /// Whether all characters that begin with the byte are clean.
    clean: [bool; 256],
    /// Whether that is known.
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

impl Pages {
    /// Number of pages.
    const COUNT: usize = 0x1100;

    /// Whether a code point is clean: no notice, and no end of a paragraph.
    #[inline]
    pub(super) fn is_clean(&mut self, point: u32) -> bool {
        let character = char::from_u32(point);
        character.is_none_or(|c| !self.has(c) && !bidi::ends_paragraph(c))
    }

    /// Length of the next character, or of a part of it, if it is clean; else 0.
    #[inline]
    pub(super) fn clean_step(&mut self, bytes: &[u8]) -> usize {
        let Some(&lead) = bytes.first() else { return 0 };
        let len = match lead {
            0xC2..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0..0xF5 => 4,
            // ASCII, or what begins no character.
            _ => return 1,
        };
        if !self.leads.known[usize::from(lead)] {
            self.learn_lead(lead, len);
        }
        let rest = bytes.get(1..len).unwrap_or_default();
        let continued = |byte: &u8| byte & 0xC0 == 0x80;
        if rest.len() + 1 < len || !rest.iter().all(continued) {
            // Ill-formed, or cut: skipped only if every character of this lead byte is clean.
            return usize::from(self.leads.clean[usize::from(lead)]);
        }
        let head = u32::from(lead) & (0x7F >> len);
        let point = rest
            .iter()
            .fold(head, |point, byte| point << 6 | u32::from(byte & 0x3F));
        if self.is_clean(point) { len } else { 0 }
    }

    /// Learns whether all characters that begin with a byte are clean; those of four bytes count
    /// as not clean.
    #[cold]
    fn learn_lead(&mut self, lead: u8, len: usize) {
        let points = match len {
            2 => u32::from(lead & 0x1F) << 6..(u32::from(lead & 0x1F) + 1) << 6,
            _ => u32::from(lead & 0x0F) << 12..(u32::from(lead & 0x0F) + 1) << 12,
        };
        let mut points = points;
        self.leads.known[usize::from(lead)] = true;
        self.leads.clean[usize::from(lead)] = len < 4 && points.all(|point| self.is_clean(point));
    }

    #[inline]
    pub(super) fn has(&mut self, c: char) -> bool {
        let (number, low) = (u32::from(c) >> 8, u32::from(c) & 0xFF);
        let place = self.places.get(number as usize).copied().unwrap_or(0);
        let known = usize::from(place).checked_sub(1);
        let map = match known.and_then(|at| self.maps.get(at)) {
            Some(map) => *map,
            None => self.learn(number),
        };
        map[(low >> 6) as usize] >> (low & 63) & 1 != 0
    }

    #[cold]
    fn learn(&mut self, number: u32) -> [u64; 4] {
        let mut map = [0; 4];
        for low in 0..256 {
            let c = char::from_u32(number << 8 | low);
            if c.is_some_and(|c| notice::each(c, NoticePlace::Inside).next().is_some()) {
                map[(low >> 6) as usize] |= 1 << (low & 63);
            }
        }
        self.places.resize(Self::COUNT, 0);
        self.maps.push(map);
        self.places[number as usize] = self.maps.len() as u16;
        map
    }
}
