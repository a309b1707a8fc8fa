//! The panes: each shows every byte of a row in its own way.
//!
//! A pane is a file here and a line in [`paint`]. Invariant: a pane asks the layout for a byte's
//! cell, and paints only the gaps outside it.

mod bits;
mod hex;
mod points;

use ratatui::buffer::Buffer;

use super::frame;
use crate::model::cover::PaneCover;
use crate::model::layout::{PaneLayout, ScreenLayout};
use crate::model::line::Tone;
use crate::model::row::{self, ByteCell, ByteRole, CellMark, PaneRow};
use crate::model::screen::Screen;
use crate::model::state::Pane;
use crate::model::theme::Theme;

/// The content of a covered cell.
const COVER: &str = "░";

/// The context that a pane paints with.
struct PaneBrush<'a> {
    buffer: &'a mut Buffer,
    layout: &'a ScreenLayout,
    pane: PaneLayout,
    /// The index in the row of the first painted byte.
    first: u16,
    y: u16,
    theme: Theme,
    /// The bit under the cursor, if cursor steps are bits.
    bit: Option<u8>,
}

/// Paints a row in a pane, which may take several lines.
pub(super) fn paint(
    buffer: &mut Buffer,
    screen: &Screen,
    pane: PaneLayout,
    (number, row): (u16, &PaneRow),
    theme: Theme,
) {
    let layout = &screen.layout;
    let cover = screen.cover.as_ref();
    let cover = cover.filter(|cover| cover.pane == pane.pane);
    // 0 for every row, except that of the first byte.
    let mut first = layout.grid.column(row.offset);
    let mut rest = &row.cells[..];
    while !rest.is_empty() {
        let Some(y) = layout.line(pane, number, first) else {
            return;
        };
        let room = usize::from(pane.per_line - first % pane.per_line);
        let (cells, after) = rest.split_at(room.min(rest.len()));
        let mut brush = PaneBrush {
            buffer,
            layout,
            pane,
            first,
            y,
            theme,
            bit: screen.bit,
        };
        match pane.pane {
            Pane::Hex => hex::paint(&mut brush, cells),
            Pane::Bits => bits::paint(&mut brush, cells),
            Pane::Points => points::paint(&mut brush, cells),
        }
        if let Some(cover) = cover {
            let done = row.cells.len() - rest.len();
            hide(&mut brush, cover, row.offset + done as u64, cells);
        }
        if pane.has_gaps {
            gaps(&mut brush, cells, cover.is_some());
        }
        first += cells.len() as u16;
        rest = after;
    }
}

impl PaneBrush<'_> {
    /// The column of a byte's cell, and the columns of the cell.
    fn cell(&self, index: usize) -> (u16, u16) {
        self.layout.cell(self.pane, self.first + index as u16)
    }
}

/// Covers the painted content of covered cells, from an offset on.
fn hide(brush: &mut PaneBrush<'_>, cover: &PaneCover, offset: u64, cells: &[ByteCell]) {
    for (index, (cell, offset)) in cells.iter().zip(offset..).enumerate() {
        if !cover.hides(offset) {
            continue;
        }
        let (x, width) = brush.cell(index);
        let style = match cell.mark {
            CellMark::None => brush.theme.tone(Tone::Quiet),
            mark => brush.theme.byte(ByteRole::Blank, mark),
        };
        for x in x..x + width {
            frame::cover(brush.buffer, x, brush.y, COVER, style);
        }
    }
}

/// Paints the signs before, between and after the bytes.
fn gaps(brush: &mut PaneBrush<'_>, cells: &[ByteCell], covered: bool) {
    for index in 0..=cells.len() {
        let left = index.checked_sub(1).and_then(|before| cells.get(before));
        let right = cells.get(index);
        let sign = match row::gap(left, right, brush.theme) {
            // The character itself shows that it is ill-formed. In this pane a dot is a later byte
            // of a sequence.
            '!' | '⋅' if brush.pane.pane == Pane::Points => ' ',
            '!' if covered => ' ',
            sign => sign,
        };
        let mark = row::gap_mark(left, right);
        let region = row::gap_region(left, right);
        let within = |cell: &ByteCell| cell.region.map(|region| region.number);
        let ground = region.filter(|_| left.and_then(within) == right.and_then(within));
        let ground = ground.filter(|region| brush.theme.ground(region.colour).is_some());
        if sign == ' ' && mark == CellMark::None && ground.is_none() {
            continue;
        }
        let x = match index.checked_sub(1) {
            Some(before) => {
                let (x, width) = brush.cell(before);
                x + width
            }
            None => brush.cell(0).0 - 1,
        };
        let inside = if sign == '[' { right } else { left };
        let inside = inside.map(|cell| cell.role);
        let style = brush.theme.gap(mark, sign, inside, region);
        let style = brush.theme.in_region(style, ground, mark);
        let end = right.map_or(x + 1, |_| brush.cell(index).0);
        // In the middle of a row the gap is wider; a sign stands next to its own byte.
        let at = if matches!(sign, '[' | '‹' | '(') {
            end - 1
        } else {
            x
        };
        if mark != CellMark::None || ground.is_some() {
            let blank = brush.theme.gap(mark, ' ', None, None);
            let blank = brush.theme.in_region(blank, ground, mark);
            (x..end).for_each(|x| frame::ascii(brush.buffer, x, brush.y, b" ", blank));
        }
        if sign != ' ' {
            let mut utf8 = [0; 4];
            let sign = sign.encode_utf8(&mut utf8);
            frame::sign(brush.buffer, at, brush.y, (sign, 1), style);
        }
    }
}
