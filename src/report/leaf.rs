//! A row of the dump in pieces that say what they are: what documents are made of.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! Documents are read, not grepped: they are made slowly, a few pieces at a time, where
//! the dump of a terminal copies ready-made text. Invariant: the text of the pieces is
//! the line that `--format text` prints without colour, save for blanks at its end; a
//! test holds the two together.

use std::ops::Range;

use super::digits::{HEX, dotted};
use super::feed::Chunk;
use crate::codec::{Masks, Meaning, Step};
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row::{self, Cut, Part, Role};
use crate::model::state::Radix;
use crate::window::{Absence, Peek};

/// Some text of one kind.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) columns: usize,
    pub(super) tone: Tone,
    /// The sequence it belongs to, by its number among those of the row.
    pub(super) of: Option<usize>,
}

/// A sequence with a byte in the row, or a run of what is not there.
pub(super) struct Member {
    pub(super) step: Step,
    /// Whether it begins here, and whether it ends here.
    pub(super) begins: bool,
    pub(super) ends: bool,
}

/// One row.
pub(super) struct Leaf {
    /// The digits of its offset.
    pub(super) offset: String,
    pub(super) members: Vec<Member>,
    /// Hex, bits and code points.
    pub(super) panes: [Vec<Piece>; 3],
}

/// Columns of a byte in hex and in bits, without the gap behind it.
const COLUMNS: [usize; 2] = [2, 9];

/// The columns of the panes.
pub(super) fn widths(width: usize) -> [usize; 3] {
    let pane = |columns| begin(width, columns, width) + 1;
    [pane(COLUMNS[0]), pane(COLUMNS[1]), width]
}

/// Where a cell begins in a pane of rows of some width.
pub(super) fn begin(width: usize, columns: usize, index: usize) -> usize {
    let middle = usize::from(width >= 8 && index >= width / 2);
    1 + (columns + 1) * index + middle
}

/// The rows of a chunk of some data.
pub(super) fn leaves(chunk: &Chunk, known: &dyn Peek, cut: Cut) -> impl Iterator<Item = Leaf> {
    let width = u64::from(cut.width.max(1));
    let digits = usize::from(layout::digits(
        known.address(known.len().max(chunk.range.end)),
        Radix::Hex,
    ));
    let mut at = chunk.range.start;
    std::iter::from_fn(move || {
        let begin = at - at % width;
        let row = at..(begin + width).min(chunk.range.end);
        at = row.end;
        let offset = format!("{:0digits$X}", known.address(begin));
        (!row.is_empty()).then(|| Leaf::of(chunk, row, offset, cut))
    })
}

/// One byte on its way into the panes.
struct Cell {
    byte: u8,
    role: Role,
    part: Part,
    masks: Masks,
    /// Why it is not there, if it is not.
    absent: Option<Absence>,
    of: usize,
}

impl Leaf {
    fn of(chunk: &Chunk, row: Range<u64>, offset: String, cut: Cut) -> Self {
        let steps = &chunk.stretch.steps;
        let first = steps.partition_point(|step| step.end() <= row.start);
        let mut leaf = Self {
            offset,
            members: Vec::new(),
            panes: [const { Vec::new() }; 3],
        };
        let mut cells = Vec::new();
        let mut masks = Vec::new();
        let skipped = (row.start % u64::from(cut.width)) as usize;
        leaf.blanks(2, skipped, None);
        let here = steps.get(first..).unwrap_or_default().iter();
        for step in here.take_while(|step| step.offset < row.end) {
            let of = leaf.member(*step, &row);
            chunk.stretch.context(step).masks_into(&mut masks);
            let shown = step.offset.max(row.start)..step.end().min(row.end);
            leaf.point(chunk, step, &shown, cut, of);
            cells.extend(shown.map(|offset| {
                let index = (offset - step.offset) as usize;
                Cell {
                    byte: chunk.bytes(step).get(index).copied().unwrap_or(0),
                    role: row::role(&chunk.stretch, step, index),
                    part: row::part(index as u64, u64::from(step.len)),
                    masks: masks.get(index).copied().unwrap_or(Masks::PAYLOAD),
                    absent: match step.meaning {
                        Meaning::Absent(why) => Some(why),
                        _ => None,
                    },
                    of,
                }
            }));
        }
        for (pane, columns) in COLUMNS.into_iter().enumerate() {
            leaf.pane(pane, columns, usize::from(cut.width), skipped, &cells);
        }
        leaf
    }

    /// The number of a sequence in the row. What is not there is one run, however it is
    /// cut.
    fn member(&mut self, step: Step, row: &Range<u64>) -> usize {
        let gone = |step: &Step| matches!(step.meaning, Meaning::Absent(_));
        match self.members.last_mut() {
            Some(last) if gone(&last.step) && last.step.meaning == step.meaning => {
                last.step.len += step.len;
            }
            _ => self.members.push(Member {
                begins: step.offset >= row.start,
                ends: step.end() <= row.end,
                step,
            }),
        }
        self.members.len() - 1
    }

    /// Puts the glyph of a step, as far as it stands in the row.
    fn point(&mut self, chunk: &Chunk, step: &Step, shown: &Range<u64>, cut: Cut, of: usize) {
        let cells = (shown.end - shown.start) as usize;
        let role = row::role(&chunk.stretch, step, 0);
        let (at, glyph) = if step.meaning.is_character() {
            let (at, glyph, _) = row::glyph_place(step, &step.range(), cut);
            (at, glyph)
        } else {
            (step.offset, row::glyph_of(step.meaning, 1, cut.charset))
        };
        if at != shown.start {
            return self.blanks(2, cells, Some(of));
        }
        let columns = usize::from(glyph.columns);
        let tone = Tone::As(role.of_glyph(glyph.kind));
        self.put(2, tone, glyph.text, columns, Some(of));
        self.blanks(2, cells.saturating_sub(columns), Some(of));
    }

    /// Fills the pane of hex or of bits.
    fn pane(&mut self, pane: usize, columns: usize, width: usize, skipped: usize, cells: &[Cell]) {
        let begin = |index| begin(width, columns, index);
        let mut at = 0;
        for (index, cell) in cells.iter().enumerate() {
            let left = index.checked_sub(1).and_then(|left| cells.get(left));
            self.gap(pane, begin(skipped + index) - at, left, Some(cell));
            at = begin(skipped + index) + self.cell(pane, cell);
        }
        self.gap(pane, begin(width) + 1 - at, cells.last(), None);
    }

    /// Puts a cell; answers its columns.
    fn cell(&mut self, pane: usize, cell: &Cell) -> usize {
        let (tone, of) = (Tone::As(cell.role), Some(cell.of));
        let stands_in = cell.absent.map(|why| match why {
            Absence::Unreadable => "?",
            Absence::Awaited => ".",
            Absence::Gap => "-",
        });
        let text = match (stands_in, pane) {
            (Some(sign), 0) => sign.repeat(2),
            (Some(sign), _) => sign.repeat(8),
            (None, 0) => { HEX[usize::from(cell.byte)] }
                .map(char::from)
                .iter()
                .collect(),
            (None, _) => return self.bits(cell),
        };
        let columns = text.len();
        self.put(pane, tone, text, columns, of);
        columns
    }

    /// Puts the bits of a byte, each as what it is.
    fn bits(&mut self, cell: &Cell) -> usize {
        let (text, columns) = dotted(cell.byte, cell.masks);
        let mut bit = 0;
        for &digit in &text[..columns] {
            let tone = if digit == b'.' {
                Tone::Quiet
            } else {
                bit += 1;
                cell.role.of_bit(cell.masks.bit(bit - 1))
            };
            self.put(1, tone, char::from(digit).into(), 1, Some(cell.of));
        }
        columns
    }

    /// Puts a gap of some columns, with the sign in it.
    fn gap(&mut self, pane: usize, columns: usize, left: Option<&Cell>, right: Option<&Cell>) {
        let what = |cell: &Cell| (cell.role, cell.part);
        let sign = row::plain_gap(left.map(what), right.map(what));
        // Between two bytes of one sequence it is part of it.
        let one = left.zip(right).filter(|(left, right)| left.of == right.of);
        let of = one.map(|(left, _)| left.of);
        let before = match sign {
            '[' | '|' => columns.saturating_sub(1),
            _ => 0,
        };
        if sign == ' ' {
            return self.blanks(pane, columns, of);
        }
        let tone = match sign {
            '!' => Tone::As(Role::Fault),
            _ => Tone::Quiet,
        };
        // What is said of a fault is part of it, too.
        let owner = left.filter(|_| sign == '!').map(|left| left.of);
        self.blanks(pane, before, of);
        self.put(pane, tone, sign.into(), 1, owner.or(of));
        self.blanks(pane, columns.saturating_sub(1 + before), of);
    }

    fn blanks(&mut self, pane: usize, columns: usize, of: Option<usize>) {
        if columns > 0 {
            self.put(pane, Tone::Plain, " ".repeat(columns), columns, of);
        }
    }

    /// Puts some text, joined to what stands before it where it is the same. What is
    /// not ASCII may be drawn wider than it is, and stands alone.
    fn put(&mut self, pane: usize, tone: Tone, text: String, columns: usize, of: Option<usize>) {
        let Some(pieces) = self.panes.get_mut(pane) else {
            return;
        };
        match pieces.last_mut() {
            Some(last)
                if last.tone == tone
                    && last.of == of
                    && last.text.is_ascii()
                    && text.is_ascii() =>
            {
                last.text.push_str(&text);
                last.columns += columns;
            }
            _ => pieces.push(Piece {
                text,
                columns,
                tone,
                of,
            }),
        }
    }
}
