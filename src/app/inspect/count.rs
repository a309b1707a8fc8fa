//! Counting to a cursor that is far from any checkpoint, aside from the loop.
//!
//! Invariant: one counting at a time, and only where the scan has been: before
//! that the scan itself counts.

use std::sync::Arc;

use super::{Event, Inspector};
use crate::codec::Encoding;
use crate::job::seek::{self, Quest};
use crate::job::{self, End, Report, Running};
use crate::model::place::NEAR;
use crate::scan::facts::index::Checkpoint;
use crate::scan::facts::passage::Passages;
use crate::scan::facts::{Direction, Sought};
use crate::source::Arrived;

/// The counting that runs.
#[derive(Default)]
pub(super) struct Counting {
    running: Option<Running>,
    number: u64,
    /// To where, and in which reading of which bytes.
    to: Option<(u64, &'static Encoding, u64, u64, u64)>,
}

impl Counting {
    /// Ends the one that runs: what it still reports is not heard.
    pub(super) fn end(&mut self) {
        *self = Self {
            number: self.number + 1,
            ..Self::default()
        };
    }
}

impl Inspector {
    /// Counts from a checkpoint to the first that is shown, if the two are far apart.
    pub(super) fn count_to_cursor(&mut self, from: Option<Checkpoint>) {
        let view = &self.state.view;
        let cursor = view.top.min(view.cursor.offset);
        let known = self
            .facts
            .index(view)
            .map_or(0, |index| index.reached.offset);
        let Some(from) = from.filter(|_| cursor <= known) else {
            return;
        };
        let changes = self.scanning.changes();
        let to = (cursor, view.encoding(), view.phase, self.opened, changes);
        let near = self.counting.to.is_some_and(|(at, encoding, ..)| {
            (encoding, to.2, to.3, to.4) == (to.1, to.2, to.3, to.4)
                && at.abs_diff(cursor) < NEAR / 2
        });
        if near && self.counting.running.is_some() {
            return;
        }
        let quest = Quest {
            encoding: view.encoding(),
            phase: view.phase,
            sought: Sought::Character(u64::MAX),
            direction: Direction::Forward,
            from: cursor,
            times: 1,
            index: None,
            passages: Passages::default(),
        };
        self.counting.number += 1;
        self.counting.to = Some(to);
        let number = self.counting.number;
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let work = move |control: &mut job::Control<'_>| {
            seek::place(control, &Arrived(&source), &quest, from)
        };
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Counted(number, report));
        });
        self.counting.running = started.ok();
    }

    /// The counting has come somewhere.
    pub(super) fn counted(&mut self, number: u64, report: Report<Checkpoint>) {
        if number != self.counting.number {
            return;
        }
        match report {
            Report::Progress(_) => return,
            Report::Ended(End::Done(point)) => self.facts.counted.learn(point),
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("counting failed: {said}")),
        }
        self.counting.running = None;
    }
}
