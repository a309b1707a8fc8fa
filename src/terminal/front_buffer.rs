//! The content of the terminal: the cells as last drawn, and those that must be drawn again.
//!
//! A terminal may draw a character wider or narrower than our tables say, and so overwrite cells
//! that did not change and would not be drawn again. So if one cell that such a character can touch
//! must be drawn, all of them are. Invariant: after the stale cells are drawn, the screen shows the
//! same as a full repaint of the same cells, whatever widths the terminal gives.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::packed_cell::{PackedCell, StyleInterner};

/// One row of the screen that must be drawn in part.
#[derive(Clone, Copy)]
pub(super) struct ScreenStrip<'a> {
    /// Its number from the top.
    pub(super) y: u16,
    /// All its cells.
    pub(super) packed_cells: &'a [PackedCell],
    /// Flags of the cells that must be drawn.
    pub(super) stale: &'a [bool],
    /// The column before which no character has a doubtful width.
    pub(super) sure: usize,
    /// The interner of the cells.
    pub(super) interner: &'a StyleInterner,
}

impl ScreenStrip<'_> {
    /// The columns of a range that must be drawn, in order.
    pub(super) fn columns(&self, among: std::ops::Range<usize>) -> impl Iterator<Item = usize> {
        let stale = among.clone().zip(&self.stale[among]);
        stale.filter_map(|(x, stale)| stale.then_some(x))
    }
}

/// The screen as it was last drawn.
#[derive(Debug, Default)]
pub(super) struct FrontBuffer {
    area: Rect,
    packed_cells: Vec<PackedCell>,
    interner: StyleInterner,
    /// The current row, and flags of its stale cells.
    row: Vec<PackedCell>,
    stale: Vec<bool>,
}

impl FrontBuffer {
    /// Takes the cells of the next frame; calls `draw` for every row with something to draw.
    pub(super) fn update(&mut self, next: &Buffer, mut draw: impl FnMut(ScreenStrip<'_>)) {
        if self.area != next.area {
            self.area = next.area;
            self.packed_cells = vec![PackedCell::BLANK; next.content.len()];
        }
        let all = self.interner.is_full();
        if all {
            self.interner = StyleInterner::default();
        }
        let width = usize::from(next.area.width).max(1);
        let rows = next
            .content
            .chunks(width)
            .zip(self.packed_cells.chunks_mut(width));
        for (y, (cells, old)) in (0..).zip(rows) {
            self.interner.dress(cells, &mut self.row);
            let new = &self.row[..];
            self.stale.clear();
            self.stale
                .extend(old.iter().zip(new).map(|(old, new)| all || old != new));
            if !self.stale.contains(&true) {
                continue;
            }
            let doubtful = |packed: &PackedCell| !packed.is_plain();
            let sure = new.iter().position(doubtful).unwrap_or(new.len());
            let from = old[..sure].iter().position(doubtful).unwrap_or(sure);
            spread(old, new, &mut self.stale, from);
            draw(ScreenStrip {
                y,
                packed_cells: new,
                stale: &self.stale,
                sure,
                interner: &self.interner,
            });
            old.copy_from_slice(new);
        }
    }

    /// Notes that the screen was erased: every cell is blank.
    pub(super) fn clear(&mut self) {
        self.packed_cells.fill(PackedCell::BLANK);
    }
}

/// Marks all cells that must be drawn together with a stale cell. These are never before the first
/// doubtful column, `from`, except for the column that it may lean on.
fn spread(old: &[PackedCell], new: &[PackedCell], stale: &mut [bool], from: usize) {
    let end = |x: usize, reach: usize| (x + reach).min(new.len());
    let leans = |packed_cells: &[PackedCell], x: usize| {
        x > 0 && packed_cells[x].leans(x + 1 == packed_cells.len())
    };
    let doubtful = |x: &usize| !new[*x].is_plain();
    for x in (from..new.len())
        .rev()
        .filter(|x| !(old[*x].is_plain() && new[*x].is_plain()))
    {
        if stale[x] {
            stale[x..end(x, old[x].reach().max(new[x].reach()))].fill(true);
            if leans(old, x) || leans(new, x) {
                stale[x - 1] = true;
            }
        }
    }
    for x in (from..new.len()).rev().filter(doubtful) {
        stale[x] = stale[x..end(x, new[x].reach())].contains(&true);
        if stale[x] && leans(new, x) {
            stale[x - 1] = true;
        }
    }
    for x in (from..new.len()).filter(doubtful) {
        stale[x] |= leans(new, x) && stale[x - 1];
        if stale[x] {
            stale[x..end(x, new[x].reach())].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;

    /// Draws the first cells, then the second over them, and checks the columns drawn again.
    #[track_caller]
    fn check(first: &[(u16, &'static str)], second: &[(u16, &'static str)], expected: &[usize]) {
        let mut next = Buffer::empty(Rect::new(0, 0, 10, 1));
        let put = |next: &mut Buffer, cells: &[(u16, &'static str)]| {
            for (x, symbol) in cells {
                next[(*x, 0)] = Cell::new(symbol);
            }
        };
        put(&mut next, first);
        let mut shown = FrontBuffer::default();
        shown.update(&next, |_| {});
        put(&mut next, second);
        let mut drawn = Vec::new();
        shown.update(&next, |strip| {
            drawn = (0..10).filter(|&x| strip.stale[x]).collect();
        });
        assert_eq!(drawn, expected);
    }

    #[test]
    fn ascii_is_drawn_alone() {
        check(&[(0, "a"), (1, "b"), (2, "c")], &[(1, "x")], &[1]);
        check(&[], &[(3, "x")], &[3]);
        check(&[(3, "x")], &[(3, "x")], &[]);
    }

    #[test]
    fn a_character_of_doubtful_width_takes_its_neighbours_along() {
        let row = [(0, "a"), (1, "b"), (2, "c"), (3, "d")];
        check(&row, &[(1, "é")], &[1, 2]);
        check(&row, &[(0, "中")], &[0, 1]);
        // The neighbour is doubtful itself.
        check(&[(1, "é"), (2, "é"), (3, "x")], &[(0, "é")], &[0, 1, 2, 3]);
        // It vanishes, and the cells it covered are repaired.
        check(&[(1, "é"), (2, "x")], &[(1, "a")], &[1, 2]);
        // Something under it changes.
        check(&[(1, "é"), (2, "x")], &[(2, "y")], &[1, 2]);
    }

    #[test]
    fn a_symbol_that_may_lean_left_redraws_the_cell_before() {
        // A wide symbol without room in the last column.
        check(&[(8, "a"), (9, "│")], &[(8, "b")], &[8, 9]);
        check(&[(8, "a"), (9, "│")], &[(9, "b")], &[8, 9]);
        check(&[(7, "⋅"), (9, "│")], &[(7, "a")], &[7, 8, 9]);
        // A symbol drawn into the character before it.
        check(&[(3, "a"), (4, "\u{E33}")], &[(3, "b")], &[3, 4, 5]);
        check(&[(3, "a"), (4, "\u{E33}")], &[(4, "b")], &[3, 4, 5]);
    }

    #[test]
    fn the_cell_under_a_wide_character_is_blank() {
        check(&[(1, "中"), (2, "x")], &[(2, "y")], &[]);
        check(&[(1, "中"), (2, "x")], &[(1, "a"), (2, "x")], &[1, 2]);
    }

    #[test]
    fn a_new_wardrobe_draws_everything_anew() {
        let mut next = Buffer::empty(Rect::new(0, 0, 600, 1));
        for (n, cell) in (0..=255).cycle().zip(&mut next.content) {
            cell.fg = ratatui::style::Color::Rgb(n, 0, 0);
            cell.bg = ratatui::style::Color::Rgb(0, n, 1);
        }
        for (n, cell) in (0..=255).cycle().take(300).zip(&mut next.content) {
            cell.bg = ratatui::style::Color::Indexed(n);
        }
        let mut shown = FrontBuffer::default();
        let mut drawn = 0;
        for _ in 0..2 {
            drawn = 0;
            shown.update(&next, |strip| drawn = strip.columns(0..600).count());
        }
        assert_eq!(drawn, 600);
    }

    #[test]
    fn nothing_reaches_over_the_edge() {
        check(&[], &[(9, "中")], &[8, 9]);
    }
}
