//! The places of the values on the card of numbers.
//!
//! A slot is as wide as the widest text of its reading, or as the screen. Where that text is wider
//! than the screen, the slot has as many lines as the text needs. Invariant: slots depend on the
//! kind and the width alone, and do not overlap.

use crate::explain::numbers::{KINDS, NumberKind, NumberOrder};

/// The column of the labels.
pub(super) const MARGIN: usize = 1;
/// The column of the values, or of the order's name before them.
const VALUES: usize = 10;
/// Columns of the order's name and a space.
const TAG: usize = 3;
/// Columns between two readings, and between the two orders.
const GAP: usize = 2;
/// The most columns that an order gets beyond its need.
const SPARE: usize = 4;

/// The layout of the two byte orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderLayout {
    /// Side by side, each with this many columns; all columns are `width`.
    Beside {
        /// Columns of one order.
        cell: usize,
        /// Columns of the card.
        width: usize,
    },
    /// One below the other.
    Stacked {
        /// Columns of the card.
        width: usize,
    },
}

/// The values of a kind in one order.
pub(super) struct NumberField {
    /// The order.
    pub(super) order: NumberOrder,
    /// The order's name, and its place; empty if it is not shown here.
    pub(super) tag: (usize, usize, &'static str),
    /// A slot for each reading.
    pub(super) slots: Vec<NumberSlot>,
    /// The whole room, for a sentence in place of the readings.
    pub(super) whole: NumberSlot,
}

/// The place of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberSlot {
    /// The first line, from that of the kind's label.
    pub(super) line: usize,
    /// The first column.
    pub(super) x: usize,
    /// Columns.
    pub(super) columns: usize,
    /// Lines.
    pub(super) lines: usize,
}

impl OrderLayout {
    /// The form for a card of a width: side by side, if both orders of every kind with an order fit
    /// on one line.
    pub(super) fn for_width(width: usize) -> Self {
        let width = width.saturating_sub(1);
        let cell = width.saturating_sub(VALUES + GAP) / 2;
        let ordered = KINDS.iter().filter(|kind| kind.orders().len() > 1);
        let widest = ordered.map(on_one_line).max().unwrap_or(0);
        if cell >= widest {
            let cell = cell.min(widest + SPARE);
            Self::Beside { cell, width }
        } else {
            Self::Stacked { width }
        }
    }

    /// The words above the columns, as (column, word).
    pub(super) fn heading(self) -> &'static [&'static str] {
        match self {
            Self::Beside { .. } => &["little endian", "big endian"],
            Self::Stacked { .. } => &[],
        }
    }

    /// The column of the values of an order that stands beside others.
    pub(super) fn column(self, index: usize) -> usize {
        match self {
            Self::Beside { cell, .. } => VALUES + index * (cell + GAP),
            Self::Stacked { .. } => VALUES,
        }
    }

    /// The places of a kind's readings.
    pub(super) fn fields(self, kind: &NumberKind) -> Vec<NumberField> {
        let mut below = 0;
        let fields = kind.orders().iter().enumerate().map(|(index, &order)| {
            let (tag, line, x, room) = match (self, order) {
                (Self::Beside { width, .. } | Self::Stacked { width }, NumberOrder::Own) => {
                    ("", 0, VALUES, width.saturating_sub(VALUES))
                }
                (Self::Beside { cell, .. }, _) => ("", 0, self.column(index), cell),
                (Self::Stacked { width }, order) => {
                    let tag = if order == NumberOrder::Little {
                        "LE"
                    } else {
                        "BE"
                    };
                    let x = VALUES + TAG;
                    (tag, below, x, width.saturating_sub(x))
                }
            };
            let slots = slots(kind.columns, line, x, room.max(1));
            below = slots.iter().map(NumberSlot::end).max().unwrap_or(below);
            let whole = NumberSlot {
                line,
                x,
                columns: room.max(1),
                lines: below - line,
            };
            NumberField {
                order,
                tag: (line, VALUES, tag),
                slots,
                whole,
            }
        });
        fields.collect()
    }

    /// The lines of a kind.
    pub(super) fn height(self, kind: &NumberKind) -> usize {
        let fields = self.fields(kind);
        let slots = fields.iter().flat_map(|field| &field.slots);
        slots.map(NumberSlot::end).max().unwrap_or(1)
    }
}

impl NumberSlot {
    /// The line just below the slot.
    fn end(&self) -> usize {
        self.line + self.lines
    }
}

/// The columns of a kind's readings beside one another.
fn on_one_line(kind: &NumberKind) -> usize {
    let gaps = GAP * kind.columns.len().saturating_sub(1);
    kind.columns.iter().sum::<usize>() + gaps
}

/// Slots of some widths, from a line and a column on; as many on a line as fit.
fn slots(widths: &[usize], line: usize, x: usize, room: usize) -> Vec<NumberSlot> {
    let (mut line, mut used) = (line, 0);
    let mut slots: Vec<NumberSlot> = Vec::new();
    for &width in widths {
        let before = if used == 0 { 0 } else { used + GAP };
        let fits = before + width <= room;
        if let Some(last) = slots.last()
            && !fits
        {
            line = last.end();
        }
        let before = if fits { before } else { 0 };
        let columns = width.min(room);
        slots.push(NumberSlot {
            line,
            x: x + before,
            columns,
            lines: width.div_ceil(columns),
        });
        used = before + columns;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_fill_a_line_before_the_next_one_begins() {
        let shown = |widths: &[usize], room| {
            let slots = slots(widths, 1, 10, room);
            let slots = slots.iter().map(|s| (s.line, s.x, s.columns, s.lines));
            slots.collect::<Vec<_>>()
        };
        assert_eq!(shown(&[5, 6], 13), [(1, 10, 5, 1), (1, 17, 6, 1)]);
        assert_eq!(shown(&[5, 6], 12), [(1, 10, 5, 1), (2, 10, 6, 1)]);
        assert_eq!(shown(&[20, 4], 8), [(1, 10, 8, 3), (4, 10, 4, 1)]);
    }

    #[test]
    fn both_orders_stand_side_by_side_in_a_terminal_of_80_columns() {
        assert!(matches!(
            OrderLayout::for_width(80),
            OrderLayout::Beside { .. }
        ));
        assert!(matches!(
            OrderLayout::for_width(62),
            OrderLayout::Stacked { .. }
        ));
    }
}
