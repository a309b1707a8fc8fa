//! The arguments of `guess`.
//!
//! Invariant: options that name an encoding, or concern rows of bytes, are refused.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use super::range::RangeArguments;
use crate::report::{Syntax, guess};

shared!(GuessOptions: folders FolderOptions, beginning SkipOption, extent LengthOption, notation Notation);

/// The files to guess, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe guess letter.txt   the encoding, what to type, and why\n  \
      hexloupe guess --lines log  which lines are in another encoding, or mojibake\n  \
      hexloupe guess -n 4KiB log  from the first 4 KiB only",
    after_long_help = "Without FILE, guess reads standard input. It reads every byte of a file, but judges the\n\
    letters of a long file by samples. -s and -n choose a part. A byte order mark or well-formed UTF-8\n\
    decides at once; otherwise guess compares how the text reads in each encoding. For a folder it\n\
    prints one line per file, for the same files as check.\n\
    Exit code: 0 an encoding is named, 1 a file is binary or undecided, 2 trouble; with --as, 1 if\n\
    characters were lost.\n\n\
    More examples:\n  \
      hexloupe guess --as utf-8,windows-1251 letter.txt  as windows-1251 shows it\n  \
      curl -r 0-65535 URL | hexloupe guess --range 0-65535 --size 10g --name log"
)]
pub struct GuessArguments {
    /// Files and folders; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Divide a file into runs of lines in the same encoding
    #[arg(long)]
    pub lines: bool,
    /// Print all reasons with what was measured, and the other readings
    #[arg(short, long)]
    pub verbose: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = guess::SYNTAXES[0].0.id(), value_parser = choice::syntax(guess::SYNTAXES))]
    pub format: Syntax,
    /// Print the text as it looks when misread. CHAIN is the encoding of the text and the one that it is misread in, such as utf-8,windows-1251; more pairs may follow
    #[arg(long = "as", value_name = "CHAIN", conflicts_with = "format")]
    pub as_chain: Option<String>,
    /// The range that standard input is of a larger file.
    #[command(flatten)]
    pub fetched: RangeArguments,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: GuessOptions,
}
