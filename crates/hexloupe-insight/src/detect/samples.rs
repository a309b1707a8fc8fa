//! The bytes read of data of any length: the first 64 KiB and some samples.
//!
//! Invariant: a bounded number of bytes is requested, whatever the data holds; the bytes are those of
//! the data, but for packed decimals among text in EBCDIC, which are blanks (`packed`).

use std::ops::Range;

use super::packed;
use super::tuning::{BESIDE_WORD, FIRST_BYTES, SAMPLE_BYTES, SAMPLES, TERMINATORS};
use hexloupe_text::window::{Peek, Window};

/// The byte that ends a text file on DOS.
const DOS_END: u8 = 0x1A;
/// The most bytes of a code unit.
pub(super) const WIDEST_UNIT: usize = 4;

/// The bytes that are read.
pub(super) struct Samples {
    /// Parts of the data, the first from its start.
    pub(super) windows: Vec<Window>,
    /// The number of fields of packed decimals in them that were made blanks of EBCDIC.
    pub(super) packed: usize,
}

impl Samples {
    /// The samples of some data, and some ranges of it.
    pub(super) fn read(data: &dyn Peek, others: &[Range<u64>]) -> Self {
        let (first, sample, unit) = (FIRST_BYTES as u64, SAMPLE_BYTES as u64, WIDEST_UNIT as u64);
        let inside = (1..SAMPLES).map(|number| data.len() / SAMPLES * number);
        let ends = inside.chain([data.len()]);
        let usual = ends.map(|end| end.saturating_sub(sample));
        let usual = usual.map(|start| start..start + sample);
        let mut others: Vec<Range<u64>> = usual.chain(others.iter().cloned()).collect();
        others.sort_unstable_by_key(|range| range.start);
        let mut ranges = Vec::from([Range {
            start: 0,
            end: first,
        }]);
        for Range { start, end } in others {
            // The last one reaches the end of the data.
            let start = start - start % unit;
            // Samples that overlap or touch are one: a character is cut only at unread bytes.
            match ranges.last_mut().filter(|last| start <= last.end) {
                Some(last) => last.end = last.end.max(end),
                None => ranges.push(start..end),
            }
        }
        let read = |range: Range<u64>| data.window(range.start, (range.end - range.start) as usize);
        let mut windows: Vec<Window> = ranges.into_iter().map(read).collect();
        // DOS filled the last block of a file with the byte that ends it.
        if let Some(last) = windows.last_mut().filter(|last| last.ends) {
            let kept = last.bytes.iter().rposition(|byte| *byte != DOS_END);
            last.bytes.truncate(kept.map_or(0, |last| last + 1));
            let terminators = terminators(&last.bytes);
            last.bytes.truncate(last.bytes.len() - terminators);
        }
        windows.retain(|window| !window.bytes.is_empty());
        Self {
            packed: packed::blank_fields(&mut windows),
            windows,
        }
    }

    /// The same bytes, with blanks for the words that are UTF-8.
    pub(super) fn without_utf_8(&self) -> Self {
        let mut windows = self.windows.clone();
        for window in &mut windows {
            let words = window.bytes.split_mut(|byte| is_between_words(*byte));
            for word in words.filter(|word| is_utf_8(word)) {
                word.fill(b' ');
            }
        }
        Self { windows, ..*self }
    }

    /// All bytes that are present, in stretches without a hole: offset, bytes, and true if the data
    /// ends with them.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (u64, &[u8], bool)> {
        self.windows.iter().flat_map(|window| {
            let holes = window.holes.iter();
            let starts = [window.start]
                .into_iter()
                .chain(holes.clone().map(|hole| hole.end));
            let ends = holes.map(|hole| hole.start).chain([window.end()]);
            let stretches = starts.zip(ends).filter(|(start, end)| start < end);
            stretches.map(|(start, end)| {
                let ends = window.ends && end == window.end();
                (start, window.slice(start, end), ends)
            })
        })
    }

    /// The stretch at the beginning of the data; empty if its first byte is absent.
    pub(super) fn head(&self) -> &[u8] {
        let first = self.stretches().next().filter(|(offset, ..)| *offset == 0);
        first.map_or(&[], |(_, bytes, _)| bytes)
    }
}

/// The sample around an offset.
pub(super) fn around(place: u64) -> Range<u64> {
    let start = place.saturating_sub(SAMPLE_BYTES as u64 / 2);
    start..start + SAMPLE_BYTES as u64
}

/// A small sample around a word: its line, for the most part.
pub(super) fn beside(word: &Range<u64>) -> Range<u64> {
    word.start.saturating_sub(BESIDE_WORD)..word.end + BESIDE_WORD
}

/// Reports whether a byte stands between words.
pub(super) fn is_between_words(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic()
}

/// Reports whether a word has bytes beyond ASCII, and is UTF-8.
pub(super) fn is_utf_8(word: &[u8]) -> bool {
    !word.is_ascii() && str::from_utf8(word).is_ok()
}

/// The bytes of the NULs that end a string of wide units, as it lies in memory: they are no text.
/// The last unit of the text may end or begin with zeros of its own.
fn terminators(bytes: &[u8]) -> usize {
    let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let is_string =
        zeros <= TERMINATORS && 2 * zeros < bytes.len() && bytes.len().is_multiple_of(2);
    match zeros {
        _ if !is_string => 0,
        2 | 3 if !is_wide_unit(bytes) => 2,
        _ => zeros / 4 * 4,
    }
}

/// Reports whether the last four bytes, and the four before, are units of UTF-32.
fn is_wide_unit(bytes: &[u8]) -> bool {
    let mut units = bytes.rchunks_exact(4).take(2);
    units.all(|unit| unit[2..] == [0, 0] || unit[..2] == [0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sample_reaches_the_end_of_any_length() {
        for more in 0..9 {
            let samples = Samples::read(&vec![0xC0; (1 << 20) + more], &[]);
            assert!(samples.windows.last().unwrap().ends, "{more}");
        }
    }

    #[test]
    fn samples_are_bounded_and_reach_the_end() {
        let data = vec![0xC0; 3 << 20];
        let samples = Samples::read(&data, &[around(1 << 20)]);
        let len: usize = samples.stretches().map(|(_, bytes, _)| bytes.len()).sum();
        assert_eq!(len, FIRST_BYTES + 5 * SAMPLE_BYTES);
        assert!(samples.windows.last().unwrap().ends);
    }

    #[test]
    fn the_nul_that_ends_a_string_is_no_text() {
        let units = |text: &str, size: usize, big: bool| -> Vec<u8> {
            let unit = |c: char| {
                let unit = u32::from(c).to_le_bytes();
                let mut unit = unit[..size].to_vec();
                if big {
                    unit.reverse();
                }
                unit
            };
            text.chars().flat_map(unit).collect()
        };
        for (size, big) in [(2, false), (2, true), (4, false), (4, true)] {
            for (text, kept) in [("video/mp4", 9), ("video/mp4\0", 9), ("мир\0", 3)] {
                let samples = Samples::read(&units(text, size, big), &[]);
                let len = samples.head().len();
                assert_eq!(len, kept * size, "{text:?} {size} {big}");
            }
        }
        let zeros = Samples::read(&vec![0; 64], &[]);
        assert_eq!(zeros.head().len(), 64);
    }

    #[test]
    fn a_place_is_seen_however_near_another_sample_it_is() {
        let data = vec![b'a'; 1 << 20];
        for place in (0..(1 << 20) - 9001).step_by(4093) {
            let samples = Samples::read(&data, &[around(place), around(place + 9000)]);
            let shows = |place: &u64| {
                let mut stretches = samples.stretches();
                stretches
                    .any(|(start, bytes, _)| (start..start + bytes.len() as u64).contains(place))
            };
            assert!([place, place + 9000].iter().all(shows), "{place}");
            let len: usize = samples.stretches().map(|(_, bytes, _)| bytes.len()).sum();
            assert!(len <= FIRST_BYTES + 6 * SAMPLE_BYTES);
        }
    }
}
