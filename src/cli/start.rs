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
    /// Start at the end and follow a growing log or pipe; the key g f does the same
    #[arg(short, long, conflicts_with = "scratch")]
    pub follow: bool,
    /// Do not load or save what you type at the prompts of the inspector
    #[arg(long, hide_short_help = true)]
    pub no_history: bool,
    /// Restore the last position, encoding, marks and passages, and save them again
    #[arg(long, conflicts_with = "no_history", hide_short_help = true)]
    pub resume: bool,
}

/// The start of the inspector.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct InspectorArguments {
    /// Start the inspector at this byte, or at line:234, 234:84, char:340
    #[arg(long, value_name = "PLACE", value_parser = start_place, allow_hyphen_values = true)]
    pub at: Option<StartPlace>,
    /// Open a copy in memory, up to 16 MiB, where you can also insert and delete
    #[arg(long, hide_short_help = true)]
    pub scratch: bool,
    /// The state that it continues with, and stores.
    #[command(flatten)]
    pub more: StartOptions,
    /// Read named regions from this file instead of FILE.regions.toml
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub regions: Option<PathBuf>,
    /// The language of explanations.
    #[command(flatten)]
    pub lang: LanguageOption,
}

/// The start of the inspector on a buffer in memory, which has no file that grows or was open before.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(super) struct ScratchStart {
    /// Start the inspector at this byte, or at line:234, 234:84, char:340
    #[arg(long, value_name = "PLACE", value_parser = start_place, allow_hyphen_values = true)]
    at: Option<StartPlace>,
    /// Do not load or save what you type at the prompts of the inspector
    #[arg(long, hide_short_help = true)]
    no_history: bool,
    #[command(flatten)]
    lang: LanguageOption,
}

impl From<ScratchStart> for InspectorArguments {
    fn from(start: ScratchStart) -> Self {
        Self {
            at: start.at,
            scratch: false,
            more: StartOptions {
                no_history: start.no_history,
                ..StartOptions::default()
            },
            regions: None,
            lang: start.lang,
        }
    }
}
