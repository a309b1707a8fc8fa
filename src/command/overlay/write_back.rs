//! The question whether to write the changed bytes over those of the file itself.
//!
//! Invariant: nothing is written before the answer, and a change of the file by another program is
//! part of the question.

use super::super::{CommandEffect, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::errand::Consent;
use crate::model::facts::FileStanding;
use crate::model::layout::ScreenSize;
use crate::model::line::{Tone, TonedLine, shorten};
use crate::model::numbers::counted;
use crate::model::panel::{Panel, room};
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;

/// The question for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteBackQuestion {
    /// The number of changed bytes.
    pub bytes: u64,
    /// The number of places with changed bytes.
    pub places: u64,
    /// The change of the file since it was opened.
    pub standing: FileStanding,
}

impl OverlayLayer for WriteBackQuestion {
    const HEADING: &'static str = "Before the file itself is changed";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["y", "Y"],
            (1, "write"),
            "write into the file",
            Self::write,
        ),
        row(
            &["n", "N", "q"],
            (1, "cancel"),
            "do not change the file",
            Self::leave,
        ),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(state, around.size))
    }

    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        state.say("nothing was written; the file is unchanged");
        CommandEffect::None
    }
}

impl WriteBackQuestion {
    fn write(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        AfterKey::Close(CommandEffect::WriteBack(Consent::Given(self.standing)))
    }

    fn panel(&self, state: &InspectorState, size: ScreenSize) -> Panel {
        let (name, language) = (&state.view.name, state.look.language_of_bars());
        let (width, _) = room(size);
        let columns = usize::from(width);
        let (bytes, places) = (counted(self.bytes, "byte"), counted(self.places, "place"));
        let said = match self.standing {
            FileStanding::Grew => Some("It has grown since it was opened."),
            FileStanding::Shrank => Some("It has shrunk since it was opened."),
            FileStanding::Written => Some("Another program has written to it since."),
            // No question is asked about a missing file.
            FileStanding::Same
            | FileStanding::Arriving
            | FileStanding::Following
            | FileStanding::Replaced
            | FileStanding::Gone => None,
        };
        let said = said.map(|said| TonedLine::new().with(Tone::As(ByteRole::Notice), said));
        let mut lines = vec![TonedLine::new().strong(shorten(name, columns))];
        lines.extend(said);
        lines.push(TonedLine::new().plain(format!("Write {bytes} in {places} to the file?")));
        lines.push(TonedLine::new().plain("A patch keeps the old bytes."));
        let keys = footer(self, Self::KEYS, columns, language);
        Panel::question("the file itself", lines, keys, size, language)
    }
}
