//! The options of the inspector alone.
//!
//! Invariant: they mean the same before the command `view` and after it.

use clap::Args;

use super::lang::Lang;
use super::number::{FileOffset, place};

/// How the inspector starts.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Start {
    /// Start the inspector at this byte
    #[arg(long, value_name = "OFFSET", value_parser = place, allow_hyphen_values = true)]
    pub at: Option<FileOffset>,
    /// Open a copy in memory, up to 16 MiB, in which bytes are inserted and deleted too
    #[arg(long)]
    pub scratch: bool,
    /// Do not read or keep what is typed at the prompts of the inspector
    #[arg(long)]
    pub no_history: bool,
    /// In which language things are explained.
    #[command(flatten)]
    pub lang: Lang,
}

impl Start {
    /// With what was said before the command.
    pub(super) fn or(self, before: &Self) -> Self {
        Self {
            at: self.at.or(before.at),
            scratch: self.scratch || before.scratch,
            no_history: self.no_history || before.no_history,
            lang: self.lang.or(before.lang),
        }
    }
}
