//! The number of bytes in a row.
//!
//! Invariant: the number that the user asked for is stored, even while it does not fit.

/// The number of bytes in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowWidth {
    /// All that fit, 16 at most.
    #[default]
    Auto,
    /// All that fit, 64 at most.
    Fit,
    /// This many, if they fit.
    Exactly(u16),
}

impl RowWidth {
    /// The most bytes of a row: records of a mainframe may be so long.
    pub const MOST: u16 = 4096;

    /// The number that the user asked for.
    pub const fn asked(self) -> Option<u16> {
        match self {
            Self::Exactly(bytes) => Some(bytes),
            Self::Auto | Self::Fit => None,
        }
    }
}

impl From<Option<u16>> for RowWidth {
    /// The number of an option, if one was given.
    fn from(asked: Option<u16>) -> Self {
        asked.map_or(Self::Auto, Self::Exactly)
    }
}
