//! Removes the decoration that a mail or a web page added around a line of the dump.
//!
//! Invariant: a mark that may be data stays, unless all lines have one; one that is data stays.

use super::format::{DumpReader, QuoteMarks};
use super::out::{ReaderOutput, Unreadable};
use super::text::{DumpLine, LineSplitter};

/// The signs beyond ASCII that are blanks, or nothing to see.
const BLANKS: [&str; 3] = ["\u{A0}", "\u{85}", "\u{202F}"];
const UNSEEN: [&str; 7] = [
    "\u{FEFF}", "\u{200B}", "\u{200C}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{AD}",
];

/// The length of such a sign at the front of a text, and what stands for it.
fn sign(text: &[u8]) -> Option<(usize, &'static [u8])> {
    let of = |signs: &[&str]| {
        { signs.iter() }
            .find(|sign| text.starts_with(sign.as_bytes()))
            .map(|sign| sign.len())
    };
    let blank = || of(&BLANKS).map(|len| (len, &b" "[..]));
    blank().or_else(|| of(&UNSEEN).map(|len| (len, &b""[..])))
}

/// The line with spaces for its no-break spaces and the like, and without signs that nobody sees; `None`
/// if it has none.
pub(super) fn unbound(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain: Option<Vec<u8>> = None;
    let mut from = 0;
    for at in memchr::memchr3_iter(0xC2, 0xE2, 0xEF, text) {
        if let Some((len, instead)) = sign(&text[at..]) {
            let plain = plain.get_or_insert_with(|| Vec::with_capacity(text.len()));
            plain.extend_from_slice(&text[from..at]);
            plain.extend_from_slice(instead);
            from = at + len;
        }
    }
    if let Some(plain) = &mut plain {
        plain.extend_from_slice(&text[from..]);
    }
    plain
}

/// Reports whether such a sign is at the front of a text.
pub(super) fn is_sign(text: &[u8]) -> bool {
    sign(text).is_some()
}

/// The line without such signs around it.
pub(super) fn trimmed(line: DumpLine<'_>) -> DumpLine<'_> {
    if line.text.is_ascii() {
        return line;
    }
    let (mut from, mut to) = (0, line.text.len());
    while let Some((len, _)) = sign(&line.text[from..]).filter(|_| line.begins) {
        from += len;
    }
    let ends = |to: usize| {
        let lens = (2..=3).filter(|len| from + len <= to);
        lens.into_iter()
            .find(|len| sign(&line.text[to - len..to]).is_some_and(|(own, _)| own == *len))
    };
    while let Some(len) = ends(to).filter(|_| line.ends) {
        to -= len;
    }
    DumpLine {
        column: line.column_of(from),
        text: &line.text[from..to],
        ..line
    }
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
    match unbound(line.text) {
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
