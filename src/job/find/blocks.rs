//! The blocks of a search.
//!
//! Invariant: the blocks are the range, in order, each offset once; no match begins in skipped
//! zeros, or depends on them.

use std::ops::Range;

use super::{FindRequest, STEP};
use crate::codec::Anchor;
use crate::job::zeros::ZerosAhead;
use crate::scan::matches::{EncodingAndPhase, Matcher};
use crate::window::sweep::Reach;
use crate::window::{Peek, Window};

/// Bytes of zeros searched to decide whether zeros may be skipped.
const HEAD: u64 = 4096;
/// The least length of a block, in lengths of the longest match.
const BLOCKS_A_MATCH: u64 = 8;

/// The length of a block in bytes.
pub(super) fn block_size(request: &FindRequest<'_>) -> u64 {
    request.step.max(request.matcher.longest() * BLOCKS_A_MATCH)
}

/// Reports whether no match can begin among zeros, however many there are.
fn passes_zeros(matcher: &Matcher) -> bool {
    let EncodingAndPhase { encoding, phase } = matcher.reading();
    if encoding.is_stateful() {
        return false;
    }
    let start = 4 * STEP + phase;
    let block = start..start + HEAD;
    let sight = matcher.sight(&block);
    let window = Window {
        start: sight.start,
        bytes: vec![0; (sight.end - sight.start) as usize],
        ..Window::default()
    };
    let known = Anchor {
        offset: window.start,
        ..Anchor::default()
    };
    matcher.first(&window, block, known).is_none()
}

/// The offsets of a block.
pub(super) enum SearchBlock {
    /// A block to search.
    Read(Range<u64>),
    /// Zeros, like everything within reach, so no match begins here.
    Zeros(Range<u64>),
}

/// The blocks of a range, which end at multiples of their size; a run of zeros that need not be
/// read is one block, however long.
pub(super) struct SearchBlocks<'a> {
    size: u64,
    range: Range<u64>,
    reach: Reach,
    /// The data, which knows runs of zeros, if they may be skipped.
    data: Option<&'a (dyn Peek + Sync)>,
    zeros: ZerosAhead,
}

impl<'a> SearchBlocks<'a> {
    pub(super) fn new(request: &FindRequest<'_>, data: &'a (dyn Peek + Sync)) -> Self {
        Self {
            size: block_size(request),
            range: request.range.clone(),
            reach: request.matcher.reach(),
            data: passes_zeros(request.matcher).then_some(data),
            zeros: ZerosAhead::default(),
        }
    }

    /// The zeros that may be skipped from an offset on, if they are at least a block.
    fn zeros(&mut self, start: u64) -> Option<Range<u64>> {
        let from = start.saturating_sub(self.reach.before);
        let data = self.data?;
        let zeros = self.zeros.at(from, |from| data.zeros(from));
        let end = zeros.end.saturating_sub(self.reach.after);
        let end = end.min(self.range.end);
        let end = end - end % self.size;
        (zeros.start <= from && end > start).then_some(start..end)
    }
}

impl Iterator for SearchBlocks<'_> {
    type Item = SearchBlock;

    /// The next block; none after the range.
    fn next(&mut self) -> Option<SearchBlock> {
        let start = self.range.start;
        if start >= self.range.end {
            return None;
        }
        if let Some(zeros) = self.zeros(start) {
            self.range.start = zeros.end;
            return Some(SearchBlock::Zeros(zeros));
        }
        let end = (start - start % self.size).saturating_add(self.size);
        self.range.start = end.min(self.range.end);
        Some(SearchBlock::Read(start..self.range.start))
    }
}
