//! The completions of shells, made of the command line itself.
//!
//! In bash, zsh and fish a short script asks the program itself what fits, so each part of a list
//! is completed, and the answer is that of the program's own version. Other shells have a script
//! with everything in it. The values of an option are completed too, if they are rows of a table:
//! the encodings, the formats of hex dumps, the kinds of findings, the themes, the lessons.
//! Invariant: no option and no command is listed here; the rows of a table are completed for every
//! option that takes them.

#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, CommandFactory as _, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, complete};
use clap_complete::{Shell, generate};

use super::{CommandLine, choice, in_own_words};
use crate::codec::table;
use crate::config::FindingSelector;
use crate::hexdump::table::FORMATS;
use crate::language::Language;
use crate::lesson::course::LESSONS;

/// The shells, the most common first.
const SHELLS: &[(&str, &str, Shell)] = &[
    (
        "bash",
        "needs bash-completion; save in /usr/share/bash-completion/completions",
        Shell::Bash,
    ),
    ("zsh", "save as _hexloupe in a folder of fpath", Shell::Zsh),
    ("fish", "save in ~/.config/fish/completions", Shell::Fish),
    ("powershell", "add to the profile", Shell::PowerShell),
    ("elvish", "add to rc.elv", Shell::Elvish),
];

/// The shell.
#[derive(Debug, Clone, Args)]
#[command(
    before_help = "  hexloupe completions bash > /etc/bash_completion.d/hexloupe\n  \
      hexloupe completions zsh > ~/.zfunc/_hexloupe\n  \
      hexloupe completions fish | source"
)]
pub(super) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = choice::row_parser(SHELLS.iter().copied()))]
    shell: Shell,
}

/// The scripts that ask the program.
const SCRIPTS: &[(Shell, &str)] = &[
    (Shell::Bash, include_str!("completions/hexloupe.bash")),
    (Shell::Zsh, include_str!("completions/hexloupe.zsh")),
    (Shell::Fish, include_str!("completions/hexloupe.fish")),
];

/// The variable by which a script asks: the place of the word that is completed, from 0.
pub const ASKED: &str = "_HEXLOUPE_COMPLETE";

/// Stands for all files, which the shell itself completes.
const FILES: &str = "\u{1}";

/// The names of the rows of a table.
type CompletionValues = fn() -> Vec<PossibleValue>;

/// Options whose values are in a table too long for their help, by the name of the value in their
/// help; and the table.
const TABLES: &[(&str, CompletionValues)] = &[
    ("LABEL", encodings),
    ("ENC,ENC,...", encodings),
    ("KIND", kinds),
];

/// The options that take a format of hex dumps; their value has the same name as other formats.
const DUMPS: &str = "from";

impl CompletionsArguments {
    /// The script for the shell.
    pub(super) fn script(&self) -> String {
        if let Some((_, script)) = SCRIPTS.iter().find(|(shell, _)| *shell == self.shell) {
            return (*script).to_owned();
        }
        let mut line = completed(CommandLine::command());
        let mut script = Vec::new();
        generate(self.shell, &mut line, "hexloupe", &mut script);
        in_own_words(String::from_utf8_lossy(&script).into_owned())
    }
}

/// What can stand at a place of a command line: one candidate a line, and after a tab its meaning.
/// The line that ends with U+0001 stands for the files, which the shell lists.
pub fn candidates(place: &OsStr, words: Vec<OsString>) -> String {
    let place = place.to_str().and_then(|place| place.parse().ok());
    let place = place.unwrap_or(words.len().saturating_sub(1));
    let word = words
        .get(place)
        .map(|word| word.to_string_lossy().into_owned());
    let is_empty = word.as_ref().is_none_or(String::is_empty);
    let is_option = word.is_some_and(|word| word.len() > 1 && word.starts_with('-'))
        && !words.iter().take(place).any(|word| word == "--");
    let mut line = completed(CommandLine::command());
    // It only fails for a place that is no word.
    let all = complete(&mut line, words, place, None).unwrap_or_default();
    let is_wanted = |candidate: &&CompletionCandidate| {
        let value = candidate.get_value().to_string_lossy();
        // Options are told to who begins one, and then no file.
        let is_other = if is_empty {
            value.starts_with('-')
        } else {
            is_option && value == FILES
        };
        !(candidate.is_hide_set() || is_other)
    };
    in_own_words(all.iter().filter(is_wanted).map(written).collect())
}

/// The line of a candidate.
fn written(candidate: &CompletionCandidate) -> String {
    let value = candidate.get_value().to_string_lossy();
    let help = candidate.get_help().map(ToString::to_string);
    match help.as_deref().and_then(|help| help.lines().next()) {
        Some(help) => format!("{value}\t{help}\n"),
        None => format!("{value}\n"),
    }
}

fn names(command: &Command) -> Vec<String> {
    let names = command.get_subcommands().map(Command::get_name);
    names.map(str::to_owned).collect()
}

/// A command whose options know their values, and so on in its commands.
fn completed(command: Command) -> Command {
    let names = names(&command);
    let command = command.mut_args(valued);
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, completed)
    })
}

/// An option that knows its values; one that knew them stays unchanged.
fn valued(option: Arg) -> Arg {
    let takes = |name: &str| {
        let names = option.get_value_names().unwrap_or_default();
        names.iter().any(|value| value.as_str() == name)
    };
    if !option.get_possible_values().is_empty() {
        return option;
    }
    match TABLES.iter().find(|(name, _)| takes(name)) {
        Some((_, values)) => option.value_parser(PossibleValuesParser::new(values())),
        None if option.get_id() == DUMPS => option.value_parser(PossibleValuesParser::new(dumps())),
        None if takes("COMMAND") && option.is_positional() => {
            option.value_parser(PossibleValuesParser::new(commands()))
        }
        None if takes("LESSON") => option.add(ArgValueCompleter::new(lessons)),
        None if takes("FILE") || takes("PATH") => option
            .value_hint(ValueHint::AnyPath)
            .add(ArgValueCompleter::new(files)),
        None => option,
    }
}

fn encodings() -> Vec<PossibleValue> {
    let auto = PossibleValue::new("auto").help("from a byte order mark, else guessed");
    let all = table::all().map(|encoding| PossibleValue::new(encoding.id).help(encoding.name));
    std::iter::once(auto).chain(all).collect()
}

fn kinds() -> Vec<PossibleValue> {
    FindingSelector::ids().map(PossibleValue::new).collect()
}

/// The names of lessons that begin like a word, and files.
fn lessons(begin: &OsStr) -> Vec<CompletionCandidate> {
    let begin = begin.to_string_lossy();
    let names = LESSONS
        .iter()
        .filter(|lesson| lesson.id.starts_with(&*begin));
    let names = names.map(|lesson| {
        let title = lesson.title(Language::English);
        CompletionCandidate::new(lesson.id).help(title.map(Into::into))
    });
    names.chain(files(OsStr::new(""))).collect()
}

fn files(_: &OsStr) -> Vec<CompletionCandidate> {
    vec![CompletionCandidate::new(FILES)]
}

fn commands() -> Vec<PossibleValue> {
    let line = CommandLine::command();
    let names = line.get_subcommands().map(Command::get_name);
    names
        .map(|name| PossibleValue::new(name.to_owned()))
        .collect()
}

fn dumps() -> Vec<PossibleValue> {
    let own = [
        ("raw", "the bytes themselves"),
        ("auto", "detected from the structure"),
    ];
    let all = FORMATS.iter().map(|format| (format.id, format.about));
    let named = |(id, about): (_, &'static str)| PossibleValue::new(id).help(plain(about));
    own.into_iter().chain(all).map(named).collect()
}

/// The help of a value for a shell: without an example that the shell would take for its own words.
fn plain(about: &'static str) -> &'static str {
    match about.split_once(": ") {
        Some((words, example)) if example.contains(OWN_WORDS) => words,
        _ => about,
    }
}

/// The characters that a shell expands in a text, even in a quoted one.
const OWN_WORDS: [char; 2] = ['$', '`'];
