//! The arguments of `recode`.
//!
//! Invariant: what may be chosen is the tables of the report, and no list of its own.

use std::path::PathBuf;

use clap::Args;

use super::{FileOffset, InputOptions, choice};
use crate::report::recode::{
    BOM, Bom, FAULTS, LINE_ENDS, LineEnds, OfFaults, OfUnmappable, UNMAPPABLE,
};

/// What to convert, and how.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    after_help = "Without FILE standard input is converted. The output goes to standard output as it is made, or\n\
    to a file of its own that is written whole or not at all: not if the conversion stops.\n\
    Exit code: 0 nothing was lost, 1 something was replaced or dropped, or it stopped, 2 trouble.\n\n\
    Examples:\n  \
      hexloupe recode -f koi8-r old.txt > new.txt         to UTF-8\n  \
      hexloupe recode -t utf-16le --bom add a -o b        from what it is found to be\n  \
      hexloupe recode -t cp866 --unmappable escape a.txt  <U+20AC> where CP866 has no character"
)]
pub struct Recode {
    /// The file; - is standard input
    pub file: Option<PathBuf>,
    /// The encoding it is in; auto goes by the byte order mark, else by what the data is like
    #[arg(short, long, value_name = "LABEL", default_value = "auto")]
    pub from_code: String,
    /// The encoding to convert to, one of those that hexloupe encodings lists
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8")]
    pub to_code: String,
    /// Write to this file, which must not be the one that is read
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to do with an ill-formed sequence
    #[arg(long, value_name = "POLICY", default_value = FAULTS[0].0, value_parser = choice::of(FAULTS.iter().copied()))]
    pub faults: OfFaults,
    /// What to do with a character that the target does not have
    #[arg(long, value_name = "POLICY", default_value = UNMAPPABLE[0].0, value_parser = choice::of(UNMAPPABLE.iter().copied()))]
    pub unmappable: OfUnmappable,
    /// What to do with the byte order mark
    #[arg(long, value_name = "POLICY", default_value = BOM[0].0, value_parser = choice::of(BOM.iter().copied()))]
    pub bom: Bom,
    /// What to do with line ends
    #[arg(long, value_name = "POLICY", default_value = LINE_ENDS[0].0, value_parser = choice::of(LINE_ENDS.iter().copied()))]
    pub line_ends: LineEnds,
    /// List in this file all that was not converted one to one, a JSON object per line
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// What was given that makes no sense where a whole file is converted.
pub(super) fn unused(input: &InputOptions, at: Option<FileOffset>) -> Option<&'static str> {
    if at.is_some() {
        Some("--at starts the inspector; recode converts all bytes")
    } else if input.encoding.trim() != "auto" {
        Some(
            "-e is for what is shown; -f names the encoding to convert from, -t the one to convert to",
        )
    } else if input.skip != FileOffset::FromStart(0) || input.length.is_some() {
        Some("-s and -n choose what is shown; recode converts all bytes")
    } else if input.width.is_some() {
        Some("-w is for rows of bytes; recode prints none")
    } else {
        None
    }
}
