//! A row of tiles as text, with colour or without.
//!
//! Without colour everything stands at a fixed column, so a row is a line of
//! blanks that is written into; with colour it is put together from left to
//! right. Invariant: a column means the same in every row of either form.

use super::canvas::Canvas;
use super::digits::{BITS, HEX, dotted, put_bits};
use super::tiles::{Placed, Tile, Tiles};
use crate::model::line::Tone;
use crate::model::row::{Role, plain_gap};

/// One row: where it begins, its tiles, and the glyphs in it.
pub(super) struct Line<'a> {
    /// Offset of the first column.
    pub(super) offset: u64,
    /// Columns before the first tile.
    pub(super) skipped: usize,
    pub(super) tiles: &'a [Tile],
    pub(super) placed: &'a [Placed],
    pub(super) source: &'a Tiles,
    /// Digits of the offset.
    pub(super) digits: usize,
}

impl Line<'_> {
    fn offset_digits(&self) -> [u8; 16] {
        let mut text = [b'0'; 16];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.offset.to_be_bytes()) {
            pair.copy_from_slice(&HEX[usize::from(byte)]);
        }
        text
    }

    /// Columns from the start of the row to a glyph.
    fn column(&self, placed: &Placed) -> usize {
        (placed.at - self.offset) as usize
    }
}

/// A column more from the middle of long rows on.
const fn middle(width: usize, index: usize) -> usize {
    (width >= 8 && index >= width / 2) as usize
}

/// Lines without attributes.
pub(super) struct Plain {
    width: usize,
    blanks: Vec<u8>,
}

impl Plain {
    /// Columns of a byte in hex and in bits: digits, a dot, a gap.
    const HEX: usize = 3;
    const BITS: usize = 10;

    pub(super) fn new(width: usize) -> Self {
        Self {
            width,
            blanks: Vec::new(),
        }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, out: &mut Vec<u8>, line: &Line<'_>) {
        let more = middle(self.width, self.width);
        let hex = line.digits + 2;
        let bits = hex + Self::HEX * self.width + more + 2;
        let points = bits + Self::BITS * self.width + more + 1;
        self.blanks.resize(points, b' ');
        let start = out.len();
        out.extend_from_slice(&self.blanks);
        let Some(row) = out.get_mut(start..) else {
            return;
        };
        row[..line.digits].copy_from_slice(&line.offset_digits()[16 - line.digits..]);
        let mut left = None;
        let (mut hex_end, mut bits_end) = (0, 0);
        for (index, tile) in (line.skipped..).zip(line.tiles) {
            let more = middle(self.width, index);
            let (hex, bits) = (
                hex + Self::HEX * index + more,
                bits + Self::BITS * index + more,
            );
            sign(
                row,
                left,
                Some(tile),
                [(hex_end, hex - 1), (bits_end, bits - 1)],
            );
            hex_end = hex + 2;
            bits_end = bits + 8;
            if tile.role == Role::Unreadable {
                row[hex..hex_end].copy_from_slice(b"??");
                row[bits..bits_end].copy_from_slice(b"????????");
            } else {
                row[hex..hex_end].copy_from_slice(&HEX[usize::from(tile.byte)]);
                let (text, columns) = dotted(tile.byte, tile.masks);
                row[bits..bits + 9].copy_from_slice(text);
                bits_end = bits + columns;
            }
            left = Some(tile);
        }
        sign(row, left, None, [(hex_end, 0), (bits_end, 0)]);
        let mut at = 0;
        for placed in line.placed {
            let column = line.column(placed);
            if column > at {
                out.resize(out.len() + column - at, b' ');
            }
            match line.source.text(placed) {
                // Most are one byte, and a copy is dearer than a push.
                [one] => out.push(*one),
                text => out.extend_from_slice(text),
            }
            at = column + usize::from(placed.columns);
        }
        let blank = out.iter().rev().take_while(|&&byte| byte == b' ').count();
        out.truncate(out.len() - blank);
        out.push(b'\n');
    }
}

/// The sign in the gap between two tiles: what closes stands close to the left
/// one, what opens to the right one. `places` has the two for each pane.
#[inline]
fn sign(row: &mut [u8], left: Option<&Tile>, right: Option<&Tile>, places: [(usize, usize); 2]) {
    let of = |tile: &Tile| (tile.role, tile.part);
    let sign = plain_gap(left.map(of), right.map(of));
    for (after, before) in places {
        match sign {
            ' ' => {}
            '[' | '|' => row[before] = sign as u8,
            _ => row[after] = sign as u8,
        }
    }
}

/// Adds a line in colour.
pub(super) fn colored(canvas: &mut Canvas, line: &Line<'_>, width: usize) {
    canvas.put(Tone::Quiet, &line.offset_digits()[16 - line.digits..]);
    canvas.skip(1);
    pane(canvas, line, width, 2, |canvas, tile| match tile.role {
        Role::Unreadable => canvas.put(Tone::As(tile.role), b"??"),
        role => canvas.put(Tone::As(role), &HEX[usize::from(tile.byte)]),
    });
    pane(canvas, line, width, 8, |canvas, tile| match tile.role {
        Role::Unreadable => canvas.put(Tone::As(tile.role), b"????????"),
        _ if tile.masks.payload() == 0xFF => {
            canvas.put(Tone::Payload, &BITS[usize::from(tile.byte)]);
        }
        _ => put_bits(canvas, tile.byte, tile.masks, tile.role),
    });
    let mut at = 0;
    for placed in line.placed {
        let (column, text) = (line.column(placed), line.source.text(placed));
        canvas.skip(column.saturating_sub(at));
        match text {
            b" " => canvas.skip(1),
            _ => canvas.put(Tone::As(placed.role), text),
        }
        at = column + usize::from(placed.columns);
    }
    canvas.end_line();
}

/// The tiles in a pane, each of `room` columns and with a gap before it, and a
/// gap after the last.
#[inline]
fn pane(
    canvas: &mut Canvas,
    line: &Line<'_>,
    width: usize,
    room: usize,
    put: impl Fn(&mut Canvas, &Tile),
) {
    let mut at = 0;
    for (index, tile) in (line.skipped..).zip(line.tiles) {
        let column = 1 + (room + 1) * index + middle(width, index);
        canvas.skip(column - at);
        put(canvas, tile);
        at = column + room;
    }
    canvas.skip((room + 1) * width + middle(width, width) + 1 - at);
}
