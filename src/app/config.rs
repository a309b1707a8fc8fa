//! `config`: the settings, their sources, and their mistakes.
//!
//! Invariant: nothing is written except to standard output; only `--forget` removes something.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use anyhow::bail;

use super::printed::print;
use super::remark::say;
use super::settings::{Sources, keymap};
use super::visits::Visits;
use crate::cli::config::ConfigArguments;
use crate::command::keymap::KeyChange;
use crate::command::keymap::sets::SETS;
use crate::command::table::CommandGroup;
use crate::config::settings::{ROWS, SettingSource, quoted};
use crate::config::{self, Settings};
use crate::model::numbers::counted;
use crate::model::palette::Palettes;
use crate::unicode::glyph::{self, Charset};

/// The exit code if something is wrong.
const TROUBLE: u8 = 2;

/// Prints the requested part of the configuration.
///
/// # Errors
/// There is no place for a configuration, or the output cannot be written. A reader who has closed
/// the pipe is no error.
pub(super) fn run(
    wanted: &ConfigArguments,
    sources: &Sources,
    changes: &[KeyChange],
    palettes: Palettes,
) -> anyhow::Result<ExitCode> {
    if wanted.check {
        return Ok(check(sources));
    }
    let text = if wanted.forget {
        forget()?
    } else if wanted.print_default {
        config::default_file()
    } else if wanted.path {
        let Some(file) = sources.place.file() else {
            bail!(
                "no configuration is read, because of --no-config, HEXLOUPE_CONFIG or a missing \
                 home directory"
            );
        };
        let raw = file.as_os_str().as_encoded_bytes();
        // A script gets the path unchanged; it may hold anything.
        let mut bytes = if io::stdout().is_terminal() {
            glyph::safe_bytes(raw, Charset::Unicode).into_bytes()
        } else {
            raw.to_vec()
        };
        bytes.push(b'\n');
        return print(&bytes);
    } else if wanted.keys {
        keys(sources, changes)
    } else if wanted.themes {
        themes(palettes)
    } else {
        settled(sources)
    };
    print(text.as_bytes())
}

/// The name of each theme, with its description.
fn themes(palettes: Palettes) -> String {
    let mut text = String::new();
    for (name, about) in palettes.names() {
        let name = glyph::safe(name, Charset::Unicode);
        let about = glyph::safe(about, Charset::Unicode);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<THEME$}  {about}");
    }
    text
}

/// Forgets the user's places in files.
fn forget() -> anyhow::Result<String> {
    let forgotten = Visits::of_user().map_or(Ok(0), |visits| visits.forget());
    match forgotten {
        Ok(count) => Ok(format!("{} forgotten\n", counted(count, "file"))),
        Err(error) => bail!("the saved places are not deleted: {error}"),
    }
}

/// Reports all mistakes in the configuration, the environment, and the configuration of the folder.
fn check(sources: &Sources) -> ExitCode {
    let mut wrong = match sources.place.read() {
        Ok(own) => sources.place.lines(&own),
        Err(trouble) => vec![trouble.to_string()],
    };
    wrong.extend(config::of_environment(&|name| std::env::var_os(name)).1);
    if sources.place.reads_folders()
        && let Ok(here) = std::env::current_dir()
    {
        wrong.extend(config::mistakes_near(&here));
    }
    for line in &wrong {
        say(line);
    }
    if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(TROUBLE)
    }
}

/// The keys of every command, in the form of a configuration.
fn keys(sources: &Sources, changes: &[KeyChange]) -> String {
    let settled = Settings::settled(&sources.line, &sources.environment, &sources.file);
    let keymap = keymap(&settled, changes);
    let mut text = format!("keymap = {}\n", quoted(keymap.set));
    // Writing to a string cannot fail.
    for set in &SETS {
        let _ = writeln!(text, "# {}: {}", set.id, set.about);
    }
    text.push_str("\n[keys]\n");
    for group in CommandGroup::ALL {
        let _ = writeln!(text, "# {}", group.name());
        for command in keymap.commands().filter(|command| command.group == group) {
            let ways = keymap.ways(command.name).iter();
            let ways: Vec<_> = ways.map(|way| quoted(way)).collect();
            let line = format!("{} = [{}]", command.name, ways.join(", "));
            let _ = writeln!(text, "{line:<KEYS$}  # {}", command.doc);
        }
    }
    text
}

/// Columns of the name of a theme.
const THEME: usize = 20;
/// Columns of a command with its keys.
const KEYS: usize = 48;
/// Columns of a setting.
const SETTING: usize = 28;

/// The effective settings, with their sources.
fn settled(sources: &Sources) -> String {
    let Sources {
        line,
        environment,
        file,
        place,
    } = sources;
    let settled = Settings::settled(line, environment, file);
    let mut text = String::new();
    for row in ROWS {
        let value = (row.shown)(&settled).map(|value| glyph::safe(&value, Charset::Unicode));
        let setting = match value {
            Some(value) => format!("{} = {value}", row.id),
            None => format!("# {}", row.id),
        };
        let from = match (row.source)(line, environment, file) {
            SettingSource::CommandLine => "the command line".to_owned(),
            SettingSource::Environment => "the environment".to_owned(),
            SettingSource::File => place.file().map_or_else(String::new, |file| {
                glyph::safe(&file.to_string_lossy(), Charset::Unicode)
            }),
            SettingSource::Default => "not set".to_owned(),
        };
        // It fails only if there is no memory.
        let _ = writeln!(text, "{setting:<SETTING$}  # {from}");
    }
    text
}
