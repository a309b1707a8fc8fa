//! Two hex digits per byte.

use super::PaneBrush;
use crate::model::row::{ByteCell, ByteRole};
use crate::model::theme::Theme;
use crate::ui::frame;

/// The columns of a cell whose digits stand over their bits.
const NIBBLES: u16 = 8;
const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

pub(super) fn paint(brush: &mut PaneBrush<'_>, cells: &[ByteCell]) {
    for (index, cell) in cells.iter().enumerate() {
        let (x, width) = brush.cell(index);
        let digits = match cell.role {
            ByteRole::Unreadable => *b"??",
            ByteRole::Awaited => *b"..",
            ByteRole::Gap => *b"--",
            _ => [cell.byte >> 4, cell.byte & 0xF].map(|digit| DIGITS[usize::from(digit)]),
        };
        let style = brush.theme.byte(cell.role, cell.mark);
        let style = brush.theme.in_region(style, cell.region, cell.mark);
        let style = Theme::of_origin(style, cell.origin);
        if width < NIBBLES {
            frame::ascii(brush.buffer, x, brush.y, &digits, style);
        } else {
            // Each digit stands in the middle of its four bits.
            let [high, low] = digits;
            let spread = [b' ', high, b' ', b' ', b' ', low, b' ', b' '];
            frame::ascii(brush.buffer, x, brush.y, &spread, style);
        }
    }
}
