//! The arguments of `stats`.
//!
//! Invariant: every option changes what is printed, none what is counted.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use super::choice;
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
    choice::of(Format::ALL.map(|format| (format.id(), format.about(), format)))
}
