//! A dump format: its row of the table, and the traits of its reader and writer.
//!
//! Invariant: this file depends on no format, so every format may use it.

use super::out::{DumpCounts, ReaderOutput, Unreadable};
use super::text::DumpLine;
use super::trial::ReaderTrial;

/// A format that bytes are written down in.
pub struct DumpFormat {
    /// Its name on the command line.
    pub id: &'static str,
    /// Other names for it.
    pub labels: &'static [&'static str],
    /// Its description in one line.
    pub about: &'static str,
    /// The content: bytes, or characters.
    pub subject: FormatSubject,
    /// Its readers, the likeliest first: one for each variant (byte order, radix of addresses)
    /// that only a trial can distinguish.
    pub readers: &'static [NewReader],
    /// Computes the certainty that the text is in this format from a trial of one of its readers,
    /// in percent; 0 if it cannot be.
    pub detect: fn(&ReaderTrial<'_>) -> u8,
    /// The example: `example_bytes` written in this format.
    pub example: &'static str,
    /// The bytes of the example.
    pub example_bytes: &'static [u8],
    /// File name extensions that imply this format, without the dot.
    pub extensions: &'static [&'static str],
    /// Makes its writer; `None` if the format is only read.
    pub writer: Option<NewWriter>,
}

/// Makes a reader for one text.
pub type NewReader = fn() -> Box<dyn DumpReader>;

/// Makes a writer of one text.
pub type NewWriter = fn(&DumpLayout) -> Box<dyn DumpWriter>;

/// The meaning of a format's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatSubject {
    /// Bytes, whatever they mean.
    Bytes,
    /// Characters: a reader outputs them as UTF-8, and a writer gets UTF-8.
    Text,
}

/// The meaning of `>` before lines, and of Markdown fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteMarks {
    /// A mail or a page added them around the dump.
    Decoration,
    /// The same if all lines have them: one of them alone may be data.
    DecorationOfAll,
    /// They are data: all of the text is.
    Text,
}

/// Turns the lines of one text, given in order, into bytes.
pub trait DumpReader {
    /// Takes a line, or a part of a very long one.
    ///
    /// # Errors
    /// The line belongs to the dump and cannot be read.
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable>;

    /// Ends the text.
    ///
    /// # Errors
    /// The text ended inside something that needs an end.
    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable>;

    /// The meaning of `>` before a line, and of Markdown fences.
    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::Decoration
    }

    /// The source of the addresses of its bytes.
    fn addresses(&self) -> Addresses {
        Addresses::None
    }

    /// Reports whether all that was read is given: nothing waits for what follows. None if it does not
    /// know.
    fn is_idle(&self) -> Option<bool> {
        None
    }

    /// Reports whether it assumes something unusual of its format that the text so far does not
    /// prove. Such a reader is chosen only if its format has no other.
    fn is_unproven(&self, _: &DumpCounts) -> bool {
        false
    }
}

/// The source of the addresses of a text's bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Addresses {
    /// The text has none: bytes follow each other from 0 on.
    #[default]
    None,
    /// The addresses that its format has.
    Written,
    /// Decimal addresses, in a format whose addresses are seldom decimal.
    Decimal,
}

/// The layout of a writer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DumpLayout {
    /// Bytes per row, where there are rows; `None` for the format's own number.
    pub width: Option<u16>,
}

/// Writes one text from bytes that are given in order.
pub trait DumpWriter {
    /// Adds bytes at an address. Addresses grow. An address beyond the end of the bytes before
    /// leaves a gap, which a format without addresses ignores.
    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>);

    /// Ends the text.
    fn end(&mut self, out: &mut Vec<u8>);

    /// The last address that can be written, `None` if no addresses are written; the caller must
    /// refuse bytes beyond it.
    fn reach(&self) -> Option<u64> {
        None
    }
}

impl PartialEq for DumpFormat {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for DumpFormat {}

impl std::fmt::Debug for DumpFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}
