//! A row of the panes as spans with a tone and a sequence, for documents.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! The cells are those of the screen, and a document writes them span by span. Invariant:
//! the text of the spans is the line that `--format text` prints without colour, except for
//! blanks at its end; a test holds the two together.

use std::ops::Range;

use super::chunks::DataChunk;
use super::digits::{HEX, dotted};
use crate::model::layout::{self, cell_start};
use crate::model::line::Tone;
use crate::model::regions::{ByteInRegion, Regions};
use crate::model::row::{self, ByteCell, ByteRole, CellMarks, RowCut, SpanPosition};
use crate::model::state::Radix;
use crate::window::Peek;

/// A text of one tone.
pub(super) struct TextSpan {
    pub(super) text: String,
    pub(super) columns: usize,
    pub(super) tone: Tone,
    /// The index, in the members of the row, of its sequence.
    pub(super) of: Option<usize>,
    /// The region it is in.
    pub(super) region: Option<ByteInRegion>,
}

/// A sequence with a byte in the row, or a run of absent bytes.
pub(super) struct Member {
    /// The offset of its first byte in this row.
    pub(super) offset: u64,
    /// True if it begins in this row, and true if it ends in it.
    pub(super) begins: bool,
    pub(super) ends: bool,
}

/// One row.
pub(super) struct DocumentRow {
    /// The offset as hex digits.
    pub(super) offset: String,
    /// The region of the next text.
    region: Option<ByteInRegion>,
    pub(super) members: Vec<Member>,
    /// Hex, bits and code points.
    pub(super) panes: [Vec<TextSpan>; 3],
}

/// Columns per byte in hex and in bits, with the gap after it.
pub(super) const PITCH: [usize; 2] = [3, 10];

/// The columns of the three panes for rows of `width` bytes.
pub(super) fn widths(width: u16) -> [usize; 3] {
    let width = usize::from(width);
    let pane = |pitch| cell_start(width, pitch, width) + 1;
    [pane(PITCH[0]), pane(PITCH[1]), width]
}

/// The rows of a chunk of some data.
pub(super) fn rows<'a>(
    chunk: &'a DataChunk,
    known: &'a dyn Peek,
    (cut, regions): (&'a RowCut, &Regions),
) -> impl Iterator<Item = DocumentRow> + use<'a> {
    let rows = ChunkRows::new(chunk, known, cut, regions);
    let ranges = cut.grid.cut(chunk.range.clone());
    ranges.map(move |row| rows.row(&row))
}

/// The rows of a chunk, one by one.
pub(super) struct ChunkRows<'a> {
    chunk: &'a DataChunk,
    known: &'a dyn Peek,
    cut: &'a RowCut,
    marks: CellMarks,
    digits: usize,
}

impl<'a> ChunkRows<'a> {
    pub(super) fn new(
        chunk: &'a DataChunk,
        known: &'a dyn Peek,
        cut: &'a RowCut,
        regions: &Regions,
    ) -> Self {
        let end = known.address(known.len().max(chunk.range.end));
        Self {
            chunk,
            known,
            cut,
            marks: CellMarks {
                regions: regions.clone(),
                ..CellMarks::default()
            },
            digits: layout::digits(end, Radix::Hex).into(),
        }
    }

    /// The address of the first column of a row, as hex digits.
    pub(super) fn offset(&self, row: &Range<u64>) -> String {
        let address = self.known.address(self.cut.grid.start_of(row.start));
        format!("{address:0len$X}", len = self.digits)
    }

    pub(super) fn row(&self, row: &Range<u64>) -> DocumentRow {
        let cut = self.cut;
        let cells = row::cells(&self.chunk.stretch, row, &(0..u64::MAX), cut, &self.marks);
        DocumentRow::new(self.offset(row), row, cut.grid.width(), &cells)
    }
}

/// Reports whether a byte is absent: unreadable, awaited, or in a gap.
fn is_absent(role: ByteRole) -> bool {
    matches!(
        role,
        ByteRole::Unreadable | ByteRole::Awaited | ByteRole::Gap
    )
}

impl DocumentRow {
    pub(super) fn new(offset: String, range: &Range<u64>, width: u16, cells: &[ByteCell]) -> Self {
        let mut row = Self {
            offset,
            region: None,
            members: Vec::new(),
            panes: [const { Vec::new() }; 3],
        };
        let owners = row.own(range.start, cells);
        let skipped = (range.start % u64::from(width)) as usize;
        for pane in 0..PITCH.len() {
            row.pane(pane, width.into(), skipped, cells, &owners);
        }
        row.points(skipped, cells, &owners);
        row
    }

    /// Collects the members; returns per cell the index of its member. A run of absent bytes is one
    /// member, however it is cut.
    fn own(&mut self, start: u64, cells: &[ByteCell]) -> Vec<usize> {
        let mut owners = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let left = index.checked_sub(1).and_then(|left| cells.get(left));
            let begins = matches!(cell.part, SpanPosition::Whole | SpanPosition::Head);
            let run = |left: &ByteCell| is_absent(cell.role) && left.role == cell.role;
            if left.is_none_or(|left| begins && !run(left)) {
                self.members.push(Member {
                    offset: start + index as u64,
                    begins,
                    ends: false,
                });
            }
            if let Some(last) = self.members.last_mut() {
                last.ends = matches!(cell.part, SpanPosition::Whole | SpanPosition::Tail);
            }
            owners.push(self.members.len() - 1);
        }
        owners
    }

    /// Fills the pane of code points.
    fn points(&mut self, skipped: usize, cells: &[ByteCell], owners: &[usize]) {
        self.blanks(2, skipped, None);
        let mut taken = 0;
        for (index, (cell, &of)) in cells.iter().zip(owners).enumerate() {
            self.region = cell.region;
            if let Some((glyph, _)) = &cell.glyph {
                let columns = usize::from(glyph.columns);
                let tone = Tone::As(cell.role.of_glyph(glyph.kind));
                self.push(2, tone, &glyph.text, columns, Some(of));
                taken = index + columns;
            } else if index >= taken {
                self.blanks(2, 1, Some(of));
            }
        }
        self.region = None;
    }

    /// Fills the pane of hex or of bits.
    fn pane(
        &mut self,
        pane: usize,
        width: usize,
        skipped: usize,
        cells: &[ByteCell],
        owners: &[usize],
    ) {
        let begin = |index| cell_start(width, PITCH[pane], index);
        let mut at = 0;
        let mut left = None;
        for (index, right) in (skipped..).zip(cells.iter().zip(owners)) {
            self.gap(pane, begin(index) - at, left, Some(right));
            let (cell, &of) = right;
            self.region = cell.region;
            at = begin(index) + self.cell(pane, cell, of);
            left = Some(right);
        }
        self.gap(pane, begin(width) + 1 - at, left, None);
    }

    /// Adds a cell; returns its columns.
    fn cell(&mut self, pane: usize, cell: &ByteCell, of: usize) -> usize {
        let tone = Tone::As(cell.role);
        let absent = match cell.role {
            ByteRole::Unreadable => Some("????????"),
            ByteRole::Awaited => Some("........"),
            ByteRole::Gap => Some("--------"),
            _ => None,
        };
        let hex = str::from_utf8(&HEX[usize::from(cell.byte)]).unwrap_or_default();
        match (absent, pane) {
            (None, 1) => return self.bits(cell, of),
            (None, _) => self.push(pane, tone, hex, 2, Some(of)),
            (Some(signs), 1) => self.push(pane, tone, signs, 8, Some(of)),
            (Some(signs), _) => self.push(pane, tone, &signs[..2], 2, Some(of)),
        }
        [2, 8][pane]
    }

    /// Adds the bits of a byte, each in the tone of its kind; returns their columns.
    fn bits(&mut self, cell: &ByteCell, of: usize) -> usize {
        let (text, columns) = dotted(cell.byte, cell.masks);
        let mut bit = 0;
        for &digit in &text[..columns] {
            let tone = if digit == b'.' {
                Tone::Quiet
            } else {
                bit += 1;
                cell.role.of_bit(cell.masks.bit(bit - 1))
            };
            let mut utf8 = [0; 4];
            self.push(
                1,
                tone,
                char::from(digit).encode_utf8(&mut utf8),
                1,
                Some(of),
            );
        }
        columns
    }

    /// Adds the gap of some columns between two cells, with the sign in it.
    fn gap(
        &mut self,
        pane: usize,
        columns: usize,
        left: Option<(&ByteCell, &usize)>,
        right: Option<(&ByteCell, &usize)>,
    ) {
        let what = |(cell, _): (&ByteCell, _)| (cell.role, cell.part);
        let sign = row::plain_gap(left.map(what), right.map(what));
        let regions = [left, right].map(|side| side.and_then(|(cell, _)| cell.region));
        let [before, after] = regions.map(|region| region.map(|region| region.number));
        self.region = regions[0].filter(|_| before == after);
        // A gap between two bytes of one sequence is part of the sequence.
        let one = left.zip(right).filter(|(left, right)| left.1 == right.1);
        let of = one.map(|((_, &of), _)| of);
        let (tone, owner, before) = match sign {
            ' ' => return self.blanks(pane, columns, of),
            // The sign of a fault is part of the ill-formed sequence.
            '!' => (Tone::As(ByteRole::Fault), left.map(|(_, &of)| of).or(of), 0),
            '[' | '|' => (Tone::Quiet, of, columns.saturating_sub(1)),
            _ => (Tone::Quiet, of, 0),
        };
        self.blanks(pane, before, of);
        self.push(pane, tone, sign.encode_utf8(&mut [0; 4]), 1, owner);
        self.blanks(pane, columns.saturating_sub(1 + before), of);
    }

    fn blanks(&mut self, pane: usize, columns: usize, of: Option<usize>) {
        for _ in 0..columns {
            self.push(pane, Tone::Plain, " ", 1, of);
        }
    }

    /// Adds a text; it joins the span before it if that has the same tone and sequence. Text beyond
    /// ASCII is a span by itself, because fonts may draw it wider.
    fn push(&mut self, pane: usize, tone: Tone, text: &str, columns: usize, of: Option<usize>) {
        let region = self.region;
        let spans = &mut self.panes[pane];
        let number = |region: Option<ByteInRegion>| region.map(|region| region.number);
        let same = |last: &&mut TextSpan| {
            let alike = last.tone == tone && last.of == of;
            alike && number(last.region) == number(region) && last.text.is_ascii()
        };
        if let Some(last) = spans.last_mut().filter(|_| text.is_ascii()).filter(same) {
            last.text.push_str(text);
            last.columns += columns;
        } else {
            let text = text.to_owned();
            spans.push(TextSpan {
                text,
                columns,
                tone,
                of,
                region,
            });
        }
    }
}
