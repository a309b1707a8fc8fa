//! The arguments of `encodings`.
//!
//! Invariant: the output depends on no file.

use clap::Args;

use super::choice;
use super::options::shared;
use crate::report::{Syntax, encodings};

shared!(EncodingsOptions);

/// The encodings to print, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe encodings               all of them\n  \
      hexloupe encodings koi8-r        all facts about one\n  \
      hexloupe encodings cyrillic dos  those that match both words",
    after_long_help = "An id alone prints all facts about its encoding. Other words filter the table: the id, name, labels,\n\
    family and use of an encoding must contain them all.\n\
    Exit code: 0 something was printed, 1 nothing matches, 2 trouble."
)]
pub struct EncodingsArguments {
    /// An id, or words that filter the table
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = encodings::SYNTAXES[0].0.id(), value_parser = choice::syntax(encodings::SYNTAXES))]
    pub format: Syntax,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: EncodingsOptions,
}
