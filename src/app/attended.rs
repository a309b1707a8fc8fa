//! Long work of a command, with a bar on standard error if that is a terminal.
//!
//! One display goes with all the work of a command: its files, and the passes over each. Invariant:
//! the bar is cleared before anything else is written, and the percentage never falls.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::passes::Passes;
use crate::job::check::CheckProgress;
use crate::job::spool::spool;
use crate::job::{Control, JobEnd};
use crate::report::progress::{Bar, PassProgress};
use crate::source::Source;
use crate::unicode::glyph::Charset;

/// Shows the progress of some work until it is dropped.
pub(super) struct ProgressDisplay {
    bar: RefCell<Option<Bar>>,
    passes: Cell<Passes>,
    /// The files done, and their bytes, if there are several.
    files: Cell<Option<(u64, u64)>>,
}

impl ProgressDisplay {
    /// Progress over `of` bytes, if that is known.
    pub(super) fn new(charset: Charset, of: Option<u64>) -> Self {
        let display = Self::in_passes(charset, 1);
        display.begin(of);
        display
    }

    /// Progress over several files, one after the other.
    pub(super) fn over_files(charset: Charset) -> Self {
        let display = Self::new(charset, None);
        display.files.set(Some((0, 0)));
        display
    }

    /// Progress in several passes over the data; each has to be begun.
    pub(super) fn in_passes(charset: Charset, passes: u32) -> Self {
        let bar = io::stderr().is_terminal().then(|| Bar::new(charset));
        Self {
            bar: RefCell::new(bar),
            passes: Cell::new(Passes::new(passes)),
            files: Cell::new(None),
        }
    }

    /// Begins the next pass, over `of` bytes.
    pub(super) fn begin(&self, of: Option<u64>) {
        self.change(|passes| passes.begin(of));
    }

    /// Begins the last pass, over `of` bytes.
    pub(super) fn begin_last(&self, of: Option<u64>) {
        self.change(|passes| passes.begin_last(of));
    }

    /// Adds passes that turn out to be needed.
    pub(super) fn expect_more(&self, more: u32) {
        self.change(|passes| passes.of += more);
    }

    fn change(&self, change: impl FnOnce(&mut Passes)) {
        let mut passes = self.passes.get();
        change(&mut passes);
        self.passes.set(passes);
    }

    /// Counts the file that is done; where it is the only one, the bar is cleared.
    pub(super) fn end_file(&self, bytes: u64) {
        let Some((files, before)) = self.files.get() else {
            return self.hide();
        };
        self.files.set(Some((files + 1, before + bytes)));
        self.begin(None);
        self.show(0);
    }

    /// Shows that this many bytes of the pass are done.
    pub(super) fn show(&self, bytes: u64) {
        self.change(|passes| passes.reach(bytes));
        let Some(bar) = &mut *self.bar.borrow_mut() else {
            return;
        };
        let passes = self.passes.get();
        match self.files.get() {
            Some((files, before)) => bar.show(CheckProgress {
                files,
                bytes: before + passes.at,
                of: None,
            }),
            None if passes.of == 1 || passes.len.is_none() => bar.show(CheckProgress {
                files: 0,
                bytes: passes.at,
                of: passes.len,
            }),
            None => bar.show_pass(PassProgress {
                number: passes.number,
                of: passes.of,
                share: passes.share,
                bytes: passes.bytes,
            }),
        }
    }

    /// Shows that all bytes of the pass are done, while something else is finished.
    pub(super) fn show_end(&self) {
        if let Some(len) = self.passes.get().len {
            self.show(len);
        }
    }

    /// Calls `work` while the bar is cleared.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &*self.bar.borrow() {
            Some(bar) => bar.aside(work),
            None => work(),
        }
    }

    /// Reports whether the bar is on the screen, so that other output has to be written at once.
    pub(super) fn is_drawn(&self) -> bool {
        self.bar.borrow().as_ref().is_some_and(Bar::is_drawn)
    }

    /// Clears the bar until it shows something again.
    pub(super) fn hide(&self) {
        if let Some(bar) = &mut *self.bar.borrow_mut() {
            bar.clear();
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.hide();
    }
}

/// Reads a pipe to its end, for work that needs all of it first.
///
/// # Errors
/// It cannot be read or kept.
pub(super) fn read_to_end(source: &Source, charset: Charset) -> anyhow::Result<()> {
    let attended = ProgressDisplay::new(charset, None);
    let report = |bytes| attended.show(bytes);
    // A signal ends the process.
    let cancel = AtomicBool::new(false);
    match spool(&Control::new(&cancel, &report), source) {
        JobEnd::Done(None) => Ok(()),
        JobEnd::Done(Some(trouble)) => Err(trouble.into()),
        JobEnd::Cancelled => bail!("cancelled"),
    }
}
