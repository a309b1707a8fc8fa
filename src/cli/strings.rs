//! `hexloupe strings`: its arguments.
//!
//! Invariant: an option that the command of the same name has on Unix means the same here.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice;
use super::options::shared;
use crate::model::amount::size;
use crate::report::Syntax;
use crate::report::strings::{self, OffsetRadix};

shared!(StringsOptions: beginning SkipOption, folders FolderOptions, notation Notation);

/// The files to search, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe strings program             all text in a file, in every encoding\n  \
      hexloupe strings -e utf-16le a.exe   only in one encoding\n  \
      hexloupe strings -n 8 -t d disk.img  8 characters or more, decimal offsets",
    after_long_help = NOTES
)]
pub struct StringsArguments {
    /// Files and directories; - is standard input, the default
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print texts of at least N characters
    #[arg(short = 'n', long = "bytes", visible_alias = "least", value_name = "N", default_value = "4",
          value_parser = clap::value_parser!(u16).range(1..=StringsArguments::MOST_LEAST))]
    pub least: u16,
    /// The base of offsets
    #[arg(short = 't', long, value_name = "BASE", default_value = OffsetRadix::ALL[0].0, value_parser = choice::row_parser(OffsetRadix::ALL))]
    pub radix: OffsetRadix,
    /// Only these encodings: names that hexloupe encodings lists, or s, S, b, l, B, L as in strings of Unix
    #[arg(short, long = "encoding", value_name = "LABEL", value_delimiter = ',')]
    pub encodings: Vec<String>,
    /// Prefer these languages where a text may be in several encodings: ru, de
    #[arg(long = "language", value_name = "CODES")]
    pub languages: Option<String>,
    /// The order of the texts
    #[arg(long, value_name = "ORDER", default_value = "evidence", value_enum)]
    pub order: StringsOrder,
    /// Print only the first N texts of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max: Option<u64>,
    /// Limit to this many bytes
    #[arg(long, value_name = "N", value_parser = size, help_heading = "Input")]
    pub length: Option<u64>,
    /// How to print the texts
    #[arg(long, value_name = "FORMAT", default_value = strings::SYNTAXES[0].0.id(), value_parser = choice::syntax(strings::SYNTAXES))]
    pub format: Syntax,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: StringsOptions,
}

impl StringsArguments {
    /// The highest number of `-n`.
    pub const MOST_LEAST: i64 = 4096;
}

/// The order of the texts of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StringsOrder {
    /// The most certain text first
    Evidence,
    /// In the order of the file
    Offset,
}

const NOTES: &str = "\
A text has no control characters except tabs. Text in ASCII is always printed; text in another\n\
encoding only if its letters look like a language, so short words may be missing. If bytes can be\n\
read in several ways, the likeliest text is printed, and others that are nearly as likely follow in\n\
brackets.\n\
Letters of -e: s is ASCII and UTF-8; S is one byte per character; l is UTF-16LE, b is UTF-16BE; L is\n\
UTF-32LE, B is UTF-32BE.\n\
Exit code: 0 a text was found, 1 none, 2 trouble.";
