//! Patterns, as the program looks for them, but at once and near by.
//!
//! Invariant: what is reported is what the program would report of so much data.

use super::loupe::Loupe;
use hexloupe::command::finding::{self, Caught};
use hexloupe::job::hunt;
use hexloupe::model::finding::{Chasing, Count};
use hexloupe::model::layout::Layout;
use hexloupe::model::state::Overlay;
use hexloupe::model::viewport::row_of;
use hexloupe::scan::facts::Direction;
use hexloupe::scan::matches::{Matcher, Reading, Scope};
use hexloupe::scan::pattern::{self, Case};
use hexloupe::window::Peek as _;

/// How far is looked.
const NEAR: u64 = 512;

impl Loupe {
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

    /// Marks what is visible, as is done before every picture.
    pub(crate) fn mark_matches(&mut self) {
        self.facts.found.shown.clear();
        self.facts.found.refusal = None;
        let wanted = match &self.state.overlay {
            Overlay::Find(asking) => asking.readable().map(str::to_owned),
            _ => Some(self.state.finding.pattern.clone()).filter(|_| self.state.finding.marked),
        };
        let layout = Layout::of(self.size, &self.state.view, self.data.len());
        let (Some(pattern), Some(layout)) = (wanted, layout) else {
            return;
        };
        let top = row_of(self.state.view.top, layout.width);
        let bottom = top.saturating_add(u64::from(layout.rows) * u64::from(layout.width));
        if let Some(matcher) = self.matcher(&pattern) {
            self.facts.found.shown = hunt::around(&self.data, &matcher, top..bottom, |_| None);
        }
    }

    /// Looks for a pattern; far ones are not found.
    pub(super) fn find(&mut self, pattern: &str, direction: Direction, from: u64) {
        let Some(matcher) = self.matcher(pattern) else {
            return;
        };
        self.facts.found.chasing = Some(Chasing {
            direction,
            from: self.state.view.cursor.offset,
            reached: from,
        });
        let near = match direction {
            Direction::Forward => from..from.saturating_add(NEAR),
            Direction::Backward => from.saturating_sub(NEAR)..from,
        };
        let found = hunt::around(&self.data, &matcher, near.clone(), |_| None);
        let mut inside = found.iter().filter(|found| near.contains(&found.start));
        let caught = match direction {
            Direction::Forward => inside.next(),
            Direction::Backward => inside.next_back(),
        };
        let caught = caught.map(|found| Caught {
            offset: found.start,
            wrapped: from.is_multiple_of(2),
        });
        self.with_desk(|state, desk| finding::arrive(state, desk, caught));
        self.facts.found.chasing = None;
        self.facts.found.count = Some(Count {
            total: found.len() as u64,
            places: found.iter().map(|found| found.start).collect(),
        });
    }
}
