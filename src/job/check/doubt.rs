//! Files that were read as UTF-8 for lack of evidence, and are probably in another encoding.
//!
//! People who check UTF-16 without a mark, EBCDIC or a legacy set get thousands of faults, or none
//! although the text is unreadable. So the encoding of a file with faults or NULs is guessed after
//! its check, and reported in a line; the check itself stays. Invariant: the first [`GUESSED`] such
//! files, in the order of the output, are guessed and no others, whatever the number of threads;
//! the rest are counted. Data joined from text in bytes and in wide units is no guess: it is found in
//! every file, and the file fails.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::part::CheckOutput;
use super::{CheckOutcome, CheckParameters, Detail, Diagnostic};
use crate::detect::requested::{Likely, joined, likely};
use crate::detect::verdict::{Evidence, Verdict};
use crate::source::{Seekable, SequentialInput};
use crate::window::{Peek, Window};

/// The most files that are guessed. A guess takes longer than the check of a small file.
pub(super) const GUESSED: u64 = 8;
/// The most bytes stored of a pipe.
const HEAD: usize = 64 * 1024;

/// The shared state of a check's threads: true if enough files were guessed.
#[derive(Default)]
pub(super) struct GuessBudget {
    over: AtomicBool,
}

impl GuessBudget {
    /// Marks that no more guesses are needed.
    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }
}

/// A file that may be in another encoding, and its probable encoding.
pub(super) struct DoubtedFile {
    pub(super) name: PathBuf,
    pub(super) likely: Option<Likely>,
}

/// The stored start of a file, for doubts about its encoding after the check.
pub(super) enum EncodingDoubt {
    /// The encoding is not in doubt.
    None,
    /// An assumed encoding.
    Assumed {
        has_nul: AtomicBool,
        /// True if remarks on the file may be written.
        tells: bool,
        /// The first bytes, up to [`HEAD`], if the data can be read only once.
        kept: Vec<u8>,
    },
    /// A byte order mark of wide units: only an end in bytes is in doubt.
    Marked {
        /// True if remarks on the file may be written.
        tells: bool,
    },
}

impl EncodingDoubt {
    /// The doubt about a verdict on data that begins with a window.
    pub(super) fn new(
        orders: &CheckParameters<'_>,
        verdict: Verdict,
        input: &SequentialInput,
        window: &Window,
    ) -> Self {
        let tells = orders.detail == Detail::All;
        match verdict.evidence {
            Evidence::Assumed => {}
            Evidence::Bom if verdict.encoding.unit == 2 => return Self::Marked { tells },
            _ => return Self::None,
        }
        let head = window.slice(0, HEAD as u64);
        let kept = match input {
            SequentialInput::Seekable(_) => Vec::new(),
            SequentialInput::Pipe(_) => head.to_vec(),
        };
        Self::Assumed {
            has_nul: AtomicBool::new(false),
            tells,
            kept,
        }
    }

    /// The first bytes of a file, and whether they are all; none of data that comes only once and is
    /// marked.
    pub(super) fn head(&self, data: Option<&Seekable>) -> (Vec<u8>, bool) {
        match (data, self) {
            (Some(data), _) => {
                let window = Peek::window(data, 0, HEAD);
                let is_all = window.ends || data.len() <= HEAD as u64;
                (window.bytes, is_all)
            }
            (None, Self::Assumed { kept, .. }) => (kept.clone(), kept.len() < HEAD),
            (None, Self::None | Self::Marked { .. }) => (Vec::new(), true),
        }
    }

    /// Stores more of the first bytes of data that can be read only once.
    pub(super) fn note(&mut self, window: &Window) {
        if let Self::Assumed { kept, .. } = self
            && kept.len() < HEAD
            && window.start <= kept.len() as u64
        {
            kept.extend_from_slice(window.slice(kept.len() as u64, HEAD as u64));
        }
    }

    /// Looks for a NUL in some bytes of the file: text in wide units has them.
    pub(super) fn look(&self, bytes: &[u8]) {
        if let Self::Assumed { has_nul, .. } = self
            && !has_nul.load(Relaxed)
            && memchr::memchr(0, bytes).is_some()
        {
            has_nul.store(true, Relaxed);
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
        let (has_nul, tells, kept) = match self {
            Self::None => return,
            Self::Marked { tells } => (true, *tells, &Vec::new()),
            Self::Assumed {
                has_nul,
                tells,
                kept,
            } => (has_nul.load(Relaxed), *tells, kept),
        };
        let data: &dyn Peek = data.map_or(kept, |data| data);
        if let Some(likely) = has_nul.then(|| joined(data)).flatten() {
            outcome.joined = likely.offset();
            outcome.found = true;
            if tells {
                let told = Diagnostic::ReadsLike(name.to_owned(), likely);
                part.diagnostics.push(told);
            }
            return;
        }
        let is_doubtful = has_nul || outcome.faults.total() > 0;
        if !tells || !is_doubtful || matches!(self, Self::Marked { .. }) {
            return;
        }
        if guesses.over.load(Relaxed) {
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
