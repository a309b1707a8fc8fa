//! Eight bits per byte: structure, payload and wrong bits in three styles.

use std::ops::Range;

use super::PaneBrush;
use crate::model::row::{ByteCell, ByteRole, CellMark};
use crate::model::theme::Theme;
use crate::ui::frame;

pub(super) fn paint(brush: &mut PaneBrush<'_>, cells: &[ByteCell]) {
    for (index, cell) in cells.iter().enumerate() {
        let (x, _) = brush.cell(index);
        match (cell.mark, brush.bit) {
            // If cursor steps are bits, the cursor is the bit and its byte is part of the sequence.
            (CellMark::Cursor, Some(at)) => {
                bits(brush, cell, x, 0..at, CellMark::Sequence);
                bits(brush, cell, x, at..at + 1, CellMark::Cursor);
                bits(brush, cell, x, at + 1..8, CellMark::Sequence);
            }
            (mark, _) => bits(brush, cell, x, 0..8, mark),
        }
    }
}

/// Paints some bits, counted from the most significant, in runs of one style.
fn bits(brush: &mut PaneBrush<'_>, cell: &ByteCell, x: u16, range: Range<u8>, mark: CellMark) {
    let digits = match cell.role {
        ByteRole::Unreadable => [b'?'; 8],
        ByteRole::Awaited => [b'.'; 8],
        ByteRole::Gap => [b'-'; 8],
        _ => cell.masks.digits(cell.byte),
    };
    let mut at = range.start;
    while at < range.end {
        let kind = cell.masks.bit(at);
        let end = (at + 1..range.end).find(|bit| cell.masks.bit(*bit) != kind);
        let run = at..end.unwrap_or(range.end);
        let digits = &digits[usize::from(run.start)..usize::from(run.end)];
        let style = brush.theme.bit(cell.role, kind, mark);
        let style = brush.theme.in_region(style, cell.region, mark);
        let style = Theme::of_origin(style, cell.origin);
        frame::ascii(brush.buffer, x + u16::from(at), brush.y, digits, style);
        at = run.end;
    }
}
