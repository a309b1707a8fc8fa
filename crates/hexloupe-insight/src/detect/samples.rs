//! The bytes read of data of any length: the first 64 KiB and some samples.
//!
//! Invariant: a bounded number of bytes is requested, whatever the data holds.

use std::ops::Range;

use super::tuning::{FIRST_BYTES, SAMPLE_BYTES, SAMPLES};
use hexloupe_text::window::{Peek, Window};

/// The byte that ends a text file on DOS.
const DOS_END: u8 = 0x1A;
/// The most bytes of a code unit.
pub(super) const WIDEST_UNIT: usize = 4;

/// The bytes that are read.
pub(super) struct Samples {
    /// Parts of the data, the first from its start.
    pub(super) windows: Vec<Window>,
}

impl Samples {
    /// The samples of some data, also around some offsets.
    pub(super) fn read(data: &dyn Peek, places: &[u64]) -> Self {
        let (first, sample, unit) = (FIRST_BYTES as u64, SAMPLE_BYTES as u64, WIDEST_UNIT as u64);
        let ends = (1..=SAMPLES).map(|number| data.len() / SAMPLES * number);
        let around = places.iter().map(|place| place.saturating_sub(sample / 2));
        let mut starts: Vec<u64> = ends
            .map(|end| end.saturating_sub(sample))
            .chain(around)
            .map(|start| start - start % unit)
            .collect();
        starts.sort_unstable();
        let mut ranges = Vec::from([Range {
            start: 0,
            end: first,
        }]);
        for start in starts {
            let end = start + sample;
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
        }
        windows.retain(|window| !window.bytes.is_empty());
        Self { windows }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_bounded_and_reach_the_end() {
        let data = vec![0xC0; 3 << 20];
        let samples = Samples::read(&data, &[1 << 20]);
        let len: usize = samples.stretches().map(|(_, bytes, _)| bytes.len()).sum();
        assert_eq!(len, FIRST_BYTES + 5 * SAMPLE_BYTES);
        assert!(samples.windows.last().unwrap().ends);
    }

    #[test]
    fn a_place_is_seen_however_near_another_sample_it_is() {
        let data = vec![b'a'; 1 << 20];
        for place in (0..(1 << 20) - 9001).step_by(4093) {
            let samples = Samples::read(&data, &[place, place + 9000]);
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
