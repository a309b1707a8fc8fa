//! The mistakes in a lesson's file, with their places.
//!
//! Invariant: a place is one in the file: lines and columns count from 1, columns in characters.

use std::fmt;
use std::ops::Range;

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScriptMistake {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The mistake, and a correction.
    pub what: String,
}

impl fmt::Display for ScriptMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

/// The mistakes of a file, collected while it is read.
pub(super) struct Mistakes<'a> {
    text: &'a str,
    found: Vec<ScriptMistake>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            found: Vec::new(),
        }
    }

    /// Adds a mistake at the start of a stretch of the file.
    pub(super) fn add(&mut self, span: Range<usize>, what: impl Into<String>) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        self.found.push(ScriptMistake {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            what: what.into(),
        });
    }

    /// All of them, in the order of the file; none if there is no mistake.
    pub(super) fn all(mut self) -> Vec<ScriptMistake> {
        self.found.sort();
        self.found.dedup();
        self.found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}
