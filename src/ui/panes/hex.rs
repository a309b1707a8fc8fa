//! Two hex digits per byte.

use super::Brush;
use crate::model::row::{Role, Row};
use crate::ui::frame;

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

pub(super) fn paint(brush: &mut Brush<'_>, row: &Row) {
    for (index, cell) in row.cells.iter().enumerate() {
        let (x, _) = brush.cell(index);
        let digits = match cell.role {
            Role::Unreadable => *b"??",
            Role::Awaited => *b"..",
            Role::Gap => *b"--",
            _ => [cell.byte >> 4, cell.byte & 0xF].map(|digit| DIGITS[usize::from(digit)]),
        };
        let style = brush.theme.byte(cell.role, cell.mark);
        frame::ascii(brush.buffer, x, brush.y, &digits, style);
    }
}
