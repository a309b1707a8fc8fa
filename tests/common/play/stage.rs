//! The real backend, with terminals that disagree about widths.
//!
//! The cells that `ui::paint` paints go through the backend, and its bytes to an emulator
//! for each table of widths. Invariant, after each frame and on every emulator: ASCII is
//! in the column it was painted in, with its style; offsets, hex and bits are intact; no
//! row holds anything that was not painted in it; the cursor of the terminal is where the
//! picture says.

use super::emulator::{Edge, Emulator, Pen, Widths};
use super::output::{self, Writer};
use hexloupe::model::layout::{self, ScreenLayout};
use hexloupe::model::look::Appearance;
use hexloupe::model::panel::PanelTarget;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::state::Pane;
use hexloupe::terminal::backend::TerminalScreen;
use hexloupe::terminal::device::ScreenOutput;
use hexloupe::ui;
use ratatui::backend::WindowSize;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The kinds of terminals that are tried.
pub(crate) const TABLES: [(Widths, Edge); 14] = [
    (Widths::Tables, Edge::Shifts),
    (Widths::Narrow, Edge::Shifts),
    (Widths::Two, Edge::Shifts),
    (Widths::Two, Edge::Vanishes),
    (Widths::NoneIsOne, Edge::Shifts),
    (Widths::Selector, Edge::Shifts),
    (Widths::Clusters, Edge::Shifts),
    (Widths::Ambiguous, Edge::Shifts),
    (Widths::Ambiguous, Edge::Vanishes),
    (Widths::Dakuten(0), Edge::Shifts),
    (Widths::Dakuten(1), Edge::Shifts),
    (Widths::Dakuten(2), Edge::Shifts),
    (Widths::Chance(1), Edge::Shifts),
    (Widths::Chance(2), Edge::Vanishes),
];

/// The bytes that are sent to the terminal, and its size.
#[derive(Clone)]
struct Tape(Rc<RefCell<(Vec<u8>, Size)>>);

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ScreenOutput for Tape {
    fn window(&self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.0.borrow().1,
            pixels: Size::default(),
        })
    }
}

pub(crate) struct Stage {
    tape: Tape,
    screen: TerminalScreen<Tape>,
    emulators: Vec<Emulator>,
}

impl Stage {
    /// Terminals of some size, as they are after the inspector has entered them.
    pub(crate) fn new(tables: &[(Widths, Edge)], width: u16, height: u16) -> Self {
        let tape = Tape(Rc::new(RefCell::new((
            Vec::new(),
            Size::new(width, height),
        ))));
        let mut screen = TerminalScreen::new(tape.clone());
        screen.forget();
        let emulators = tables.iter();
        let emulators = emulators.map(|&(widths, edge)| Emulator::new(widths, edge, width, height));
        Self {
            tape,
            screen,
            emulators: emulators.collect(),
        }
    }

    /// Changes the size of the terminals, perhaps only for a moment, and reacts to it as
    /// `app::inspect` does.
    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.tape.0.borrow_mut().1 = Size::new(width, height);
        for emulator in &mut self.emulators {
            emulator.resize(width, height);
        }
        self.forget();
    }

    /// Does what `Terminal::redraw` does.
    fn forget(&mut self) {
        self.screen.forget();
    }

    /// Other programs have written on the terminals, and all is painted again.
    pub(crate) fn redraw(&mut self) {
        for emulator in &mut self.emulators {
            emulator.scribble();
        }
        self.forget();
    }

    /// Shows a picture, and asserts the invariant.
    #[track_caller]
    pub(crate) fn show(&mut self, picture: &Picture, look: Appearance) {
        let (mut caret, mut painted) = (None, Buffer::default());
        let paint = |buffer: &mut Buffer| {
            caret = ui::paint(picture, look, buffer);
            painted = buffer.clone();
            caret
        };
        self.screen.draw(paint).expect("a tape takes everything");
        let buffer = &painted;
        let sent = std::mem::take(&mut self.tape.0.borrow_mut().0);
        output::hold(&sent, Writer::Screen);
        let screen = match picture {
            Picture::TooSmall(_) => None,
            Picture::Whole(screen) => Some(&**screen),
        };
        cells(buffer, screen);
        for emulator in &mut self.emulators {
            emulator.feed(&sent);
            let shown = emulator.caret();
            assert_eq!(shown, caret.map(|at| (at.x, at.y)), "the caret");
            compare(buffer, screen, emulator);
        }
    }

    /// Asserts that every column holds the same on the terminals of another stage.
    #[track_caller]
    pub(crate) fn same(&self, other: &Self) {
        for (here, there) in self.emulators.iter().zip(&other.emulators) {
            let widths = here.widths();
            for y in 0..self.tape.0.borrow().1.height {
                // A letter of a random width may take no column, and stay in its neighbour.
                let (here, there) = match widths {
                    Widths::Chance(_) => (here.row(y), there.row(y)),
                    _ => (here.row_with_marks(y), there.row_with_marks(y)),
                };
                assert_eq!(here, there, "in row {y} on {widths:?}");
            }
        }
    }
}

/// Asserts that no cell holds what could control the terminal, reorder or hide; the
/// headline of the inspector may hold joiners, and a card about a cluster.
#[track_caller]
pub(crate) fn cells(buffer: &Buffer, screen: Option<&Screen>) {
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            if is_ascii(symbol).is_some() {
                continue;
            }
            let headline = screen.is_some_and(|screen| {
                let area = screen.layout.inspector;
                y == area.y && x >= area.x && area.height > 0
            });
            let size = layout::ScreenSize {
                width: buffer.area.width,
                height: buffer.area.height,
            };
            let card = screen.and_then(|screen| screen.panel.as_ref());
            let card =
                card.is_some_and(|panel| matches!(panel.under(size, x, y), PanelTarget::Panel(_)));
            let may_join = headline || card;
            let forbidden = |&c: &char| output::is_forbidden(c) && !(may_join && output::joins(c));
            let bad = symbol.chars().find(forbidden);
            assert_eq!(bad, None, "{symbol:?} at {x},{y}");
        }
    }
}

/// The character of a cell of one printable ASCII character.
fn is_ascii(symbol: &str) -> Option<char> {
    match symbol.as_bytes() {
        [byte @ b' '..=b'~'] => Some(char::from(*byte)),
        _ => None,
    }
}

#[track_caller]
fn compare(buffer: &Buffer, screen: Option<&Screen>, emulator: &Emulator) {
    let width = buffer.area.width;
    for (y, row) in (0..).zip(buffer.content.chunks(width.into())) {
        let steady = screen.map_or_else(Vec::new, |screen| steady(screen, y));
        let mut doubtful = false;
        for (x, cell) in (0..).zip(row) {
            let is_steady = steady.iter().any(|range| range.contains(&x));
            let spot = emulator.spot(x, y);
            let say = || {
                format!(
                    "{:?} at {x},{y}, not {spot:?}, on {:?} {:?}:\n{}\n{}",
                    cell.symbol(),
                    emulator.widths(),
                    emulator.edge(),
                    line(row),
                    emulator.row(y)
                )
            };
            match is_ascii(cell.symbol()) {
                Some(' ') if doubtful || !is_steady => {
                    let ink = spot.base.is_some_and(|c| c.is_ascii_graphic());
                    assert!(!ink, "{}", say());
                }
                Some(_) if !is_steady && shifted(row, emulator, x) => {}
                Some(c) => {
                    assert_eq!(spot.base, Some(c), "{}", say());
                    assert_eq!(seen(spot.pen, c), seen(pen(cell), c), "{}", say());
                    // A sign between two panes, or a letter in a panel, may be joined by
                    // marks on a terminal that draws clusters; a digit of the panes must
                    // not be.
                    let mute = matches!(emulator.widths(), Widths::Chance(_));
                    let panel = screen.is_some_and(|screen| screen.panel.is_some());
                    let digit = is_steady && !panel && c.is_ascii_hexdigit();
                    let marked = !spot.marks.is_empty() && digit;
                    assert!(mute || !marked, "{}", say());
                }
                None => {
                    doubtful = true;
                    let own = |c: char| !c.is_ascii_graphic() || cell.symbol().contains(c);
                    assert!(spot.base.is_none_or(own), "{}", say());
                }
            }
            if let Some(c) = spot.base.filter(|c| !c.is_ascii()) {
                // Most are where they were painted.
                let known =
                    cell.symbol().contains(c) || row.iter().any(|cell| cell.symbol().contains(c));
                assert!(known, "a stranger: {}", say());
            }
        }
    }
}

/// Whether a cell is covered by a wide character of the last column, which the terminal
/// draws further left.
fn shifted(row: &[Cell], emulator: &Emulator, x: u16) -> bool {
    let last = row.len() - 1;
    let doubtful = is_ascii(row[last].symbol()).is_none();
    emulator.edge() == Edge::Shifts && usize::from(x) + 1 == last && doubtful
}

/// The columns of a row that hold offsets, hex or bits.
fn steady(screen: &Screen, y: u16) -> Vec<std::ops::Range<u16>> {
    let ScreenLayout { body, panes, .. } = &screen.layout;
    let layout = &screen.layout;
    let in_body = (body.y..body.y + body.height).contains(&y);
    let rows = 0..layout.rows;
    let panes = panes.iter().filter(|pane| pane.pane != Pane::Points);
    let panes = panes.filter(|pane| {
        let mut rows = rows.clone();
        let lines = |row| {
            (0..layout.grid.width())
                .step_by(usize::from(pane.per_line))
                .map(move |at| (row, at))
        };
        rows.any(|row| lines(row).any(|(row, at)| layout.line(**pane, row, at) == Some(y)))
    });
    let panes = panes.map(|&pane| {
        let (x, width) = layout.cell(pane, pane.per_line - 1);
        pane.x..x + width + 1
    });
    let offset = in_body.then(|| 0..layout.digits + 2);
    offset.into_iter().chain(panes).collect()
}

fn pen(cell: &Cell) -> Pen {
    Pen {
        fg: indexed(cell.fg),
        bg: indexed(cell.bg),
        underline: indexed(cell.underline_color),
        modifier: cell.modifier,
    }
}

/// The visible part of a pen: on a blank, weight and colour are not visible unless it is
/// reversed.
fn seen(pen: Pen, c: char) -> Pen {
    if c != ' ' || pen.modifier.contains(Modifier::REVERSED) {
        return pen;
    }
    let lines = Modifier::UNDERLINED | Modifier::CROSSED_OUT;
    Pen {
        bg: pen.bg,
        modifier: pen.modifier & lines,
        ..Pen::default()
    }
}

/// A named colour by its index in the palette.
fn indexed(colour: Color) -> Color {
    const NAMED: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    let place = NAMED.iter().position(|&named| named == colour);
    place.map_or(colour, |place| Color::Indexed(place as u8))
}

fn line(row: &[Cell]) -> String {
    row.iter().map(Cell::symbol).collect()
}
