//! One tab: an inspector, and how far the file is that it is to show.
//!
//! Invariant: a tab without data yet has an inspector all the same, of nothing; what that one finds
//! is said of no file.

use super::Session;
use super::tabs::{TabId, Wanted};
use crate::model::subject::Subject;
use crate::model::tabs::{Known, OpenTab};

/// What a tab has of its file.
pub(super) enum Holds {
    /// Its data, or no file that could be opened.
    Data,
    /// No data yet: the file is opened when the tab is shown.
    Name(Wanted),
    /// No data yet: the file is being opened.
    Opening,
}

/// An inspector among others.
pub(super) struct Tab {
    pub(super) id: TabId,
    pub(super) session: Session,
    pub(super) holds: Holds,
    /// Whether the user wants to leave although its changes are not saved.
    pub(super) is_given_up: bool,
}

impl Tab {
    /// A tab with data.
    pub(super) fn new(id: TabId, session: Session) -> Self {
        Self {
            id,
            session,
            holds: Holds::Data,
            is_given_up: false,
        }
    }

    /// What a list of tabs says of it.
    pub(super) fn summary(&self) -> OpenTab {
        let facts = self.session.facts();
        let view = &self.session.state().view;
        let known = match facts.index(view) {
            _ if view.subject == Subject::Folder => Known::Folder,
            _ if view.subject == Subject::NotOpen => Known::Waiting,
            Some(index) if index.complete => Known::All(index.totals.faults.total()),
            Some(index) => Known::SoFar(index.totals.faults.total()),
            None => Known::SoFar(0),
        };
        OpenTab {
            name: view.name.clone(),
            known,
            is_unsaved: self.session.would_lose(),
        }
    }
}
