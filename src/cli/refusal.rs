//! What is said of a command line that cannot be taken, in one line.
//!
//! clap says it on several; here the nearest right word is added. Invariant: what was
//! typed reaches the terminal made safe.

use std::ffi::OsString;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{CommandLine, Refusal};
use crate::unicode::glyph::{self, Charset};

/// One line out of what clap would say on several.
pub(super) fn refusal(error: &clap::Error) -> Refusal {
    let whole = error.render().to_string();
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return Refusal::Answer(whole);
    }
    let what = whole.split("\n\n").next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let mut lines = what.lines().map(str::trim);
    let line = lines.next().unwrap_or_default();
    let line = match (nearest(error), lines.next()) {
        (Some(near), _) => format!("{line}; did you mean {near}?"),
        (None, Some(more)) => format!("{line} {more}"),
        (None, None) if error.kind() == ErrorKind::UnknownArgument => {
            format!("{line}; hexloupe --help lists what there is")
        }
        (None, None) => line.to_owned(),
    };
    Refusal::Mistake(glyph::safe(&line, Charset::Unicode))
}

/// A command that was meant, where a word that is none was taken for the file and
/// the file is one word too many.
pub(super) fn misspelt(error: &clap::Error, args: &[OsString]) -> Option<Refusal> {
    match error.kind() {
        ErrorKind::UnknownArgument if nearest(error).is_none() => {}
        // The file may look like a command more than the first word does.
        ErrorKind::InvalidSubcommand => {}
        _ => return None,
    }
    let word = args
        .iter()
        .skip(1)
        .filter_map(|arg| arg.to_str())
        .find(|arg| !arg.starts_with('-'))?;
    near_command(word)
}

/// That a word names no command, if it is nearly the name of one.
pub(super) fn near_command(word: &str) -> Option<Refusal> {
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
    Some(Refusal::Mistake(format!(
        "no command '{word}'; did you mean {}?",
        near.1
    )))
}

/// What clap thinks was meant.
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
