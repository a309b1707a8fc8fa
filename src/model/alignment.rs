//! How the rows of a view are put so that its bytes stand beside the same bytes of another.
//!
//! Invariant: the default changes nothing.

use super::row_width::RowWidth;

/// How rows are put, if not as they are in a view that stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Alignment {
    /// Bytes in a row, where both are to have as many and one has no room for more.
    pub width: Option<u16>,
    /// Empty cells before the first byte of the data.
    pub lead: u16,
    /// Empty rows of the screen before the first row of the data.
    pub above: u16,
}

impl Alignment {
    /// The bytes of a row, where the user has asked for `asked`.
    pub(super) fn width(self, asked: RowWidth) -> RowWidth {
        self.width.map_or(asked, RowWidth::Exactly)
    }
}
