//! The texts of cells, each made once and found by its number.
//!
//! What is printed of a byte depends on the byte, its role, part and masks, and on whether
//! the cell after it begins with a bracket. So each byte has two numbers in a row: the
//! even one is for a neighbour without a bracket, the odd one for a neighbour with one.
//! Invariant: equal bytes have the same numbers until the cache is cleared.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::ansi_fragments::{Fragment, Fragments};
use super::digits::{HEX, dotted, put_bits};
use crate::model::line::Tone;
use crate::model::row::{Byte, Part, Role, plain_gap};
use crate::model::theme::Theme;
use crate::unicode::glyph::Glyph;

/// Per cell, its text in hex and in bits with the gap after it: of one size without
/// colour, else fragments.
pub(super) enum CellTexts {
    Plain(Vec<CellText>),
    Colored(Vec<[Fragment; 2]>),
}

/// The text of a cell without colour; its size is a power of two.
#[repr(align(16))]
pub(super) struct CellText {
    pub(super) hex: [u8; 3],
    /// Eight bits, a dot if there is one, and the gap.
    pub(super) bits: [u8; 10],
}

/// The texts and what they are made of.
pub(super) struct CellCache {
    pub(super) fragments: Fragments,
    /// What switches to the tone of offsets.
    pub(super) offset: Fragment,
    pub(super) cells: CellTexts,
    /// Per cell, its byte, and the sign before it if it is the first of its row.
    bytes: Vec<(Byte, u8)>,
    /// Per byte, the even one of its numbers.
    numbers: HashMap<Byte, u32, FixedState>,
    /// What the code point pane shows for what is no character, by its role and its
    /// cells.
    signs: Vec<(Role, usize, Fragment)>,
}

impl CellCache {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        let mut fragments = Fragments::new(theme);
        Self {
            offset: fragments.tone(Tone::Quiet),
            fragments,
            cells: match theme {
                Some(_) => CellTexts::Colored(Vec::new()),
                None => CellTexts::Plain(Vec::new()),
            },
            bytes: Vec::new(),
            numbers: HashMap::default(),
            signs: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.fragments.theme());
    }

    /// The byte of a cell.
    #[cfg(test)]
    pub(super) fn byte(&self, number: u32) -> Byte {
        self.bytes[number as usize].0
    }

    /// The sign before a cell that is the first of its row.
    pub(super) fn before(&self, number: u32) -> u8 {
        self.bytes[number as usize].1
    }

    /// Whether a cell begins with a bracket.
    pub(super) fn opens(&self, number: u32) -> bool {
        self.before(number) != b' '
    }

    /// The number of a byte before a cell without a bracket.
    #[inline]
    pub(super) fn of(&mut self, byte: Byte) -> u32 {
        match self.numbers.get(&byte) {
            Some(&number) => number,
            None => self.make(byte),
        }
    }

    #[cold]
    fn make(&mut self, byte: Byte) -> u32 {
        let number = self.bytes.len() as u32;
        let own = Some((byte.role, byte.part));
        let opening = Some((Role::Lead, Part::Head));
        for right in [None, opening] {
            let before = match &mut self.cells {
                CellTexts::Plain(cells) => {
                    let after = plain_gap(own, right) as u8;
                    let (hex, (bits, columns)) = plain(byte);
                    cells.push(CellText {
                        hex: gapped(hex, after),
                        bits: gapped(&bits[..columns], after),
                    });
                    plain_gap(None, own) as u8
                }
                CellTexts::Colored(cells) => {
                    cells.push(colored(&mut self.fragments, byte));
                    b' '
                }
            };
            self.bytes.push((byte, before));
        }
        self.numbers.insert(byte, number);
        number
    }

    /// The fragment of a glyph that is drawn as some role over so many cells.
    pub(super) fn glyph(&mut self, role: Role, glyph: &Glyph, cells: usize) -> Fragment {
        let tone = Tone::As(role);
        // A blank needs no style of its own.
        if glyph.text == " " {
            return self.fragments.cut(tone, cells, cells, |_| ());
        }
        let blanks = cells.saturating_sub(usize::from(glyph.columns));
        self.fragments.cut(tone, cells, blanks, |text| {
            text.put(tone, glyph.text.as_bytes());
        })
    }

    /// The fragment of a sign for what is no character, made once per role and size.
    pub(super) fn sign(
        &mut self,
        role: Role,
        cells: usize,
        glyph: impl FnOnce() -> Glyph,
    ) -> Fragment {
        let of = |sign: &&(Role, usize, Fragment)| (sign.0, sign.1) == (role, cells);
        if let Some(&(_, _, fragment)) = self.signs.iter().find(of) {
            return fragment;
        }
        let fragment = self.glyph(role, &glyph(), cells);
        self.signs.push((role, cells, fragment));
        fragment
    }
}

/// The digits of a byte without colour: hex, and bits with a dot.
fn plain(byte: Byte) -> (&'static [u8], ([u8; 9], usize)) {
    if matches!(byte.role, Role::Unreadable | Role::Gap) {
        return if byte.role == Role::Gap {
            (b"--", (*b"-------- ", 8))
        } else {
            (b"??", (*b"???????? ", 8))
        };
    }
    let bits = dotted(byte.byte, byte.masks);
    (&HEX[usize::from(byte.byte)], bits)
}

/// Digits, the gap after them and the sign in it: a sign that opens stands at the end of
/// the gap, a sign that closes at its beginning.
fn gapped<const N: usize>(digits: &[u8], sign: u8) -> [u8; N] {
    let mut cell = [b' '; N];
    cell[..digits.len()].copy_from_slice(digits);
    match sign {
        b'[' | b'|' => cell[N - 1] = sign,
        _ => cell[digits.len()] = sign,
    }
    cell
}

/// The fragments of a byte in colour: hex and bits.
fn colored(fragments: &mut Fragments, byte: Byte) -> [Fragment; 2] {
    let own = Tone::As(byte.role);
    let (hex, first) = match byte.role {
        Role::Unreadable => (b"??", own),
        Role::Gap => (b"--", own),
        role => (&HEX[usize::from(byte.byte)], role.of_bit(byte.masks.bit(0))),
    };
    let hex = fragments.cut(own, 3, 1, |text| text.put(own, hex));
    let bits = fragments.cut(first, 9, 1, |text| match byte.role {
        Role::Unreadable => text.put(own, b"????????"),
        Role::Gap => text.put(own, b"--------"),
        role => put_bits(text, byte.byte, byte.masks, role),
    });
    [hex, bits]
}
