//! The arguments of `encodings`.
//!
//! Invariant: what is printed depends on no file.

use clap::Args;

use super::{FileOffset, InputOptions, choice};
use crate::report::{Syntax, encodings};

/// Which encodings to print, and how.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    after_help = "An id alone prints all that is known of its encoding. Other words narrow the table to the\n\
    encodings that have them all in id, name, labels, family or use.\n\
    Exit code: 0 something was printed, 1 nothing matches, 2 trouble.\n\n\
    Examples:\n  \
      hexloupe encodings              all of them\n  \
      hexloupe encodings koi8-r       all about one\n  \
      hexloupe encodings cyrillic dos those that have both words"
)]
pub struct Encodings {
    /// An id, or words that narrow the table
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = encodings::SYNTAXES[0].0.id(), value_parser = choice::syntax(encodings::SYNTAXES))]
    pub format: Syntax,
}

/// What was given that only says how data is read.
pub(super) fn about_data(input: &InputOptions, at: Option<FileOffset>) -> Option<&'static str> {
    let part = input.skip != FileOffset::FromStart(0) || input.length.is_some();
    if input.encoding != "auto" {
        Some("-e says how data is read; hexloupe encodings NAME tells of one encoding")
    } else if at.is_some() || part || input.width.is_some() || input.phase > 0 {
        Some("--at, -s, -n, -w and --phase are about data; encodings reads none")
    } else {
        None
    }
}
