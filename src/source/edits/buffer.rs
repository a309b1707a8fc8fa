//! A scratch buffer: bytes in memory that are inserted, deleted and overwritten.
//!
//! The cells stand in chunks of at most [`CHUNK`], so that a key costs the same at the start of
//! 16 MiB as at the end. Invariant: no chunk is empty, no two neighbours have room in half a chunk,
//! and `len` is the sum of their lengths.

use std::ops::Range;

use super::EditCell;
use super::overlay::OffsetRuns;
use crate::window::Window;

/// The largest number of cells in a chunk.
const CHUNK: usize = 8 * 1024;

/// Some cells, and the number of changed ones.
struct CellChunk {
    cells: Vec<EditCell>,
    changed: usize,
}

impl CellChunk {
    fn new(cells: Vec<EditCell>) -> Self {
        let changed = cells.iter().filter(|cell| cell.is_changed()).count();
        Self { cells, changed }
    }
}

pub(super) struct EditBuffer {
    chunks: Vec<CellChunk>,
    len: u64,
    /// The length when it was opened.
    opened: u64,
}

impl EditBuffer {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let cells = |bytes: &[u8]| bytes.iter().copied().map(EditCell::original).collect();
        let chunks = bytes.chunks(CHUNK / 2).map(cells);
        Self {
            chunks: chunks.map(CellChunk::new).collect(),
            len: bytes.len() as u64,
            opened: bytes.len() as u64,
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Reports whether it differs from the opened data. Unchanged cells keep their order, so if
    /// their number is the same as at first, they are all there.
    pub(super) fn is_changed(&self) -> bool {
        self.len != self.opened || self.chunks.iter().any(|chunk| chunk.changed > 0)
    }

    /// The chunk that an offset lies in, and its place there; at the end, just past the last.
    fn place(&self, at: u64) -> (usize, usize) {
        let mut rest = at as usize;
        for (number, chunk) in self.chunks.iter().enumerate() {
            if rest < chunk.cells.len() {
                return (number, rest);
            }
            rest -= chunk.cells.len();
        }
        (self.chunks.len(), 0)
    }

    /// The cells from an offset on.
    fn from(&self, at: u64) -> impl Iterator<Item = EditCell> {
        let (number, place) = self.place(at);
        let chunks = self.chunks.get(number..).unwrap_or_default();
        let cells = chunks.iter().flat_map(|chunk| &chunk.cells);
        cells.copied().skip(place)
    }

    pub(super) fn cells(&self, at: u64, len: u64) -> Vec<EditCell> {
        self.from(at).take(len as usize).collect()
    }

    /// Replaces cells by others.
    pub(super) fn replace(&mut self, at: u64, removed: u64, cells: &[EditCell]) {
        let (mut first, mut from) = self.place(at);
        if first == self.chunks.len()
            && let Some(last) = self.chunks.last()
        {
            // Appended cells go to the last chunk, else each byte would have its own.
            (first, from) = (first - 1, last.cells.len());
        }
        let (last, to) = self.place(at + removed);
        let mut new = Vec::with_capacity(cells.len() + CHUNK);
        let held = |number: usize| self.chunks.get(number).map(|chunk| &chunk.cells);
        let before = held(first).and_then(|cells| cells.get(..from));
        new.extend_from_slice(before.unwrap_or_default());
        new.extend_from_slice(cells);
        let tail = held(last).and_then(|cells| cells.get(to..));
        new.extend_from_slice(tail.unwrap_or_default());
        let end = (last + 1).min(self.chunks.len());
        let size = if new.len() <= CHUNK { CHUNK } else { CHUNK / 2 };
        let pieces = new.chunks(size).map(|cells| CellChunk::new(cells.to_vec()));
        let pieces: Vec<_> = pieces.collect();
        let first = first.min(end);
        let after = first + pieces.len();
        self.chunks.splice(first..end, pieces);
        self.len = self.len - removed + cells.len() as u64;
        self.merge(first.saturating_sub(1)..after);
    }

    /// Merges neighbours among the chunks of a range and the next, if both fit in half a chunk.
    fn merge(&mut self, within: Range<usize>) {
        let Range { mut start, mut end } = within;
        while start < end && start + 1 < self.chunks.len() {
            let len = |chunk: &CellChunk| chunk.cells.len();
            if len(&self.chunks[start]) + len(&self.chunks[start + 1]) > CHUNK / 2 {
                start += 1;
                continue;
            }
            let next = self.chunks.remove(start + 1);
            let chunk = &mut self.chunks[start];
            chunk.cells.extend_from_slice(&next.cells);
            chunk.changed += next.changed;
            end -= 1;
        }
    }

    pub(super) fn window(&self, start: u64, len: usize) -> Window {
        let at = start.min(self.len);
        let bytes: Vec<u8> = self.from(at).take(len).map(EditCell::byte).collect();
        Window {
            start,
            ends: at + bytes.len() as u64 == self.len,
            bytes,
            holes: Vec::new(),
        }
    }

    /// The changed bytes of a range as ranges.
    pub(super) fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let mut runs = OffsetRuns::default();
        let within = within.start..within.end.min(self.len);
        let cells = within.clone().zip(self.from(within.start));
        for (at, _) in cells.filter(|(_, cell)| cell.is_changed()) {
            runs.add(at);
        }
        runs.0
    }

    /// Reports whether a byte of a range is changed; chunks without one are passed over.
    pub(super) fn has_changed(&self, within: Range<u64>) -> bool {
        let mut start = 0;
        self.chunks.iter().any(|chunk| {
            let at = start..start + chunk.cells.len() as u64;
            start = at.end;
            let cut = at.start.max(within.start)..at.end.min(within.end);
            let within = || (cut.start - at.start) as usize..(cut.end - at.start) as usize;
            chunk.changed > 0
                && cut.start < cut.end
                && chunk.cells[within()].iter().any(|cell| cell.is_changed())
        })
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let cells: usize = self.chunks.iter().map(|chunk| chunk.cells.capacity()).sum();
        cells * size_of::<EditCell>() + self.chunks.capacity() * size_of::<CellChunk>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn remaining_cells_are_merged_into_few_chunks(
            deeds in prop::collection::vec((any::<prop::sample::Index>(), 0..3000u64, 0..40usize), 0..400),
        ) {
            let mut naive: Vec<u8> = (0..=255).cycle().take(120_000).collect();
            let mut buffer = EditBuffer::new(&naive);
            for (number, (at, removed, added)) in deeds.into_iter().enumerate() {
                let at = at.index(naive.len() + 1);
                let removed = (removed as usize).min(naive.len() - at);
                let new = vec![number as u8; added];
                let cells: Vec<_> = new.iter().copied().map(EditCell::changed).collect();
                buffer.replace(at as u64, removed as u64, &cells);
                naive.splice(at..at + removed, new);
                prop_assert_eq!(buffer.len(), naive.len() as u64);
                let is_true = |chunk: &CellChunk| {
                    let changed = chunk.cells.iter().filter(|cell| cell.is_changed());
                    !chunk.cells.is_empty() && chunk.changed == changed.count()
                };
                prop_assert!(buffer.chunks.iter().all(is_true));
                prop_assert!(buffer.chunks.len() <= naive.len() / (CHUNK / 4) + 1);
            }
            prop_assert_eq!(buffer.window(0, naive.len()).bytes, naive);
        }
    }

    #[test]
    fn bytes_deleted_one_by_one_leave_no_crumbs() {
        let mut buffer = EditBuffer::new(&vec![7; 64 * CHUNK]);
        // All but one of each 64 bytes.
        for at in 0..CHUNK as u64 {
            buffer.replace(at, 63, &[]);
        }
        assert_eq!(buffer.len(), CHUNK as u64);
        assert!(buffer.chunks.len() <= 5, "{}", buffer.chunks.len());
        assert!(buffer.memory() < 8 * CHUNK, "{}", buffer.memory());
    }
}
