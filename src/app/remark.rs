//! What is said to the user beside the output.
//!
//! Invariant: it goes to standard error, so that the output can be read by a program, and it is one
//! line that is safe to print, whatever it quotes.

use std::io::{self, Write as _};

use crate::unicode::glyph::{self, Charset};

/// Prints a line for the user on standard error.
///
/// What the line quotes, as an argument or a path, may hold anything, so all of it is escaped here;
/// a line that is safe stays as it is.
pub fn say(line: &str) {
    let line = glyph::safe(line, Charset::Unicode);
    // It only fails if standard error is closed.
    let _: io::Result<()> = writeln!(io::stderr(), "hexloupe: {line}");
}
