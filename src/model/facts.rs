//! Facts reported by jobs and files, for the picture: the program, not the user, changes them.
//!
//! Invariant: it holds nothing that the user has set, so it may be replaced at any time.

use std::sync::Arc;

use super::compared::ComparedFile;
use super::dump_state::{DumpOddity, DumpState};
use super::edit::EditState;
use super::errand::RunningExport;
use super::finding::PatternMatches;
use super::findings::FindingPlace;
use super::folder::Folder;
use super::guessed::ReadingOffer;
use super::place::CountCache;
use super::state::View;
use super::strings::ListedStrings;
use super::substitution::MatchesAhead;
use super::survey::FolderSurvey;
use super::tabs::OpenTabs;
use crate::detect::verdict::Guess;
use crate::scan::facts::index::{Index, IndexProgress};
use crate::scan::facts::{Direction, Sought};

/// A search through the whole file, and its progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSearch {
    /// The pattern or finding sought.
    pub what: Sought,
    /// The direction.
    pub direction: Direction,
    /// The offset of the cursor at its start.
    pub from: u64,
    /// The offset reached.
    pub reached: u64,
}

/// The changes of the file since it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileStanding {
    /// None.
    #[default]
    Same,
    /// More bytes than before.
    Grew,
    /// Fewer bytes than before.
    Shrank,
    /// Other bytes, with the same length.
    Written,
    /// Another file with its name.
    Replaced,
    /// The file is gone.
    Gone,
    /// More is still arriving.
    Arriving,
    /// The file is followed: more may come at any time.
    Following,
}

/// Facts reported by jobs and files: the program, not the user, changes them.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The search that is running.
    pub search: Option<FileSearch>,
    /// The change of the file since it was opened.
    pub standing: FileStanding,
    /// The allowed kinds of change, and the unsaved changes.
    pub edits: EditState,
    /// The counts of characters and lines so far.
    pub counted: CountCache,
    /// The results of the scan of the whole data so far.
    pub known: Option<IndexProgress>,
    /// The places of the first findings of the scan, in order; sought while they are listed.
    pub places: Arc<[FindingPlace]>,
    /// The texts in data of any kind; sought while they are listed.
    pub strings: ListedStrings,
    /// Matches of a pattern.
    pub found: PatternMatches,
    /// The matches still to be replaced or passed.
    pub ahead: MatchesAhead,
    /// The guess of the encoding, once it is made.
    pub guess: Option<Arc<Guess>>,
    /// A better reading that is offered.
    pub offer: Option<ReadingOffer>,
    /// The running export or copy.
    pub errand: Option<RunningExport>,
    /// The relation of the data to a hex dump.
    pub dump: DumpState,
    /// The oddities of the dump.
    pub oddities: Arc<[DumpOddity]>,
    /// The folder of the path being typed.
    pub folder: Folder,
    /// The differences from the file beside it.
    pub compared: Option<ComparedFile>,
    /// The other open files.
    pub tabs: OpenTabs,
    /// The known files of a folder.
    pub survey: FolderSurvey,
}

impl Facts {
    /// The index of the data, if it was made for the encoding and phase of the view.
    pub fn index(&self, view: &View) -> Option<&Arc<Index>> {
        let index = &self.known.as_ref()?.index;
        let same = index.encoding == view.encoding() && index.phase == view.phase;
        same.then_some(index)
    }

    /// Exchanges what is about no single file with other facts.
    pub fn swap_shared(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.errand, &mut other.errand);
        std::mem::swap(&mut self.folder, &mut other.folder);
        std::mem::swap(&mut self.tabs, &mut other.tabs);
        std::mem::swap(&mut self.survey, &mut other.survey);
    }

    /// Reports whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.search.is_some() || self.found.chasing.is_some()
    }

    /// Reports whether anything runs that may be cancelled.
    pub fn is_busy(&self) -> bool {
        self.is_searching() || self.errand.is_some()
    }
}
