//! Text, lines and framed panels on the buffer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::line::{Line, Tone};
use crate::model::overlay::Panel;
use crate::model::theme::Theme;

/// Some text, cut at the edge of the buffer.
pub(super) fn text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let (width, height) = (buffer.area.width, buffer.area.height);
    if x >= width || y >= height {
        return;
    }
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        // Most of a frame is digits: a cell each, without a look at clusters.
        for (x, byte) in (x..width).zip(text.bytes()) {
            buffer[(x, y)].set_char(char::from(byte)).set_style(style);
        }
    } else {
        buffer.set_stringn(x, y, text, usize::from(width - x), style);
    }
}

/// A line, cut at the edge of the buffer.
pub(super) fn line(buffer: &mut Buffer, x: u16, y: u16, line: &Line, theme: Theme) {
    let width = buffer.area.width.saturating_sub(x);
    line_within(buffer, x, y, width, line, theme);
}

/// A line, cut after some columns.
pub(super) fn line_within(
    buffer: &mut Buffer,
    x: u16,
    y: u16,
    width: u16,
    line: &Line,
    theme: Theme,
) {
    if y >= buffer.area.height {
        return;
    }
    let end = (x + width).min(buffer.area.width);
    let mut x = x;
    for piece in &line.pieces {
        if x >= end {
            break;
        }
        let style = theme.tone(piece.tone);
        (x, _) = buffer.set_stringn(x, y, &piece.text, usize::from(end - x), style);
    }
}

/// A panel in a frame in the middle of the buffer, its keys on its last line.
pub(super) fn panel(buffer: &mut Buffer, panel: &Panel, theme: Theme) {
    let area = place(buffer.area, panel);
    for y in area.y..area.y + area.height {
        for x in area.x..area.x + area.width {
            buffer[(x, y)].reset();
        }
    }
    let quiet = theme.tone(Tone::Quiet);
    let inner = usize::from(area.width.saturating_sub(2));
    let (right, foot) = (area.x + area.width - 1, area.y + area.height - 1);
    let bar = "─".repeat(inner);
    text(buffer, area.x, area.y, &format!("╭{bar}╮"), quiet);
    text(buffer, area.x, foot, &format!("╰{bar}╯"), quiet);
    for y in area.y + 1..foot {
        text(buffer, area.x, y, "│", quiet);
        text(buffer, right, y, "│", quiet);
    }
    let title = format!(" {} ", panel.title);
    buffer.set_stringn(
        area.x + 2,
        area.y,
        title,
        inner.saturating_sub(2),
        theme.tone(Tone::Strong),
    );
    let room = area.width.saturating_sub(4);
    for (content, y) in panel.lines.iter().zip(area.y + 1..foot) {
        line_within(buffer, area.x + 2, y, room, content, theme);
    }
    let mut footer = Line::new().plain(" ");
    footer.pieces.extend(panel.footer.pieces.clone());
    line_within(buffer, area.x + 2, foot, room, &footer.plain(" "), theme);
}

fn place(whole: Rect, panel: &Panel) -> Rect {
    let width = (panel.width + 4).min(whole.width).max(4);
    let height = (panel.lines.len() as u16 + 2).min(whole.height).max(2);
    Rect {
        x: (whole.width - width) / 2,
        y: (whole.height - height) / 2,
        width,
        height,
    }
}
