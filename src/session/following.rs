//! Data that grows, followed: the view stays at its end, and the scan goes on from where it has
//! come to.
//!
//! That more has come, that the file was cut or that another has its name is what the reader of
//! the file reports (`data`), here as for any file; what is done about it is decided here.
//! Invariant: what is counted of a followed file is what a scan of all its bytes would count,
//! except for what is cut off at its end.

use std::sync::Arc;

use super::Session;
use crate::command;
use crate::job::scan::Scan;
use crate::model::follow::Follow;
use crate::model::state::{Panes, RowWidth, Standing, View};
use crate::source::{Change, NonBlockingReader};
use crate::window::Peek as _;

/// What of a view tells that the user has moved up.
pub(super) struct Before {
    follow: Follow,
    cursor: u64,
    top: u64,
    rows: (RowWidth, Panes),
}

impl Before {
    pub(super) fn of(view: &View) -> Self {
        Self {
            follow: view.follow,
            cursor: view.cursor.offset,
            top: view.top,
            rows: (view.width, view.panes),
        }
    }

    /// Whether the user has moved up since.
    fn was_left_upwards(&self, view: &View) -> bool {
        let scrolled = self.rows == (view.width, view.panes) && view.top < self.top;
        view.cursor.offset < self.cursor || scrolled && view.cursor.offset == self.cursor
    }
}

impl Session {
    /// Stays at the end of the data, as more comes.
    pub(super) fn follow(&mut self) {
        let source = Arc::clone(&self.data.source);
        let before = source.is_followed();
        if let Err(trouble) = source.follow() {
            return self.state.say(trouble.to_string());
        }
        self.state.view.follow = Follow::End;
        self.go_to_end();
        if source.is_followed() && !before {
            self.go_on_scanning();
        }
        if self.facts.standing == Standing::Replaced {
            return self.reload();
        }
        if source.is_followed() && self.facts.standing != Standing::Gone {
            self.facts.standing = Standing::Following;
        }
        if !source.is_followed() && !source.is_arriving() {
            self.state.say("the pipe has ended; nothing more comes");
        }
    }

    /// Ends following, if the user has moved up.
    pub(super) fn stop_following(&mut self, before: &Before) {
        let view = &mut self.state.view;
        let goes_on = view.follow == before.follow && view.follow == Follow::End;
        if !goes_on || !before.was_left_upwards(view) {
            return;
        }
        view.follow = Follow::No;
        if self.state.message.is_none() {
            let again = self.keymap.first("follow");
            self.state
                .say(format!("no longer following; {again} follows again"));
        }
    }

    /// Goes to the end if that is followed.
    pub(super) fn go_to_end(&mut self) {
        if self.state.view.follow == Follow::End {
            self.with_keys(command::stay_at_end);
        }
    }

    /// Lets the scan go on from where it has come to, now that the data does not end there.
    fn go_on_scanning(&mut self) {
        let view = &self.state.view;
        let subject = (view.encoding(), view.phase);
        let data = NonBlockingReader::new(&self.data.source);
        let known = self.facts.index(view);
        match known.and_then(|index| Scan::after(index, &data)) {
            Some(scan) => {
                if let Some(known) = &mut self.facts.known {
                    Arc::make_mut(&mut known.index).complete = false;
                }
                self.start_scan(Box::new(scan), subject);
            }
            // It begins again with the next picture.
            None => self.data.tasks.scan.end(),
        }
    }

    /// Something has happened to the file that is followed.
    pub(super) fn followed_changed(&mut self, change: Change) {
        match change {
            Change::Grew => {
                self.choose_from_more();
                // A character that was cut off may be whole now.
                self.forget_counts();
            }
            Change::Shrank | Change::Modified => {
                self.changed_below();
                let len = self.data.source.len();
                let on = match self.state.view.follow {
                    Follow::End => "; following on",
                    Follow::No => "",
                };
                self.state.say(match change {
                    Change::Shrank => format!("the file was cut to {len} bytes{on}"),
                    _ => format!("the file was written to{on}"),
                });
            }
            Change::Replaced => {
                self.note(change);
                // Unsaved changes are not given up for a log that was rotated.
                return self.reload();
            }
            Change::Gone => {
                self.state.say(match self.state.view.follow {
                    Follow::End => "the file is gone; if another takes its name, that is followed",
                    Follow::No => "the file is gone; if another takes its name, that is read",
                });
                return self.note(change);
            }
            Change::Same => {}
        }
        self.facts.standing = Standing::Following;
        self.go_to_end();
    }
}
