//! `dump --format` in the forms that `undump` reads back.
//!
//! Invariant: the user gets a message about bytes that could not be written, and their replacement.

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::bail;

use super::environment::Environment;
use super::head_bytes::HeadBytes;
use super::remark::say;
use super::request::{open, past_end, range};
use crate::cli::InputOptions;
use crate::hexdump::{DumpFormat, DumpLayout, FormatSubject};
use crate::model::text::EncodedText;
use crate::report::written::{WriteRequest, write};
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph;

/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Writes the data to standard output in a format.
///
/// # Errors
/// The data cannot be opened, or the output cannot be written. A reader who has closed the
/// pipe is no error.
pub(super) fn dump(input: &InputOptions, format: &'static DumpFormat) -> anyhow::Result<ExitCode> {
    let opened = open(input)?;
    let source: &Source = &opened.source;
    let head = HeadBytes(source);
    let verdict = opened.requested.verdict_at_open(&head);
    if format.subject == FormatSubject::Text
        && let Some(remark) = opened.remark(&head, verdict)
    {
        say(&remark);
    }
    let waiting = WaitingSource(source);
    let text = EncodedText::new(&waiting, verdict.encoding, opened.phase(verdict));
    let wanted = WriteRequest {
        range: range(input, source),
        format,
        layout: DumpLayout { width: input.width },
    };
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let written = write(source, text, &wanted, &mut out);
    let lost = match written.and_then(|lost| out.flush().map(|()| lost)) {
        Ok(lost) => lost,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        // An error of the writer itself, not of the output.
        Err(error) if error.kind() == io::ErrorKind::Other && error.get_ref().is_some() => {
            bail!("{error}")
        }
        Err(error) => return Err(Trouble::io("standard output", &error).into()),
    };
    if let Some(trouble) = source.failure() {
        return Err(trouble.into());
    }
    let charset = Environment::of_process().charset(input.ascii);
    let name = || glyph::safe_bytes(source.label().as_encoded_bytes(), charset);
    if lost.unreadable > 0 {
        bail!("{}: {} bytes could not be read", name(), lost.unreadable);
    }
    if let Some(lost) = lost.said() {
        say(&format!("{}: {lost}", name()));
    }
    if let Some(said) = past_end(input.skip, &wanted.range, source) {
        say(&format!("{}: {said}", name()));
    }
    Ok(ExitCode::SUCCESS)
}
