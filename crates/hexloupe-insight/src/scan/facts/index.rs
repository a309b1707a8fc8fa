//! The content of the whole data and its places, in bounded memory.
//!
//! The data is a row of blocks. Each has the place of its first boundary, counted from the start of
//! the data, and the content of the block. When there are too many, neighbours merge and the blocks
//! become twice as large. So a search skips clean stretches of any length, and counts to a line, a
//! character or a fault from near by. Invariant: block `i` begins at the first boundary from `i`
//! times the block's size on, and none is beyond [`Index::reached`].

use std::sync::Arc;

use crate::scan::ends::FirstEnd;
use crate::scan::unfinished::Unfinished;
use hexloupe_text::codec::{Anchor, CodecState, Encoding, LinePosition};
use hexloupe_text::unicode::notice::Notice;

use super::Sought;

mod holding;

pub use holding::{ByteClass, Holding, ScanTotals};

/// The most blocks.
pub const BLOCKS: usize = 16_384;

/// The smallest size of a block in bytes: small enough that the map of a short file shows its
/// parts.
pub const GRAIN: u64 = 16;

/// The index so far, and the speed of its growth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexProgress {
    /// The index so far.
    pub index: Arc<Index>,
    /// Bytes scanned per second.
    pub rate: u64,
}

/// A boundary from which decoding and counting can continue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its offset.
    pub offset: u64,
    /// The counts before it, without an opening byte order mark.
    pub place: LinePosition,
    /// The state of the codec there.
    pub state: CodecState,
}

impl Checkpoint {
    /// The boundary, without its numbers.
    pub fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.offset,
            state: self.state,
        }
    }
}

/// A block of the data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexBlock {
    /// Its start.
    pub start: Checkpoint,
    /// Its content.
    pub held: Holding,
    /// True if an earlier bidi control is still open there, or if characters with a common notice
    /// begin before.
    pub open: bool,
}

/// The facts about data read in one encoding, as far as it was scanned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// The encoding of the reading.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
    /// The end of the scan so far.
    pub reached: Checkpoint,
    /// True if that is the end of the data.
    pub complete: bool,
    /// The counts of all that was scanned.
    pub totals: ScanTotals,
    /// Offset of the first different line end.
    pub(in crate::scan) mixed: Option<u64>,
    /// The facts about line ends, and the pending sequences at the end of the scan: it can continue
    /// with them.
    pub(in crate::scan) ends: FirstEnd<()>,
    pub(in crate::scan) unfinished: Unfinished<()>,
    grain: u64,
    blocks: Vec<IndexBlock>,
    most: usize,
    /// The offset from which on bytes have changed that are not counted yet.
    doubted: Option<u64>,
}

impl Index {
    /// An empty index, with blocks that suit data of `len` bytes, which may still grow.
    pub fn new(encoding: &'static Encoding, phase: u64, len: u64) -> Self {
        let half = len.div_ceil(BLOCKS as u64 / 2).max(GRAIN);
        Self::with_blocks(encoding, phase, half.next_power_of_two(), BLOCKS)
    }

    /// An empty index, with blocks of `grain` bytes at first, and at most `most` of them, an even
    /// number.
    pub fn with_blocks(encoding: &'static Encoding, phase: u64, grain: u64, most: usize) -> Self {
        Self {
            encoding,
            phase,
            reached: Checkpoint::default(),
            complete: false,
            totals: ScanTotals::default(),
            mixed: None,
            ends: FirstEnd::default(),
            unfinished: Unfinished::default(),
            grain,
            blocks: Vec::new(),
            most,
            doubted: None,
        }
    }

    /// The same index before any scan, with blocks of their current size.
    pub(in crate::scan) fn emptied(&self) -> Self {
        Self::with_blocks(self.encoding, self.phase, self.grain, self.most)
    }

    /// Offset of the first line end that differs from the end of the first line, if any.
    pub fn mixed(&self) -> Option<u64> {
        self.mixed.filter(|at| *at < self.sure())
    }

    /// The current size of a block in bytes.
    pub fn grain(&self) -> u64 {
        self.grain
    }

    /// The blocks, in order.
    pub fn blocks(&self) -> &[IndexBlock] {
        &self.blocks
    }

    /// Adds a block that begins at the first boundary from `edge` on: a new one, or a part of the
    /// last.
    pub(in crate::scan) fn push(&mut self, edge: u64, block: IndexBlock) {
        if edge < self.blocks.len() as u64 * self.grain {
            if let Some(last) = self.blocks.last_mut() {
                last.held.merge(&block.held);
            }
            return;
        }
        if self.blocks.len() == self.most {
            self.halve();
            return self.push(edge, block);
        }
        self.blocks.push(block);
    }

    /// Merges every two neighbours.
    pub(in crate::scan) fn halve(&mut self) {
        let pairs = self.blocks.chunks(2);
        let merged = pairs.filter_map(|pair| {
            let (first, rest) = pair.split_first()?;
            let mut merged = *first;
            for other in rest {
                merged.held.merge(&other.held);
            }
            Some(merged)
        });
        self.blocks = merged.collect();
        self.grain *= 2;
    }

    /// Stores the first line end that differs from the first.
    pub(in crate::scan) fn set_mixed(&mut self, at: u64) {
        self.totals.add_notices(Notice::MixedLineEndings, 1);
        self.note(Notice::MixedLineEndings, at);
        self.mixed = Some(at);
    }

    /// Records a notice in an earlier block.
    pub(in crate::scan) fn note(&mut self, notice: Notice, offset: u64) {
        if let Some(at) = self.block_at(offset) {
            self.blocks[at].held.note(notice);
        }
    }

    /// Index of the last block before which nothing depends on the bytes from an offset on.
    pub(in crate::scan) fn last_apart(&self, at: u64) -> usize {
        let after = self.encoding.reach_of_counting().after;
        let end = self
            .blocks
            .partition_point(|block| block.start.offset + after <= at);
        let is_apart = |block: &IndexBlock| !block.open && !block.start.place.after_cr;
        let before = self.blocks.get(..end).unwrap_or_default();
        before.iter().rposition(is_apart).unwrap_or(0)
    }

    /// Index of the block with the sequence that contains an offset.
    fn block_at(&self, offset: u64) -> Option<usize> {
        self.blocks
            .partition_point(|block| block.start.offset <= offset)
            .checked_sub(1)
    }

    /// Records that the bytes from an offset on have changed. The facts about later places are
    /// those of the old bytes; but no checkpoint is there, and nothing is skipped.
    pub fn doubt(&mut self, from: u64) {
        let from = self.blocks.get(self.last_apart(from));
        let from = from.map_or(0, |block| block.start.offset);
        self.doubted = Some(self.doubted.map_or(from, |before| before.min(from)));
    }

    /// Reports whether bytes have changed that are not counted yet.
    pub fn is_doubted(&self) -> bool {
        self.doubted.is_some()
    }

    /// Offset up to which all facts are true of the current bytes.
    pub fn sure(&self) -> u64 {
        self.doubted.unwrap_or(self.reached.offset)
    }

    /// The last checkpoint for which `holds` is true; it is true up to some place, then false.
    fn last(&self, holds: impl Fn(&LinePosition, u64) -> bool) -> Checkpoint {
        let reached = IndexBlock {
            start: self.reached,
            ..IndexBlock::default()
        };
        let test = |block: &IndexBlock| holds(&block.start.place, block.start.offset);
        if test(&reached) && !self.is_doubted() {
            return self.reached;
        }
        let is_sure = |block: &IndexBlock| block.start.offset <= self.sure() && test(block);
        let at = self.blocks.partition_point(is_sure).checked_sub(1);
        at.map_or_else(Checkpoint::default, |at| self.blocks[at].start)
    }

    /// The last checkpoint at or before an offset.
    pub fn before(&self, offset: u64) -> Checkpoint {
        self.last(|_, at| at <= offset)
    }

    /// The last checkpoint before the start of the line with a number, from 1.
    pub fn before_line(&self, line: u64) -> Checkpoint {
        // After a CR, a line may have begun already with a shift.
        let begun = |place: &LinePosition| place.line_ends + u64::from(place.after_cr);
        self.last(|place, _| begun(place) + 1 < line)
    }

    /// The last checkpoint at or before the character or fault with a number, from 1.
    pub fn before_character(&self, number: u64) -> Checkpoint {
        self.last(|place, _| place.steps < number)
    }

    /// The first boundary at or after `from` that a target may follow: none is between.
    pub fn skip_forward(&self, from: u64, sought: Sought) -> u64 {
        let Some(at) = self.block_at(from) else {
            return from;
        };
        let next = (at..self.blocks.len()).find(|&at| self.blocks[at].held.may_hold(sought));
        let next = next.map_or(self.reached.offset, |at| self.blocks[at].start.offset);
        next.min(self.sure()).max(from)
    }

    /// The last boundary at or before `to` that a target may precede.
    pub fn skip_backward(&self, to: u64, sought: Sought) -> u64 {
        let Some(at) = to.checked_sub(1).and_then(|last| self.block_at(last)) else {
            return to;
        };
        if to > self.sure() {
            return to;
        }
        let before = (0..=at)
            .rev()
            .find(|&at| self.blocks[at].held.may_hold(sought));
        match before {
            None => 0,
            Some(before) if before == at => to,
            Some(before) => self.blocks[before + 1].start.offset,
        }
    }

    /// The last checkpoint up to an offset where nothing that a notice depends on was pending.
    pub fn unnested(&self, offset: u64) -> Checkpoint {
        let at = self.block_at(offset.min(self.sure())).unwrap_or(0);
        let known = self.blocks.get(..=at).unwrap_or_default();
        let block = known.iter().rev().find(|block| !block.open);
        block.map_or_else(Checkpoint::default, |block| block.start)
    }

    /// The content between two offsets, by whole blocks: those that begin there, or at least the
    /// one that contains the first offset. None if nothing was scanned there.
    pub fn held(&self, from: u64, to: u64) -> Option<Holding> {
        if from >= self.reached.offset {
            return None;
        }
        let first = self
            .blocks
            .partition_point(|block| block.start.offset < from);
        let end = self.blocks.partition_point(|block| block.start.offset < to);
        let blocks = if first < end {
            &self.blocks[first..end]
        } else {
            let at = self.block_at(from)?;
            &self.blocks[at..=at]
        };
        let mut held = Holding::default();
        for block in blocks {
            held.merge(&block.held);
        }
        Some(held)
    }
}
