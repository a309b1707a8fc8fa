//! The frame as it is being written: bytes for the terminal, and where its cursor
//! and its pen stand after them.
//!
//! Invariant: a frame opens and closes a synchronized update (private mode 2026),
//! or is empty; and the cursor's place is known only after plain ASCII and after a
//! move, never after a character whose width a terminal may see otherwise.

use std::io::Write;

use ratatui::buffer::Cell;

use super::pen::Pen;
use super::shown::is_plain;

/// Begin and end of a synchronized update.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// The frame being written, and where the terminal stands after it.
#[derive(Debug, Default)]
pub(super) struct Ink {
    frame: Vec<u8>,
    pen: Pen,
    at: Option<(u16, u16)>,
}

impl Ink {
    /// The frame, opened if it is not yet.
    fn open(&mut self) -> &mut Vec<u8> {
        if self.frame.is_empty() {
            self.frame.extend_from_slice(BEGIN);
        }
        &mut self.frame
    }

    /// Puts the cursor at a place.
    pub(super) fn go(&mut self, x: u16, y: u16) {
        if self.at != Some((x, y)) {
            // Writing to a vector cannot fail.
            let _ = write!(self.open(), "\x1b[{};{}H", y + 1, x + 1);
            self.at = Some((x, y));
        }
    }

    /// Draws a symbol without controls at a place.
    fn draw(&mut self, x: u16, y: u16, symbol: &str, pen: Pen) {
        self.open();
        self.go(x, y);
        self.pen.change(pen, &mut self.frame);
        self.frame.extend_from_slice(symbol.as_bytes());
        self.at = is_plain(symbol).then_some((x + 1, y));
    }

    /// Draws cells of one row: first the blanks, those under a doubtful character
    /// included, then the rest from left to right, so that nothing is blanked after
    /// it was drawn.
    pub(super) fn draw_row(&mut self, y: u16, cells: &[(usize, &Cell)]) {
        let doubtful = cells.iter().any(|(_, cell)| !is_plain(cell.symbol()));
        if doubtful {
            for (x, cell) in cells {
                if cell.symbol() == " " || !is_plain(cell.symbol()) {
                    self.draw(*x as u16, y, " ", Pen::from(*cell));
                }
            }
        }
        for (x, cell) in cells {
            if !doubtful || cell.symbol() != " " {
                self.draw(*x as u16, y, cell.symbol(), Pen::from(*cell));
            }
        }
    }

    /// Appends a control sequence that moves neither cursor nor pen.
    pub(super) fn control(&mut self, sequence: &[u8]) {
        self.open().extend_from_slice(sequence);
    }

    /// Gives the terminal its own pen back. So it has it between frames: whatever ends
    /// us then, nothing is left behind, and erasing does not paint.
    pub(super) fn rest(&mut self) {
        self.pen.change(Pen::default(), &mut self.frame);
    }

    /// Drops the frame and what is known of the terminal.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
        self.open();
        self.pen.reset(&mut self.frame);
    }

    /// Where the cursor is, if that is known.
    pub(super) const fn at(&self) -> Option<(u16, u16)> {
        self.at
    }

    /// The frame, closed, to be sent in one piece; empty if there is nothing to send.
    pub(super) fn take(&mut self) -> Vec<u8> {
        if !self.frame.is_empty() {
            self.frame.extend_from_slice(END);
        }
        // The next frame is about as long.
        let room = Vec::with_capacity(self.frame.len());
        std::mem::replace(&mut self.frame, room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(row: &[(usize, &'static str)], expected: &str) {
        let cells: Vec<Cell> = row.iter().map(|(_, symbol)| Cell::new(symbol)).collect();
        let row: Vec<_> = row.iter().map(|(x, _)| *x).zip(&cells).collect();
        let mut ink = Ink::default();
        ink.draw_row(2, &row);
        let frame = String::from_utf8(ink.take()).unwrap();
        let expected = format!("\x1b[?2026h{expected}\x1b[?2026l");
        assert_eq!(frame, expected);
    }

    #[test]
    fn neighbours_in_ascii_need_no_move() {
        check(&[(0, "a"), (1, "b"), (5, "c")], "\x1b[3;1Hab\x1b[3;6Hc");
    }

    #[test]
    fn a_doubtful_character_is_drawn_on_blanks_and_followed_by_a_move() {
        check(
            &[(0, "é"), (1, "b"), (2, "中"), (3, " "), (4, "d")],
            "\x1b[3;1H \x1b[3;3H  \x1b[3;1Hé\x1b[3;2Hb中\x1b[3;5Hd",
        );
    }

    #[test]
    fn nothing_drawn_is_nothing_sent() {
        let mut ink = Ink::default();
        ink.rest();
        assert!(ink.take().is_empty());
        ink.go(0, 0);
        assert!(!ink.take().is_empty());
        ink.go(0, 0);
        assert!(ink.take().is_empty());
    }
}
