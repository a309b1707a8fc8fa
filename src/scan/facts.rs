//! What scanners are asked for.

use crate::codec::{Meaning, Tally};

/// What to look for through the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// An ill-formed sequence.
    Fault,
    /// A character above U+007F.
    NonAscii,
}

impl Sought {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::NonAscii => "non-ASCII character",
        }
    }

    /// Whether a sequence is one.
    pub fn is(self, meaning: Meaning) -> bool {
        match self {
            Self::Fault => meaning.fault().is_some(),
            Self::NonAscii => meaning.scalar().is_some_and(|c| !c.is_ascii()),
        }
    }

    /// How many a tally has counted.
    pub fn count(self, tally: &Tally) -> u64 {
        match self {
            Self::Fault => tally.faults(),
            Self::NonAscii => tally.non_ascii,
        }
    }
}

/// Which way to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Backward,
}

impl Direction {
    /// Where it looks from a place, in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forward => "after",
            Self::Backward => "before",
        }
    }
}
