//! The regions that a file keeps: read when data is opened, and known to be saved.
//!
//! Invariant: regions count as saved only if they are those that were written, of the same data.

use std::sync::Arc;

use super::Session;
use crate::model::edit::Progress;
use crate::model::numbers::counted;
use crate::model::regions::{RegionBook, RegionFile, Regions};
use crate::model::state::{Below, View};
use crate::source::{NonBlockingReader, Source};

/// Regions that were written to a file.
pub(super) struct SavedRegions {
    pub(super) regions: Regions,
    pub(super) path: String,
    /// The data that they are of.
    pub(super) source: Arc<Source>,
}

/// Whether regions would be lost with a view; those in a lesson are not meant to be kept.
fn is_unsaved(view: &View) -> bool {
    view.below != Below::Lesson && view.regions.is_unsaved()
}

impl Session {
    /// Gives the data that was opened the regions of a file, and says so.
    pub(super) fn take_regions(&mut self, file: RegionFile) {
        let RegionFile {
            path,
            regions,
            exists,
            remark,
        } = file;
        let source = Arc::clone(&self.data.source);
        let (placed, lost) = regions.placed(&NonBlockingReader::new(&source));
        let said = match (remark, regions.list().len() as u64) {
            (Some(remark), _) => Some(remark),
            (None, 0) => None,
            // What has not come yet may still hold them.
            (None, count) if lost == 0 || source.is_stream() => Some(counted(count, "region")),
            (None, count) => {
                let lost = lost as u64;
                let count = counted(count, "region");
                Some(format!("{count}, {lost} of them with no byte in this data"))
            }
        };
        let clipped = regions.clipped(&NonBlockingReader::new(&source));
        let book = RegionBook::open(placed, path, exists);
        self.state.view.regions = book.with_clipped(clipped);
        self.state.message = self.state.message.take().or(said);
    }

    /// Takes note that regions were written.
    pub(super) fn regions_saved(&mut self, saved: SavedRegions) {
        if Arc::ptr_eq(&saved.source, &self.data.source) {
            let SavedRegions { regions, path, .. } = saved;
            self.state.view.regions.set_saved(regions, path);
        }
    }

    /// Whether some of the regions are in no file.
    pub(super) fn progress_of_regions(&self) -> Progress {
        let below = self.below.iter().any(|file| is_unsaved(&file.view));
        if below || is_unsaved(&self.state.view) {
            Progress::Unsaved
        } else {
            Progress::Unchanged
        }
    }

    /// Whether regions of what is open are in no file; then a message says what to do first.
    pub(super) fn would_lose_regions(&mut self) -> bool {
        let would = is_unsaved(&self.state.view);
        if would {
            self.state.say(
                "the regions are not saved; :save-regions FILE keeps them, :forget-regions drops them",
            );
        }
        would
    }
}
