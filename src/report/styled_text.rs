//! A buffer of lines in colour or without.
//!
//! Blanks are held back until something follows them, so that no line ends with blanks. Invariant:
//! without colour the only control character is the end of a line; with colour there are the
//! control sequences of [`ansi`] too.

use std::io::{self, Write};

use super::{Style, ansi};
use crate::model::line::Tone;
use crate::model::theme::Ink;
use crate::model::theme::Theme;

/// Adds some text in a tone, if there are colours.
pub(super) fn toned(out: &mut String, tone: Tone, text: &str, style: Style) {
    let Some(theme) = style.theme.filter(|_| tone != Tone::Plain) else {
        out.push_str(text);
        return;
    };
    let mut ink = Vec::new();
    ansi::sgr(&mut ink, theme.ink(tone));
    out.push_str(str::from_utf8(&ink).unwrap_or_default());
    out.push_str(text);
    out.push_str("\x1b[0m");
}

pub(super) struct StyledText {
    bytes: Vec<u8>,
    theme: Option<Theme>,
    ink: Ink,
    blanks: usize,
}

impl StyledText {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        Self {
            bytes: Vec::new(),
            theme,
            ink: Ink::default(),
            blanks: 0,
        }
    }

    /// An empty text for a part of a line, where the current style is `ink`.
    pub(super) fn beginning_in(theme: Option<Theme>, ink: Ink) -> Self {
        Self {
            ink,
            ..Self::new(theme)
        }
    }

    /// The text, and the style it ends in, which is never visible on blanks.
    pub(super) fn finish(mut self) -> (Vec<u8>, Ink) {
        if ansi::shows_on_blanks(self.ink) {
            self.switch_to(Tone::Plain);
        }
        (self.bytes, self.ink)
    }

    /// Adds text that has been through the sanitiser.
    #[inline]
    pub(super) fn push(&mut self, tone: Tone, text: &[u8]) {
        if self.blanks > 0 {
            if ansi::shows_on_blanks(self.ink) {
                self.switch_to(Tone::Plain);
            }
            self.bytes.resize(self.bytes.len() + self.blanks, b' ');
            self.blanks = 0;
        }
        self.switch_to(tone);
        self.bytes.extend_from_slice(text);
    }

    /// The number of bytes added.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        str::from_utf8(&self.bytes).unwrap_or_default()
    }

    /// Ends the line with the end of an earlier one, which followed the same tone.
    pub(super) fn end_line_as(&mut self, known: &str) {
        self.bytes.extend_from_slice(known.as_bytes());
        self.ink = Ink::default();
    }

    /// Adds blanks, unless the line ends after them.
    #[inline]
    pub(super) fn skip(&mut self, columns: usize) {
        self.blanks += columns;
    }

    pub(super) fn end_line(&mut self) {
        self.blanks = 0;
        self.switch_to(Tone::Plain);
        self.bytes.push(b'\n');
    }

    pub(super) fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    #[inline]
    fn switch_to(&mut self, tone: Tone) {
        let Some(theme) = self.theme else {
            return;
        };
        let ink = theme.ink(tone);
        if ink != self.ink {
            ansi::sgr(&mut self.bytes, ink);
            self.ink = ink;
        }
    }
}
