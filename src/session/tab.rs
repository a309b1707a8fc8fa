//! One tab: an inspector, and the state of its file.
//!
//! Invariant: a tab without data yet still has an inspector, of nothing; its findings belong to no
//! file.

use super::Session;
use super::tabs::{OpenRequest, TabId};
use crate::detect::verdict::Evidence;
use crate::model::subject::ViewSubject;
use crate::model::tabs::{OpenTab, TabContent};

/// The state of a tab's file.
pub(super) enum TabData {
    /// Its data, or no file that could be opened.
    Data,
    /// No data yet: the file is opened when the tab is shown.
    Name(OpenRequest),
    /// No data yet: the file is being opened.
    Opening,
}

/// An inspector among others.
pub(super) struct Tab {
    pub(super) id: TabId,
    pub(super) session: Session,
    pub(super) holds: TabData,
    /// True if the user wants to leave despite its unsaved changes.
    pub(super) is_given_up: bool,
}

impl Tab {
    /// A tab with data.
    pub(super) fn new(id: TabId, session: Session) -> Self {
        Self {
            id,
            session,
            holds: TabData::Data,
            is_given_up: false,
        }
    }

    /// Its row in a list of tabs.
    pub(super) fn summary(&self) -> OpenTab {
        let facts = self.session.facts();
        let view = &self.session.state().view;
        let known = match facts.index(view) {
            _ if view.subject == ViewSubject::Folder => TabContent::Folder,
            _ if view.subject == ViewSubject::NotOpen => TabContent::Waiting,
            _ if matches!(view.reading.evidence, Evidence::Binary(_)) => TabContent::Binary,
            Some(index) if index.complete => match index.totals.faults.total() {
                0 if { facts.guess.as_ref() }.is_some_and(|guess| guess.is_garbled()) => {
                    TabContent::Garbled
                }
                count => TabContent::All(count),
            },
            Some(index) => TabContent::SoFar(index.totals.faults.total()),
            None => TabContent::SoFar(0),
        };
        OpenTab {
            name: view.name.clone(),
            known,
            is_unsaved: self.session.would_lose(),
        }
    }
}
