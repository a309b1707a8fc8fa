//! The options of the inspector alone.
//!
//! Invariant: they mean the same with the command `view` and without a command.

use std::path::PathBuf;

use clap::Args;

use super::lang::LanguageOption;
use super::number::{StartPlace, start_place};

/// The state that the inspector continues with, and stores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct StartOptions {
    /// Begin at the end and stay there as more comes, of a log or a pipe; g f does that too
    #[arg(short, long, conflicts_with = "scratch")]
    pub follow: bool,
    /// Do not read or keep what is typed at the prompts of the inspector
    #[arg(long, hide_short_help = true)]
    pub no_history: bool,
    /// Go on where the file was left: the place, the encoding, marks and passages; and keep them again
    #[arg(long, conflicts_with = "no_history", hide_short_help = true)]
    pub resume: bool,
}

/// The start of the inspector.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct InspectorArguments {
    /// Start the inspector at this byte, or at line:234, 234:84, char:340
    #[arg(long, value_name = "PLACE", value_parser = start_place, allow_hyphen_values = true)]
    pub at: Option<StartPlace>,
    /// Open a copy in memory, up to 16 MiB, in which bytes are inserted and deleted too
    #[arg(long, hide_short_help = true)]
    pub scratch: bool,
    /// The state that it continues with, and stores.
    #[command(flatten)]
    pub more: StartOptions,
    /// Show the named regions in this file, not those in FILE.regions.toml
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub regions: Option<PathBuf>,
    /// The language of explanations.
    #[command(flatten)]
    pub lang: LanguageOption,
}
