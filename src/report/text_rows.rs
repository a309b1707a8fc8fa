//! A row of cells as a line of text, with colour or without.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! A pane is a column of blanks and then its cells, each with a gap after it for a sign;
//! without colour one more column separates the panes. Invariant: a column means the same
//! in every line.

use std::io::{self, Write};
use std::ops::Range;

use super::ansi_fragments::{AnsiFragment, FragmentWriter, LANE};
use super::cell_cache::{CellCache, CellText, CellTexts};
use super::digits::{self, digits};
use crate::model::state::{Pane, Panes};

/// Bytes collected before they are written: few, so that they are still in the processor's cache
/// when they are copied.
const ROOM: usize = 8 * 1024;
/// The most bytes that a cell takes in all panes together.
const CELL: usize = 3 * 512;

/// One row: its start, its cells, and its fragments in the code point pane.
pub(super) struct TextRow<'a> {
    /// The address in the first column.
    pub(super) offset: u64,
    /// Cells that are missing before the first.
    pub(super) skipped: usize,
    pub(super) cells: &'a [u32],
    /// The fragments of the code point pane in this row and the rows after it.
    pub(super) points: &'a [AnsiFragment],
    /// The number of digits of the offset.
    pub(super) digits: usize,
}

/// The layout that all lines of a dump share.
#[derive(Clone, Copy)]
struct RowGeometry {
    width: usize,
    /// Cells from this one on are one column further to the right.
    middle: usize,
}

/// Columns of a cell with the gap after it: in hex, in bits without colour, in bits with
/// colour; and columns of the gap after a pane without colour.
const HEX: usize = 3;
const DOTTED: usize = 10;
const BITS: usize = 9;
const APART: usize = 1;

/// The places of the cells of a line.
#[derive(Clone, Copy)]
struct CellColumns {
    /// The number of cells before the middle.
    near: usize,
    /// The number of cells missing before the first.
    skipped: usize,
    /// Columns before the first cell that belong to no cell.
    before: usize,
    /// Columns at the middle.
    middle: usize,
    /// The number of cells missing after the last, and of columns there that belong to no cell.
    missing: usize,
    after: usize,
}

impl RowGeometry {
    fn columns(self, skipped: usize, count: usize) -> CellColumns {
        let end = skipped + count;
        let further = |cell| usize::from(cell > self.middle);
        let near = self.middle.clamp(skipped, end) - skipped;
        CellColumns {
            near,
            skipped,
            before: 1 + further(skipped),
            middle: usize::from(near < count && self.middle >= skipped),
            missing: self.width - end,
            after: further(self.width) - further(end),
        }
    }
}

/// The lines of a dump that have not been written yet.
pub(super) struct TextRows {
    geometry: RowGeometry,
    panes: Panes,
    /// The places of cells in a row without missing cells.
    whole: CellColumns,
    /// The offset without its last two digits, aligned to the left, and its digits.
    offset: (u64, [u8; 16]),
    lines: Vec<u8>,
    /// The number of used bytes of `lines`.
    at: usize,
}

impl TextRows {
    pub(super) fn new(width: usize, panes: Panes) -> Self {
        let geometry = RowGeometry {
            width,
            middle: if width >= 8 { width / 2 } else { usize::MAX },
        };
        Self {
            geometry,
            panes,
            whole: geometry.columns(0, width),
            offset: (0, digits(0)),
            lines: vec![b' '; ROOM + CELL * width + 8 * LANE],
            at: 0,
        }
    }

    /// Reports whether the lines should be written.
    pub(super) fn full(&self) -> bool {
        self.at >= ROOM
    }

    /// Writes the lines.
    pub(super) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.lines[..self.at])?;
        self.at = 0;
        Ok(())
    }

    /// Adds a row; returns the number of points that belong to it.
    #[inline(never)]
    pub(super) fn add(&mut self, cache: &CellCache, row: &TextRow<'_>) -> usize {
        let (upper, panes) = (self.digits(row), self.panes);
        let cut;
        let columns = if row.cells.len() == self.geometry.width {
            &self.whole
        } else {
            cut = self.geometry.columns(row.skipped, row.cells.len());
            &cut
        };
        let mut writer = FragmentWriter::new(&mut self.lines, self.at, &cache.fragments);
        writer.write(cache.offset);
        writer.text(&upper, row.digits - 2);
        writer.text(&digits::HEX[(row.offset & 0xFF) as usize], 2);
        writer.blanks(1);
        match &cache.cells {
            CellTexts::Plain(cells) => {
                let first = row.cells.first();
                let sign = first.map_or(b' ', |&first| cache.before(first));
                writer.with(|out| {
                    let hex = columns.size(HEX, row.cells.len()) + APART;
                    let both = match row.cells.first_chunk() {
                        Some(eight) if self.geometry.width == 8 => whole(out, cells, sign, eight),
                        _ => columns.plain(out, cells, sign, row.cells),
                    };
                    chosen(panes, out, hex..both)
                });
            }
            CellTexts::Colored(fragments) => {
                for (pane, size, index) in [(Pane::Hex, HEX, 0), (Pane::Bits, BITS, 1)] {
                    if panes.has(pane) {
                        let fragment = |number: usize| fragments[number][index];
                        columns.colored(&mut writer, row.cells, size, fragment);
                    }
                }
            }
        }
        let has_text = panes.has(Pane::Points);
        writer.blanks(if has_text { row.skipped } else { 0 });
        let mut points = 0;
        let mut cells = row.cells.len();
        for &fragment in row.points {
            if cells == 0 {
                break;
            }
            cells = cells.saturating_sub(usize::from(fragment.columns));
            points += 1;
            if has_text {
                writer.write(fragment);
            }
        }
        self.at = writer.end_line();
        points
    }

    /// The digits of a row's offset except for the last two, from the first digit on. Most rows
    /// have the same digits as the row before.
    fn digits(&mut self, row: &TextRow<'_>) -> [u8; 16] {
        let upper = (row.offset & !0xFF) << (64 - 4 * row.digits);
        if self.offset.0 != upper {
            self.offset = (upper, digits(upper));
        }
        self.offset.1
    }
}

impl CellColumns {
    /// Columns of a pane with `columns` columns per cell.
    fn size(&self, columns: usize, count: usize) -> usize {
        let cells = self.skipped + count + self.missing;
        self.before + self.middle + self.after + columns * cells
    }

    /// Writes the hex and bit panes without colour, with a sign before the first cell; returns the
    /// number of their bytes. All cells have one size here, so one loop writes both panes.
    #[inline]
    fn plain(&self, out: &mut [u8], cells: &[CellText], sign: u8, numbers: &[u32]) -> usize {
        let size = |columns| self.size(columns, numbers.len()) + APART;
        let both = size(HEX) + size(DOTTED);
        for lane in out[..both.next_multiple_of(LANE)].as_chunks_mut().0 {
            *lane = [b' '; LANE];
        }
        let (hex, bits) = out.split_at_mut(size(HEX));
        let [mut at, mut at_bits] =
            [HEX, DOTTED].map(|columns| self.before + columns * self.skipped);
        hex[at - 1] = sign;
        bits[at_bits - 1] = sign;
        let (near, far) = numbers.split_at(self.near);
        copy_cells(&mut hex[at..], &mut bits[at_bits..], cells, near);
        at += HEX * near.len();
        at_bits += DOTTED * near.len();
        if self.middle > 0 {
            part(hex, at);
            part(bits, at_bits);
        }
        copy_cells(
            &mut hex[at + self.middle..],
            &mut bits[at_bits + self.middle..],
            cells,
            far,
        );
        both
    }

    /// Writes a pane in colour, with `columns` columns per cell.
    #[inline]
    fn colored(
        &self,
        writer: &mut FragmentWriter<'_>,
        numbers: &[u32],
        columns: usize,
        fragment: impl Fn(usize) -> AnsiFragment,
    ) {
        writer.blanks(self.before + columns * self.skipped);
        let (near, far) = numbers.split_at(self.near);
        for (cells, gap) in [(near, self.middle), (far, 0)] {
            for &number in cells {
                writer.write(fragment(number as usize));
            }
            writer.blanks(gap);
        }
        writer.blanks(self.after + columns * self.missing);
    }
}

/// Does the same as [`CellColumns::plain`] for a whole row of eight, the usual width: all indices
/// are constants, so none needs a bounds check.
#[inline]
fn whole(out: &mut [u8], cells: &[CellText], sign: u8, numbers: &[u32; 8]) -> usize {
    const SIZE: [usize; 2] = [2 + 8 * HEX + APART, 2 + 8 * DOTTED + APART];
    let Some((both, _)) = out.split_first_chunk_mut::<{ SIZE[0] + SIZE[1] }>() else {
        return 0;
    };
    *both = [b' '; SIZE[0] + SIZE[1]];
    let (hex, bits) = both.split_at_mut(SIZE[0]);
    hex[0] = sign;
    bits[0] = sign;
    for (index, &number) in numbers.iter().enumerate() {
        let cell = &cells[number as usize];
        let [at, at_bits] = [HEX, DOTTED].map(|columns| 1 + columns * index + index / 4);
        hex[at..at + HEX].copy_from_slice(&cell.hex);
        bits[at_bits..at_bits + DOTTED].copy_from_slice(&cell.bits);
    }
    part(hex, 1 + 4 * HEX);
    part(bits, 1 + 4 * DOTTED);
    SIZE[0] + SIZE[1]
}

/// The panes without colour that are printed, of hex and then bits, in whose place they are;
/// returns their size.
fn chosen(panes: Panes, out: &mut [u8], bits: Range<usize>) -> usize {
    match (panes.has(Pane::Hex), panes.has(Pane::Bits)) {
        (true, true) => bits.end,
        (true, false) => bits.start,
        (false, true) => {
            out.copy_within(bits.clone(), 0);
            bits.len()
        }
        (false, false) => 0,
    }
}

/// Copies the cells of some numbers into both panes.
#[inline]
fn copy_cells(hex: &mut [u8], bits: &mut [u8], cells: &[CellText], numbers: &[u32]) {
    let places = hex.as_chunks_mut().0.iter_mut().zip(bits.as_chunks_mut().0);
    for ((hex, bits), &number) in places.zip(numbers) {
        let cell = &cells[number as usize];
        *hex = cell.hex;
        *bits = cell.bits;
    }
}

/// Moves a sign before the cell after the middle into the blank at the middle.
#[inline]
fn part(pane: &mut [u8], blank: usize) {
    if matches!(pane[blank - 1], b'[' | b'|') {
        pane.swap(blank - 1, blank);
    }
}
