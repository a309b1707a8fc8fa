//! A screen painted into cells: for a file, or for a front that is no terminal.
//!
//! Invariant: the cells equal those of the inspector at that size and in that look.

use ratatui::buffer::{Buffer, Cell as Painted, CellDiffOption};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use crate::model::layout::ScreenSize;
use crate::model::look::Appearance;
use crate::model::palette::Paint;
use crate::model::screen::Picture;
use crate::model::theme::{Attributes, Ink};
use crate::report::grid::{Grid, GridCell};
use crate::session::tabs::ShownScreen;
use crate::ui;
use crate::unicode::glyph;

const ATTRIBUTES: [(Modifier, Attributes); 5] = [
    (Modifier::BOLD, Attributes::BOLD),
    (Modifier::DIM, Attributes::DIM),
    (Modifier::UNDERLINED, Attributes::UNDERLINED),
    (Modifier::REVERSED, Attributes::REVERSED),
    (Modifier::ITALIC, Attributes::ITALIC),
];

/// The cells of a picture of some size.
pub fn of_screen(picture: &Picture, size: ScreenSize, look: Appearance) -> Grid {
    let mut buffer = blank(size);
    ui::paint(picture, look, &mut buffer);
    grid(&buffer, look)
}

/// The cells of what is shown, and the column and row of the cursor, if there is one.
pub fn of_shown(
    shown: &ShownScreen,
    size: ScreenSize,
    look: Appearance,
) -> (Grid, Option<(u16, u16)>) {
    let mut buffer = blank(size);
    let caret = paint_shown(shown, look, &mut buffer);
    (grid(&buffer, look), caret.map(|Position { x, y }| (x, y)))
}

/// Paints what is shown: one inspector, or two side by side. Returns the place of the cursor.
pub(super) fn paint_shown(
    shown: &ShownScreen,
    look: Appearance,
    buffer: &mut Buffer,
) -> Option<Position> {
    let ShownScreen { picture, beside } = shown;
    match beside {
        None => ui::paint(picture, look, buffer),
        Some(other) => {
            let pictures = [picture, &other.picture];
            ui::paint_pair(pictures, !other.is_first, other.parts, look, buffer)
        }
    }
}

fn blank(ScreenSize { width, height }: ScreenSize) -> Buffer {
    Buffer::empty(Rect::new(0, 0, width, height))
}

fn grid(buffer: &Buffer, look: Appearance) -> Grid {
    let columns = buffer.area.width;
    let rows = buffer.content.chunks(usize::from(columns.max(1)));
    Grid {
        columns,
        rows: rows.map(row).collect(),
        theme: look.theme,
    }
}

/// A row of cells; a wide one takes the place of the next one too.
fn row(painted: &[Painted]) -> Vec<GridCell> {
    let mut cells = Vec::with_capacity(painted.len());
    let mut rest = painted;
    while let Some(here) = rest.first() {
        let columns = match here.diff_option {
            CellDiffOption::ForcedWidth(columns) => usize::from(columns.get()),
            _ => glyph::columns(here.symbol()),
        };
        let columns = columns.clamp(1, rest.len());
        cells.push(GridCell {
            text: here.symbol().to_owned(),
            columns: columns.try_into().unwrap_or(u8::MAX),
            ink: ink(here),
        });
        rest = rest.get(columns..).unwrap_or_default();
    }
    cells
}

fn ink(cell: &Painted) -> Ink {
    let has = |modifier| cell.modifier.contains(modifier);
    let attributes = ATTRIBUTES.iter().filter(|(modifier, _)| has(*modifier));
    Ink {
        paint: paint(cell.fg),
        attributes: attributes.fold(Attributes::NONE, |all, (_, one)| all.and(*one)),
        ground: paint(cell.bg),
    }
}

fn paint(color: Color) -> Option<Paint> {
    Some(match color {
        Color::Reset => return None,
        Color::Rgb(r, g, b) => Paint::Rgb(r, g, b),
        Color::Indexed(n) => Paint::Indexed(n),
        Color::Black | Color::DarkGray => Paint::Own(0),
        Color::Red | Color::LightRed => Paint::Own(1),
        Color::Green | Color::LightGreen => Paint::Own(2),
        Color::Yellow | Color::LightYellow => Paint::Own(3),
        Color::Blue | Color::LightBlue => Paint::Own(4),
        Color::Magenta | Color::LightMagenta => Paint::Own(5),
        Color::Cyan | Color::LightCyan => Paint::Own(6),
        Color::Gray | Color::White => Paint::Own(7),
    })
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn a_wide_character_takes_the_cells_it_covers() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        buffer.set_string(0, 0, "a中e\u{301}", Style::new());
        let cells = row(&buffer.content);
        let seen: Vec<_> = cells
            .iter()
            .map(|cell| (&*cell.text, cell.columns))
            .collect();
        let expected = [("a", 1), ("中", 2), ("e\u{301}", 1), (" ", 1), (" ", 1)];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_cell_wider_than_the_row_is_cut() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
        buffer.set_string(0, 0, "中", Style::new());
        let cells = row(&buffer.content[..1]);
        assert_eq!(cells.first().map(|cell| cell.columns), Some(1));
    }

    #[test]
    fn an_ink_is_the_colour_and_the_attributes_of_the_cell() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 1, 1));
        let style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
        buffer.set_string(0, 0, "x", style.add_modifier(Modifier::REVERSED));
        let expected = Ink {
            paint: Some(Paint::Own(1)),
            attributes: Attributes::BOLD.and(Attributes::REVERSED),
            ground: None,
        };
        assert_eq!(ink(&buffer.content[0]), expected);
        assert_eq!(paint(Color::Reset), None);
    }
}
