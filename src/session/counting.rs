//! Counting lines and characters up to what is shown.
//!
//! From a near checkpoint this is done at once, from a far one in the background.
//! Invariant: only where the scan has been, and no byte has changed since; elsewhere the scan
//! itself will count.

use std::sync::Arc;

use super::Session;
use super::task::{Kind, ShownAtOnce};
use crate::job::End;
use crate::job::background::Report;
use crate::job::seek::{self, SeekRequest};
use crate::model::place::NEAR;
use crate::model::text::Text;
use crate::scan::facts::encoding_range::EncodingRanges;
use crate::scan::facts::index::Checkpoint;
use crate::scan::facts::{Direction, Sought};
use crate::source::{Arrived, NonBlockingReader};

static COUNT: Kind = Kind::new("count", ShownAtOnce::AtTheEnd).saying("count", "counting");

impl Session {
    /// Counts to what is shown; if that is too far, returns the checkpoint to count from.
    pub(super) fn count_to_screen(&mut self) -> Option<Checkpoint> {
        let source = Arc::clone(&self.data.source);
        let data = NonBlockingReader::new(&source);
        let view = &self.state.view;
        let index = self.facts.index(view).cloned();
        let text = Text::new(&data, view.encoding(), view.phase);
        let counted = &mut self.facts.counted;
        // What is shown may begin before the cursor; nothing earlier needs a count.
        let first = view.top.min(view.cursor.offset);
        let far = counted.reach(&text, first, index.as_deref());
        if far.is_none() {
            counted.reach(&text, view.cursor.offset, index.as_deref());
        }
        far
    }

    /// Counts from a checkpoint to the first offset that is shown, in the background.
    pub(super) fn count_on(&mut self, from: Option<Checkpoint>) {
        let view = &self.state.view;
        let first = view.top.min(view.cursor.offset);
        let index = self.facts.index(view);
        let known = index.map_or(0, |index| index.sure());
        let Some(from) = from.filter(|_| first <= known) else {
            return;
        };
        let (encoding, phase) = (view.encoding(), view.phase);
        let near = self.data.tasks.count.of().is_some_and(|&(at, as_, from)| {
            (as_, from) == (encoding, phase) && at.abs_diff(first) < NEAR / 2
        });
        if near {
            // It is running, or has failed here and would fail again.
            return;
        }
        let request = SeekRequest {
            encoding,
            phase,
            sought: Sought::Character(u64::MAX),
            direction: Direction::Forward,
            from: first,
            times: 1,
            index: None,
            passages: EncodingRanges::default(),
        };
        let source = Arc::clone(&self.data.source);
        self.start(
            (&COUNT, |session| &mut session.data.tasks.count),
            (first, encoding, phase),
            move |control| seek::place(control, &Arrived(&source), &request, from),
            Self::counted,
        );
    }

    /// Takes a report of the counting.
    fn counted(&mut self, report: Report<Checkpoint>) {
        if let Report::Ended(End::Done(point)) = report {
            self.facts.counted.learn(point);
            // The checkpoint may be dropped later; then it must be counted again.
            self.data.tasks.count.end();
        }
    }
}
