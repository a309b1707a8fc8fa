//! How the screen looks: what the terminal can show, and what the user wants.

use super::palette::{Background, Ground, Palettes};
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
    /// The name of the family of palettes that was chosen, if one was: which of it is shown depends
    /// on the background.
    pub family: Option<&'static str>,
    /// Which characters the terminal is trusted with.
    pub charset: Charset,
    /// The language of lessons and of what explains.
    pub language: Language,
}

impl Look {
    /// Whether it depends on a background that nobody has asked for; asks once.
    pub fn asks_for_background(&mut self) -> bool {
        let depends = self.family.is_some() && !self.theme.is_mono();
        let asks = depends && self.palettes.ground == Ground::Unknown;
        if asks {
            self.palettes.ground = Ground::Asked;
        }
        asks
    }

    /// Takes note of the background, and shows the palette for it.
    pub fn stand_on(&mut self, background: Background) {
        self.palettes.ground = Ground::Told(background);
        if let Some(Ok(palette)) = self.family.map(|family| self.palettes.named(family)) {
            self.theme = self.theme.with(palette);
        }
    }
}
