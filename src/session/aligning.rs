//! Two inspectors side by side: a place of one is shown in the other, and equal bytes beside
//! themselves.
//!
//! ```text
//!  00000000  a b c d        00000000  a b c d
//!  00000004  e f g h        00000004  e X f g     <- shifted from here to the gap
//!  00000008  i j k l   ->   00000009  i j k l     after it every byte beside itself
//! ```
//!
//! Rows cannot be level before and after bytes that only one of the files has: they are so for all
//! equal bytes around the cursor, and the rest is marked ([`Compared::is_shifted`]). The inspector
//! that the keys are for stays as it is, and the other one leaves cells and rows empty. Bytes stand
//! beside themselves only if both files are read so that a character takes as many bytes in both.
//! Invariant: the cursor of both is on the screen.

use super::Session;
use crate::codec::Walk;
use crate::command;
use crate::model::alignment::Alignment;
use crate::model::compared::{Across, Compared, Place};
use crate::model::layout::Layout;
use crate::model::row_grid::RowGrid;
use crate::source::NonBlockingReader;
use crate::window::Peek as _;

/// The most bytes of equal text that are gone through to find a place in the other file.
const NEAR: u64 = 4 << 20;

/// Where the cursor of one inspector is in the other.
struct Twin {
    /// The offset, which may be that of the end.
    offset: u64,
    /// Two places that are to be in the same column: one here, one there.
    anchor: [u64; 2],
    place: Place,
}

/// Puts the cursor of an inspector where that of the one that is shown is, and its rows beside
/// those of that.
pub(super) fn align(shown: &mut Session, beside: &mut Session) {
    let Some(compared) = shown.facts.compared.clone() else {
        return;
    };
    // That puts the rows as in a view that stands alone.
    shown.settle_in_length();
    beside.settle_in_length();
    share_width(shown, beside);
    let twin = shown.twin(beside, &compared);
    beside.stand_as(shown, &twin);
    let is_level = twin.place == Place::Exact && is_in_step(shown, beside);
    let [own, other] = twin.anchor;
    let shift = is_level.then(|| other.wrapping_sub(own).cast_signed());
    shown.know_place(Place::Exact, shift);
    beside.know_place(twin.place, shift.map(i64::wrapping_neg));
}

/// Puts the cursor of an inspector that is not on the screen where that of the shown one is.
pub(super) fn follow(shown: &mut Session, hidden: &mut Session) {
    shown.stand_alone();
    hidden.stand_alone();
    if let Some(compared) = shown.facts.compared.clone() {
        let twin = shown.twin(hidden, &compared);
        hidden.move_to_twin(&twin);
        hidden.with_keys(command::settle);
        hidden.know_place(twin.place, None);
    }
}

/// Gives both rows of as many bytes: as many as were asked for in the one that is shown, if both
/// have room for them.
fn share_width(shown: &mut Session, beside: &mut Session) {
    let before = shown.width();
    beside.state.view.width = shown.state.view.width;
    let widths = [&mut *shown, beside].map(|session| {
        session.state.view.alignment.width = None;
        session.width()
    });
    if let [Some(first), Some(second)] = widths
        && first != second
    {
        let least = Some(first.min(second));
        shown.state.view.alignment.width = least;
        beside.state.view.alignment.width = least;
    }
    if shown.width() != before {
        shown.state.view.alignment.lead = 0;
        shown.with_keys(command::settle);
    }
}

/// Whether as many bytes of both are as many characters.
fn is_in_step(one: &Session, other: &Session) -> bool {
    let [one, other] = [one, other].map(|session| session.state.view.encoding());
    let is_fixed = one.max_len == one.unit && other.max_len == other.unit;
    one == other || is_fixed && one.unit == other.unit
}

impl Session {
    fn layout(&self) -> Option<Layout> {
        Layout::of(self.size, &self.state.view, self.data.source.len())
    }

    /// Bytes in a row.
    fn width(&self) -> Option<u16> {
        self.layout().map(|layout| layout.grid.width())
    }

    /// Puts rows as in a view that stands alone.
    pub(super) fn stand_alone(&mut self) {
        self.know_place(Place::Exact, None);
        if self.state.view.alignment != Alignment::default() {
            self.state.view.alignment = Alignment::default();
            self.with_keys(command::settle);
        }
    }

    /// Takes note how sure the place of the cursor is, and by how much bytes are further on in the
    /// other file.
    fn know_place(&mut self, place: Place, shift: Option<i64>) {
        if let Some(compared) = &mut self.facts.compared {
            (compared.place, compared.shift) = (place, shift);
        }
    }

    /// Where the cursor is in the other file.
    fn twin(&self, other: &Self, compared: &Compared) -> Twin {
        let at = self.state.view.cursor.offset;
        let (offset, anchor, place) = match compared.across(at) {
            Across::Differs { own, other: run } => {
                let last = run.end.saturating_sub(1).max(run.start);
                let offset = last.min(run.start + (at - own));
                (offset, [own, run.start], Place::Exact)
            }
            Across::After { own, other: place } if is_in_step(self, other) => {
                let offset = place + at.saturating_sub(own);
                (offset, [at, offset], Place::Exact)
            }
            Across::After { own, other: twin } => {
                let [own, twin] = compared.nearest(at, [own, twin]);
                let (offset, place) = other.same_character(self, (own, at), twin);
                (offset, [at, offset], place)
            }
        };
        let place = if compared.is_sure(at) {
            place
        } else {
            Place::About
        };
        Twin {
            offset,
            anchor,
            place,
        }
    }

    /// Puts the cursor at the twin of that of another inspector, and says where that is.
    fn move_to_twin(&mut self, twin: &Twin) -> u64 {
        let cursor = &mut self.state.view.cursor;
        let last = self.data.source.len().saturating_sub(1);
        (cursor.offset, cursor.bit) = (twin.offset.min(last), 0);
        cursor.offset
    }

    /// Puts the cursor at the twin of that of another inspector, and the rows so that both stand
    /// in the same row of the screen, and in the same column.
    fn stand_as(&mut self, other: &Self, twin: &Twin) {
        let offset = self.move_to_twin(twin);
        let (Some(layout), Some(others)) = (self.layout(), other.layout()) else {
            return;
        };
        let [there, here] = twin.anchor;
        let width = layout.grid.width();
        let has_columns = width == others.grid.width() && is_in_step(self, other);
        let lead = if has_columns {
            let past = (here % u64::from(width)) as u16;
            (others.grid.column(there) + width - past) % width
        } else {
            0
        };
        let grid = RowGrid::led(width, lead);
        let its = &other.state.view;
        let row = others.row_on_screen(its.top, there);
        let (row, here) = if let Some(row) = row.filter(|row| *row < layout.rows) {
            (row, here)
        } else {
            // The run begins further up: the cursors stand beside each other.
            let row = others.row_on_screen(its.top, its.cursor.offset);
            (row.unwrap_or(0).min(layout.rows - 1), offset)
        };
        // The row at the top of the screen, as many rows further on as there are on the screen, so
        // that rows before the first one have a number.
        let rows = u64::from(layout.rows);
        let cursor = grid.row(offset);
        let top = (grid.row(here) + rows - u64::from(row)).clamp(cursor + 1, cursor + rows);
        let view = &mut self.state.view;
        view.alignment.lead = lead;
        view.alignment.above = rows.saturating_sub(top) as u16;
        view.top = grid.start(top.saturating_sub(rows));
    }

    /// The offset of the character that in this file is as many characters after a place as in
    /// another one after the same place there; too far from it, about there.
    fn same_character(&self, other: &Self, (from, to): (u64, u64), place: u64) -> (u64, Place) {
        let distance = to.saturating_sub(from);
        if distance > NEAR {
            let share = u128::from(self.data.source.len()) * u128::from(distance)
                / u128::from(other.data.source.len().max(1));
            let about = place.saturating_add(u64::try_from(share).unwrap_or(u64::MAX));
            return (about, Place::About);
        }
        let steps = |session: &Self, from: u64, most: u64| {
            let data = NonBlockingReader::new(&session.data.source);
            let view = &session.state.view;
            let window = data.window(from, most as usize);
            let steps: Vec<u64> = Walk::new(view.encoding(), view.phase, &window)
                .filter(|step| step.offset >= from)
                .map(|step| step.offset)
                .collect();
            steps
        };
        let before = steps(other, from, distance + 4);
        let count = before
            .partition_point(|offset| *offset <= to)
            .saturating_sub(1);
        let here = steps(self, place, distance.saturating_mul(4) + 16);
        let last = here.last().copied().unwrap_or(place);
        match here.get(count) {
            Some(offset) => (*offset, Place::Exact),
            None => (last, Place::About),
        }
    }
}
