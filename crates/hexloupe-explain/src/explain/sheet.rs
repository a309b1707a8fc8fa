//! Rows of cells in columns: the content of derivations and cards.
//!
//! A surface (screen, text, HTML, SVG, records) prints a row by placing each cell at its column and
//! choosing a style by its role; it does not know the subject of the row. Invariant: the cells of a
//! row are in the order of their columns and do not overlap.

use hexloupe_text::unicode::{glyph, line_ends};

/// The largest number of columns of a row, so that a sheet is whole on a screen of 80.
pub const WIDTH: usize = 76;

/// A text in lines of some columns.
pub(in crate::explain) fn lines(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in line_ends::parts(text) {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        let width = glyph::columns(line) + glyph::columns(part.trim_end_matches(' '));
        if !line.is_empty() && width > columns {
            line.truncate(line.trim_end_matches(' ').len());
            lines.push(part.to_owned());
        } else {
            line.push_str(part);
        }
    }
    lines
}

/// The role of a cell; surfaces choose its style by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellRole {
    /// Words.
    Text,
    /// The name of the row or column: `hex`, `bits`.
    Label,
    /// Digits of a number, or a character.
    Value,
    /// Bits that determine how other bits are read.
    Structure,
    /// Bits that carry the value.
    Payload,
    /// The part that makes the bytes ill-formed.
    Wrong,
    /// The row of a table that applies here.
    Chosen,
    /// The rows of a table that do not apply; they stay visible.
    Other,
}

impl CellRole {
    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Label => "label",
            Self::Value => "value",
            Self::Structure => "structure",
            Self::Payload => "payload",
            Self::Wrong => "wrong",
            Self::Chosen => "chosen",
            Self::Other => "other",
        }
    }
}

/// Columns of a blank for the bits of a byte, whatever their cuts.
const BYTE: usize = 9;

/// Columns of a text that is no sentence: a number, `first of 2`.
const SHORT: usize = 12;

/// A text at a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetCell {
    /// Columns before it.
    pub column: usize,
    /// The text, safe to print.
    pub text: String,
    /// The role of the cell.
    pub role: CellRole,
    /// True if a worksheet leaves it blank.
    pub answer: bool,
}

impl SheetCell {
    /// The columns of the text.
    pub fn width(&self) -> usize {
        glyph::columns(&self.text)
    }

    /// The first column after it.
    pub fn end(&self) -> usize {
        self.column + self.width()
    }

    /// Its role if answers are left blank: the marks of chosen and wrong cells are answers.
    pub fn blank_role(&self) -> CellRole {
        match self.role {
            CellRole::Chosen => CellRole::Other,
            CellRole::Wrong if self.answer => CellRole::Payload,
            role => role,
        }
    }

    /// Reports whether the bits of the next cell are of the same byte and of another kind.
    fn is_cut_from(&self, next: &Self) -> bool {
        self.is_blank_bits()
            && next.is_blank_bits()
            && self.role != next.role
            && self.end() + 1 == next.column
    }

    /// Columns of the blank for it. A sentence gets all free columns, so that its length reveals
    /// nothing.
    fn blank_width(&self) -> usize {
        let is_sentence = self.width() > SHORT && self.text.contains(char::is_alphabetic);
        if is_sentence {
            WIDTH.saturating_sub(self.column).max(SHORT)
        } else {
            self.width()
        }
    }

    /// Reports whether it is an answer of bits; each kind of bits has a cell of its own.
    fn is_blank_bits(&self) -> bool {
        let is_kind = matches!(
            self.role,
            CellRole::Structure | CellRole::Payload | CellRole::Wrong
        );
        let digits = self.text.bytes().all(|digit| matches!(digit, b'0' | b'1'));
        self.answer && is_kind && digits
    }
}

/// A row of cells, in the order of their columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetRow {
    /// The cells.
    pub cells: Vec<SheetCell>,
}

impl SheetRow {
    /// A row that begins with a label.
    #[must_use]
    pub fn labelled(label: &str) -> Self {
        Self::default().at(0, label, CellRole::Label)
    }

    /// The row with a cell at a column, or after the last cell if that reaches further.
    #[must_use]
    pub fn at(mut self, column: usize, text: impl Into<String>, role: CellRole) -> Self {
        let column = column.max(self.end());
        self.cells.push(SheetCell {
            column,
            text: text.into(),
            role,
            answer: false,
        });
        self
    }

    /// The row with a cell some columns after its last one.
    #[must_use]
    pub fn then(self, gap: usize, text: impl Into<String>, role: CellRole) -> Self {
        let column = self.end() + gap;
        self.at(column, text, role)
    }

    /// The row with its last cell as an answer.
    #[must_use]
    pub fn answer(mut self) -> Self {
        if let Some(last) = self.cells.last_mut() {
            last.answer = true;
        }
        self
    }

    /// The first column after its last cell.
    pub fn end(&self) -> usize {
        self.cells.last().map_or(0, SheetCell::end)
    }

    /// Like [`text`](Self::text), with brackets around chosen cells, for surfaces without colour:
    /// they use the free columns on both sides, so no cell moves.
    pub fn bracketed(&self) -> String {
        let mut out = String::new();
        let mut column = 0;
        let mut open = false;
        for cell in &self.cells {
            let chosen = cell.role == CellRole::Chosen;
            let mut gap = cell.column - column;
            if open && !chosen && gap > 0 {
                out.push(']');
                gap -= 1;
            }
            let opens = chosen && !open && gap > 0;
            out.extend(std::iter::repeat_n(' ', gap - usize::from(opens)));
            if opens {
                out.push('[');
            }
            open = chosen;
            out.push_str(&cell.text);
            column = cell.end();
        }
        if open {
            out.push(']');
        }
        out
    }

    /// The row with its answers left blank: nothing is marked, and the cuts between the bits of a
    /// byte are hidden.
    #[must_use]
    pub fn blank(&self) -> Self {
        let mut out: Vec<SheetCell> = Vec::new();
        for run in self.cells.chunk_by(SheetCell::is_cut_from) {
            let Some((first, last)) = run.first().zip(run.last()) else {
                continue;
            };
            let is_cut = run.len() > 1 || first.role == CellRole::Wrong;
            let width = match last.end() - first.column {
                8..=10 if is_cut && first.is_blank_bits() => BYTE,
                _ if run.len() == 1 => first.blank_width(),
                width => width,
            };
            let text = if first.answer {
                "_".repeat(width)
            } else {
                first.text.clone()
            };
            out.push(SheetCell {
                text,
                role: first.blank_role(),
                ..*first
            });
        }
        Self { cells: out }
    }

    /// The row as plain text, with spaces between its cells.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut column = 0;
        for cell in &self.cells {
            out.extend(std::iter::repeat_n(' ', cell.column - column));
            out.push_str(&cell.text);
            column = cell.end();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_take_the_columns_beside_chosen_cells() {
        let row = SheetRow::default().at(1, "2", CellRole::Other);
        let row = row
            .at(4, "3", CellRole::Chosen)
            .then(1, "E0", CellRole::Chosen);
        assert_eq!(row.clone().bracketed(), " 2 [3 E0]");
        let row = row.then(1, "x", CellRole::Other);
        assert_eq!(row.bracketed(), " 2 [3 E0]x");
        assert_eq!(row.text(), " 2  3 E0 x");
    }

    #[test]
    fn blanks_reveal_neither_the_row_nor_the_cuts_of_bits() {
        let row = SheetRow::default().at(0, ">", CellRole::Chosen).answer();
        let row = row.at(2, "U+0080", CellRole::Chosen).blank();
        assert_eq!((row.bracketed().as_str(), row.end()), ("_ U+0080", 8));
        let cut = |bits: &[(&str, CellRole)]| {
            let mut row = SheetRow::labelled("bits");
            for (bits, role) in bits {
                row = row.then(1, *bits, *role).answer();
            }
            row.blank().text()
        };
        let [structure, payload, wrong] = [CellRole::Structure, CellRole::Payload, CellRole::Wrong];
        let two = cut(&[("110", structure), ("10000", payload)]);
        assert_eq!(two, cut(&[("1110", structure), ("0010", payload)]));
        let three = cut(&[("110", structure), ("0000", wrong), ("0", payload)]);
        assert_eq!(two, three);
    }

    #[test]
    fn cells_stand_at_their_columns_and_never_overlap() {
        let row = SheetRow::labelled("bits")
            .at(12, "漢", CellRole::Value)
            .then(1, "10", CellRole::Structure)
            .at(3, "end", CellRole::Text)
            .answer();
        assert_eq!(row.text(), "bits        漢 10end");
        assert_eq!(row.end(), 20);
        assert!(row.cells[3].answer && !row.cells[0].answer);
    }
}
