//! A screen as plain data: cells of text, each with its style. It can be written as text,
//! in colour, as a page or as a picture.
//!
//! Invariant: the text of a cell has been through the sanitiser; a row is no wider than
//! the grid.

use std::io::{self, Write};

use super::ansi;
use crate::model::theme::{Ink, Theme};

/// A text that takes one or more columns of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GridCell {
    /// The text: one character, or several that are drawn as one.
    pub text: String,
    /// The columns it takes: 1 or 2 on a screen.
    pub columns: u8,
    /// Its style.
    pub ink: Ink,
}

/// A screen in the form it was drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// Columns of a row.
    pub columns: u16,
    /// The rows from top to bottom, with the cells of each from left to right without gaps;
    /// columns after the last cell are blank.
    pub rows: Vec<Vec<GridCell>>,
    /// The theme it was drawn in.
    pub theme: Theme,
}

impl Grid {
    /// The screen as text, without blanks at the ends of lines and without blank lines below.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let row: String = row.iter().map(|cell| cell.text.as_str()).collect();
            row.trim_end().to_owned()
        });
        let mut lines: Vec<_> = rows.collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// Writes the screen as text with control sequences for colours and attributes.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn write_ansi(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        for row in &self.rows {
            let seen = |cell: &GridCell| cell.text != " " || ansi::shows_on_blanks(cell.ink);
            let end = row.iter().rposition(seen).map_or(0, |last| last + 1);
            let mut ink = Ink::default();
            for cell in row.iter().take(end) {
                if cell.ink != ink {
                    ansi::sgr(&mut bytes, cell.ink);
                    ink = cell.ink;
                }
                bytes.extend_from_slice(cell.text.as_bytes());
            }
            if ink != Ink::default() {
                ansi::sgr(&mut bytes, Ink::default());
            }
            bytes.push(b'\n');
        }
        out.write_all(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::palette::Paint;
    use crate::model::theme::Attributes;

    fn grid(rows: &[&[(&str, Ink)]]) -> Grid {
        let cell = |&(text, ink): &(&str, Ink)| GridCell {
            text: text.to_owned(),
            columns: 1,
            ink,
        };
        let rows = rows.iter().map(|row| row.iter().map(cell).collect());
        Grid {
            columns: 4,
            rows: rows.collect(),
            theme: Theme::default(),
        }
    }

    #[test]
    fn blanks_at_ends_are_left_out_unless_they_are_seen() {
        let plain = Ink::default();
        let turned = Ink {
            paint: Some(Paint::Own(1)),
            attributes: Attributes::REVERSED,
            ground: None,
        };
        let grid = grid(&[
            &[("a", plain), (" ", turned), (" ", plain)],
            &[(" ", plain)],
        ]);
        assert_eq!(grid.text(), "a\n");
        let mut out = Vec::new();
        grid.write_ansi(&mut out).unwrap();
        let expected = "a\u{1b}[0;7;31m \u{1b}[0m\n\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
