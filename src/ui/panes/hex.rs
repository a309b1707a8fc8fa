//! Two hex digits a byte.

use super::{Brush, place};
use crate::model::row::{Role, Row};
use crate::ui::frame;

pub(super) fn paint(brush: &mut Brush<'_>, row: &Row) {
    for (index, cell) in row.cells.iter().enumerate() {
        let (x, _) = brush
            .layout
            .cell(brush.pane, place(row, index, brush.layout.width));
        let text = match cell.role {
            Role::Unreadable => "??".to_owned(),
            Role::Awaited => "··".to_owned(),
            _ => format!("{:02X}", cell.byte),
        };
        frame::text(
            brush.buffer,
            x,
            brush.y,
            &text,
            brush.theme.byte(cell.role, cell.mark),
        );
    }
}
