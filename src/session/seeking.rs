//! Searches through the data, for a fault, a line, a character: one at a time.

use std::sync::Arc;

use super::Session;
use super::task::{Kind, ShownAtOnce};
use crate::command;
use crate::job::End;
use crate::job::background::Report;
use crate::job::seek::{self, SeekRequest};
use crate::model::state::Search;
use crate::scan::facts::{Direction, Sought};
use crate::source::Arrived;

static SEEK: Kind = Kind::new("seek", ShownAtOnce::AtTheEnd).saying("search", "the search");

impl Session {
    /// Ends the searches, those for a pattern too.
    pub(super) fn end_searches(&mut self) {
        self.data.tasks.seek.end();
        self.facts.search = None;
        self.end_next_match();
    }

    pub(super) fn seek(&mut self, sought: Sought, direction: Direction, from: u64, times: u64) {
        self.end_searches();
        let view = &self.state.view;
        let request = SeekRequest {
            encoding: view.encoding(),
            phase: view.phase,
            sought,
            direction,
            from,
            times,
            index: self.facts.index(view).cloned(),
            passages: view.passages.clone(),
        };
        self.facts.search = Some(Search {
            what: sought,
            direction,
            from: view.cursor.offset,
            reached: from,
        });
        let source = Arc::clone(&self.data.source);
        self.start(
            (&SEEK, |session| &mut session.data.tasks.seek),
            (),
            move |control| seek::seek(control, &Arrived(&source), &request),
            Self::sought,
        );
    }

    fn sought(&mut self, report: Report<Option<u64>>) {
        let Some(search) = self.facts.search else {
            return;
        };
        match report {
            Report::Progress(reached) => {
                self.facts.search = Some(Search { reached, ..search });
                return;
            }
            Report::Ended(End::Done(Some(offset))) => {
                self.with_keys(|state, around| command::arrive(state, around, offset));
            }
            Report::Ended(End::Done(None)) => {
                self.state.say(search.what.missing(search.direction));
            }
            Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
        self.end_searches();
    }

    /// Cancels what is running: the search, else the export or copy.
    pub(super) fn cancel(&mut self) {
        if self.facts.is_searching() {
            self.end_searches();
            self.state.say("search cancelled");
        } else if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            // It reports itself when it has ended.
            self.tasks.errand.cancel();
            self.state.say(format!("giving up {what}"));
        }
    }
}
