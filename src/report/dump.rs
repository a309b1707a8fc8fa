//! `--format text`: the three panes and the offsets, printed.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! The rows are those of the screen, and in colour so are the columns, with one
//! a byte in the code points and no space before the offset. Where colour is
//! not to be had, a `.` parts structure from payload, so a byte takes a column
//! more in the bits and panes stand one apart; `!` stands after ill-formed bytes
//! and brackets round characters of several. Invariant: rows begin at multiples
//! of their width, so a column tells the last digit of an offset.

use std::io::{self, Write};

use super::feed::{Chunk, Feed};
use super::panes::{Line, Panes};
use super::tiles::Tiles;
use super::{Options, Printed};
use crate::model::layout;
use crate::model::row::Cut;
use crate::model::state::Radix;
use crate::model::text::Text;
use crate::window::Peek;

/// Prints the panes; see [`Print`](super::Print).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: Text<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut feed = Feed::new(known, text, options, Some(width(options)));
    let mut rows = Rows::new(text, options);
    let mut printed = Printed::default();
    while let Some(chunk) = feed.next(out)? {
        printed.unreadable += rows.print(&chunk, known, out)?;
    }
    Ok(printed)
}

/// The bytes of a row.
pub(super) fn width(options: &Options) -> u64 {
    u64::from(options.width.max(1))
}

/// The rows of a dump, chunk after chunk of whole rows.
pub(super) struct Rows {
    tiles: Tiles,
    panes: Panes,
    width: u64,
}

impl Rows {
    pub(super) fn new(text: Text<'_>, options: &Options) -> Self {
        let cut = Cut {
            width: options.width.max(1),
            columns: 1,
            charset: options.charset,
        };
        Self {
            tiles: Tiles::new(text.encoding, cut, options.theme),
            panes: Panes::new(usize::from(cut.width)),
            width: width(options),
        }
    }

    /// Prints the rows of a chunk of some data; answers how many of its bytes could not be
    /// read.
    pub(super) fn print(
        &mut self,
        chunk: &Chunk,
        known: &dyn Peek,
        out: &mut dyn Write,
    ) -> io::Result<u64> {
        let (tiles, panes, width) = (&mut self.tiles, &mut self.panes, self.width);
        tiles.lay(chunk);
        // The length known grows while a pipe is read.
        let last = known.address(known.len().max(chunk.range.end));
        let digits = usize::from(layout::digits(last, Radix::Hex));
        let mut stamps = tiles.from(chunk.range.start);
        let mut points = tiles.points_from(chunk.range.start);
        let mut at = chunk.range.start;
        while at < chunk.range.end {
            let offset = at - at % width;
            let end = (offset + width).min(chunk.range.end);
            let (row, behind) = stamps.split_at((end - at) as usize);
            let line = Line {
                offset: known.address(offset),
                skipped: (at - offset) as usize,
                stamps: row,
                points,
                digits,
            };
            let done = panes.line(&tiles.stamps, &line);
            stamps = behind;
            points = &points[done..];
            if panes.full() {
                panes.write_to(out)?;
            }
            at = end;
        }
        panes.write_to(out)?;
        Ok(tiles.unreadable)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::layout::cell_start;
    use crate::model::line::Tone;
    use crate::model::row::{Cell, Marks, Row, rows};
    use crate::model::theme::Theme;
    use crate::report::canvas::Canvas;
    use crate::report::digits::{HEX, put_bits};
    use crate::report::document_row::DocumentRow;
    use crate::report::tests::{bytes, encodings, options, printed, text};
    use crate::unicode::glyph::Charset;

    /// A row of the screen as a line without colour.
    fn plain(row: &Row, width: u16) -> String {
        let begin = row.offset - row.offset % u64::from(width);
        let range = row.offset..row.offset + row.cells.len() as u64;
        let row = DocumentRow::of(format!("{begin:08X} "), &range, width, &row.cells);
        let text = row.panes.iter().flatten().map(|piece| &*piece.text);
        let line = row.offset + &text.collect::<String>();
        line.trim_end().to_owned() + "\n"
    }

    /// A row of the screen as a line in colour, cell by cell.
    fn colored(canvas: &mut Canvas, row: &Row, width: usize) {
        let skipped = row.offset as usize % width;
        let offset = format!("{:08X}", row.offset - skipped as u64);
        canvas.put(Tone::Quiet, offset.as_bytes());
        canvas.skip(1);
        let hex = |canvas: &mut Canvas, cell: &Cell| {
            canvas.put(Tone::As(cell.role), &HEX[usize::from(cell.byte)]);
        };
        let bits =
            |canvas: &mut Canvas, cell: &Cell| put_bits(canvas, cell.byte, cell.masks, cell.role);
        let panes: [(usize, &dyn Fn(&mut Canvas, &Cell)); 2] = [(3, &hex), (9, &bits)];
        for (pitch, put) in panes {
            let mut at = 0;
            for (index, cell) in (skipped..).zip(&row.cells) {
                let begin = cell_start(width, pitch, index);
                canvas.skip(begin - at);
                put(canvas, cell);
                at = begin + pitch - 1;
            }
            canvas.skip(cell_start(width, pitch, width) - at);
        }
        let mut at = 0;
        for (index, cell) in (skipped..).zip(&row.cells) {
            let Some((glyph, _)) = &cell.glyph else {
                continue;
            };
            canvas.skip(index - at);
            match glyph.text.as_str() {
                " " => canvas.skip(1),
                text => canvas.put(Tone::As(cell.role.of_glyph(glyph.kind)), text.as_bytes()),
            }
            at = index + usize::from(glyph.columns);
        }
        canvas.end_line();
    }

    proptest! {
        #[test]
        fn a_line_is_the_cells_of_its_row(
            data in bytes(), encoding in encodings(), width in 1u16..20, ascii: bool, color: bool,
        ) {
            let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
            let cut = Cut { width, columns: 1, charset };
            // Twice, so that what is kept of a sequence is used.
            let data = [&data[..], b" ", &data].concat();
            let text = text(&data, encoding, 0);
            let mut expected = String::new();
            for row in rows(&text, 0..data.len() as u64, cut, &Marks::default()) {
                let mut canvas = Canvas::new(Some(Theme::default()));
                if color {
                    colored(&mut canvas, &row, width.into());
                }
                expected += &if color { canvas.text().to_owned() } else { plain(&row, width) };
            }
            let options = Options { charset, ..options(0..u64::MAX, width, color) };
            prop_assert_eq!(printed("text", text, &options), expected);
        }
    }
}
