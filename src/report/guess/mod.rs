//! The encodings of files: the answer with its reasons for people, a record for programs.
//!
//! Invariant: both have the same facts, and text from the data is always escaped.

mod records;
pub(crate) mod stretches;
mod text;

use std::path::Path;

use super::{Style, Syntax, Syntaxes};
use crate::detect::verdict::{Guess, Nature};
use crate::model::guessed::ReasonDepth;
use crate::window::Peek;

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (
        Syntax::Text,
        "the answer, the reasons, and how the text begins in each reading",
    ),
    (
        Syntax::Jsonl,
        "one JSON object per file, for programs; stable",
    ),
];

/// The guess for a file; `data` is previewed in each likely encoding.
pub(crate) fn print(
    name: &Path,
    guess: &Guess,
    data: &dyn Peek,
    (syntax, depth): (Syntax, ReasonDepth),
    style: Style,
) -> Vec<u8> {
    match syntax {
        Syntax::Text => text::print(name, guess, data, depth, style),
        Syntax::Jsonl | Syntax::Json => records::print(name, guess, style.charset),
    }
}

/// Reports whether the guess names an encoding: not for binary data or if undecided.
pub(crate) fn is_named(guess: &Guess) -> bool {
    match guess.nature {
        Nature::Empty | Nature::Text | Nature::TooShort => true,
        Nature::Binary(_) | Nature::Undecided => false,
    }
}
