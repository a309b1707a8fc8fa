//! Statistics of files, as tables for people and as objects for programs.
//!
//! Invariant: tables and objects have the same numbers.

mod json;
mod text;

pub(in crate::report) use json::listed_fields;
pub use json::print as object;
use std::path::Path;

use super::{Style, Syntax, Syntaxes};
use crate::job::stats::StatsOutcome;

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (Syntax::Text, "tables with bars, 80 columns wide"),
    (
        Syntax::Json,
        "one JSON object per file, each on its own line, for programs; stable",
    ),
];

/// The statistics of a file, under the path that the user gave.
pub(crate) fn print(name: &Path, outcome: &StatsOutcome, syntax: Syntax, style: Style) -> Vec<u8> {
    match syntax {
        Syntax::Text => text::print(name, outcome, style),
        Syntax::Jsonl | Syntax::Json => json::print(name, outcome, style.charset),
    }
}
