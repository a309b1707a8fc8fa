//! `encodings`: the table printed, or the nearest names.
//!
//! Invariant: no file is read except the one of `table:FILE`; a filter without a match is answered
//! with similar names.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::environment::{self, Environment};
use super::label;
use super::remark::say;
use crate::cli::InputOptions;
use crate::cli::encodings::EncodingsArguments;
use crate::codec::labels;
use crate::detect::requested::one_of;
use crate::report::Syntax;
use crate::report::encodings::{print, select};
use crate::source::Trouble;

/// The exit code if nothing matches.
const NONE: u8 = 1;
/// Columns of a line if the output is no terminal; also the fewest.
const COLUMNS: usize = 80;
/// The largest number of columns: longer lines are harder to read.
const MOST: usize = 120;

/// Prints the requested encodings.
///
/// # Errors
/// A table file is none, or the output cannot be written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &EncodingsArguments) -> anyhow::Result<ExitCode> {
    let filter = wanted.filter.join(" ");
    let found = match label::file(&filter) {
        Some(file) => vec![label::from_file(file)?],
        None => select(&filter),
    };
    let stdout = io::stdout();
    let environment = Environment::of_process();
    let style = environment.style(input, stdout.is_terminal());
    if found.is_empty() {
        say(&nothing(&filter));
        if wanted.format != Syntax::Json {
            return Ok(ExitCode::from(NONE));
        }
    }
    let mut out = stdout.lock();
    match out
        .write_all(&print(&found, columns(), wanted.format, style))
        .and_then(|()| out.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ if found.is_empty() => Ok(ExitCode::from(NONE)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Columns of the terminal, if the output is one.
fn columns() -> usize {
    environment::columns().unwrap_or(0).clamp(COLUMNS, MOST)
}

/// The message about a filter that matches nothing.
fn nothing(filter: &str) -> String {
    match labels::nearest(filter).as_slice() {
        [] => format!("nothing matches {filter:?}; hexloupe encodings lists all"),
        near => format!("nothing matches {filter:?}; did you mean {}?", one_of(near)),
    }
}
