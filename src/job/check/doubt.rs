//! Files that were read as UTF-8 for lack of evidence, and are probably in another encoding.
//!
//! People who check UTF-16 without a mark, EBCDIC or a legacy set get thousands of faults, or none
//! although the text is unreadable. So the encoding of a file with faults or NULs is guessed after
//! its check, and reported in a line; the check itself stays. Invariant: as many such files as
//! a [`GuessBudget`] has, in the order of the output, are guessed and no others, whatever the number of
//! threads; the rest are counted. Data joined from text in bytes and in wide units is no guess: it is found in
//! every file, and the file fails.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::part::CheckOutput;
use super::pipe_parts::PipeParts;
use super::{CheckOutcome, CheckParameters, Detail, Diagnostic};
use crate::detect::requested::{Likely, joined, likely};
use crate::detect::verdict::{Evidence, Verdict};
use crate::source::{Seekable, SequentialInput};
use crate::window::{Peek, Window};

/// The most files that are guessed, unless all are.
const GUESSED: u64 = 8;
/// The first bytes of a file that are judged; of a pipe they are stored.
pub(super) const HEAD: usize = 64 * 1024;

/// The guesses that a check has made, of all its files and of what is inside them.
#[derive(Debug)]
pub struct GuessBudget {
    most: u64,
    guessed: AtomicU64,
    /// Those by which a file is in another encoding.
    hinted: AtomicU64,
}

impl Default for GuessBudget {
    /// For a check that somebody waits for: a guess takes longer than the check of a small file.
    fn default() -> Self {
        Self::of(GUESSED)
    }
}

impl GuessBudget {
    /// For every file.
    pub fn unlimited() -> Self {
        Self::of(u64::MAX)
    }

    fn of(most: u64) -> Self {
        Self {
            most,
            guessed: AtomicU64::default(),
            hinted: AtomicU64::default(),
        }
    }

    /// Reports whether enough files were guessed.
    pub(super) fn is_spent(&self) -> bool {
        self.guessed.load(Relaxed) >= self.most
    }

    /// Reports whether a guess found another encoding.
    pub(super) fn has_hinted(&self) -> bool {
        self.hinted.load(Relaxed) > 0
    }

    /// Counts a guess.
    pub(super) fn spend(&self, has_hinted: bool) {
        self.guessed.fetch_add(1, Relaxed);
        self.hinted.fetch_add(u64::from(has_hinted), Relaxed);
    }
}

/// A file that may be in another encoding, and its probable encoding.
pub(super) struct DoubtedFile {
    pub(super) name: PathBuf,
    pub(super) likely: Option<Likely>,
}

/// The doubt about the encoding of a file, which is settled after its check.
pub(super) struct EncodingDoubt {
    cause: DoubtCause,
    /// True if text in wide units may stand in the file.
    has_nul: AtomicBool,
    /// True if remarks on the file may be written.
    tells: bool,
    /// True if the data can be read only once.
    is_pipe: bool,
    /// Then its first bytes, up to [`HEAD`], ...
    kept: Vec<u8>,
    /// ... and the parts after them.
    parts: PipeParts,
}

/// The cause of a doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DoubtCause {
    /// The encoding is not in doubt.
    None,
    /// It is assumed.
    Assumed,
    /// It is that of a byte order mark of wide units: only parts in bytes are in doubt.
    Marked,
}

impl EncodingDoubt {
    /// The doubt about a verdict on data that begins with a window.
    pub(super) fn new(
        orders: &CheckParameters<'_>,
        verdict: Verdict,
        input: &SequentialInput,
        window: &Window,
    ) -> Self {
        let cause = match verdict.evidence {
            Evidence::Assumed => DoubtCause::Assumed,
            Evidence::Bom if verdict.encoding.unit == 2 => DoubtCause::Marked,
            _ => DoubtCause::None,
        };
        let kept = match input {
            SequentialInput::Pipe(_) => window.slice(0, HEAD as u64).to_vec(),
            SequentialInput::Seekable(_) => Vec::new(),
        };
        Self {
            cause,
            has_nul: AtomicBool::new(cause == DoubtCause::Marked),
            tells: orders.detail == Detail::All,
            is_pipe: matches!(input, SequentialInput::Pipe(_)),
            kept,
            parts: PipeParts::default(),
        }
    }

    /// The first bytes of a file, and whether they are all.
    pub(super) fn head(&self, data: Option<&Seekable>) -> (Vec<u8>, bool) {
        match data {
            Some(data) => {
                let window = Peek::window(data, 0, HEAD);
                let is_all = window.ends || data.len() <= HEAD as u64;
                (window.bytes, is_all)
            }
            None => (self.kept.clone(), self.kept.len() < HEAD),
        }
    }

    /// Stores more of the first bytes of data that can be read only once.
    pub(super) fn note(&mut self, window: &Window) {
        let len = self.kept.len();
        if self.is_pipe && len < HEAD && window.start <= len as u64 {
            let more = window.slice(len as u64, HEAD as u64);
            self.kept.extend_from_slice(more);
        }
        if self.is_pipe && self.cause == DoubtCause::Assumed {
            self.parts.note(window);
        }
    }

    /// Looks for a NUL in some bytes of the file: text in wide units has them.
    pub(super) fn look(&self, bytes: &[u8]) {
        let may = self.cause == DoubtCause::Assumed && !self.has_nul.load(Relaxed);
        if may && memchr::memchr(0, bytes).is_some() {
            self.has_nul.store(true, Relaxed);
        }
    }

    /// Adds to the outcome that the file is joined from parts, or the file to the output, if its
    /// outcome makes its encoding doubtful.
    pub(super) fn conclude(
        &self,
        guesses: &GuessBudget,
        name: &Path,
        data: Option<&Seekable>,
        outcome: &mut CheckOutcome,
        part: &mut CheckOutput,
    ) {
        if self.cause == DoubtCause::None {
            return;
        }
        let has_nul = self.has_nul.load(Relaxed);
        let data: &dyn Peek = data.map_or(&self.kept, |data| data);
        let found = || joined(data).or_else(|| self.parts.first());
        if let Some(likely) = has_nul.then(found).flatten() {
            let offset = likely.offset();
            let own = outcome.part.map_or(0..u64::MAX, |part| part.range());
            if !offset.is_some_and(|offset| own.contains(&offset)) {
                // Another part of the file has the place, and tells it.
                return;
            }
            outcome.joined = offset;
            outcome.found = true;
            if self.tells {
                let told = Diagnostic::ReadsLike(name.to_owned(), likely);
                part.diagnostics.push(told);
            }
            return;
        }
        let is_doubtful = has_nul || outcome.faults.total() > 0;
        if !self.tells || !is_doubtful || self.cause == DoubtCause::Marked {
            return;
        }
        if guesses.is_spent() {
            part.totals.not_guessed += 1;
            return;
        }
        let read = outcome.verdict.encoding;
        let likely = likely(data).filter(|other| !other.is(read));
        part.doubted.push(DoubtedFile {
            name: name.to_owned(),
            likely,
        });
    }
}
