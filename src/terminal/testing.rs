//! A terminal for tests, and a recorder. The terminal knows only our own control sequences, and its
//! width of characters beyond ASCII is a parameter.
//!
//! Terminals disagree about that width, so a test that holds for every width here holds for all of
//! them. Invariant: any foreign sequence is a panic.

use std::io::{self, Write};

use ratatui::backend::WindowSize;
use ratatui::layout::Size;

use super::device::ScreenOutput;

/// The recorded output, and the size of its terminal.
pub(super) struct Recording {
    pub(super) bytes: Vec<u8>,
    pub(super) size: Size,
}

impl Write for Recording {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ScreenOutput for Recording {
    fn window(&self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size,
            pixels: Size::ZERO,
        })
    }
}

/// The emulator: a grid with the content of each column.
pub(super) struct Emulator {
    width: usize,
    rows: Vec<Vec<Spot>>,
    at: (usize, usize),
}

#[derive(Clone, PartialEq, Debug)]
enum Spot {
    Char(char),
    /// Covered by the character to the left.
    Covered,
}

impl Emulator {
    /// A screen where every character that is not ASCII is drawn `width` columns wide.
    pub(super) fn new(columns: usize, rows: usize, width: usize) -> Self {
        Self {
            width,
            rows: vec![vec![Spot::Char(' '); columns]; rows],
            at: (0, 0),
        }
    }

    /// The character in a column; `None` if a character to the left covers it.
    pub(super) fn char_at(&self, x: usize, y: usize) -> Option<char> {
        match self.rows[y][x] {
            Spot::Char(c) => Some(c),
            Spot::Covered => None,
        }
    }

    /// The screen as text, the covered columns as `<`.
    pub(super) fn text(&self) -> Vec<String> {
        let row = |row: &Vec<Spot>| {
            let chars = row.iter().map(|spot| match spot {
                Spot::Char(c) => *c,
                Spot::Covered => '<',
            });
            chars.collect()
        };
        self.rows.iter().map(row).collect()
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        let mut text = str::from_utf8(bytes).expect("well-formed output");
        while let Some(c) = text.chars().next() {
            if let Some(rest) = text.strip_prefix("\x1b[") {
                let end = rest
                    .find(|c| ('@'..='~').contains(&c))
                    .expect("a whole sequence");
                self.control(&rest[..end], &rest[end..=end]);
                text = &rest[end + 1..];
            } else {
                assert!(!c.is_control(), "a control character: {c:?}");
                self.print(c);
                text = &text[c.len_utf8()..];
            }
        }
    }

    fn control(&mut self, parameters: &str, last: &str) {
        match (parameters, last) {
            ("?2026" | "?25", "h" | "l") => {}
            (_, "m") => assert!(
                parameters
                    .chars()
                    .all(|c| matches!(c, '0'..='9' | ';' | ':'))
            ),
            ("2", "J") => self
                .rows
                .iter_mut()
                .for_each(|row| row.fill(Spot::Char(' '))),
            (_, "G") => self.at.0 = parameters.parse::<usize>().expect("a column") - 1,
            (_, "C") => {
                let by = parameters.parse().unwrap_or(1);
                self.at.0 = (self.at.0 + by).min(self.rows[0].len() - 1);
            }
            (_, "H") => {
                let (y, x) = parameters.split_once(';').expect("row and column");
                self.at = (
                    x.parse::<usize>().unwrap() - 1,
                    y.parse::<usize>().unwrap() - 1,
                );
            }
            other => panic!("not ours: {other:?}"),
        }
    }

    /// Prints without wrapping, as set by the guard; a partly covered character is erased.
    fn print(&mut self, c: char) {
        let width = if c.is_ascii() { 1 } else { self.width };
        let row = &mut self.rows[self.at.1];
        let end = (self.at.0 + width).min(row.len());
        if width == 0 {
            return;
        }
        let start = end - width.min(end);
        for x in start..end {
            erase(row, x);
        }
        row[start..end].fill(Spot::Covered);
        row[start] = Spot::Char(c);
        self.at.0 = (start + width).min(row.len() - 1);
    }
}

/// Blanks the whole character that has this column.
fn erase(row: &mut [Spot], x: usize) {
    let mut start = x;
    while row[start] == Spot::Covered {
        start -= 1;
    }
    row[start] = Spot::Char(' ');
    for spot in row[start + 1..]
        .iter_mut()
        .take_while(|spot| **spot == Spot::Covered)
    {
        *spot = Spot::Char(' ');
    }
}
