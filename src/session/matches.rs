//! Patterns: the search for the next match, the marks on the screen, the count.
//!
//! The search and the count run in the background; the marks are sought in the visible bytes.
//! Invariant: count and marks belong to the current pattern and encoding.

use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::seeking::{SEEK, text};
use crate::command::overlay::Overlay;
use crate::command::{self, finding::FoundMatch};
use crate::job::JobEnd;
use crate::job::background::Report;
use crate::job::matches::{self, NextMatch};
use crate::model::finding::{MatchCount, RunningSearch};
use crate::scan::facts::Direction;
use crate::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use crate::scan::pattern::{self, PatternError};
use crate::source::{ArrivedData, NonBlockingReader};
use crate::window::Peek as _;

pub(super) static NEXT_MATCH: Query = Query {
    below: WhenBelow::Ends,
    forget: |file, _| file.facts.found.chasing = None,
    ..Query::new("next match", Asked::OnRequest(text)).saying("search", "the search")
};

/// Without words for a failure: if no thread can be started, there is no count.
pub(super) static COUNT_MATCHES: Query = Query {
    forget: |file, _| file.facts.found.count = None,
    ..Query::new(
        "count of matches",
        Asked::OnRequest(OpenFile::matches_asked),
    )
};

/// The matcher of a pattern in an encoding, or the reason why there is none.
#[derive(Debug)]
pub(super) struct ReadyMatcher {
    pattern: String,
    reading: EncodingAndPhase,
    matcher: Result<Matcher, PatternError>,
}

impl OpenFile {
    /// The pattern being typed, or that of `n` if its matches are marked.
    fn wanted(&self) -> Option<String> {
        if let Some(Overlay::Pattern(asking)) = self.state.ground() {
            return asking.readable().map(str::to_owned);
        }
        let finding = &self.state.view.finding;
        let shown = finding.marked && !finding.pattern.is_empty();
        shown.then(|| finding.pattern.clone())
    }

    /// The matcher of a pattern; it is made once for each encoding and phase.
    pub(super) fn matcher_of(&mut self, pattern: &str) -> Option<&Matcher> {
        let reading = EncodingAndPhase {
            encoding: self.state.view.encoding(),
            phase: self.state.view.phase,
        };
        let other = |ready: &ReadyMatcher| ready.pattern != pattern || ready.reading != reading;
        if self.matcher.as_ref().is_none_or(other) {
            // Of another pattern, or of what differs.
            self.facts.found.count = None;
            let matcher = pattern::typed(pattern).and_then(|typed| {
                let matcher = Matcher::new(&typed.pattern, reading, SearchScope::Own);
                matcher.map_err(|refusal| typed.restored(refusal))
            });
            self.matcher = Some(ReadyMatcher {
                pattern: pattern.to_owned(),
                reading,
                matcher,
            });
        }
        let ready = self.matcher.as_ref()?;
        self.facts.found.refusal = ready.matcher.as_ref().err().cloned();
        ready.matcher.as_ref().ok()
    }

    /// Looks for the visible matches.
    pub(super) fn mark_matches(&mut self, context: &SessionContext) {
        self.facts.found.shown.clear();
        self.facts.found.refusal = None;
        let Some(pattern) = self.wanted() else {
            self.mark_differences(context);
            return;
        };
        // Even if nothing is visible: the count may belong to another reading.
        if self.matcher_of(&pattern).is_none() {
            return;
        }
        let Some(layout) = self.layout(context) else {
            return;
        };
        let source = Arc::clone(&self.source);
        let data = NonBlockingReader::new(&source);
        let view = &self.state.view;
        let visible = layout.shown(view.top);
        let ready = self.matcher.as_ref();
        if let Some(matcher) = ready.and_then(|ready| ready.matcher.as_ref().ok()) {
            let text = view.text(&data, &self.facts);
            let shown = matches::around(&data, matcher, visible, |at| text.known(at));
            self.facts.found.shown = shown;
        }
    }

    /// Looks for the next match, in the background.
    pub(super) fn find(&mut self, pattern: &str, direction: Direction, from: u64, times: u64) {
        self.withdraw(&SEEK);
        let Some(matcher) = self.matcher_of(pattern).cloned() else {
            self.withdraw(&NEXT_MATCH);
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
        self.request(&NEXT_MATCH, move |file| {
            file.facts.found.chasing = Some(RunningSearch {
                direction,
                from: file.state.view.cursor.offset,
                reached: from,
            });
            let source = Arc::clone(&file.source);
            Starter::new(
                move |control| matches::next_match(control, &ArrivedData(&source), &wanted),
                Self::caught,
            )
        });
    }

    /// Handles a report of the search for a match.
    fn caught(&mut self, context: &mut SessionContext, report: Report<Option<(u64, bool)>>) {
        match report {
            Report::Progress(reached) => {
                if let Some(chasing) = &mut self.facts.found.chasing {
                    chasing.reached = reached;
                }
                return;
            }
            Report::Ended(JobEnd::Done(caught)) => {
                let caught = caught.map(|(offset, wrapped)| FoundMatch { offset, wrapped });
                self.with_keys(context, |state, around| {
                    command::finding::arrive(state, around, caught);
                });
                self.count_matches();
            }
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
        self.withdraw(&NEXT_MATCH);
    }

    /// The pattern that was made ready last, in the bytes that there are.
    fn matches_asked(&self) -> QueryKey {
        let pattern = self.matcher.as_ref().map(|ready| ready.pattern.clone());
        QueryKey::Matches {
            pattern: pattern.unwrap_or_default(),
            reading: self.reading(),
            len: self.source.len(),
        }
    }

    /// Counts the matches, unless that is known or in progress.
    fn count_matches(&mut self) {
        if self.queries.key(&COUNT_MATCHES) == Some(&self.matches_asked()) {
            return;
        }
        let ready = self.matcher.as_ref();
        let Some(Ok(matcher)) = ready.map(|ready| &ready.matcher) else {
            return;
        };
        let matcher = matcher.clone();
        self.request(&COUNT_MATCHES, move |file| {
            let source = Arc::clone(&file.source);
            Starter::new(
                move |control| matches::count(control, &ArrivedData(&source), &matcher),
                Self::matches_counted,
            )
        });
    }

    /// Handles a report of the count.
    fn matches_counted(&mut self, _: &mut SessionContext, report: Report<(u64, Vec<u64>)>) {
        if let Report::Ended(JobEnd::Done((total, places))) = report {
            self.facts.found.count = Some(MatchCount { total, places });
        }
    }
}
