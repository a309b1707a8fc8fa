//! Removes the decoration that a mail or a web page added around a line of the dump.
//!
//! Invariant: a mark that may be data stays, unless all lines have one; one that is data stays.

use super::format::{DumpReader, QuoteMarks};
use super::out::{ReaderOutput, Unreadable};
use super::text::{DumpLine, LineSplitter};

/// The line with spaces for its no-break spaces (U+00A0); `None` if it has none.
fn unbound(text: &[u8]) -> Option<Vec<u8>> {
    const NO_BREAK: &[u8] = "\u{A0}".as_bytes();
    memchr::memmem::find(text, NO_BREAK)?;
    let (mut plain, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(at) = memchr::memmem::find(rest, NO_BREAK) {
        plain.extend_from_slice(&rest[..at]);
        plain.push(b' ');
        rest = &rest[at + NO_BREAK.len()..];
    }
    plain.extend_from_slice(rest);
    Some(plain)
}

/// Gives a reader a line without quote marks; fences are skipped.
pub(super) fn clean(
    reader: &mut dyn DumpReader,
    line: DumpLine<'_>,
    out: &mut ReaderOutput,
) -> Result<(), Unreadable> {
    let line = line.unquoted();
    if line.is_fence() {
        out.skip(line.number);
        return Ok(());
    }
    match memchr::memchr(0xC2, line.text).and_then(|_| unbound(line.text)) {
        Some(plain) => reader.line(
            &DumpLine {
                text: &plain,
                ..line
            },
            out,
        ),
        None => reader.line(&line, out),
    }
}

/// Reports whether lines of a text with this sample are to be cleaned.
pub(super) fn cleans(reader: &dyn DumpReader, sample: &[u8]) -> bool {
    match reader.quote_marks() {
        QuoteMarks::Decoration => true,
        QuoteMarks::DecorationOfAll => all_quoted(sample),
        QuoteMarks::Text => false,
    }
}

/// Reports whether every line of a text has a quote mark.
fn all_quoted(sample: &[u8]) -> bool {
    let mut all = !sample.is_empty();
    let mut lines = LineSplitter::new();
    let mut each = |line: DumpLine<'_>| {
        all &= !line.begins || line.is_blank() || line.is_quoted();
        if all { Ok(()) } else { Err(()) }
    };
    let done = lines.feed(sample, &mut each);
    done.and_then(|()| lines.finish(&mut each)).is_ok() && all
}
