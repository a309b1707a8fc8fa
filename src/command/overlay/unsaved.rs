//! The question whether to leave with unsaved changes.
//!
//! Invariant: nothing is lost before the answer.

use super::super::{CommandEffect, FrontRequest, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::edit::SaveState;
use crate::model::line::TonedLine;
use crate::model::panel::{Panel, PanelPlacement, room};
use crate::model::screen::ScreenOverlay;

/// The user wants to leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedQuestion;

/// Asks whether to leave with unsaved changes.
pub fn ask_to_leave(state: &mut InspectorState) {
    state.open(UnsavedQuestion);
}

impl OverlayLayer for UnsavedQuestion {
    const HEADING: &'static str = "Before changes are lost";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["y", "Y"], (1, "leave"), "leave without saving", quit),
        row(&["n", "N", "q"], (1, "stay"), "stay", Self::leave),
    ]];

    fn shown(&self, _: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(around))
    }

    fn left(self, state: &mut InspectorState) -> CommandEffect {
        state.say(if state.view.regions.is_unsaved() {
            "still here; :save-regions FILE keeps the regions, :save-as FILE changed bytes"
        } else {
            "still here; :write and :save-as FILE keep the changes"
        });
        CommandEffect::None
    }
}

fn quit(_: &mut UnsavedQuestion, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
    AfterKey::Close(CommandEffect::Front(FrontRequest::Quit))
}

impl UnsavedQuestion {
    fn panel(&self, around: &KeyContext<'_>) -> Panel {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let edits = around.facts.edits;
        let what = match (edits.is_unsaved(), edits.regions) {
            (true, SaveState::Unsaved) => "The changes and the regions are not saved.",
            (false, SaveState::Unsaved) => "The regions are not saved.",
            _ => "The changes are not saved.",
        };
        let mut lines = vec![
            TonedLine::new().strong(what),
            TonedLine::new().plain("Leave and lose them?"),
        ];
        lines.truncate(height.max(1));
        Panel {
            title: "unsaved changes".to_owned(),
            lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: PanelPlacement::Middle,
        }
    }
}
