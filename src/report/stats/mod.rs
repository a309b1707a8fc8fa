//! What files hold, as tables for people and as objects for programs.
//!
//! Invariant: the two say the same numbers.

mod json;
mod text;

use std::path::Path;

use crate::job::stats::Outcome;
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;

/// A way to print what was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Tables with bars, for people.
    Text,
    /// An object a file, for programs.
    Json,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: [Self; 2] = [Self::Text, Self::Json];

    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Text => "tables with bars, 80 columns wide",
            Self::Json => "one JSON object a file, on a line each, for programs; stable",
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
    /// The colours of tables, if they are to be used.
    pub theme: Option<Theme>,
}

/// What was counted of the file that goes by a name.
pub fn print(name: &Path, outcome: &Outcome, style: &Style) -> Vec<u8> {
    match style.format {
        Format::Text => text::print(name, outcome, style),
        Format::Json => json::print(name, outcome, style.charset),
    }
}
