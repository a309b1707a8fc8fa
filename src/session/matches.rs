//! Patterns: the search for the next match, the marks on the screen, the count.
//!
//! The search and the count run in the background; the marks are looked for in what is
//! visible. Invariant: count and marks belong to the current pattern and encoding.

use std::sync::Arc;

use super::Session;
use super::task::{Kind, ShownAtOnce};
use crate::command::overlay::Overlay;
use crate::command::{self, finding::Caught};
use crate::job::End;
use crate::job::background::Report;
use crate::job::matches::{self, NextMatch};
use crate::model::finding::{Chasing, Count};
use crate::model::layout::Layout;
use crate::scan::facts::Direction;
use crate::scan::matches::{EncodingAndPhase, Matcher, Scope};
use crate::scan::pattern::{self, Refusal};
use crate::source::{Arrived, NonBlockingReader};
use crate::window::Peek as _;

static NEXT_MATCH: Kind =
    Kind::new("next match", ShownAtOnce::AtTheEnd).saying("search", "the search");
/// Without words for a failure: if no thread can be started, there is no count.
static COUNT_MATCHES: Kind = Kind::new("count of matches", ShownAtOnce::AtTheEnd);

/// The matcher of a pattern in an encoding, or why there is none.
#[derive(Debug)]
pub(super) struct ReadyMatcher {
    pattern: String,
    reading: EncodingAndPhase,
    matcher: Result<Matcher, Refusal>,
}

impl Session {
    /// The pattern that is being typed, or that `n` looks for if its matches are marked.
    fn wanted(&self) -> Option<String> {
        if let Some(Overlay::Pattern(asking)) = &self.state.overlay {
            return asking.readable().map(str::to_owned);
        }
        let finding = &self.state.view.finding;
        let shown = finding.marked && !finding.pattern.is_empty();
        shown.then(|| finding.pattern.clone())
    }

    /// The matcher of a pattern; it is made once for each encoding and phase.
    fn matcher_of(&mut self, pattern: &str) -> Option<&Matcher> {
        let reading = EncodingAndPhase {
            encoding: self.state.view.encoding(),
            phase: self.state.view.phase,
        };
        let other = |ready: &ReadyMatcher| ready.pattern != pattern || ready.reading != reading;
        if self.data.matcher.as_ref().is_none_or(other) {
            self.forget_count_of_matches();
            let matcher = pattern::typed(pattern).and_then(|typed| {
                let matcher = Matcher::new(&typed.pattern, reading, Scope::Own);
                matcher.map_err(|refusal| typed.restored(refusal))
            });
            self.data.matcher = Some(ReadyMatcher {
                pattern: pattern.to_owned(),
                reading,
                matcher,
            });
        }
        let ready = self.data.matcher.as_ref()?;
        self.facts.found.refusal = ready.matcher.as_ref().err().cloned();
        ready.matcher.as_ref().ok()
    }

    /// Looks for the matches that are visible.
    pub(super) fn mark_matches(&mut self) {
        self.facts.found.shown.clear();
        self.facts.found.refusal = None;
        let Some(pattern) = self.wanted() else {
            self.mark_differences();
            return;
        };
        // Even if nothing is shown: the count may belong to another reading.
        if self.matcher_of(&pattern).is_none() {
            return;
        }
        let source = Arc::clone(&self.data.source);
        let data = NonBlockingReader::new(&source);
        let view = &self.state.view;
        let Some(layout) = Layout::of(self.size, view, data.len()) else {
            return;
        };
        let visible = layout.shown(view.top);
        let ready = self.data.matcher.as_ref();
        if let Some(matcher) = ready.and_then(|ready| ready.matcher.as_ref().ok()) {
            let text = view.text(&data, &self.facts);
            let shown = matches::around(&data, matcher, visible, |at| text.known(at));
            self.facts.found.shown = shown;
        }
    }

    /// Ends the search for a match.
    pub(super) fn end_next_match(&mut self) {
        self.data.tasks.next_match.end();
        self.facts.found.chasing = None;
    }

    /// Forgets the count of matches.
    pub(super) fn forget_count_of_matches(&mut self) {
        self.data.tasks.count_matches.end();
        self.facts.found.count = None;
    }

    /// Looks for the next match, in the background.
    pub(super) fn find(&mut self, pattern: &str, direction: Direction, from: u64, times: u64) {
        self.end_searches();
        let Some(matcher) = self.matcher_of(pattern).cloned() else {
            if let Some(refusal) = &self.facts.found.refusal {
                self.state.say(refusal.to_string());
            }
            return;
        };
        let wanted = NextMatch {
            matcher,
            direction,
            from,
            times,
        };
        self.facts.found.chasing = Some(Chasing {
            direction,
            from: self.state.view.cursor.offset,
            reached: from,
        });
        let source = Arc::clone(&self.data.source);
        self.start(
            (&NEXT_MATCH, |session| &mut session.data.tasks.next_match),
            (),
            move |control| matches::next_match(control, &Arrived(&source), &wanted),
            Self::caught,
        );
    }

    /// The search for a match has something to report.
    fn caught(&mut self, report: Report<Option<(u64, bool)>>) {
        match report {
            Report::Progress(reached) => {
                if let Some(chasing) = &mut self.facts.found.chasing {
                    chasing.reached = reached;
                }
                return;
            }
            Report::Ended(End::Done(caught)) => {
                let caught = caught.map(|(offset, wrapped)| Caught { offset, wrapped });
                self.with_keys(|state, around| command::finding::arrive(state, around, caught));
                self.start_count_of_matches();
            }
            Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
        self.end_next_match();
    }

    /// Counts the matches, unless that is known or under way.
    fn start_count_of_matches(&mut self) {
        if self.data.tasks.count_matches.is_running() || self.facts.found.count.is_some() {
            return;
        }
        let ready = self.data.matcher.as_ref();
        let Some(Ok(matcher)) = ready.map(|ready| &ready.matcher) else {
            return;
        };
        let (matcher, source) = (matcher.clone(), Arc::clone(&self.data.source));
        self.start(
            (&COUNT_MATCHES, |session| {
                &mut session.data.tasks.count_matches
            }),
            (),
            move |control| matches::count(control, &Arrived(&source), &matcher),
            Self::matches_counted,
        );
    }

    /// The count has something to report.
    fn matches_counted(&mut self, report: Report<(u64, Vec<u64>)>) {
        if let Report::Ended(End::Done((total, places))) = report {
            self.facts.found.count = Some(Count { total, places });
        }
    }
}
