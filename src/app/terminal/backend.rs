//! Draws cells on a terminal that may disagree about the width of every character
//! that is not ASCII.
//!
//! The cursor's place is forgotten after such a character, its slot is blanked
//! before it, and its neighbours are drawn after it (`shown`): so no
//! disagreement moves anything. A frame is one write inside a synchronized update;
//! a frame in which nothing changed is none. Invariant: the only control sequences
//! that go out are written here, in `ink` and in
//! `pen`; a symbol with a control character (C0, DEL, C1) in it goes out as `?`.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::ink::Ink;
use super::shown::Shown;
use super::tty::Output;

/// The hardware cursor, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caret {
    Unknown,
    Shown,
    Hidden,
}

/// The backend of the inspector's screen.
#[derive(Debug)]
pub struct LoupeBackend<W: Write> {
    writer: W,
    shown: Shown,
    ink: Ink,
    caret: Caret,
}

impl<W: Write> LoupeBackend<W> {
    /// A backend that knows nothing of the terminal but that the screen is blank.
    pub fn new(writer: W) -> Self {
        Self {
            writer,
            shown: Shown::default(),
            ink: Ink::default(),
            caret: Caret::Unknown,
        }
    }

    /// What it writes to.
    pub const fn writer(&self) -> &W {
        &self.writer
    }

    /// Forgets everything about the terminal, because others wrote to it. The caller
    /// clears and repaints.
    pub fn forget(&mut self) {
        self.shown.clear();
        self.caret = Caret::Unknown;
        self.ink.forget();
    }

    fn set_caret(&mut self, caret: Caret, sequence: &[u8]) {
        if self.caret != caret {
            self.caret = caret;
            self.ink.control(sequence);
        }
    }
}

/// The cell with a symbol that may go out: never empty, never with a control in it.
fn harmless(cell: &Cell) -> Option<Cell> {
    let symbol = cell.symbol();
    let instead = if symbol.is_empty() {
        " "
    } else if symbol.contains(char::is_control) {
        "?"
    } else {
        return None;
    };
    let mut cell = cell.clone();
    cell.set_symbol(instead);
    Some(cell)
}

impl<W: Output> Backend for LoupeBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        // A screen without a size ends where the cells end.
        let window = self.writer.window();
        let width = window.map_or(u16::MAX, |window| window.columns_rows.width);
        let width = usize::from(width);
        for (x, y, cell) in content {
            match harmless(cell) {
                None => self.shown.put(x, y, cell, width),
                Some(cell) => self.shown.put(x, y, &cell, width),
            }
        }
        for (y, row) in self.shown.stale_rows() {
            self.ink.draw_row(y, &row.settle(width));
        }
        self.ink.rest();
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.set_caret(Caret::Hidden, b"\x1b[?25l");
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.set_caret(Caret::Shown, b"\x1b[?25h");
        Ok(())
    }

    /// Where the cursor was last put: the terminal is never asked, since the answer
    /// would come through the input.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.ink.at().unwrap_or_default().into())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        self.ink.go(x, y);
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.shown.clear();
        self.ink.control(b"\x1b[2J");
        Ok(())
    }

    /// Erases the whole screen.
    ///
    /// # Errors
    /// Unsupported for parts of it: the inspector always has the whole.
    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        match region {
            ClearType::All => self.clear(),
            _ => Err(io::Error::from(io::ErrorKind::Unsupported)),
        }
    }

    fn size(&self) -> io::Result<Size> {
        self.writer.window().map(|window| window.columns_rows)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.writer.window()
    }

    /// Sends the frame, if there is anything in it, in one write.
    fn flush(&mut self) -> io::Result<()> {
        let frame = self.ink.take();
        if frame.is_empty() {
            return Ok(());
        }
        self.writer.write_all(&frame)?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style};
    use ratatui::{Terminal, TerminalOptions, Viewport};

    use super::super::testing::Emulator;
    use super::*;

    const AREA: Rect = Rect::new(0, 0, 12, 2);

    type Screen = Terminal<LoupeBackend<Vec<u8>>>;
    type Row = Vec<&'static str>;

    fn screen() -> Screen {
        let viewport = Viewport::Fixed(AREA);
        let backend = LoupeBackend::new(Vec::new());
        Terminal::with_options(backend, TerminalOptions { viewport }).unwrap()
    }

    /// Draws symbols side by side, each in the columns our tables give it.
    fn draw(screen: &mut Screen, row: &[&str], style: Style) -> Vec<u8> {
        screen
            .draw(|frame| {
                let mut x = 0;
                for symbol in row {
                    let buffer = frame.buffer_mut();
                    if x < AREA.width {
                        (x, _) = buffer.set_stringn(x, 0, symbol, 12, style);
                    }
                }
            })
            .unwrap();
        std::mem::take(&mut screen.backend_mut().writer)
    }

    const SYMBOLS: [&str; 12] = [
        " ",
        "a",
        "Z",
        "7",
        "é",
        "中",
        "⌨\u{fe0f}",
        "א",
        "\u{fffd}",
        "e\u{301}",
        "😀",
        "👩\u{200d}🚀",
    ];

    fn symbols() -> impl Strategy<Value = Row> {
        proptest::collection::vec(proptest::sample::select(&SYMBOLS), 0..8)
    }

    proptest! {
        #[test]
        fn ascii_stands_in_its_column_and_a_frame_is_what_a_full_repaint_shows(
            frames in proptest::collection::vec(symbols(), 1..5),
            width in 0_usize..3,
        ) {
            let mut screen = screen();
            let mut emulator = Emulator::new(12, 2, width);
            for row in &frames {
                emulator.feed(&draw(&mut screen, row, Style::new()));
            }
            let mut full = Emulator::new(12, 2, width);
            let last = &frames[frames.len() - 1];
            full.feed(&draw(&mut self::screen(), last, Style::new()));
            prop_assert_eq!(emulator.text(), full.text());
            let mut x = 0;
            for symbol in last {
                if *symbol != " " && symbol.is_ascii() && x < 12 {
                    prop_assert_eq!(emulator.char_at(x, 0), symbol.chars().next());
                }
                x += usize::from(ratatui::buffer::CellWidth::cell_width(*symbol));
            }
        }
    }

    /// Draws a row on a terminal that follows the Unicode tables its own way.
    fn emulate(row: &[&str], style: Style) -> vt100::Parser {
        let [rows, columns] = [2, 12].map(|n| NonZeroU16::new(n).unwrap());
        let mut parser = vt100::Parser::new(rows, columns, 0);
        parser.process(&draw(&mut screen(), row, style));
        parser
    }

    #[test]
    fn a_real_emulator_has_the_next_cell_in_its_column() {
        for (symbol, column) in [
            ("é", 1),
            ("中", 2),
            ("⌨\u{fe0f}", 2),
            ("א", 1),
            ("👩\u{200d}🚀", 2),
        ] {
            let parser = emulate(&[symbol, "x"], Style::new());
            let cell = parser.screen().cell(0, column).unwrap();
            assert_eq!(cell.contents(), "x", "after {symbol:?}");
        }
    }

    #[test]
    fn attributes_arrive_whatever_the_environment_says_of_colour() {
        // Nothing here asks the environment: the sequences are our own.
        let all = Modifier::REVERSED | Modifier::BOLD | Modifier::UNDERLINED;
        let style = Style::new()
            .add_modifier(all)
            .fg(ratatui::style::Color::Red);
        let parser = emulate(&["a"], style);
        let cell = parser.screen().cell(0, 0).unwrap();
        assert!(cell.inverse() && cell.bold() && cell.underline());
        assert_eq!(cell.fgcolor(), vt100::Color::Idx(1));
        assert!(!parser.screen().bold(), "the pen is put back");
    }

    #[test]
    fn no_control_character_of_a_symbol_goes_out() {
        for symbol in [
            "\x1b",
            "\x1b[2J",
            "\u{9b}31m",
            "\x07",
            "\n",
            "a\r",
            "\x7f",
            "\u{85}",
        ] {
            let mut backend = LoupeBackend::new(Vec::new());
            let mut cell = Cell::EMPTY;
            cell.set_symbol(symbol);
            backend.draw([(0, 0, &cell)].into_iter()).unwrap();
            backend.flush().unwrap();
            let mut emulator = Emulator::new(12, 2, 1);
            emulator.feed(backend.writer());
            assert_eq!(emulator.char_at(0, 0), Some('?'), "{symbol:?}");
        }
    }

    #[test]
    fn a_frame_without_a_change_is_not_sent() {
        let mut screen = screen();
        assert!(!draw(&mut screen, &["a", "é"], Style::new()).is_empty());
        assert!(draw(&mut screen, &["a", "é"], Style::new()).is_empty());
    }

    #[test]
    fn a_forgotten_screen_is_painted_again() {
        let mut screen = screen();
        draw(&mut screen, &["a"], Style::new());
        screen.backend_mut().forget();
        screen.backend_mut().clear().unwrap();
        screen.backend_mut().flush().unwrap();
        let sent = std::mem::take(&mut screen.backend_mut().writer);
        assert_eq!(sent, b"\x1b[?2026h\x1b[0m\x1b[2J\x1b[?2026l");
    }
}
