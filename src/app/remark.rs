//! Messages to the user beside the output.
//!
//! Invariant: they go to standard error, so that a program can read the output, and each is one
//! line that is safe to print, whatever it quotes.

use std::io::{self, IsTerminal as _, Write as _};

use super::environment::columns;
use crate::model::line::TonedLine;
use crate::unicode::glyph::{self, Charset};

/// The end of a command that had nothing to do: no file is named, and nothing came. This is what a list
/// without names leaves of `xargs`.
pub const NOTHING_CAME: &str =
    "standard input is empty, and no file is named; name files, or - to read it";

/// Prints the lines below a message, which quote nothing.
pub fn say_below(lines: &str) {
    // It fails only if standard error is closed.
    let _: io::Result<()> = io::stderr().write_all(lines.as_bytes());
}

/// Prints a line for the user on standard error.
///
/// The line may quote an argument or a path, which may hold anything, so all of it is escaped here;
/// a line that is safe stays unchanged.
pub fn say(line: &str) {
    let columns = columns().filter(|_| io::stderr().is_terminal());
    match columns {
        Some(columns) => say_below(&wrapped(said(line).trim_end(), columns)),
        None => say_below(&said(line)),
    }
}

/// Blanks before the second line of a message.
const INDENT: usize = 4;

/// A message in lines of a terminal.
fn wrapped(line: &str, columns: usize) -> String {
    let lines = TonedLine::new().plain(line).wrap(columns, INDENT);
    let lines = lines
        .iter()
        .map(|line| line.text().trim_end().to_owned() + "\n");
    lines.collect()
}

/// The line that [`say`] prints, with its end.
#[must_use]
pub fn said(line: &str) -> String {
    format!("hexloupe: {}\n", glyph::safe(line, Charset::Unicode))
}
