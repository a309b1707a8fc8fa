//! Carries out the requests of the command line, with files, threads and the terminal.
//!
//! [`run`] carries out a request. Invariant: code that needs a terminal is in `front` and below it,
//! and everything else builds without one.

// Without the inspector some parts that it uses stay, with the rooms they belong to.
#![cfg_attr(not(feature = "terminal"), allow(dead_code))]

mod against;
mod as_declared;
mod attended;
mod batch;
pub(crate) mod check;
mod check_known;
mod check_layers;
mod check_misread;
mod check_rules;
#[cfg(feature = "terminal")]
mod clipboard;
mod compare;
mod config;
pub(crate) mod diff;
mod drill;
pub(crate) mod encodings;
pub(crate) mod environment;
pub(crate) mod explain;
#[cfg(feature = "picture")]
pub mod export;
mod file_edit;
pub(crate) mod find;
mod folders;
mod follow;
#[cfg(feature = "terminal")]
mod front;
#[cfg(not(feature = "terminal"))]
#[path = "no_front.rs"]
mod front;
pub(crate) mod guard;
mod guess;
mod guess_lines;
mod half_written;
mod head_bytes;
pub mod help;
mod history;
pub(crate) mod import;
mod in_place;
#[cfg(feature = "terminal")]
pub(crate) mod inspect;
mod label;
pub(crate) mod learn;
mod lesson_file;
pub(crate) mod merge;
mod misread;
pub mod mistake;
mod page;
pub mod panic_message;
mod passes;
#[cfg(feature = "picture")]
pub mod picture;
#[cfg(feature = "terminal")]
mod plain;
pub mod printed;
mod progress;
pub(crate) mod ranged;
mod recode;
mod regions;
pub mod remark;
mod replace;
mod replacement;
pub(crate) mod request;
mod rows;
mod scratch;
mod settings;
mod start_place;
mod state_file;
mod stats;
mod strings;
mod target;
mod versions;
mod visits;
mod written;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use environment::Environment;
use mistake::ArgumentMistake;

use crate::cli::lang;
use crate::cli::{InputOptions, InspectorArguments, Request, StartPlace};
use crate::config::TerminalCondition;
use crate::language::Language;
use crate::platform::{Here, System as _};
use crate::report;
use crate::report::output::OutputFormat;
use crate::session::{FirstGuide, Resumption};

/// The language of a message about a command line: the one it names, else that of the locale where
/// the command's texts are in it.
pub fn language_of_messages(args: &[OsString]) -> Language {
    let environment = Environment::of_process();
    let charset = environment.charset(TerminalCondition::Auto);
    match lang::named(args) {
        None if !lang::is_of_locale(args) => Language::English,
        named => environment.language(named, charset),
    }
}

/// Carries out a request.
///
/// # Errors
/// Trouble that ended it early, in words for one line.
pub fn run(mut request: Request) -> anyhow::Result<ExitCode> {
    Here::enable_colours();
    let (sources, of_checks) = settings::resolve(&mut request)?;
    match request {
        Request::Config(input, wanted) => {
            config::run(&wanted, &sources, &input.keys, input.palettes)
        }
        Request::Check(input, wanted) => check::run(&input, &wanted, of_checks),
        Request::Strings(input, wanted) => strings::run(&input, &wanted),
        Request::Stats(input, wanted) => stats::run(&input, &wanted),
        Request::Merge(input, wanted) => merge::run(&input, &wanted),
        Request::Ranges(input, wanted) => ranged::run(&input, &wanted),
        Request::Guess(input, wanted) => guess::run(&input, &wanted),
        Request::Undump(input, wanted) => import::run(&input, &wanted),
        Request::Recode(input, wanted) => recode::run(&input, &wanted),
        Request::Guard(input, wanted) => guard::run(&input, &wanted, of_checks),
        Request::Replace(input, wanted) => replace::run(&input, &wanted),
        Request::Encodings(input, wanted) => encodings::run(&input, &wanted),
        Request::Explain(input, wanted) => explain::run(&input, &wanted),
        Request::Learn(input, wanted) => learn::run(&input, &wanted),
        Request::Compare(input, wanted) => compare::dump(&input, &wanted),
        Request::Diff(input, wanted) if wanted.view => front::side_by_side(input, wanted),
        Request::Diff(input, wanted) => diff::run(&input, &wanted),
        Request::Dump(input, OutputFormat::Page) => page::dump(&input),
        Request::Dump(input, OutputFormat::Printed(format)) => request::dump(&input, format),
        Request::Dump(input, OutputFormat::Written(format)) => written::dump(&input, format),
        Request::Find(input, find) => find::find(&input, &find),
        Request::Open(_, start) if start.more.follow && !io::stdout().is_terminal() => {
            anyhow::bail!(ArgumentMistake::new(
                "-f needs a terminal; check --follow prints findings as they arrive"
            ))
        }
        Request::Open(input, start) if !front::has_front(&input) => printed_from(&input, &start),
        Request::Open(input, start) | Request::View(input, start) => front::inspect(&input, &start),
        Request::Scratch(input, text, start) => {
            if !io::stdout().is_terminal() {
                anyhow::bail!(ArgumentMistake::new("scratch needs a terminal to type in"));
            }
            let opened = scratch::of_text(&input, &text)?;
            let nothing = (None, Resumption::default());
            front::open(&input, &start, &opened, FirstGuide::None, nothing)
        }
    }
}

/// Prints what the inspector would show if there was a terminal.
fn printed_from(input: &InputOptions, start: &InspectorArguments) -> anyhow::Result<ExitCode> {
    let (mut input, start) = start_place::apart(input, start);
    if !input.more.is_empty() {
        anyhow::bail!(ArgumentMistake::new(
            "several files need a terminal, for tabs; name one to print it"
        ));
    }
    match start.at {
        None => {}
        Some(StartPlace::Offset(at)) => input.skip = at,
        Some(_) => anyhow::bail!(ArgumentMistake::new(
            "--at with a line or a character needs a terminal; dump -s starts at a byte"
        )),
    }
    request::dump(&input, &report::FORMATS[0])
}
