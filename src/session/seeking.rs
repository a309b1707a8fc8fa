//! Searches through the data, for a fault, a line, a character: one at a time.

use std::sync::Arc;

use super::context::SessionContext;
use super::errands::ERRAND;
use super::matches::NEXT_MATCH;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use crate::command;
use crate::detect::verdict::OtherText;
use crate::job::JobEnd;
use crate::job::background::Report;
use crate::job::seek::{self, SeekRequest};
use crate::model::state::FileSearch;
use crate::scan::facts::{Direction, Sought};
use crate::source::ArrivedData;
use crate::unicode::notice::Notice;

pub(super) static SEEK: Query = Query {
    below: WhenBelow::Ends,
    forget: |file, _| file.facts.search = None,
    ..Query::new("seek", Asked::OnRequest(text)).saying("search", "the search")
};

/// The key of what is looked for in the text: what was found in another reading may not exist in
/// this one.
pub(super) fn text(file: &OpenFile) -> QueryKey {
    QueryKey::Text(file.reading(), file.state.view.passages.clone())
}

impl OpenFile {
    pub(super) fn seek(&mut self, what: Sought, direction: Direction, from: u64, times: u64) {
        self.withdraw(&NEXT_MATCH);
        self.request(&SEEK, move |file| {
            let view = &file.state.view;
            let request = SeekRequest {
                encoding: view.encoding(),
                phase: view.phase,
                sought: what,
                direction,
                from,
                times,
                index: file.facts.index(view).cloned(),
                passages: view.passages.clone(),
                also: file.misread(what),
            };
            file.facts.search = Some(FileSearch {
                what,
                direction,
                from: view.cursor.offset,
                reached: from,
            });
            let source = Arc::clone(&file.source);
            Starter::new(
                move |control| seek::seek(control, &ArrivedData(&source), &request),
                Self::sought,
            )
        });
    }

    fn sought(&mut self, context: &mut SessionContext, report: Report<Option<u64>>) {
        let Some(search) = self.facts.search else {
            return;
        };
        match report {
            Report::Progress(reached) => {
                self.facts.search = Some(FileSearch { reached, ..search });
                return;
            }
            Report::Ended(JobEnd::Done(Some(offset))) => {
                self.with_keys(context, |state, around| {
                    command::arrive(state, around, offset);
                });
            }
            Report::Ended(JobEnd::Done(None)) => {
                self.state.say(search.what.missing(search.direction));
            }
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
        self.withdraw(&SEEK);
    }

    /// The places that are mojibake by the guess, for who looks for that: a word alone may be too short to
    /// tell.
    fn misread(&self, what: Sought) -> Vec<u64> {
        let is_sought = matches!(
            what,
            Sought::Notice | Sought::NoticeOf(Notice::MojibakeSuspect)
        );
        let view = &self.state.view;
        let guess = self.facts.guess.as_deref().filter(|_| is_sought);
        let others = guess.iter().flat_map(|guess| &guess.others);
        let misread = others.filter(|other| !other.chain.is_empty());
        misread
            .flat_map(OtherText::places)
            .map(|place| place.offset)
            .filter(|offset| view.passages.at(*offset).is_none())
            .collect()
    }

    /// Cancels the running task: the search, else the export or copy.
    pub(super) fn cancel(&mut self) {
        if self.facts.is_searching() {
            self.withdraw(&SEEK);
            self.withdraw(&NEXT_MATCH);
            self.state.say("search cancelled");
        } else if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            // It reports itself when it has ended.
            self.queries.cancel(&ERRAND);
            self.state.say(format!("cancelling {what}"));
        }
    }
}
