//! `--format markdown`: the panes in a code fence, and a table of the ill-formed or unusual
//! sequences in them.
//!
//! Every line of the panes begins with an offset, so nothing in the data can end the fence.
//! Invariant: outside the fence a backslash precedes every character that Markdown or HTML
//! would interpret, and no other, and the table has at most 100 rows.

use std::io::{self, Write};

use super::chunks::{Chunks, DataChunk};
use super::explanation::ExplanationLines;
use super::{Options, Printed, dump};
use crate::codec::{Meaning, Step};
use crate::model::text::EncodedText;
use crate::unicode::glyph;
use crate::window::Peek;

/// The most findings that are listed.
const MOST: usize = 100;

/// Prints the document; see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let name = escaped(&glyph::safe(text.encoding.name, options.charset));
    write!(out, "# Bytes as {name}\n\n```text\n")?;
    let mut listing = MarkdownListing::default();
    let options = Options {
        theme: None,
        ..options.clone()
    };
    let mut chunks = Chunks::of_rows(known, text, &options);
    let mut rows = dump::DumpRows::new(text, &options);
    while let Some(chunk) = chunks.next(out)? {
        rows.print(&chunk, known, out)?;
        let steps = chunk.items().map(|item| item.step);
        for step in steps.filter(|step| tells(&chunk, step)) {
            listing.add(&step, known.address(step.offset), || {
                ExplanationLines::new(&chunk, &step, options.charset)
            });
        }
    }
    out.write_all(b"```\n")?;
    listing.write_to(out)?;
    Ok(chunks.printed())
}

/// Reports whether a step is listed: an ill-formed sequence, or a character with notices.
fn tells(chunk: &DataChunk, step: &Step) -> bool {
    match step.meaning {
        Meaning::IllFormed(_) => true,
        Meaning::Absent(_) | Meaning::Shift => false,
        _ => !chunk.stretch.notices(step).is_empty(),
    }
}

/// The rows of the table, and the counts.
#[derive(Default)]
struct MarkdownListing {
    rows: Vec<String>,
    ill_formed: u64,
    noticed: u64,
}

impl MarkdownListing {
    fn add(&mut self, step: &Step, address: u64, note: impl FnOnce() -> ExplanationLines) {
        let fault = step.meaning.fault().is_some();
        *(if fault {
            &mut self.ill_formed
        } else {
            &mut self.noticed
        }) += 1;
        if self.rows.len() >= MOST {
            return;
        }
        let note = note();
        let ids: Vec<_> = note.ids.iter().map(|id| format!("`{id}`")).collect();
        self.rows.push(format!(
            "| `0x{:08X}` | `{}` | {} | {} | {} |\n",
            address,
            note.bytes,
            escaped(&note.title),
            ids.join(" "),
            escaped(&note.why.join(" ")),
        ));
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let (faults, notices) = (self.ill_formed, self.noticed);
        write!(
            out,
            "\nIll-formed sequences: {faults}. Unusual characters: {notices}.\n"
        )?;
        if self.rows.is_empty() {
            return Ok(());
        }
        out.write_all(b"\n| offset | bytes | what | kind | why |\n|---|---|---|---|---|\n")?;
        for row in &self.rows {
            out.write_all(row.as_bytes())?;
        }
        let rest = faults + notices - self.rows.len() as u64;
        if rest > 0 {
            write!(out, "\nThe first {MOST} are listed; {rest} more are not.\n")?;
        }
        Ok(())
    }
}

/// The characters that Markdown (`CommonMark`, and GitHub's tables, strikethrough, formulas and
/// users) or HTML would interpret inside a line. Characters with a meaning only at the start of a
/// line, or after a bracket, are not among them.
const INTERPRETED: &str = r"\`*_[<&|~$@";

/// Text with a backslash before every character that Markdown would interpret.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if INTERPRETED.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
