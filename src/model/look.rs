//! How the screen may look: what the terminal shows, and what the user wants.

use crate::unicode::glyph::Charset;

/// By what marks are told apart. How each idea looks then is the painter's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// The terminal's own 16 colours.
    #[default]
    Sixteen,
    /// Attributes and signs only.
    Mono,
}

/// The look of all that is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// Which characters the terminal is trusted with.
    pub charset: Charset,
}
