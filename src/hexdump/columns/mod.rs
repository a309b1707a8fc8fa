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
mod shape;
mod stencil;
#[cfg(test)]
mod tests;
mod text;
mod weigh;
mod words;
mod write;

use crate::hexdump::format::Reader;

pub(super) use shape::{Address, Base, End, Order, Parts, Shape, Size, Text, Words};
pub(super) use weigh::{detect, goes_on, proven, shows, weigh};
pub(super) use write::{Style, address as write_address, dots, hex_pair, pad, rows};

/// A reader of a shape.
pub(super) fn reader(shape: &'static Shape) -> Box<dyn Reader> {
    Box::new(reader::Columns::new(shape))
}
