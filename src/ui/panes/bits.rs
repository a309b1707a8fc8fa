//! Eight bits a byte: structure, payload and wrong bits in three styles.

use super::{Brush, place};
use crate::model::row::{Cell, Mark, Role, Row};
use crate::ui::frame;

pub(super) fn paint(brush: &mut Brush<'_>, row: &Row) {
    for (index, cell) in row.cells.iter().enumerate() {
        let (x, _) = brush
            .layout
            .cell(brush.pane, place(row, index, brush.layout.width));
        for bit in 0..8u8 {
            bits(brush, cell, x + u16::from(bit), bit);
        }
    }
}

/// One bit, counted from the most significant.
fn bits(brush: &mut Brush<'_>, cell: &Cell, x: u16, bit: u8) {
    let shift = 7 - bit;
    // When steps are bits, the cursor is the bit and its byte part of the
    // sequence.
    let mark = match (cell.mark, brush.bit) {
        (Mark::Cursor, Some(at)) if at != bit => Mark::Sequence,
        (mark, _) => mark,
    };
    let text = match (cell.role, cell.byte >> shift & 1) {
        (Role::Unreadable, _) => "?",
        (Role::Awaited, _) => "·",
        (_, 1) => "1",
        _ => "0",
    };
    frame::text(
        brush.buffer,
        x,
        brush.y,
        text,
        brush.theme.bit(cell.role, cell.masks.bit(bit), mark),
    );
}
