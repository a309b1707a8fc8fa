//! Differences as a page: the lines of the text, in the colours of a theme.

use std::io::{self, Write};

use super::{DiffPrinter, rows};
use crate::job::diff::{DiffOutcome, Difference};
use crate::report::html;

/// Begins the page.
pub(super) fn begin(printer: &DiffPrinter<'_>, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = printer.sides.map(|side| side.name(printer.style));
    let theme = printer.style.theme.unwrap_or_default();
    html::begin_lines(&format!("{a} and {b}: what differs"), theme, out)
}

/// Prints a difference, with the names of the files before the first.
pub(super) fn print(
    printer: &DiffPrinter<'_>,
    difference: &Difference,
    is_first: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let theme = printer.style.theme.unwrap_or_default();
    let heads = is_first.then(|| rows::heads(printer));
    let lines = rows::lines(printer, difference);
    for line in heads.into_iter().flatten().chain(lines) {
        html::line(&line, theme, out)?;
    }
    Ok(())
}

/// Ends the page with the outcome.
pub(super) fn end(
    printer: &DiffPrinter<'_>,
    outcome: &DiffOutcome,
    out: &mut dyn Write,
) -> io::Result<()> {
    html::end_lines(&printer.summary(outcome, true), out)
}
