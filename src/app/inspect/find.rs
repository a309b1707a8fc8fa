//! Patterns: the search for the next match, the marks on the screen, the count.
//!
//! The search and the count run on threads of their own, one each at a time; the
//! marks are looked for in what is visible. Invariant: what an ended search or
//! count still reports is not heard.

use std::sync::Arc;

use super::{Event, Inspector};
use crate::command::{self, finding::Caught};
use crate::job::hunt::{self, Chase};
use crate::job::{self, End, Report, Running};
use crate::model::finding::{Chasing, Count};
use crate::model::layout::Layout;
use crate::model::state::Overlay;
use crate::model::viewport::row_of;
use crate::scan::facts::Direction;
use crate::scan::matches::{Matcher, Reading, Scope};
use crate::scan::pattern::{self, Case, Refusal};
use crate::source::{Arrived, Glance};
use crate::window::Peek as _;

/// Looks for patterns, and knows the last one.
#[derive(Default)]
pub(super) struct Finder {
    ready: Option<Ready>,
    /// The search that runs, and the number it goes by; the same of the count.
    chase: Option<Running>,
    chases: u64,
    count: Option<Running>,
    counts: u64,
}

/// A pattern made ready for how the data is read, or why it cannot be.
struct Ready {
    pattern: String,
    reading: Reading,
    matcher: Result<Matcher, Refusal>,
}

impl Inspector {
    /// The pattern that is typed, or that `n` goes by if its matches are marked.
    fn wanted(&self) -> Option<String> {
        if let Overlay::Find(asking) = &self.state.overlay {
            return asking.readable().map(str::to_owned);
        }
        let finding = &self.state.finding;
        let shown = finding.marked && !finding.pattern.is_empty();
        shown.then(|| finding.pattern.clone())
    }

    /// The matcher of a pattern, made once.
    fn matcher(&mut self, pattern: &str) -> Option<&Matcher> {
        let reading = Reading {
            encoding: self.state.view.encoding(),
            phase: self.state.view.phase,
        };
        let other = |ready: &Ready| ready.pattern != pattern || ready.reading != reading;
        if self.finder.ready.as_ref().is_none_or(other) {
            self.forget_count();
            let read = pattern::read(pattern, Case::Exact);
            let matcher = read.and_then(|read| Matcher::new(&read, reading, Scope::Own));
            self.finder.ready = Some(Ready {
                pattern: pattern.to_owned(),
                reading,
                matcher,
            });
        }
        let ready = self.finder.ready.as_ref()?;
        self.facts.found.refusal = ready.matcher.as_ref().err().cloned();
        ready.matcher.as_ref().ok()
    }

    /// Looks for the matches that are visible.
    pub(super) fn mark_matches(&mut self) {
        self.facts.found.shown.clear();
        self.facts.found.refusal = None;
        let Some(pattern) = self.wanted() else { return };
        let source = Arc::clone(&self.source);
        let data = Glance::new(&source);
        let view = &self.state.view;
        let Some(layout) = Layout::of(self.size, view, data.len()) else {
            return;
        };
        let top = row_of(view.top, layout.width);
        let bottom = top + u64::from(layout.rows) * u64::from(layout.width);
        if self.matcher(&pattern).is_none() {
            return;
        }
        let ready = self.finder.ready.as_ref();
        if let Some(matcher) = ready.and_then(|ready| ready.matcher.as_ref().ok()) {
            let text = self.state.view.text(&data, &self.facts);
            let shown = hunt::around(&data, matcher, top..bottom, |at| text.known(at));
            self.facts.found.shown = shown;
        }
    }

    pub(super) fn end_chase(&mut self) {
        self.finder.chase = None;
        self.finder.chases += 1;
        self.facts.found.chasing = None;
    }

    /// What was counted is no longer so.
    pub(super) fn forget_count(&mut self) {
        self.finder.count = None;
        self.finder.counts += 1;
        self.facts.found.count = None;
    }

    pub(super) fn find(&mut self, pattern: &str, direction: Direction, from: u64, times: u64) {
        self.end_search();
        let number = self.finder.chases;
        let Some(matcher) = self.matcher(pattern).cloned() else {
            if let Some(refusal) = &self.facts.found.refusal {
                self.state.say(refusal.to_string());
            }
            return;
        };
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let chase = Chase {
            matcher,
            direction,
            from,
            times,
        };
        let work =
            move |control: &mut job::Control<'_>| hunt::chase(control, &Arrived(&source), &chase);
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Caught(number, report));
        });
        match started {
            Ok(running) => {
                self.finder.chase = Some(running);
                self.facts.found.chasing = Some(Chasing {
                    direction,
                    from: self.state.view.cursor.offset,
                    reached: from,
                });
            }
            Err(error) => self.state.say(format!("cannot search: {error}")),
        }
    }

    /// The search for a match has something to report.
    pub(super) fn caught(&mut self, number: u64, report: Report<Option<(u64, bool)>>) {
        if number != self.finder.chases {
            return;
        }
        match report {
            Report::Progress(reached) => {
                if let Some(chasing) = &mut self.facts.found.chasing {
                    chasing.reached = reached;
                }
                return;
            }
            Report::Ended(End::Done(caught)) => {
                let caught = caught.map(|(offset, wrapped)| Caught { offset, wrapped });
                self.with_desk(|state, desk| command::finding::arrive(state, desk, caught));
                self.start_count();
            }
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("the search failed: {said}")),
        }
        self.end_chase();
    }

    /// Counts the matches, unless that is known or under way.
    fn start_count(&mut self) {
        let known = self.finder.count.is_some() || self.facts.found.count.is_some();
        let ready = self.finder.ready.as_ref();
        let Some(Ok(matcher)) = ready.map(|ready| &ready.matcher).filter(|_| !known) else {
            return;
        };
        let (number, matcher) = (self.finder.counts, matcher.clone());
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let work =
            move |control: &mut job::Control<'_>| hunt::count(control, &Arrived(&source), &matcher);
        let started = job::spawn(work, move |report| {
            let _ = sender.send(Event::Numbered(number, report));
        });
        // Without a thread for it there is no count.
        self.finder.count = started.ok();
    }

    /// The count has something to report.
    pub(super) fn numbered(&mut self, number: u64, report: Report<(u64, Vec<u64>)>) {
        if number != self.finder.counts {
            return;
        }
        if let Report::Ended(End::Done((total, places))) = report {
            self.facts.found.count = Some(Count { total, places });
            self.finder.count = None;
        }
    }
}
