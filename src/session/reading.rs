//! The bytes of a file and how they are read, as keys: equal ones have equal answers.
//!
//! Invariant: whoever changes the bytes of a file raises its [`Generation`] and does nothing else
//! for the questions about them.

use crate::codec::Encoding;

/// The bytes that an open file has. More of them at the end make no other generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Generation {
    /// The number of the source among all that the session has opened.
    pub(super) source: u64,
    /// The number of times that other programs have changed the file since.
    pub(super) written: u64,
    /// The number of times that it was changed here since.
    pub(super) edits: u64,
}

/// The bytes of a file, read in an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DataReading {
    pub(super) bytes: Generation,
    pub(super) encoding: &'static Encoding,
    pub(super) phase: u64,
}
