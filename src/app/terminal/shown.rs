//! What the terminal shows: the cells as they were last drawn, and which of them
//! must be drawn again.
//!
//! A terminal may draw a character wider or narrower than our tables say, and so
//! over cells that did not change and that nobody would repair. So a cell that
//! takes part in such a neighbourhood pulls the whole of it into the repaint.
//! Invariant: after the stale cells are drawn, the screen is what a full repaint
//! of the same cells would show, whatever widths the terminal gives.

use ratatui::buffer::{Cell, CellDiffOption, CellWidth};

/// Whether the symbol is one printable ASCII character: the only kind whose width
/// is beyond doubt.
pub(super) fn is_plain(symbol: &str) -> bool {
    matches!(symbol.as_bytes(), [b' '..=b'~'])
}

/// The columns the symbol of a cell was given in the layout, at least one.
fn slot(cell: &Cell) -> usize {
    let columns = match cell.diff_option {
        CellDiffOption::ForcedWidth(columns) => columns.get(),
        _ => cell.cell_width(),
    };
    usize::from(columns.max(1))
}

/// The columns a symbol can touch: its slot, or two for every code point if a
/// terminal draws each on its own.
fn reach(cell: &Cell) -> usize {
    if is_plain(cell.symbol()) {
        return 1;
    }
    slot(cell).max(2 * cell.symbol().chars().count())
}

/// Whether a terminal may draw a symbol into the column before it: a wide one that
/// has no room in the last column, or what never begins a grapheme cluster.
fn leans(cell: &Cell, in_last_column: bool) -> bool {
    if is_plain(cell.symbol()) {
        return false;
    }
    // Thai and Lao am, the half-width sound marks, the shades of skin.
    let extends = |c| {
        matches!(
            c,
            '\u{E33}' | '\u{EB3}' | '\u{FF9E}' | '\u{FF9F}' | '\u{1F3FB}'..='\u{1F3FF}'
        )
    };
    in_last_column || cell.symbol().starts_with(extends)
}

/// One row of the screen.
#[derive(Debug, Default)]
pub(super) struct Row {
    cells: Vec<Cell>,
    stale: Vec<bool>,
}

impl Row {
    /// Puts a cell and the columns its symbol covers. The symbol has no controls.
    fn put(&mut self, x: usize, cell: &Cell, width: usize) {
        if x >= width {
            return;
        }
        let mut blank = cell.clone();
        blank.set_symbol(" ").set_diff_option(CellDiffOption::None);
        self.replace(x, cell.clone(), width);
        for covered in x + 1..(x + slot(cell)).min(width) {
            self.replace(covered, blank.clone(), width);
        }
    }

    fn replace(&mut self, x: usize, cell: Cell, width: usize) {
        self.touch(x, reach(&cell), width);
        let old = reach(&self.cells[x]);
        self.touch(x, old, width);
        let last = x + 1 == width;
        if x > 0 && (leans(&cell, last) || leans(&self.cells[x], last)) {
            self.touch(x - 1, 1, width);
        }
        self.cells[x] = cell;
    }

    /// Marks `columns` cells from `x` on as stale, as far as the screen goes.
    fn touch(&mut self, x: usize, columns: usize, width: usize) {
        let end = (x + columns).min(width);
        if self.cells.len() < end {
            self.cells.resize(end, Cell::EMPTY);
            self.stale.resize(end, false);
        }
        self.stale[x..end].fill(true);
    }

    /// Pulls in the neighbourhoods, then tells the stale cells in the order in which they
    /// are to be drawn, and forgets them: from left to right, but first what leans on
    /// the column before the last, so that it covers nothing there.
    pub(super) fn settle(&mut self, width: usize) -> Vec<(usize, &Cell)> {
        for x in (0..self.cells.len()).rev() {
            let end = (x + reach(&self.cells[x])).min(self.cells.len());
            self.stale[x] = self.stale[x..end].contains(&true);
            if x > 0 && self.stale[x] && leans(&self.cells[x], x + 1 == width) {
                self.stale[x - 1] = true;
            }
        }
        // The row may grow under the last one's reach, but only by blanks.
        for x in 0..self.cells.len() {
            if x > 0 && self.stale[x - 1] && leans(&self.cells[x], x + 1 == width) {
                self.stale[x] = true;
            }
            if self.stale[x] {
                self.touch(x, reach(&self.cells[x]), width);
            }
        }
        let stale = std::mem::replace(&mut self.stale, vec![false; self.cells.len()]);
        let cells = self.cells.iter().enumerate().zip(stale);
        let mut told: Vec<_> = cells
            .filter_map(|(cell, stale)| stale.then_some(cell))
            .collect();
        if let Some((x, cell)) = told.last()
            && leans(cell, true)
            && x + 1 == width
        {
            told.rotate_right(1);
        }
        told
    }
}

/// The whole screen, as far as anything was drawn on it.
#[derive(Debug, Default)]
pub(super) struct Shown {
    rows: Vec<Row>,
}

impl Shown {
    /// Puts a cell at a place; cells right of `width` columns are dropped.
    pub(super) fn put(&mut self, x: u16, y: u16, cell: &Cell, width: usize) {
        let y = usize::from(y);
        if self.rows.len() <= y {
            self.rows.resize_with(y + 1, Row::default);
        }
        self.rows[y].put(usize::from(x), cell, width);
    }

    /// The rows in which something is stale, with their numbers from the top.
    pub(super) fn stale_rows(&mut self) -> impl Iterator<Item = (u16, &mut Row)> {
        (0..)
            .zip(&mut self.rows)
            .filter(|(_, row)| row.stale.contains(&true))
    }

    /// The screen was erased: every cell is blank.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the first text, then the second cells, and tells the columns drawn again.
    #[track_caller]
    fn check(first: &[(u16, &'static str)], second: &[(u16, &'static str)], expected: &[usize]) {
        let mut shown = Shown::default();
        for (x, symbol) in first {
            shown.put(*x, 0, &Cell::new(symbol), 10);
        }
        for (_, row) in shown.stale_rows() {
            row.settle(10);
        }
        for (x, symbol) in second {
            shown.put(*x, 0, &Cell::new(symbol), 10);
        }
        let rows = shown.stale_rows();
        let drawn: Vec<usize> = rows
            .flat_map(|(_, row)| row.settle(10))
            .map(|(x, _)| x)
            .collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn ascii_is_drawn_alone() {
        check(&[(0, "a"), (1, "b"), (2, "c")], &[(1, "x")], &[1]);
        check(&[], &[(3, "x")], &[3]);
    }

    #[test]
    fn a_character_of_doubtful_width_takes_its_neighbours_along() {
        let row = [(0, "a"), (1, "b"), (2, "c"), (3, "d")];
        check(&row, &[(1, "é")], &[1, 2]);
        check(&row, &[(0, "中")], &[0, 1]);
        // The neighbour is doubtful itself.
        check(&[(1, "é"), (2, "é"), (3, "x")], &[(0, "é")], &[0, 1, 2, 3]);
        // It goes, and what it covered is repaired.
        check(&[(1, "é"), (2, "x")], &[(1, "a")], &[1, 2]);
        // Something under it changes.
        check(&[(1, "é"), (2, "x")], &[(2, "y")], &[1, 2]);
    }

    #[test]
    fn what_may_be_drawn_further_left_takes_the_cell_before_along() {
        // A wide one that has no room in the last column.
        check(&[(8, "a"), (9, "│")], &[(8, "b")], &[9, 8]);
        check(&[(8, "a"), (9, "│")], &[(9, "b")], &[8, 9]);
        check(&[(7, "⋅"), (9, "│")], &[(7, "a")], &[9, 7, 8]);
        // What is drawn into the character before it.
        check(&[(3, "a"), (4, "\u{FF9E}")], &[(3, "b")], &[3, 4, 5]);
        check(&[(3, "a"), (4, "\u{1F3FD}")], &[(4, "b")], &[3, 4, 5]);
    }

    #[test]
    fn no_other_glyph_goes_on_with_a_cluster() {
        use crate::unicode::glyph::{Charset, of};
        use unicode_segmentation::UnicodeSegmentation;
        for c in '\0'..=char::MAX {
            let text = of(c, 4, Charset::Unicode).text;
            let after = format!("x{text}").graphemes(true).count();
            let goes_on = after == text.graphemes(true).count();
            let cell = Cell::new(Box::leak(text.into_boxed_str()));
            assert_eq!(goes_on, leans(&cell, false), "{c:?}");
        }
    }

    #[test]
    fn nothing_reaches_over_the_edge() {
        check(&[], &[(9, "中")], &[9, 8]);
        check(&[], &[(10, "x")], &[]);
    }
}
