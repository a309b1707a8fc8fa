//! The facts of the screen, printed.
//!
//! Every printer is one row of [`FORMATS`]. It takes the data in stretches of
//! bounded size (`chunks`) and never reads further than it must, so that a
//! terabyte needs no more memory than a line and a pipe that is still open
//! shows what has come. Invariant: no text from the data reaches the output but
//! through the sanitiser or as an escape of JSON.

pub mod ansi;
mod ansi_fragments;
mod cell_cache;
mod cells;
pub mod check;
mod chunks;
pub mod compare;
mod digits;
mod document_row;
pub mod dump;
pub mod encodings;
mod explanation;
pub mod grid;
pub mod guess;
pub mod html;
mod json;
pub mod lines;
mod lru;
pub mod markdown;
mod markup;
pub mod matches;
pub mod output;
pub mod progress;
pub mod records;
pub mod stats;
mod styled_text;
pub mod svg;
mod text_cache;
mod text_rows;
pub mod undump;
pub mod written;

use std::fmt;
use std::io::{self, Write};
use std::iter::Sum;
use std::ops::Range;

use crate::model::row::Cut;
use crate::model::text::Text;
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// Bytes of output that are gathered before they are written.
const FULL: usize = 64 * 1024;

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
    /// The colours, if they are to be used.
    pub theme: Option<Theme>,
    /// Which pieces of the range to print, if others print the rest.
    pub share: Option<Share>,
}

impl Options {
    fn style(&self) -> Style {
        Style {
            charset: self.charset,
            theme: self.theme,
        }
    }

    /// How rows of panes are cut.
    fn cut(&self) -> Cut {
        Cut {
            width: self.width.max(1),
            columns: 1,
            charset: self.charset,
        }
    }
}

/// How text may look.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// What glyphs may be made of.
    pub charset: Charset,
    /// The colours, if they are to be used.
    pub theme: Option<Theme>,
}

/// What facts about files and encodings are printed in.
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

/// The syntaxes of a command, the default first, and what each of them shows.
pub type Syntaxes = [(Syntax, &'static str)];

/// One of several shares of a range, each printed by itself: every n-th piece. The
/// pieces of all shares, in turn, are what would be printed of the whole. After each
/// the output is flushed. For data that is all there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Pieces end at multiples of this, itself a multiple of the width.
    pub size: u64,
    /// How many shares there are.
    pub of: u64,
    /// Which this is, from 0.
    pub index: u64,
}

impl Share {
    /// The first piece of a range for this share.
    fn first(&self, range: &Range<u64>) -> Range<u64> {
        let number = range.start / self.size + self.index;
        self.piece(number, range)
    }

    /// The piece of the share that follows another.
    fn next(&self, piece: &Range<u64>, range: &Range<u64>) -> Range<u64> {
        self.piece(piece.start / self.size + self.of, range)
    }

    fn piece(&self, number: u64, range: &Range<u64>) -> Range<u64> {
        let start = number.saturating_mul(self.size);
        let end = start.saturating_add(self.size);
        start.max(range.start)..end.min(range.end)
    }
}

/// What came of printing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Printed {
    /// Bytes among the printed that could not be read.
    pub unreadable: u64,
}

impl Sum for Printed {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let unreadable = parts.map(|part| part.unreadable).sum();
        Self { unreadable }
    }
}

/// Prints some data. `known` answers at once with what is there; the data of
/// the text may wait for more, and is asked only when nothing is left to print.
/// Where nothing is waited for both are the same.
///
/// # Errors
/// The output could not be written.
pub type Print = fn(&dyn Peek, Text<'_>, &Options, &mut dyn Write) -> io::Result<Printed>;

/// What comes of printing in a format, and with it how it may be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines that stand each by itself, in colour where the output shows it; they may
    /// be printed in shares.
    Lines,
    /// The same, in colour whatever the output is.
    Coloured,
    /// A document: it has a beginning and an end, colours of its own, and says itself
    /// which characters it is made of.
    Document,
}

/// A way to print data.
pub struct Format {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The endings of files that hold it, the usual one first.
    pub extensions: &'static [&'static str],
    /// What comes of it.
    pub form: Form,
    /// The printer.
    pub print: Print,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

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
        extensions: &["txt"],
        form: Form::Lines,
        print: dump::print,
    },
    Format {
        id: "lines",
        about: "one sequence a line, for grep, cut and reading aloud",
        extensions: &[],
        form: Form::Lines,
        print: lines::print,
    },
    Format {
        id: "jsonl",
        about: "one JSON object a sequence, for programs; stable",
        extensions: &["jsonl"],
        form: Form::Lines,
        print: records::print,
    },
    Format {
        id: "json",
        about: "the same objects in one JSON document",
        extensions: &["json"],
        form: Form::Document,
        print: records::print_document,
    },
    Format {
        id: "ansi",
        about: "text in colour, also where the output shows none",
        extensions: &["ans", "ansi"],
        form: Form::Coloured,
        print: ansi::print,
    },
    Format {
        id: "html",
        about: "a page: the panes, each sequence explained where one points at it",
        extensions: &["html", "htm"],
        form: Form::Document,
        print: html::print,
    },
    Format {
        id: "svg",
        about: "a picture of the panes",
        extensions: &["svg"],
        form: Form::Document,
        print: svg::print,
    },
    Format {
        id: "markdown",
        about: "the panes for a README or an issue, and what is wrong in them",
        extensions: &["md"],
        form: Form::Document,
        print: markdown::print,
    },
];

/// The format that files of an ending hold, in whatever case it is written.
pub fn format_of_extension(extension: &str) -> Option<&'static Format> {
    let holds = |format: &&Format| {
        let mut endings = format.extensions.iter();
        endings.any(|ending| ending.eq_ignore_ascii_case(extension))
    };
    FORMATS.iter().find(holds)
}

/// The format of a name.
pub fn format(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.id == id)
}

#[cfg(test)]
mod tests;
