//! The run of zeros that lies ahead, remembered so that the data is asked once per run.

use std::ops::Range;

/// The last answer about zeros that are known without being read.
#[derive(Default)]
pub(super) struct ZerosAhead {
    run: Range<u64>,
    /// Before this offset there is no other run.
    known: u64,
}

impl ZerosAhead {
    /// The first run of zeros that ends after an offset, empty if there is none. Offsets may
    /// only grow from call to call; `find` gives the next run from an offset on.
    pub(super) fn at(&mut self, from: u64, find: impl FnOnce(u64) -> Range<u64>) -> &Range<u64> {
        if self.known <= from {
            self.run = find(from);
            self.known = if self.run.is_empty() {
                u64::MAX
            } else {
                self.run.end
            };
        }
        &self.run
    }
}
