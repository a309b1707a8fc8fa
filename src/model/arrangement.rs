//! The arrangement of the panes.
//!
//! Invariant: every arrangement has a name of its own.

/// The arrangement of the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side.
    Wide,
    /// Hex and code points side by side; the bits of the cursor's row below them.
    Strip,
    /// Each byte a column: character, hex digits, bits.
    Stacked,
}

impl Arrangement {
    /// All arrangements, in the order of the key that cycles through them.
    pub const ALL: [Self; 3] = [Self::Wide, Self::Strip, Self::Stacked];

    /// The name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Strip => "strip",
            Self::Stacked => "stacked",
        }
    }

    /// A description in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Wide => "the panes side by side",
            Self::Strip => "the bits as a strip of the cursor's row",
            Self::Stacked => "one column per byte",
        }
    }
}
