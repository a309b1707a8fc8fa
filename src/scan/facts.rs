//! What scanners are asked for.

use crate::codec::{Encoding, Meaning, Tally, bom};
use crate::unicode::notice::Place;

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

/// How the data opens, as far as its notices depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Opening {
    /// Bytes of the encoding's own byte order mark.
    own: u8,
    /// Bytes of another encoding's.
    foreign: u8,
}

impl Opening {
    /// The bytes that decide it: those of the longest byte order mark.
    pub const LEN: u64 = 4;

    /// How data opens that begins with these bytes.
    pub fn of(beginning: &[u8], encoding: &Encoding) -> Self {
        let own = bom::of(encoding).filter(|mark| beginning.starts_with(mark));
        let own = own.map_or(0, |mark| mark.len() as u8);
        let foreign = bom::at_start(beginning).next().filter(|_| own == 0);
        Self {
            own,
            foreign: foreign.map_or(0, |(mark, _)| mark.len() as u8),
        }
    }

    /// Where a character stands.
    #[inline]
    pub fn place(self, offset: u64) -> Place {
        match offset {
            _ if offset > Self::LEN => Place::Inside,
            _ if offset < u64::from(self.foreign) => Place::ForeignBom,
            0 => Place::Opening,
            _ if offset == u64::from(self.own) => Place::AfterBom,
            _ => Place::Inside,
        }
    }
}
