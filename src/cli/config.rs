//! The arguments of `config`, and the options of all commands about configurations.
//!
//! Invariant: only settings on the command line are reported as coming from there.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use std::path::PathBuf;

use super::options::shared;
use super::{InputOptions, Request};
use crate::config::Settings;
use crate::language::Language;

/// The heading of the sources of settings.
pub(super) const CONFIGURED: &str = "Configuration";

/// The source of the configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct ConfigurationOptions {
    /// Read settings only from this file, not from your own or any .hexloupe.toml
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "no_config",
        hide_short_help = true,
        help_heading = CONFIGURED
    )]
    pub config: Option<PathBuf>,
    /// Read no configuration: neither your own nor any .hexloupe.toml
    #[arg(long, hide_short_help = true, help_heading = CONFIGURED)]
    pub no_config: bool,
}

shared!(ConfigOptions: reading EncodingOption, rows RowOptions, screen ScreenOptions);

/// The part of the configuration to print.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe config           the settings in effect, and their sources\n  \
      hexloupe config --themes  the themes to choose from\n  \
      hexloupe config --print-default > $(hexloupe config --path)",
    after_long_help = "Without an option, config prints the settings in effect and the source of each. The command line\n\
    overrides the environment (HEXLOUPE_THEME sets theme), and the environment overrides the file.\n\
    HEXLOUPE_CONFIG names another file; if it is empty, no file is read.\n\
    Exit code: 0 fine, 2 the configuration has mistakes."
)]
#[group(multiple = false)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own, and at most one is given"
)]
pub struct ConfigArguments {
    /// Print a configuration with all defaults, every line a comment
    #[arg(long)]
    pub print_default: bool,
    /// Print the path of the configuration, whether or not it exists
    #[arg(long)]
    pub path: bool,
    /// Check the configuration, and print its mistakes
    #[arg(long)]
    pub check: bool,
    /// Print the keys of every command as now configured, in the configuration format
    #[arg(long)]
    pub keys: bool,
    /// List the themes, your own first; --theme and the configuration take these names
    #[arg(long)]
    pub themes: bool,
    /// Forget the places in files that --resume saved, and print how many there were
    #[arg(long)]
    pub forget: bool,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: ConfigOptions,
}

/// The settings on the command line.
pub(super) fn given(
    matches: &ArgMatches,
    input: &InputOptions,
    language: Option<Language>,
) -> Settings {
    let is_given = |id: &str| {
        let is_defined = matches.try_contains_id(id).is_ok();
        is_defined && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    Settings {
        encoding: is_given("encoding").then(|| input.encoding.clone()),
        width: input.width,
        theme: is_given("theme").then(|| input.theme.clone()),
        color: is_given("color").then_some(input.color),
        ascii: is_given("ascii").then_some(input.ascii),
        mouse: is_given("mouse").then_some(input.mouse),
        clipboard: input.clipboard.clone(),
        language,
        ..Settings::default()
    }
}

impl Request {
    /// The requested language.
    pub(super) fn language(&self) -> Option<Language> {
        match self {
            Self::Open(_, start) | Self::View(_, start) | Self::Scratch(_, _, start) => {
                start.lang.chosen
            }
            Self::Explain(_, wanted) => wanted.lang.chosen,
            Self::Learn(_, wanted) => wanted.lang.chosen,
            _ => None,
        }
    }

    /// The options for input and display.
    pub fn input_mut(&mut self) -> &mut InputOptions {
        match self {
            Self::Open(input, _)
            | Self::View(input, _)
            | Self::Scratch(input, ..)
            | Self::Dump(input, _)
            | Self::Compare(input, _)
            | Self::Check(input, _)
            | Self::Find(input, _)
            | Self::Strings(input, _)
            | Self::Replace(input, _)
            | Self::Guard(input, _)
            | Self::Stats(input, _)
            | Self::Merge(input, _)
            | Self::Ranges(input, _)
            | Self::Guess(input, _)
            | Self::Undump(input, _)
            | Self::Recode(input, _)
            | Self::Encodings(input, _)
            | Self::Explain(input, _)
            | Self::Learn(input, _)
            | Self::Diff(input, _)
            | Self::Config(input, _) => input,
        }
    }
}
