//! Long work of a command, with a bar on standard error if that is a terminal.
//!
//! Invariant: the bar is cleared before anything else is written.

use std::cell::RefCell;
use std::io::{self, IsTerminal};

use crate::job::check::CheckProgress;
use crate::report::progress::Bar;
use crate::unicode::glyph::Charset;

/// Shows the progress of some work until it is dropped.
pub(super) struct ProgressDisplay {
    bar: RefCell<Option<Bar>>,
    files: u64,
    of: Option<u64>,
}

impl ProgressDisplay {
    /// Progress over `of` bytes, if that is known, after `files` files.
    pub(super) fn new(charset: Charset, files: u64, of: Option<u64>) -> Self {
        let bar = io::stderr().is_terminal().then(|| Bar::new(charset));
        Self {
            bar: RefCell::new(bar),
            files,
            of,
        }
    }

    /// Shows that this many bytes are done.
    pub(super) fn show(&self, bytes: u64) {
        if let Some(bar) = &mut *self.bar.borrow_mut() {
            bar.show(CheckProgress {
                files: self.files,
                bytes,
                of: self.of,
            });
        }
    }

    /// Calls `work` while the bar is cleared.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &*self.bar.borrow() {
            Some(bar) => bar.aside(work),
            None => work(),
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get_mut() {
            bar.clear();
        }
    }
}
