//! Options before the command.
//!
//! `hexloupe -e koi8-r dump FILE` is `hexloupe dump -e koi8-r FILE`: the options move behind the
//! command, which accepts or refuses them. Preferences (display and configuration) are left out if
//! the command has none, so that an alias may have them. Invariant: without a command, or with an
//! unknown option, the arguments stay unchanged.

use std::ffi::OsString;

use clap::{Arg, Command};

use super::config::CONFIGURED;
use super::options::SHOWN;

/// The arguments, the program's name first, with the command before its options.
pub(super) fn ordered(line: &Command, args: Vec<OsString>) -> Vec<OsString> {
    let mut options: Vec<(&Arg, Vec<OsString>)> = Vec::new();
    let mut at = 1;
    let command = loop {
        let Some(word) = args.get(at).and_then(|word| word.to_str()) else {
            return args;
        };
        if let Some(command) = line.find_subcommand(word) {
            break command;
        }
        let Some((option, len)) = option(line, word) else {
            return args;
        };
        let Some(words) = args.get(at..at + len) else {
            return args;
        };
        options.push((option, words.to_vec()));
        at += len;
    };
    let is_own = |option: &Arg| {
        let mut own = command.get_arguments();
        own.any(|own| own.get_id() == option.get_id())
    };
    let taken = { options.into_iter() }
        .filter(|(option, _)| is_own(option) || !is_preference(option))
        .map(|(option, mut words)| {
            // The command may use the letter for something else; it refuses the name.
            if let Some(long) = option.get_long().filter(|_| !is_own(option)) {
                words[0] = format!("--{long}").into();
            }
            (option, words)
        });
    let name = args.iter().take(1).chain(&args[at..=at]).cloned();
    let behind = taken.flat_map(|(_, words)| words);
    let rest = args.iter().skip(at + 1).cloned();
    name.chain(behind).chain(rest).collect()
}

fn is_preference(option: &Arg) -> bool {
    let heading = option.get_help_heading();
    heading.is_some_and(|heading| [SHOWN, CONFIGURED].contains(&heading))
}

/// The option that a word is, and the number of words that it takes with its value.
fn option<'a>(line: &'a Command, word: &str) -> Option<(&'a Arg, usize)> {
    let mut all = line.get_arguments();
    let (found, has_value) = if let Some(long) = word.strip_prefix("--") {
        let (name, value) = long
            .split_once('=')
            .map_or((long, None), |(name, value)| (name, Some(value)));
        (
            all.find(|arg| arg.get_long() == Some(name))?,
            value.is_some(),
        )
    } else {
        let mut letters = word.strip_prefix('-')?.chars();
        let letter = letters.next()?;
        let found = all.find(|arg| arg.get_short() == Some(letter))?;
        // Several letters together are left to the command.
        let has_value = !letters.as_str().is_empty();
        if has_value && !found.get_action().takes_values() {
            return None;
        }
        (found, has_value)
    };
    let takes_next = found.get_action().takes_values() && !found.is_require_equals_set();
    Some((found, 1 + usize::from(takes_next && !has_value)))
}
