//! Follows data that grows: the view stays at its end, and the scan continues from its last place.
//!
//! The reader of the file reports that more has arrived, that the file was truncated or that
//! another file has its name (`data`), as for any file; the reactions are decided here. Invariant:
//! the counts of a followed file are those of a scan of all its bytes, except for a sequence cut
//! off at its end; after the end of following it is a file like any other, and its counts are final.

use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use crate::command;
use crate::model::follow::Follow;
use crate::model::place::CountCache;
use crate::model::state::{FileStanding, Panes, RowWidth, View};
use crate::source::FileChange;
use crate::window::Peek as _;

/// The part of a view that shows whether the user has moved up.
pub(super) struct PlaceBefore {
    follow: Follow,
    cursor: u64,
    top: u64,
    rows: (RowWidth, Panes),
}

impl PlaceBefore {
    pub(super) fn new(view: &View) -> Self {
        Self {
            follow: view.follow,
            cursor: view.cursor.offset,
            top: view.top,
            rows: (view.width, view.panes),
        }
    }

    /// Reports whether the user has moved up since.
    fn was_left_upwards(&self, view: &View) -> bool {
        let scrolled = self.rows == (view.width, view.panes) && view.top < self.top;
        view.cursor.offset < self.cursor || scrolled && view.cursor.offset == self.cursor
    }
}

impl OpenFile {
    /// Stays at the end of the data while more arrives.
    pub(super) fn follow(&mut self, context: &SessionContext) {
        let source = Arc::clone(&self.source);
        if let Err(trouble) = source.follow() {
            return self.state.say(trouble.to_string());
        }
        self.state.view.follow = Follow::End;
        self.go_to_end(context);
        if self.facts.standing == FileStanding::Replaced {
            return self.reload();
        }
        if source.is_followed() && self.facts.standing != FileStanding::Gone {
            self.facts.standing = FileStanding::Following;
        }
        if !source.is_followed() && !source.is_arriving() {
            self.state.say("the pipe has ended");
        }
    }

    /// Ends following, if the user has moved up.
    pub(super) fn stop_following(&mut self, context: &SessionContext, before: &PlaceBefore) {
        let view = &mut self.state.view;
        let goes_on = view.follow == before.follow && view.follow == Follow::End;
        if !goes_on || !before.was_left_upwards(view) {
            return;
        }
        view.follow = Follow::No;
        self.source.stop_following();
        if self.facts.standing == FileStanding::Following {
            self.facts.standing = FileStanding::Same;
        }
        // A sequence cut off at the end is ill-formed now.
        self.facts.counted = CountCache::default();
        if self.state.message.is_none() {
            let again = context.keymap.first("follow");
            self.state
                .say(format!("following stopped; {again} follows again"));
        }
    }

    /// Goes to the end if that is followed.
    pub(super) fn go_to_end(&mut self, context: &SessionContext) {
        if self.state.view.follow == Follow::End {
            self.with_keys(context, command::stay_at_end);
        }
    }

    /// Handles a change of the followed file.
    pub(super) fn followed_changed(&mut self, context: &SessionContext, change: FileChange) {
        match change {
            FileChange::Grew => {
                self.choose_from_more();
                // A character that was cut off may be whole now.
                self.facts.counted = CountCache::default();
            }
            FileChange::Shrank | FileChange::Modified => {
                self.written_by_others();
                let len = self.source.len();
                self.state.say(match change {
                    FileChange::Shrank => {
                        format!("the file was truncated to {len} bytes; still following")
                    }
                    _ => "the file was changed; still following".to_owned(),
                });
            }
            FileChange::Replaced => {
                self.note(change);
                // Unsaved changes are not dropped for a rotated log.
                return self.reload();
            }
            FileChange::Gone => {
                let said = "the file is gone; a new file with its name will be followed";
                self.state.say(said);
                return self.note(change);
            }
            FileChange::Same => {}
        }
        self.facts.standing = FileStanding::Following;
        self.go_to_end(context);
    }
}
