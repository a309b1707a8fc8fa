//! The loop, the events, the terminal: the only place where things happen.
//!
//! [`run`] does what was asked for. Invariant: whether there is a screen is
//! decided here, once, before anything is drawn or printed.

mod attended;
pub mod check;
mod clipboard;
mod compare;
pub mod encodings;
pub mod environment;
mod export;
pub mod find;
pub mod guess;
mod head_bytes;
pub mod import;
pub mod inspect;
pub mod panic_message;
pub mod picture;
pub mod request;
pub mod stats;
mod written;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::cli::{FileOffset, InputOptions, Request};
use crate::model::look::Look;
use crate::report;
use crate::report::output::Output;
use crate::terminal::signals;
use environment::Environment;
use inspect::Left;

/// Does what was asked for.
///
/// # Errors
/// Trouble that ended it before its time, fit for one line.
pub fn run(request: Request) -> anyhow::Result<ExitCode> {
    match request {
        Request::Check(reading, wanted) => check::run(&reading, &wanted),
        Request::Stats(reading, wanted) => stats::run(&reading, &wanted),
        Request::Guess(reading, wanted) => guess::run(&reading, &wanted),
        Request::Undump(reading, wanted) => import::run(&reading, &wanted),
        Request::Encodings(reading, wanted) => encodings::run(&reading, &wanted),
        Request::Compare(reading, wanted) => compare::dump(&reading, &wanted),
        Request::Dump(reading, Output::Printed(format)) => request::dump(&reading, format),
        Request::Dump(reading, Output::Written(format)) => written::dump(&reading, format),
        Request::Find(reading, find) => find::find(&reading, &find),
        Request::Open(reading, _) if !has_screen() => request::dump(&reading, &report::FORMATS[0]),
        Request::Open(reading, at) | Request::View(reading, at) => inspect(&reading, at),
    }
}

/// Whether there is somewhere to open the inspector.
fn has_screen() -> bool {
    io::stdout().is_terminal() && Environment::of_process().has_screen()
}

/// Opens the inspector.
fn inspect(reading: &InputOptions, at: Option<FileOffset>) -> anyhow::Result<ExitCode> {
    let opened = request::open(reading)?;
    let start = at.unwrap_or(reading.skip);
    let at = request::offset(start, &opened.source);
    let environment = Environment::of_process();
    let look = Look {
        theme: environment.theme(reading.theme, reading.color),
        charset: environment.charset(reading.ascii),
    };
    let clipboard = environment.clipboard(reading.clipboard.as_deref());
    match inspect::inspect(&opened, at, reading.width, look, clipboard)? {
        Left::Quit => Ok(ExitCode::SUCCESS),
        Left::Killed(signal) => {
            // Of the signal itself, so that the shell sees it; else as if.
            signals::die(signal)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
