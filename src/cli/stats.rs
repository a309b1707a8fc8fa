//! The arguments of `stats`.
//!
//! Invariant: every option changes the output, and only `--part` the counts.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use super::range::RangeArguments;
use crate::report::{PartNumber, Syntax, stats};

shared!(StatsOptions: reading EncodingOption, units PhaseOption, notation Notation);

/// The files to count, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe stats notes.txt                  its contents, as tables\n  \
      hexloupe stats --top 50 notes.txt         the 50 most frequent\n  \
      hexloupe stats --format json a.txt b.txt  an object per file",
    after_long_help = "Without FILE, stats reads standard input. A byte order mark at the start does not count as a\n\
    character. Clusters are the extended grapheme clusters of well-formed characters (UAX #29).\n\
    Exit code: 0 all was counted, 2 trouble."
)]
pub struct StatsArguments {
    /// Files; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print the counts
    #[arg(long, value_name = "FORMAT", default_value = stats::SYNTAXES[0].0.id(), value_parser = choice::syntax(stats::SYNTAXES))]
    pub format: Syntax,
    /// List the N most frequent scripts, blocks and code points
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    /// Count only part K of N of each file, cut at line starts; merge adds up all parts
    #[arg(long, value_name = "K/N")]
    pub part: Option<PartNumber>,
    #[command(flatten)]
    pub fetched: RangeArguments,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: StatsOptions,
}
