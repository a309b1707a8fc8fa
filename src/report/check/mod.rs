//! What a check found, in words and in records.
//!
//! [`Lines`] are for people and editors, [`Records`] for programs, [`summary`] is the
//! line at the end. Invariant: a finding is one line,
//! whatever its path and its bytes hold.

mod kind;
mod records;
pub mod summary;
mod text;

pub use kind::Kind;
pub use records::Records;
pub(super) use records::{faults, why};
pub use text::Lines;

/// A way to print what a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A line a finding, for people and editors.
    Text,
    /// A record a finding and one a file, for programs.
    Jsonl,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: [Self; 2] = [Self::Text, Self::Jsonl];

    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Jsonl => "jsonl",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Text => "one finding a line, PATH:LINE:COLUMN first, so that editors can jump",
            Self::Jsonl => "one JSON object a finding and one a file, for programs; stable",
        }
    }
}
