//! The places of the first findings, sought while they are listed.
//!
//! The scan goes on meanwhile, and finds more: then they are sought again, after the search that runs.
//! Invariant: the places that are known are of the data in the encoding on the screen, as their counts
//! are: a passage, which is read otherwise, is listed with what is wrong in it.

use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::reading::DataReading;
use crate::command::overlay::Overlay;
use crate::job::background::Report;
use crate::job::{Control, JobEnd};
use crate::model::findings::{self, FindingPlace, MOST_PLACES};
use crate::source::ArrivedData;

pub(super) static PLACES: Query = Query {
    below: WhenBelow::Ends,
    forget: OpenFile::forget_places,
    ..Query::new(
        "places",
        Asked::Always {
            key: OpenFile::places_asked,
            start: OpenFile::start_places,
        },
    )
};

impl OpenFile {
    /// The data whose findings are listed; none if they are not.
    fn listed_text(&self) -> Option<DataReading> {
        let is_listed = matches!(self.state.ground(), Some(Overlay::Findings(_)));
        is_listed.then(|| self.reading())
    }

    fn places_asked(&self) -> Option<QueryKey> {
        let text = self.listed_text()?;
        let index = self.facts.index(&self.state.view)?;
        // A search of the same text goes on.
        let before = self.queries.key(&PLACES);
        let before = before.filter(|_| self.queries.is_running(&PLACES));
        if let Some(QueryKey::Places { text: of, .. }) = before
            && *of == text
        {
            return before.cloned();
        }
        let kinds = findings::kinds(index).into_iter();
        let known = kinds.map(|(sought, count)| (sought, count.min(MOST_PLACES as u64)));
        let known: Vec<_> = known.collect();
        (!known.is_empty()).then_some(QueryKey::Places { text, known })
    }

    fn start_places(&mut self, _: &QueryKey) -> Starter {
        let (source, view) = (Arc::clone(&self.source), self.state.view.clone());
        let facts = self.facts_of_reading();
        let work = move |control: &mut Control<'_>| {
            let Some(index) = facts.index(&view) else {
                return JobEnd::Cancelled;
            };
            let data = ArrivedData(&source);
            let text = view.text(&data, &facts).without_passages();
            let found = findings::places(&text, index, &|| control.is_cancelled());
            if control.is_cancelled() {
                return JobEnd::Cancelled;
            }
            JobEnd::Done(found)
        };
        Starter::new(work, Self::places_found)
    }

    fn places_found(&mut self, _: &mut SessionContext, report: Report<Vec<FindingPlace>>) {
        if let Report::Ended(JobEnd::Done(found)) = report {
            self.facts.places = found.into();
        }
    }

    fn forget_places(&mut self, key: &QueryKey) {
        let now = self.listed_text();
        let is_same = matches!(key, QueryKey::Places { text, .. } if Some(text) == now.as_ref());
        if !is_same {
            self.facts.places = Arc::default();
        }
    }
}
