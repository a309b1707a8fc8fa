//! The loop, the events, the terminal: the only place where things happen.
//!
//! [`run`] does what was asked for. Invariant: whether there is a screen is
//! decided here, once, before anything is drawn or printed.

pub mod inspect;
pub mod request;
pub mod terminal;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::cli::{Place, Reading, Request};
use crate::model::look::{Look, Theme};
use crate::report;
use inspect::Left;
use terminal::signals;

/// Does what was asked for.
///
/// # Errors
/// Trouble that ended it before its time, fit for one line.
pub fn run(request: Request) -> anyhow::Result<ExitCode> {
    match request {
        Request::Dump(reading, format) => request::dump(&reading, format),
        Request::Open(reading, _) if !io::stdout().is_terminal() => {
            request::dump(&reading, &report::FORMATS[0])
        }
        Request::Open(reading, at) | Request::View(reading, at) => inspect(&reading, at),
    }
}

/// Opens the inspector.
fn inspect(reading: &Reading, at: Option<Place>) -> anyhow::Result<ExitCode> {
    let opened = request::open(reading)?;
    let start = at.unwrap_or(reading.skip);
    let at = request::offset(start, &opened.source);
    let look = Look {
        theme: if request::coloured(reading.color, true) {
            Theme::Sixteen
        } else {
            Theme::Mono
        },
        charset: reading.charset(),
    };
    match inspect::inspect(&opened, at, reading.width, look)? {
        Left::Quit => Ok(ExitCode::SUCCESS),
        Left::Killed(signal) => {
            // Of the signal itself, so that the shell sees it; else as if.
            signals::die(signal)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
