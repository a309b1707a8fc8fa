//! Replaces `vector` on machines without kernels.

use super::blocks::{Ends, Met, Parts, PlainBlocks};

/// A machine with kernels: none.
#[derive(Debug, Clone, Copy)]
pub(super) enum Machine {}

impl Machine {
    pub(super) fn here() -> Option<Self> {
        None
    }

    pub(super) fn plain(self, _: &[u8]) -> PlainBlocks {
        match self {}
    }

    pub(super) fn quiet(self, _: &[u8], _: usize) -> (usize, Option<Met>) {
        match self {}
    }

    pub(super) fn doubtful(self, _: &[u8], _: &mut Parts) -> Option<Ends> {
        match self {}
    }
}
