//! `--format text`: the offsets and the three panes, printed.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111](shortened) BOMHello
//! ```
//!
//! A row has the bytes of a row on the screen. In colour it also looks the same, except:
//!
//! - in the code points, each byte has one character cell;
//! - no space stands before the offset.
//!
//! Without colour, as above, signs replace the colours: `.` separates structure from payload, so a
//! byte has one more cell in the bits; `!` follows ill-formed bytes; brackets enclose characters of
//! several bytes; a blank separates the panes. Invariant: a row begins at a multiple of the width,
//! so a byte always stands at the same place in its row; with 16 bytes a row, this place is the
//! last digit of its offset.

use std::io::{self, Write};

use super::cells::ChunkCells;
use super::chunks::{Chunks, DataChunk};
use super::region_lines::RegionLines;
use super::styled_text::StyledText;
use super::text_rows::{TextRow, TextRows};
use super::{Options, Printed};
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row_grid::RowGrid;
use crate::model::state::Radix;
use crate::model::text::EncodedText;
use crate::model::theme::Theme;
use crate::window::Peek;

/// Prints the panes; see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut chunks = Chunks::of_rows(known, text, options);
    let mut rows = DumpRows::new(text, options);
    while let Some(chunk) = chunks.next(out)? {
        rows.print(&chunk, known, out)?;
    }
    Ok(chunks.printed())
}

/// The rows of a dump, chunk after chunk of whole rows.
pub(super) struct DumpRows {
    cells: ChunkCells,
    text: TextRows,
    grid: RowGrid,
    regions: RegionLines,
    theme: Option<Theme>,
}

impl DumpRows {
    pub(super) fn new(text: EncodedText<'_>, options: &Options) -> Self {
        let cut = options.cut();
        Self {
            text: TextRows::new(usize::from(cut.grid.width()), options.panes),
            grid: cut.grid.clone(),
            cells: ChunkCells::new(text.encoding, cut, options.theme),
            regions: RegionLines::new(options),
            theme: options.theme,
        }
    }

    /// Prints the rows of a chunk of some data.
    pub(super) fn print(
        &mut self,
        chunk: &DataChunk,
        known: &dyn Peek,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.cells.fill(chunk);
        // The known length of a pipe grows while it is read.
        let last = known.address(known.len().max(chunk.range.end));
        let digits = usize::from(layout::digits(last, Radix::Hex));
        let mut cells = self.cells.from(chunk.range.start);
        let mut points = self.cells.points_from(chunk.range.start);
        for range in self.grid.cut(chunk.range.clone()) {
            // Only the first row of a chunk may begin inside a row.
            let is_first = range.start == chunk.range.start;
            let skipped = if is_first {
                self.grid.column(range.start)
            } else {
                0
            };
            let mut after = Vec::new();
            if !self.regions.is_empty() {
                let [before, ends] = self.regions.of_row(&range, known);
                write_lines((&mut self.text, self.theme), before, out)?;
                after = ends;
            }
            let (row, rest) = cells.split_at((range.end - range.start) as usize);
            let row = TextRow {
                offset: known.address(range.start - u64::from(skipped)),
                skipped: skipped.into(),
                cells: row,
                points,
                digits,
            };
            let done = self.text.add(&self.cells.cache, &row);
            (cells, points) = (rest, &points[done..]);
            write_lines((&mut self.text, self.theme), after, out)?;
            if self.text.full() {
                self.text.write_to(out)?;
            }
        }
        self.text.write_to(out)
    }
}

/// Prints lines about regions after the rows so far.
fn write_lines(
    (rows, theme): (&mut TextRows, Option<Theme>),
    lines: Vec<(Tone, String)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    rows.write_to(out)?;
    let mut text = StyledText::new(theme);
    for (tone, line) in lines {
        text.push(tone, line.as_bytes());
        text.end_line();
    }
    text.write_to(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::layout::cell_start;
    use crate::model::row::{ByteCell, CellMarks, PaneRow, RowCut, rows};
    use crate::report::digits::{HEX, push_bits};
    use crate::report::document_row::DocumentRow;
    use crate::report::tests::{bytes, encodings, options, printed, text};
    use crate::unicode::glyph::Charset;

    /// A row of the screen as a line without colour.
    fn plain(row: &PaneRow, width: u16) -> String {
        let begin = row.offset - row.offset % u64::from(width);
        let range = row.offset..row.offset + row.cells.len() as u64;
        let row = DocumentRow::new(format!("{begin:08X} "), &range, width, &row.cells);
        let text = row.panes.iter().flatten().map(|span| &*span.text);
        let line = row.offset + &text.collect::<String>();
        line.trim_end().to_owned() + "\n"
    }

    type PutCell<'a> = &'a dyn Fn(&mut StyledText, &ByteCell);

    /// A row of the screen as a line in colour, cell by cell.
    fn colored(line: &mut StyledText, row: &PaneRow, width: usize) {
        let skipped = row.offset as usize % width;
        let offset = format!("{:08X}", row.offset - skipped as u64);
        line.push(Tone::Quiet, offset.as_bytes());
        line.skip(1);
        let hex = |line: &mut StyledText, cell: &ByteCell| {
            line.push(Tone::As(cell.role), &HEX[usize::from(cell.byte)]);
        };
        let bits = |line: &mut StyledText, cell: &ByteCell| {
            push_bits(line, cell.byte, cell.masks, cell.role);
        };
        let panes: [(usize, PutCell<'_>); 2] = [(3, &hex), (9, &bits)];
        for (pitch, put) in panes {
            let mut at = 0;
            for (index, cell) in (skipped..).zip(&row.cells) {
                let begin = cell_start(width, pitch, index);
                line.skip(begin - at);
                put(line, cell);
                at = begin + pitch - 1;
            }
            line.skip(cell_start(width, pitch, width) - at);
        }
        let mut at = 0;
        for (index, cell) in (skipped..).zip(&row.cells) {
            let Some((glyph, _)) = &cell.glyph else {
                continue;
            };
            line.skip(index - at);
            match glyph.text.as_str() {
                " " => line.skip(1),
                text => line.push(Tone::As(cell.role.of_glyph(glyph.kind)), text.as_bytes()),
            }
            at = index + usize::from(glyph.columns);
        }
        line.end_line();
    }

    proptest! {
        #[test]
        fn a_line_is_the_cells_of_its_row(
            data in bytes(), encoding in encodings(), width in 1u16..20, ascii: bool, color: bool,
        ) {
            let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
            let cut = RowCut { grid: RowGrid::new(width), columns: 1, charset };
            // Twice, so that the second time cached cells are used.
            let data = [&data[..], b" ", &data].concat();
            let text = text(&data, encoding, 0);
            let mut expected = String::new();
            for row in rows(&text, 0..data.len() as u64, &cut, &CellMarks::default()) {
                let mut line = StyledText::new(Some(Theme::default()));
                if color {
                    colored(&mut line, &row, width.into());
                }
                expected += &if color { line.text().to_owned() } else { plain(&row, width) };
            }
            let options = Options { charset, ..options(0..u64::MAX, width, color) };
            prop_assert_eq!(printed("text", text, &options), expected);
        }
    }
}
