//! How the rows of a view are put so that its bytes stand beside the same bytes of another.
//!
//! Invariant: the default changes nothing.

use super::row_grid::RowStarts;
use super::row_width::RowWidth;

/// How rows are put, if not as they are in a view that stands alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alignment {
    /// Bytes in a row, where it has fewer than there is room for: as many as the other one, or as
    /// many as stand beside a row of that.
    pub width: Option<u16>,
    /// Lines that the strip of bits has at least, so that both have as many rows.
    pub strip_lines: u16,
    /// Where rows begin.
    pub starts: RowStarts,
    /// Empty rows of the screen before the first row that has bytes.
    pub above: u16,
}

impl Alignment {
    /// The bytes of a row, where the user has asked for `asked`.
    pub(super) fn width(&self, asked: RowWidth) -> RowWidth {
        self.width.map_or(asked, RowWidth::Exactly)
    }
}

/// Cuts data into rows that are to begin at `wanted`, ascending, where the last one ends. A row
/// that has no room for what is between two of these goes on in the next one, which makes up for
/// it as soon as it has room. So do the rows above that of the cursor, from there upwards: the
/// cursor, a number of a row and an offset between the places of that, stays in its row.
///
/// Returns where the rows begin, and where the last one ends.
pub fn flowing(wanted: &[u64], (row, offset): (usize, u64), width: u16) -> Vec<u64> {
    let width = u64::from(width.max(1));
    let Some(rows) = wanted.len().checked_sub(1).filter(|rows| row < *rows) else {
        return wanted.to_vec();
    };
    let mut starts = wanted.to_vec();
    let past = offset.saturating_sub(wanted[row]);
    starts[row] += past - past % width;
    for above in (0..row).rev() {
        starts[above] = wanted[above].max(starts[above + 1].saturating_sub(width));
    }
    for below in row + 1..=rows {
        starts[below] = wanted[below].min(starts[below - 1].saturating_add(width));
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_goes_on_in_the_next_one_and_that_makes_up_for_it() {
        let wanted = [0, 4, 16, 18, 20, 28];
        assert_eq!(flowing(&wanted, (0, 0), 8), [0, 4, 12, 18, 20, 28]);
        // The cursor is in the second half of the long row, then in its first.
        assert_eq!(flowing(&wanted, (1, 13), 8), [4, 12, 16, 18, 20, 28]);
        assert_eq!(flowing(&wanted, (1, 9), 8), [0, 4, 12, 18, 20, 28]);
        assert_eq!(flowing(&wanted, (4, 20), 8), [0, 8, 16, 18, 20, 28]);
        assert_eq!(flowing(&[7, 7, 7], (1, 7), 8), [7, 7, 7]);
        assert_eq!(flowing(&[7], (0, 7), 8), [7]);
    }

    proptest! {
        #[test]
        fn every_row_has_room_and_none_is_further_off_than_it_must_be(
            lens in prop::collection::vec(0_u64..20, 1..40),
            row in any::<prop::sample::Index>(),
            past in any::<prop::sample::Index>(),
            width in 1_u16..12,
        ) {
            let mut wanted = vec![100];
            wanted.extend(lens.iter().scan(100, |at, len| { *at += len; Some(*at) }));
            let row = row.index(lens.len());
            let offset = wanted[row] + past.index(lens[row].max(1) as usize) as u64;
            let starts = flowing(&wanted, (row, offset), width);
            let width = u64::from(width);
            prop_assert_eq!(starts.len(), wanted.len());
            for pair in starts.windows(2) {
                prop_assert!(pair[0] <= pair[1] && pair[1] - pair[0] <= width);
            }
            // The cursor is in its row, if that has bytes.
            let here = starts[row]..starts[row + 1];
            prop_assert!(here.contains(&offset) || lens[row] == 0);
            // Where a row does not begin where it is to, the one between it and the cursor is full.
            for number in 0..starts.len() {
                let full = if number <= row { number } else { number - 1 };
                if starts[number] != wanted[number] && number != row {
                    prop_assert_eq!(starts[full + 1] - starts[full], width);
                }
            }
        }
    }
}
