//! Pasted text: its kind, and the question about its use.
//!
//! Invariant: pasted text becomes data only by a key, and is drawn only after the
//! sanitiser.

use super::super::{CommandEffect, DataToOpen, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::layout::ScreenSize;
use crate::model::line::{Tone, TonedLine, shorten};
use crate::model::look::Appearance;
use crate::model::panel::{Panel, room};
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;
use crate::unicode::glyph;

/// Pasted text, until the user has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedText {
    /// The text.
    pub text: String,
    /// The form of hex dump that it resembles, and the confidence in percent.
    pub dump: Option<(&'static str, u8)>,
    /// True if it is only the beginning of the pasted text.
    pub is_cut: bool,
}

impl OverlayLayer for PastedText {
    const HEADING: &'static str = "Over pasted text";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Enter", "d"],
            (1, ITS_BYTES),
            "read it as the hex dump it resembles",
            Self::dump,
        ),
        row(&["t"], (1, THE_TEXT), "open it as text", Self::text),
        row(&["t"], (1, OPEN_THE_TEXT), "", Self::text),
        row(&["Esc", "q", "n"], (1, "cancel"), "close it", Self::leave),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(panel(self, state.look, around.size))
    }

    fn offers(&self, short: &str) -> bool {
        match short {
            ITS_BYTES | THE_TEXT => self.dump.is_some(),
            OPEN_THE_TEXT => self.dump.is_none(),
            _ => true,
        }
    }
}

const ITS_BYTES: &str = "decode";
/// The choice of the text, beside the choice of the bytes and alone.
const THE_TEXT: &str = "open as text";
const OPEN_THE_TEXT: &str = "open the text";

impl PastedText {
    fn dump(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        let text = std::mem::take(&mut self.text);
        AfterKey::Close(CommandEffect::Open(DataToOpen::Dump(text)))
    }

    fn text(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        let text = std::mem::take(&mut self.text);
        AfterKey::Close(CommandEffect::Open(DataToOpen::Text(text)))
    }
}

/// The panel that asks about the use of pasted text.
fn panel(pasted: &PastedText, look: Appearance, size: ScreenSize) -> Panel {
    let language = look.language_of_bars();
    let (width, height) = room(size);
    let lines = pasted.text.lines().filter(|line| !line.trim().is_empty());
    let shown = lines.take(height.saturating_sub(3).clamp(1, 6));
    let mut panel: Vec<TonedLine> = shown
        .map(|line| {
            let safe = glyph::safe(line, look.charset);
            TonedLine::new().plain(shorten(&safe, width.into()))
        })
        .collect();
    panel.push(TonedLine::new());
    let len = pasted.text.len();
    let mut about = TonedLine::new().strong(format!("{len} bytes"));
    about = match pasted.dump {
        Some((name, percent)) => {
            let dump = format!("a hex dump, {name} ({percent} %)");
            about.quiet(format!(" · {}", look.said(&dump)))
        }
        None => about.quiet(format!(" · {}", look.said("no clear hex dump"))),
    };
    if pasted.is_cut {
        about = about.with(
            Tone::As(ByteRole::Notice),
            format!(" · {}", look.said("cut: too long")),
        );
    }
    panel.push(about);
    let keys = footer(pasted, PastedText::KEYS, width.into(), language);
    Panel::question("pasted text", panel, keys, size, language)
}
