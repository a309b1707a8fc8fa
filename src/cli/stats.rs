//! The arguments of `stats`.
//!
//! Invariant: options that choose what is shown are refused, as whole files are
//! counted.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Place, Reading};
use crate::report::stats::Format;

/// What to count, and how to print it.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    after_help = "Without FILE standard input is counted. The byte order mark that opens a file is no character;\n\
    clusters are the extended grapheme clusters of its well-formed characters (UAX #29).\n\
    Exit code: 0 all was counted, 2 trouble."
)]
pub struct Stats {
    /// Files; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print what was counted
    #[arg(long, value_name = "FORMAT", default_value = Format::ALL[0].id(), value_parser = formats())]
    pub format: Format,
    /// List so many scripts, blocks and code points, the most frequent
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL
        .iter()
        .map(|format| PossibleValue::new(format.id()).help(format.about()));
    // The parser lets only names of the table through.
    PossibleValuesParser::new(values).try_map(|id| {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.id() == id).ok_or("no such format")
    })
}

/// What was given that counting has no use for.
pub(super) fn unused(reading: &Reading, at: Option<Place>) -> Option<&'static str> {
    if at.is_some() {
        Some("--at starts the inspector; stats counts whole files")
    } else if reading.skip != Place::FromStart(0) || reading.length.is_some() {
        Some("-s and -n choose what is shown; stats counts whole files")
    } else if reading.width.is_some() {
        Some("-w is for rows of bytes; stats has none")
    } else {
        None
    }
}
