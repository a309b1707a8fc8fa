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
    use crate::model::line::Tone;
    use crate::model::row::{Cell, Marks, Row, plain_gap, rows};
    use crate::model::theme::Theme;
    use crate::report::canvas::Canvas;
    use crate::report::digits::{HEX, dotted, put_bits};
    use crate::report::tests::{bytes, encodings, options, printed, text};
    use crate::unicode::glyph::Charset;

    /// Columns of a byte in a pane, without the gap behind it.
    #[derive(Clone, Copy, PartialEq)]
    enum Pane {
        Hex,
        Bits,
    }

    /// A row of the screen as a line, cell by cell.
    struct Slow<'a> {
        canvas: &'a mut Canvas,
        color: bool,
        width: usize,
    }

    impl Slow<'_> {
        fn row(&mut self, row: &Row) {
            let skipped = row.offset as usize % self.width;
            let offset = format!("{:08X}", row.offset - skipped as u64);
            self.canvas.put(Tone::Quiet, offset.as_bytes());
            self.canvas.skip(1);
            self.pane(Pane::Hex, 2, skipped, &row.cells);
            self.pane(
                Pane::Bits,
                if self.color { 8 } else { 9 },
                skipped,
                &row.cells,
            );
            let mut at = 0;
            for (index, cell) in (skipped..).zip(&row.cells) {
                let Some((glyph, _)) = &cell.glyph else {
                    continue;
                };
                self.canvas.skip(index - at);
                let tone = Tone::As(cell.role.of_glyph(glyph.kind));
                match glyph.text.as_str() {
                    " " => self.canvas.skip(1),
                    text => self.canvas.put(tone, text.as_bytes()),
                }
                at = index + usize::from(glyph.columns);
            }
            self.canvas.end_line();
        }

        fn pane(&mut self, pane: Pane, columns: usize, skipped: usize, cells: &[Cell]) {
            let width = self.width;
            let middle = |index: usize| usize::from(width >= 8 && index >= width / 2);
            let begin = |index: usize| 1 + (columns + 1) * index + middle(index);
            let (mut at, mut left) = (0, None);
            for (index, cell) in (skipped..).zip(cells) {
                self.gap(begin(index) - at, left, Some(cell));
                at = begin(index) + self.cell(pane, cell);
                left = Some(cell);
            }
            let apart = usize::from(!self.color);
            self.gap(begin(width) + apart - at, left, None);
        }

        /// Puts a cell; answers its columns.
        fn cell(&mut self, pane: Pane, cell: &Cell) -> usize {
            let tone = Tone::As(cell.role);
            if pane == Pane::Hex {
                self.canvas.put(tone, &HEX[usize::from(cell.byte)]);
                return 2;
            }
            if self.color {
                put_bits(self.canvas, cell.byte, cell.masks, cell.role);
                return 8;
            }
            let (bits, columns) = dotted(cell.byte, cell.masks);
            self.canvas.put(tone, &bits[..columns]);
            columns
        }

        /// Puts a gap of some columns, with the sign in it.
        fn gap(&mut self, columns: usize, left: Option<&Cell>, right: Option<&Cell>) {
            let of = |cell: &Cell| (cell.role, cell.part);
            let sign = plain_gap(left.map(of), right.map(of));
            let before = match sign {
                _ if self.color => return self.canvas.skip(columns),
                ' ' => return self.canvas.skip(columns),
                '[' | '|' => columns - 1,
                _ => 0,
            };
            self.canvas.skip(before);
            self.canvas.put(Tone::Plain, &[sign as u8]);
            self.canvas.skip(columns - 1 - before);
        }
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
            let mut canvas = Canvas::new(color.then(Theme::default));
            for row in rows(&text, 0..data.len() as u64, cut, &Marks::default()) {
                let width = usize::from(width);
                Slow { canvas: &mut canvas, color, width }.row(&row);
            }
            let mut lines = Vec::new();
            canvas.write_to(&mut lines).unwrap();
            let options = Options { charset, ..options(0..u64::MAX, width, color) };
            prop_assert_eq!(printed("text", text, &options), String::from_utf8(lines).unwrap());
        }
    }
}
