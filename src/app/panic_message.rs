//! The message of a panic, which is a fault of the program itself.
//!
//! A panic is reported in one line with its place; if a backtrace is requested, Rust prints its own
//! message instead. Invariant: a panic may quote data, so the line has no control character of it.

use std::env;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};

use crate::job;
use crate::unicode::glyph::{self, Charset};

/// Reports every panic from now on in one line on standard error.
pub fn say_in_one_line() {
    if env::var_os("RUST_BACKTRACE").is_none_or(|value| value == "0") {
        panic::set_hook(Box::new(|info| {
            // It fails only if standard error is closed.
            let _ = writeln!(io::stderr(), "hexloupe: {}", line(info));
        }));
    }
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let message = job::background::panic_message(info.payload());
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    sentence(&message, &place)
}

fn sentence(said: &str, place: &str) -> String {
    let said = glyph::safe(said, Charset::Unicode);
    format!("this is a bug in hexloupe, please report it: {said} ({place})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_quoted_in_a_panic_does_no_harm() {
        let said = sentence("byte 1 of `\u{1b}[2J\n`", "src/x.rs:1:2");
        assert!(!said.contains(char::is_control), "{said:?}");
        assert!(said.ends_with("(src/x.rs:1:2)"));
    }
}
