//! The arguments of `guess`.
//!
//! Invariant: options that name an encoding, or concern rows of bytes, are refused.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use crate::report::{Syntax, guess};

shared!(GuessOptions: beginning SkipOption, extent LengthOption, notation Notation);

/// The files to guess, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe guess letter.txt   the encoding, with the reasons\n  \
      hexloupe guess --lines log  which lines are in another one, or mojibake\n  \
      hexloupe guess -n 4KiB log  by the first 4 KiB alone",
    after_long_help = "Without FILE standard input is weighed. Every byte of a file is looked at; of a long one the\n\
    letters are weighed in samples. -s and -n choose a part. What is in the file is looked at first (a\n\
    byte order mark, well-formed UTF-8), then how it reads in each encoding. Of a folder each file\n\
    below it is answered in a line, as check goes through it.\n\
    Exit code: 0 an encoding is named, 1 a file is binary or undecided, 2 trouble; with --as 1 where\n\
    characters were lost.\n\n\
    More examples:\n  \
      hexloupe guess --as utf-8,windows-1251 letter.txt  as windows-1251 shows it"
)]
pub struct GuessArguments {
    /// Files, and folders of them; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Divide a file into the lines that are read alike
    #[arg(long)]
    pub lines: bool,
    /// Say also what was measured
    #[arg(short, long)]
    pub verbose: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = guess::SYNTAXES[0].0.id(), value_parser = choice::syntax(guess::SYNTAXES))]
    pub format: Syntax,
    /// Print the text as it looks after misreadings: written in, read as, and so on
    #[arg(long = "as", value_name = "CHAIN", conflicts_with = "format")]
    pub as_chain: Option<String>,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: GuessOptions,
}
