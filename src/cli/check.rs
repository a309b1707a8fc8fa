//! The arguments of `check`.
//!
//! Invariant: the values of a denial are those of the table of kinds; there is no list here.

use std::path::PathBuf;

use clap::Args;

use super::against::AgainstArguments;
use super::choice;
use super::options::shared;
use super::range::RangeArguments;
use crate::config::{Allowed, FindingSelector};
use crate::report::PartNumber;
use crate::report::check::{COLUMN_UNITS, CheckFormat, ColumnUnit, FORMATS};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::NoticeGroup;

shared!(CheckOptions: reading ExpectedReading, units PhaseOption, folders FolderOptions, notation Notation);

/// The files to check, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe check notes.txt           where the file is not UTF-8\n  \
      hexloupe check -q src              all files in a folder, for scripts\n  \
      hexloupe check --deny invisible .  fail on invisible characters too",
    after_long_help = "Findings go to standard output, the summary and errors to standard error.\n\
    Without PATH, check reads standard input. In a directory it checks the files that git tracks, and\n\
    other files that no .gitignore names; outside a repository, no hidden ones. It skips binary files\n\
    and links; -v names all that is skipped.\n\
    --follow checks a line when the line ends. If a new file takes the name, it is checked from its\n\
    start, as with tail -F.\n\
    --against compares the named files with git, or all files if you name none. With --restore,\n\
    it restores a line only if nobody edited the line and the change is of a known kind. It replaces\n\
    a file in one step.\n\
    Exit code: 0 all well-formed, 1 something was found, 2 trouble, or nothing to check.\n\n\
    More examples:\n  hexloupe check --follow app.log  report each fault as it is written\n  \
    hexloupe check --against HEAD    find bytes that tools changed"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct CheckArguments {
    /// Files and directories; - is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// How to print the findings
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::row_parser(FORMATS.iter().copied()))]
    pub format: CheckFormat,
    /// Count columns in characters or in bytes
    #[arg(long, value_name = "UNIT", hide_short_help = true, conflicts_with = "revision", value_parser = choice::row_parser(COLUMN_UNITS.iter().copied()))]
    pub columns: Option<ColumnUnit>,
    /// Print nothing; the exit code is the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Name each file of a folder that is not checked, with the reason
    #[arg(short, long, conflicts_with = "quiet", hide_short_help = true)]
    pub verbose: bool,
    /// Print at most N findings per file; all are counted
    #[arg(long, value_name = "N")]
    pub max: Option<u64>,
    /// Also print unusual characters, although they are well-formed
    #[arg(long)]
    pub notices: bool,
    /// Also check inside base64, quoted-printable, escapes, percent signs, entities and folded lines
    #[arg(long, conflicts_with_all = ["part", "follow", "from"])]
    pub layers: bool,
    /// Count these notices as findings: one such as bidi-control, or a group
    #[arg(
        long,
        value_name = "KIND",
        value_delimiter = ',',
        value_parser = FindingSelector::parse,
        long_help = denied()
    )]
    pub deny: Vec<FindingSelector>,
    /// Print these notices as warnings; they do not change the exit code
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = FindingSelector::parse, hide_short_help = true)]
    pub warn: Vec<FindingSelector>,
    /// Ignore notices in some files (a pattern as in .gitignore), or of some code points (U+200D, U+200B..U+200F)
    #[arg(long, value_name = "WHAT", value_parser = Allowed::parse, hide_short_help = true)]
    pub allow: Vec<Allowed>,
    /// Print every finding. Without it, check prints only the first findings of each file on a terminal and in folders, and one line for a file in another encoding
    #[arg(long, hide_short_help = true)]
    pub each: bool,
    /// Report only findings on lines that are new since this git revision
    #[arg(long, value_name = "REV", conflicts_with_all = ["revision", "part", "follow", "from"])]
    pub since: Option<String>,
    /// Report only what an earlier run did not report; FILE is its output with --format jsonl
    #[arg(long, value_name = "FILE", conflicts_with_all = ["revision", "part", "follow"], hide_short_help = true)]
    pub baseline: Option<PathBuf>,
    /// Read the names of the files from standard input, and print the results of each as soon as it is checked
    #[arg(long, conflicts_with_all = ["paths", "revision", "part", "follow", "from"], hide_short_help = true)]
    pub batch: bool,
    /// Also check binary files in directories
    #[arg(long)]
    pub binary: bool,
    /// Check only part K of N of each file, cut at line starts; merge adds up all parts
    #[arg(long, value_name = "K/N", hide_short_help = true)]
    pub part: Option<PartNumber>,
    /// Keep checking a log or pipe while it grows; Ctrl-C stops
    #[arg(long, conflicts_with_all = ["part", "binary", "revision"])]
    pub follow: bool,
    #[command(flatten)]
    pub fetched: RangeArguments,
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
