//! A mistake in a configuration: its place, and the nearest right name.
//!
//! The files of trees and of the user share it. Invariant: a mistake is one line, and safe to print.

use std::fmt;
use std::ops::Range;

use crate::unicode::glyph::{self, Charset};

/// A mistake in a configuration, with its place: line and column count from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigMistake {
    line: usize,
    column: usize,
    what: String,
}

impl fmt::Display for ConfigMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

/// A range of the text, and the mistake there.
pub(super) type SpannedMistake = (Range<usize>, String);

impl ConfigMistake {
    /// The mistake at a range of a text.
    pub(super) fn new(text: &str, (span, what): &SpannedMistake) -> Self {
        let (line, column) = place(text, span.start);
        Self {
            line,
            column,
            what: glyph::safe(what, Charset::Unicode),
        }
    }
}

impl ConfigMistake {
    /// Reports whether a key is missing.
    pub(super) fn is_of_lack(&self) -> bool {
        self.what.starts_with("missing field")
    }

    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }
}

/// The line and the column of an offset, from 1.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The mistake that the reader of TOML reports; for an unknown key, with the nearest known one.
pub(super) fn of_reader(error: &toml::de::Error) -> SpannedMistake {
    let message = error.message().trim().replace('\n', ", ");
    let mut words = message.split('`').skip(1).step_by(2);
    let what = match words.next() {
        Some(wrong) if message.starts_with("unknown field") => no_key(wrong, words),
        // The reader names the type of the program.
        _ if message.ends_with("expected u64") => "not a number".to_owned(),
        _ => message,
    };
    (error.span().unwrap_or(0..0), what)
}

/// The message about an unknown key, with the nearest one.
pub(super) fn no_key<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> String {
    format!("no key {wrong} here{}", did_you_mean(wrong, known))
}

/// The question whether the nearest of some names was meant.
pub(super) fn did_you_mean<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known.min_by_key(|known| strsim::damerau_levenshtein(wrong, known));
    near.map_or_else(String::new, |near| format!("; did you mean {near}?"))
}

/// The item that has a name.
///
/// # Errors
/// None has it: one line with all names, or the nearest of many.
pub(super) fn choose<T>(
    wanted: &str,
    what: &str,
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> Result<T, String> {
    let mut names = Vec::new();
    for (name, one) in all {
        if name == wanted {
            return Ok(one);
        }
        names.push(name);
    }
    if wanted.is_empty() || wanted.chars().count() > 40 {
        return Err(format!(
            "no {what} with this name; the names are {}",
            names.join(", ")
        ));
    }
    let near = did_you_mean(wanted, names.iter().copied());
    Err(format!("no {what} {wanted}{near}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_from_1() {
        assert_eq!(place("a", 0), (1, 1));
        assert_eq!(place("ж = 1\nb", 3), (1, 3));
        assert_eq!(place("a\nбв\n", 4), (2, 2));
        // An offset inside a character, or past the end, is no panic.
        assert_eq!(place("ж", 1), (1, 2));
        assert_eq!(place("a\n", 9), (2, 1));
    }

    #[test]
    fn a_wrong_name_names_the_nearest() {
        let all = || [("wide", 1), ("strip", 2)];
        assert_eq!(choose("strip", "layout", all()), Ok(2));
        let said = choose("stripe", "layout", all()).unwrap_err();
        assert_eq!(said, "no layout stripe; did you mean strip?");
        let said = choose("", "layout", all()).unwrap_err();
        assert_eq!(said, "no layout with this name; the names are wide, strip");
    }
}
