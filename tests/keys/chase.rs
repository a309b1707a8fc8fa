//! Patterns at the seat: looked for at once, through all of the data.
//!
//! Invariant: what is reported is what the program would report.

use super::seat::Seat;
use hexloupe::command::Effect;
use hexloupe::command::finding::{self, Caught};
use hexloupe::job::hunt::{self, Chase};
use hexloupe::job::{Control, End};
use hexloupe::model::finding::{Chasing, Count};
use hexloupe::model::state::Overlay;
use hexloupe::scan::matches::{Matcher, Reading, Scope};
use hexloupe::scan::pattern::{self, Case};
use hexloupe::window::Peek as _;
use std::sync::atomic::AtomicBool;

impl Seat {
    fn matcher(&mut self, pattern: &str) -> Option<Matcher> {
        let reading = Reading {
            encoding: self.state.view.encoding(),
            phase: self.state.view.phase,
        };
        let read = pattern::read(pattern, Case::Exact);
        let matcher = read.and_then(|read| Matcher::new(&read, reading, Scope::Own));
        self.facts.found.refusal = matcher.as_ref().err().cloned();
        matcher.ok()
    }

    /// Marks matches everywhere, and counts them.
    pub(crate) fn mark_matches(&mut self) {
        self.facts.found.shown.clear();
        self.facts.found.refusal = None;
        self.facts.found.count = None;
        let wanted = match &self.state.overlay {
            Overlay::Find(asking) => asking.readable().map(str::to_owned),
            _ => Some(self.state.finding.pattern.clone()).filter(|_| self.state.finding.marked),
        };
        let Some(matcher) = wanted.and_then(|pattern| self.matcher(&pattern)) else {
            return;
        };
        let shown = hunt::around(&self.data, &matcher, 0..self.data.len(), |_| None);
        self.facts.found.count = Some(Count {
            total: shown.len() as u64,
            places: shown.iter().map(|found| found.start).collect(),
        });
        self.facts.found.shown = shown;
    }

    /// Looks for the pattern that the last key asked for.
    pub(crate) fn chase(&mut self) {
        let Effect::Find {
            pattern,
            direction,
            from,
            times,
        } = self.effect.clone()
        else {
            return;
        };
        let Some(matcher) = self.matcher(&pattern) else {
            return;
        };
        self.facts.found.chasing = Some(Chasing {
            direction,
            from: self.state.view.cursor.offset,
            reached: from,
        });
        let chase = Chase {
            matcher,
            direction,
            from,
            times,
        };
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        let End::Done(caught) = hunt::chase(&mut control, &self.data, &chase) else {
            unreachable!("nobody cancels")
        };
        let caught = caught.map(|(offset, wrapped)| Caught { offset, wrapped });
        self.with_desk(|state, desk| finding::arrive(state, desk, caught));
        self.facts.found.chasing = None;
    }
}
