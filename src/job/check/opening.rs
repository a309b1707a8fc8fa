//! The first bytes of a file, by which its encoding is chosen and binary data is recognised.
//!
//! Invariant: of a pipe that is still open, no more is waited for than the choice of an
//! encoding needs.

use std::path::Path;

use super::{Diagnostic, STEP};
use crate::codec::Encoding;
use crate::detect;
use crate::detect::verdict::{Evidence, Verdict};
use crate::source::{Pipe, Seekable, SequentialInput, Trouble};
use crate::window::{Peek, Window};

/// Bytes by which the encoding is chosen and binary data is recognised.
const OPENING: usize = 64 * 1024;
/// Bytes of the longest byte order mark.
const MARK: usize = 4;
/// The byte order mark of UTF-32LE, which begins with that of UTF-16LE.
const SHARED: &[u8] = b"\xFF\xFE\0\0";

/// Reads as many bytes as the choice of an encoding needs; of a pipe, only those that have
/// arrived if they are enough.
pub(in crate::job) fn begin(
    input: &mut SequentialInput,
    window: &mut Window,
) -> Result<(), Trouble> {
    match input {
        SequentialInput::Seekable(data) => {
            let len = short_or(data, OPENING);
            data.read(0, len, window);
            Ok(())
        }
        SequentialInput::Pipe(pipe) => begin_pipe(pipe, window),
    }
}

/// The length of a file that is checked in one step; for longer files, `len`.
fn short_or(data: &Seekable, len: usize) -> usize {
    if data.len() <= STEP {
        data.len() as usize
    } else {
        len
    }
}

fn begin_pipe(pipe: &mut Pipe, window: &mut Window) -> Result<(), Trouble> {
    loop {
        pipe.go_on(0, window)?;
        let wanted = if window.bytes.starts_with(SHARED) {
            OPENING
        } else {
            MARK
        };
        if window.ends || window.bytes.len() >= wanted {
            return Ok(());
        }
    }
}

/// The first bytes of data, with the length of all of it.
pub(in crate::job) struct Beginning<'a> {
    window: &'a Window,
    len: u64,
}

impl<'a> Beginning<'a> {
    /// The length of a pipe is that of the bytes that have arrived.
    pub(in crate::job) fn of(input: &SequentialInput, window: &'a Window) -> Self {
        let len = match input {
            SequentialInput::Seekable(data) => data.len(),
            SequentialInput::Pipe(_) => window.end(),
        };
        Self { window, len }
    }
}

impl Peek for Beginning<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let end = start.saturating_add(len as u64);
        let bytes = self.window.slice(start, end).to_vec();
        Window {
            start,
            ends: start + bytes.len() as u64 == self.len,
            bytes,
            holes: Vec::new(),
        }
    }
}

/// A message if the byte order mark begins with that of another encoding.
pub(super) fn two_marks(
    name: &Path,
    input: &SequentialInput,
    window: &Window,
    verdict: Verdict,
) -> Option<Diagnostic> {
    let other = other_mark(input, window, verdict)?;
    Some(Diagnostic::TwoMarks(
        name.to_owned(),
        verdict.encoding,
        other,
    ))
}

/// The other encoding whose byte order mark the data begins with, if there is one.
pub(in crate::job) fn other_mark(
    input: &SequentialInput,
    window: &Window,
    verdict: Verdict,
) -> Option<&'static Encoding> {
    if verdict.evidence != Evidence::Bom || !window.bytes.starts_with(SHARED) {
        return None;
    }
    detect::other_by_mark(&Beginning::of(input, window), verdict.encoding)
}
