//! The place where an export is written: files, or the downloads of a page.
//!
//! Invariant: an output that was not finished leaves nothing behind.

use std::io::{self, Write};

use crate::model::errand::IfExists;
use crate::source::Source;

/// A place for exports.
pub trait ExportOutlet: Send + Sync {
    /// Begins to write under a name as the user typed it; `open` is the data on the screen.
    ///
    /// # Errors
    /// The user must agree first, or nothing can be written there.
    fn begin(
        &self,
        name: &str,
        open: &Source,
        if_exists: IfExists,
    ) -> Result<Box<dyn BegunOutput>, OutputRefusal>;
}

/// An output that was begun. Dropping it gives it up.
pub trait BegunOutput: Write {
    /// The reason why writing failed, in one line for the user.
    fn trouble(&self, error: &io::Error) -> String;

    /// Gives the output its name.
    ///
    /// # Errors
    /// One line with the reason why that failed.
    fn finish(self: Box<Self>) -> Result<(), String>;
}

/// The reason why an output was not begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputRefusal {
    /// A file of this many bytes exists: ask the user.
    Exists(u64),
    /// Another reason, in one line for the user.
    Failed(String),
}
