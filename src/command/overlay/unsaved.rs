//! The question whether to leave with unsaved changes.
//!
//! Invariant: nothing is lost before the answer.

use super::super::keymap::Keymap;
use super::super::{CommandEffect, FrontRequest, InspectorState, KeyContext, table};
use super::keys::run_command;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, go_to, row};
use crate::model::edit::{EditState, EditingMode, SaveState};
use crate::model::errand::Consent;
use crate::model::line::TonedLine;
use crate::model::panel::{Panel, room};
use crate::model::screen::ScreenOverlay;
use crate::model::state::LeaveQuestion;
use crate::unicode::glyph;

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
        row(&["s", "S"], (1, "save"), "save, then quit", save),
        row(&["y", "Y"], (1, "discard"), "quit without saving", quit),
        row(&["Esc", "n", "N", "q"], (1, "cancel"), "stay", Self::leave),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(state, around))
    }

    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        state.say(if state.view.regions.is_unsaved() {
            "not closed; :save-regions FILE saves the regions, :save-as FILE the bytes"
        } else {
            "not closed; :write and :save-as FILE save the changes"
        });
        CommandEffect::None
    }
}

fn quit(_: &mut UnsavedQuestion, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
    AfterKey::Close(CommandEffect::Front(FrontRequest::Quit))
}

/// Saves all, one after the other; the session leaves after that.
fn save(_: &mut UnsavedQuestion, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
    state.leaving = LeaveQuestion::AfterSaving;
    AfterKey::Close(save_next(state, around))
}

/// Saves the first thing that is not saved, by the command for it.
pub fn save_next(state: &mut InspectorState, around: &KeyContext<'_>) -> CommandEffect {
    match UnsavedPart::all(state, around.facts.edits).first() {
        Some(UnsavedPart::File) => CommandEffect::WriteBack(Consent::Ask),
        Some(UnsavedPart::Scratch) => {
            ask_where_to_save(state, around);
            CommandEffect::None
        }
        Some(UnsavedPart::Regions) => run_command("save-regions", state, around),
        Some(UnsavedPart::UnnamedRegions) => match table::by_name("save-regions") {
            Some(command) => go_to::ask(state, around, command),
            None => CommandEffect::None,
        },
        Some(UnsavedPart::Below) | None => {
            state.leaving = LeaveQuestion::NotAsked;
            let key = around.keymap.first("dump");
            state.say(format!(
                "the data that you came from has unsaved changes; {key} returns to it"
            ));
            CommandEffect::None
        }
    }
}

/// A part of the unsaved work, in the order in which the parts are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnsavedPart {
    /// The changed bytes of a file, for that file.
    File,
    /// The bytes of a scratch buffer, for a file to be named.
    Scratch,
    /// The regions, for their file.
    Regions,
    /// Regions of data without a path, for a file to be named.
    UnnamedRegions,
    /// Changes or regions of data under this.
    Below,
}

impl UnsavedPart {
    /// All parts.
    fn all(state: &InspectorState, edits: EditState) -> Vec<Self> {
        let regions = &state.view.regions;
        let bytes = (edits.progress == SaveState::Unsaved).then_some(match edits.editing {
            EditingMode::Overwrite => Self::File,
            EditingMode::Scratch => Self::Scratch,
        });
        let named = match regions.path() {
            Some(_) => Self::Regions,
            None => Self::UnnamedRegions,
        };
        let is_below = edits.below == SaveState::Unsaved
            || edits.regions == SaveState::Unsaved && !regions.is_unsaved();
        let named = regions.is_unsaved().then_some(named);
        let below = is_below.then_some(Self::Below);
        bytes.into_iter().chain(named).chain(below).collect()
    }

    /// The effect of saving on it, in a sentence; `name` is the path of the regions.
    fn says(self, name: &str, keymap: &Keymap) -> String {
        match self {
            Self::File => "Saving writes them into the file, after asking.".to_owned(),
            Self::Scratch => "Saving asks for a file name.".to_owned(),
            Self::Regions => format!("Saving writes the regions to {name}."),
            Self::UnnamedRegions => "Saving asks for a file name for the regions.".to_owned(),
            Self::Below => format!(
                "Saving leaves out the data that you came from; {} returns to it.",
                keymap.first("dump")
            ),
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
        let path = state.view.regions.path().unwrap_or_default();
        let name = glyph::safe(path, state.look.charset);
        let parts = UnsavedPart::all(state, edits).into_iter();
        let says = parts.map(|part| part.says(&name, around.keymap));
        let lost = state.made_here();
        let lost = lost.map(|made| format!("Leaving loses {made} either way."));
        let says = says.chain(lost).map(|said| TonedLine::new().plain(said));
        let lines = [TonedLine::new().strong(what)].into_iter().chain(says);
        let language = state.look.language_of_bars();
        let keys = footer(self, Self::KEYS, width.into(), language);
        let lines = lines.collect();
        Panel::question("unsaved changes", lines, keys, around.size, language)
    }
}
