//! How the screen may look: what the terminal shows, and what the user wants.

use super::theme::Theme;
use crate::unicode::glyph::Charset;

/// The look of all that is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// Which characters the terminal is trusted with.
    pub charset: Charset,
}
