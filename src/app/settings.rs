//! The effective settings of a run: the command line, the environment and the user's configuration.
//!
//! Invariant: a mistake in a configuration never keeps a file from being opened; it is ignored, and
//! reported in one line.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::bail;
use etcetera::base_strategy::{BaseStrategy as _, choose_base_strategy};

use super::environment::Environment;
use super::mistake::ArgumentMistake;
use super::remark::say;
use crate::cli::config::ConfigurationOptions;
use crate::cli::{MouseSetting, Request, TerminalCondition};
use crate::command::ability::Ability;
use crate::command::keymap::sets::{self, SETS};
use crate::command::keymap::{KeyChange, Keymap};
use crate::config::{self, CheckConfig, OWN_NAME, Settings, UserConfig};
use crate::model::palette::Palettes;
use crate::platform::{Here, System as _};
use crate::report::output::OutputFormat;
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};

/// The folder in the user's folder of configurations.
const FOLDER: &str = "hexloupe";
/// The variable that names another configuration; an empty one stands for none.
const VARIABLE: &str = "HEXLOUPE_CONFIG";

/// The place of the user's configuration, and its source.
pub(super) enum ConfigLocation {
    /// The place by the rules of the system; it need not exist.
    Usual(PathBuf),
    /// The place in a variable of the environment.
    Variable(PathBuf),
    /// The place on the command line.
    CommandLine(PathBuf),
    /// No place.
    None,
    /// No configuration is read, also none of a folder.
    Refused,
}

impl ConfigLocation {
    /// The place for a run.
    pub(super) fn from_options(given: &ConfigurationOptions) -> Self {
        if given.no_config {
            return Self::Refused;
        }
        if let Some(file) = &given.config {
            return Self::CommandLine(file.clone());
        }
        match env::var_os(VARIABLE) {
            Some(file) if file.is_empty() => Self::None,
            Some(file) => Self::Variable(file.into()),
            None => {
                let folders = choose_base_strategy().ok();
                let file = folders.map(|all| all.config_dir().join(FOLDER).join(OWN_NAME));
                file.map_or(Self::None, Self::Usual)
            }
        }
    }

    /// The file.
    pub(super) fn file(&self) -> Option<&PathBuf> {
        match self {
            Self::Usual(file) | Self::Variable(file) | Self::CommandLine(file) => Some(file),
            Self::None | Self::Refused => None,
        }
    }

    /// Reports whether folders have a configuration of their own beside it.
    pub(super) const fn reads_folders(&self) -> bool {
        !matches!(self, Self::CommandLine(_) | Self::Refused)
    }

    /// Reads it; empty if the place is the usual one and it does not exist.
    pub(super) fn read(&self) -> Result<UserConfig, Trouble> {
        match self {
            Self::None | Self::Refused => Ok(UserConfig::default()),
            Self::Usual(file) if is_missing(file) => Ok(config::themes_beside(file)),
            Self::Usual(file) | Self::Variable(file) | Self::CommandLine(file) => {
                config::load_own(file, file)
            }
        }
    }

    /// The mistakes in it, as lines.
    pub(super) fn lines(&self, own: &UserConfig) -> Vec<String> {
        let name = self.file().map_or_else(String::new, |file| {
            glyph::safe(&file.to_string_lossy(), Charset::Unicode)
        });
        let mistakes = own.mistakes.iter();
        let mistakes = mistakes.map(|wrong| format!("{name}: {wrong}"));
        mistakes
            .chain(own.wrong_of_themes.iter().cloned())
            .collect()
    }
}

fn is_missing(file: &Path) -> bool {
    fs::metadata(file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// The settings of each source.
pub(super) struct Sources {
    pub(super) place: ConfigLocation,
    pub(super) line: Settings,
    pub(super) environment: Settings,
    pub(super) file: Settings,
}

/// The configuration of checks.
#[derive(Default)]
pub(super) struct OfChecks {
    /// The user's configuration.
    pub(super) config: Option<CheckConfig>,
    /// True if it has a mistake.
    pub(super) is_wrong: bool,
}

/// Determines the effective settings for a request, and writes them into it.
///
/// # Errors
/// The command line names a configuration that cannot be read, or a theme that does not exist.
pub(super) fn resolve(request: &mut Request) -> anyhow::Result<(Sources, OfChecks)> {
    let is_check = matches!(request, Request::Check(..));
    let is_config = matches!(request, Request::Config(..));
    let is_inspector = match request {
        Request::Open(..) | Request::View(..) | Request::Scratch(..) | Request::Learn(..) => {
            io::stdout().is_terminal()
        }
        _ => false,
    };
    let place = ConfigLocation::from_options(&request.input_mut().configuration);
    let mut told = Vec::new();
    let own = match place.read() {
        Ok(own) => own,
        Err(trouble) if matches!(place, ConfigLocation::CommandLine(_)) => {
            return Err(trouble.into());
        }
        Err(trouble) => {
            told.push(trouble.to_string());
            UserConfig::default()
        }
    };
    told.extend(place.lines(&own));
    let of_checks = match (&own.wrong_of_check, &place) {
        // A user who names the rules of a check wants no check without them.
        (Some(_), ConfigLocation::CommandLine(_)) if is_check => bail!(told.remove(0)),
        (wrong, _) => OfChecks {
            is_wrong: wrong.is_some(),
            config: own.check,
        },
    };
    let input = request.input_mut();
    input.keys = own.keys;
    input.palettes = Palettes {
        own: own.themes.leak(),
        background: Environment::of_process().ground(),
    };
    let (environment, wrong) = config::of_environment(&|name| env::var_os(name));
    told.extend(wrong);
    let sources = Sources {
        place,
        line: request.input_mut().settings.clone(),
        environment,
        file: own.settings,
    };
    told.extend(write(request, &sources)?);
    if let Some(line) = ignored(&told).filter(|_| !is_config) {
        if is_inspector {
            request.input_mut().remark = Some(line);
        } else {
            say(&line);
        }
    }
    Ok((sources, of_checks))
}

/// The keys of a run: those for the abilities of this system.
pub(super) fn keymap(settings: &Settings, changes: &[KeyChange]) -> Keymap {
    let set = settings.keymap.and_then(sets::by_id);
    let abilities: &[Ability] = if Here::HAS_JOB_CONTROL {
        &[Ability::JobControl]
    } else {
        &[]
    };
    Keymap::with(abilities, set.unwrap_or(&SETS[0]), changes)
}

/// The mistakes, in one line.
fn ignored(told: &[String]) -> Option<String> {
    let more = match told.len() {
        0 | 1 => String::new(),
        all => format!("; {} more, hexloupe config --check lists them", all - 1),
    };
    told.first().map(|first| format!("ignored: {first}{more}"))
}

/// Writes the effective settings into a request; returns the ignored mistake.
fn write(request: &mut Request, sources: &Sources) -> anyhow::Result<Option<String>> {
    let settings = Settings::settled(&sources.line, &sources.environment, &sources.file);
    let has_rows = match request {
        Request::Dump(_, OutputFormat::Written(_)) => false,
        Request::Open(..)
        | Request::View(..)
        | Request::Scratch(..)
        | Request::Learn(..)
        | Request::Dump(..)
        | Request::Compare(..) => true,
        _ => false,
    };
    // The others have a rule of their own if none is named, or determine it later.
    let reads = matches!(
        request,
        Request::Open(..)
            | Request::View(..)
            | Request::Dump(..)
            | Request::Find(..)
            | Request::Stats(..)
    );
    let input = request.input_mut();
    if has_rows {
        input.width = settings.width;
    }
    if let Some(encoding) = settings.encoding.as_ref().filter(|_| reads) {
        input.encoding.clone_from(encoding);
    }
    input.color = settings.color.unwrap_or(TerminalCondition::Auto);
    input.ascii = settings.ascii.unwrap_or(TerminalCondition::Auto);
    input.mouse = settings.mouse.unwrap_or(MouseSetting::Auto);
    input.clipboard.clone_from(&settings.clipboard);
    let mut ignored = None;
    if let Some(theme) = &settings.theme {
        match input.palettes.named(theme) {
            Ok(found) => input.palette = found,
            Err(what) if sources.line.theme.is_some() => {
                bail!(ArgumentMistake::new(what))
            }
            // The theme of the file was looked up when it was read.
            Err(what) => ignored = Some(format!("{}: {what}", config::variable("theme"))),
        }
    }
    input.settings = settings;
    Ok(ignored)
}
