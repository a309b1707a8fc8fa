//! Draws cells on a terminal that may disagree about the width of every character beyond ASCII.
//!
//! The cursor's column is forgotten after such a character, its slot is blanked before it, and
//! its neighbours are drawn after it (`front_buffer`): so no disagreement moves anything. A
//! frame is one write inside a synchronized update; a frame without changes is not written.
//! Invariant: the only control sequences of a frame are written here, in `frame_writer` and in
//! `cell_style`; a symbol with a control character (C0, DEL, C1) in it is written as `?`.

use std::io;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::device::ScreenOutput;
use super::frame_writer::FrameWriter;
use super::front_buffer::FrontBuffer;

/// The hardware cursor, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HardwareCursor {
    Unknown,
    Shown,
    Hidden,
}

/// The inspector's screen: the content of the terminal, the cells to be painted next, and the
/// terminal.
#[derive(Debug)]
pub struct TerminalScreen<W: ScreenOutput> {
    writer: W,
    shown: FrontBuffer,
    next: Buffer,
    ink: FrameWriter,
    caret: HardwareCursor,
}

impl<W: ScreenOutput> TerminalScreen<W> {
    /// A screen that only knows that the terminal is blank.
    pub fn new(writer: W) -> Self {
        Self {
            writer,
            shown: FrontBuffer::default(),
            next: Buffer::default(),
            ink: FrameWriter::default(),
            caret: HardwareCursor::Unknown,
        }
    }

    /// Forgets everything about the terminal, because others wrote to it, and erases it before the
    /// next frame, which is a full one.
    pub fn forget(&mut self) {
        self.caret = HardwareCursor::Unknown;
        self.ink.forget();
        self.erase();
    }

    fn erase(&mut self) {
        self.shown.clear();
        self.ink.control(b"\x1b[2J");
    }

    /// Draws a frame: `paint` gets blank cells of the terminal's size, and returns the place of the
    /// cursor, `None` to hide it. All changes go out in one write; without a change there is no
    /// write.
    ///
    /// # Errors
    /// The terminal is gone, or has no size.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        let Size { width, height } = self.size()?;
        let area = Rect::new(0, 0, width, height);
        self.next.reset();
        if area != self.next.area {
            if !self.next.area.is_empty() {
                // The effect of a resize on a terminal's cells is unknown.
                self.erase();
            }
            self.next.resize(area);
        }
        let caret = paint(&mut self.next);
        let Self { shown, ink, .. } = self;
        shown.update(&self.next, |strip| ink.draw_row(strip));
        self.ink.rest();
        if let Some(Position { x, y }) = caret {
            self.set_caret(HardwareCursor::Shown, b"\x1b[?25h");
            self.ink.go(x, y);
        } else {
            self.set_caret(HardwareCursor::Hidden, b"\x1b[?25l");
        }
        self.send()
    }

    fn set_caret(&mut self, caret: HardwareCursor, sequence: &[u8]) {
        if self.caret != caret {
            self.caret = caret;
            self.ink.control(sequence);
        }
    }

    /// Sends the frame, if there is anything in it, in one write.
    fn send(&mut self) -> io::Result<()> {
        let frame = self.ink.frame();
        if frame.is_empty() {
            return Ok(());
        }
        let sent = self.writer.write_all(frame);
        self.ink.sent();
        sent?;
        self.writer.flush()
    }

    /// Columns and rows now.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn size(&self) -> io::Result<Size> {
        self.writer.window().map(|window| window.columns_rows)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use proptest::prelude::*;
    use ratatui::style::{Modifier, Style};

    use super::super::testing::{Emulator, Recording};
    use super::*;

    const SIZE: Size = Size::new(12, 2);

    type Screen = TerminalScreen<Recording>;
    type Row = Vec<&'static str>;

    fn screen() -> Screen {
        TerminalScreen::new(Recording {
            bytes: Vec::new(),
            size: SIZE,
        })
    }

    fn sent(screen: &mut Screen) -> Vec<u8> {
        std::mem::take(&mut screen.writer.bytes)
    }

    /// Draws symbols side by side, each in the columns our tables give it.
    fn draw(screen: &mut Screen, row: &[&str], style: Style) -> Vec<u8> {
        screen
            .draw(|buffer| {
                let mut x = 0;
                for symbol in row {
                    if x < SIZE.width {
                        (x, _) = buffer.set_stringn(x, 0, symbol, 12, style);
                    }
                }
                None
            })
            .unwrap();
        sent(screen)
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
        fn ascii_stands_in_its_column_and_a_frame_equals_a_full_repaint(
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
        // Nothing here reads the environment: the sequences are our own.
        let all = Modifier::REVERSED | Modifier::BOLD | Modifier::UNDERLINED;
        let style = Style::new()
            .add_modifier(all)
            .fg(ratatui::style::Color::Red);
        let parser = emulate(&["a"], style);
        let cell = parser.screen().cell(0, 0).unwrap();
        assert!(cell.inverse() && cell.bold() && cell.underline());
        assert_eq!(cell.fgcolor(), vt100::Color::Idx(1));
        assert!(!parser.screen().bold(), "the style is put back");
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
            let mut screen = screen();
            screen
                .draw(|buffer| {
                    buffer[(0, 0)].set_symbol(symbol);
                    None
                })
                .unwrap();
            let mut emulator = Emulator::new(12, 2, 1);
            emulator.feed(&sent(&mut screen));
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
    fn a_frame_opens_before_anything_else_wherever_the_cursor_stood() {
        for row in [
            ["a", "b", "c", "d"],
            ["a", "b", " ", "d"],
            ["a", "x", "y", "d"],
        ] {
            let mut screen = screen();
            draw(&mut screen, &["a", "b"], Style::new());
            let frame = draw(&mut screen, &row, Style::new());
            assert!(frame.starts_with(b"\x1b[?2026h"), "{row:?}: {frame:?}");
        }
    }

    #[test]
    fn a_forgotten_screen_is_painted_again() {
        let mut screen = screen();
        let first = draw(&mut screen, &["a"], Style::new());
        screen.forget();
        let again = draw(&mut screen, &["a"], Style::new());
        assert!(again.starts_with(b"\x1b[?2026h\x1b[0m\x1b[2J"));
        assert!(first.ends_with(b"a\x1b[?25l\x1b[?2026l") && again.ends_with(&first[12..]));
    }

    #[test]
    fn a_screen_of_another_size_is_painted_anew() {
        let mut screen = screen();
        draw(&mut screen, &["a", "b", "c"], Style::new());
        screen.writer.size = Size::new(2, 1);
        let sent = draw(&mut screen, &["a", "b"], Style::new());
        let mut emulator = Emulator::new(2, 1, 1);
        emulator.feed(&sent);
        assert_eq!(emulator.text(), ["ab"]);
    }

    #[test]
    fn the_cursor_stands_where_the_painter_says() {
        let mut screen = screen();
        let at = |screen: &mut Screen, caret| {
            screen.draw(|_| caret).unwrap();
            String::from_utf8(sent(screen)).unwrap()
        };
        let place = Some(Position { x: 4, y: 1 });
        assert_eq!(
            at(&mut screen, place),
            "\x1b[?2026h\x1b[?25h\x1b[2;5H\x1b[?2026l"
        );
        assert_eq!(at(&mut screen, place), "");
        assert_eq!(at(&mut screen, None), "\x1b[?2026h\x1b[?25l\x1b[?2026l");
    }
}
