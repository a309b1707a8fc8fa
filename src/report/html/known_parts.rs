//! The elements of sequences in a row that were written before, to be copied.
//!
//! The elements of a character look the same wherever it stands at the same place of a row: they are
//! made once ([`RowWriter`](super::row::RowWriter)) and copied from then on. Invariant: a row of known
//! parts is the row that is made of its cells; tests print everything twice to hold the two together.

use std::ops::Range;

use crate::codec::{Masks, Step};
use crate::model::layout::cell_start;
use crate::model::row::{self, ByteRole, SpanPosition};
use crate::report::chunks::DataChunk;
use crate::report::document_row::PITCH;
use crate::report::sequence_cache::{SequenceCache, SequenceKey};

/// All texts are dropped when they take this many bytes.
const LIMIT: usize = 1 << 20;
/// The number of panes.
const PANES: usize = 3;

/// A sequence, or a part of one, in a row.
#[derive(Clone, Copy)]
pub(super) struct PartInRow {
    key: SequenceKey,
    /// The number of its bytes in the row.
    cells: usize,
}

/// The elements of a part, in all panes.
#[derive(Clone, Copy, Default)]
struct PartTexts {
    /// Per pane, the start of the text after the part's number; the last ends at the fourth.
    bounds: [u32; PANES + 1],
    /// The first cell and the last.
    edges: [Option<(ByteRole, SpanPosition)>; 2],
    /// Columns of the last cell in the bits.
    columns: u8,
}

/// The elements written so far.
pub(super) struct KnownParts {
    width: usize,
    known: SequenceCache<PartTexts>,
    all: String,
    /// The parts of the current row; none if it has parts that are not stored.
    parts: Vec<PartInRow>,
    /// The elements of its parts.
    texts: Vec<PartTexts>,
    /// Per part and pane, the text that was just made.
    made: Vec<[Range<usize>; PANES]>,
}

impl KnownParts {
    pub(super) fn new(width: u16) -> Self {
        Self {
            width: width.into(),
            known: SequenceCache::new(PartTexts::default()),
            all: String::new(),
            parts: Vec::new(),
            texts: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Begins a row.
    pub(super) fn begin(&mut self, chunk: &DataChunk, range: &Range<u64>) {
        self.parts.clear();
        self.made.clear();
        let width = self.width as u64;
        if range.end - range.start != width || !range.start.is_multiple_of(width) {
            return;
        }
        for step in chunk.stretch.steps_in(range) {
            let Some(part) = self.part(chunk, step, range) else {
                self.parts.clear();
                return;
            };
            self.parts.push(part);
        }
    }

    /// The part of a sequence in a row; none if it is not to be stored.
    fn part(&self, chunk: &DataChunk, step: &Step, row: &Range<u64>) -> Option<PartInRow> {
        let (from, to) = (step.offset.max(row.start), step.end().min(row.end));
        let (before, cells) = (from - step.offset, to - from);
        // The number of its cells before the middle of the row, if it extends across it.
        let middle = (self.width as u64 / 2).saturating_sub(from - row.start);
        let middle = if middle < cells { middle } else { 0 };
        let beside = before | cells << 4 | middle << 8;
        let key = SequenceKey::new(&chunk.stretch.window, step, beside)?;
        let cells = cells as usize;
        Some(PartInRow { key, cells })
    }

    /// Adds the panes of the row, if all its parts are known; else returns false.
    pub(super) fn write(&mut self, page: &mut String) -> bool {
        self.texts.clear();
        for part in &self.parts {
            self.texts.extend(self.known.get(part.key));
        }
        if self.parts.is_empty() || self.texts.len() < self.parts.len() {
            return false;
        }
        for pane in 0..PANES {
            self.pane(pane, page);
        }
        true
    }

    /// Adds a pane.
    fn pane(&self, pane: usize, out: &mut String) {
        out.push_str("<td>");
        let (mut cell, mut at, mut left) = (0, 0, None);
        for (number, (cut, known)) in self.parts.iter().zip(&self.texts).enumerate() {
            if let Some(&pitch) = PITCH.get(pane) {
                let begin = cell_start(self.width, pitch, cell);
                gap(out, begin - at, left, known.edges[0]);
                cell += cut.cells;
                let last = [2, usize::from(known.columns)][pane];
                at = cell_start(self.width, pitch, cell - 1) + last;
                left = known.edges[1];
            }
            push_number(out, number);
            let [from, to] = [known.bounds[pane], known.bounds[pane + 1]];
            let text = self.all.get(from as usize..to as usize);
            out.push_str(text.unwrap_or_default());
        }
        if let Some(&pitch) = PITCH.get(pane) {
            gap(
                out,
                cell_start(self.width, pitch, self.width) + 1 - at,
                left,
                None,
            );
        }
        out.push_str("</td>");
    }

    /// Notes where the element of a part in a pane was just written, from after its number on.
    pub(super) fn note(&mut self, number: usize, pane: usize, text: Range<usize>) {
        if number >= self.parts.len() || pane >= PANES {
            return;
        }
        if self.made.len() <= number {
            self.made.resize(number + 1, [const { 0..0 }; PANES]);
        }
        self.made[number][pane] = text;
    }

    /// Stores the parts of the row, which was just made.
    pub(super) fn store(&mut self, page: &str, chunk: &DataChunk, row: &Range<u64>) {
        if self.all.len() >= LIMIT {
            self.all.clear();
            self.known.clear();
        }
        let steps = chunk.stretch.steps_in(row);
        for ((part, step), made) in self.parts.iter().zip(steps).zip(&self.made) {
            if self.known.get(part.key).is_some() || made.iter().any(Range::is_empty) {
                continue;
            }
            let mut texts = PartTexts::default();
            texts.bounds[0] = self.all.len() as u32;
            for (pane, text) in made.iter().enumerate() {
                self.all
                    .push_str(page.get(text.clone()).unwrap_or_default());
                texts.bounds[pane + 1] = self.all.len() as u32;
            }
            let cells = row::bytes(&chunk.stretch, step);
            let cells = (step.offset..).zip(cells);
            for (_, cell) in cells.filter(|(offset, _)| row.contains(offset)) {
                let edge = Some((cell.role, cell.part));
                texts.edges = [texts.edges[0].or(edge), edge];
                texts.columns = columns(cell.byte, cell.masks);
            }
            self.known.store(part.key, texts);
        }
    }
}

/// Columns of a byte in the bits.
fn columns(byte: u8, masks: Masks) -> u8 {
    crate::report::digits::dotted(byte, masks).1 as u8
}

/// Adds the number of a sequence in its row, and what stands before it.
pub(super) fn push_number(page: &mut String, number: usize) {
    page.push_str("<span class=\"s");
    if number >= 10 {
        // A row is not longer than a few hundred bytes.
        let mut digits = [0; 8];
        let mut first = digits.len();
        let mut rest = number;
        while rest > 0 && first > 0 {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        page.push_str(str::from_utf8(&digits[first..]).unwrap_or_default());
    } else {
        page.push(char::from(b'0' + number as u8));
    }
}

/// Adds the gap between two cells of different characters.
fn gap(
    page: &mut String,
    columns: usize,
    left: Option<(ByteRole, SpanPosition)>,
    right: Option<(ByteRole, SpanPosition)>,
) {
    const BLANKS: &str = "        ";
    let blanks = |page: &mut String, count: usize| {
        page.push_str(BLANKS.get(..count).unwrap_or(BLANKS));
    };
    let after = columns.saturating_sub(1);
    match row::plain_gap(left, right) {
        ' ' => blanks(page, columns),
        sign @ ('[' | '|') => {
            blanks(page, after);
            signed(page, sign);
        }
        sign => {
            signed(page, sign);
            blanks(page, after);
        }
    }
}

fn signed(page: &mut String, sign: char) {
    page.push_str("<i>");
    page.push(sign);
    page.push_str("</i>");
}
