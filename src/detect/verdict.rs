//! The result of detection: an encoding and why it was taken.

use crate::codec::Encoding;

/// Why an encoding was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The data opens with its byte order mark.
    Bom,
    /// Nothing spoke against it.
    Assumed,
    /// The user asked for it.
    Chosen,
}

impl Evidence {
    /// One or two words for the title.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Bom => "BOM",
            Self::Assumed => "assumed",
            Self::Chosen => "chosen",
        }
    }
}

/// An encoding with the evidence for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Why it was taken.
    pub evidence: Evidence,
}
