//! Files that are half written, which a signal removes before it ends the process.
//!
//! Invariant: only files that this process has made for itself are in the list.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::platform::{Here, System};

/// The files of one command that are half written; a clone shares the list.
#[derive(Debug, Clone, Default)]
pub(super) struct HalfWritten(Arc<Mutex<Vec<PathBuf>>>);

impl HalfWritten {
    /// Adds a file that was begun. One that has its name by now, or is gone, does no harm.
    pub(super) fn add(&self, path: &Path) {
        self.paths(|paths| paths.push(path.to_owned()));
    }

    /// Removes the files if a signal ends the process while the result lives.
    ///
    /// # Errors
    /// A handler cannot be set.
    pub(super) fn watch(&self) -> io::Result<<Here as System>::LastAct> {
        let list = self.clone();
        Here::last_act(move || {
            list.paths(|paths| {
                for path in paths.drain(..) {
                    // The process ends whether or not it can be removed.
                    let _: io::Result<()> = fs::remove_file(path);
                }
            });
        })
    }

    fn paths(&self, work: impl FnOnce(&mut Vec<PathBuf>)) {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
