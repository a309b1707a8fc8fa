//! The output of a check: its parts from the threads, and their receiver.
//!
//! Invariant: all reports and counts go through here, in the order of the files and of the offsets
//! in them, except numbers that were stored to the end.

use std::io;
use std::ops::ControlFlow;

use super::doubt::{DoubtedFile, GuessBudget};
use super::{CheckProgress, CheckTotals, Diagnostic, FindingSink, STEP};
use crate::source::Trouble;

/// Files whose numbers are passed on together.
const FILES: u64 = 32;

/// Bytes of output that are passed on together.
pub(super) const FULL: usize = 128 * 1024;

/// A part of the output of a check.
#[derive(Default)]
pub(super) struct CheckOutput {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) written: Vec<u8>,
    /// Files whose encoding is doubtful.
    pub(super) doubted: Vec<DoubtedFile>,
    /// The next output may take long.
    pub(super) now: bool,
    /// Numbers to add to the totals.
    pub(super) totals: CheckTotals,
    /// Bytes that were checked.
    pub(super) advanced: u64,
}

impl CheckOutput {
    /// Adds an error.
    pub(super) fn trouble(&mut self, trouble: Trouble) {
        self.totals.troubles += 1;
        self.diagnostics.push(Diagnostic::Trouble(trouble));
    }

    /// Reports whether it has only numbers, and few files and bytes.
    pub(super) fn can_wait(&self) -> bool {
        let says = !self.diagnostics.is_empty() || !self.written.is_empty() || self.now;
        !says && self.doubted.is_empty() && self.totals.files < FILES && self.advanced < STEP
    }

    /// Adds later output; returns it if both have too many bytes.
    pub(super) fn absorb(&mut self, mut later: Self) -> Option<Self> {
        let both = self.written.len() + later.written.len();
        if !later.written.is_empty() && both > FULL {
            return Some(later);
        }
        self.diagnostics.append(&mut later.diagnostics);
        self.written.append(&mut later.written);
        self.doubted.append(&mut later.doubted);
        self.now = later.now;
        self.totals.merge(&later.totals);
        self.advanced += later.advanced;
        None
    }
}

/// Receives the output in order, and passes it to the sink.
pub(super) struct CheckOutputWriter<'a> {
    sink: &'a mut dyn FindingSink,
    totals: CheckTotals,
    guesses: &'a GuessBudget,
    bytes: u64,
    /// The bytes in total, if known.
    of: Option<u64>,
}

impl<'a> CheckOutputWriter<'a> {
    pub(super) fn new(sink: &'a mut dyn FindingSink, guesses: &'a GuessBudget) -> Self {
        Self {
            sink,
            totals: CheckTotals::default(),
            guesses,
            bytes: 0,
            of: None,
        }
    }

    /// Sets the bytes in total.
    pub(super) fn expect(&mut self, bytes: u64) {
        self.of = Some(bytes);
    }

    /// Receives the next part; breaks with the error of the sink.
    pub(super) fn write(&mut self, part: &CheckOutput) -> ControlFlow<io::Error> {
        self.totals.merge(&part.totals);
        for diagnostic in &part.diagnostics {
            self.sink.say(diagnostic);
        }
        if part.now || !part.written.is_empty() {
            let printed = self.sink.print(&part.written, part.now);
            printed.map_or_else(ControlFlow::Break, ControlFlow::Continue)?;
        }
        for doubted in &part.doubted {
            self.doubt(doubted);
        }
        if part.advanced > 0 {
            self.bytes += part.advanced;
            self.sink.progress(CheckProgress {
                files: self.totals.files,
                bytes: self.bytes,
                of: self.of,
            });
        }
        ControlFlow::Continue(())
    }

    /// Reports the probable encoding of a file, if it is among the first doubtful ones.
    fn doubt(&mut self, doubted: &DoubtedFile) {
        if self.guesses.is_spent() {
            self.totals.not_guessed += 1;
            return;
        }
        self.guesses.spend(doubted.likely.is_some());
        if let Some(likely) = doubted.likely {
            let name = doubted.name.clone();
            self.sink.say(&Diagnostic::ReadsLike(name, likely));
        }
    }

    /// The totals of all parts, and the numbers stored to the end. If no guess was reported, the
    /// files without a guess do not count.
    pub(super) fn totals(mut self, kept: &[CheckTotals]) -> CheckTotals {
        for kept in kept {
            self.totals.merge(kept);
        }
        if !self.guesses.has_hinted() {
            self.totals.not_guessed = 0;
        }
        self.totals
    }
}
