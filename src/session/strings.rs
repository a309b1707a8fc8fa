//! The texts in data of any kind, sought while they are listed.
//!
//! The best are shown as the search goes on, and are kept when the list is closed after its end.
//! Invariant: the texts that are known are of the bytes on the screen.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use crate::command::overlay::Overlay;
use crate::detect::preferred::Preferred;
use crate::detect::strings::{self as stretches, StringsFinder};
use crate::job::background::Report;
use crate::job::strings::{self, BestStrings};
use crate::job::{Control, JobEnd};
use crate::model::strings::{FIRST_STRINGS, ListedStrings, MOST_STRINGS};
use crate::source::ArrivedData;
use crate::window::Peek as _;

/// The fewest characters of a text.
const LEAST: usize = 4;

pub(super) static STRINGS: Query = Query {
    below: WhenBelow::Ends,
    forget: |file, _| file.facts.strings = ListedStrings::default(),
    ..Query::new(
        "strings",
        Asked::Always {
            key: OpenFile::strings_asked,
            start: OpenFile::start_strings,
        },
    )
    .saying("search for text", "the search for text")
};

/// The bytes after which the best are shown again.
const SHOWN_EACH: u64 = 8 << 20;

impl OpenFile {
    fn strings_asked(&self) -> Option<QueryKey> {
        let is_listed = matches!(self.state.ground(), Some(Overlay::Strings(_)));
        let is_kept = self.facts.strings.is_complete;
        (is_listed || is_kept).then_some(QueryKey::Strings(self.bytes))
    }

    fn start_strings(&mut self, _: &QueryKey) -> Starter {
        let source = Arc::clone(&self.source);
        let work = move |control: &mut Control<'_>, report: &dyn Fn(ListedStrings)| {
            let finder = StringsFinder::new(LEAST, &stretches::usual(), Preferred::NONE);
            let data = ArrivedData(&source);
            let len = data.len();
            let mut held = BestStrings::new(MOST_STRINGS);
            let (mut count, mut next) = (0, SHOWN_EACH);
            let ended = strings::find(control, &data, &finder, 0..len, &mut |found| {
                let reached = found.range.end;
                count += 1;
                held.add(found);
                if reached >= next {
                    next = reached + SHOWN_EACH;
                    let best = held.best();
                    report(ListedStrings {
                        best: best[..best.len().min(FIRST_STRINGS)].into(),
                        count,
                        reached,
                        is_complete: false,
                    });
                }
                ControlFlow::Continue(())
            });
            match ended {
                JobEnd::Done(_) => JobEnd::Done(ListedStrings {
                    best: held.best().into(),
                    count,
                    reached: len,
                    is_complete: true,
                }),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        };
        Starter::reporting(work, Self::strings_found)
    }

    fn strings_found(
        &mut self,
        _: &mut SessionContext,
        report: Report<ListedStrings, ListedStrings>,
    ) {
        if let Report::Progress(found) | Report::Ended(JobEnd::Done(found)) = report {
            self.facts.strings = found;
        }
    }
}
