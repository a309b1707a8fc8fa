//! Findings that are parts of one document.
//!
//! Threads write the findings of files as events; where these are printed, in order, a document
//! makes one text of them. Invariant: what is written is a whole document, whatever was found and
//! whatever went wrong, unless its reader goes away.

use std::io::{self, Read, Seek, Write};

use super::event::CheckEvent;
use crate::job::check::{CheckTotals, Diagnostic};

/// A document being written.
pub(crate) trait Document: Send {
    /// Writes the opening before the findings.
    ///
    /// # Errors
    /// It could not be written.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Takes what was found, in order.
    ///
    /// # Errors
    /// It could not be written.
    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Handles a message that is no finding, with its line.
    ///
    /// # Errors
    /// It could not be written.
    fn message(&mut self, diagnostic: &Diagnostic, line: &str) -> io::Result<()>;

    /// Writes the closing after the findings; at most `max` of each file were printed, or as many as is
    /// usual.
    ///
    /// # Errors
    /// It could not be written.
    fn end(
        &mut self,
        totals: &CheckTotals,
        max: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// The findings that the document leaves out, in a line; none if it leaves out nothing.
    fn left_out(&self) -> Option<String>;

    /// A table for people about all that was found: a line, and its rows. None if there is none.
    fn table(&self) -> Option<(String, String)> {
        None
    }
}

/// A store of bytes until they are read again.
pub(crate) trait Spool: Read + Write + Seek + Send {}

impl<S: Read + Write + Seek + Send> Spool for S {}
