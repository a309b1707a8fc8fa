//! The first bytes of data that can be read once, for the choice of its encoding.
//!
//! The choice requests the bytes it needs, and a pipe is awaited only that far: nobody waits for
//! bytes that decide nothing. Invariant: the cuts of a pipe into reads decide nothing, and no more
//! than [`OPENING`] bytes and one are awaited.

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

use super::{Diagnostic, STEP};
use crate::codec::Encoding;
use crate::detect;
use crate::detect::verdict::{Evidence, Verdict};
use crate::source::{Seekable, SequentialInput, Trouble};
use crate::window::{Peek, Window};

/// Bytes of a pipe that decide its encoding; also the bytes of a file read at once.
const OPENING: usize = 64 * 1024;
/// Bytes of the longest byte order mark.
const MARK: u64 = 4;
/// The byte order mark of UTF-32LE, which begins with that of UTF-16LE.
const SHARED: &[u8] = b"\xFF\xFE\0\0";

/// Reads the first bytes: of a file up to 64 KiB, or all of a short one; of a pipe the bytes of a
/// byte order mark.
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
        SequentialInput::Pipe(_) => wait(input, MARK, window),
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

/// Waits until the window has the first bytes up to an offset, or all there are.
fn wait(input: &mut SequentialInput, until: u64, window: &mut Window) -> Result<(), Trouble> {
    while !window.ends && window.end() < until {
        input.wait(0, window)?;
    }
    Ok(())
}

/// Chooses the encoding of data whose first bytes are in the window; bytes of a pipe are added as
/// the choice requests them. Also returns whether reading a pipe has failed: then the data ends
/// there.
pub(in crate::job) fn choose(
    input: &mut SequentialInput,
    window: &mut Window,
    reading: &dyn Fn(&dyn Peek) -> Verdict,
) -> (Verdict, Result<(), Trouble>) {
    let asked = OpeningInput {
        input,
        window,
        waited: Ok(()),
    };
    let beginning = OpeningData(RefCell::new(asked));
    let verdict = reading(&beginning);
    (verdict, beginning.0.into_inner().waited)
}

/// The data of a choice; of a pipe at most [`OPENING`] bytes, which are awaited.
struct OpeningData<'a>(RefCell<OpeningInput<'a>>);

/// An input with its first bytes.
struct OpeningInput<'a> {
    input: &'a mut SequentialInput,
    window: &'a mut Window,
    waited: Result<(), Trouble>,
}

impl OpeningInput<'_> {
    /// Waits for the first bytes up to an offset, if the data can be read only once.
    fn wait(&mut self, until: u64) {
        if let (SequentialInput::Pipe(_), Ok(())) = (&self.input, &self.waited) {
            self.waited = wait(self.input, until, self.window);
        }
    }

    fn window(&mut self, start: u64, len: usize) -> Window {
        let end = start.saturating_add(len as u64);
        let most = match &self.input {
            SequentialInput::Seekable(data) => {
                if start < self.window.start || end.min(data.len()) > self.window.end() {
                    let mut other = Window::default();
                    data.read(start, len, &mut other);
                    return other;
                }
                data.len()
            }
            SequentialInput::Pipe(_) => {
                let most = OPENING as u64;
                // One more than the most, to learn whether the data ends with them.
                self.wait(if end < most { end } else { most + 1 });
                most
            }
        };
        let bytes = self.window.slice(start, end.min(most)).to_vec();
        let ends = start + bytes.len() as u64 >= self.window.end() && self.window.ends;
        let holes = self.window.holes.iter();
        let holes = holes.filter_map(|hole| hole.cut(start, end));
        Window {
            start,
            ends,
            holes: holes.collect(),
            bytes,
        }
    }
}

impl Peek for OpeningData<'_> {
    /// For a pipe, the number of bytes that decide its encoding.
    fn len(&self) -> u64 {
        let mut asked = self.0.borrow_mut();
        if let SequentialInput::Seekable(data) = &asked.input {
            return data.len();
        }
        asked.wait(OPENING as u64 + 1);
        asked.window.end().min(OPENING as u64)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.0.borrow_mut().window(start, len)
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        match &self.0.borrow().input {
            SequentialInput::Seekable(data) => data.zeros(from),
            SequentialInput::Pipe(_) => from..from,
        }
    }
}

/// A message if the byte order mark begins with that of another encoding.
pub(super) fn two_marks(name: &Path, window: &Window, verdict: Verdict) -> Option<Diagnostic> {
    let other = other_mark(window, verdict)?;
    Some(Diagnostic::TwoMarks(
        name.to_owned(),
        verdict.encoding,
        other,
    ))
}

/// The other encoding whose byte order mark the data begins with, if there is one; the window has
/// its first bytes.
pub(in crate::job) fn other_mark(window: &Window, verdict: Verdict) -> Option<&'static Encoding> {
    if verdict.evidence != Evidence::Bom || !window.bytes.starts_with(SHARED) {
        return None;
    }
    detect::other_by_mark(&window.bytes, verdict.encoding)
}
