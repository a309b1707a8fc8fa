//! The engine for dumps with columns: an address, words, perhaps the text.
//!
//! A form is a [`Shape`]: how addresses and words are written, and what stands
//! beside them. The rest (how many words, in which groups, where the text
//! begins, what stands before the address) is taken from the lines themselves.
//! A line is parsed by trying (`row`); what was found is kept as a stencil, by
//! which the lines like it are read by position. Invariant: both ways give the
//! same bytes, remarks and counts.

mod address;
mod assumed;
mod blocks;
mod cells;
mod compare;
mod digits;
mod find;
mod held;
mod reader;
mod row;
mod stencil;
#[cfg(test)]
mod tests;
mod text;
mod weigh;
mod words;
mod write;

use super::Reader;

pub(super) use weigh::{goes_on, proven, weigh};
pub(super) use write::{Style, address as write_address, dots, hex_pair, pad, rows};

/// How a form is written.
#[derive(Debug)]
pub(super) struct Shape {
    /// Its addresses, if it has any.
    pub(super) address: Option<Address>,
    pub(super) words: Words,
    pub(super) text: Text,
    /// Every address from 0 on begins another packet.
    pub(super) packets: bool,
    /// The last word is filled up with zeros; the address of the end tells.
    pub(super) padded: bool,
    /// A last row of characters is filled up with blanks.
    pub(super) blanks: bool,
    /// How lines begin that are part of the form, and no data.
    pub(super) heads: &'static [&'static str],
}

impl Shape {
    /// Words in hex, the rest as most forms have it.
    pub(super) const HEX: Self = Self {
        address: Some(Address::HEX),
        words: Words::HEX,
        text: Text::Behind(2),
        packets: false,
        padded: false,
        blanks: false,
        heads: &[],
    };
}

/// How an address is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Address {
    pub(super) radix: u32,
    /// What it begins with.
    pub(super) prefix: &'static str,
    /// How many digits it has at least: to so many it is filled with zeros.
    pub(super) digits: usize,
    /// How many it has at most.
    pub(super) most: usize,
    /// Whether all beyond that are needed.
    pub(super) exact: bool,
    pub(super) end: End,
    pub(super) parts: Parts,
}

impl Address {
    /// Eight digits of hex and a blank.
    pub(super) const HEX: Self = Self {
        radix: 16,
        prefix: "",
        digits: 8,
        most: 20,
        exact: true,
        end: End::Blank,
        parts: Parts::One,
    };
}

/// What stands behind an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// A blank.
    Blank,
    /// A colon and a blank.
    Colon,
    /// A colon; before it perhaps a symbol: ` <main+4>`.
    Symbol,
    /// A border, or a blank.
    Border,
    /// Any of them, and `h` before it.
    Any,
}

/// What an address is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// One number.
    One,
    /// A segment of 16 bytes, a colon, and an offset.
    Segment,
    /// Two halves, of eight digits each, with a grave accent between.
    Halves,
    /// Any of them.
    Any,
}

/// How words are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub(super) base: Base,
    pub(super) size: Size,
    pub(super) order: Order,
    /// What every word begins with.
    pub(super) prefix: &'static str,
}

impl Words {
    /// Bytes in hex, in groups of any size, in the order they stand in.
    pub(super) const HEX: Self = Self {
        base: Base::Hex,
        size: Size::Any,
        order: Order::Big,
        prefix: "",
    };
}

/// In what a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    Hex,
    Octal,
    Binary,
    /// With a sign where it is negative.
    Decimal,
    /// Characters and escapes, in cells of a fixed width, as `od -c` has them.
    Characters,
    /// Names of characters, as `od -a` has them.
    Names,
}

/// What tells how many bytes a word has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Its digits: so many whole bytes as they are good for.
    Any,
    /// Its digits, which all words have alike: 1, 2, 4 or 8 bytes.
    Digits,
    /// The width of the column it stands in.
    Pitch,
    /// The form.
    Bytes(usize),
}

/// Which byte of a word is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The one that is written first.
    Big,
    /// The one that is written last.
    Little,
}

/// The column that shows the bytes as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    None,
    /// Behind so many blanks, at least.
    Behind(usize),
    /// Between two marks.
    Between(u8, u8),
    /// In panels of eight, with borders or blanks between.
    Panels,
}

/// A reader of a shape.
pub(super) fn reader(shape: &'static Shape) -> Box<dyn Reader> {
    Box::new(reader::Columns::new(shape))
}
