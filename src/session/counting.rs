//! Counts lines and characters up to the visible part.
//!
//! From a near checkpoint this is done at once, from a far one in the background. Invariant: it
//! counts only in the scanned part without later changes; elsewhere the scan itself counts.

use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter};
use crate::job::JobEnd;
use crate::job::background::Report;
use crate::job::seek::{self, SeekRequest};
use crate::model::place::NEAR;
use crate::model::text::EncodedText;
use crate::scan::facts::Sought;
use crate::scan::facts::index::Checkpoint;
use crate::source::{ArrivedData, NonBlockingReader};

pub(super) static COUNT: Query = Query::new(
    "count",
    Asked::Always {
        key: OpenFile::count_asked,
        start: OpenFile::start_count,
    },
)
.saying("count", "counting");

impl OpenFile {
    /// Counts to what is shown, unless that is too far to be done at once.
    pub(super) fn count_to_screen(&mut self) {
        let source = Arc::clone(&self.source);
        let data = NonBlockingReader::new(&source);
        let view = &self.state.view;
        let index = self.facts.index(view).cloned();
        let text = EncodedText::new(&data, view.encoding(), view.phase);
        let counted = &mut self.facts.counted;
        // The visible part may begin before the cursor; nothing earlier needs a count.
        let first = view.top.min(view.cursor.offset);
        let far = counted.reach(&text, first, index.as_deref());
        if far.is_none() {
            counted.reach(&text, view.cursor.offset, index.as_deref());
        }
        self.uncounted = far.map(|far| (first, far));
    }

    fn count_asked(&self) -> Option<QueryKey> {
        let (first, _) = self.uncounted?;
        let index = self.facts.index(&self.state.view)?;
        if first > index.sure() {
            return None;
        }
        let reading = self.reading();
        // It is running for a place near by, or has failed there and would fail again.
        let near = self.queries.key(&COUNT).filter(|key| match key {
            QueryKey::Place {
                reading: of,
                offset,
            } => *of == reading && offset.abs_diff(first) < NEAR / 2,
            _ => false,
        });
        let offset = first;
        Some(near.cloned().unwrap_or(QueryKey::Place { reading, offset }))
    }

    /// Counts from a checkpoint to the first visible offset, in the background.
    fn start_count(&mut self, _: &QueryKey) -> Starter {
        let (first, from) = self.uncounted.unwrap_or_default();
        let view = &self.state.view;
        let (encoding, phase) = (view.encoding(), view.phase);
        let sought = Sought::Character(u64::MAX);
        let request = SeekRequest::forward(encoding, phase, sought, first);
        let source = Arc::clone(&self.source);
        Starter::new(
            move |control| seek::place(control, &ArrivedData(&source), &request, from),
            Self::counted,
        )
    }

    /// Handles a report of the counting.
    fn counted(&mut self, _: &mut SessionContext, report: Report<Checkpoint>) {
        if let Report::Ended(JobEnd::Done(point)) = report {
            self.facts.counted.learn(point);
            // If the checkpoint is dropped later, it must be counted again.
            self.uncounted = None;
        }
    }
}
