//! How the screen looks: what the terminal can show, and what the user wants.

use super::theme::Theme;
use crate::language::Language;
use crate::unicode::glyph::Charset;

/// How everything is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// Which characters the terminal is trusted with.
    pub charset: Charset,
    /// The language of the worked view and of what is said of faults.
    pub language: Language,
}
