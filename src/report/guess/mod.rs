//! What files were found to be: the answer with its reasons for people, a record for
//! programs.
//!
//! Invariant: the two say the same, and neither lets anything of the data through raw.

mod records;
mod text;

use std::path::Path;

use crate::detect::verdict::{Guess, Nature};
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// A way to print a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The answer, the reasons, and the text in each reading; for people.
    Text,
    /// A record a file, for programs.
    Jsonl,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: [Self; 2] = [Self::Text, Self::Jsonl];

    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Jsonl => "jsonl",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Text => "the answer, the reasons, and how the text begins in each reading",
            Self::Jsonl => "one JSON object a file, for programs; stable",
        }
    }
}

/// How to print.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Which way.
    pub format: Format,
    /// What may be drawn.
    pub charset: Charset,
    /// The colours of text, if they are to be used.
    pub theme: Option<Theme>,
}

/// What the data of a file was found to be.
pub fn print(name: &Path, guess: &Guess, data: &dyn Peek, style: &Style) -> Vec<u8> {
    match style.format {
        Format::Text => text::print(name, guess, data, style),
        Format::Jsonl => records::print(name, guess, style.charset),
    }
}

/// Whether an encoding is named.
pub fn is_named(guess: &Guess) -> bool {
    match guess.nature {
        Nature::Empty | Nature::Text | Nature::TooShort => true,
        Nature::Binary(_) | Nature::Undecided => false,
    }
}
