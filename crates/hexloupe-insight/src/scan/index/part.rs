//! The findings in a stretch of the data, which an index absorbs.
//!
//! Invariant: every count of a block is part of the totals too.

use super::super::ends::FirstEnd;
use super::super::facts::index::{ByteClass, Checkpoint, IndexBlock, ScanTotals};
use super::super::unfinished::Unfinished;
use super::sums;
use hexloupe_text::codec::{Encoding, Step};
use hexloupe_text::unicode::notice::Notice;

/// The findings in a stretch.
#[derive(Clone, Default)]
pub struct PartialIndex {
    /// Blocks, or parts of them, each with the multiple of the block's size at or after which it
    /// begins.
    pub(super) blocks: Vec<(u64, IndexBlock)>,
    pub(super) totals: ScanTotals,
    /// Notices on characters before the blocks, known only later, with their offsets.
    pub(super) late: Vec<(Notice, u64)>,
    /// Offset of the first different line end.
    pub(super) mixed: Option<u64>,
    /// The facts about line ends: up to here, or within the part if it was scanned independently.
    pub(super) ends: FirstEnd<()>,
    /// The pending sequences at its end.
    pub(super) unfinished: Unfinished<()>,
    pub(super) aside: bool,
    /// True if it is the first part after a move to another place.
    pub(super) begins: bool,
    pub(super) reached: Checkpoint,
}

impl PartialIndex {
    /// Offset of its last boundary.
    pub fn reached(&self) -> u64 {
        self.reached.offset
    }

    /// Records a notice on the character at an offset.
    pub(super) fn note(&mut self, kind: Notice, offset: u64) {
        if kind == Notice::MixedLineEndings {
            // It may depend on the data before the part.
            self.mixed = Some(offset);
            return;
        }
        self.totals.add_notices(kind, 1);
        let blocks = self.blocks.iter_mut().rev();
        let mut blocks = blocks.skip_while(|(_, block)| block.start.offset > offset);
        match blocks.next() {
            Some((_, block)) => block.held.note(kind),
            None => self.late.push((kind, offset)),
        }
    }

    /// Counts the bytes of a step by class.
    pub(super) fn add_step(&mut self, step: &Step, bytes: &[u8], encoding: &Encoding) {
        match step.meaning.scalar() {
            _ if encoding.ascii => bytes
                .iter()
                .for_each(|&byte| self.add(ByteClass::from_byte(byte), 1)),
            Some(c) if c.is_ascii() => self.add(ByteClass::from_byte(c as u8), u64::from(step.len)),
            _ => self.add(ByteClass::Beyond, u64::from(step.len)),
        }
    }

    pub(super) fn add(&mut self, class: ByteClass, count: u64) {
        self.totals.classes[class as usize] += count;
        if let Some((_, block)) = self.blocks.last_mut() {
            block.held.classes[class as usize] += count;
        }
    }

    pub(super) fn add_sums(&mut self, sums: &sums::ByteSums, raw_nul: Option<Notice>) {
        let control = sums.low - sums.nul - sums.lf - sums.cr;
        self.add(ByteClass::Nul, sums.nul);
        self.add(ByteClass::Control, control);
        self.add(ByteClass::Beyond, sums.high);
        self.add(ByteClass::Ascii, sums.len - sums.nul - control - sums.high);
        let of_nul = raw_nul.into_iter().chain([Notice::Nul]);
        let of_nul = of_nul.map(|kind| (kind, sums.nul));
        for (kind, count) in of_nul.chain([(Notice::Control, control)]) {
            if count == 0 {
                continue;
            }
            self.totals.add_notices(kind, count);
            if let Some((_, block)) = self.blocks.last_mut() {
                block.held.note(kind);
            }
        }
    }
}
