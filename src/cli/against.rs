//! The arguments of `check --against`.
//!
//! Invariant: the values of an expectation are those of the table of kinds; there is no list here.

use clap::Args;

use super::choice;
use crate::report::check::against::TextChangeKind;

/// The revision to compare with, and the repair.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct AgainstArguments {
    /// Compare with this git revision instead, and report bytes that a tool changed, not edits
    #[arg(long = "against", value_name = "REV", conflicts_with_all = ["notices", "deny", "max", "binary"])]
    pub revision: Option<String>,
    /// With --against: restore in the files what can be restored, and print the rest
    #[arg(long, requires = "revision")]
    pub restore: bool,
    /// With --against: compare what is staged for the next commit instead of the files
    #[arg(
        long,
        requires = "revision",
        conflicts_with = "restore",
        hide_short_help = true
    )]
    pub staged: bool,
    /// With --against: do not report changes of these kinds
    #[arg(
        long,
        value_name = "KIND",
        value_delimiter = ',',
        requires = "revision",
        value_parser = choice::row_parser(TextChangeKind::ALL.map(|kind| (kind.id(), kind.about(), kind))), hide_short_help = true)]
    pub expect: Vec<TextChangeKind>,
}
