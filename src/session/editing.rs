//! Changing the data: what the user asks for is done in the layer over the source, and what
//! is known of the bytes is found out again as far as they have changed.
//!
//! Invariant: nothing is changed while a file is written, so that the file holds the bytes of
//! one moment.

use std::sync::Arc;

use super::Session;
use crate::command;
use crate::model::edit::{Caret, Change, EditState, Editing, Progress};
use crate::model::places::{Deed, Places};
use crate::model::regions::Shift;
use crate::model::state::{Below, View};
use crate::model::text::OPENING;
use crate::source::{self, Edit, NonBlockingReader, Source, Touched};
use crate::window::Peek as _;

/// Whether data has changes that leaving would lose; those in a lesson are not meant to be kept.
fn is_unsaved(source: &Source, view: &View) -> bool {
    view.below != Below::Lesson && source.is_changed() && source.is_unsaved()
}

/// A step through the history, and what that is.
type Way = (fn(&Source) -> Option<Touched>, Deed);

impl Session {
    /// Does what is asked for, or says why not.
    pub(super) fn change(&mut self, change: Change) {
        if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            return self.state.say(format!("still {what}; Ctrl-C gives it up"));
        }
        match change {
            Change::Put {
                at,
                removed,
                bytes,
                then,
            } => self.put(&Edit { at, removed, bytes }, then),
            Change::Undo(times) => {
                self.turn(times, (Source::undo, Deed::Undo), "nothing to undo");
            }
            Change::Redo(times) => {
                self.turn(times, (Source::redo, Deed::Redo), "nothing to redo");
            }
            Change::Reset => {
                self.turn(1, (Source::reset, Deed::Reset), "no byte is changed");
            }
        }
        self.know_edits();
        self.with_keys(command::settle);
    }

    fn put(&mut self, edit: &Edit, then: Caret) {
        let source = Arc::clone(&self.data.source);
        match NonBlockingReader::new(&source).edit(edit) {
            Ok(touched) => {
                self.move_places(&touched, Deed::Edit);
                self.stand(then);
                self.forget_bytes(&touched);
            }
            Err(refusal) => self.state.say(refusal.to_string()),
        }
    }

    /// Keeps regions, marks and passages at their bytes.
    fn move_places(&mut self, touched: &Touched, deed: Deed) {
        let Touched {
            at, removed, added, ..
        } = *touched;
        let shift = Shift { at, removed, added };
        let view = &mut self.state.view;
        match deed {
            Deed::Edit => view.regions.edited(shift),
            Deed::Undo => view.regions.undone(shift),
            Deed::Redo => view.regions.redone(shift),
            Deed::Reset => view.regions.reset(shift),
        }
        let mut places = Places {
            marks: std::mem::take(&mut view.marks),
            passages: std::mem::take(&mut view.passages),
        };
        view.moved.follow(&mut places, deed, shift);
        (view.marks, view.passages) = (places.marks, places.passages);
    }

    /// Goes some steps through the history.
    fn turn(&mut self, times: u64, (step, deed): Way, none: &str) {
        let mut last = None;
        for _ in 0..times {
            let Some(touched) = step(&self.data.source) else {
                break;
            };
            self.move_places(&touched, deed);
            self.forget_bytes(&touched);
            last = Some(touched);
        }
        let Some(touched) = last else {
            return self.state.say(none);
        };
        let len = self.data.source.len();
        self.stand(Caret {
            offset: touched.at.min(len.saturating_sub(1)),
            bit: self.state.view.cursor.bit,
        });
        if !self.data.source.is_changed() {
            self.state.say("all bytes are as they were opened");
        }
    }

    fn stand(&mut self, caret: Caret) {
        let cursor = &mut self.state.view.cursor;
        (cursor.offset, cursor.bit, cursor.goal) = (caret.offset, caret.bit, None);
    }

    /// Forgets what is known of bytes that are others now.
    fn forget_bytes(&mut self, step: &Touched) {
        self.changes += 1;
        self.end_searches();
        self.forget_count_of_matches();
        self.data.tasks.count.end();
        self.data.tasks.doubt.end();
        // Nothing is counted from checkpoints of other bytes.
        self.facts.counted.forget(step.at);
        self.doubt_scan(step);
    }

    /// Whether the data has changes that no file holds; then a message says what to do first.
    pub(super) fn would_lose_changes(&mut self) -> bool {
        let would = is_unsaved(&self.data.source, &self.state.view);
        if would {
            self.state.say(
                "the changes are not saved; :write or :save-as FILE keeps them, :reset drops them",
            );
        }
        would
    }

    /// Takes note of what may be done with the bytes, and what was done.
    pub(super) fn know_edits(&mut self) {
        let source = &self.data.source;
        let mut below = self.below.iter();
        let below = below.any(|file| is_unsaved(&file.data.source, &file.view));
        self.facts.edits = EditState {
            editing: match source.editing() {
                source::Editing::Overwrite => Editing::Overwrite,
                source::Editing::Scratch => Editing::Scratch,
            },
            progress: if is_unsaved(source, &self.state.view) {
                Progress::Unsaved
            } else if source.is_changed() {
                Progress::Saved
            } else {
                Progress::Unchanged
            },
            opening: if source.has_changed(0..OPENING) {
                Progress::Unsaved
            } else {
                Progress::Unchanged
            },
            below: if below {
                Progress::Unsaved
            } else {
                Progress::Unchanged
            },
            regions: self.progress_of_regions(),
        };
    }
}
