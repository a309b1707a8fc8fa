//! The question whether to leave with unsaved changes.
//!
//! Invariant: nothing is lost before the answer.

use super::super::{CommandEffect, FrontRequest, InspectorState, KeyContext, table};
use super::keys::run_command;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, go_to, row};
use crate::model::edit::{EditState, EditingMode, SaveState};
use crate::model::errand::Consent;
use crate::model::line::TonedLine;
use crate::model::panel::{Panel, room};
use crate::model::screen::ScreenOverlay;
use crate::model::state::LeaveQuestion;

/// The user wants to leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedQuestion;

/// Asks whether to leave with unsaved changes.
pub fn ask_to_leave(state: &mut InspectorState) {
    state.open(UnsavedQuestion);
}

/// Asks for the name of a file for all bytes.
pub fn ask_where_to_save(state: &mut InspectorState, around: &KeyContext<'_>) {
    if let Some(command) = table::by_name("save-as") {
        go_to::ask(state, around, command);
    }
}

impl OverlayLayer for UnsavedQuestion {
    const HEADING: &'static str = "Before changes are lost";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["s", "S"], (1, "save"), "save, then leave", save),
        row(&["y", "Y"], (1, "discard"), "leave without saving", quit),
        row(&["Esc", "n", "N", "q"], (1, "cancel"), "stay", Self::leave),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(state, around))
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

/// Saves by the command for it; the session leaves after that.
fn save(_: &mut UnsavedQuestion, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
    let Some(way) = SavingWay::of(state, around.facts.edits) else {
        state.say(BELOW);
        return AfterKey::CLOSE;
    };
    state.leaving = LeaveQuestion::AfterSaving;
    AfterKey::Close(match way {
        SavingWay::File => CommandEffect::WriteBack(Consent::Ask),
        SavingWay::OtherFile => {
            ask_where_to_save(state, around);
            CommandEffect::None
        }
        SavingWay::Regions => run_command("save-regions", state, around),
    })
}

/// Said of changes of data that is not on the screen.
const BELOW: &str = "what is not saved is open under this; D leads back to it";

/// The first thing to save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SavingWay {
    /// The changed bytes of a file, in it.
    File,
    /// The bytes of a scratch buffer, in a file to be named.
    OtherFile,
    /// The regions, in their file.
    Regions,
}

impl SavingWay {
    /// The way for the data on the screen; none if the changes are those of data under it.
    fn of(state: &InspectorState, edits: EditState) -> Option<Self> {
        match (edits.progress, edits.editing) {
            (SaveState::Unsaved, EditingMode::Overwrite) => Some(Self::File),
            (SaveState::Unsaved, EditingMode::Scratch) => Some(Self::OtherFile),
            _ => state.view.regions.is_unsaved().then_some(Self::Regions),
        }
    }

    /// The effect of saving, in a sentence.
    const fn says(self) -> &'static str {
        match self {
            Self::File => "Saving writes them into the file, after a question.",
            Self::OtherFile => "Saving asks for the name of a file.",
            Self::Regions => "Saving writes them beside the data.",
        }
    }
}

impl UnsavedQuestion {
    fn panel(&self, state: &InspectorState, around: &KeyContext<'_>) -> Panel {
        let (width, _) = room(around.size);
        let edits = around.facts.edits;
        let what = match (edits.is_unsaved(), edits.regions) {
            (true, SaveState::Unsaved) => "The changes and the regions are not saved.",
            (false, SaveState::Unsaved) => "The regions are not saved.",
            _ => "The changes are not saved.",
        };
        let way = SavingWay::of(state, edits);
        let says = way.map(|way| TonedLine::new().plain(way.says()));
        let lines = [TonedLine::new().strong(what)].into_iter().chain(says);
        let keys = footer(self, Self::KEYS, width.into());
        Panel::question("unsaved changes", lines.collect(), keys, around.size)
    }
}
