//! `hexloupe find`: its arguments.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use crate::report::{Syntax, matches};

shared!(FindOptions: reading EncodingOption, beginning SkipOption, extent LengthOption, units PhaseOption, folders FolderOptions, notation Notation);

/// The pattern, the files to search, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[command(
    before_help = "  hexloupe find Привет notes.txt       in the file's encoding\n  \
      hexloupe find --all-encodings é src  in a folder, in any encoding\n  \
      hexloupe find x:FF?? image.bin       two bytes, the first FF",
    after_long_help = PATTERNS
)]
pub struct FindArguments {
    /// What to find: text, or one of the kinds below
    pub pattern: String,
    /// Files and directories; - is standard input, the default
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Search in all encodings, for composed and decomposed text
    #[arg(long)]
    pub all_encodings: bool,
    /// Also search inside base64, quoted-printable, escapes, percent signs, entities and folded lines
    #[arg(long)]
    pub layers: bool,
    /// Treat upper and lower case as equal
    #[arg(short, long)]
    pub ignore_case: bool,
    /// How to print the matches
    #[arg(long, value_name = "FORMAT", default_value = matches::SYNTAXES[0].0.id(), value_parser = choice::syntax(matches::SYNTAXES))]
    pub format: Syntax,
    /// Print only the number of matches per file
    #[arg(short, long)]
    pub count: bool,
    /// Stop after N matches per file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max: Option<u64>,
    /// Also search binary files in directories
    #[arg(long)]
    pub binary: bool,
    /// Print nothing; the exit code is the answer
    #[arg(short, long, conflicts_with = "count")]
    pub quiet: bool,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: FindOptions,
}

/// The kinds of patterns, and the rules that no option explains.
const PATTERNS: &str = r"Patterns:
  Привет, t:x:41     text in the file's encoding; t: reads the rest as text
  x:E2 8? ??         bytes in hex; ? is any digit
  u:20AC, u:400-4FF  any of these characters, by number
  c:Lu, s:Cyrillic   any character of a general category or script
  r:[\x80-\xFF]+     bytes by a regular expression; (?u) reads it as UTF-8

Lines are PATH:LINE:COLUMN: OFFSET: BYTES TEXT. With -s and -n, matches begin in the range.
The exit code is 0 if something is found, 1 if nothing is, 2 if there was trouble.";
