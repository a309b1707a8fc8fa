//! The layer of changes after its bytes were written to the file below it.
//!
//! The changed bytes are below now, and the bytes from below are a change: undoing leads back to
//! the old bytes. Invariant: every byte that readers see stays the same, and every step of the
//! history leads to the same bytes as before.

use std::ops::Range;

use super::{EditCell, EditStore, Edits};
use crate::window::{Peek, Window};

/// The largest number of bytes read at once.
const PIECE: u64 = 256 * 1024;

/// The bytes of some stretches, in one piece of memory.
pub(in crate::source) struct RebasedStretches {
    /// The stretches in order, with the place of the first byte.
    stretches: Vec<(Range<u64>, usize)>,
    bytes: Vec<u8>,
}

impl RebasedStretches {
    /// Reads stretches; none if one of their bytes cannot be read.
    pub(in crate::source) fn read(data: &dyn Peek, ranges: &[Range<u64>]) -> Option<Self> {
        let mut read = Self {
            stretches: Vec::with_capacity(ranges.len()),
            bytes: Vec::new(),
        };
        for range in ranges {
            read.stretches.push((range.clone(), read.bytes.len()));
            let mut at = range.start;
            while at < range.end {
                let len = (range.end - at).min(PIECE) as usize;
                let Window { bytes, holes, .. } = data.window(at, len);
                if bytes.len() < len || !holes.is_empty() {
                    return None;
                }
                read.bytes.extend_from_slice(&bytes);
                at += len as u64;
            }
        }
        Some(read)
    }

    fn byte(&self, at: u64) -> Option<u8> {
        let after = self
            .stretches
            .partition_point(|(range, _)| range.start <= at);
        let (range, place) = self.stretches.get(after.checked_sub(1)?)?;
        let in_it = range.contains(&at).then(|| (at - range.start) as usize)?;
        self.bytes.get(place + in_it).copied()
    }

    fn ranges(&self) -> impl Iterator<Item = &Range<u64>> {
        self.stretches.iter().map(|(range, _)| range)
    }
}

impl Edits {
    /// Moves the layer over other bytes: `old` were below, `now` are below, in the same stretches.
    /// A scratch buffer holds its bytes itself and stays unchanged.
    pub(in crate::source) fn rebase(&self, old: &RebasedStretches, now: &RebasedStretches) {
        let other = |at: u64, cell: EditCell| {
            let (Some(old), Some(now)) = (old.byte(at), now.byte(at)) else {
                return cell;
            };
            let byte = if cell.is_changed() { cell.byte() } else { old };
            if byte == now {
                EditCell::BELOW
            } else {
                EditCell::changed(byte)
            }
        };
        let mut layer = self.write();
        if let EditStore::Overlay(overlay) = &mut layer.store {
            for range in old.ranges() {
                let cells = overlay.cells(range.start, (range.end - range.start) as usize);
                let cells = (range.start..).zip(cells);
                let cells: Vec<_> = cells.map(|(at, cell)| other(at, cell)).collect();
                overlay.replace(range.start, &cells);
            }
            layer.history.replace(&other);
        }
        self.publish(&layer);
    }
}
