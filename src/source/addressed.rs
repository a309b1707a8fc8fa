//! The data of an imported hex dump: bytes at addresses of their own.
//!
//! Offset 0 is the first address of the dump. The other offsets follow the addresses, except that a
//! gap of more than [`WIDE`] bytes is shortened, so that neither user nor scan has to cross it. A
//! byte that the dump does not have is a hole ([`Absence::Gap`]). Invariant: addresses and offsets
//! of existing bytes correspond one to one, in order.

use std::ops::Range;

use super::stream::SpooledStream;
use crate::window::{Absence, Hole, Peek, Window};

/// Longer gaps are shortened.
const WIDE: u64 = 512;
/// The length of a shortened gap, without a remainder that keeps rows aligned.
const NARROW: u64 = 128;
/// A shortened gap keeps its length modulo this, so that rows stay aligned. Repeated bytes are
/// checked for zeros only up to this number.
const ROW: u64 = 64;

/// Bytes at consecutive addresses, and their place in the spool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AddressRun {
    pub(super) address: u64,
    /// The total number of bytes; more than `len` if they are repeated.
    pub(super) total: u64,
    /// Their offset in the spool, and their number there.
    pub(super) at: u64,
    pub(super) len: u64,
    /// The index of the byte that a repetition begins with.
    pub(super) turn: u64,
    /// The line at which they began.
    pub(super) line: u64,
}

impl AddressRun {
    pub(super) fn end(&self) -> u64 {
        self.address.saturating_add(self.total)
    }

    fn is_plain(&self) -> bool {
        self.total == self.len && self.turn == 0
    }

    /// Reports whether it is a repetition of nothing but zeros.
    fn repeats_zeros(&self, spool: &SpooledStream) -> bool {
        if self.is_plain() || self.len == 0 || self.len > ROW {
            return false;
        }
        let found = spool.window(self.at, self.len as usize);
        found.holes.is_empty() && found.bytes.iter().all(|byte| *byte == 0)
    }

    /// Reports whether another run continues this one, in its addresses and in the spool.
    pub(super) fn goes_on_with(&self, next: &Self) -> bool {
        self.is_plain()
            && next.is_plain()
            && self.end() == next.address
            && self.at + self.len == next.at
    }

    /// The part of it before an address.
    pub(super) fn until(self, address: u64) -> Self {
        let total = address.saturating_sub(self.address).min(self.total);
        Self {
            total,
            len: if self.is_plain() { total } else { self.len },
            ..self
        }
    }

    /// The part of it from an address on.
    pub(super) fn from(self, address: u64) -> Self {
        let gone = address.saturating_sub(self.address).min(self.total);
        let left = Self {
            address: self.address + gone,
            total: self.total - gone,
            ..self
        };
        if self.is_plain() {
            return Self {
                at: self.at + gone,
                len: left.total,
                ..left
            };
        }
        Self {
            turn: (self.turn + gone) % self.len.max(1),
            ..left
        }
    }

    /// Appends its bytes from an address on, at most `len` of them.
    pub(super) fn read(&self, spool: &SpooledStream, address: u64, len: u64, into: &mut Window) {
        let gone = address - self.address;
        let mut past = self.turn + gone;
        let mut wanted = len.min(self.total - gone);
        while wanted > 0 && self.len > 0 {
            past %= self.len;
            let step = wanted.min(self.len - past);
            let found = spool.window(self.at + past, step as usize);
            let base = into.end();
            for hole in &found.holes {
                let (start, end) = (hole.start - found.start, hole.end - found.start);
                Hole::from(base + start..base + end).push_to(&mut into.holes);
            }
            into.bytes.extend_from_slice(&found.bytes);
            past += step;
            wanted -= step;
        }
    }
}

/// A run, and the offset of its first byte.
#[derive(Debug, Clone, Copy)]
struct OffsetRun {
    offset: u64,
    piece: AddressRun,
}

impl OffsetRun {
    fn end(&self) -> u64 {
        self.offset.saturating_add(self.piece.total)
    }
}

/// The bytes of an imported hex dump, at their addresses.
pub struct AddressedBytes {
    spool: SpooledStream,
    parts: Vec<OffsetRun>,
}

impl AddressedBytes {
    /// The bytes of runs that are in order and do not overlap.
    pub(super) fn new(spool: SpooledStream, pieces: Vec<AddressRun>) -> Self {
        let (mut parts, mut end): (Vec<OffsetRun>, Option<u64>) = (Vec::new(), None);
        for piece in pieces {
            let behind = parts.last().map_or(0, OffsetRun::end);
            let gap = end.map_or(0, |end| piece.address - end);
            end = Some(piece.end());
            parts.push(OffsetRun {
                offset: behind.saturating_add(shown(gap)),
                piece,
            });
        }
        Self { spool, parts }
    }

    /// The number of addresses without a byte between those with one, and the number of gaps that
    /// they form.
    pub fn gaps(&self) -> (u64, u64) {
        let pairs = self.parts.iter().zip(self.parts.iter().skip(1));
        let gaps = pairs.map(|(one, next)| next.piece.address - one.piece.end());
        let gaps = gaps.filter(|gap| *gap > 0);
        gaps.fold((0, 0), |(sum, count), gap| (sum + gap, count + 1))
    }

    /// The index of the part with an offset, or of the part before the gap with it.
    fn part(&self, offset: u64) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.offset <= offset);
        after.checked_sub(1)
    }

    /// Appends the bytes between two offsets.
    fn fill(&self, mut at: u64, end: u64, window: &mut Window) {
        let mut index = self.part(at).unwrap_or(0);
        while at < end {
            let Some(part) = self.parts.get(index) else {
                break;
            };
            if at < part.end() {
                let address = part.piece.address + (at - part.offset);
                part.piece.read(&self.spool, address, end - at, window);
                at = window.end();
            } else {
                let next = self.parts.get(index + 1).map_or(end, |next| next.offset);
                let stop = next.min(end);
                let hole = Hole {
                    start: at,
                    end: stop,
                    why: Absence::Gap,
                };
                hole.push_to(&mut window.holes);
                window.bytes.resize((stop - window.start) as usize, 0);
                at = stop;
            }
            if self
                .parts
                .get(index + 1)
                .is_some_and(|next| next.offset <= at)
            {
                index += 1;
            }
        }
    }
}

/// The number of offsets for a gap between addresses.
fn shown(gap: u64) -> u64 {
    if gap > WIDE { NARROW + gap % ROW } else { gap }
}

impl Peek for AddressedBytes {
    fn zeros(&self, from: u64) -> Range<u64> {
        let near = self.part(from).unwrap_or(0);
        let mut parts = self.parts.iter().skip(near);
        let zeros = parts.find(|part| part.end() > from && part.piece.repeats_zeros(&self.spool));
        zeros.map_or(from..from, |part| part.offset.max(from)..part.end())
    }

    fn len(&self) -> u64 {
        self.parts.last().map_or(0, OffsetRun::end)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let all = self.len();
        let end = start.saturating_add(len as u64).min(all);
        let mut window = Window {
            start,
            ends: end == all,
            ..Window::default()
        };
        self.fill(start, end, &mut window);
        window
    }

    fn address(&self, offset: u64) -> u64 {
        let Some(index) = self.part(offset) else {
            return offset;
        };
        let (part, next) = (self.parts[index], self.parts.get(index + 1));
        let Some(beyond) = offset.checked_sub(part.end()) else {
            return part.piece.address + (offset - part.offset);
        };
        let end = part.piece.end();
        match next {
            // The second half of a shortened gap belongs to the part after it.
            Some(next) if beyond >= (next.offset - part.end()) / 2 => {
                next.piece.address - (next.offset - offset)
            }
            _ => end.saturating_add(beyond),
        }
    }

    fn offset_of(&self, address: u64) -> u64 {
        let after = self
            .parts
            .partition_point(|part| part.piece.address <= address);
        let Some(part) = after.checked_sub(1).map(|index| self.parts[index]) else {
            return 0;
        };
        let Some(beyond) = address.checked_sub(part.piece.end()) else {
            return part.offset + (address - part.piece.address);
        };
        match self.parts.get(after) {
            Some(next) if next.offset - part.end() == next.piece.address - part.piece.end() => {
                part.end() + beyond
            }
            Some(next) => next.offset,
            None => part.end(),
        }
    }
}
