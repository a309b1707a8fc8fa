//! The arguments of `config`, and what all commands are told of configurations.
//!
//! Invariant: only what stands on the command line is said to be from there.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use std::path::PathBuf;

use super::{FileOffset, InputOptions, Request};
use crate::config::Settings;
use crate::language::Language;

/// Where the configuration is taken from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Configuration {
    /// Take the settings from this file, in place of your own and of every .hexloupe.toml
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "no_config",
        global = true,
        help_heading = "What is configured"
    )]
    pub config: Option<PathBuf>,
    /// Read no configuration: neither your own nor any .hexloupe.toml
    #[arg(long, global = true, help_heading = "What is configured")]
    pub no_config: bool,
}

/// What to tell of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    after_help = "Without an option it prints the settings that hold, and where each comes from. The command line\n\
    beats the environment (a setting such as theme is HEXLOUPE_THEME there), which beats the file.\n\
    HEXLOUPE_CONFIG names another file; empty, it stands for none.\n\
    Exit code: 0 fine, 2 something is wrong in the configuration.\n\n\
    Examples:\n  \
      hexloupe config                                    what holds\n  \
      hexloupe config --print-default > $(hexloupe config --path)"
)]
#[group(multiple = false)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own, and at most one is given"
)]
pub struct Config {
    /// Print a configuration that says what is so without one, every line a comment
    #[arg(long)]
    pub print_default: bool,
    /// Print the path of the configuration, which need not exist
    #[arg(long)]
    pub path: bool,
    /// Read the configuration, and print all that is wrong in it
    #[arg(long)]
    pub check: bool,
    /// Print the keys of every command, as they are configured now, in the form of the configuration
    #[arg(long)]
    pub keys: bool,
    /// Forget where you were in files, as --resume keeps it, and print how many were known
    #[arg(long)]
    pub forget: bool,
}

/// What was given that only says how data is read.
pub(super) fn about_data(input: &InputOptions, at: Option<FileOffset>) -> Option<&'static str> {
    let part = input.skip != FileOffset::FromStart(0) || input.length.is_some();
    let about_data = at.is_some() || part || input.phase > 0 || input.from.is_some();
    about_data.then_some("--at, -s, -n, --phase and --from are about data; config reads none")
}

/// The settings that stand on the command line.
pub(super) fn given(
    matches: &ArgMatches,
    input: &InputOptions,
    language: Option<Language>,
) -> Settings {
    let inner = matches.subcommand().map(|(_, matches)| matches);
    let places = [Some(matches), inner];
    let is_given = |id: &str| {
        let mut places = places.iter().flatten();
        places.any(|matches| matches.value_source(id) == Some(ValueSource::CommandLine))
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
    /// What is read, and how.
    pub fn input_mut(&mut self) -> &mut InputOptions {
        match self {
            Self::Open(input, _)
            | Self::View(input, _)
            | Self::Scratch(input, ..)
            | Self::Dump(input, _)
            | Self::Compare(input, _)
            | Self::Check(input, _)
            | Self::Find(input, _)
            | Self::Stats(input, _)
            | Self::Merge(input, _)
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
