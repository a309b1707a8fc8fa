//! The lead bytes of a table file, and the bytes that may follow them.
//!
//! If no entry fits, the shape of the other entries determines how many bytes belong to the
//! fault. Lead bytes with equally long longest entries share the bytes that may follow. Invariant:
//! each byte of an entry is at its place in the shape of its lead byte.

use std::ops::RangeInclusive;

use super::LONGEST;
use crate::codec::east_asia::Ranges;

/// A set of bytes.
pub(super) type ByteSet = [bool; 256];

/// Bytes that may follow a lead byte, place by place, even without an entry.
#[derive(Debug, Clone)]
pub(super) struct TrailPath {
    pub(super) lead: u8,
    pub(super) after: Vec<ByteSet>,
}

/// The shapes of all lead bytes.
#[derive(Debug)]
pub(super) struct Shapes {
    /// The length of the longest entry of each lead byte; 0 if a byte leads nothing.
    lens: [u8; 256],
    /// The bytes at each place, for each length.
    places: [[ByteSet; LONGEST]; LONGEST + 1],
    /// The same as ranges.
    ranges: [[Ranges; LONGEST]; LONGEST + 1],
}

impl Shapes {
    /// The shapes of codes, and of other bytes that may follow.
    pub(super) fn new<'a>(
        codes: impl Iterator<Item = &'a [u8]> + Clone,
        paths: &[TrailPath],
    ) -> Self {
        let mut lens = [0; 256];
        let mut longer = |lead: u8, len: usize| {
            let known: &mut u8 = &mut lens[usize::from(lead)];
            if len > 1 {
                *known = (*known).max(len.min(LONGEST) as u8);
            }
        };
        for code in codes.clone() {
            longer(code[0], code.len());
        }
        for path in paths {
            longer(path.lead, path.after.len() + 1);
        }
        let mut places = [[[false; 256]; LONGEST]; LONGEST + 1];
        for code in codes.filter(|code| code.len() > 1) {
            let shape = &mut places[usize::from(lens[usize::from(code[0])])];
            for (place, byte) in shape.iter_mut().zip(code) {
                place[usize::from(*byte)] = true;
            }
        }
        for path in paths {
            let shape = &mut places[usize::from(lens[usize::from(path.lead)])];
            shape[0][usize::from(path.lead)] = true;
            for (place, bytes) in shape.iter_mut().skip(1).zip(&path.after) {
                for (known, more) in place.iter_mut().zip(bytes) {
                    *known |= more;
                }
            }
        }
        let ranges = places.each_ref().map(|shape| shape.each_ref().map(ranges));
        Self {
            lens,
            places,
            ranges,
        }
    }

    /// The largest number of bytes of a code; 1 if nothing leads.
    pub(super) fn longest(&self) -> u8 {
        self.lens.iter().copied().max().unwrap_or(1).max(1)
    }

    /// The length of the longest code that a byte leads; 0 if it leads none.
    pub(super) fn len(&self, lead: u8) -> usize {
        usize::from(self.lens[usize::from(lead)])
    }

    /// Reports whether a byte may be at a place of a sequence that a byte leads.
    pub(super) fn follows(&self, lead: u8, at: usize, byte: u8) -> bool {
        let place = self.places[self.len(lead)].get(at);
        place.is_some_and(|place| place[usize::from(byte)])
    }

    /// The bytes that may be at a place of a sequence begun by `lead`.
    pub(super) fn next(&self, lead: u8, at: usize) -> Ranges {
        self.ranges[self.len(lead)]
            .get(at)
            .copied()
            .unwrap_or_default()
    }

    /// Reports whether a byte may follow some lead byte.
    pub(super) fn is_after_a_lead(&self, byte: u8) -> bool {
        let mut after = self.places.iter().flat_map(|shape| &shape[1..]);
        after.any(|place| place[usize::from(byte)])
    }

    /// The bytes that lead.
    pub(super) fn leads(&self) -> Ranges {
        ranges(&self.lens.map(|len| len > 0))
    }

    /// The bytes that no sequence continues after: those that are only ever its last.
    pub(super) fn ends(&self) -> ByteSet {
        std::array::from_fn(|byte| {
            let inside = (2..=LONGEST).any(|len| {
                let before_last = self.places[len].iter().take(len - 1);
                before_last.clone().any(|place| place[byte])
            });
            !inside
        })
    }
}

/// Bytes as the ranges they lie in, which live as long as the table.
fn ranges(bytes: &ByteSet) -> Ranges {
    let mut ranges: Vec<RangeInclusive<u8>> = Vec::new();
    for byte in (0..=u8::MAX).filter(|byte| bytes[usize::from(*byte)]) {
        match ranges.last_mut() {
            Some(last) if last.end().checked_add(1) == Some(byte) => *last = *last.start()..=byte,
            _ => ranges.push(byte..=byte),
        }
    }
    ranges.leak()
}
