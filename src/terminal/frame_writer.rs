//! The frame under construction: bytes for the terminal, and the place of its cursor and its style
//! after them.
//!
//! Invariant: a frame opens and closes a synchronized update (private mode 2026), or is empty. The
//! cursor's column is known only after plain ASCII and after a move, never after a character whose
//! width a terminal may see otherwise. Its row stays known, because no character wraps.

use super::cell_style::{CellStyle, number};
use super::front_buffer::ScreenStrip;
use super::packed_cell::{PackedCell, StyleInterner, StyleNumber};

/// Begin and end of a synchronized update.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";
/// The largest number of cells that are written again instead of a move, which takes as many bytes.
const BRIDGE: usize = 4;

/// The frame under construction, and the state of the terminal after it.
#[derive(Debug, Default)]
pub(super) struct FrameWriter {
    frame: Vec<u8>,
    style: StyleNumber,
    row: Option<u16>,
    column: Option<u16>,
}

impl FrameWriter {
    /// The frame, opened if necessary. It must begin with an absolute move: a resize, or output of
    /// another program, may have moved the cursor since the last frame.
    fn open(&mut self) -> &mut Vec<u8> {
        if self.frame.is_empty() {
            self.frame.extend_from_slice(BEGIN);
            (self.row, self.column) = (None, None);
        }
        &mut self.frame
    }

    /// Appends a control sequence of numbers.
    fn sequence(&mut self, parameters: &[u16], last: u8) {
        let frame = self.open();
        frame.extend_from_slice(b"\x1b[");
        for (index, parameter) in parameters.iter().enumerate() {
            if index > 0 {
                frame.push(b';');
            }
            number(frame, *parameter);
        }
        frame.push(last);
    }

    /// Moves the cursor to a place by the shortest of CUF, CHA and CUP (ECMA-48 8.3.20, 8.3.9,
    /// 8.3.21).
    pub(super) fn go(&mut self, x: u16, y: u16) {
        if (self.row, self.column) == (Some(y), Some(x)) {
            return;
        }
        self.open();
        match self.column {
            _ if self.row != Some(y) => self.sequence(&[y + 1, x + 1], b'H'),
            Some(column) if column + 1 == x => self.sequence(&[], b'C'),
            Some(column) if column < x => self.sequence(&[x - column], b'C'),
            _ => self.sequence(&[x + 1], b'G'),
        }
        (self.row, self.column) = (Some(y), Some(x));
    }

    /// Draws a packed cell at a place.
    fn draw(&mut self, x: usize, y: u16, packed: PackedCell, interner: &StyleInterner) {
        let x = x as u16;
        self.open();
        self.go(x, y);
        if !self.fits(packed) {
            let mut style = interner.style(self.style);
            style.change(interner.style(packed.style), &mut self.frame);
            self.style = packed.style;
        }
        interner.write(packed, &mut self.frame);
        self.column = packed.is_plain().then_some(x + 1);
    }

    /// Reports whether a packed cell can be drawn with the current style.
    fn fits(&self, packed: PackedCell) -> bool {
        packed.style == self.style || packed.is_blank() && packed.style.blanks_like(self.style)
    }

    /// Draws the stale cells of a row. From the first doubtful one on, all are blanked first,
    /// and then drawn from left to right: so nothing is blanked after it was drawn.
    pub(super) fn draw_row(&mut self, strip: ScreenStrip<'_>) {
        // Opening forgets the place of the cursor, so it must come first.
        self.open();
        let ScreenStrip {
            y,
            packed_cells,
            interner,
            ..
        } = strip;
        // A symbol that may reach from the last column into the one before goes first, so that it
        // covers nothing there.
        let mut end = packed_cells.len();
        let last = end.wrapping_sub(1);
        if strip.columns(last.min(end)..end).next().is_some() && !packed_cells[last].is_plain() {
            // If it has no room at all, a blank is better than the old content.
            self.draw(
                last,
                y,
                PackedCell::plain(b' ', packed_cells[last].style),
                interner,
            );
            self.draw(last, y, packed_cells[last], interner);
            end = last;
        }
        let mut doubtful = strip.columns(strip.sure.min(end)..end);
        let from = doubtful.find(|x| !packed_cells[*x].is_plain());
        let from = from.unwrap_or(end);
        for x in strip.columns(0..from) {
            self.bridge(x, strip);
            self.draw(x, y, packed_cells[x], interner);
        }
        for x in strip.columns(from..end) {
            let blank = PackedCell::plain(b' ', packed_cells[x].style);
            self.draw(x, y, blank, interner);
        }
        for x in strip.columns(from..end) {
            if !packed_cells[x].is_blank() {
                self.draw(x, y, packed_cells[x], interner);
            }
        }
    }

    /// Writes the cells between the cursor and a column again, if that is shorter than a move. Only
    /// if nothing before is doubtful: a blank may lie under a wide character, and would erase it.
    fn bridge(&mut self, x: usize, strip: ScreenStrip<'_>) {
        let Some(column) = self.column.filter(|_| self.row == Some(strip.y)) else {
            return;
        };
        let gap = usize::from(column)..x;
        if gap.is_empty() || gap.len() > BRIDGE || x > strip.sure {
            return;
        }
        let packed_cells = &strip.packed_cells[gap];
        if packed_cells.iter().all(|packed| self.fits(*packed)) {
            for packed in packed_cells {
                strip.interner.write(*packed, &mut self.frame);
            }
            self.column = Some(x as u16);
        }
    }

    /// Appends a control sequence that moves neither cursor nor style.
    pub(super) fn control(&mut self, sequence: &[u8]) {
        self.open().extend_from_slice(sequence);
    }

    /// Restores the terminal's own style, which it then has between frames: if the process ends
    /// then, no style is left behind, and erasing uses no background colour.
    pub(super) fn rest(&mut self) {
        if self.style != StyleNumber::OWN {
            CellStyle::reset(&mut self.frame);
            self.style = StyleNumber::OWN;
        }
    }

    /// Drops the frame and all knowledge of the terminal; the next frame begins with a reset.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
        CellStyle::reset(self.open());
    }

    /// The frame, closed, to send in one piece; empty if there is nothing to send.
    pub(super) fn frame(&mut self) -> &[u8] {
        if !self.frame.is_empty() {
            self.frame.extend_from_slice(END);
        }
        &self.frame
    }

    /// Notes that the frame was sent; the next may begin.
    pub(super) fn sent(&mut self) {
        self.frame.clear();
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;

    /// Draws some columns of a row of symbols.
    #[track_caller]
    fn check(row: &[&'static str], stale: &[usize], expected: &str) {
        let cells: Vec<Cell> = row.iter().map(|symbol| Cell::new(symbol)).collect();
        let (mut interner, mut packed_cells) = (StyleInterner::default(), Vec::new());
        interner.dress(&cells, &mut packed_cells);
        let doubtful = |packed: &PackedCell| !packed.is_plain();
        let mut ink = FrameWriter::default();
        ink.draw_row(ScreenStrip {
            y: 2,
            packed_cells: &packed_cells,
            stale: &(0..row.len())
                .map(|x| stale.contains(&x))
                .collect::<Vec<_>>(),
            sure: packed_cells.iter().position(doubtful).unwrap_or(row.len()),
            interner: &interner,
        });
        let frame = str::from_utf8(ink.frame()).unwrap();
        assert_eq!(frame, format!("\x1b[?2026h{expected}\x1b[?2026l"));
    }

    #[test]
    fn neighbours_in_ascii_need_no_move() {
        let row = ["a", "b", "x", "y", "z", "x", "y", "z", "c"];
        check(&row, &[0, 1, 8], "\x1b[3;1Hab\x1b[6Cc");
    }

    #[test]
    fn a_few_cells_between_are_written_once_more() {
        check(&["a", " ", "x", "c"], &[0, 3], "\x1b[3;1Ha xc");
        // A bridge is not used where something doubtful may lie over the cells.
        check(&["é", " ", "x", " ", "c"], &[2, 4], "\x1b[3;3Hx\x1b[Cc");
    }

    #[test]
    fn a_doubtful_character_is_drawn_on_blanks_and_followed_by_a_move() {
        check(
            &["a", "é", "b", "中", " ", "d"],
            &[0, 1, 2, 3, 4, 5],
            "\x1b[3;1Ha     \x1b[2Gé\x1b[3Gb中\x1b[6Gd",
        );
    }

    #[test]
    fn nothing_drawn_is_nothing_sent() {
        let mut ink = FrameWriter::default();
        ink.rest();
        assert!(ink.frame().is_empty());
        ink.go(0, 0);
        assert!(!ink.frame().is_empty());
        ink.sent();
        ink.go(0, 0);
        assert!(ink.frame().is_empty());
    }

    #[test]
    fn a_frame_begins_with_a_place_wherever_the_last_one_ended() {
        let mut ink = FrameWriter::default();
        ink.go(0, 0);
        ink.frame();
        ink.sent();
        let packed = PackedCell::plain(b'a', StyleNumber::OWN);
        ink.draw(0, 0, packed, &StyleInterner::default());
        assert_eq!(ink.frame(), b"\x1b[?2026h\x1b[1;1Ha\x1b[?2026l");
    }
}
