//! The arguments of `merge`.
//!
//! Invariant: it takes records and no data, so no option about data is used.

use std::path::PathBuf;

use clap::Args;

use super::options::shared;

shared!(MergeOptions);

/// The records to add up.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe check --format jsonl --part 1/2 big.txt > 1  one half\n  \
      hexloupe check --format jsonl --part 2/2 big.txt > 2  the other\n  \
      hexloupe merge 1 2                                    both, added up",
    after_long_help = "Without FILE, merge reads standard input. Records are the output of check --format jsonl and stats\n\
    --format json, for all parts of one or more files, in any order, in any number of record files.\n\
    merge prints the same as one run on the whole files. It refuses parts that are missing, repeated, or\n\
    from another file or encoding.\n\
    Exit code: 0 all well-formed, 1 something was found, 2 trouble."
)]
pub struct MergeArguments {
    /// What check or stats printed, saved in files; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: MergeOptions,
}
