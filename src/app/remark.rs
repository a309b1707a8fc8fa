//! What is said to the user beside the output.
//!
//! Invariant: it goes to standard error, so that the output can be read by a program.

use std::io::{self, Write as _};

/// Prints a line for the user on standard error.
pub(crate) fn say(line: &str) {
    // It only fails if standard error is closed.
    let _: io::Result<()> = writeln!(io::stderr(), "hexloupe: {line}");
}
