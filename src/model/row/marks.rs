//! The marks of cells: the cursor and its sequence, the selection, the matches.
//!
//! Invariant: a cell has one mark, the last that applies in the order of [`CellMark`].

use std::ops::Range;

use super::{SpanPosition, part};
use crate::model::regions::Regions;

/// The mark of a cell; the later ones win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum CellMark {
    /// No mark.
    #[default]
    None,
    /// Part of the cursor's sequence.
    Sequence,
    /// Part of a match.
    Matched,
    /// Part of the selection.
    Selected,
    /// The byte under the cursor.
    Cursor,
}

/// The origin of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ByteOrigin {
    /// The opened data.
    #[default]
    Opened,
    /// The user has changed or inserted it.
    Changed,
}

/// The offsets of marked cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellMarks {
    /// The byte under the cursor.
    pub cursor: Option<u64>,
    /// The cursor's sequence, or the whole story of an ill-formed one.
    pub sequence: Range<u64>,
    /// The selection.
    pub selected: Range<u64>,
    /// The matches, in order.
    pub matched: Vec<Range<u64>>,
    /// The bytes that the user has changed, in order.
    pub changed: Vec<Range<u64>>,
    /// The regions.
    pub regions: Regions,
}

impl CellMarks {
    /// These marks, if one of them meets the range: most rows have none.
    pub(super) fn within(&self, range: &Range<u64>) -> Option<&Self> {
        let meets = |marked: &Range<u64>| marked.start < range.end && range.start < marked.end;
        let any = self.cursor.is_some_and(|cursor| range.contains(&cursor))
            || meets(&self.sequence)
            || meets(&self.selected)
            || self.matched.iter().any(meets)
            || self.changed.iter().any(meets)
            || self.regions.meets(range);
        any.then_some(self)
    }

    pub(super) fn mark(&self, offset: u64) -> CellMark {
        if self.cursor == Some(offset) {
            CellMark::Cursor
        } else if self.selected.contains(&offset) {
            CellMark::Selected
        } else if self.matched(offset).is_some() {
            CellMark::Matched
        } else if self.sequence.contains(&offset) {
            CellMark::Sequence
        } else {
            CellMark::None
        }
    }

    pub(super) fn matched(&self, offset: u64) -> Option<SpanPosition> {
        let after = self.matched.partition_point(|found| found.end <= offset);
        let found = self.matched.get(after)?;
        found
            .contains(&offset)
            .then(|| part(offset - found.start, found.end - found.start))
    }

    pub(super) fn origin(&self, offset: u64) -> ByteOrigin {
        let after = self.changed.partition_point(|range| range.end <= offset);
        match self.changed.get(after) {
            Some(range) if range.contains(&offset) => ByteOrigin::Changed,
            _ => ByteOrigin::Opened,
        }
    }

    pub(super) fn boxed(&self, offset: u64) -> Option<SpanPosition> {
        let Range { start, end } = self.sequence;
        self.sequence
            .contains(&offset)
            .then(|| part(offset - start, end - start))
    }
}
