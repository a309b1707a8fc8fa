//! How each tile is printed, made once.
//!
//! A tile has two stamps side by side, for a neighbour on the right that begins
//! with a bracket and for one that does not; no sign depends on more than that.
//! Invariant: equal tiles have the same stamps until all are cleared.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::digits::{HEX, dotted, put_bits};
use super::strips::{Strip, Strips};
use crate::model::line::Tone;
use crate::model::row::{Byte, Part, Role, plain_gap};
use crate::model::theme::Theme;
use crate::unicode::glyph::Glyph;

/// What is printed for tiles in each pane, with the gaps behind them: text of
/// one size or strips.
pub(super) enum Cells {
    Plain(Vec<Cell>),
    Colored(Vec<[Strip; 2]>),
}

/// The text of a tile, of a size that is found by a shift.
#[repr(align(16))]
pub(super) struct Cell {
    pub(super) hex: [u8; 3],
    /// A dot may stand among them.
    pub(super) bits: [u8; 10],
}

/// The stamps and what they are made of.
pub(super) struct Stamps {
    pub(super) strips: Strips,
    /// The control sequence before an offset.
    pub(super) offset: Strip,
    pub(super) cells: Cells,
    /// Of each stamp its tile, and the sign before it where it is the first of
    /// its row.
    tiles: Vec<(Byte, u8)>,
    /// Numbers of stamps by their tiles.
    numbers: HashMap<Byte, u32, FixedState>,
    /// What stands in the code point pane for what is no character, by its role
    /// and its cells.
    signs: Vec<(Role, usize, Strip)>,
}

impl Stamps {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        let mut strips = Strips::new(theme);
        Self {
            offset: strips.tone(Tone::Quiet),
            strips,
            cells: match theme {
                Some(_) => Cells::Colored(Vec::new()),
                None => Cells::Plain(Vec::new()),
            },
            tiles: Vec::new(),
            numbers: HashMap::default(),
            signs: Vec::new(),
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.strips.theme());
    }

    /// The tile of a stamp.
    #[cfg(test)]
    pub(super) fn tile(&self, number: u32) -> Byte {
        self.tiles[number as usize].0
    }

    /// The sign before the first stamp of a row.
    pub(super) fn before(&self, number: u32) -> u8 {
        self.tiles[number as usize].1
    }

    /// Whether there is a sign before a stamp.
    pub(super) fn opens(&self, number: u32) -> bool {
        self.before(number) != b' '
    }

    /// The number of the stamp of a tile beside one that does not open.
    #[inline]
    pub(super) fn of(&mut self, tile: Byte) -> u32 {
        match self.numbers.get(&tile) {
            Some(&number) => number,
            None => self.make(tile),
        }
    }

    #[cold]
    fn make(&mut self, tile: Byte) -> u32 {
        let number = self.tiles.len() as u32;
        let own = Some((tile.role, tile.part));
        let opening = Some((Role::Lead, Part::Head));
        for right in [None, opening] {
            let before = match &mut self.cells {
                Cells::Plain(cells) => {
                    let after = plain_gap(own, right) as u8;
                    let (hex, (bits, columns)) = plain(tile);
                    cells.push(Cell {
                        hex: gapped(hex, after),
                        bits: gapped(&bits[..columns], after),
                    });
                    plain_gap(None, own) as u8
                }
                Cells::Colored(cells) => {
                    cells.push(colored(&mut self.strips, tile));
                    b' '
                }
            };
            self.tiles.push((tile, before));
        }
        self.numbers.insert(tile, number);
        number
    }

    /// The strip of a glyph drawn as some role over so many cells.
    pub(super) fn glyph(&mut self, role: Role, glyph: &Glyph, cells: usize) -> Strip {
        let tone = Tone::As(role);
        // A blank has no ink of its own.
        if glyph.text == " " {
            return self.strips.cut(tone, cells, cells, |_| ());
        }
        let blanks = cells.saturating_sub(usize::from(glyph.columns));
        self.strips.cut(tone, cells, blanks, |canvas| {
            canvas.put(tone, glyph.text.as_bytes());
        })
    }

    /// The same for what is no character.
    pub(super) fn sign(
        &mut self,
        role: Role,
        cells: usize,
        glyph: impl FnOnce() -> Glyph,
    ) -> Strip {
        let of = |sign: &&(Role, usize, Strip)| (sign.0, sign.1) == (role, cells);
        if let Some(&(_, _, strip)) = self.signs.iter().find(of) {
            return strip;
        }
        let strip = self.glyph(role, &glyph(), cells);
        self.signs.push((role, cells, strip));
        strip
    }
}

/// The digits of a tile without colour: hex, and bits with a dot.
fn plain(tile: Byte) -> (&'static [u8], ([u8; 9], usize)) {
    if matches!(tile.role, Role::Unreadable | Role::Gap) {
        return if tile.role == Role::Gap {
            (b"--", (*b"-------- ", 8))
        } else {
            (b"??", (*b"???????? ", 8))
        };
    }
    let bits = dotted(tile.byte, tile.masks);
    (&HEX[usize::from(tile.byte)], bits)
}

/// Digits with the gap behind them and the sign in it: one that opens stands
/// at the end, one that closes close to the digits.
fn gapped<const N: usize>(digits: &[u8], sign: u8) -> [u8; N] {
    let mut cell = [b' '; N];
    cell[..digits.len()].copy_from_slice(digits);
    match sign {
        b'[' | b'|' => cell[N - 1] = sign,
        _ => cell[digits.len()] = sign,
    }
    cell
}

/// The strips of a tile in colour: hex and bits.
fn colored(strips: &mut Strips, tile: Byte) -> [Strip; 2] {
    let own = Tone::As(tile.role);
    let (hex, first) = match tile.role {
        Role::Unreadable => (b"??", own),
        Role::Gap => (b"--", own),
        role => (&HEX[usize::from(tile.byte)], role.of_bit(tile.masks.bit(0))),
    };
    let hex = strips.cut(own, 3, 1, |canvas| canvas.put(own, hex));
    let bits = strips.cut(first, 9, 1, |canvas| match tile.role {
        Role::Unreadable => canvas.put(own, b"????????"),
        Role::Gap => canvas.put(own, b"--------"),
        role => put_bits(canvas, tile.byte, tile.masks, role),
    });
    [hex, bits]
}
