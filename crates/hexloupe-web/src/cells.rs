//! A picture as the page gets it: one text, and numbers that divide it into runs of one style.
//!
//! ```text
//! columns, rows, paper, text, caret's column + 1, caret's row, rows that follow,
//!   then for each: row, runs, and for each run: UTF-16 units, columns, ink, ground, signs
//! ```
//!
//! Invariant: the columns of the runs of a row add up to its width, so that a page that gives each
//! run its columns moves nothing, however wide a character is drawn.

use hexloupe::model::palette::{FixedShades, Paint, Shade};
use hexloupe::model::theme::{Attributes, Ink};
use hexloupe::report::grid::{Grid, GridCell};

/// In place of a colour: the paper or the text of the page.
pub const USUAL: u32 = 1 << 24;

/// The signs of a run, in the order of their bits.
const SIGNS: [Attributes; 5] = [
    Attributes::BOLD,
    Attributes::DIM,
    Attributes::UNDERLINED,
    Attributes::REVERSED,
    Attributes::ITALIC,
];

/// The bit of a run that is one cell, which the page must hold to its columns.
pub const BOXED: u32 = 1 << 8;

/// A picture, or the rows of it that are new.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PagePicture {
    /// The text of all runs.
    pub text: String,
    /// Their numbers.
    pub numbers: Vec<u32>,
}

/// Encodes the rows that differ from those of the picture before, of the same size and theme.
pub fn encode(grid: &Grid, before: Option<&Grid>, caret: Option<(u16, u16)>) -> PagePicture {
    let shades = grid.theme.palette().of_document();
    let (x, y) = caret.map_or((0, 0), |(x, y)| (u32::from(x) + 1, u32::from(y)));
    let before = before.filter(|before| {
        (before.columns, before.theme, before.rows.len())
            == (grid.columns, grid.theme, grid.rows.len())
    });
    let is_new =
        |row: usize, cells: &Vec<GridCell>| before.is_none_or(|before| before.rows[row] != *cells);
    let rows = grid.rows.iter().enumerate();
    let rows: Vec<_> = rows.filter(|(row, cells)| is_new(*row, cells)).collect();
    let mut picture = PagePicture {
        text: String::new(),
        numbers: vec![
            grid.columns.into(),
            grid.rows.len() as u32,
            number(shades.paper()),
            number(shades.text()),
            x,
            y,
            rows.len() as u32,
        ],
    };
    for (row, cells) in rows {
        picture.numbers.push(row as u32);
        let place = picture.numbers.len();
        picture.numbers.push(0);
        let mut runs = 0;
        let mut rest = cells.as_slice();
        while let Some((run, after)) = first_run(rest) {
            picture.add(run, shades);
            (rest, runs) = (after, runs + 1);
        }
        picture.numbers[place] = runs;
    }
    picture
}

/// The first cells of one style, and the rest.
fn first_run(cells: &[GridCell]) -> Option<(&[GridCell], &[GridCell])> {
    let first = cells.first()?;
    let len = if is_plain(first) {
        let joins = |cell: &&GridCell| is_plain(cell) && cell.ink == first.ink;
        cells.iter().take_while(joins).count()
    } else {
        1
    };
    Some(cells.split_at(len))
}

/// True if every font of one width draws it as wide as its column.
fn is_plain(cell: &GridCell) -> bool {
    cell.columns == 1 && matches!(cell.text.as_bytes(), [b' '..=b'~'])
}

impl PagePicture {
    fn add(&mut self, run: &[GridCell], shades: &FixedShades) {
        let ink = run.first().map_or_else(Ink::default, |cell| cell.ink);
        let from = self.text.len();
        for cell in run {
            self.text.push_str(&cell.text);
        }
        let units = self.text[from..].encode_utf16().count() as u32;
        let columns: u32 = run.iter().map(|cell| u32::from(cell.columns)).sum();
        let colour =
            |paint: Option<Paint>| paint.map_or(USUAL, |paint| number(shades.shade(Some(paint))));
        let signs = SIGNS.iter().zip(0..);
        let signs = signs.filter(|(sign, _)| ink.attributes.has(**sign));
        let signs = signs.fold(0, |all, (_, bit)| all | 1 << bit);
        let boxed = if run.iter().all(is_plain) { 0 } else { BOXED };
        let (paint, ground) = (colour(ink.paint), colour(ink.ground));
        self.numbers
            .extend([units, columns, paint, ground, signs | boxed]);
    }
}

fn number(shade: Shade) -> u32 {
    let (r, g, b) = shade.rgb();
    u32::from_be_bytes([0, r, g, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str, columns: u8, ink: Ink) -> GridCell {
        GridCell {
            text: text.to_owned(),
            columns,
            ink,
        }
    }

    fn grid(cells: Vec<GridCell>) -> Grid {
        Grid {
            columns: 6,
            rows: vec![cells],
            ..Grid::default()
        }
    }

    #[test]
    fn cells_of_one_style_are_one_run_and_wide_ones_stand_alone() {
        let plain = Ink::default();
        let bold = Ink {
            attributes: Attributes::BOLD.and(Attributes::REVERSED),
            ground: Some(Paint::Rgb(1, 2, 3)),
            ..plain
        };
        let cells = vec![
            cell("a", 1, plain),
            cell("b", 1, plain),
            cell("文", 2, plain),
            cell("c", 1, bold),
            cell("e\u{301}", 1, bold),
        ];
        let picture = encode(&grid(cells), None, Some((2, 0)));
        assert_eq!(picture.text, "ab文ce\u{301}");
        let (head, runs) = picture.numbers.split_at(7);
        assert_eq!((head[0], head[1]), (6, 1));
        assert_eq!(head[4..], [3, 0, 1]);
        let expected = [
            vec![0, 4],
            vec![2, 2, USUAL, USUAL, 0],
            vec![1, 2, USUAL, USUAL, BOXED],
            vec![1, 1, USUAL, 0x01_02_03, 0b1001],
            vec![2, 1, USUAL, 0x01_02_03, 0b1001 | BOXED],
        ];
        assert_eq!(runs, expected.concat());
    }

    #[test]
    fn only_rows_that_changed_are_encoded() {
        let before = grid(vec![cell("a", 1, Ink::default())]);
        let mut after = before.clone();
        after.rows[0][0].text = "b".to_owned();
        let rows = |picture: &PagePicture| picture.numbers[6];
        assert_eq!(rows(&encode(&before, Some(&before), None)), 0);
        assert_eq!(rows(&encode(&after, Some(&before), None)), 1);
        after.columns = 7;
        after.rows = before.rows.clone();
        assert_eq!(rows(&encode(&after, Some(&before), None)), 1);
    }
}
