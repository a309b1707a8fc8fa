//! Rows of one inspector beside the same text in another one, where characters have different
//! lengths.
//!
//! ```text
//!  00000000  a b c d    00000000  a. b. c. d.
//!  00000004  é. é.      00000008  é. é.          each row of one file beside the same
//!  00000008  g h i j    0000000C  g. h. i. j.    characters, short as they may be there
//! ```
//!
//! The inspector with the focus has even rows. A row of the other one begins at the start of the
//! first one's row, if rows have room ([`alignment::flowing`]); the other rows are marked.
//! Invariant: the row of the cursor is level, if its place is known and it has room.

use std::ops::Range;

use super::super::Session;
use super::same_place::{ComparedPair, Rounding, SamePlace};
use crate::model::alignment;
use crate::model::compared::{ComparedAlignment, ComparedFile, CursorCertainty};
use crate::model::layout::ScreenLayout;
use crate::model::row_grid::RowStarts;
use crate::window::Peek as _;

/// The number of bytes in a row of the shown inspector beside one of `width` bytes: its characters
/// have room there, judging by the units of the encodings and the lengths of the files. If they
/// have not, rows are marked.
pub(super) fn width_beside(shown: &Session, beside: &Session, width: u16) -> u16 {
    let [own, other] = [shown, beside].map(|session| session.file.state.view.encoding());
    let is_longer = beside.file.source.len() > shown.file.source.len();
    let units = other.unit / own.unit.max(1);
    let growth = u16::from(units.max(if is_longer { 2 } else { 1 }));
    let unit = u16::from(own.unit.max(1));
    (width / growth / unit * unit).max(1)
}

/// Places the rows of an inspector beside those of the shown one.
pub(super) fn align(shown: &mut Session, beside: &mut Session, compared: ComparedFile) {
    leave_row_for_mark(shown, &compared);
    let (Some(layout), Some(its)) = (shown.layout(), beside.layout()) else {
        return;
    };
    let view = &shown.file.state.view;
    let (top, cursor) = (view.top, view.cursor.offset);
    let row = layout.row_on_screen(top, cursor).unwrap_or(0);
    // The other one may have fewer rows, or more.
    let row_there = row.min(its.rows - 1);
    let own = own_starts(&layout, top, row - row_there, its.rows, shown);
    let sessions = [&*shown, beside];
    let (rows, here, near) = ComparedPair::with(sessions, compared, |two| {
        two.approach(own[0]);
        let rows = same_rows(two, &own);
        let begun = rows[usize::from(row_there)];
        let here = two.same(cursor, Rounding::Down, Some(begun));
        (rows, here, two.compared.near)
    });
    if let Some(compared) = &mut shown.file.facts.compared {
        compared.near = near;
    }
    let wanted: Vec<u64> = rows.iter().map(|row| row.pair[1]).collect();
    let offset = beside.move_cursor(here.pair[1]);
    let starts = beside.stand_beside(&wanted, (row_there, offset), &its);
    let is_sure = rows.iter().all(|row| row.place == CursorCertainty::Exact)
        && here.place == CursorCertainty::Exact;
    let [first, second] = if is_sure {
        uneven(&own, &wanted, &starts).map(ComparedAlignment::Text)
    } else {
        [ComparedAlignment::Nothing, ComparedAlignment::Nothing]
    };
    shown.know_place(CursorCertainty::Exact, first);
    beside.know_place(here.place, second);
}

/// Leaves a row empty at the front of the data, if one is free, beside a byte order mark that only
/// the other file has.
fn leave_row_for_mark(shown: &mut Session, compared: &ComparedFile) {
    let Some(layout) = shown.layout() else {
        return;
    };
    let view = &mut shown.file.state.view;
    let first = layout.grid.row(view.top);
    let past = layout.grid.row(view.cursor.offset).saturating_sub(first);
    let has_room = view.top == 0 && past + 1 < layout.rows.into();
    view.alignment.above = u16::from(has_room && compared.has_mark_there());
}

/// The starts of `rows` rows of the shown inspector, from a screen row on, and the end of the last
/// one.
fn own_starts(layout: &ScreenLayout, top: u64, from: u16, rows: u16, shown: &Session) -> Vec<u64> {
    let first = layout.grid.row(top);
    let numbers = u64::from(from)..=u64::from(from) + u64::from(rows);
    let starts = numbers.map(|number| {
        let row = number.saturating_sub(layout.above.into());
        layout.grid.start(first.saturating_add(row))
    });
    let len = shown.file.source.len();
    starts.map(|start| start.min(len)).collect()
}

/// The same places in the other file, ascending: the first row of all with the byte order mark.
fn same_rows(two: &ComparedPair<'_>, own: &[u64]) -> Vec<SamePlace> {
    let mut last: Option<SamePlace> = None;
    let places = own.iter().map(|start| {
        if *start == 0 && last.is_none() {
            let first = SamePlace::FIRST;
            last = Some(first);
            return first;
        }
        let mut same = two.same(*start, Rounding::Up, last);
        if let Some(last) = last {
            same.pair[1] = same.pair[1].max(last.pair[1]);
        }
        last = Some(same);
        same
    });
    places.collect()
}

/// The rows that do not stand beside the same text, in both files.
fn uneven(own: &[u64], wanted: &[u64], starts: &[u64]) -> [Vec<Range<u64>>; 2] {
    let is_uneven = |row: &usize| wanted[*row..=row + 1] != starts[*row..=row + 1];
    let rows = (0..wanted.len() - 1).filter(is_uneven);
    let rows: Vec<usize> = rows.collect();
    [own, starts].map(|starts| {
        let ranges = rows.iter().map(|row| starts[*row]..starts[row + 1]);
        ranges.filter(|range| !range.is_empty()).collect()
    })
}

impl Session {
    /// Lets rows begin at the wanted places, as far as they have room, with the cursor in a screen
    /// row. Returns their starts.
    fn stand_beside(
        &mut self,
        wanted: &[u64],
        (row, offset): (u16, u64),
        layout: &ScreenLayout,
    ) -> Vec<u64> {
        let (width, rows) = (layout.grid.width(), layout.rows);
        let starts = alignment::flowing(wanted, (row.into(), offset), width);
        if self.set_rows(&starts, rows) {
            return starts;
        }
        // This file has no bytes in the row of the cursor, or its character begins above the
        // screen, or its place is an estimate: it gets a row.
        let mut least = 0;
        let moved = wanted.iter().enumerate().map(|(number, start)| {
            let start = if number <= usize::from(row) {
                *start.min(&offset)
            } else if *start <= offset {
                offset.saturating_add(width.into())
            } else {
                *start
            };
            least = start.max(least);
            least
        });
        let wanted: Vec<u64> = moved.collect();
        let starts = alignment::flowing(&wanted, (row.into(), offset), width);
        self.set_rows(&starts, rows);
        starts
    }

    /// Places rows on the screen; returns whether they have bytes that include the cursor.
    fn set_rows(&mut self, starts: &[u64], rows: u16) -> bool {
        let first = starts.first().copied().unwrap_or_default();
        let begin = starts.iter().take_while(|start| **start == first).count();
        let empty = begin.saturating_sub(1);
        if empty >= usize::from(rows) {
            return false;
        }
        let view = &mut self.file.state.view;
        view.alignment.starts = RowStarts::At(starts[empty..].into());
        view.alignment.above = empty as u16;
        view.top = first;
        let layout = self.layout();
        let cursor = self.file.state.view.cursor.offset;
        layout.is_some_and(|layout| layout.row_on_screen(first, cursor).is_some())
    }
}
