//! The question whether to write the changed bytes over those of the file itself.
//!
//! Invariant: nothing is written before the answer, and a change of the file by another program is
//! part of the question.

use super::super::{Effect, KeyContext, State};
use super::{Layer, Row, Then, footer, row};
use crate::model::errand::Consent;
use crate::model::facts::Standing;
use crate::model::layout::Size;
use crate::model::line::{Line, Tone, shorten};
use crate::model::numbers::counted;
use crate::model::panel::{Panel, Placed, room};
use crate::model::row::Role;
use crate::model::screen::Over;

/// The question for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteBack {
    /// The number of changed bytes.
    pub bytes: u64,
    /// The number of places with changed bytes.
    pub places: u64,
    /// The change of the file since it was opened.
    pub standing: Standing,
}

impl Layer for WriteBack {
    const HEADING: &'static str = "Before the file itself is changed";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["y", "Y"],
            (1, "write"),
            "write into the file",
            Self::write,
        ),
        row(
            &["n", "N", "q"],
            (1, "leave the file"),
            "leave the file as it is",
            Self::leave,
        ),
    ]];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(self.panel(&state.view.name, around.size))
    }

    fn left(self, state: &mut State) -> Effect {
        state.say("nothing was written; the file is as it was");
        Effect::None
    }
}

impl WriteBack {
    fn write(&mut self, _: &mut State, _: &KeyContext<'_>) -> Then {
        Then::Close(Effect::WriteBack(Consent::Given(self.standing)))
    }

    fn panel(&self, name: &str, size: Size) -> Panel {
        let (width, height) = room(size);
        let columns = usize::from(width);
        let (bytes, places) = (counted(self.bytes, "byte"), counted(self.places, "place"));
        let said = match self.standing {
            Standing::Grew => Some("It has grown since it was opened."),
            Standing::Shrank => Some("It has shrunk since it was opened."),
            Standing::Written => Some("Another program has written to it since."),
            // No question is asked about a missing file.
            Standing::Same
            | Standing::Arriving
            | Standing::Following
            | Standing::Replaced
            | Standing::Gone => None,
        };
        let said = said.map(|said| Line::new().with(Tone::As(Role::Notice), said));
        let mut lines = vec![Line::new().strong(shorten(name, columns))];
        lines.extend(said);
        lines.push(Line::new().plain(format!("Write {bytes} in {places} into it?")));
        lines.push(Line::new().plain("The old ones are kept as a patch."));
        lines.truncate(height.max(1));
        Panel {
            title: "the file itself".to_owned(),
            lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        }
    }
}
