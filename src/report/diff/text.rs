//! Differences for people, on a terminal or in a file.

use std::io::{self, Write};

use super::{DiffPrinter, rows};
use crate::job::diff::Difference;
use crate::report::ansi;

/// Prints a difference, with the names of the files before the first.
pub(super) fn print(
    printer: &DiffPrinter<'_>,
    difference: &Difference,
    is_first: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    let heads = is_first.then(|| rows::heads(printer));
    let lines = rows::lines(printer, difference);
    for line in heads.into_iter().flatten().chain(lines) {
        ansi::trimmed(&mut bytes, line, printer.style.theme);
    }
    out.write_all(&bytes)
}
