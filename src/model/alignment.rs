//! The layout of a view's rows beside another view: equal bytes stand beside each other.
//!
//! Invariant: the default changes nothing.

use super::layout::ScreenSize;
use super::pair::PairPlacement;
use super::row_grid::RowStarts;
use super::row_width::RowWidth;
use super::state::InspectorSize;

/// The layout of rows, as far as it differs from a view that stands alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alignment {
    /// Bytes in a row, where they are fewer than fit: as many as in the other view, or as many as
    /// fit beside a row of it.
    pub width: Option<u16>,
    /// The least lines of the strip of bits; both views have as many rows then.
    pub strip_lines: u16,
    /// The starts of the rows.
    pub starts: RowStarts,
    /// Empty screen rows before the first row with bytes.
    pub above: u16,
    /// The place of the other view.
    pub place: PairPlacement,
}

/// The least rows of a screen for the bits of the cursor's row and the whole inspector in one of two
/// views that stand one above the other: rows of bytes come first.
const ROOMY: u16 = 16;

impl Alignment {
    /// The bytes of a row, given the width `asked` by the user.
    pub(super) fn width(&self, asked: RowWidth) -> RowWidth {
        self.width.map_or(asked, RowWidth::Exactly)
    }

    /// Reports whether there is room for the bits of the cursor's row.
    pub(super) fn has_strip(&self, size: ScreenSize) -> bool {
        self.place == PairPlacement::Side || size.height >= ROOMY
    }

    /// The card of the inspector, given the one `asked` by the user.
    pub(super) fn inspector(&self, asked: InspectorSize, size: ScreenSize) -> InspectorSize {
        match asked {
            InspectorSize::Full | InspectorSize::Numbers if !self.has_strip(size) => {
                InspectorSize::Short
            }
            asked => asked,
        }
    }
}

/// Cuts data into rows that should begin at the `wanted` offsets. These ascend, and the last row
/// ends at the last of them. A row too short for the bytes up to the next offset goes on in the
/// next row, which makes up for it as soon as it has room. Rows above the cursor's row do the same
/// upwards. The cursor is given as the number of its row and its offset within that row's wanted
/// range: it stays in its row.
///
/// Returns the starts of the rows and the end of the last one.
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
            // The cursor is in its row, if that row has bytes.
            let here = starts[row]..starts[row + 1];
            prop_assert!(here.contains(&offset) || lens[row] == 0);
            // If a row does not begin at its wanted offset, the row between it and the cursor is
            // full.
            for number in 0..starts.len() {
                let full = if number <= row { number } else { number - 1 };
                if starts[number] != wanted[number] && number != row {
                    prop_assert_eq!(starts[full + 1] - starts[full], width);
                }
            }
        }
    }
}
