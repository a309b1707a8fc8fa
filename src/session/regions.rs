//! The regions stored in a file: read when data is opened, and known to be saved.
//!
//! Invariant: regions count as saved only if they equal the written ones, of the same data.

use std::sync::Arc;

use super::open_file::OpenFile;
use crate::model::numbers::counted;
use crate::model::regions::{RegionBook, RegionFile, Regions};
use crate::source::{NonBlockingReader, Source};

/// Regions that were written to a file.
pub(super) struct SavedRegions {
    pub(super) regions: Regions,
    pub(super) path: String,
    /// The data they belong to.
    pub(super) source: Arc<Source>,
}

impl OpenFile {
    /// Gives opened data the regions of a file, and messages so.
    pub(super) fn place_regions(&mut self, file: RegionFile) {
        let RegionFile {
            path,
            regions,
            exists,
            remark,
        } = file;
        let source = Arc::clone(&self.source);
        let (placed, lost) = regions.placed(&NonBlockingReader::new(&source));
        let said = match (remark, regions.list().len() as u64) {
            (Some(remark), _) => Some(remark),
            (None, 0) => None,
            // Bytes that have not arrived may still hold them.
            (None, count) if lost == 0 || source.is_stream() => Some(counted(count, "region")),
            (None, count) => {
                let lost = lost as u64;
                let count = counted(count, "region");
                Some(format!("{count}, {lost} of them outside this data"))
            }
        };
        let clipped = regions.clipped(&NonBlockingReader::new(&source));
        let book = RegionBook::open(placed, path, exists);
        self.state.view.regions = book.with_clipped(clipped);
        self.state.message = self.state.message.take().or(said);
    }

    /// Records that regions were written.
    pub(super) fn regions_saved(&mut self, saved: SavedRegions) {
        let SavedRegions { regions, path, .. } = saved;
        self.state.view.regions.set_saved(regions, path);
    }

    /// Reports whether regions of the open data are in no file, and then messages a remedy.
    pub(super) fn would_lose_regions(&mut self) -> bool {
        let would = self.has_unsaved_regions();
        if would {
            self.state.say(
                "regions not saved; :save-regions FILE saves them, :forget-regions discards them",
            );
        }
        would
    }
}
