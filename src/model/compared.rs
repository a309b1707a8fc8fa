//! The differences of two files that stand side by side, as each of them sees them.
//!
//! Invariant: the differences are in order in both files, and the bytes between two of them are
//! equal.

mod pairs;

use std::ops::Range;
use std::sync::Arc;

use super::numbers::{counted, grouped};

pub use pairs::EqualPlaces;

/// The most differences that are stored.
pub const MOST: usize = 100_000;

/// One of the two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparedSide {
    /// The one on the left.
    First,
    /// The one on the right.
    Second,
}

impl ComparedSide {
    /// The opposite side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The progress of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ComparisonProgress {
    /// Still running.
    #[default]
    Running,
    /// Still running; the known differences are those from before the files grew.
    OfBefore,
    /// All differences are known.
    Done,
    /// Incomplete: there are too many to store, or the comparison was stopped.
    Stopped,
}

/// The differences of two files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// The runs that differ: offsets in the first file, and in the second. One of the two ranges
    /// may be empty.
    pub runs: Vec<[Range<u64>; 2]>,
    /// The starts of the texts, after their byte order marks.
    pub begins: [u64; 2],
    /// Places in both files, in order, inside equal text: the text before each is equal too.
    pub pairs: EqualPlaces,
    /// The progress of the comparison.
    pub progress: ComparisonProgress,
}

/// The unit of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonUnit {
    /// Byte by byte.
    Byte,
    /// Character by character.
    Character,
}

/// The certainty that the cursor stands at the same place as the other file's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CursorCertainty {
    /// The same place.
    #[default]
    Exact,
    /// An estimate.
    About,
}

impl CursorCertainty {
    /// The sign before an offset that is an estimate, and its meaning.
    pub const ABOUT: (&'static str, &'static str) = ("~", "an estimated place");
}

/// The layout of a file's bytes beside those of the other one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ComparedAlignment {
    /// No alignment.
    #[default]
    Nothing,
    /// Byte by byte: each stands beside the byte at its own offset plus this distance.
    Bytes(i64),
    /// Row by row of the same text, except in the rows of these offsets (in order).
    Text(Vec<Range<u64>>),
}

/// The differences as one of the files sees them.
#[derive(Debug, Clone)]
pub struct ComparedFile {
    /// All of them.
    pub differences: Arc<Differences>,
    /// The side of this file.
    pub side: ComparedSide,
    /// The certainty that the cursor is at the other file's place.
    pub place: CursorCertainty,
    /// The layout beside the other file's bytes.
    pub beside: ComparedAlignment,
    /// A place in this file and the same one in the other, not long before the places asked for
    /// last.
    pub near: Option<[u64; 2]>,
}

/// The counterpart of a place in the other file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceInOther {
    /// In a run that differs.
    Differs {
        /// The start of the run in this file.
        own: u64,
        /// The run in the other one; it may be empty.
        other: Range<u64>,
    },
    /// The same distance past this pair of equal offsets.
    After {
        /// The offset in this file.
        own: u64,
        /// The offset in the other one.
        other: u64,
    },
}

impl ComparedFile {
    /// The runs that differ, in this file, limited to those that overlap or touch `visible`.
    pub fn shown(&self, visible: Range<u64>) -> Vec<Range<u64>> {
        let runs = &self.differences.runs;
        let first = runs.partition_point(|run| self.own(run).end < visible.start);
        let shown = runs[first..].iter().map(|run| self.own(run).clone());
        shown
            .take_while(|range| range.start < visible.end)
            .filter(|range| !range.is_empty())
            .collect()
    }

    /// The first offsets of the runs, ascending.
    pub fn places(&self) -> Vec<u64> {
        let runs = self.differences.runs.iter();
        runs.map(|run| self.own(run).start).collect()
    }

    /// The next run after an offset, or before it; wraps around to the first run or the last.
    pub fn next(&self, from: u64, is_forward: bool) -> Option<&[Range<u64>; 2]> {
        let runs = &self.differences.runs;
        if is_forward {
            let next = runs.partition_point(|run| self.own(run).start <= from);
            runs.get(next).or(runs.first())
        } else {
            let next = runs.partition_point(|run| self.own(run).start < from);
            runs[..next].last().or(runs.last())
        }
    }

    /// The counterpart of an offset of this file in the other one.
    pub fn across(&self, offset: u64) -> PlaceInOther {
        let runs = &self.differences.runs;
        let next = runs.partition_point(|run| self.own(run).start <= offset);
        match next.checked_sub(1).map(|at| &runs[at]) {
            Some(run) if offset < self.own(run).end => PlaceInOther::Differs {
                own: self.own(run).start,
                other: self.range_in(run, self.side.other()).clone(),
            },
            _ => {
                let [own, other] = self.after(next);
                PlaceInOther::After { own, other }
            }
        }
    }

    /// The differences as one of the files sees them; no bytes stand beside each other yet.
    pub fn new(differences: Arc<Differences>, side: ComparedSide) -> Self {
        Self {
            differences,
            side,
            place: CursorCertainty::Exact,
            beside: ComparedAlignment::Nothing,
            near: None,
        }
    }

    /// The last known place before an offset, in this file and in the other, inside the equal text
    /// that begins at `own` and `other`.
    pub fn nearest(&self, offset: u64, [own, other]: [u64; 2]) -> [u64; 2] {
        let before = self.equal_before(offset);
        let is_here = |pair: &[u64; 2]| pair[0] >= own && pair[0] <= offset && pair[1] >= other;
        let known = [before, self.near].into_iter().flatten();
        known.filter(is_here).max().unwrap_or([own, other])
    }

    /// A place in both files, near an offset and not after it; all differences before it are known.
    /// It is at an equal byte, or at the start of a run that differs. In a comparison of text, a
    /// character begins there.
    pub fn known_until(&self, offset: u64, unit: ComparisonUnit) -> [u64; 2] {
        match (self.across(offset), unit) {
            (PlaceInOther::Differs { own, other }, _) => [own, other.start],
            (PlaceInOther::After { own, .. }, _) if offset < own => [0, 0],
            (PlaceInOther::After { own, other }, ComparisonUnit::Byte) => {
                [offset, other + (offset - own)]
            }
            (PlaceInOther::After { own, other }, ComparisonUnit::Character) => {
                let told = self.equal_before(offset);
                let is_here = |pair: &[u64; 2]| pair[0] >= own && pair[1] >= other;
                told.filter(is_here).unwrap_or([own, other])
            }
        }
    }

    /// Reports whether the other file begins with a byte order mark, and this one does not.
    pub fn has_mark_there(&self) -> bool {
        let [own, other] = self.turned(self.differences.begins);
        own == 0 && other > 0
    }

    /// A pair of (first file, second file), turned into (this file, other file).
    fn turned(&self, [first, second]: [u64; 2]) -> [u64; 2] {
        match self.side {
            ComparedSide::First => [first, second],
            ComparedSide::Second => [second, first],
        }
    }

    /// The last pair of equal places before an offset that the comparison has reported.
    fn equal_before(&self, offset: u64) -> Option<[u64; 2]> {
        let list = self.differences.pairs.list();
        let next = list.partition_point(|pair| self.turned(*pair)[0] <= offset);
        next.checked_sub(1).map(|at| self.turned(list[at]))
    }

    /// The start of the equal bytes after a number of runs, in this file and in the other one.
    fn after(&self, runs: usize) -> [u64; 2] {
        let before = runs.checked_sub(1).map(|at| &self.differences.runs[at]);
        self.turned(match before {
            Some([first, second]) => [first.end, second.end],
            None => self.differences.begins,
        })
    }

    /// Reports whether some of these bytes, which both files have, do not stand beside themselves.
    pub fn is_shifted(&self, bytes: &Range<u64>) -> bool {
        let shift = match &self.beside {
            ComparedAlignment::Nothing => return false,
            ComparedAlignment::Bytes(shift) => *shift,
            ComparedAlignment::Text(uneven) => {
                let next = uneven.partition_point(|row| row.end <= bytes.start);
                let is_uneven = uneven.get(next).is_some_and(|row| row.start < bytes.end);
                return is_uneven && !self.is_in_run(bytes);
            }
        };
        let runs = &self.differences.runs;
        let first = runs.partition_point(|run| self.own(run).end <= bytes.start);
        // The bytes after the last run are equal only if there are no more runs.
        let known = match self.differences.progress {
            ComparisonProgress::Done => runs.len() + 1,
            ComparisonProgress::Running
            | ComparisonProgress::OfBefore
            | ComparisonProgress::Stopped => runs.len(),
        };
        for at in first..known {
            let [own, other] = self.after(at);
            if own >= bytes.end {
                return false;
            }
            let end = runs.get(at).map_or(u64::MAX, |run| self.own(run).start);
            let is_here = own.max(bytes.start) < end.min(bytes.end);
            if is_here && other.wrapping_sub(own).cast_signed() != shift {
                return true;
            }
        }
        false
    }

    /// Reports whether all of some bytes are in one run that differs.
    fn is_in_run(&self, bytes: &Range<u64>) -> bool {
        let runs = &self.differences.runs;
        let next = runs.partition_point(|run| self.own(run).end < bytes.end);
        let run = runs.get(next).map(|run| self.own(run));
        run.is_some_and(|run| run.start <= bytes.start)
    }

    /// Reports whether the counterpart of an offset is known. While the comparison runs, it is
    /// known only as far as that has come.
    pub fn is_sure(&self, offset: u64) -> bool {
        let is_before = |run: &[Range<u64>; 2]| offset < self.own(run).end;
        match self.differences.progress {
            ComparisonProgress::Done => true,
            ComparisonProgress::Running
            | ComparisonProgress::OfBefore
            | ComparisonProgress::Stopped => self.differences.runs.last().is_some_and(is_before),
        }
    }

    /// The number of runs that differ, and the number of the run that an offset is in.
    pub fn counted(&self, offset: u64) -> String {
        let runs = &self.differences.runs;
        let so_far = match self.differences.progress {
            ComparisonProgress::Running => " so far",
            ComparisonProgress::OfBefore => " before it grew",
            ComparisonProgress::Stopped => " or more",
            ComparisonProgress::Done => "",
        };
        let about = match self.place {
            CursorCertainty::Exact => "",
            CursorCertainty::About => "estimated; ",
        };
        let next = runs.partition_point(|run| self.own(run).start <= offset);
        let here = next.checked_sub(1).filter(|at| {
            let own = self.own(&runs[*at]);
            own.start == offset || own.contains(&offset)
        });
        let all = match runs.len() as u64 {
            0 => "no difference".to_owned(),
            count => counted(count, "difference"),
        };
        match here {
            Some(at) => format!(
                "{about}difference {} of {}{so_far}",
                grouped(at as u64 + 1),
                grouped(runs.len() as u64)
            ),
            None => format!("{about}{all}{so_far}"),
        }
    }

    /// The run that begins at an offset.
    pub fn run_at(&self, offset: u64) -> Option<&[Range<u64>; 2]> {
        let runs = &self.differences.runs;
        let at = runs.partition_point(|run| self.own(run).start < offset);
        runs.get(at).filter(|run| self.own(run).start == offset)
    }

    /// A run in words, as this file sees it.
    pub fn said(&self, run: &[Range<u64>; 2]) -> String {
        let len = |range: &Range<u64>| range.end - range.start;
        let (own, other) = (
            len(self.own(run)),
            len(self.range_in(run, self.side.other())),
        );
        match (own, other) {
            (0, other) => format!("the other file has {} more here", counted(other, "byte")),
            (own, 0) => format!("{} missing in the other file", counted(own, "byte")),
            (1, 1) => "1 byte differs".to_owned(),
            (own, other) if own == other => format!("{} differ", counted(own, "byte")),
            (own, other) => {
                let (own, other) = (counted(own, "byte"), grouped(other));
                format!("{own} here, {other} in the other file")
            }
        }
    }

    /// A run in this file.
    pub fn own<'a>(&self, run: &'a [Range<u64>; 2]) -> &'a Range<u64> {
        self.range_in(run, self.side)
    }

    /// A run in one of the files.
    #[expect(clippy::unused_self, reason = "it reads as the other one")]
    fn range_in<'a>(
        &self,
        [first, second]: &'a [Range<u64>; 2],
        side: ComparedSide,
    ) -> &'a Range<u64> {
        match side {
            ComparedSide::First => first,
            ComparedSide::Second => second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped_on_both_sides() {
        let said = compared(ComparedSide::First).said(&[0..4292, 0..300_000]);
        assert_eq!(said, "4,292 bytes here, 300,000 in the other file");
    }

    fn compared(side: ComparedSide) -> ComparedFile {
        // abcXXdef, abcdYef: XX deleted, Y inserted.
        let runs = vec![[3..5, 3..3], [6..6, 4..5]];
        let differences = Differences {
            runs,
            ..Differences::default()
        };
        ComparedFile::new(Arc::new(differences), side)
    }

    #[test]
    fn a_place_is_found_on_the_other_side() {
        let across = |side, offset| match compared(side).across(offset) {
            PlaceInOther::Differs { own, other } => {
                let last = other.end.saturating_sub(1).max(other.start);
                last.min(other.start + (offset - own))
            }
            PlaceInOther::After { own, other } => other + (offset - own),
        };
        let first: Vec<u64> = (0..8).map(|at| across(ComparedSide::First, at)).collect();
        assert_eq!(first, [0, 1, 2, 3, 3, 3, 5, 6]);
        let second: Vec<u64> = (0..7).map(|at| across(ComparedSide::Second, at)).collect();
        assert_eq!(second, [0, 1, 2, 5, 6, 6, 7]);
    }

    #[test]
    fn the_known_place_does_not_depend_on_the_earlier_cursor() {
        let mut compared = compared(ComparedSide::First);
        let places = |compared: &ComparedFile, unit| -> Vec<[u64; 2]> {
            (0..9).map(|at| compared.known_until(at, unit)).collect()
        };
        let bytes = [
            [0, 0],
            [1, 1],
            [2, 2],
            [3, 3],
            [3, 3],
            [5, 3],
            [6, 5],
            [7, 6],
            [8, 7],
        ];
        let characters = [
            [0, 0],
            [0, 0],
            [0, 0],
            [3, 3],
            [3, 3],
            [5, 3],
            [6, 5],
            [6, 5],
            [6, 5],
        ];
        for near in [None, Some([1, 1]), Some([7, 6])] {
            compared.near = near;
            assert_eq!(places(&compared, ComparisonUnit::Character), characters);
            assert_eq!(places(&compared, ComparisonUnit::Byte), bytes);
        }
        assert_eq!(compared.nearest(8, [6, 5]), [7, 6]);
    }

    #[test]
    fn the_next_run_is_found_and_the_search_wraps() {
        let first = compared(ComparedSide::First);
        let starts = |from, forward| first.next(from, forward).map(|run| run[0].start);
        assert_eq!(starts(0, true), Some(3));
        assert_eq!(starts(3, true), Some(6));
        assert_eq!(starts(6, true), Some(3));
        assert_eq!(starts(6, false), Some(3));
        assert_eq!(starts(3, false), Some(6));
        assert_eq!(first.places(), [3, 6]);
        assert_eq!(first.shown(0..8), vec![3..5]);
        assert_eq!(first.shown(4..8), vec![3..5]);
        assert_eq!(first.shown(5..8), vec![3..5]);
        assert_eq!(first.shown(6..8), []);
        assert_eq!(compared(ComparedSide::Second).shown(0..8), vec![4..5]);
    }

    #[test]
    fn a_difference_is_said_in_every_language() {
        let runs = [
            [0..1, 0..1],
            [0..2, 0..2],
            [0..0, 0..3],
            [0..3, 0..0],
            [0..3, 0..2],
        ];
        let compared = compared(ComparedSide::First);
        for language in crate::language::Language::ALL.into_iter().skip(1) {
            for run in &runs {
                let english = compared.said(run);
                let said = crate::texts::said(&english, language);
                assert!(!said.contains("differ") && !said.contains("file"), "{said}");
                assert_ne!(said, english);
            }
        }
    }
}
