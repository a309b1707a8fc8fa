//! The arguments of `check`.
//!
//! Invariant: the values of a denial are those of the table of kinds; there is no list here.

use std::path::PathBuf;

use clap::Args;

use super::against::AgainstArguments;
use super::choice;
use super::options::shared;
use crate::config::{Allowed, FindingSelector};
use crate::report::PartNumber;
use crate::report::check::{CheckFormat, FORMATS};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::NoticeGroup;

shared!(CheckOptions: reading ExpectedReading, units PhaseOption, notation Notation);

/// The files to check, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe check notes.txt           is it UTF-8, and where is it not\n  \
      hexloupe check -q src              all files below a folder, for scripts\n  \
      hexloupe check --deny invisible .  fail on characters that nobody sees too",
    after_long_help = "Findings go to standard output, the summary and trouble to standard error.\n\
    Without PATH standard input is checked. Of a directory the files that git tracks, and the others\n\
    that are neither hidden nor named by .gitignore, without binary ones; links are not followed.\n\
    --follow tells what a line holds when it ends, and stays with the name as tail -F does: a file\n\
    that takes it is checked from its start.\n\
    --against compares the files that git knows, all if none is named. What can be put back is what a\n\
    known change explains, in a line that was not edited; a file is replaced in one step.\n\
    Exit code: 0 all well-formed, 1 something was found or parts were joined, 2 trouble, or nothing was\n\
    there to check.\n\n\
    More examples:\n  \
      hexloupe check --follow app.log  say each fault as it is written\n  \
      hexloupe check --against HEAD    what tools did to bytes nobody edited"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct CheckArguments {
    /// Files, and directories with all below; - is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::row_parser(FORMATS.iter().copied()))]
    pub format: CheckFormat,
    /// Print nothing; the exit code tells
    #[arg(short, long)]
    pub quiet: bool,
    /// Print so many findings of each file; all are counted
    #[arg(long, value_name = "N")]
    pub max: Option<u64>,
    /// Print unusual characters too, although they are well-formed
    #[arg(long)]
    pub notices: bool,
    /// Count these notices as findings: one such as bidi-control, or a group
    #[arg(
        long,
        value_name = "KIND",
        value_delimiter = ',',
        value_parser = FindingSelector::parse,
        long_help = denied()
    )]
    pub deny: Vec<FindingSelector>,
    /// Print these notices as warnings; the exit code does not change for them
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = FindingSelector::parse, hide_short_help = true)]
    pub warn: Vec<FindingSelector>,
    /// Tell no notice of files by a pattern as of .gitignore, or of code points: U+200D, U+200B..U+200F
    #[arg(long, value_name = "WHAT", value_parser = Allowed::parse, hide_short_help = true)]
    pub allow: Vec<Allowed>,
    /// Check binary files below directories too
    #[arg(long)]
    pub binary: bool,
    /// Check only part K of N of each file, cut at line starts; merge adds the records of all parts
    #[arg(long, value_name = "K/N", hide_short_help = true)]
    pub part: Option<PartNumber>,
    /// Stay with a log or a pipe as it grows: what comes is checked at once; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["part", "binary", "revision"])]
    pub follow: bool,
    #[command(flatten)]
    pub against: AgainstArguments,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: CheckOptions,
}

/// The values of `--deny`, with the groups.
fn denied() -> String {
    let groups: Vec<String> = { NoticeGroup::all() }
        .map(|group| {
            let ids: Vec<&str> = group.notices().map(Notice::id).collect();
            format!("- {}: {}", group.id(), ids.join(", "))
        })
        .collect();
    let groups = groups.join("\n");
    format!(
        "Count these notices as findings: one such as bidi-control, or a group\n\nGroups:\n{groups}"
    )
}
