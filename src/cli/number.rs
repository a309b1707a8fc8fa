//! Places in the data, as people write them.
//!
//! Invariant: the forms read here are those in the help.

use crate::model::amount::size;

/// An offset before the length of the data is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOffset {
    /// Bytes from the start.
    FromStart(u64),
    /// Bytes from the end, towards the start.
    FromEnd(u64),
}

/// A place in the data: a number of bytes, from the end if negative.
pub(super) fn place(text: &str) -> Result<FileOffset, String> {
    match text.trim().strip_prefix('-') {
        Some(back) => size(back).map(FileOffset::FromEnd),
        None => size(text).map(FileOffset::FromStart),
    }
}
