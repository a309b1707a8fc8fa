//! How the screen looks: what the terminal can show, and what the user wants.

use super::palette::Palettes;
use super::theme::Theme;
use crate::language::Language;
use crate::unicode::glyph::Charset;

/// How everything is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// Which palettes it may be changed to.
    pub palettes: Palettes,
    /// Which characters the terminal is trusted with.
    pub charset: Charset,
    /// The language of lessons and of what explains.
    pub language: Language,
}
