//! The question whether to overwrite a file.
//!
//! Invariant: the file existed when the question was asked, and nothing is written
//! before the answer.

use super::super::{CommandEffect, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::errand::{Export, IfExists};
use crate::model::layout::ScreenSize;
use crate::model::line::{TonedLine, shorten};
use crate::model::look::Appearance;
use crate::model::numbers::counted;
use crate::model::panel::{Panel, room};
use crate::model::screen::ScreenOverlay;
use crate::unicode::glyph;

/// The question for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverwriteQuestion {
    /// The file to write.
    pub export: Export,
    /// The size of the existing file in bytes.
    pub bytes: u64,
}

impl OverlayLayer for OverwriteQuestion {
    const HEADING: &'static str = "Before a file is overwritten";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["y", "Y"],
            (1, "overwrite"),
            "overwrite the file",
            Self::write,
        ),
        row(
            &["n", "N", "q"],
            (1, "cancel"),
            "do not overwrite the file",
            Self::leave,
        ),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(panel(self, state.look, around.size))
    }

    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        let path = &self.export.path;
        state.say(format!("nothing was written; {path} is unchanged"));
        CommandEffect::None
    }
}

impl OverwriteQuestion {
    fn write(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        AfterKey::Close(CommandEffect::Export(Export {
            if_exists: IfExists::Write,
            ..self.export.clone()
        }))
    }
}

/// The question as a panel.
fn panel(question: &OverwriteQuestion, look: Appearance, size: ScreenSize) -> Panel {
    let language = look.language_of_bars();
    let (width, _) = room(size);
    let columns = usize::from(width);
    let name = glyph::safe(&question.export.path, look.charset);
    let bytes = counted(question.bytes, "byte");
    // On the lowest screen the name must be visible; the keys show the question.
    let lines = vec![
        TonedLine::new().strong(shorten(&name, columns)),
        TonedLine::new().plain(format!("already exists, with {bytes}.")),
        TonedLine::new().plain("Overwrite it?"),
    ];
    let keys = footer(question, OverwriteQuestion::KEYS, columns, language);
    Panel::question("a file of that name", lines, keys, size, language)
}
