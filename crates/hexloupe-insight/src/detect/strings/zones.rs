//! The zones of some bytes that have no control.
//!
//! A zone that is longer than a stretch may be is cut where its offset is a multiple of that length, between
//! two characters if it is UTF-8. Invariant: whoever sees so many bytes before and after a place sees the
//! same zones there, wherever its bytes begin.

use std::ops::Range;

use super::FoundString;

/// The longest stretch in bytes; a longer one is cut.
const LONGEST: usize = FoundString::LONGEST;

/// The most bytes by which a cut is moved back.
const MOVED: usize = 64;

/// The zeros that are passed together.
const ZEROS: usize = 32;

/// Reports whether a byte is a control that ends a text of one-byte units: any but the tab.
pub(super) const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0A..=0x1F | 0x7F)
}

/// A zone without a control.
pub(super) struct Zone {
    pub(super) range: Range<usize>,
    /// True if it is a piece of a longer one.
    pub(super) is_piece: bool,
    /// True if all bytes are ASCII.
    pub(super) is_ascii: bool,
    /// True if it has a lead byte of UTF-8 with the continuation bytes of a short character.
    pub(super) is_led: bool,
    /// The most bytes of ASCII in a row.
    pub(super) plain: usize,
}

/// The zones of some bytes, the first of which is at an offset.
pub(super) struct Zones<'a> {
    bytes: &'a [u8],
    start: u64,
    at: usize,
    /// The bytes without a control that are being cut.
    run: Range<usize>,
}

impl<'a> Zones<'a> {
    pub(super) const fn of(bytes: &'a [u8], start: u64) -> Self {
        Self {
            bytes,
            start,
            at: 0,
            run: 0..0,
        }
    }

    /// The next bytes without a control.
    fn next_run(&self) -> Option<Range<usize>> {
        let rest = &self.bytes[self.at..];
        let zeros = rest
            .chunks_exact(ZEROS)
            .take_while(|zeros| **zeros == [0; ZEROS]);
        let zeros = zeros.count() * ZEROS;
        let before = rest[zeros..].iter().position(|byte| !is_control(*byte))?;
        let start = self.at + zeros + before;
        let len = self.bytes[start..]
            .iter()
            .position(|byte| is_control(*byte));
        Some(start..len.map_or(self.bytes.len(), |len| start + len))
    }

    /// A place before a cut that is between two characters: in every set after a blank or a sign, elsewhere
    /// by the form of UTF-8.
    fn between_characters(&self, cut: usize) -> usize {
        let is_blank = |at: &usize| matches!(self.bytes[at - 1], 9 | b' '..=b'/');
        let is_next = |at: &usize| matches!(self.bytes.get(*at), Some(0x80..=0xBF));
        let back = || (cut - MOVED..=cut).rev();
        let first = back().take(4).find(|at| !is_next(at));
        back().find(is_blank).or(first).unwrap_or(cut)
    }
}

impl Iterator for Zones<'_> {
    type Item = Zone;

    fn next(&mut self) -> Option<Zone> {
        if self.at >= self.run.end {
            self.run = self.next_run()?;
            self.at = self.run.start;
        }
        let mut cuts = cuts(&self.run, self.start).map(|cut| self.between_characters(cut));
        let cut = cuts.find(|cut| *cut > self.at);
        let range = self.at..cut.unwrap_or(self.run.end);
        self.at = range.end;
        let is_piece = range != self.run;
        Some(Zone::new(self.bytes, range, is_piece))
    }
}

/// The places at which a run is cut: none if it is short enough.
pub(super) fn cuts(run: &Range<usize>, start: u64) -> impl Iterator<Item = usize> {
    let first = LONGEST - (start % LONGEST as u64) as usize;
    let multiples = (first..run.end).step_by(LONGEST);
    let is_long = run.len() > LONGEST;
    let least = run.start + MOVED;
    multiples.filter(move |cut| is_long && *cut > least)
}

impl Zone {
    fn new(bytes: &[u8], range: Range<usize>, is_piece: bool) -> Self {
        let (mut others, mut is_led, mut plain, mut row, mut last) = (0, false, 0, 0, [0; 2]);
        for byte in &bytes[range.clone()] {
            if byte.is_ascii() {
                row += 1;
                plain = plain.max(row);
            } else {
                others += 1;
                row = 0;
                is_led |= match *byte {
                    0x80..=0xBF => matches!(last, [_, 0xC2..=0xDF] | [0xE0..=0xF4, 0x80..=0xBF]),
                    _ => false,
                };
            }
            last = [last[1], *byte];
        }
        Self {
            range,
            is_piece,
            is_ascii: others == 0,
            is_led,
            plain,
        }
    }
}
