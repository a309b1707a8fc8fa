//! The encodings of files: the answer with its reasons for people, a record for programs.
//!
//! Invariant: both have the same facts, and text from the data is always escaped.

mod records;
pub(crate) mod stretches;
mod text;

pub(crate) use text::remark;

use std::path::Path;

use super::{Style, Syntax, Syntaxes, ansi};
use crate::codec::Encoding;
use crate::detect::verdict::{Evidence, Guess, Nature};
use crate::model::answer;
use crate::unicode::glyph;
use crate::window::Peek;

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (Syntax::Text, "the answer, what to type, and why"),
    (
        Syntax::Jsonl,
        "one JSON object per file, for programs; stable",
    ),
];

/// The amount said about a file to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GuessDetail {
    /// The answer, what to type, and why in a sentence.
    Gist,
    /// All reasons with what was measured, and the readings.
    All,
}

/// The answer about a file in one line, if something is to be said: that it is not sound UTF-8.
pub(crate) fn answer(name: &Path, guess: &Guess, data: &dyn Peek, style: Style) -> Option<Vec<u8>> {
    let is_utf_8 = guess.verdict.encoding.is_utf8() || guess.verdict.evidence == Evidence::Ascii;
    let is_marked = guess.verdict.evidence == Evidence::Bom;
    let has_place = !answer::places(guess, data, style.charset).is_empty();
    let is_silent = match guess.nature {
        Nature::Empty => true,
        Nature::Undecided => !has_place,
        Nature::Text | Nature::TooShort => (is_utf_8 || is_marked) && !has_place,
        Nature::Binary(_) => false,
    };
    if is_silent {
        return None;
    }
    let name = glyph::safe_bytes(name.as_os_str().as_encoded_bytes(), style.charset);
    let mut out = Vec::new();
    for line in text::wrapped(text::answer(&name, guess, data, style), style) {
        ansi::trimmed(&mut out, line, style.theme);
    }
    Some(out)
}

/// The declaration of a tree about the encoding of a file.
pub(crate) struct GuessDeclaration {
    /// The file that declares it.
    pub(crate) by: &'static str,
    /// The name, as it is declared.
    pub(crate) label: String,
    /// The encoding that is meant.
    pub(crate) encoding: &'static Encoding,
    /// True if no byte contradicts it.
    pub(crate) holds: bool,
}

/// The guess for a file, or for the bytes of a dump of some form in it; `data` is previewed in each
/// likely encoding.
pub(crate) fn print(
    (name, from): (&Path, Option<&str>),
    (guess, declared): (&Guess, Option<&GuessDeclaration>),
    data: &dyn Peek,
    (syntax, detail): (Syntax, GuessDetail),
    style: Style,
) -> Vec<u8> {
    match syntax {
        Syntax::Text => text::print((name, from), guess, data, detail, style),
        Syntax::Jsonl | Syntax::Json => records::print(name, (guess, declared), style.charset),
    }
}

/// Reports whether the guess names an encoding: not for binary data or if undecided.
pub(crate) fn is_named(guess: &Guess) -> bool {
    match guess.nature {
        Nature::Empty | Nature::Text | Nature::TooShort => true,
        Nature::Binary(_) | Nature::Undecided => false,
    }
}
