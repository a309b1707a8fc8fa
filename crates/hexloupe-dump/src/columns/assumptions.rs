//! Assumptions about the words of a dump that it does not state.
//!
//! Without a text column the byte order of a word is unknown. Without an address of the end it is
//! unknown whether the last word was padded. Numbers of three digits may be octal or decimal.
//! Invariant: an assumption is reported once, at the end, and only if it made a difference.

use super::pending::PendingRow;
use super::row::DumpRow;
use super::shape::{ColumnFormat, WordBase, WordByteOrder};
use crate::out::ReaderOutput;

/// The facts that rows showed so far.
#[derive(Debug, Default)]
pub(super) struct Assumptions {
    /// The length in bytes of the first word of the last parsed row.
    word: usize,
    /// True if a word had different bytes, so that their order matters.
    matters: bool,
    /// True if a byte had octal digits that are no byte in decimal, or a leading zero.
    octal: bool,
}

/// The bytes whose three octal digits also denote a byte in decimal.
const EITHER: std::ops::RangeInclusive<u8> = 0o100..=0o255;

impl Assumptions {
    /// Examines a parsed row.
    pub(super) fn parsed(&mut self, row: &DumpRow) {
        self.word = row.words.first().map_or(0, |word| word.len);
        self.row(&row.bytes);
    }

    /// Examines the bytes of a row that is like the last parsed one.
    #[inline]
    pub(super) fn row(&mut self, bytes: &[u8]) {
        if self.word > 1 && !self.matters {
            let mixed = |word: &[u8]| word.iter().any(|byte| *byte != word[0]);
            self.matters = bytes.chunks(self.word).any(mixed);
        }
        if self.word == 1 && !self.octal {
            self.octal = bytes.iter().any(|byte| !EITHER.contains(byte));
        }
    }

    /// Reports the assumptions about rows whose text agreed in `agreed` places.
    pub(super) fn report(
        &self,
        shape: &ColumnFormat,
        agreed: u64,
        pending: &PendingRow,
        out: &mut ReaderOutput,
    ) {
        if self.matters && agreed == 0 {
            let how = match shape.words.order {
                WordByteOrder::Big => "in the order written",
                WordByteOrder::Little => "last to first",
            };
            let text =
                format!("the byte order of the words is unknown; their bytes were read {how}");
            out.note(0, 0, text);
        }
        if shape.words.base == WordBase::Octal && self.word == 1 && !self.octal && agreed == 0 {
            let text = "the numbers may be octal or decimal; they were read as octal";
            out.note(0, 0, text);
        }
        let (filler, text) = match shape.words.base {
            WordBase::Characters => (
                b' ',
                "there is no end address, so blanks may fill up the last row",
            ),
            _ => (
                0,
                "there is no end address, so zeros may fill up the last word",
            ),
        };
        let may_be = self.word > 1 || filler == b' ';
        if shape.padded && may_be && !pending.is_ended() && pending.bytes().last() == Some(&filler)
        {
            out.note(0, 0, text);
        }
    }
}
