//! Lines and characters up to what is shown, where that is far from any checkpoint.
//!
//! Near by they are counted at once; far away in the background. Invariant: only where
//! the scan has been, since before that the scan itself counts.

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
    /// Counts to what is shown; answers from where, if it is too far.
    pub(super) fn count_to_screen(&mut self) -> Option<Checkpoint> {
        let source = Arc::clone(&self.data.source);
        let data = NonBlockingReader::new(&source);
        let view = &self.state.view;
        let index = self.facts.index(view).cloned();
        let text = Text::new(&data, view.encoding(), view.phase);
        let counted = &mut self.facts.counted;
        // What is shown begins before the cursor, and nothing before it is counted to.
        let first = view.top.min(view.cursor.offset);
        let far = counted.reach(&text, first, index.as_deref());
        if far.is_none() {
            counted.reach(&text, view.cursor.offset, index.as_deref());
        }
        far
    }

    /// Counts from a checkpoint to the first that is shown, in the background.
    pub(super) fn count_on(&mut self, from: Option<Checkpoint>) {
        let view = &self.state.view;
        let first = view.top.min(view.cursor.offset);
        let index = self.facts.index(view);
        let known = index.map_or(0, |index| index.reached.offset);
        let Some(from) = from.filter(|_| first <= known) else {
            return;
        };
        let (encoding, phase) = (view.encoding(), view.phase);
        let near = self.tasks.count.of().is_some_and(|&(at, as_, from)| {
            (as_, from) == (encoding, phase) && at.abs_diff(first) < NEAR / 2
        });
        if near {
            // Under way, or it came to nothing here: then nobody would hear of another.
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
            (&COUNT, |session| &mut session.tasks.count),
            (first, encoding, phase),
            move |control| seek::place(control, &Arrived(&source), &request, from),
            Self::counted,
        );
    }

    /// The counting has come somewhere.
    fn counted(&mut self, report: Report<Checkpoint>) {
        if let Report::Ended(End::Done(point)) = report {
            self.facts.counted.learn(point);
            // What is learned may be forgotten in time; then it is counted again.
            self.tasks.count.end();
        }
    }
}
