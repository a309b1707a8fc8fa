//! The decoded code points: each glyph at the first byte of its sequence, and a dot for every later
//! byte of the sequence.
//!
//! Invariant: a glyph is drawn at the column of its byte whatever width the terminal gives it, and
//! the cells after it are its own.

use ratatui::style::Style;

use super::PaneBrush;
use crate::model::line::Tone;
use crate::model::regions::ByteInRegion;
use crate::model::row::{ByteCell, CellMark};
use crate::model::theme::Theme;
use crate::ui::frame;
use crate::unicode::glyph::Glyph;

pub(super) fn paint(brush: &mut PaneBrush<'_>, cells: &[ByteCell]) {
    let mut taken = 0;
    for (index, cell) in cells.iter().enumerate() {
        let (x, width) = brush.cell(index);
        let style = style(brush, cell);
        if let Some((glyph, _)) = &cell.glyph {
            taken = x + u16::from(glyph.columns);
            head(brush, x, width, cell, glyph, style);
        } else if x.max(taken) < x + width {
            tail(brush, x.max(taken), x + width, cell, style);
        }
    }
}

/// Paints the byte that carries the glyph.
fn head(
    brush: &mut PaneBrush<'_>,
    x: u16,
    width: u16,
    cell: &ByteCell,
    glyph: &Glyph,
    style: Style,
) {
    if covers(brush, cell) {
        fill(brush, x, width, style);
    }
    if glyph.text.len() > 1 && glyph.text.is_ascii() {
        // A stand-in of several letters takes one cell per letter; anything else is one symbol,
        // however wide.
        frame::text(brush.buffer, x, brush.y, &glyph.text, style);
    } else {
        let symbol = (&*glyph.text, glyph.columns);
        frame::sign(brush.buffer, x, brush.y, symbol, style);
    }
}

/// Paints a later byte, from the first column that the glyph leaves free.
fn tail(brush: &mut PaneBrush<'_>, from: u16, end: u16, cell: &ByteCell, style: Style) {
    if covers(brush, cell) {
        fill(brush, from, end - from, style);
    }
    let style = match cell.mark {
        CellMark::None => {
            let faint = brush.theme.tone(Tone::Faint);
            let faint = brush.theme.in_region(faint, cell.region, cell.mark);
            Theme::of_origin(faint, cell.origin)
        }
        _ => style,
    };
    frame::sign(brush.buffer, from, brush.y, ("⋅", 1), style);
}

fn style(brush: &PaneBrush<'_>, cell: &ByteCell) -> Style {
    let glyph = cell.glyph.as_ref();
    let role = glyph.map_or(cell.role, |(glyph, _)| cell.role.of_glyph(glyph.kind));
    let style = brush.theme.byte(role, cell.mark);
    let style = brush.theme.in_region(style, cell.region, cell.mark);
    Theme::of_origin(style, cell.origin)
}

/// Reports whether a mark, or the background of a region, covers the blanks of its cells too; a
/// line under blanks is no help.
fn covers(brush: &PaneBrush<'_>, cell: &ByteCell) -> bool {
    match cell.mark {
        CellMark::None => { cell.region }.is_some_and(|region| has_ground(brush, region)),
        CellMark::Sequence => false,
        CellMark::Matched | CellMark::Selected | CellMark::Cursor => true,
    }
}

fn has_ground(brush: &PaneBrush<'_>, region: ByteInRegion) -> bool {
    brush.theme.ground(region.colour).is_some()
}

/// Paints blanks in the style of the cell, so that a mark covers all of it.
fn fill(brush: &mut PaneBrush<'_>, x: u16, width: u16, style: Style) {
    for x in x..x + width {
        frame::ascii(brush.buffer, x, brush.y, b" ", style);
    }
}
