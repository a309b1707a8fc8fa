//! A compact cell: drawn cells are stored, compared and drawn again in this form, because a screen
//! has ten thousand of them.
//!
//! A style is a number, and so is a symbol, except for the rare ones that do not fit into a
//! number: those are indices into a list. Invariant: two cells of one interner are equal
//! exactly if they are drawn alike, and no symbol of a packed cell is empty or holds a control
//! character (C0, DEL, C1): such a symbol is `?`.

use ratatui::buffer::{Cell, CellDiffOption, CellWidth};
use ratatui::style::{Color, Modifier};

use super::cell_style::{CellStyle, SEEN_ON_BLANKS};

/// The largest number of bytes of a symbol that are stored in the cell.
const INLINE: usize = 7;
/// The mark in place of the length: the symbol is an index into the interner.
const LISTED: u8 = 0xFF;
/// An interner with more styles or symbols than this is replaced.
const MOST: usize = 500;

/// The colours that have names, in the order of their tags.
const NAMED: [Color; 17] = [
    Color::Reset,
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

/// The index of a colour in [`NAMED`]; a greater number if it is not there.
const fn tag(colour: Color) -> u32 {
    match colour {
        Color::Reset => 0,
        Color::Black => 1,
        Color::Red => 2,
        Color::Green => 3,
        Color::Yellow => 4,
        Color::Blue => 5,
        Color::Magenta => 6,
        Color::Cyan => 7,
        Color::Gray => 8,
        Color::DarkGray => 9,
        Color::LightRed => 10,
        Color::LightGreen => 11,
        Color::LightYellow => 12,
        Color::LightBlue => 13,
        Color::LightMagenta => 14,
        Color::LightCyan => 15,
        Color::White => 16,
        Color::Rgb(..) => 17,
        Color::Indexed(_) => 18,
    }
}

/// A style as a number: five bits of tag for the foreground, the background and the underline,
/// then the attributes; or, with the highest bit set, its index in an interner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StyleNumber(u32);

impl StyleNumber {
    /// The terminal's own style.
    pub(super) const OWN: Self = Self(0);
    const LISTED: u32 = 1 << 31;
    const BACKGROUND: u32 = 0b11111 << 5;

    /// Reports whether a blank certainly looks the same in both styles.
    pub(super) const fn blanks_like(self, other: Self) -> bool {
        const SEEN: u32 = (SEEN_ON_BLANKS.bits() as u32) << 15 | StyleNumber::LISTED;
        let background = (self.0 ^ other.0) & Self::BACKGROUND == 0;
        self.0 == other.0 || background && (self.0 | other.0) & SEEN == 0
    }
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedCell {
    /// Its bytes from the lowest on, and their number in the highest; or its index.
    symbol: u64,
    /// Its style.
    pub(super) style: StyleNumber,
    /// The columns that the symbol can touch: those of its layout, or two for every code point if a
    /// terminal draws each one separately.
    reach: u16,
    /// True if it may be drawn into the character before it.
    joins: bool,
}

/// Reports whether a symbol continues the grapheme cluster before it, in a terminal that draws
/// clusters: Thai and Lao AM, the half-width sound marks, the skin tones.
fn joins(symbol: &str) -> bool {
    symbol.starts_with(|c| {
        matches!(
            c,
            '\u{E33}' | '\u{EB3}' | '\u{FF9E}' | '\u{FF9F}' | '\u{1F3FB}'..='\u{1F3FF}'
        )
    })
}

impl PackedCell {
    /// A blank of the terminal's own style.
    pub(super) const BLANK: Self = Self::plain(b' ', StyleNumber::OWN);

    /// One printable ASCII character.
    pub(super) const fn plain(byte: u8, style: StyleNumber) -> Self {
        Self {
            symbol: byte as u64 | 1 << (8 * INLINE),
            style,
            reach: 1,
            joins: false,
        }
    }

    /// Reports whether the symbol is one printable ASCII character: the only kind whose width
    /// is beyond doubt.
    pub(super) const fn is_plain(self) -> bool {
        self.reach == 1
    }

    pub(super) const fn is_blank(self) -> bool {
        self.symbol == Self::BLANK.symbol
    }

    /// Reports whether a terminal may draw it into the column before it: it is a wide one without
    /// room in the last column, or one that continues a cluster.
    pub(super) const fn leans(self, in_last_column: bool) -> bool {
        self.joins || in_last_column && !self.is_plain()
    }

    /// The columns that the symbol can touch, at least one.
    pub(super) fn reach(self) -> usize {
        usize::from(self.reach)
    }
}

/// The styles and the symbols that cells hold as indices.
#[derive(Debug, Default)]
pub(super) struct StyleInterner {
    styles: Vec<CellStyle>,
    symbols: Vec<String>,
}

/// The index of an item in a list; it is added if it is not there.
fn place<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    let known = list.iter().position(|known| *known == thing);
    known.unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}

/// The columns that the layout gave to the symbol of a cell, at least one.
fn slot(cell: &Cell) -> usize {
    let columns = match cell.diff_option {
        CellDiffOption::ForcedWidth(columns) => columns.get(),
        _ => cell.cell_width(),
    };
    usize::from(columns.max(1))
}

impl StyleInterner {
    /// Reports whether it must be replaced: then no old packed cell may be compared with a new one.
    pub(super) fn is_full(&self) -> bool {
        self.styles.len().max(self.symbols.len()) > MOST
    }

    /// The style of a number.
    pub(super) fn style(&self, StyleNumber(number): StyleNumber) -> CellStyle {
        if number & StyleNumber::LISTED != 0 {
            let place = number & !StyleNumber::LISTED;
            return self.styles.get(place as usize).copied().unwrap_or_default();
        }
        let colour = |shift: u32| NAMED[(number >> shift & 0b11111) as usize % NAMED.len()];
        CellStyle {
            fg: colour(0),
            bg: colour(5),
            underline: colour(10),
            modifier: Modifier::from_bits_truncate((number >> 15) as u16),
        }
    }

    /// Appends the symbol of a packed cell.
    pub(super) fn write(&self, packed: PackedCell, out: &mut Vec<u8>) {
        if packed.is_plain() {
            out.push(packed.symbol as u8);
            return;
        }
        let bytes = packed.symbol.to_le_bytes();
        match bytes[INLINE] {
            LISTED => {
                let place = (packed.symbol & 0xFFFF_FFFF) as usize;
                out.extend_from_slice(self.symbols[place].as_bytes());
            }
            len => out.extend_from_slice(&bytes[..usize::from(len)]),
        }
    }

    /// Packs a row of cells; the columns under a wide symbol are blank, in its style.
    pub(super) fn dress(&mut self, cells: &[Cell], row: &mut Vec<PackedCell>) {
        row.clear();
        let mut under = 0;
        for cell in cells {
            if under > 0 {
                under -= 1;
                continue;
            }
            let style = self.number(cell);
            if let [byte @ b' '..=b'~'] = cell.symbol().as_bytes() {
                row.push(PackedCell::plain(*byte, style));
                continue;
            }
            match cell.symbol() {
                "" => row.push(PackedCell::plain(b' ', style)),
                symbol if symbol.contains(char::is_control) => {
                    row.push(PackedCell::plain(b'?', style));
                }
                symbol => {
                    let slot = slot(cell);
                    row.push(self.doubtful(symbol, slot, style));
                    under = (slot - 1).min(cells.len() - row.len());
                    row.resize(row.len() + under, PackedCell::plain(b' ', style));
                }
            }
        }
    }

    fn number(&mut self, cell: &Cell) -> StyleNumber {
        let (fg, bg, underline) = (tag(cell.fg), tag(cell.bg), tag(cell.underline_color));
        if fg.max(bg).max(underline) < NAMED.len() as u32 {
            let modifier = u32::from(cell.modifier.bits());
            return StyleNumber(fg | bg << 5 | underline << 10 | modifier << 15);
        }
        let place = place(&mut self.styles, CellStyle::from(cell));
        StyleNumber(StyleNumber::LISTED | place as u32)
    }

    fn doubtful(&mut self, symbol: &str, slot: usize, style: StyleNumber) -> PackedCell {
        let mut bytes = [0; 8];
        if let Some(place) = bytes[..INLINE].get_mut(..symbol.len()) {
            place.copy_from_slice(symbol.as_bytes());
            bytes[INLINE] = symbol.len() as u8;
        } else {
            let place = place(&mut self.symbols, symbol.to_owned());
            bytes = (place as u64).to_le_bytes();
            bytes[INLINE] = LISTED;
        }
        let reach = slot.max(2 * symbol.chars().count());
        PackedCell {
            symbol: u64::from_le_bytes(bytes),
            style,
            reach: u16::try_from(reach).unwrap_or(u16::MAX),
            joins: joins(symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a row of cells is drawn as these symbols.
    #[track_caller]
    fn check(row: &[&'static str], expected: &[&str]) {
        let cells: Vec<Cell> = row.iter().map(|symbol| Cell::new(symbol)).collect();
        let (mut interner, mut packed_cells) = (StyleInterner::default(), Vec::new());
        interner.dress(&cells, &mut packed_cells);
        let texts = packed_cells.iter().map(|packed| {
            let mut text = Vec::new();
            interner.write(*packed, &mut text);
            String::from_utf8(text).unwrap()
        });
        assert_eq!(texts.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_symbol_of_any_length_comes_back() {
        let family = "👩\u{200d}👩\u{200d}👧";
        check(&["a", "é", "e\u{301}"], &["a", "é", "e\u{301}"]);
        check(&[family, "x", "b", family], &[family, " ", "b", family]);
    }

    #[test]
    fn the_cell_under_a_wide_symbol_is_blank() {
        check(&["中", "x", "y"], &["中", " ", "y"]);
        check(&["a", "中"], &["a", "中"]);
    }

    #[test]
    fn no_other_glyph_goes_on_with_a_cluster() {
        use crate::unicode::glyph::{Charset, for_char};
        use unicode_segmentation::UnicodeSegmentation;
        for c in '\0'..=char::MAX {
            let text = for_char(c, 4, Charset::Unicode).text;
            let after = format!("x{text}").graphemes(true).count();
            let goes_on = after == text.graphemes(true).count();
            assert_eq!(goes_on, joins(&text), "{c:?}");
        }
    }

    #[test]
    fn a_forbidden_symbol_is_a_question_mark() {
        check(
            &["\u{1b}[2J", "\u{9b}31m", "\n", "", "a\r"],
            &["?", "?", "?", " ", "?"],
        );
    }

    #[test]
    fn spots_are_equal_if_they_are_drawn_alike() {
        let mut cells = [Cell::new("é"), Cell::new("é"), Cell::new("é"), Cell::EMPTY];
        cells[1].fg = Color::Red;
        let (mut interner, mut packed_cells) = (StyleInterner::default(), Vec::new());
        interner.dress(&cells, &mut packed_cells);
        assert!(packed_cells[0] == packed_cells[2] && packed_cells[0] != packed_cells[1]);
        assert_eq!(packed_cells[3], PackedCell::BLANK);
    }

    fn cell(fg: Color, bg: Color, underline: Color, modifier: Modifier) -> Cell {
        let mut cell = Cell::EMPTY;
        cell.set_fg(fg).set_bg(bg);
        (cell.underline_color, cell.modifier) = (underline, modifier);
        cell
    }

    const OWN: Color = Color::Reset;

    #[test]
    fn a_pen_is_told_by_its_number() {
        let mut interner = StyleInterner::default();
        let rare = [Color::Rgb(1, 2, 3), Color::Indexed(7), Color::Indexed(8)];
        for (at, colour) in (0..).zip(NAMED.into_iter().chain(rare)) {
            assert!(tag(colour) == at || at >= 17);
            for cell in [
                cell(colour, OWN, OWN, Modifier::empty()),
                cell(OWN, colour, OWN, Modifier::REVERSED),
                cell(Color::Red, OWN, colour, Modifier::all()),
            ] {
                let number = interner.number(&cell);
                assert_eq!(interner.style(number), CellStyle::from(&cell));
            }
        }
        assert_eq!(interner.number(&Cell::EMPTY), StyleNumber::OWN);
    }

    #[test]
    fn a_blank_takes_the_pen_it_finds_unless_the_pen_shows() {
        let like = |bg, modifier| {
            let number = StyleInterner::default().number(&cell(Color::Red, bg, OWN, modifier));
            number.blanks_like(StyleNumber::OWN)
        };
        assert!(like(OWN, Modifier::BOLD) && like(OWN, Modifier::DIM | Modifier::ITALIC));
        assert!(!like(OWN, Modifier::REVERSED) && !like(OWN, Modifier::UNDERLINED));
        assert!(!like(Color::Red, Modifier::empty()));
        assert!(!like(Color::Indexed(3), Modifier::empty()));
    }
}
