//! Options that a command has no use for.
//!
//! Invariant: they are refused before any data is opened.

use super::number::FileOffset;
use super::{
    Command, CommandLine, InputOptions, config, diff, encodings, explain, guess, learn, manual,
    merge, recode, undump,
};

/// What was given that the command has no use for.
pub(super) fn unused(line: &CommandLine) -> Option<&'static str> {
    match &line.command {
        Some(Command::Scratch { .. }) if line.input.from.is_some() => {
            Some("--from reads a dump; scratch begins with a text")
        }
        Some(Command::Dump(_) | Command::Check(_)) if line.more.follow => {
            Some("-f follows in the inspector; check --follow says what comes")
        }
        Some(Command::Dump(_)) if line.at.is_some() => {
            Some("--at starts the inspector; -s starts a dump")
        }
        Some(Command::View { .. }) if line.input.length.is_some() => {
            Some("-n cuts a dump; the inspector shows all")
        }
        // Without a command it depends on where the output goes.
        Some(Command::View { .. } | Command::Scratch { .. } | Command::Dump(_)) | None => None,
        Some(_) if line.regions.is_some() => Some("--regions is for the inspector and for dump"),
        Some(Command::Find(_)) if line.at.is_some() => {
            Some("--at starts the inspector; -s starts a search")
        }
        Some(Command::Find(_)) if line.input.width.is_some() => {
            Some("-w sets the rows of a dump; find prints none")
        }
        Some(Command::Check(_) | Command::Stats(_)) => part_of_a_file(&line.input, line.at),
        Some(Command::Merge(_)) => merge::about_data(&line.input, line.at),
        Some(Command::Guess(_)) => guess::unused(&line.input, line.at),
        Some(Command::Diff(_)) => diff::unused(&line.input, line.at),
        Some(Command::Encodings(_)) => encodings::about_data(&line.input, line.at),
        Some(Command::Explain(_)) => explain::about_data(&line.input, line.at),
        Some(Command::Config(_)) => config::about_data(&line.input, line.at),
        Some(Command::Man(_) | Command::Completions(_)) => manual::about_data(&line.input, line.at),
        Some(Command::Learn(_)) => learn::about_data(&line.input, line.at),
        Some(Command::Undump(_)) => undump::unused(&line.input, line.at),
        Some(Command::Recode(_)) => recode::unused(&line.input, line.at),
        Some(Command::Find(_)) => None,
    }
}

/// What was given that a command which takes files as a whole has no use for.
fn part_of_a_file(input: &InputOptions, at: Option<FileOffset>) -> Option<&'static str> {
    if at.is_some() {
        Some("--at starts the inspector; check and stats take whole files")
    } else if input.skip != FileOffset::FromStart(0) || input.length.is_some() {
        Some("-s and -n choose what is shown; check and stats take whole files")
    } else if input.width.is_some() {
        Some("-w is for rows of bytes; check and stats print none")
    } else {
        None
    }
}
