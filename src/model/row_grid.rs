//! The assignment of bytes to rows: the one place that knows the start of each row.
//!
//! ```text
//! 8 bytes in a row:                  the same with 3 empty cells before the first byte:
//!  0  1  2  3  4  5  6  7             .  .  .  0  1  2  3  4
//!  8  9 10 11 12 13 14 15             5  6  7  8  9 10 11 12
//!
//! 8 bytes at most, rows begin at 0, 5, 5 and 12:
//!  0  1  2  3  4  .  .  .
//!  .  .  .  .  .  .  .  .
//!  5  6  7  8  9 10 11  .
//! 12 13 14 15 16 17 18 19
//! ```
//!
//! Rows begin at multiples of the width, unless data stands beside other data: then cells are left
//! empty before the first byte, or some rows begin at listed places. Invariant: every byte is in
//! one row and one column, and the bytes of a row stand in adjacent cells.

use std::ops::Range;
use std::sync::Arc;

/// The starts of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowStarts {
    /// Multiples of the width, after some empty cells before the first byte.
    Even {
        /// The number of empty cells.
        lead: u16,
    },
    /// Some rows begin at these offsets (ascending, at least one). Rows before the first of them
    /// and from the last on are full. A row with the same start as the next one is empty.
    At(Arc<[u64]>),
}

impl Default for RowStarts {
    fn default() -> Self {
        Self::Even { lead: 0 }
    }
}

/// The assignment of bytes to rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowGrid {
    width: u16,
    /// Empty cells before the first byte.
    lead: u16,
    /// The starts of some rows, ascending; rows before and after them are full.
    listed: Arc<[u64]>,
}

impl RowGrid {
    /// Rows of a width that begin at its multiples.
    pub fn new(width: u16) -> Self {
        Self::starting(width, &RowStarts::default())
    }

    /// Rows of a width with some given starts, if the bytes between these fit.
    pub fn starting(width: u16, starts: &RowStarts) -> Self {
        let width = width.max(1);
        let even = |lead: u16| (lead % width, Arc::default());
        let (lead, listed) = match starts {
            RowStarts::Even { lead } => even(*lead),
            RowStarts::At(listed) if has_room(listed, width) => {
                let first = listed.first().copied().unwrap_or_default();
                let past = (first % u64::from(width)) as u16;
                ((width - past) % width, Arc::clone(listed))
            }
            RowStarts::At(_) => even(0),
        };
        Self {
            width,
            lead,
            listed,
        }
    }

    /// Bytes in a row.
    #[inline]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Empty cells before the first byte of the first row.
    pub const fn lead(&self) -> u16 {
        self.lead
    }

    /// The first listed offset, and the number of the first row that begins there.
    fn first_listed(&self) -> Option<(u64, u64)> {
        let first = *self.listed.first()?;
        Some((first, self.even_row(first)))
    }

    /// The number of an offset's row, where rows are even.
    #[inline]
    const fn even_row(&self, offset: u64) -> u64 {
        offset.saturating_add(self.lead as u64) / self.width as u64
    }

    /// The start of a row, where rows are even.
    #[inline]
    const fn even_start(&self, row: u64) -> u64 {
        let start = row.saturating_mul(self.width as u64);
        start.saturating_sub(self.lead as u64)
    }

    /// The last listed offset, and the number of the row that begins there.
    fn last_listed(&self, first_row: u64) -> (u64, u64) {
        let last = self.listed.last().copied().unwrap_or_default();
        (last, first_row.saturating_add(self.listed.len() as u64 - 1))
    }

    /// The number of the row that an offset lies in, from 0.
    #[inline]
    pub fn row(&self, offset: u64) -> u64 {
        let Some((_, first_row)) = self.first_listed().filter(|(first, _)| offset >= *first) else {
            return self.even_row(offset);
        };
        let (last, last_row) = self.last_listed(first_row);
        if offset >= last {
            return last_row.saturating_add((offset - last) / u64::from(self.width));
        }
        let after = self.listed.partition_point(|start| *start <= offset);
        first_row.saturating_add(after as u64 - 1)
    }

    /// The column of an offset in its row, from 0.
    #[inline]
    pub fn column(&self, offset: u64) -> u16 {
        if self
            .first_listed()
            .is_some_and(|(first, _)| offset >= first)
        {
            return (offset - self.start(self.row(offset))) as u16;
        }
        // Avoids a sum that could overflow.
        let (width, lead) = (u64::from(self.width), u64::from(self.lead));
        ((offset % width + lead) % width) as u16
    }

    /// The offset of the first byte of a row.
    #[inline]
    pub fn start(&self, row: u64) -> u64 {
        let Some((_, first_row)) = self.first_listed().filter(|(_, first)| row >= *first) else {
            return self.even_start(row);
        };
        let (last, last_row) = self.last_listed(first_row);
        if row >= last_row {
            let past = (row - last_row).saturating_mul(self.width.into());
            return last.saturating_add(past);
        }
        self.listed[(row - first_row) as usize]
    }

    /// The offset of the first byte of the row that an offset lies in.
    #[inline]
    pub fn start_of(&self, offset: u64) -> u64 {
        offset.saturating_sub(self.column(offset).into())
    }

    /// The offset at a column of a row; for an empty cell, the byte before it in the row, or the
    /// first one after it.
    pub fn at(&self, row: u64, column: u16) -> u64 {
        let Range { start, end } = self.range(row);
        let before = self.empty_before(row);
        let offset = start.saturating_add(column.saturating_sub(before).into());
        offset.min(end.saturating_sub(1).max(start))
    }

    /// The offset at a column of a row; none for an empty cell.
    pub fn byte_at(&self, row: u64, column: u16) -> Option<u64> {
        let past = column.checked_sub(self.empty_before(row))?;
        let Range { start, end } = self.range(row);
        let offset = start.saturating_add(past.into());
        (offset < end).then_some(offset)
    }

    /// Empty cells before the first byte of a row.
    fn empty_before(&self, row: u64) -> u16 {
        let is_listed = self.first_listed().is_some_and(|(_, first)| row >= first);
        if row == 0 && !is_listed { self.lead } else { 0 }
    }

    /// The offsets of a row.
    pub fn range(&self, row: u64) -> Range<u64> {
        self.start(row)..self.start(row.saturating_add(1))
    }

    /// The number of rows that some bytes from the first on take.
    pub fn count(&self, len: u64) -> u64 {
        match len.checked_sub(1) {
            Some(last) => self.row(last).saturating_add(1),
            None => 0,
        }
    }

    /// Cuts a range into rows; empty rows between them are included.
    pub fn cut(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let mut row = self.row(range.start);
        let mut at = range.start;
        std::iter::from_fn(move || {
            if at >= range.end {
                return None;
            }
            row = row.saturating_add(1);
            // Near the greatest offset there is no next row.
            let next = Some(self.start(row)).filter(|next| *next >= at);
            let end = next.map_or(range.end, |next| next.min(range.end));
            let cut = at..end;
            at = end;
            Some(cut)
        })
    }
}

/// Reports whether the offsets ascend, and rows of a width have room for the bytes between them.
fn has_room(listed: &[u64], width: u16) -> bool {
    let has_room = |pair: &[u64]| {
        let len = pair[1].checked_sub(pair[0]);
        len.is_some_and(|len| len <= u64::from(width))
    };
    !listed.is_empty() && listed.windows(2).all(has_room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn led(width: u16, lead: u16) -> RowGrid {
        RowGrid::starting(width, &RowStarts::Even { lead })
    }

    fn at(width: u16, starts: &[u64]) -> RowGrid {
        RowGrid::starting(width, &RowStarts::At(starts.into()))
    }

    #[test]
    fn every_byte_is_in_one_cell_and_the_cells_are_counted_one_by_one() {
        for width in 1..=17 {
            for lead in 0..width {
                let grid = led(width, lead);
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

    /// The rows of some bytes, written down one after the other.
    fn written(width: u16, starts: &[u64], len: u64) -> Vec<Vec<u64>> {
        let width = u64::from(width);
        let mut rows = Vec::new();
        // As many before the first listed one as needed; the first of them may be short.
        let mut end = starts[0];
        while end > 0 {
            let start = end.saturating_sub(width);
            rows.insert(0, (start..end).collect());
            end = start;
        }
        for pair in starts.windows(2) {
            rows.push((pair[0]..pair[1]).collect());
        }
        let mut start = starts[starts.len() - 1];
        while start < len {
            rows.push((start..start + width).collect());
            start += width;
        }
        rows
    }

    #[test]
    fn rows_begin_at_listed_offsets_between_full_rows() {
        for (width, starts) in [
            (4, &[0_u64][..]),
            (4, &[7]),
            (4, &[0, 0, 0]),
            (4, &[0, 3, 3, 7, 7]),
            (4, &[5, 5, 6, 10, 11, 11, 11, 15]),
            (1, &[3, 4, 4, 5]),
            (8, &[1, 9, 12, 12, 20]),
            (16, &[100, 100]),
        ] {
            let grid = at(width, starts);
            let rows = written(width, starts, 60);
            for (number, row) in (0..).zip(&rows) {
                let range = grid.range(number);
                assert_eq!(range.clone().collect::<Vec<_>>(), *row, "{starts:?}");
                let skipped = if number == 0 && starts[0] > 0 {
                    width - row.len() as u16
                } else {
                    0
                };
                for (column, offset) in (skipped..).zip(row) {
                    assert_eq!((grid.row(*offset), grid.column(*offset)), (number, column));
                    assert_eq!(grid.byte_at(number, column), Some(*offset));
                    assert_eq!(grid.at(number, column), *offset);
                    assert_eq!(grid.start_of(*offset), row[0]);
                }
                let last = row.last().copied().unwrap_or(range.start);
                for column in skipped + row.len() as u16..width {
                    assert_eq!(grid.byte_at(number, column), None);
                    assert_eq!(grid.at(number, column), last);
                }
            }
            let cut: Vec<_> = grid.cut(0..60).map(Vec::from_iter).collect();
            let mut expected = rows;
            expected.retain(|row| row.is_empty() || row[0] < 60);
            let all = expected.iter_mut();
            all.for_each(|row| row.retain(|offset| *offset < 60));
            let begin = expected.iter().position(|row| !row.is_empty());
            expected.drain(..begin.expect("bytes"));
            assert_eq!(cut[..], expected[..cut.len()], "{starts:?}");
            assert!(expected[cut.len()..].iter().all(Vec::is_empty));
        }
    }

    #[test]
    fn rows_that_have_no_room_are_even() {
        for starts in [&[][..], &[0, 5], &[9, 3]] {
            assert_eq!(at(4, starts), RowGrid::new(4), "{starts:?}");
        }
    }

    #[test]
    fn a_range_is_cut_where_rows_begin() {
        for (width, lead) in [(1, 0), (3, 0), (3, 2), (8, 5), (17, 16)] {
            let grid = led(width, lead);
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
        for grid in [led(16, 15), at(16, &[1, 3, 3])] {
            let _ = grid.column(u64::MAX);
            assert_eq!(grid.cut(u64::MAX - 1..u64::MAX).count(), 1);
            let _ = (
                grid.row(u64::MAX),
                grid.count(u64::MAX),
                grid.start(u64::MAX),
                grid.at(u64::MAX, 15),
            );
        }
        assert_eq!(led(16, 15).column(u64::MAX), 14);
        assert_eq!(RowGrid::new(0).width(), 1);
    }
}
