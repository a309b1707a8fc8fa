//! The look of the screen: the terminal's abilities and the user's wishes.

use std::borrow::Cow;

use super::palette::{Background, KnownBackground, Palettes};
use super::theme::Theme;
use crate::language::Language;
use crate::texts;
use crate::unicode::glyph::Charset;

/// The look of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Appearance {
    /// The theme.
    pub theme: Theme,
    /// The palettes to choose from.
    pub palettes: Palettes,
    /// The name of the chosen family of palettes, if one was chosen. The background decides which
    /// palette of the family is shown.
    pub family: Option<&'static str>,
    /// The characters that the terminal can show.
    pub charset: Charset,
    /// The language of lessons and explanations.
    pub language: Language,
}

impl Appearance {
    /// The language of bars and panes: letters that are drawn as their numbers leave no room.
    pub const fn language_of_bars(&self) -> Language {
        match self.charset {
            Charset::Unicode => self.language,
            Charset::Ascii => Language::English,
        }
    }

    /// A finished English sentence of a bar, a prompt or a panel in the language of these.
    pub fn said<'a>(&self, english: &'a str) -> Cow<'a, str> {
        texts::said(english, self.language_of_bars())
    }

    /// True if the palette depends on the terminal's background and the terminal has not been asked
    /// for it yet. Marks it as asked, so the next call returns false.
    pub fn must_ask_background(&mut self) -> bool {
        let depends = self.family.is_some() && !self.theme.is_mono();
        let must_ask = depends && self.palettes.background == KnownBackground::Unknown;
        if must_ask {
            self.palettes.background = KnownBackground::Asked;
        }
        must_ask
    }

    /// Stores the background, and shows the palette for it.
    pub fn set_background(&mut self, background: Background) {
        self.palettes.background = KnownBackground::Told(background);
        if let Some(Ok(palette)) = self.family.map(|family| self.palettes.named(family)) {
            self.theme = self.theme.with(palette);
        }
    }
}
