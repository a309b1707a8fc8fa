//! The last row, until its length and its number of repetitions are known.
//!
//! The next address shows how many bytes a `*` stands for, and the end address shows whether
//! the last word was padded. Invariant: no more than one row waits here.

use crate::out::{ReaderOutput, RemarkKind};

/// The last row, and the events after it.
#[derive(Debug, Default)]
pub(super) struct PendingRow {
    /// The bytes of the last row.
    row: Vec<u8>,
    /// Its address and its line, while it waits.
    waits: Option<(u64, u64)>,
    /// The line of a `*` after it.
    star: Option<u64>,
    /// The expected address of the next row.
    next: Option<u64>,
    /// True if rows have addresses.
    addressed: bool,
    /// True if a `*` stands for whole rows only.
    whole: bool,
    /// The expected address of the last row, if a row came before it.
    expected: Option<u64>,
    /// True if the end address has come.
    ended: bool,
}

impl PendingRow {
    /// For rows with or without addresses; `whole` if a `*` stands for whole rows only.
    pub(super) fn new(addressed: bool, whole: bool) -> Self {
        Self {
            addressed,
            whole,
            ..Self::default()
        }
    }

    /// The expected address of the next row, if there was a row.
    pub(super) fn next(&self) -> Option<u64> {
        self.next
    }

    /// Reports whether a `*` came after the last row.
    pub(super) fn is_starred(&self) -> bool {
        self.star.is_some()
    }

    /// Reports whether the end address has come.
    pub(super) fn is_ended(&self) -> bool {
        self.ended
    }

    /// The length of the last row in bytes.
    pub(super) fn width(&self) -> usize {
        self.row.len()
    }

    /// The bytes of the last row.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.row
    }

    /// Adds a row, and swaps its buffer for that of the row before. A row that may be `padded`
    /// waits.
    #[inline]
    pub(super) fn row(
        &mut self,
        line: u64,
        address: u64,
        row: &mut Vec<u8>,
        padded: bool,
        out: &mut ReaderOutput,
    ) {
        (self.ended, self.expected) = (false, self.next);
        if self.waits.is_some() || self.star.is_some() {
            self.flush(out);
            self.repeat(address, false, out);
        }
        match self.next {
            Some(next) if next != address => out.counts.jumped += 1,
            Some(_) if self.addressed => out.counts.continued += 1,
            _ => {}
        }
        // The caller gets the buffer of the row before, to use it again.
        std::mem::swap(&mut self.row, row);
        self.next = Some(address.saturating_add(self.row.len() as u64));
        if padded {
            self.waits = Some((address, line));
        } else {
            out.place(line, address, &self.row);
        }
    }

    /// Adds a `*`; returns true if there is a row to repeat.
    pub(super) fn star(&mut self, line: u64) -> bool {
        if self.row.is_empty() {
            return false;
        }
        self.star = self.star.or(Some(line));
        true
    }

    /// Applies the end address, which determines the length of the last row: at most `cuts`
    /// bytes equal to `filler` are cut off.
    pub(super) fn end_at(
        &mut self,
        line: u64,
        address: u64,
        (cuts, filler): (usize, u8),
        out: &mut ReaderOutput,
    ) {
        self.ended = true;
        if self.star.is_none() {
            self.shorten(address, cuts, filler);
        }
        self.flush(out);
        self.repeat(address, true, out);
        self.check_end(line, address, out);
    }

    /// Compares the end address with the bytes.
    fn check_end(&self, line: u64, address: u64, out: &mut ReaderOutput) {
        match self.next {
            Some(next) if next == address => out.counts.checked += 1,
            Some(found) => {
                let (said, what) = (address, "end address");
                let kind = RemarkKind::Checksum {
                    address,
                    said,
                    found,
                    what,
                };
                out.counts.disagreed += 2;
                out.remark(line, 0, kind);
            }
            None => {}
        }
    }

    /// Reads the last row as the end address with blanks after it, if the row waits and
    /// consists of a few blanks only.
    pub(super) fn forget_blanks(&mut self, out: &mut ReaderOutput) {
        const FEW: usize = 4;
        let blank = self.row.len() < FEW && self.row.iter().all(|byte| *byte == b' ');
        let follows = self.expected.is_some();
        if let Some((address, line)) = self.waits.take_if(|_| blank && follows) {
            (self.next, self.ended) = (self.expected, true);
            self.check_end(line, address, out);
        }
    }

    fn shorten(&mut self, end: u64, cuts: usize, filler: u8) {
        let Some((address, _)) = self.waits else {
            return;
        };
        let len = end
            .checked_sub(address)
            .and_then(|len| usize::try_from(len).ok());
        let Some((len, rest)) = len.and_then(|len| Some((len, self.row.get(len..)?))) else {
            return;
        };
        let blank = rest.iter().all(|byte| *byte == filler);
        if len > 0 && rest.len() <= cuts && blank {
            self.row.truncate(len);
            self.next = Some(end);
        }
    }

    /// Outputs the row that waits.
    fn flush(&mut self, out: &mut ReaderOutput) {
        if let Some((address, line)) = self.waits.take() {
            out.place(line, address, &self.row);
        }
    }

    /// Outputs the rows that a `*` stands for, up to an address.
    fn repeat(&mut self, address: u64, ends: bool, out: &mut ReaderOutput) {
        let (Some(line), Some(next)) = (self.star.take(), self.next) else {
            return;
        };
        let Some(total) = address.checked_sub(next) else {
            out.note(line, 0, "nothing to repeat: the address after it is lower");
            return;
        };
        if total == 0 {
            // No program writes such a `*`: the addresses are in another radix.
            out.counts.disagreed += 2;
            out.note(
                line,
                0,
                "nothing to repeat: the row after it follows directly",
            );
        }
        let over = total % self.row.len().max(1) as u64;
        if ends && over > 0 && self.whole {
            out.counts.disagreed += 2;
            out.note(line, 0, "`*` does not stand for whole rows");
        }
        let total = if ends || over == 0 {
            total
        } else {
            out.note(
                line,
                0,
                "`*` does not stand for whole rows: there is a gap before the next address",
            );
            total - over
        };
        out.go_to(next);
        out.repeat(line, &self.row, total);
        self.next = Some(next.saturating_add(total));
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, out: &mut ReaderOutput) {
        self.flush(out);
        if let Some(line) = self.star.take() {
            let how = "no address after it shows how often to repeat the row before it";
            out.cut(line, 0, how);
        }
    }
}
