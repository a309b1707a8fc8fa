//! Changes of the data: requests of the user are applied in the layer over the source, and the
//! facts about changed bytes are found again.
//!
//! Invariant: nothing is changed while an errand writes a file, so that the file holds the bytes of
//! one moment.

use std::sync::Arc;

use super::Session;
use super::context::SessionContext;
use super::open_file::OpenFile;
use super::reading::Generation;
use crate::command;
use crate::model::edit::{Caret, EditRequest, EditState, EditStep, EditingMode, SaveState};
use crate::model::places::{EditAction, TrackedPlaces};
use crate::model::shifts::{ByteShift, ByteShifts};
use crate::model::text::OPENING;
use crate::source::{self, Edit, NonBlockingReader, ReplacedStretch, Source, TouchedStretch};
use crate::window::Peek as _;

/// A byte of which some digits were typed: the others belong to the same step of undo.
#[derive(Debug, Clone, Copy)]
pub(super) struct BegunByte {
    at: u64,
    /// The number of bytes that its first digit replaced.
    removed: u64,
    /// The bytes after the last digit.
    bytes: Generation,
}

/// A step through the history, and its kind.
type HistoryMove = (fn(&Source) -> Option<TouchedStretch>, EditAction);

impl OpenFile {
    /// Applies a change, or tells the user why not.
    pub(super) fn change(&mut self, context: &SessionContext, change: EditRequest) {
        if let Some(said) = self.writing() {
            return self.state.say(said);
        }
        match change {
            EditRequest::Put {
                at,
                removed,
                bytes,
                then,
                step,
            } => {
                let was_unsaved = self.is_unsaved();
                let edit = Edit { at, removed, bytes };
                match step {
                    EditStep::Own => _ = self.put(&edit, then),
                    EditStep::OfBegunByte => self.go_on_with_byte(edit, then),
                }
                if self.is_unsaved() && !was_unsaved && self.state.message.is_none() {
                    let editing = self.facts.edits.editing;
                    let said = command::ways_to_save(&context.keymap, editing);
                    self.state.say(said);
                }
            }
            EditRequest::Undo(times) => {
                self.step_history(times, (Source::undo, EditAction::Undo), "nothing to undo");
            }
            EditRequest::Redo(times) => {
                self.step_history(times, (Source::redo, EditAction::Redo), "nothing to redo");
            }
            EditRequest::Reset => {
                self.step_history(1, (Source::reset, EditAction::Reset), "no byte is changed");
            }
        }
        self.clamp(context);
    }

    /// The message that an errand writes a file: no change until it has ended.
    pub(super) fn writing(&self) -> Option<String> {
        let errand = self.facts.errand.as_ref()?;
        Some(errand.said())
    }

    /// Moves places with their bytes, and records that these have changed.
    pub(super) fn follow_edit(&mut self, touched: &TouchedStretch) {
        self.move_places(touched, EditAction::Edit);
        self.note_edit(touched);
    }

    /// Makes an edit in one step with the one before it, if that began its first byte.
    fn go_on_with_byte(&mut self, mut edit: Edit, then: Caret) {
        let is_last = |begun: &BegunByte| (begun.at, begun.bytes) == (edit.at, self.bytes);
        let begun = self.begun.filter(is_last);
        if let Some(begun) = begun {
            self.turn((Source::undo, EditAction::Undo));
            // The byte that was begun is not there any more.
            edit.removed = begun.removed + edit.removed.saturating_sub(1);
        }
        if !self.put(&edit, then) && begun.is_some() {
            // What was typed of it stays.
            self.turn((Source::redo, EditAction::Redo));
        }
    }

    /// Makes an edit; returns whether it was possible, and otherwise tells the user why not.
    fn put(&mut self, edit: &Edit, then: Caret) -> bool {
        let source = Arc::clone(&self.source);
        match NonBlockingReader::new(&source).edit(edit) {
            Ok(touched) => {
                self.follow_edit(&touched);
                self.begun = (then.bit > 0 && then.offset == edit.at).then_some(BegunByte {
                    at: edit.at,
                    removed: edit.removed,
                    bytes: self.bytes,
                });
                self.put_cursor(then);
                true
            }
            Err(refusal) => {
                self.state.say(refusal.to_string());
                false
            }
        }
    }

    /// Moves regions, marks and passages with their bytes.
    fn move_places(&mut self, touched: &TouchedStretch, deed: EditAction) {
        let whole = ReplacedStretch {
            at: touched.at,
            removed: touched.removed,
            added: touched.added,
        };
        // A step that moves nothing is noted too.
        let moves = match &touched.moves[..] {
            [] => std::slice::from_ref(&whole),
            moves => moves,
        };
        let shifts = moves
            .iter()
            .map(|&ReplacedStretch { at, removed, added }| ByteShift { at, removed, added });
        let shifts = match deed {
            EditAction::Undo => ByteShifts::in_reverse(shifts),
            EditAction::Edit | EditAction::Redo | EditAction::Reset => ByteShifts::in_order(shifts),
        };
        let view = &mut self.state.view;
        match deed {
            EditAction::Edit => view.regions.edited(&shifts),
            EditAction::Undo => view.regions.undone(&shifts),
            EditAction::Redo => view.regions.redone(&shifts),
            EditAction::Reset => view.regions.reset(&shifts),
        }
        let mut places = TrackedPlaces {
            marks: std::mem::take(&mut view.marks),
            passages: std::mem::take(&mut view.passages),
        };
        view.moved.follow(&mut places, deed, &shifts);
        (view.marks, view.passages) = (places.marks, places.passages);
    }

    /// Goes a step through the history of edits; none if there is none.
    fn turn(&mut self, (step, deed): HistoryMove) -> Option<TouchedStretch> {
        let touched = step(&self.source)?;
        self.move_places(&touched, deed);
        self.note_edit(&touched);
        Some(touched)
    }

    /// Goes some steps through the history of edits.
    fn step_history(&mut self, times: u64, step: HistoryMove, none: &str) {
        let mut last = None;
        for _ in 0..times {
            match self.turn(step) {
                Some(touched) => last = Some(touched),
                None => break,
            }
        }
        let Some(touched) = last else {
            return self.state.say(none);
        };
        let len = self.source.len();
        self.put_cursor(Caret {
            offset: touched.at.min(len.saturating_sub(1)),
            bit: self.state.view.cursor.bit,
        });
        if !self.source.is_changed() {
            self.state.say("all changes are undone");
        }
    }

    fn put_cursor(&mut self, caret: Caret) {
        let cursor = &mut self.state.view.cursor;
        (cursor.offset, cursor.bit, cursor.goal) = (caret.offset, caret.bit, None);
    }

    /// Records that bytes have changed.
    fn note_edit(&mut self, step: &TouchedStretch) {
        self.bytes.edits += 1;
        // Counts that depend on the old bytes are dropped.
        self.facts.counted.forget(step.at);
        self.doubt_scan(step);
    }

    /// Reports whether the data has unsaved changes; if so, tells the user what to do.
    pub(super) fn would_lose_changes(&mut self) -> bool {
        let would = self.is_unsaved();
        if would {
            self.state
                .say("changes not saved; :write or :save-as FILE saves them, :reset discards them");
        }
        would
    }

    /// The edits that are possible and those that were made; `below` are the files that wait under
    /// this one in the same tab, such as the dump that it was read from.
    fn edit_state(&self, below: &[Self]) -> EditState {
        let source = &self.source;
        let progress = |is_unsaved: bool| {
            if is_unsaved {
                SaveState::Unsaved
            } else {
                SaveState::Unchanged
            }
        };
        let has_regions = self.has_unsaved_regions() || below.iter().any(Self::has_unsaved_regions);
        EditState {
            editing: match source.editing() {
                source::EditPermission::Overwrite => EditingMode::Overwrite,
                source::EditPermission::Scratch => EditingMode::Scratch,
            },
            progress: if source.is_changed() && !self.is_unsaved() {
                SaveState::Saved
            } else {
                progress(self.is_unsaved())
            },
            opening: progress(source.has_changed(0..OPENING)),
            below: progress(below.iter().any(Self::is_unsaved)),
            regions: progress(has_regions),
        }
    }
}

impl Session {
    /// Stores the allowed kinds of change, and the changes made.
    pub(super) fn store_edit_state(&mut self) {
        self.file.facts.edits = self.file.edit_state(&self.below);
    }
}
