//! What a dump format is: its row of the table, and what its reader and writer do.
//!
//! Invariant: this file knows no format, so every format may name it.

use super::out::{Out, Unreadable};
use super::text::Line;
use super::trial::Trial;

/// A format that bytes are written down in.
pub struct Format {
    /// Its name on the command line.
    pub id: &'static str,
    /// Other names for it.
    pub labels: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
    /// What it writes down.
    pub subject: Subject,
    /// Its readers: ways it is written that only a trial tells apart (byte
    /// orders, radixes of addresses), the likeliest first.
    pub readers: &'static [NewReader],
    /// How sure it is, in percent, that a text is in this format, by what one of
    /// its readers made of it. 0 where it cannot be.
    pub detect: fn(&Trial<'_>) -> u8,
    /// A short text in this format: what `example_bytes` look like in it.
    pub example: &'static str,
    /// The bytes of the example.
    pub example_bytes: &'static [u8],
    /// Endings of files that hold it, without the dot, where they say so.
    pub extensions: &'static [&'static str],
    /// Its writer.
    pub writer: Option<NewWriter>,
}

/// Makes a reader for one text.
pub type NewReader = fn() -> Box<dyn Reader>;

/// Makes a writer of one text.
pub type NewWriter = fn(&Layout) -> Box<dyn Writer>;

/// What a format writes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Bytes, whatever they mean.
    Bytes,
    /// Characters: a reader gives them as UTF-8, and a writer is given UTF-8.
    Text,
}

/// Turns the lines of a text into bytes. Made for one text, and asked in order.
pub trait Reader {
    /// Takes a line, or a part of a very long one.
    ///
    /// # Errors
    /// It is part of the dump, and says nothing that could be read.
    fn line(&mut self, line: &Line<'_>, out: &mut Out) -> Result<(), Unreadable>;

    /// The text has ended.
    ///
    /// # Errors
    /// Something was begun that cannot be read without an end.
    fn end(&mut self, out: &mut Out) -> Result<(), Unreadable>;

    /// Whether `>` before a line, and lines of fences, may be data.
    fn is_verbatim(&self) -> bool {
        false
    }
}

/// How a writer lays bytes out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layout {
    /// Bytes in a row, where there are rows; its own number where none is asked
    /// for.
    pub width: Option<u16>,
}

/// Writes bytes down. Made for one text, and given bytes in order.
pub trait Writer {
    /// Adds bytes that stand at an address. Addresses grow; where one is not the
    /// end of the bytes before, there is a gap, and a format without addresses
    /// goes on without one.
    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>);

    /// Ends the text.
    fn end(&mut self, out: &mut Vec<u8>);

    /// The last address that there is room for, where addresses are written at
    /// all; who would write beyond it is refused beforehand.
    fn reach(&self) -> Option<u64> {
        None
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}
