//! The facts of the screen, printed.
//!
//! Every printer is one row of [`FORMATS`]. It reads the data in `chunks` of bounded size and never
//! further than it must, so a terabyte needs no more memory than a line, and a pipe that is still
//! open is shown as it arrives. Invariant: text from the data reaches the output only through the
//! sanitiser or as an escape of JSON.

pub(crate) mod ansi;
mod ansi_fragments;
#[cfg_attr(not(feature = "terminal"), allow(dead_code))]
pub(crate) mod as_read;
mod cell_cache;
mod cells;
pub mod check;
mod chunks;
pub mod compare;
pub mod diff;
mod digits;
mod document_row;
pub(crate) mod dump;
pub(crate) mod encodings;
pub mod explain;
mod explanation;
pub mod grid;
pub(crate) mod guess;
pub(crate) mod hook;
pub mod html;
mod json;
pub(crate) mod lessons;
pub(crate) mod line_diff;
#[cfg(feature = "mcp")]
pub(crate) mod line_text;
mod lines;
pub(crate) mod markdown;
mod markup;
pub(crate) mod matches;
pub mod merge;
pub(crate) mod output;
pub(crate) mod page;
pub(crate) mod progress;
pub mod recode;
pub(crate) mod records;
mod region_lines;
mod sequence_cache;
pub mod stats;
pub mod strings;
mod styled_text;
mod summary_field;
pub mod svg;
mod text_cache;
pub(crate) mod text_edit;
mod text_rows;
pub(crate) mod undump;
pub mod worksheet;
pub(crate) mod written;

use std::fmt;
use std::io::{self, Write};
use std::iter::Sum;
use std::ops::Range;

pub use crate::job::parts::PartNumber;
use crate::model::regions::Regions;
use crate::model::row::RowCut;
use crate::model::row_grid::RowGrid;
use crate::model::state::Panes;
use crate::model::text::EncodedText;
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// Bytes of output collected before they are written.
const FULL: usize = 64 * 1024;

/// The range to print, and the style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The offsets to print. A sequence with a byte among them is printed whole. The end may
    /// be after the end of the data.
    pub range: Range<u64>,
    /// Bytes per row of panes, at least 1.
    pub width: u16,
    /// The panes of text.
    pub panes: Panes,
    /// The characters that glyphs may be made of.
    pub charset: Charset,
    /// The colours; none prints without colour.
    pub theme: Option<Theme>,
    /// The pieces of the range to print, if the rest is printed separately.
    pub share: Option<PrintShare>,
    /// The regions, by offset; each is printed at its beginning.
    pub regions: Regions,
}

impl Options {
    fn style(&self) -> Style {
        Style {
            charset: self.charset,
            theme: self.theme,
            columns: None,
        }
    }

    /// The cutting of rows of panes.
    fn cut(&self) -> RowCut {
        RowCut {
            grid: RowGrid::new(self.width),
            columns: 1,
            charset: self.charset,
        }
    }
}

/// The style of text.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The characters that glyphs may be made of.
    pub charset: Charset,
    /// The colours; none prints without colour.
    pub theme: Option<Theme>,
    /// The columns of the terminal that sentences are wrapped in; none if it is no terminal.
    pub columns: Option<usize>,
}

/// The syntax of facts about files and encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// For people.
    Text,
    /// An object per line, for programs.
    Jsonl,
    /// A JSON document.
    Json,
}

impl Syntax {
    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Jsonl => "jsonl",
            Self::Json => "json",
        }
    }
}

/// The syntaxes of a command, the default first, and a description of each.
pub type Syntaxes = [(Syntax, &'static str)];

/// One of several shares of a range, which are printed separately: every n-th piece. The pieces of
/// all shares, in turn, make up the output of the whole. The output is flushed after each piece.
/// Only for data that has arrived completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintShare {
    /// Bytes per piece, a multiple of the width. Pieces end at multiples of this.
    pub size: u64,
    /// The number of shares.
    pub of: u64,
    /// The index of this share, from 0.
    pub index: u64,
}

impl PrintShare {
    /// The first piece of a range for this share.
    fn first(&self, range: &Range<u64>) -> Range<u64> {
        let number = range.start / self.size + self.index;
        self.piece(number, range)
    }

    /// The piece of the share that follows `piece`.
    fn next(&self, piece: &Range<u64>, range: &Range<u64>) -> Range<u64> {
        self.piece(piece.start / self.size + self.of, range)
    }

    fn piece(&self, number: u64, range: &Range<u64>) -> Range<u64> {
        let start = number.saturating_mul(self.size);
        let end = start.saturating_add(self.size);
        start.max(range.start)..end.min(range.end)
    }
}

/// The account of the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Printed {
    /// The number of printed bytes that could not be read.
    pub unreadable: u64,
}

impl Sum for Printed {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let unreadable = parts.map(|part| part.unreadable).sum();
        Self { unreadable }
    }
}

/// Prints some data. `known` answers at once with the bytes that have arrived. The data of the text
/// may wait for more, and is asked only when nothing is left to print. If no waiting is needed,
/// both are the same.
///
/// # Errors
/// The output could not be written.
pub type PrintFunction =
    fn(&dyn Peek, EncodedText<'_>, &Options, &mut dyn Write) -> io::Result<Printed>;

/// The kind of a printer's output, which decides its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrinterKind {
    /// Lines that do not depend on each other, in colour where the output shows it; they
    /// may be printed in shares.
    Lines,
    /// Like `Lines`, but always in colour.
    Coloured,
    /// A document with a beginning and an end, which chooses its own colours and characters.
    Document,
}

/// A way to print data.
pub struct Printer {
    /// Its name on the command line.
    pub id: &'static str,
    /// A description, in a few words.
    pub about: &'static str,
    /// The extensions of files that hold it, the usual one first.
    pub extensions: &'static [&'static str],
    /// The kind of its output.
    pub kind: PrinterKind,
    /// Bytes of output per byte of data, about.
    pub growth: u64,
    /// The printer.
    pub print: PrintFunction,
}

impl PartialEq for Printer {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Printer {}

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Every printer, the default first.
pub static FORMATS: &[Printer] = &[
    Printer {
        id: "text",
        about: "hex, bits and code points side by side",
        extensions: &["txt"],
        kind: PrinterKind::Lines,
        growth: 32,
        print: dump::print,
    },
    Printer {
        id: "lines",
        about: "one sequence per line, for grep, cut and reading aloud",
        extensions: &[],
        kind: PrinterKind::Lines,
        growth: 64,
        print: lines::print,
    },
    Printer {
        id: "jsonl",
        about: "one JSON object per sequence, for programs; stable",
        extensions: &["jsonl"],
        kind: PrinterKind::Lines,
        growth: 128,
        print: records::print,
    },
    Printer {
        id: "json",
        about: "the same objects in one JSON document",
        extensions: &["json"],
        kind: PrinterKind::Document,
        growth: 128,
        print: records::print_document,
    },
    Printer {
        id: "ansi",
        about: "text in colour, also in files and pipes",
        extensions: &["ans", "ansi"],
        kind: PrinterKind::Coloured,
        growth: 32,
        print: ansi::print,
    },
    Printer {
        id: "html",
        about: "an HTML page of the panes; point at a sequence to read what it is",
        extensions: &["html", "htm"],
        kind: PrinterKind::Document,
        growth: 256,
        print: html::print,
    },
    Printer {
        id: "svg",
        about: "a picture of the panes",
        extensions: &["svg"],
        kind: PrinterKind::Document,
        growth: 128,
        print: svg::print,
    },
    Printer {
        id: "markdown",
        about: "the panes and their faults, for a README or an issue",
        extensions: &["md"],
        kind: PrinterKind::Document,
        growth: 32,
        print: markdown::print,
    },
];

/// The number of files that are joined from parts in several encodings, in words; none if there is
/// none.
fn joined_files(count: u64) -> Option<String> {
    let files = || counted(count, "file");
    (count > 0).then(|| format!("{} joined from parts in several encodings", files()))
}

/// A number of things: `1 byte`, `2 bytes`, `3 addresses`.
fn counted(count: u64, what: &str) -> String {
    let plural = match count {
        1 => "",
        _ if what.ends_with('s') => "es",
        _ => "s",
    };
    format!("{count} {what}{plural}")
}

/// The printer for a file extension, in upper or lower case; none if no printer has it.
pub fn format_of_extension(extension: &str) -> Option<&'static Printer> {
    let holds = |format: &&Printer| {
        let mut endings = format.extensions.iter();
        endings.any(|ending| ending.eq_ignore_ascii_case(extension))
    };
    FORMATS.iter().find(holds)
}

/// The printer with this id; none if there is no such printer.
pub fn format(id: &str) -> Option<&'static Printer> {
    FORMATS.iter().find(|format| format.id == id)
}

#[cfg(test)]
mod tests;
