//! Ranges of the data with another encoding than the rest.
//!
//! Their borders cut the data into segments. Each is read as if it were data of its own: no
//! sequence crosses a border, one before it ends as at the end of the data, and decoding starts
//! again after it. The facts about the whole data (its index, its lines and characters by number)
//! hold in its own encoding, and no range changes them. Invariant: ranges are in order, none is
//! empty, and two that touch differ in encoding or phase.

use std::ops::Range;
use std::sync::Arc;

use hexloupe_text::codec::Encoding;
use hexloupe_text::window::{Peek, Window};

/// A range with an encoding of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingRange {
    /// Its offsets.
    pub range: Range<u64>,
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The phase of code units, counted from byte 0 of the data; less than the length of a unit.
    pub phase: u64,
}

impl EncodingRange {
    /// A range in an encoding whose code units start at its first byte.
    pub fn new(range: Range<u64>, encoding: &'static Encoding) -> Self {
        Self {
            phase: range.start % u64::from(encoding.unit),
            range,
            encoding,
        }
    }

    /// Reports whether it has this encoding and phase.
    pub fn reads_as(&self, encoding: &'static Encoding, phase: u64) -> bool {
        self.encoding == encoding && self.phase == phase
    }

    /// The part of it between two offsets, if there is one.
    fn cut(&self, from: u64, to: u64) -> Option<Self> {
        let range = self.range.start.max(from)..self.range.end.min(to);
        (!range.is_empty()).then_some(Self {
            range,
            ..self.clone()
        })
    }
}

/// The encoding ranges of some data; clones share one list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EncodingRanges(Arc<Vec<EncodingRange>>);

impl EncodingRanges {
    /// The most ranges in a list.
    pub const MOST: usize = 4096;

    /// All, in order.
    pub fn list(&self) -> &[EncodingRange] {
        &self.0
    }

    /// The range that contains an offset, if any.
    pub fn at(&self, offset: u64) -> Option<&EncodingRange> {
        let after = self.0.partition_point(|known| known.range.end <= offset);
        let found = self.0.get(after)?;
        (found.range.start <= offset).then_some(found)
    }

    /// Adds a range, which replaces others at its offsets. Returns whether there was room; if not,
    /// nothing has changed.
    #[must_use]
    pub fn add(&mut self, new: EncodingRange) -> bool {
        let range = new.range.clone();
        self.replace(range, Some(new))
    }

    /// Removes all ranges from some offsets, which then belong to the rest. Returns whether there
    /// was room: one range may become two. If not, nothing has changed.
    #[must_use]
    pub fn clear(&mut self, range: Range<u64>) -> bool {
        self.replace(range, None)
    }

    /// The same ranges at other places, in the same order; those that become empty are dropped.
    #[must_use]
    pub fn moved(&self, place: impl Fn(&EncodingRange) -> EncodingRange) -> Self {
        if self.0.is_empty() {
            return self.clone();
        }
        let mut list = Vec::with_capacity(self.0.len());
        let moved = self.0.iter().map(place);
        for each in moved.filter(|each| !each.range.is_empty()) {
            append(&mut list, each);
        }
        Self(Arc::new(list))
    }

    fn replace(&mut self, range: Range<u64>, new: Option<EncodingRange>) -> bool {
        let before = self.0.iter().filter_map(|known| known.cut(0, range.start));
        let after = self.0.iter();
        let after = after.filter_map(|known| known.cut(range.end, u64::MAX));
        let mut list: Vec<EncodingRange> = Vec::with_capacity(self.0.len() + 2);
        let new = new.into_iter().filter(|new| !new.range.is_empty());
        for each in before.chain(new).chain(after) {
            append(&mut list, each);
        }
        let room = list.len() <= Self::MOST;
        if room {
            self.0 = Arc::new(list);
        }
        room
    }
}

/// Appends a range, which merges with the last if that touches it and has the same reading.
fn append(list: &mut Vec<EncodingRange>, each: EncodingRange) {
    match list.last_mut() {
        Some(before)
            if before.range.end == each.range.start
                && before.reads_as(each.encoding, each.phase) =>
        {
            before.range.end = each.range.end;
        }
        _ => list.push(each),
    }
}

/// A stretch with one encoding: an encoding range, or the stretch between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingSegment {
    /// Its offsets; the last segment ends at `u64::MAX`, because the data may grow.
    pub range: Range<u64>,
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
    /// True if it is outside of encoding ranges, and so has the reading of the whole data.
    pub is_rest: bool,
}

impl EncodingSegment {
    /// The segment that contains an offset. Outside of the ranges in `list` the data is read in
    /// `encoding` and from `phase`.
    pub fn at(
        list: &[EncodingRange],
        encoding: &'static Encoding,
        phase: u64,
        offset: u64,
    ) -> Self {
        let after = list.partition_point(|known| known.range.end <= offset);
        let next = list.get(after);
        if let Some(here) = next.filter(|next| next.range.start <= offset) {
            return Self {
                range: here.range.clone(),
                encoding: here.encoding,
                phase: here.phase,
                is_rest: false,
            };
        }
        let before = after.checked_sub(1).and_then(|last| list.get(last));
        let start = before.map_or(0, |before| before.range.end);
        Self {
            range: start..next.map_or(u64::MAX, |next| next.range.start),
            encoding,
            phase,
            is_rest: true,
        }
    }

    /// The bytes of the segment alone.
    pub fn view<'a>(&self, data: &'a dyn Peek) -> SegmentView<'a> {
        SegmentView {
            data,
            range: self.range.clone(),
        }
    }
}

/// A segment of some data by itself. It has no bytes beyond either border, so a window may begin
/// later than requested.
pub struct SegmentView<'a> {
    data: &'a dyn Peek,
    range: Range<u64>,
}

impl Peek for SegmentView<'_> {
    fn len(&self) -> u64 {
        self.data.len().min(self.range.end)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let from = start.max(self.range.start);
        let to = start.saturating_add(len as u64).min(self.range.end);
        let mut window = self.data.window(from, to.saturating_sub(from) as usize);
        window.ends |= window.end() >= self.range.end;
        window
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        let zeros = self.data.zeros(from.max(self.range.start));
        zeros.start.min(self.range.end)..zeros.end.min(self.range.end)
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.data.offset_of(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;
    use proptest::prelude::*;

    fn some(ranges: &EncodingRanges) -> Vec<(Range<u64>, &'static str)> {
        let list = ranges.list().iter();
        list.map(|known| (known.range.clone(), known.encoding.id))
            .collect()
    }

    #[test]
    fn a_new_range_cuts_those_it_lies_over() {
        let (a, b) = (table::UTF_16LE, table::ASCII);
        let mut ranges = EncodingRanges::default();
        assert!(ranges.add(EncodingRange::new(10..30, a)));
        assert!(ranges.add(EncodingRange::new(15..17, b)));
        let parts = [
            (10..15, "utf-16le"),
            (15..17, "ascii"),
            (17..30, "utf-16le"),
        ];
        assert_eq!(some(&ranges), parts);
        // The rest of it has the same phase.
        assert_eq!(ranges.list()[2].phase, 0);
        assert!(ranges.add(EncodingRange::new(0..100, b)));
        assert_eq!(some(&ranges), [(0..100, "ascii")]);
        assert!(ranges.clear(20..30) && ranges.clear(90..200));
        assert_eq!(some(&ranges), [(0..20, "ascii"), (30..90, "ascii")]);
        assert_eq!(ranges.at(19).map(|known| known.range.end), Some(20));
        assert_eq!((ranges.at(20), ranges.at(90)), (None, None));
    }

    #[test]
    fn neighbours_that_are_read_alike_are_one() {
        let mut ranges = EncodingRanges::default();
        assert!(ranges.add(EncodingRange::new(0..4, table::UTF_16LE)));
        assert!(ranges.add(EncodingRange::new(4..8, table::UTF_16LE)));
        assert_eq!(some(&ranges), [(0..8, "utf-16le")]);
        // One byte further, the code units differ.
        assert!(ranges.add(EncodingRange::new(7..9, table::UTF_16LE)));
        assert_eq!(some(&ranges), [(0..7, "utf-16le"), (7..9, "utf-16le")]);
    }

    #[test]
    fn there_are_only_so_many() {
        let mut ranges = EncodingRanges::default();
        let each = |at: u64| EncodingRange::new(10 * at..10 * at + 5, table::ASCII);
        for at in 0..EncodingRanges::MOST as u64 {
            assert!(ranges.add(each(at)));
        }
        let full = ranges.clone();
        assert!(!ranges.add(each(EncodingRanges::MOST as u64)));
        assert!(!ranges.clear(11..12));
        assert_eq!(ranges, full);
        assert!(ranges.clear(10..15) && ranges.add(each(9_999)));
    }

    proptest! {
        #[test]
        fn each_byte_is_read_as_it_was_told_last(
            told in prop::collection::vec((0u64..40, 0u64..12, 0usize..4), 0..12),
        ) {
            let rows = [table::ASCII, table::UTF_16LE, table::UTF_32LE];
            let mut ranges = EncodingRanges::default();
            let mut bytes = [None; 60];
            for (start, len, row) in told {
                let range = start..start + len;
                let new = rows.get(row).map(|row| EncodingRange::new(range.clone(), row));
                for at in range.clone() {
                    bytes[at as usize] = new.as_ref().map(|new| (new.encoding, new.phase));
                }
                let room = match new {
                    Some(new) => ranges.add(new),
                    None => ranges.clear(range),
                };
                prop_assert!(room);
            }
            let mut end = 0;
            for (at, expected) in (0u64..).zip(bytes) {
                let found = ranges.at(at).map(|known| (known.encoding, known.phase));
                prop_assert_eq!(found, expected);
                let part = EncodingSegment::at(ranges.list(), table::UTF_8, 0, at);
                prop_assert!(part.range.contains(&at));
                prop_assert!(part.range.start == end || part.range.start < at);
                prop_assert_eq!(part.is_rest, expected.is_none());
                if part.range.end == at + 1 {
                    end = at + 1;
                }
            }
        }
    }

    #[test]
    fn a_part_is_data_of_its_own() {
        let data = b"abcdefgh".to_vec();
        let part = EncodingSegment::at(
            &[EncodingRange::new(2..5, table::ASCII)],
            table::UTF_8,
            0,
            3,
        );
        let within = part.view(&data);
        let found = |start, len| {
            let window = within.window(start, len);
            (window.start, window.bytes, window.ends)
        };
        assert_eq!(within.len(), 5);
        assert_eq!(found(0, 4), (2, b"cd".to_vec(), false));
        assert_eq!(found(3, 9), (3, b"de".to_vec(), true));
        assert_eq!(found(0, 1), (2, Vec::new(), false));
        assert_eq!(found(6, 2), (6, Vec::new(), true));
        let short = b"abc".to_vec();
        assert_eq!(part.view(&short).window(2, 9).bytes, b"c");
        assert_eq!(part.view(&short).len(), 3);
    }
}
