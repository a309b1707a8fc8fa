//! The facts of the screen, printed.
//!
//! Every printer is one row of [`FORMATS`]. It takes the data in stretches of
//! bounded size (`feed`) and never reads further than it must, so that a
//! terabyte needs no more memory than a line and a pipe that is still open
//! shows what has come. Invariant: no text from the data reaches the output but
//! through the sanitiser or as an escape of JSON.

mod ansi;
mod canvas;
mod digits;
pub mod dump;
mod feed;
pub mod lines;
mod panes;
pub mod records;
mod tiles;

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use crate::model::text::Text;
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// What is printed, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Offsets; every sequence with a byte among them is printed whole. May run
    /// past the end of the data.
    pub range: Range<u64>,
    /// Bytes in a row of panes, at least 1.
    pub width: u16,
    /// What glyphs may be made of.
    pub charset: Charset,
    /// Whether to use the colours of the terminal.
    pub color: bool,
}

/// What came of printing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Printed {
    /// Bytes among the printed that could not be read.
    pub unreadable: u64,
}

/// Prints some data. `known` answers at once with what is there; the data of
/// the text may wait for more, and is asked only when nothing is left to print.
/// Where nothing is waited for both are the same.
///
/// # Errors
/// The output could not be written.
pub type Print = fn(&dyn Peek, Text<'_>, &Options, &mut dyn Write) -> io::Result<Printed>;

/// A way to print data.
pub struct Format {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The printer.
    pub print: Print,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Every format, the default first.
pub static FORMATS: &[Format] = &[
    Format {
        id: "text",
        about: "hex, bits and code points side by side",
        print: dump::print,
    },
    Format {
        id: "lines",
        about: "one sequence a line, for grep, cut and reading aloud",
        print: lines::print,
    },
    Format {
        id: "jsonl",
        about: "one JSON object a sequence, for programs; stable",
        print: records::print,
    },
];

/// The format of a name.
pub fn format(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.id == id)
}

#[cfg(test)]
mod tests;
