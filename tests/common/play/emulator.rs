//! A small terminal with a width table of its own.
//!
//! Terminals disagree about the width of what is not ASCII, so the table can be
//! exchanged, and so can what happens to a wide character in the last column.
//! Escape sequences are read by the `vte` crate; overwriting one half of a wide
//! character erases the other half, as terminals do. Invariant: what is not ours
//! (`output`) is a panic, and so is text outside all cells.

use super::dice::mix;
use icu_properties::CodePointMapData;
use icu_properties::props::EastAsianWidth;
use ratatui::style::{Color, Modifier};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;
use vte::{Params, Parser, Perform};

/// How wide a terminal draws what is not ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Widths {
    /// By our tables, each code point by itself; U+FE0F changes nothing.
    Tables,
    /// Nothing is wide.
    Narrow,
    /// Everything takes two columns.
    Two,
    /// What takes no column takes one.
    NoneIsOne,
    /// U+FE0F makes a narrow character before it wide.
    Selector,
    /// What makes one grapheme cluster with the cell before it is drawn into that.
    Clusters,
    /// East Asian Ambiguous is wide.
    Ambiguous,
    /// The half-width dakuten and handakuten take this many columns.
    Dakuten(u8),
    /// Random, 0 to 2, but always the same for a code point.
    Chance(u64),
}

impl Widths {
    fn of(self, c: char) -> usize {
        if c.is_ascii() {
            return 1;
        }
        let tables = c.width().unwrap_or(0);
        match self {
            Self::Tables | Self::Selector | Self::Clusters => tables,
            Self::Narrow => tables.min(1),
            Self::Two => 2,
            Self::NoneIsOne => tables.max(1),
            Self::Ambiguous => match CodePointMapData::<EastAsianWidth>::new().get(c) {
                EastAsianWidth::Ambiguous if tables > 0 => 2,
                _ => tables,
            },
            Self::Dakuten(columns) => match c {
                '\u{FF9E}' | '\u{FF9F}' => columns.into(),
                _ => tables,
            },
            Self::Chance(seed) => (mix(seed ^ u64::from(c) << 20) % 3) as usize,
        }
    }
}

/// What happens to a wide character in the last column if lines do not wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// It is drawn a column further left.
    Shifts,
    /// It is not drawn.
    Vanishes,
}

/// Colours and attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pen {
    pub(crate) fg: Color,
    pub(crate) bg: Color,
    pub(crate) underline: Color,
    pub(crate) modifier: Modifier,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spot {
    /// The character; `None` if one to the left covers the column.
    pub(crate) base: Option<char>,
    /// Characters that were drawn into it without a column of their own.
    pub(crate) marks: String,
    pub(crate) pen: Pen,
}

impl Spot {
    const fn blank(pen: Pen) -> Self {
        Self {
            base: Some(' '),
            marks: String::new(),
            pen,
        }
    }
}

pub(crate) struct Emulator {
    parser: Parser,
    grid: Grid,
}

/// The state of the cursor.
#[derive(Clone, Copy, PartialEq)]
enum Stand {
    /// On a cell that is to be drawn next.
    On,
    /// On the last cell of its row, which was drawn; the next character wraps.
    Full,
    /// It was sent outside all cells.
    Astray,
}

struct Grid {
    widths: Widths,
    edge: Edge,
    rows: Vec<Vec<Spot>>,
    at: (usize, usize),
    stand: Stand,
    wraps: bool,
    pen: Pen,
    caret: bool,
    updating: bool,
}

impl Emulator {
    /// A blank screen with the modes that the guard sets on entry: lines do not wrap.
    pub(crate) fn new(widths: Widths, edge: Edge, columns: u16, rows: u16) -> Self {
        let mut grid = Grid {
            widths,
            edge,
            rows: Vec::new(),
            at: (0, 0),
            stand: Stand::On,
            wraps: false,
            pen: Pen::default(),
            caret: true,
            updating: false,
        };
        grid.resize(columns.into(), rows.into());
        Self {
            parser: Parser::new(),
            grid,
        }
    }

    pub(crate) fn widths(&self) -> Widths {
        self.grid.widths
    }

    pub(crate) fn edge(&self) -> Edge {
        self.grid.edge
    }

    /// Changes the size as terminals do: what no longer fits is gone, what is new
    /// is blank.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.grid.resize(columns.into(), rows.into());
    }

    /// Writes on the screen, as other programs may.
    pub(crate) fn scribble(&mut self) {
        let red = Pen {
            fg: Color::Indexed(1),
            ..Pen::default()
        };
        for spot in self.grid.rows.iter_mut().flatten() {
            *spot = Spot {
                base: Some('#'),
                ..Spot::blank(red)
            };
        }
        self.grid.at = (0, 0);
        self.grid.pen = red;
        self.grid.caret = true;
    }

    /// Takes what a frame sends.
    #[track_caller]
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.grid, bytes);
        assert!(!self.grid.updating, "a frame that does not end");
        assert_eq!(
            self.grid.pen,
            Pen::default(),
            "the pen is the terminal's own between frames"
        );
    }

    pub(crate) fn spot(&self, x: u16, y: u16) -> &Spot {
        &self.grid.rows[usize::from(y)][usize::from(x)]
    }

    /// A row as text; a column that a character to its left covers is `<`.
    pub(crate) fn row(&self, y: u16) -> String {
        let row = self.grid.rows[usize::from(y)].iter();
        row.map(|spot| spot.base.unwrap_or('<')).collect()
    }

    /// A row as text, with what was drawn into the characters.
    pub(crate) fn row_with_marks(&self, y: u16) -> String {
        let row = self.grid.rows[usize::from(y)].iter();
        let spots = row.map(|spot| format!("{}{}", spot.base.unwrap_or('<'), spot.marks));
        spots.collect()
    }

    /// Where the hardware cursor stands, if it is shown.
    pub(crate) fn caret(&self) -> Option<(u16, u16)> {
        let (x, y) = self.grid.at;
        self.grid.caret.then_some((x as u16, y as u16))
    }
}

impl Grid {
    fn resize(&mut self, columns: usize, rows: usize) {
        let blank = Spot::blank(Pen::default());
        self.rows.resize(rows, vec![blank.clone(); columns]);
        for row in &mut self.rows {
            row.resize(columns, blank.clone());
            // One half of a wide character is erased if the other half is cut off.
            if let Some(last) = row.iter().rposition(|spot| spot.base.is_some()) {
                let width = row.len() - last;
                let base = row[last].base.unwrap_or(' ');
                if width < self.widths.of(base) {
                    row[last] = blank.clone();
                }
            }
        }
        self.go(self.at.0, self.at.1);
        self.stand = Stand::On;
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn go(&mut self, x: usize, y: usize) {
        let (columns, rows) = (self.columns(), self.rows.len());
        self.stand = if x >= columns || y >= rows {
            Stand::Astray
        } else {
            Stand::On
        };
        self.at = (x.min(columns - 1), y.min(rows - 1));
    }

    /// Blanks the whole character that covers this column.
    fn erase(&mut self, x: usize, y: usize) {
        let row = &mut self.rows[y];
        let start = (0..=x).rev().find(|&x| row[x].base.is_some());
        let start = start.unwrap_or(0);
        let tail = row[start + 1..].iter().take_while(|s| s.base.is_none());
        let end = start + 1 + tail.count();
        for spot in &mut row[start..end] {
            *spot = Spot::blank(spot.pen);
        }
    }

    /// Puts a character of some columns, all of them on the row.
    fn put(&mut self, x: usize, y: usize, c: char, width: usize) {
        for column in x..x + width {
            self.erase(column, y);
            self.rows[y][column] = Spot {
                base: (column == x).then_some(c),
                ..Spot::blank(self.pen)
            };
        }
    }

    /// The column of the character before the cursor.
    fn before(&self) -> Option<usize> {
        let (x, y) = self.at;
        let end = x + usize::from(self.stand == Stand::Full);
        (0..end).rev().find(|&x| self.rows[y][x].base.is_some())
    }

    /// Whether a terminal that draws clusters draws it into the cell before.
    fn joins(&self, c: char) -> bool {
        if self.widths != Widths::Clusters || c.is_ascii() {
            return false;
        }
        let Some(x) = self.before() else { return false };
        let spot = &self.rows[self.at.1][x];
        let mut text = String::from(spot.base.unwrap_or(' '));
        text.push_str(&spot.marks);
        let before = text.graphemes(true).count();
        text.push(c);
        text.graphemes(true).count() == before
    }

    fn wrap(&mut self) {
        self.stand = Stand::On;
        self.at.0 = 0;
        if self.at.1 + 1 < self.rows.len() {
            self.at.1 += 1;
        } else {
            let columns = self.columns();
            self.rows.remove(0);
            self.rows.push(vec![Spot::blank(Pen::default()); columns]);
        }
    }

    fn advance(&mut self, end: usize) {
        let last = self.columns() - 1;
        self.stand = if end > last && self.wraps {
            Stand::Full
        } else {
            Stand::On
        };
        self.at.0 = end.min(last);
    }

    fn draw(&mut self, c: char) {
        let width = if self.joins(c) { 0 } else { self.widths.of(c) };
        if width == 0 {
            let y = self.at.1;
            let Some(x) = self.before() else { return };
            self.rows[y][x].marks.push(c);
            let narrow = x + 1 == self.at.0;
            if c == '\u{FE0F}' && self.widths == Widths::Selector && narrow {
                let base = self.rows[y][x].base.unwrap_or(' ');
                if x + 1 < self.columns() {
                    self.put(x, y, base, 2);
                    self.advance(x + 2);
                }
            }
            return;
        }
        if self.stand == Stand::Full {
            self.wrap();
        }
        let columns = self.columns();
        let (mut x, _) = self.at;
        if x + width > columns {
            match (self.wraps, self.edge) {
                (true, _) => {
                    self.wrap();
                    x = 0;
                }
                (false, Edge::Vanishes) => return,
                (false, Edge::Shifts) => x = columns.saturating_sub(width),
            }
        }
        self.put(x, self.at.1, c, width.min(columns));
        self.advance(x + width);
    }

    fn style(&mut self, parameters: &Params) {
        let mut groups = parameters.iter();
        while let Some(group) = groups.next() {
            let mut next = || groups.next().map_or(0, |group| group[0] as u8);
            match group {
                [0] => self.pen = Pen::default(),
                [code @ 1..=9] => self.pen.modifier |= ATTRIBUTES[usize::from(*code) - 1],
                [22] => self.pen.modifier -= Modifier::BOLD | Modifier::DIM,
                [25] => self.pen.modifier -= Modifier::SLOW_BLINK | Modifier::RAPID_BLINK,
                [code @ (23 | 24 | 27..=29)] => {
                    self.pen.modifier -= ATTRIBUTES[usize::from(*code) - 21];
                }
                [code @ (38 | 48)] => {
                    let colour = match next() {
                        5 => Color::Indexed(next()),
                        _ => Color::Rgb(next(), next(), next()),
                    };
                    match code {
                        38 => self.pen.fg = colour,
                        _ => self.pen.bg = colour,
                    }
                }
                [code @ 30..=37] => self.pen.fg = Color::Indexed(*code as u8 - 30),
                [code @ 40..=47] => self.pen.bg = Color::Indexed(*code as u8 - 40),
                [39] => self.pen.fg = Color::Reset,
                [49] => self.pen.bg = Color::Reset,
                [59] => self.pen.underline = Color::Reset,
                [58, 5, n] => self.pen.underline = Color::Indexed(*n as u8),
                [58, 2, _, r, g, b] => {
                    self.pen.underline = Color::Rgb(*r as u8, *g as u8, *b as u8);
                }
                _ => panic!("a style that is not ours: {group:?}"),
            }
        }
    }
}

/// The attributes of SGR 1 to 9.
const ATTRIBUTES: [Modifier; 9] = [
    Modifier::BOLD,
    Modifier::DIM,
    Modifier::ITALIC,
    Modifier::UNDERLINED,
    Modifier::SLOW_BLINK,
    Modifier::RAPID_BLINK,
    Modifier::REVERSED,
    Modifier::HIDDEN,
    Modifier::CROSSED_OUT,
];

impl Perform for Grid {
    fn print(&mut self, c: char) {
        let astray = self.stand == Stand::Astray;
        assert!(!astray, "{c:?} is drawn where no cell is");
        assert!(self.updating, "{c:?} is drawn outside a frame");
        self.draw(c);
    }

    fn execute(&mut self, byte: u8) {
        panic!("a control character: {byte:02X}");
    }

    fn hook(&mut self, _: &Params, _: &[u8], _: bool, action: char) {
        panic!("a device control string: {action:?}");
    }

    fn osc_dispatch(&mut self, parameters: &[&[u8]], _: bool) {
        panic!("an operating system command: {parameters:?}");
    }

    fn esc_dispatch(&mut self, _: &[u8], _: bool, byte: u8) {
        panic!("an escape sequence: {byte:02X}");
    }

    fn csi_dispatch(&mut self, parameters: &Params, between: &[u8], ignored: bool, last: char) {
        let numbers: Vec<u16> = parameters.iter().map(|group| group[0]).collect();
        assert!(!ignored, "too many parameters");
        match (between, numbers.as_slice(), last) {
            (b"", _, 'm') => self.style(parameters),
            (b"", [y, x], 'H') => {
                self.go(usize::from(*x).max(1) - 1, usize::from(*y).max(1) - 1);
            }
            (b"", [x], 'G') => self.go(usize::from(*x).max(1) - 1, self.at.1),
            // It never starts from the last column, where a wrap may be pending.
            (b"", [columns], 'C') => {
                let (x, y) = self.at;
                self.go(x + usize::from(*columns).max(1), y);
            }
            (b"", [2], 'J') => {
                assert_eq!(self.pen, Pen::default(), "erasing would paint");
                let rows = self.rows.iter_mut().flatten();
                rows.for_each(|spot| *spot = Spot::blank(Pen::default()));
            }
            (b"?", [7], 'h' | 'l') => self.wraps = last == 'h',
            (b"?", [25], 'h' | 'l') => self.caret = last == 'h',
            (b"?", [2026], 'h' | 'l') => {
                assert_ne!(self.updating, last == 'h', "frames do not nest");
                self.updating = last == 'h';
            }
            _ => panic!("not ours: {between:?} {numbers:?} {last:?}"),
        }
    }
}
