//! Overwritten bytes over data of any size.
//!
//! A changed byte is one word: its offset, then its value in the lowest 8 bits. The words are
//! sorted, in chunks of at most [`CHUNK`], so that a change moves little memory and a byte takes
//! 16 bytes at most. Invariant: no chunk is empty, and all words ascend.

use std::ops::Range;

use super::EditCell;
use crate::window::Window;

/// The largest number of words in a chunk.
const CHUNK: usize = 512;

fn offset(word: u64) -> u64 {
    word >> 8
}

fn byte(word: u64) -> u8 {
    word.to_le_bytes()[0]
}

/// The bytes that differ from those below.
#[derive(Default)]
pub(super) struct EditOverlay {
    chunks: Vec<Vec<u64>>,
}

impl EditOverlay {
    pub(super) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The index of the chunk that an offset belongs to.
    fn chunk(&self, at: u64) -> usize {
        let is_before = |chunk: &Vec<u64>| chunk.first().is_some_and(|&word| offset(word) <= at);
        self.chunks.partition_point(is_before).saturating_sub(1)
    }

    /// The words of a range of offsets, in order.
    fn words(&self, within: Range<u64>) -> impl Iterator<Item = u64> {
        let first = self.chunk(within.start);
        let chunks = self.chunks.get(first..).unwrap_or_default().iter();
        chunks
            .flatten()
            .copied()
            .skip_while(move |&word| offset(word) < within.start)
            .take_while(move |&word| offset(word) < within.end)
    }

    /// The cells from an offset on; the value of an unchanged one is not known here.
    pub(super) fn cells(&self, at: u64, len: usize) -> Vec<EditCell> {
        let mut cells = vec![EditCell::BELOW; len];
        for word in self.words(at..at + len as u64) {
            cells[(offset(word) - at) as usize] = EditCell::changed(byte(word));
        }
        cells
    }

    /// Replaces cells by others.
    pub(super) fn replace(&mut self, at: u64, cells: &[EditCell]) {
        for (at, cell) in (at..).zip(cells) {
            if cell.is_changed() {
                self.set(at, cell.byte());
            } else {
                self.remove(at);
            }
        }
    }

    fn set(&mut self, at: u64, byte: u8) {
        let word = at << 8 | u64::from(byte);
        let number = self.chunk(at);
        let Some(chunk) = self.chunks.get_mut(number) else {
            self.chunks.push(with_room(&[word]));
            return;
        };
        let place = chunk.partition_point(|&word| offset(word) < at);
        match chunk.get(place) {
            Some(&old) if offset(old) == at => chunk[place] = word,
            _ if chunk.len() < CHUNK => chunk.insert(place, word),
            // Bytes that are changed in order fill their chunks.
            None => self.chunks.insert(number + 1, with_room(&[word])),
            Some(_) => {
                let upper = with_room(&chunk[CHUNK / 2..]);
                chunk.truncate(CHUNK / 2);
                self.chunks.insert(number + 1, upper);
                self.set(at, byte);
            }
        }
    }

    fn remove(&mut self, at: u64) {
        let number = self.chunk(at);
        let Some(chunk) = self.chunks.get_mut(number) else {
            return;
        };
        let place = chunk.partition_point(|&word| offset(word) < at);
        if chunk.get(place).is_some_and(|&word| offset(word) == at) {
            chunk.remove(place);
        }
        if chunk.is_empty() {
            self.chunks.remove(number);
        }
    }

    /// Writes the changed bytes over those of a window. Absent bytes below stay absent.
    pub(super) fn lay_over(&self, window: &mut Window) {
        let (start, end) = (window.start, window.end());
        for word in self.words(start..end) {
            if window.holes.is_empty() || window.hole_at(offset(word)).is_none() {
                window.bytes[(offset(word) - start) as usize] = byte(word);
            }
        }
    }

    /// The part of some zeros, from their start on, that has no changed byte.
    pub(super) fn zeros(&self, zeros: Range<u64>) -> Range<u64> {
        let mut start = zeros.start;
        for word in self.words(zeros.clone()) {
            if offset(word) > start {
                return start..offset(word);
            }
            start += 1;
        }
        start..zeros.end.max(start)
    }

    /// Reports whether a byte of a range is changed.
    pub(super) fn has_changed(&self, within: Range<u64>) -> bool {
        self.words(within).next().is_some()
    }

    /// The changed bytes of a range as ranges.
    pub(super) fn runs(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let mut runs = OffsetRuns::default();
        self.words(within).for_each(|word| runs.add(offset(word)));
        runs.0
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let words: usize = self.chunks.iter().map(Vec::capacity).sum();
        words * size_of::<u64>() + self.chunks.capacity() * size_of::<Vec<u64>>()
    }
}

fn with_room(words: &[u64]) -> Vec<u64> {
    let mut chunk = Vec::with_capacity(CHUNK);
    chunk.extend_from_slice(words);
    chunk
}

/// Offsets in order, joined to ranges.
#[derive(Default)]
pub(super) struct OffsetRuns(pub(super) Vec<Range<u64>>);

impl OffsetRuns {
    pub(super) fn add(&mut self, at: u64) {
        match self.0.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => self.0.push(at..at + 1),
        }
    }
}
