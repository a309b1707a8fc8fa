//! In place of `vector` for machines for which there are no kernels.

use super::blocks::{Ends, Met, Parts, PlainBlocks};

/// A machine that has kernels: none.
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
