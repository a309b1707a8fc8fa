//! Half-written files, which a signal removes before it ends the process.
//!
//! Invariant: the list has only files that this process has created for itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::platform::{Here, System};

/// The half-written files of one command; a clone shares the list.
#[derive(Debug, Clone, Default)]
pub(super) struct HalfWritten(Arc<Mutex<Vec<PathBuf>>>);

impl HalfWritten {
    /// Adds a file that was begun. It does no harm if the file has its name by now, or is gone.
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
