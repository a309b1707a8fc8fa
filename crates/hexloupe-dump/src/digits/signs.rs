//! Looks for bytes with their sign extended in digits without anything between them.
//!
//! `48ffffffd0` is five bytes, or two bytes if one was printed with its sign. The digits are read
//! as written. Invariant: that is remarked only if the other reading explains every byte above 7F.

use crate::out::{ReaderOutput, RemarkKind};
use crate::text::DumpLine;

/// The evidence of the bytes so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SignTrace {
    /// Successive bytes FF at the end of the bytes read.
    run: usize,
    /// The first such byte, with the line and the column where its digits begin or before.
    first: Option<(u64, u64, u8)>,
    count: u32,
    /// True if a byte above 7F without a sign came.
    unsigned: bool,
    /// True if a byte below 80 came.
    low: bool,
}

impl SignTrace {
    /// Examines the bytes of a line.
    pub(super) fn bytes(&mut self, line: &DumpLine<'_>, bytes: &[u8]) {
        if self.unsigned || bytes.is_empty() {
            return;
        }
        if self.run == 0 && bytes.is_ascii() {
            self.low = true;
            return;
        }
        for byte in bytes {
            match (byte, self.run % 4) {
                (0xFF, _) => self.run += 1,
                (0x80.., 3) => {
                    self.run = 0;
                    self.count += 1;
                    self.first = self.first.or(Some((line.number, line.column, *byte)));
                }
                (..0x80, 0) => (self.run, self.low) = (0, true),
                _ => {
                    self.unsigned = true;
                    return;
                }
            }
        }
    }

    /// Remarks on the first such byte.
    pub(super) fn report(self, out: &mut ReaderOutput) {
        let certain = !self.unsigned && self.run.is_multiple_of(4);
        let Some((line, column, byte)) = self.first.filter(|_| certain) else {
            return;
        };
        if self.low || self.count > 1 {
            let text = format!(
                "FFFFFF{byte:02X} was read as four bytes; it may be the byte {byte:02X} with its \
                 sign extended"
            );
            out.remark(line, column, RemarkKind::Inferred(text));
        }
    }
}
