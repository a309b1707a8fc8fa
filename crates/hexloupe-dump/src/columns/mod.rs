//! The engine for dumps with columns: an address, words, perhaps the text.
//!
//! A format is a [`ColumnFormat`]: the form of its addresses and words, and the columns beside
//! them. The rest is found in the lines themselves: the number of words, their groups, the start of
//! the text, the text before the address. A line is first parsed by trying (`row`). The layout
//! found is stored as a template, and lines like it are read by position. Invariant: both ways give
//! the same bytes, remarks and counts.

mod address;
mod assumptions;
mod blocks;
mod cells;
mod decimal;
mod digits;
mod evidence;
mod find_row;
mod pending;
mod reader;
mod row;
mod shape;
mod template;
#[cfg(test)]
mod tests;
mod text;
mod text_check;
mod words;
mod write;

use crate::format::DumpReader;

pub(super) use cells::byte as cell_byte;
pub(super) use evidence::{continued_addresses, detect, is_proven, score, text_agrees};
pub(super) use shape::{
    Address, AddressEnd, AddressParts, ColumnFormat, TextColumn, Unusual, WordBase, WordByteOrder,
    WordNotation, WordSize,
};
pub(super) use write::{RowStyle, address as write_address, dots, pad, rows};

/// A reader of a format with columns.
pub(super) fn reader(shape: &'static ColumnFormat) -> Box<dyn DumpReader> {
    Box::new(reader::ColumnReader::new(shape))
}
