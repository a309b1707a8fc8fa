//! What a thread of a check hands on, and what takes it.
//!
//! Invariant: everything that is told or counted of a check comes here, in the order of
//! the files and of the places in them; nothing is counted elsewhere.

use std::io;
use std::ops::ControlFlow;

use super::{Diagnostic, Progress, STEP, Sink, Totals};
use crate::source::Trouble;

/// Files of which the numbers are handed on at once.
const FILES: u64 = 32;

/// Bytes of output that are handed on at once.
pub(super) const FULL: usize = 128 * 1024;

/// A part of what comes of a check.
#[derive(Default)]
pub(super) struct CheckOutput {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) written: Vec<u8>,
    /// Nothing more may come for long.
    pub(super) now: bool,
    /// What is to be counted.
    pub(super) totals: Totals,
    /// Bytes that were gone through.
    pub(super) advanced: u64,
}

impl CheckOutput {
    /// Adds something that went wrong.
    pub(super) fn trouble(&mut self, trouble: Trouble) {
        self.totals.troubles += 1;
        self.diagnostics.push(Diagnostic::Trouble(trouble));
    }

    /// Whether it holds nothing but numbers, and few of them.
    pub(super) fn can_wait(&self) -> bool {
        let says = !self.diagnostics.is_empty() || !self.written.is_empty() || self.now;
        !says && self.totals.files < FILES && self.advanced < STEP
    }

    /// Adds a later part, unless much is written already.
    pub(super) fn absorb(&mut self, mut later: Self) -> Option<Self> {
        let both = self.written.len() + later.written.len();
        if !later.written.is_empty() && both > FULL {
            return Some(later);
        }
        self.diagnostics.append(&mut later.diagnostics);
        self.written.append(&mut later.written);
        self.now = later.now;
        self.totals.merge(&later.totals);
        self.advanced += later.advanced;
        None
    }
}

/// Who takes the parts in order.
pub(super) struct Taker<'a> {
    sink: &'a mut dyn Sink,
    totals: Totals,
    bytes: u64,
    /// How many there are in all, where that is known.
    of: Option<u64>,
}

impl<'a> Taker<'a> {
    pub(super) fn new(sink: &'a mut dyn Sink) -> Self {
        Self {
            sink,
            totals: Totals::default(),
            bytes: 0,
            of: None,
        }
    }

    /// There are so many bytes in all.
    pub(super) fn expect(&mut self, bytes: u64) {
        self.of = Some(bytes);
    }

    /// Takes the next part; ends with the reason why nothing more is taken.
    pub(super) fn take(&mut self, part: &CheckOutput) -> ControlFlow<io::Error> {
        self.totals.merge(&part.totals);
        for diagnostic in &part.diagnostics {
            self.sink.say(diagnostic);
        }
        if part.now || !part.written.is_empty() {
            let printed = self.sink.print(&part.written, part.now);
            printed.map_or_else(ControlFlow::Break, ControlFlow::Continue)?;
        }
        if part.advanced > 0 {
            self.bytes += part.advanced;
            self.sink.progress(Progress {
                files: self.totals.files,
                bytes: self.bytes,
                of: self.of,
            });
        }
        ControlFlow::Continue(())
    }

    /// What came of all.
    pub(super) fn totals(self) -> Totals {
        self.totals
    }
}
