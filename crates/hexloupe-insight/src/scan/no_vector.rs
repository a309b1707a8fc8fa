//! Replaces `vector` on machines without kernels.

use super::blocks::{BlockContent, PartEnds, PlainBlocks, TextParts};

/// A machine with kernels: none.
#[derive(Debug, Clone, Copy)]
pub(super) enum ScanMachine {}

impl ScanMachine {
    pub(super) fn here() -> Option<Self> {
        None
    }

    pub(super) fn plain(self, _: &[u8]) -> PlainBlocks {
        match self {}
    }

    pub(super) fn quiet(self, _: &[u8], _: usize) -> (usize, Option<BlockContent>) {
        match self {}
    }

    pub(super) fn doubtful(self, _: &[u8], _: &mut TextParts) -> Option<PartEnds> {
        match self {}
    }
}
