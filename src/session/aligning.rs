//! Two inspectors side by side: a place of one is shown in the other, and equal bytes stand beside
//! each other.
//!
//! ```text
//!  00000000  a b c d        00000000  a b c d
//!  00000004  e f g h        00000004  e X f g     <- shifted from here to the gap
//!  00000008  i j k l   ->   00000009  i j k l     after it every byte beside itself
//! ```
//!
//! Rows cannot be level on both sides of bytes that only one of the files has: they are level for
//! all equal bytes around the cursor, and the rest is marked ([`ComparedFile::is_shifted`]). The
//! inspector with the focus has even rows, and the other one leaves cells and rows empty. Equal
//! bytes stand beside each other if a character has the same number of bytes in both files; else
//! each row stands beside the same text ([`text`]). Invariant: the cursor of both is on the screen.

mod same_place;
mod text;

use super::Session;
use crate::model::alignment::Alignment;
use crate::model::compared::{ComparedAlignment, ComparedFile, CursorCertainty, PlaceInOther};
use crate::model::layout::ScreenLayout;
use crate::model::pair::PairPlacement;
use crate::model::row_grid::{RowGrid, RowStarts};
use crate::window::Peek as _;
use same_place::{ComparedPair, Rounding};

/// The cursor of one inspector, as a place in the other.
struct TwinCursor {
    /// The offset; it may be that of the end.
    offset: u64,
    /// Two places that belong in the same column: one here, one there.
    anchor: [u64; 2],
    place: CursorCertainty,
}

/// Moves the cursor of an inspector to that of the shown one, and its rows beside the rows there.
pub(super) fn align(shown: &mut Session, beside: &mut Session, place: PairPlacement) {
    for session in [&mut *shown, &mut *beside] {
        session.file.state.view.alignment.place = place;
    }
    let Some(compared) = shown.file.facts.compared.clone() else {
        return;
    };
    // That places the rows as in a view that stands alone.
    shown.file.clamp_to_length(&shown.context);
    beside.file.clamp_to_length(&beside.context);
    let before = shown.stance();
    share_width(shown, beside);
    shown.stand_evenly(before);
    if !is_in_step(shown, beside) {
        return text::align(shown, beside, compared);
    }
    let twin = shown.twin(&compared);
    beside.stand_as(shown, &twin);
    let is_level = twin.place == CursorCertainty::Exact;
    let [own, other] = twin.anchor;
    let stands = |from: u64, to: u64| {
        if is_level {
            ComparedAlignment::Bytes(to.wrapping_sub(from).cast_signed())
        } else {
            ComparedAlignment::Nothing
        }
    };
    shown.know_place(CursorCertainty::Exact, stands(own, other));
    beside.know_place(twin.place, stands(other, own));
}

/// Moves the cursor of a hidden inspector to that of the shown one.
pub(super) fn follow(shown: &mut Session, hidden: &mut Session) {
    shown.stand_alone();
    hidden.stand_alone();
    let Some(compared) = shown.file.facts.compared.clone() else {
        return;
    };
    let (offset, place) = if is_in_step(shown, hidden) {
        let twin = shown.twin(&compared);
        (twin.offset, twin.place)
    } else {
        let at = shown.file.state.view.cursor.offset;
        let sessions = [&*shown, hidden];
        let same = ComparedPair::with(sessions, compared, |two| two.same(at, Rounding::Down, None));
        (same.pair[1], same.place)
    };
    hidden.move_cursor(offset);
    hidden.file.clamp(&hidden.context);
    hidden.know_place(place, ComparedAlignment::Nothing);
}

/// Gives both rows of the same number of bytes: as requested in the shown one, if both have room.
/// If characters have different lengths, that number is the other one's, and the shown one has as
/// many as fit beside them.
fn share_width(shown: &mut Session, beside: &mut Session) {
    beside.file.state.view.width = shown.file.state.view.width;
    let widths = [&mut *shown, &mut *beside].map(|session| {
        let alignment = &mut session.file.state.view.alignment;
        (alignment.width, alignment.strip_lines) = (None, 0);
        session.width()
    });
    if let [Some(first), Some(second)] = widths {
        let least = first.min(second);
        let own = if is_in_step(shown, beside) {
            least
        } else {
            text::width_beside(shown, beside, least)
        };
        shown.file.state.view.alignment.width = (first != own).then_some(own);
        beside.file.state.view.alignment.width = (second != least).then_some(least);
    }
    let lines = |session: &Session| session.layout().map_or(0, |layout| layout.strip_lines());
    let most = lines(shown).max(lines(beside));
    shown.file.state.view.alignment.strip_lines = most;
    beside.file.state.view.alignment.strip_lines = most;
}

/// The layout of an inspector's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RowStance {
    /// Bytes in a row.
    width: u16,
    /// Rows on the screen.
    rows: u16,
    /// The screen row of the cursor.
    cursor: u16,
}

/// Reports whether the same number of bytes in both is the same number of characters.
fn is_in_step(one: &Session, other: &Session) -> bool {
    let [one, other] = [one, other].map(|session| session.file.state.view.encoding());
    let is_fixed = one.max_len == one.unit && other.max_len == other.unit;
    // Forms of UTF-16 and of UTF-32 have the same units in another byte order.
    one == other || one.unit == other.unit && (is_fixed || one.unit > 1)
}

impl Session {
    pub(super) fn layout(&self) -> Option<ScreenLayout> {
        self.file.layout(&self.context)
    }

    /// Bytes in a row.
    fn width(&self) -> Option<u16> {
        self.layout().map(|layout| layout.grid.width())
    }

    fn stance(&self) -> Option<RowStance> {
        let (layout, view) = (self.layout()?, &self.file.state.view);
        Some(RowStance {
            width: layout.grid.width(),
            rows: layout.rows,
            cursor: layout.row_on_screen(view.top, view.cursor.offset)?,
        })
    }

    /// Places rows as in a view that stands alone.
    pub(super) fn stand_alone(&mut self) {
        self.know_place(CursorCertainty::Exact, ComparedAlignment::Nothing);
        if self.file.state.view.alignment != Alignment::default() {
            self.file.state.view.alignment = Alignment::default();
            self.file.clamp(&self.context);
        }
    }

    /// Lets rows begin at multiples of their width, if they began at those of another inspector, or
    /// had another width; the cursor stays in its screen row.
    fn stand_evenly(&mut self, before: Option<RowStance>) {
        let now = self.stance();
        let alignment = &mut self.file.state.view.alignment;
        let is_free = matches!(alignment.starts, RowStarts::Even { .. });
        let has_width = now.map(|now| now.width) == before.map(|before| before.width);
        if is_free && now == before {
            return;
        }
        if !is_free || !has_width {
            (alignment.starts, alignment.above) = (RowStarts::default(), 0);
            if let Some(layout) = self.layout() {
                let above = before.map_or(0, |before| before.cursor);
                let view = &mut self.file.state.view;
                let cursor = layout.grid.row(view.cursor.offset);
                view.top = layout.grid.start(cursor.saturating_sub(above.into()));
            }
        }
        self.file.clamp(&self.context);
    }

    /// Stores the certainty of the cursor's place, and the layout beside the other file.
    pub(super) fn know_place(&mut self, place: CursorCertainty, beside: ComparedAlignment) {
        if let Some(compared) = &mut self.file.facts.compared {
            (compared.place, compared.beside) = (place, beside);
        }
    }

    /// The place of the cursor in the other file, whose characters have the same number of bytes.
    fn twin(&self, compared: &ComparedFile) -> TwinCursor {
        let at = self.file.state.view.cursor.offset;
        let (offset, anchor) = match compared.across(at) {
            PlaceInOther::Differs { own, other: run } => {
                let last = run.end.saturating_sub(1).max(run.start);
                let offset = last.min(run.start + (at - own));
                (offset, [own, run.start])
            }
            // The whole other file comes after the place in an empty one.
            PlaceInOther::After { .. } if self.file.source.is_empty() => (0, [0, 0]),
            PlaceInOther::After { own, other: place } => {
                let offset = place + at.saturating_sub(own);
                (offset, [at, offset])
            }
        };
        let place = if compared.is_sure(at) {
            CursorCertainty::Exact
        } else {
            CursorCertainty::About
        };
        TwinCursor {
            offset,
            anchor,
            place,
        }
    }

    /// Moves the cursor to the twin of another inspector's cursor, and returns that offset.
    pub(super) fn move_cursor(&mut self, twin: u64) -> u64 {
        let last = self.file.source.len().saturating_sub(1);
        let cursor = &mut self.file.state.view.cursor;
        (cursor.offset, cursor.bit) = (twin.min(last), 0);
        cursor.offset
    }

    /// Moves the cursor to the twin of another inspector's cursor, and the rows so that both stand
    /// in the same screen row and in the same column.
    fn stand_as(&mut self, other: &Self, twin: &TwinCursor) {
        let offset = self.move_cursor(twin.offset);
        let (Some(layout), Some(others)) = (self.layout(), other.layout()) else {
            return;
        };
        let [there, here] = twin.anchor;
        let width = layout.grid.width();
        let has_columns = width == others.grid.width();
        let lead = if has_columns {
            let past = (here % u64::from(width)) as u16;
            (others.grid.column(there) + width - past) % width
        } else {
            0
        };
        let starts = RowStarts::Even { lead };
        let grid = RowGrid::starting(width, &starts);
        let its = &other.file.state.view;
        let row = others.row_on_screen(its.top, there);
        let (row, here) = if let Some(row) = row.filter(|row| *row < layout.rows) {
            (row, here)
        } else {
            // The run begins further up: the cursors stand beside each other.
            let row = others.row_on_screen(its.top, its.cursor.offset);
            (row.unwrap_or(0).min(layout.rows - 1), offset)
        };
        // The row at the top of the screen, plus the number of rows on the screen, so that rows
        // before the first one have a number.
        let rows = u64::from(layout.rows);
        let cursor = grid.row(offset);
        let top = (grid.row(here) + rows - u64::from(row)).clamp(cursor + 1, cursor + rows);
        let view = &mut self.file.state.view;
        view.alignment.starts = starts;
        view.alignment.above = rows.saturating_sub(top) as u16;
        view.top = grid.start(top.saturating_sub(rows));
    }
}
