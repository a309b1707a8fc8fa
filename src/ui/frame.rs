//! Text, lines and framed panels on the buffer.

use std::num::NonZeroU16;
use std::ops::Range;

use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::model::layout::ScreenSize;
use crate::model::line::{Tone, TonedLine};
use crate::model::panel::{FRAME, Panel};
use crate::model::theme::Theme;
use crate::unicode::glyph;

/// Paints some text, cut at the edge of the buffer.
pub(super) fn text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    text_within(buffer, x, y, buffer.area.width, text, style);
}

/// Paints bytes 20..7E, a cell each, cut at the edge of the buffer.
pub(super) fn ascii(buffer: &mut Buffer, x: u16, y: u16, bytes: &[u8], style: Style) {
    let end = u16::try_from(bytes.len()).map_or(u16::MAX, |columns| x.saturating_add(columns));
    for (cell, byte) in cells(buffer, x..end, y).iter_mut().zip(bytes) {
        cell.set_char(char::from(*byte)).set_style(style);
    }
}

/// Paints one symbol in one cell; it occupies `columns` columns whatever width our tables or the
/// terminal give it.
pub(super) fn sign(
    buffer: &mut Buffer,
    x: u16,
    y: u16,
    (symbol, columns): (&str, u8),
    style: Style,
) {
    if let Some(cell) = cells(buffer, x..x.saturating_add(1), y).first_mut() {
        cell.set_symbol(symbol).set_style(style);
        if let Some(columns) = NonZeroU16::new(columns.into()) {
            cell.set_diff_option(CellDiffOption::ForcedWidth(columns));
        }
    }
}

/// Paints a sign of one column in place of the content of a cell.
pub(super) fn cover(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = cells(buffer, x..x.saturating_add(1), y).first_mut() {
        cell.reset();
        cell.set_symbol(symbol).set_style(style);
    }
}

/// The cells of some columns of a row, as far as they exist.
fn cells(buffer: &mut Buffer, columns: Range<u16>, y: u16) -> &mut [Cell] {
    let width = buffer.area.width;
    let columns = usize::from(columns.start.min(width))..usize::from(columns.end.min(width));
    let row = usize::from(y) * usize::from(width);
    let cells = buffer
        .content
        .get_mut(row + columns.start..row + columns.end);
    cells.unwrap_or_default()
}

/// Paints some text, cut before column `end`; returns the column after it.
///
/// ASCII is painted with one cell per byte, without a search for clusters. Only the last ASCII
/// character before other text may form a cluster with it.
fn text_within(buffer: &mut Buffer, x: u16, y: u16, end: u16, text: &str, style: Style) -> u16 {
    let end = end.min(buffer.area.width);
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
    let (mut x, mut rest) = (x, text.as_bytes());
    while !rest.is_empty() && x < end && y < buffer.area.height {
        let plain = rest.iter().take_while(|byte| is_plain(byte)).count();
        let alone = if plain < rest.len() {
            plain.saturating_sub(1)
        } else {
            plain
        };
        let taken = alone.min(usize::from(end - x));
        ascii(buffer, x, y, &rest[..taken], style);
        x += taken as u16;
        rest = &rest[alone..];
        let base = rest.iter().take_while(|byte| is_plain(byte)).count();
        let marks = rest.iter().skip(base).take_while(|byte| !is_plain(byte));
        let (piece, after) = rest.split_at(base + marks.count());
        rest = after;
        let piece = str::from_utf8(piece).unwrap_or_default();
        let room = usize::from(end.saturating_sub(x));
        if glyph::columns(piece) > room {
            // The text ends at the first piece that does not fit, even if the rest would.
            rest = &[];
        }
        if room > 0 && !piece.is_empty() {
            (x, _) = buffer.set_stringn(x, y, piece, room, style);
        }
    }
    x
}

/// Paints a line, cut at the edge of the buffer.
pub(super) fn line(buffer: &mut Buffer, x: u16, y: u16, line: &TonedLine, theme: Theme) {
    let width = buffer.area.width.saturating_sub(x);
    line_within(buffer, x, y, width, line, theme);
}

/// Paints a line, cut after some columns.
pub(super) fn line_within(
    buffer: &mut Buffer,
    x: u16,
    y: u16,
    width: u16,
    line: &TonedLine,
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
        x = text_within(buffer, x, y, end, &piece.text, theme.sentence(piece.tone));
    }
}

/// Paints a line after a blank in an emptied row.
pub(super) fn line_alone(buffer: &mut Buffer, y: u16, content: &TonedLine, theme: Theme) {
    let width = buffer.area.width;
    cells(buffer, 0..width, y).iter_mut().for_each(Cell::reset);
    line(buffer, 1, y, content, theme);
}

/// Gives the cells of some rows one style, so that later cells stand out in front. The cursor, the
/// selection and matches keep theirs: what is asked is often about them.
pub(super) fn recede(buffer: &mut Buffer, rows: Range<u16>, style: Style) {
    let width = buffer.area.width;
    for y in rows {
        let quiet = |cell: &&mut Cell| !cell.modifier.contains(Modifier::REVERSED);
        for cell in cells(buffer, 0..width, y).iter_mut().filter(quiet) {
            cell.set_style(Style::reset().patch(style));
        }
    }
}

/// Paints a panel in a frame, with its keys on the last line: in the middle of the buffer, unless
/// the panel names its first row.
pub(super) fn panel(buffer: &mut Buffer, panel: &Panel, theme: Theme) {
    let Rect { width, height, .. } = buffer.area;
    let area = panel.area(ScreenSize { width, height });
    // A blank column at either side parts the frame from the rest, such as the map. A wide character
    // that reaches into it would be drawn over it.
    let (left, end) = (area.x.saturating_sub(1), area.x + area.width + 1);
    for y in area.y..area.y + area.height {
        cells(buffer, left..end, y).iter_mut().for_each(Cell::reset);
        let before = left.checked_sub(1);
        let before = before.and_then(|x| cells(buffer, x..left, y).first_mut());
        if let Some(cell) = before.filter(|cell| glyph::columns(cell.symbol()) > 1) {
            let style = cell.style();
            cell.reset();
            cell.set_style(style);
        }
    }
    let quiet = theme.tone(Tone::Faint);
    let inner = usize::from(area.width.saturating_sub(2));
    let (right, foot) = (area.x + area.width - 1, area.y + area.height - 1);
    let bar = "─".repeat(inner);
    text(buffer, area.x, area.y, &format!("╭{bar}╮"), quiet);
    text(buffer, area.x, foot, &format!("╰{bar}╯"), quiet);
    for y in area.y + 1..foot {
        text(buffer, area.x, y, "│", quiet);
        text(buffer, right, y, "│", quiet);
    }
    // The blank after the title may be the only thing that is cut.
    let title = TonedLine::new().plain(panel.title.as_str());
    let title = format!(" {} ", title.cut_at_clause(inner.saturating_sub(3)).text());
    buffer.set_stringn(
        area.x + 2,
        area.y,
        title,
        inner.saturating_sub(2),
        theme.tone(Tone::Strong),
    );
    let room = area.width.saturating_sub(2 * FRAME);
    for (content, y) in panel.lines.iter().zip(area.y + 1..foot) {
        line_within(buffer, area.x + FRAME, y, room, content, theme);
    }
    let mut footer = TonedLine::new().plain(" ");
    footer.pieces.extend(panel.footer.pieces.clone());
    line_within(
        buffer,
        area.x + FRAME,
        foot,
        room,
        &footer.plain(" "),
        theme,
    );
}
