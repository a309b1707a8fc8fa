//! The completions of shells, made of the command line itself.
//!
//! The values of an option are completed too, if they are rows of a table: the encodings, the
//! formats of hex dumps, the kinds of findings, the themes. Invariant: no option and no command is
//! listed here; the rows of a table are completed for every option that takes them.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, CommandFactory as _, ValueHint};
use clap_complete::{Shell, generate};

use super::{CommandLine, choice};
use crate::codec::table;
use crate::config::FindingSelector;
use crate::hexdump::table::FORMATS;

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
        let mut line = completed(CommandLine::command());
        let mut script = Vec::new();
        generate(self.shell, &mut line, "hexloupe", &mut script);
        String::from_utf8_lossy(&script).into_owned()
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
        None if takes("FILE") || takes("PATH") => option.value_hint(ValueHint::AnyPath),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn script(shell: Shell) -> String {
        CompletionsArguments { shell }.script()
    }

    #[test]
    fn every_shell_script_has_all_commands_and_options() {
        let line = CommandLine::command();
        for (name, _, shell) in SHELLS {
            let script = script(*shell);
            for command in line.get_subcommands() {
                assert!(script.contains(command.get_name()), "{name}");
                let options = command
                    .get_arguments()
                    .filter(|option| !option.is_hide_set());
                for long in options.filter_map(Arg::get_long) {
                    assert!(script.contains(long), "{name}: {long}");
                }
            }
        }
    }

    #[test]
    fn the_rows_of_tables_are_completed() {
        let values = [
            "koi8-r",
            "utf-16be",
            "trojan-source",
            "bidi-control",
            "utf8-overlong",
        ];
        for value in values
            .into_iter()
            .chain(["intel-hex", "okabe-ito-dark", "sarif"])
        {
            for (name, _, shell) in &SHELLS[..3] {
                assert!(script(*shell).contains(value), "{name}: {value}");
            }
        }
    }

    #[test]
    fn no_shell_script_has_the_shells_own_words() {
        let all = [encodings(), kinds(), dumps(), commands()].concat();
        let said = all.iter().filter_map(PossibleValue::get_help);
        let wrong = said.filter(|help| help.to_string().contains(OWN_WORDS));
        assert_eq!(wrong.count(), 0);
    }

    #[test]
    fn refused_values_are_not_completed() {
        let script = script(Shell::Fish);
        let of_check = |line: &&str| line.contains("__fish_hexloupe_using_subcommand check");
        let lines: Vec<_> = script.lines().filter(of_check).collect();
        assert!(lines.iter().any(|line| line.contains("-l deny")));
        assert!(!lines.iter().any(|line| line.contains("-l mouse")));
    }
}
