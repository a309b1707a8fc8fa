//! Searches: one at a time, on a thread of its own.
//!
//! Invariant: what an ended or cancelled search still reports is not heard.

use std::sync::Arc;

use super::{Event, Inspector};
use crate::command;
use crate::job::seek::Quest;
use crate::job::{self, End, Report, seek};
use crate::model::state::Search;
use crate::scan::facts::{Direction, Sought};
use crate::source::Arrived;

impl Inspector {
    pub(super) fn end_search(&mut self) {
        self.search = None;
        self.facts.search = None;
        self.end_chase();
        self.searches += 1;
    }

    pub(super) fn seek(&mut self, sought: Sought, direction: Direction, from: u64, times: u64) {
        self.end_search();
        let number = self.searches;
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let view = &self.state.view;
        let quest = Quest {
            encoding: view.encoding(),
            phase: view.phase,
            sought,
            direction,
            from,
            times,
            index: self.facts.index(view).cloned(),
            passages: view.passages.clone(),
        };
        let work =
            move |control: &mut job::Control<'_>| seek::seek(control, &Arrived(&source), &quest);
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Sought(number, report));
        });
        match started {
            Ok(running) => {
                self.search = Some(running);
                self.facts.search = Some(Search {
                    what: sought,
                    direction,
                    from: self.state.view.cursor.offset,
                    reached: from,
                });
            }
            Err(error) => self.state.say(format!("cannot search: {error}")),
        }
    }

    pub(super) fn sought(&mut self, report: Report<Option<u64>>) {
        let Some(search) = self.facts.search else {
            return;
        };
        match report {
            Report::Progress(reached) => {
                self.facts.search = Some(Search { reached, ..search });
                return;
            }
            Report::Ended(End::Done(Some(offset))) => {
                self.with_desk(|state, desk| command::arrive(state, desk, offset));
            }
            Report::Ended(End::Done(None)) => {
                self.state.say(search.what.missing(search.direction));
            }
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("the search failed: {said}")),
        }
        self.end_search();
    }
}
