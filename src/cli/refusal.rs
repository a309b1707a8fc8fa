//! The message about a refused command line, in one line.
//!
//! clap's message has several lines; here the nearest right word is added. Invariant: typed text
//! reaches the terminal made safe.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _};

use super::{CommandLine, CommandLineError, in_own_words};
use crate::unicode::glyph::{self, Charset};

/// Makes one line of clap's several lines.
pub(super) fn refusal(error: &clap::Error, args: &[OsString]) -> CommandLineError {
    let whole = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp => {
            let styled = error.render().ansi().to_string();
            return CommandLineError::Help(in_own_words(whole), in_own_words(styled));
        }
        ErrorKind::DisplayVersion => return CommandLineError::Answer(whole),
        _ => {}
    }
    if let Some(text) = elsewhere(error, args) {
        return CommandLineError::Mistake(text);
    }
    if let Some(text) = plain(error) {
        return CommandLineError::Mistake(text);
    }
    let what = whole.split("\n\n").next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let mut lines = what.lines().map(str::trim);
    let line = in_words(lines.next().unwrap_or_default());
    let line = match (nearest(error), lines.next()) {
        (Some(near), _) => format!("{line}; did you mean {near}?"),
        (None, Some(more)) => format!("{line} {more}"),
        (None, None) => line,
    };
    CommandLineError::Mistake(glyph::safe(&line, Charset::Unicode))
}

/// The messages of the standard library about a number, and what to do.
const NUMBERS: [(&str, &str); 3] = [
    (
        "invalid digit found in string",
        "write a number, such as 20",
    ),
    (
        "cannot parse integer from empty string",
        "write a number, such as 20",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
];

/// A line whose range of numbers, as in `0 is not in 1..=4096`, is in words.
fn in_words(line: &str) -> String {
    for (said, plain) in NUMBERS {
        if let Some(before) = line.strip_suffix(said) {
            return format!("{before}{plain}");
        }
    }
    let range = line.rsplit_once(" is not in ");
    let words = range.and_then(|(before, range)| {
        let (least, most) = range.split_once("..")?;
        let most = most.trim_start_matches('=');
        // The most that a number can hold is no limit that anybody has set.
        let is_limit = most
            .parse::<u64>()
            .is_ok_and(|most| most <= u32::MAX.into());
        let (said, _) = before.rsplit_once(": ")?;
        Some(if is_limit {
            format!("{said}: it must be from {least} to {most}")
        } else {
            format!("{said}: it must be {least} or more")
        })
    });
    words.unwrap_or_else(|| line.to_owned())
}

/// The message in plain words, where clap's has its own terms.
fn plain(error: &clap::Error) -> Option<String> {
    let value = |kind| error.get(kind).map(ToString::to_string);
    let said = match error.kind() {
        ErrorKind::MissingRequiredArgument => match error.get(ContextKind::InvalidArg)? {
            ContextValue::Strings(all) => {
                let names: Vec<&str> = { all.iter() }
                    .map(|name| match name.strip_prefix('<') {
                        Some(name) => name.trim_end_matches("...").trim_end_matches('>'),
                        // An option with its value.
                        None => name,
                    })
                    .collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                format!("{} {are} missing", names.join(" and ").replace('|', " or "))
            }
            _ => return None,
        },
        ErrorKind::InvalidSubcommand => {
            let word = value(ContextKind::InvalidSubcommand)?;
            match nearest(error) {
                Some(near) => format!("no command '{word}'; did you mean {near}?"),
                None => format!("no command '{word}'"),
            }
        }
        _ => return None,
    };
    Some(glyph::safe(&said, Charset::Unicode))
}

/// An option of other commands: its names, its purpose, and the command that has a better one; none
/// stands for all commands.
type OptionOfOtherCommand = (&'static [&'static str], Option<&'static str>, &'static str);

/// The messages about an option that a command does not have; the first match counts.
const ELSEWHERE: &[OptionOfOtherCommand] = &[
    (
        &["-e", "--encoding"],
        Some("guess"),
        "it guesses the encoding; dump -e shows the text in another one",
    ),
    (
        &["-e", "--encoding"],
        Some("recode"),
        "-f names the encoding to convert from, -t the one to convert to",
    ),
    (
        &["-e", "--encoding"],
        Some("encodings"),
        "hexloupe encodings NAME describes one encoding",
    ),
    (&["-e", "--encoding"], None, "it says how data is read"),
    (&["--at"], Some("dump"), "-s starts a dump"),
    (&["--at"], Some("find"), "-s starts a search"),
    (&["--at"], None, "it starts the inspector at a byte"),
    (
        &["-s", "--skip", "-n", "--length"],
        Some("view"),
        "it cuts a dump; the inspector shows all",
    ),
    (
        &["-s", "--skip", "-n", "--length"],
        None,
        "it chooses a part of the data; this command takes all",
    ),
    (&["-w", "--width"], None, "it sets the rows of a dump"),
    (&["--phase"], None, "it says where code units start in data"),
    (
        &["--from"],
        Some("diff"),
        "it reads a dump; undump it first",
    ),
    (&["--from"], None, "it reads a dump"),
    (
        &["-f", "--follow"],
        None,
        "it follows in the inspector; check --follow prints new findings",
    ),
    (&["--regions"], None, "it is for the inspector and for dump"),
    (
        &["--clipboard", "--mouse", "--plain"],
        None,
        "it is for the inspector",
    ),
];

/// Options that other programs have for records.
const JSON: [&str; 2] = ["--json", "--jsonl"];

/// The message about such an option: what to type instead.
fn json(option: &str, command: Option<&Command>) -> String {
    let Some(command) = command else {
        return format!("there is no {option}; type hexloupe dump --format jsonl");
    };
    let name = command.get_name();
    let format = command
        .get_arguments()
        .find(|known| known.get_id() == "format");
    let values = format.map(Arg::get_possible_values).unwrap_or_default();
    let has = |wanted: &str| values.iter().any(|value| value.get_name() == wanted);
    match ["jsonl", "json"].into_iter().find(|form| has(form)) {
        Some(form) => format!("{name} has no {option}; type --format {form}"),
        None => format!("{name} has no {option}, and no records"),
    }
}

/// The message about an option that only other commands have, with its purpose.
fn elsewhere(error: &clap::Error, args: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let command = args.get(1)?.to_str()?;
    let line = CommandLine::command();
    let of_option = line.find_subcommand(command);
    if JSON.contains(&option.as_str()) {
        return Some(json(option, of_option));
    }
    of_option?;
    let mut fitting = ELSEWHERE.iter().filter(|(options, whose, _)| {
        options.contains(&option.as_str()) && whose.is_none_or(|whose| whose == command)
    });
    let (.., said) = fitting.next()?;
    Some(format!("{command} has no {option}: {said}"))
}

/// The command that was probably meant, if an unknown word was taken for the file and the file is
/// one word too many.
pub(super) fn misspelt(error: &clap::Error, args: &[OsString]) -> Option<CommandLineError> {
    match error.kind() {
        ErrorKind::UnknownArgument if nearest(error).is_none() => {}
        // The file may look like a command more than the first word does.
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
                return None;
            };
            let first = args.get(1).and_then(|arg| arg.to_str());
            if first == Some("help") {
                return near_command(word);
            }
        }
        _ => return None,
    }
    let word = args
        .iter()
        .skip(1)
        .filter_map(|arg| arg.to_str())
        .find(|arg| !arg.starts_with('-'))?;
    near_command(word)
}

/// What other programs and people call commands, and the commands.
const ELSEWHERE_CALLED: &[(&[&str], &str)] = &[
    (&["grep", "rg", "search"], "find"),
    (&["cat", "xxd", "hexdump", "hexyl"], "dump"),
    (&["convert", "iconv"], "recode"),
    (&["fix", "mend", "repair"], "recode --fix auto"),
    (&["detect", "identify"], "guess"),
    (&["lint", "validate", "verify"], "check"),
    (&["cmp", "compare"], "diff"),
    (&["wc"], "stats"),
];

/// The message about a word that names no command, if another program has it or if it is nearly the name
/// of one.
pub(super) fn near_command(word: &str) -> Option<CommandLineError> {
    let called = { ELSEWHERE_CALLED.iter() }.find(|(words, _)| words.contains(&word));
    if let Some((_, name)) = called {
        let text = format!("no command '{word}'; did you mean {name}?");
        return Some(CommandLineError::Mistake(text));
    }
    let line = CommandLine::command();
    let near = line
        .get_subcommands()
        .map(|command| {
            (
                strsim::damerau_levenshtein(word, command.get_name()),
                command.get_name(),
            )
        })
        .min()
        .filter(|(edits, _)| (1..=2).contains(edits))?;
    let word = glyph::safe(word, Charset::Unicode);
    Some(CommandLineError::Mistake(format!(
        "no command '{word}'; did you mean {}?",
        near.1
    )))
}

/// The word that clap suggests.
fn nearest(error: &clap::Error) -> Option<String> {
    const PLACES: [ContextKind; 3] = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    PLACES.iter().find_map(|&kind| match error.get(kind)? {
        ContextValue::String(near) => Some(near.clone()),
        ContextValue::Strings(near) => near.first().cloned(),
        _ => None,
    })
}
