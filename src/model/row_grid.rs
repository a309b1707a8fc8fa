//! How bytes are put into rows: the one place that knows where a row begins.
//!
//! ```text
//! 8 bytes in a row:                  the same with 3 empty cells before the first byte:
//!  0  1  2  3  4  5  6  7             .  .  .  0  1  2  3  4
//!  8  9 10 11 12 13 14 15             5  6  7  8  9 10 11 12
//! ```
//!
//! Rows begin at multiples of the width, unless data stands beside other data whose bytes are
//! further on: then cells are left empty before the first byte. Invariant: every byte is in one
//! row and one column, and a row has no empty cell but before the first byte and after the last.

use std::ops::Range;

/// How bytes are put into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowGrid {
    width: u16,
    lead: u16,
}

impl RowGrid {
    /// Rows of some bytes that begin at multiples of their width.
    pub const fn of(width: u16) -> Self {
        Self::led(width, 0)
    }

    /// Rows of some bytes, the first of which has empty cells before the first byte: `lead`, or as
    /// many as that exceeds whole rows.
    pub const fn led(width: u16, lead: u16) -> Self {
        let width = if width == 0 { 1 } else { width };
        let lead = lead % width;
        Self { width, lead }
    }

    /// Bytes in a row.
    #[inline]
    pub const fn width(self) -> u16 {
        self.width
    }

    /// Empty cells before the first byte.
    pub const fn lead(self) -> u16 {
        self.lead
    }

    /// The number of the row that an offset lies in, from 0.
    #[inline]
    pub const fn row(self, offset: u64) -> u64 {
        offset.saturating_add(self.lead as u64) / self.width as u64
    }

    /// The column of an offset in its row, from 0.
    #[inline]
    pub const fn column(self, offset: u64) -> u16 {
        // Without a sum that could be too large.
        let (width, lead) = (self.width as u64, self.lead as u64);
        ((offset % width + lead) % width) as u16
    }

    /// The offset of the first byte of a row.
    #[inline]
    pub const fn start(self, row: u64) -> u64 {
        let start = row.saturating_mul(self.width as u64);
        start.saturating_sub(self.lead as u64)
    }

    /// The offset of the first byte of the row that an offset lies in.
    #[inline]
    pub const fn start_of(self, offset: u64) -> u64 {
        offset.saturating_sub(self.column(offset) as u64)
    }

    /// The offset at a column of a row; of an empty cell before the first byte, that byte.
    pub const fn at(self, row: u64, column: u16) -> u64 {
        let start = row.saturating_mul(self.width as u64);
        let cell = start.saturating_add(column as u64);
        cell.saturating_sub(self.lead as u64)
    }

    /// The offset at a column of a row; none of an empty cell before the first byte.
    pub const fn byte_at(self, row: u64, column: u16) -> Option<u64> {
        let start = row.saturating_mul(self.width as u64);
        start
            .saturating_add(column as u64)
            .checked_sub(self.lead as u64)
    }

    /// The offsets of a row.
    pub const fn range(self, row: u64) -> Range<u64> {
        self.start(row)..self.start(row.saturating_add(1))
    }

    /// How many rows some bytes from the first on take.
    pub const fn count(self, len: u64) -> u64 {
        match len.checked_sub(1) {
            Some(last) => self.row(last).saturating_add(1),
            None => 0,
        }
    }

    /// A range cut into rows.
    pub fn cut(self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let width = u64::from(self.width);
        let mut at = range.start;
        std::iter::from_fn(move || {
            let rest = width - u64::from(self.column(at));
            let row = at..at.saturating_add(rest).min(range.end);
            at = row.end;
            (!row.is_empty()).then_some(row)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_one_cell_and_the_cells_are_counted_one_by_one() {
        for width in 1..=17 {
            for lead in 0..width {
                let grid = RowGrid::led(width, lead);
                let (mut row, mut column) = (0, lead);
                let mut start = 0;
                for offset in 0..100 {
                    assert_eq!((grid.row(offset), grid.column(offset)), (row, column));
                    assert_eq!(grid.byte_at(row, column), Some(offset));
                    assert_eq!(grid.at(row, column), offset);
                    assert_eq!((grid.start(row), grid.start_of(offset)), (start, start));
                    assert!(grid.range(row).contains(&offset));
                    assert_eq!(grid.count(offset + 1), row + 1);
                    column += 1;
                    if column == width {
                        (row, column, start) = (row + 1, 0, offset + 1);
                    }
                }
                assert_eq!(grid.count(0), 0);
                for column in 0..lead {
                    assert_eq!((grid.byte_at(0, column), grid.at(0, column)), (None, 0));
                }
            }
        }
    }

    #[test]
    fn a_range_is_cut_where_rows_begin() {
        for (width, lead) in [(1, 0), (3, 0), (3, 2), (8, 5), (17, 16)] {
            let grid = RowGrid::led(width, lead);
            for (start, end) in [(0, 0), (0, 1), (0, 50), (7, 50), (49, 50), (9, 9)] {
                let rows: Vec<_> = grid.cut(start..end).collect();
                let bytes: Vec<u64> = rows.iter().cloned().flatten().collect();
                assert_eq!(bytes, (start..end).collect::<Vec<_>>());
                for row in rows {
                    assert_eq!(grid.row(row.start), grid.row(row.end - 1));
                    assert!(row.end == end || grid.column(row.end) == 0);
                }
            }
        }
    }

    #[test]
    fn offsets_near_the_last_are_no_trouble() {
        let grid = RowGrid::led(16, 15);
        assert_eq!(grid.column(u64::MAX), 14);
        assert_eq!(grid.cut(u64::MAX - 1..u64::MAX).count(), 1);
        let _ = (
            grid.row(u64::MAX),
            grid.count(u64::MAX),
            grid.start(u64::MAX),
        );
        assert_eq!(grid.at(u64::MAX, 15), u64::MAX - 15);
        assert_eq!(RowGrid::of(0).width(), 1);
    }
}
