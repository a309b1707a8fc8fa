//! The encodings of files: the answer with its reasons for people, a record for programs.
//!
//! Invariant: both say the same, and neither prints anything of the data unescaped.

mod records;
mod text;

use std::path::Path;

use super::{Style, Syntax, Syntaxes};
use crate::detect::verdict::{Guess, Nature};
use crate::window::Peek;

/// The syntaxes, the default first.
pub const SYNTAXES: &Syntaxes = &[
    (
        Syntax::Text,
        "the answer, the reasons, and how the text begins in each reading",
    ),
    (
        Syntax::Jsonl,
        "one JSON object a file, for programs; stable",
    ),
];

/// What the data of a file was found to be.
pub fn print(name: &Path, guess: &Guess, data: &dyn Peek, syntax: Syntax, style: Style) -> Vec<u8> {
    match syntax {
        Syntax::Text => text::print(name, guess, data, style),
        Syntax::Jsonl | Syntax::Json => records::print(name, guess, style.charset),
    }
}

/// Whether an encoding is named.
pub fn is_named(guess: &Guess) -> bool {
    match guess.nature {
        Nature::Empty | Nature::Text | Nature::TooShort => true,
        Nature::Binary(_) | Nature::Undecided => false,
    }
}
