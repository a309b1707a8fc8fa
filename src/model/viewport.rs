//! The choice of visible rows, which follow the cursor.
//!
//! Invariant: after [`follow`] the cursor stands in a visible row, and the viewport begins with a
//! row of the data.

use super::layout::ScreenLayout;
use super::row_grid::{RowGrid, RowStarts};
use super::state::View;

/// The greatest number of a top row such that the data fills the screen, with its last row at the
/// foot.
pub fn last_top(layout: &ScreenLayout, len: u64) -> u64 {
    let rows = layout.grid.count(len);
    rows.saturating_sub(u64::from(layout.rows))
}

/// The column that moves up and down return to.
pub fn column(view: &View, grid: &RowGrid) -> u16 {
    let column = view
        .cursor
        .goal
        .map(|goal| u16::try_from(goal).unwrap_or(u16::MAX));
    let column = column.unwrap_or_else(|| grid.column(view.cursor.offset));
    // The goal may stem from wider rows.
    column.min(grid.width() - 1)
}

/// Rows before and after the cursor's row that stay in view during single steps.
pub const KEPT: u16 = 3;

/// Clamps the cursor to the data and moves the viewport around the cursor and `kept` rows before
/// and after it, as far as there is room. No row stays empty that the data could fill. A row just
/// outside is scrolled to; a far one is placed at a third of the screen.
pub fn follow(view: &mut View, layout: &ScreenLayout, len: u64, kept: u16) {
    let (grid, page) = (&layout.grid, u64::from(layout.rows));
    view.cursor.offset = view.cursor.offset.min(len.saturating_sub(1));
    // Rows beside those of another view stay until their alignment is computed again.
    if matches!(view.alignment.starts, RowStarts::Even { .. }) {
        view.alignment.above = 0;
    }
    let last = last_top(layout, len);
    let top = grid.row(view.top).min(last);
    view.top = grid.start(top);
    let row = grid.row(view.cursor.offset);
    let kept = u64::from(kept.min(layout.rows.saturating_sub(1) / 2));
    let (above, below) = (
        top.saturating_sub(row.saturating_sub(kept)),
        (row + 1 + kept).saturating_sub(top + page),
    );
    if above.max(below) > page {
        return show(view, layout, len);
    }
    view.top = grid.start((top - above + below).min(last));
}

/// Shows the row of the cursor after a jump: at its place if it is well in view, else at a third of
/// the screen, so that the rows around it are in view too.
pub fn land(view: &mut View, layout: &ScreenLayout, len: u64) {
    let kept = u64::from(KEPT.min(layout.rows.saturating_sub(1) / 2));
    let top = layout.grid.row(view.top);
    let row = layout.grid.row(view.cursor.offset);
    let inside = top + kept..top + u64::from(layout.rows) - kept;
    if !inside.contains(&row) {
        show(view, layout, len);
    }
}

/// Moves the row of the cursor to a third of the screen, as far as there are rows above and below
/// it.
fn show(view: &mut View, layout: &ScreenLayout, len: u64) {
    set_row_above(view, layout, len, layout.rows / 3);
}

/// Moves the row of the cursor to the middle, as far as there are rows above and below it.
pub fn center(view: &mut View, layout: &ScreenLayout, len: u64) {
    set_row_above(view, layout, len, layout.rows / 2);
}

/// Moves the row of the cursor to `above` rows below the first, as far as there are rows above and
/// below it.
fn set_row_above(view: &mut View, layout: &ScreenLayout, len: u64, above: u16) {
    let row = layout.grid.row(view.cursor.offset);
    let top = row.saturating_sub(above.into()).min(last_top(layout, len));
    view.top = layout.grid.start(top);
}

/// Moves the viewport by some rows and pulls the cursor just into view.
pub fn scroll(view: &mut View, layout: &ScreenLayout, len: u64, rows: i64) {
    let (grid, by) = (&layout.grid, rows.unsigned_abs());
    let top = grid.row(view.top);
    let top = if rows < 0 {
        top.saturating_sub(by)
    } else {
        top.saturating_add(by).min(last_top(layout, len).max(top))
    };
    view.top = grid.start(top);
    let column = column(view, grid);
    let page = u64::from(layout.rows.saturating_sub(1));
    let here = grid.row(view.cursor.offset);
    let row = here.clamp(top, top + page);
    if row != here {
        view.cursor.goal = Some(column.into());
        view.cursor.offset = grid.at(row, column).min(len.saturating_sub(1));
        view.cursor.bit = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::verdict::{Evidence, Verdict};
    use crate::model::layout::ScreenSize;

    fn view(top: u64, cursor: u64) -> (View, ScreenLayout) {
        let reading = Verdict {
            encoding: crate::codec::table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let mut view = View::new(String::new(), reading);
        view.inspector = crate::model::state::InspectorSize::Off;
        view.panes.toggle(crate::model::state::Pane::Bits);
        view.top = top;
        view.cursor.offset = cursor;
        // 60 columns give rows of 8, 13 lines ten of them, without a strip.
        let layout = ScreenLayout::divide(
            ScreenSize {
                width: 60,
                height: 13,
            },
            &view,
            1000,
        )
        .unwrap();
        assert_eq!((layout.grid.width(), layout.rows), (8, 10));
        (view, layout)
    }

    #[track_caller]
    fn check(top: u64, cursor: u64, kept: u16, expected: u64) {
        let (mut view, layout) = view(top, cursor);
        follow(&mut view, &layout, 1000, kept);
        assert_eq!(view.top, expected);
    }

    #[test]
    fn the_viewport_follows_by_a_row_or_shows_a_far_cursor_at_a_third() {
        check(0, 79, 0, 0);
        check(0, 80, 0, 8);
        check(160, 159, 0, 152);
        check(0, 500, 0, 472);
        check(0, 5000, 0, 920);
        check(3, 10, 0, 0);
    }

    #[test]
    fn rows_around_the_cursor_stay_in_view_as_far_as_there_are_some() {
        // Ten rows are shown: the cursor's row may be the fourth to the seventh.
        check(0, 6 * 8, KEPT, 0);
        check(0, 7 * 8, KEPT, 8);
        check(80, 13 * 8, KEPT, 80);
        check(80, 12 * 8, KEPT, 72);
        check(80, 0, KEPT, 0);
        check(0, 999, KEPT, 920);
        check(912, 990, KEPT, 920);
    }

    #[test]
    fn a_jump_lands_at_a_third_unless_its_row_is_well_in_view() {
        for (from, cursor, expected) in [
            (80, 13 * 8, 80),
            (80, 16 * 8, 80),
            (80, 17 * 8, 14 * 8),
            (80, 12 * 8, 9 * 8),
            (0, 500, 59 * 8),
            (0, 8, 0),
            (0, 999, 920),
        ] {
            let (mut view, layout) = view(from, cursor);
            land(&mut view, &layout, 1000);
            assert_eq!(view.top, expected, "{cursor}");
        }
    }

    #[test]
    fn scrolling_pulls_the_cursor_just_into_view() {
        let (mut view, layout) = view(0, 5);
        scroll(&mut view, &layout, 1000, 3);
        assert_eq!((view.top, view.cursor.offset), (24, 29));
        scroll(&mut view, &layout, 1000, -100);
        assert_eq!((view.top, view.cursor.offset), (0, 29));
        scroll(&mut view, &layout, 1000, 100_000);
        assert_eq!(view.top, 920);
    }
}
