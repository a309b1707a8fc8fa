//! How the panes are arranged.
//!
//! Invariant: every arrangement has a name of its own.

/// How the panes are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side.
    Wide,
    /// Hex and code points side by side, below them the bits of the cursor's row.
    Strip,
    /// Each byte a column: its character, its hex digits, its bits.
    Stacked,
}

impl Arrangement {
    /// All of them, in the order of the key that goes through them.
    pub const ALL: [Self; 3] = [Self::Wide, Self::Strip, Self::Stacked];

    /// The name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Strip => "strip",
            Self::Stacked => "stacked",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Wide => "the panes side by side",
            Self::Strip => "the bits as a strip of the cursor's row",
            Self::Stacked => "each byte a column",
        }
    }
}
