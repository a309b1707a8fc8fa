//! The data as text: its steps and boundaries around any offset.
//!
//! Everything that needs the starts of sequences (the picture, the moving cursor, the printer) asks
//! here, so all agree. Invariant: a stretch holds every step with a byte in the requested range,
//! whole. Its boundaries are those of decoding from the start of the data, or of its passage.

mod decoded;
mod parts;
mod run;
mod stretch;

use std::ops::Range;

use super::place::CountCache;
use super::state::{CursorUnit, Facts, FileStanding, View, selection};
use crate::codec::{Anchor, Boundary, Encoding, Fault, Meaning, Step, Walk};
use crate::scan::facts::DataOpening;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::scan::facts::index::Index;
use crate::unicode::cluster;
use crate::window::{Peek, Window};

pub use decoded::{Decoded, DecodedSweep, NextPiece};
pub(super) use run::FAR;
pub use stretch::DecodedStretch;

/// Bytes beyond a stretch that masks and stories may need to see.
const MARGIN: u64 = 16;
/// The most bytes that are decoded onwards from a known boundary to find others.
const REACH: u64 = 256 * 1024;
/// Bytes searched before and after an offset for its cluster: each try goes further.
const NEAR: [u64; 3] = [64, 512, cluster::MAX_BYTES];
/// Bytes of the longest byte order mark.
pub const OPENING: u64 = DataOpening::LEN;

/// The data in one encoding and alignment; passages have their own.
#[derive(Clone, Copy)]
pub struct EncodedText<'a> {
    /// The bytes.
    pub data: &'a dyn Peek,
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
    /// Known boundaries, from counts near the visible part and from the scan.
    pub(super) counted: Option<&'a CountCache>,
    pub(super) index: Option<&'a Index>,
    /// Ranges with an encoding of their own.
    passages: &'a [EncodingRange],
    /// The start of the part that the data is cut to, if any.
    begin: Option<u64>,
    /// The data's end: final or open.
    end: DataEnd,
}

/// The data's end: final or open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DataEnd {
    /// Nothing follows the last byte.
    #[default]
    Final,
    /// More may follow, since the data still grows.
    Open,
}

impl<'a> EncodedText<'a> {
    /// The data in an encoding, with code units that start at a phase.
    pub fn new(data: &'a dyn Peek, encoding: &'static Encoding, phase: u64) -> Self {
        Self {
            data,
            encoding,
            phase,
            counted: None,
            index: None,
            passages: &[],
            begin: None,
            end: DataEnd::Final,
        }
    }

    /// Reports whether a step is a character cut off by the end of data that still grows: its rest
    /// may come.
    pub fn is_awaited(&self, step: &Step) -> bool {
        let is_cut_off = step.meaning.fault().is_some_and(Fault::is_cut_off);
        is_cut_off && self.end == DataEnd::Open && step.end() >= self.data.len()
    }

    /// This data in its own encoding throughout.
    #[must_use]
    pub const fn without_passages(mut self) -> Self {
        self.passages = &[];
        self
    }

    /// This data in another encoding, without passages and known boundaries.
    #[must_use]
    pub fn read_as(&self, encoding: &'static Encoding, phase: u64) -> Self {
        Self::new(self.data, encoding, phase)
    }

    /// The bytes of a range, and the place where its decoding begins; `known` is a boundary that
    /// was counted to.
    fn window_from_boundary(
        &self,
        range: &Range<u64>,
        known: Option<Anchor>,
    ) -> (Window, Boundary) {
        let (encoding, phase, start) = (self.encoding, self.phase, range.start);
        let near = || self.near(start, known);
        let boundary = encoding.boundary_before(phase, self.data, start, near);
        let from = encoding.lookback_start(phase, start);
        let from = from.min(boundary.anchor.offset);
        let len = range.end.saturating_sub(from) as usize;
        (self.data.window(from, len), boundary)
    }

    /// A known boundary close before an offset: one that was counted to, or else one of the data's.
    pub(super) fn near(&self, offset: u64, counted: Option<Anchor>) -> Option<Anchor> {
        let known = counted.or_else(|| self.known(offset))?;
        let near = known.offset..=known.offset + REACH;
        near.contains(&offset).then_some(known)
    }

    /// The first bytes of the data, which may be a byte order mark; none if `start` is too far from
    /// them to matter.
    fn opening(&self, start: u64) -> Vec<u8> {
        if start > 2 * OPENING || self.begin > Some(0) {
            return Vec::new();
        }
        self.data.window(0, OPENING as usize).front().to_vec()
    }

    /// Every step with a byte in the range, whole.
    pub fn stretch(&self, range: Range<u64>) -> DecodedStretch {
        self.stretch_from(range, None)
    }

    /// Every step with a byte in the range, whole, from a known boundary before it.
    pub fn stretch_from(&self, range: Range<u64>, known: Option<Anchor>) -> DecodedStretch {
        if self.passages.is_empty() {
            self.read(range, known)
        } else {
            self.stretch_of_parts(&range)
        }
    }

    /// Every step with a byte in the range, which holds no passage.
    fn read(&self, range: Range<u64>, known: Option<Anchor>) -> DecodedStretch {
        let range = range.start.max(self.begin.unwrap_or(0))..range.end;
        let to = range
            .end
            .saturating_add(MARGIN + u64::from(self.encoding.look));
        let (window, from) = self.window_from_boundary(&(range.start..to), known);
        let mut stretch = self.stretch_of(window, from.anchor, range.clone());
        if !from.is_exact {
            let first = self.encoding.first_boundary(&stretch.window, range.start);
            stretch.sure_from = first.unwrap_or(u64::MAX);
        }
        stretch
    }

    /// Every step with a byte in the range, whole, from a window that shows it; `from` is a
    /// boundary of the window at or before the range.
    fn stretch_of(&self, window: Window, from: Anchor, range: Range<u64>) -> DecodedStretch {
        // Room for all at once: growing would copy them.
        let most = range.end.min(window.end()).saturating_sub(range.start);
        let mut steps = Vec::with_capacity(most as usize);
        let mut walk = Walk::new(self.encoding, self.phase, &window).at(from);
        while let Some(step) = walk.next() {
            if step.offset >= range.end {
                break;
            }
            if step.end() <= range.start {
                continue;
            }
            if let Meaning::Absent(_) = step.meaning {
                // Its length depends on the window. Split into single bytes it is the same
                // in every window.
                let shown = step.offset.max(range.start)..step.end().min(range.end);
                steps.extend(shown.map(|offset| Step {
                    offset,
                    len: 1,
                    ..step
                }));
            } else {
                steps.push(step);
                walk.run(range.end, &mut steps);
            }
        }
        DecodedStretch {
            sure_from: 0,
            window,
            steps,
            encoding: self.encoding,
            phase: self.phase,
            opening: self.opening(range.start),
            others: Vec::new(),
        }
    }

    /// The offsets of a byte's sequence. Unreadable bytes are sequences of one byte.
    pub fn character(&self, offset: u64) -> Range<u64> {
        let stretch = self.stretch(offset..offset + 1);
        stretch.at(offset).map_or(offset..offset + 1, Step::range)
    }

    /// The offsets of a byte's story: for an ill-formed sequence, the bytes promised by its lead
    /// byte, as far as they are present; else the sequence.
    pub fn story(&self, offset: u64) -> Range<u64> {
        let stretch = self.stretch(offset..offset + 1);
        let Some(step) = stretch.at(offset) else {
            return offset..offset + 1;
        };
        let diagnosis = stretch.context(step).diagnose();
        diagnosis.map_or(step.range(), |found| found.promised_bytes)
    }

    /// The offsets of the code unit a byte belongs to.
    pub fn code_unit(&self, offset: u64) -> Range<u64> {
        self.within(offset, |text| text.code_unit_here(offset))
    }

    fn code_unit_here(&self, offset: u64) -> Range<u64> {
        let (begin, unit) = (self.begin.unwrap_or(0), u64::from(self.encoding.unit));
        let (start, end) = match offset.checked_sub(self.phase) {
            Some(past) => (offset - past % unit, offset - past % unit + unit),
            None => (begin, self.phase),
        };
        let start = start.max(begin);
        start..end.min(self.data.len().max(start + 1))
    }

    /// The offsets of a byte's grapheme cluster (UAX #29, over the decoded scalars; shifts between
    /// them are ignored). Faults, the opening BOM and absent bytes stand alone. It is sought at
    /// most [`cluster::MAX_BYTES`] before and after the offset.
    pub fn cluster(&self, offset: u64) -> Range<u64> {
        self.within(offset, |text| text.cluster_here(offset))
    }

    fn cluster_here(&self, offset: u64) -> Range<u64> {
        // Most are found close by; the others need a wider try.
        let near = NEAR
            .iter()
            .find_map(|&reach| self.cluster_within(offset, reach));
        near.unwrap_or_else(|| offset..offset + 1)
    }

    /// The cluster, if `reach` bytes before and after the offset are enough to find it.
    fn cluster_within(&self, offset: u64, reach: u64) -> Option<Range<u64>> {
        let from = offset.saturating_sub(reach);
        let mut steps = self.stretch(from..offset.saturating_add(reach)).steps;
        // Shifts do not separate clusters.
        let shifts = |step: &Step| step.meaning == Meaning::Shift;
        let Some(end) = steps.last().map(Step::end) else {
            return Some(self.character(offset));
        };
        let from = steps[0].offset;
        steps.retain(|step| !shifts(step));
        let joins = |step: &Step| {
            let scalar = step.meaning.scalar();
            scalar.filter(|_| !step.opens_data())
        };
        let index = steps.partition_point(|step| step.end() <= offset);
        let here = steps.get(index).filter(|step| step.offset <= offset);
        if here.and_then(joins).is_none() {
            return Some(self.character(offset));
        }
        // True if a cluster surely ends between a step and the one after it.
        let parted = |left: usize| match (joins(&steps[left]), joins(&steps[left + 1])) {
            (Some(left), Some(right)) => cluster::surely_separate(left, right),
            _ => true,
        };
        let first = (0..index).rev().find(|&left| parted(left));
        let last = (index..steps.len() - 1).find(|&left| parted(left));
        // The first or last cluster of the stretch may go on outside.
        let begins = first.is_some() || from == self.begin.unwrap_or(0);
        let ends = last.is_some() || end >= self.data.len();
        if !(begins && ends) && reach < cluster::MAX_BYTES {
            return None;
        }
        let first = first.map_or(0, |left| left + 1);
        let run = &steps[first..=last.unwrap_or(steps.len() - 1)];
        let starts = cluster::starts(&run.iter().filter_map(joins).collect::<Vec<_>>());
        let here = index - first;
        let start = (0..=here).rev().find(|&i| starts[i]).unwrap_or(here);
        let end = (here + 1..run.len())
            .find(|&i| starts[i])
            .unwrap_or(run.len());
        Some(run[start].offset..run[end - 1].end())
    }
}

impl View {
    /// The data as this view reads it.
    pub fn text<'a>(&'a self, data: &'a dyn Peek, facts: &'a Facts) -> EncodedText<'a> {
        EncodedText {
            counted: Some(&facts.counted),
            index: facts.index(self).map(AsRef::as_ref),
            passages: self.passages.list(),
            end: match facts.standing {
                FileStanding::Following | FileStanding::Arriving => DataEnd::Open,
                _ => DataEnd::Final,
            },
            ..EncodedText::new(data, self.encoding(), self.phase)
        }
    }

    /// The offsets of one step of a unit around an offset.
    pub fn unit_at(
        &self,
        data: &dyn Peek,
        facts: &Facts,
        unit: CursorUnit,
        offset: u64,
    ) -> Range<u64> {
        let text = self.text(data, facts);
        match unit {
            CursorUnit::Byte | CursorUnit::Bit => offset..offset + 1,
            CursorUnit::CodeUnit => text.code_unit(offset),
            CursorUnit::Character => text.character(offset),
            CursorUnit::Cluster => text.cluster(offset),
        }
    }

    /// The selected offsets, widened outward to whole steps; `None` without a selection.
    pub fn selected(&self, data: &dyn Peek, facts: &Facts) -> Option<Range<u64>> {
        let anchor = self.anchor.filter(|_| !data.is_empty())?;
        let len = data.len();
        let widen = |offset| self.unit_at(data, facts, self.unit, offset);
        let range = selection(anchor.min(len - 1), self.cursor.offset, widen);
        Some(range.start..range.end.min(len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::unicode::notice;

    fn text<'a>(data: &'a dyn Peek, encoding: &'static Encoding) -> EncodedText<'a> {
        EncodedText::new(data, encoding, 0)
    }

    #[test]
    fn any_byte_of_a_sequence_finds_the_whole_of_it() {
        let data = "a€\u{1F600}".as_bytes().to_vec();
        let text = text(&data, table::UTF_8);
        assert_eq!(text.character(0), 0..1);
        assert_eq!(text.character(2), 1..4);
        assert_eq!(text.character(7), 4..8);
    }

    #[test]
    fn clusters_join_marks_and_emoji_but_never_faults() {
        let data = "ae\u{301}👨\u{200D}👩!".as_bytes().to_vec();
        let family = 4..15;
        let text8 = text(&data, table::UTF_8);
        assert_eq!(text8.cluster(2), 1..4);
        assert_eq!(text8.cluster(9), family);
        let broken = b"e\xFF\xCC\x81".to_vec();
        let broken = text(&broken, table::UTF_8);
        assert_eq!(
            (broken.cluster(0), broken.cluster(1), broken.cluster(3)),
            (0..1, 1..2, 2..4)
        );
    }

    #[test]
    fn a_cluster_without_a_sure_boundary_near_by_is_found_all_the_same() {
        // Flags join in pairs, counted from the first.
        for pairs in [3, 10, 100, 300] {
            let data = format!("a{}b", "🇫🇷".repeat(pairs)).into_bytes();
            let text = text(&data, table::UTF_8);
            for at in [0, pairs / 2, pairs - 1] {
                let start = 1 + 8 * at as u64;
                assert_eq!(text.cluster(start + 5), start..start + 8);
            }
        }
        let long = format!("e{}", "\u{301}".repeat(500)).into_bytes();
        assert_eq!(text(&long, table::UTF_8).cluster(600), 0..1001);
    }

    #[track_caller]
    fn check_place(
        data: &[u8],
        encoding: &'static Encoding,
        offset: u64,
        expected: notice::NoticePlace,
    ) {
        let data = data.to_vec();
        let stretch = text(&data, encoding).stretch(offset..offset + 1);
        assert_eq!(
            stretch.place(&stretch.steps[0]),
            expected,
            "{data:02X?} {offset}"
        );
    }

    #[test]
    fn a_mark_of_another_encoding_is_known_by_its_bytes() {
        use notice::NoticePlace::{AfterBom, ForeignBom, Inside, Opening};
        check_place(b"\xFF\xFEA\0", table::UTF_16BE, 0, ForeignBom);
        check_place(b"\xFF\xFEA\0", table::UTF_16BE, 2, Inside);
        check_place(b"\xFF\xFEA\0", table::UTF_16LE, 0, Opening);
        check_place(b"\xFF\xFEA\0", table::UTF_16LE, 2, AfterBom);
        check_place(b"\xEF\xBB\xBFA", table::ASCII, 2, ForeignBom);
        check_place(b"\xEF\xBB\xBFA", table::UTF_8, 3, AfterBom);
        check_place(b"abc", table::UTF_8, 0, Opening);
    }

    #[test]
    fn code_units_follow_the_phase() {
        let data = b"xa\0b\0".to_vec();
        let text = EncodedText::new(&data, table::UTF_16LE, 1);
        assert_eq!(
            (text.code_unit(0), text.code_unit(2), text.code_unit(4)),
            (0..1, 1..3, 3..5)
        );
    }
}
