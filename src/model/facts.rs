//! What others have reported, and the picture shows: the program, not the user,
//! changes it.
//!
//! Invariant: nothing in it is the user's, so that it may come anew at any time.

use std::sync::Arc;

use super::dump_state::{DumpState, Oddity};
use super::errand::Errand;
use super::finding::Found;
use super::guessed::Offer;
use super::place::Counted;
use super::state::View;
use crate::detect::verdict::Guess;
use crate::scan::facts::index::{Index, Known};
use crate::scan::facts::{Direction, Sought};

/// What is being looked for through the whole file, and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// What.
    pub what: Sought,
    /// Which way.
    pub direction: Direction,
    /// Where the cursor was.
    pub from: u64,
    /// The offset reached.
    pub reached: u64,
}

/// How the file stands since it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// As it was.
    #[default]
    Same,
    /// It has more bytes now.
    Grew,
    /// It has fewer bytes now.
    Shrank,
    /// It was written to, and is as long as before.
    Written,
    /// Another file stands in its place.
    Replaced,
    /// It is gone.
    Gone,
    /// More is still arriving.
    Arriving,
}

/// What others have reported: the program, not the user, changes it.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The search that is running.
    pub search: Option<Search>,
    /// How the file stands.
    pub standing: Standing,
    /// Characters and lines, as far as they were counted.
    pub counted: Counted,
    /// What the scan of the whole data has found so far.
    pub known: Option<Known>,
    /// Matches of a pattern.
    pub found: Found,
    /// What was made of the data, once it was weighed.
    pub guess: Option<Arc<Guess>>,
    /// What is offered in place of a reading.
    pub offer: Option<Offer>,
    /// What is being written or handed on.
    pub errand: Option<Errand>,
    /// What the data is as a hex dump.
    pub dump: DumpState,
    /// What was strange about the dump.
    pub oddities: Arc<[Oddity]>,
}

impl Facts {
    /// What is known of the data as a view reads it.
    pub fn index(&self, view: &View) -> Option<&Arc<Index>> {
        let index = &self.known.as_ref()?.index;
        let same = index.encoding == view.encoding() && index.phase == view.phase;
        same.then_some(index)
    }

    /// Whether something is being looked for.
    pub fn is_searching(&self) -> bool {
        self.search.is_some() || self.found.chasing.is_some()
    }

    /// Whether anything runs that may be cancelled.
    pub fn is_busy(&self) -> bool {
        self.is_searching() || self.errand.is_some()
    }
}
