//! A row of stamps as a line of text, with colour or without.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! A pane is a column of blanks and the cells, each with a gap behind it for a
//! sign; without colour a column more, so that panes stand apart. Invariant: a
//! column means the same in every line.

use std::io::{self, Write};

use super::FULL;
use super::digits::digits;
use super::pen::Pen;
use super::stamps::Stamps;
use super::strips::{LANE, Strip};

/// Bytes that a cell may take at most in all panes together.
const CELL: usize = 3 * 512;

/// One row: where it begins, its stamps, and what stands in its code points.
pub(super) struct Line<'a> {
    /// Offset of the first column.
    pub(super) offset: u64,
    /// Columns before the first stamp.
    pub(super) skipped: usize,
    pub(super) stamps: &'a [u32],
    /// What stands in the code points of this row and those below.
    pub(super) points: &'a [Strip],
    /// Digits of the offset.
    pub(super) digits: usize,
}

/// The form of all lines of a dump.
#[derive(Clone, Copy)]
struct Form {
    width: usize,
    /// From this cell on, cells stand one column further right.
    middle: usize,
    /// Columns behind a pane.
    apart: usize,
}

/// The lines of a dump that have not been written yet.
pub(super) struct Panes {
    form: Form,
    lines: Vec<u8>,
    /// How much of `lines` there is.
    at: usize,
}

impl Panes {
    pub(super) fn new(width: usize, color: bool) -> Self {
        Self {
            form: Form {
                width,
                middle: if width >= 8 { width / 2 } else { usize::MAX },
                apart: usize::from(!color),
            },
            lines: vec![b' '; FULL + CELL * width + 4 * LANE],
            at: 0,
        }
    }

    /// Whether it is time to write what there is.
    pub(super) fn full(&self) -> bool {
        self.at >= FULL
    }

    /// Writes what there is.
    pub(super) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.lines[..self.at])?;
        self.at = 0;
        Ok(())
    }

    /// Adds a line; answers how many of the points stand in it.
    #[inline(never)]
    pub(super) fn line(&mut self, stamps: &Stamps, line: &Line<'_>) -> usize {
        let mut pen = Pen::new(&mut self.lines, self.at, &stamps.strips);
        pen.put(stamps.offset);
        // Moved up, so that a copy of all digits begins with those that count.
        let offset = line.offset << (64 - 4 * line.digits.clamp(1, 16));
        pen.text(&digits(offset), line.digits);
        pen.blanks(1);
        let [hex, bits] = stamps.columns();
        self.form.pane(&mut pen, stamps, line, hex, |pen, part| {
            stamps.hex(pen, part);
        });
        self.form.pane(&mut pen, stamps, line, bits, |pen, part| {
            stamps.bits(pen, part);
        });
        pen.blanks(line.skipped);
        let mut points = 0;
        let mut cells = line.stamps.len();
        for &strip in line.points {
            if cells == 0 {
                break;
            }
            cells = cells.saturating_sub(usize::from(strip.columns));
            points += 1;
            pen.put(strip);
        }
        self.at = pen.end_line();
        points
    }
}

impl Form {
    /// Puts a pane of cells of so many columns.
    #[inline]
    fn pane(
        self,
        pen: &mut Pen<'_>,
        stamps: &Stamps,
        line: &Line<'_>,
        columns: usize,
        put: impl Fn(&mut Pen<'_>, &[u32]),
    ) {
        let further = |cell| usize::from(cell > self.middle);
        pen.blanks(1 + columns * line.skipped + further(line.skipped));
        if let Some(&first) = line.stamps.first() {
            pen.over(stamps.before(first));
        }
        let end = line.skipped + line.stamps.len();
        let middle = self.middle.clamp(line.skipped, end) - line.skipped;
        let (near, far) = line.stamps.split_at(middle);
        for (part, behind) in [(near, false), (far, true)] {
            if behind && self.middle >= line.skipped && self.middle < end {
                pen.part();
            }
            put(pen, part);
        }
        let missing = columns * (self.width - end) + further(self.width) - further(end);
        pen.blanks(missing + self.apart);
    }
}
