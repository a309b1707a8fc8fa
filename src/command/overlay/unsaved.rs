//! The question whether to leave with unsaved changes.
//!
//! Invariant: nothing is lost before the answer.

use super::super::{Effect, FrontRequest, KeyContext, State};
use super::{Layer, Row, Then, footer, row};
use crate::model::edit::Progress;
use crate::model::line::Line;
use crate::model::panel::{Panel, Placed, room};
use crate::model::screen::Over;

/// The user wants to leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsaved;

/// Asks whether to leave with unsaved changes.
pub fn ask_to_leave(state: &mut State) {
    state.open(Unsaved);
}

impl Layer for Unsaved {
    const HEADING: &'static str = "Before changes are lost";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(&["y", "Y"], (1, "leave"), "leave without saving", quit),
        row(&["n", "N", "q"], (1, "stay"), "stay", Self::leave),
    ]];

    fn shown(&self, _: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(self.panel(around))
    }

    fn left(self, state: &mut State) -> Effect {
        state.say(if state.view.regions.is_unsaved() {
            "still here; :save-regions FILE keeps the regions, :save-as FILE changed bytes"
        } else {
            "still here; :write and :save-as FILE keep the changes"
        });
        Effect::None
    }
}

fn quit(_: &mut Unsaved, _: &mut State, _: &KeyContext<'_>) -> Then {
    Then::Close(Effect::Front(FrontRequest::Quit))
}

impl Unsaved {
    fn panel(&self, around: &KeyContext<'_>) -> Panel {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let edits = around.facts.edits;
        let what = match (edits.is_unsaved(), edits.regions) {
            (true, Progress::Unsaved) => "The changes and the regions are not saved.",
            (false, Progress::Unsaved) => "The regions are not saved.",
            _ => "The changes are not saved.",
        };
        let mut lines = vec![
            Line::new().strong(what),
            Line::new().plain("Leave and lose them?"),
        ];
        lines.truncate(height.max(1));
        Panel {
            title: "unsaved changes".to_owned(),
            lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        }
    }
}
