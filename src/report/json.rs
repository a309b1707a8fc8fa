//! `--format json`: the records of [`records`] in one document.
//!
//! The records are the very same text, each on a line of its own, with commas between
//! them. Invariant: it is one JSON value, of no record too; of what is cut off every
//! line but the first is a record still.

use std::io::{self, Write};

use super::{Options, Printed, records};
use crate::model::text::Text;
use crate::window::Peek;

/// Prints the document; see [`Print`](super::Print).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: Text<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    // An id needs no escape.
    write!(out, "{{\"encoding\":\"{}\",\"records\":[", text.encoding.id)?;
    let mut between = Between {
        out,
        separator: Some("\n"),
    };
    let printed = records::print(known, text, options, &mut between)?;
    out.write_all(b"\n]}\n")?;
    Ok(printed)
}

/// Puts commas where lines end and another follows.
struct Between<'a> {
    out: &'a mut dyn Write,
    /// What is to be written before the next byte.
    separator: Option<&'static str>,
}

impl Write for Between<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if let Some(separator) = self.separator.take() {
                self.out.write_all(separator.as_bytes())?;
            }
            match line.strip_suffix(b"\n") {
                Some(line) => {
                    self.out.write_all(line)?;
                    self.separator = Some(",\n");
                }
                None => self.out.write_all(line)?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
