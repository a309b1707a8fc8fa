//! `hexloupe guard`: its arguments.
//!
//! Invariant: the names of hooks are those of the table of protocols.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice;
use super::options::shared;
use crate::report::check::against::TextChangeKind;
use crate::report::hook::{HookProtocol, PROTOCOLS};

shared!(GuardOptions: reading EncodingOption, folders FolderOptions);

/// The action, and the files.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe guard snapshot src       keep the files as they are now\n  \
      hexloupe guard verify src         what was damaged since then\n  \
      hexloupe guard restore src/a.txt  put damaged bytes back, keep the edits",
    after_long_help = NOTES
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct GuardArguments {
    /// The action
    #[arg(required_unless_present = "hook", value_enum)]
    pub action: Option<GuardAction>,
    /// Files and directories; verify and serve without one take the current directory
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run as a hook of this coding tool, before and after it writes a file
    #[arg(long, value_name = "NAME", conflicts_with = "action",
          value_parser = choice::row_parser(PROTOCOLS.iter().map(|row| (row.id, row.about, row))))]
    pub hook: Option<&'static HookProtocol>,
    /// With --hook: put damaged bytes back after the tool has written
    #[arg(long, requires = "hook")]
    pub restore: bool,
    /// With --hook: refuse to write a file that is not in Unicode
    #[arg(long, requires = "hook")]
    pub block: bool,
    /// With restore: put the whole file back as it was, and drop the edits
    #[arg(long, conflicts_with = "hook")]
    pub whole: bool,
    /// Do not report changes of these kinds
    #[arg(long, value_name = "KIND", value_delimiter = ',',
          value_parser = choice::row_parser(TextChangeKind::ALL.map(|kind| (kind.id(), kind.about(), kind))))]
    pub expect: Vec<TextChangeKind>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: GuardOptions,
}

/// An action of `guard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GuardAction {
    /// Keep a copy of each file as it is now
    Snapshot,
    /// Report damage to files since their snapshots; edits are not reported
    Verify,
    /// Put damaged bytes back, and keep the edits
    Restore,
    /// Answer a coding tool on standard input and output (MCP): read and edit files in directories
    #[cfg(feature = "mcp")]
    Serve,
}

const NOTES: &str = "\
A snapshot is a copy of a file in your state folder; only you can read it. A new snapshot replaces\n\
the one before. Snapshots are removed after 30 days, and the oldest ones if all of them take more\n\
than 512 MiB. A file of more than 128 MiB has no snapshot.\n\n\
serve speaks the Model Context Protocol: its tools read a file as text in any encoding, replace text\n\
in it, check files and put them back, all inside the named directories. It ends when its input ends.\n\n\
With --hook, guard takes a snapshot before the tool writes a file, and compares the file afterwards.\n\
If bytes were damaged, the exit code is 2: the tool stops, or is told what was damaged and how to\n\
edit the file in its own encoding. A file that has lost text never replaces a snapshot.\n\n\
Exit code: 0 nothing was damaged, or all was put back; 1 something is left; 2 trouble. With --hook:\n\
0 nothing was damaged; 2 something was; 1 trouble.";
