//! The texts of cells, each made once and found by its number.
//!
//! The text of a byte depends on the byte, its role, part and masks, and on whether the next cell
//! begins with a bracket. So each byte has two consecutive numbers: the even one if the next cell
//! has no bracket, the odd one if it has. Invariant: equal bytes have the same numbers until the
//! cache is cleared.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::ansi_fragments::{AnsiFragment, FragmentBuffer};
use super::digits::{HEX, dotted, push_bits};
use crate::model::line::Tone;
use crate::model::row::{ByteInSequence, ByteRole, SpanPosition, plain_gap};
use crate::model::theme::Theme;
use crate::unicode::glyph::Glyph;

/// Per cell number, the text in hex and in bits, each with the gap after it: of a fixed size
/// without colour, fragments with colour.
pub(super) enum CellTexts {
    Plain(Vec<CellText>),
    Colored(Vec<[AnsiFragment; 2]>),
}

/// The text of a cell without colour; its size is a power of two.
#[repr(align(16))]
pub(super) struct CellText {
    pub(super) hex: [u8; 3],
    /// Eight bits, a dot if they have one, and the gap.
    pub(super) bits: [u8; 10],
}

/// The texts, and the tables to find them.
pub(super) struct CellCache {
    pub(super) fragments: FragmentBuffer,
    /// The fragment that switches to the tone of offsets.
    pub(super) offset: AnsiFragment,
    pub(super) cells: CellTexts,
    /// Per cell number, its byte, and the sign before it if it begins a row.
    bytes: Vec<(ByteInSequence, u8)>,
    /// Per byte, the even one of its two numbers.
    numbers: HashMap<ByteInSequence, u32, FixedState>,
    /// The signs in the code point pane for sequences that are no character, by role and width in
    /// cells.
    signs: Vec<(ByteRole, usize, AnsiFragment)>,
}

impl CellCache {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        let mut fragments = FragmentBuffer::new(theme);
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

    /// Drops all texts; numbers given out before are no longer valid.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.fragments.theme());
    }

    /// The byte of a cell.
    #[cfg(test)]
    pub(super) fn byte(&self, number: u32) -> ByteInSequence {
        self.bytes[number as usize].0
    }

    /// The sign before a cell if it begins a row.
    pub(super) fn before(&self, number: u32) -> u8 {
        self.bytes[number as usize].1
    }

    /// Reports whether a cell begins with a bracket.
    pub(super) fn opens(&self, number: u32) -> bool {
        self.before(number) != b' '
    }

    /// The even number of a byte, for a next cell without a bracket.
    #[inline]
    pub(super) fn number(&mut self, byte: ByteInSequence) -> u32 {
        match self.numbers.get(&byte) {
            Some(&number) => number,
            None => self.make(byte),
        }
    }

    #[cold]
    fn make(&mut self, byte: ByteInSequence) -> u32 {
        let number = self.bytes.len() as u32;
        let own = Some((byte.role, byte.part));
        let opening = Some((ByteRole::Lead, SpanPosition::Head));
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

    /// The fragment of a glyph in the tone of a role, padded to `cells` columns.
    pub(super) fn glyph(&mut self, role: ByteRole, glyph: &Glyph, cells: usize) -> AnsiFragment {
        let tone = Tone::As(role);
        // A blank needs no style of its own.
        if glyph.text == " " {
            return self.fragments.cut(tone, cells, cells, |_| ());
        }
        let blanks = cells.saturating_sub(usize::from(glyph.columns));
        self.fragments.cut(tone, cells, blanks, |text| {
            text.push(tone, glyph.text.as_bytes());
        })
    }

    /// The fragment for a sequence that is no character, made once per role and width.
    pub(super) fn sign(
        &mut self,
        role: ByteRole,
        cells: usize,
        glyph: impl FnOnce() -> Glyph,
    ) -> AnsiFragment {
        let of = |sign: &&(ByteRole, usize, AnsiFragment)| (sign.0, sign.1) == (role, cells);
        if let Some(&(_, _, fragment)) = self.signs.iter().find(of) {
            return fragment;
        }
        let fragment = self.glyph(role, &glyph(), cells);
        self.signs.push((role, cells, fragment));
        fragment
    }
}

/// The digits of a byte without colour: hex; bits with a dot, and their columns.
fn plain(byte: ByteInSequence) -> (&'static [u8], ([u8; 9], usize)) {
    if matches!(byte.role, ByteRole::Unreadable | ByteRole::Gap) {
        return if byte.role == ByteRole::Gap {
            (b"--", (*b"-------- ", 8))
        } else {
            (b"??", (*b"???????? ", 8))
        };
    }
    let bits = dotted(byte.byte, byte.masks);
    (&HEX[usize::from(byte.byte)], bits)
}

/// Digits and the gap after them with its sign: an opening sign is at the end of the gap, a
/// closing sign at its beginning.
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
fn colored(fragments: &mut FragmentBuffer, byte: ByteInSequence) -> [AnsiFragment; 2] {
    let own = Tone::As(byte.role);
    let (hex, first) = match byte.role {
        ByteRole::Unreadable => (b"??", own),
        ByteRole::Gap => (b"--", own),
        role => (&HEX[usize::from(byte.byte)], role.of_bit(byte.masks.bit(0))),
    };
    let hex = fragments.cut(own, 3, 1, |text| text.push(own, hex));
    let bits = fragments.cut(first, 9, 1, |text| match byte.role {
        ByteRole::Unreadable => text.push(own, b"????????"),
        ByteRole::Gap => text.push(own, b"--------"),
        role => push_bits(text, byte.byte, byte.masks, role),
    });
    [hex, bits]
}
