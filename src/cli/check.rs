//! The arguments of `check`.
//!
//! Invariant: what may be denied is the table of kinds, and no list of its own.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use crate::report::Syntax;
use crate::report::check::{self, Kind};

/// What to check, and what to say of it.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    after_help = "Findings go to standard output, the summary and trouble to standard error.\n\
    Without PATH standard input is checked. Of a directory the files that .gitignore does not name,\n\
    without hidden and binary ones; links are not followed.\n\
    Exit code: 0 all well-formed, 1 something was found, 2 trouble.\n\n\
    Examples:\n  \
      hexloupe check notes.txt            is it UTF-8, and where is it not\n  \
      hexloupe check -q src               all files below a folder, for scripts\n  \
      hexloupe check --deny bidi-control  fail on hidden directions too"
)]
pub struct Check {
    /// Files, and directories with all below; - is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = check::SYNTAXES[0].0.id(), value_parser = choice::syntax(check::SYNTAXES))]
    pub format: Syntax,
    /// Print nothing; the exit code tells
    #[arg(short, long)]
    pub quiet: bool,
    /// Print so many findings of each file; all are counted
    #[arg(long, value_name = "N")]
    pub max: Option<u64>,
    /// Print unusual characters too, although they are well-formed
    #[arg(long)]
    pub notices: bool,
    /// Count these notices as findings, such as bidi-control or bom-inside
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = Kind::parse)]
    pub deny: Vec<Kind>,
    /// Check binary files below directories too
    #[arg(long)]
    pub binary: bool,
}
