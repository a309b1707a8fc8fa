//! The reader of a format with columns.
//!
//! A line is read by the template of an earlier row; if it does not fit, it is parsed by trying.
//! Invariant: a line of the dump gives its bytes or an error; any other line is reported as
//! skipped.

use super::assumptions::Assumptions;
use super::decimal::DecimalProof;
use super::digits::{border, non_blank};
use super::find_row::{RowFinder, RowMatch, RowsBefore};
use super::pending::PendingRow;
use super::shape::{ColumnFormat, TextColumn, Unusual, WordBase};
use super::template::RowTemplate;
use super::text;
use super::text_check::TextCheck;
use super::words::{RowError, RowErrorKind};
use crate::format::{Addresses, DumpReader};
use crate::out::{DumpCounts, ReaderOutput, RemarkKind, Unreadable};
use crate::text::DumpLine;

#[derive(Debug)]
pub(super) struct ColumnReader {
    shape: &'static ColumnFormat,
    finder: RowFinder,
    template: Option<RowTemplate>,
    /// The bytes that the template read.
    bytes: Vec<u8>,
    pending: PendingRow,
    /// The address where the current packet begins, and the number of packets.
    base: u64,
    packets: u64,
    /// The current line, and that of the last row: packets do not follow each other directly.
    now: u64,
    last: u64,
    text_check: TextCheck,
    assumptions: Assumptions,
    /// The evidence for decimal addresses.
    decimal: DecimalProof,
    /// The index at which cells would begin in the last row, if its words are as wide as cells.
    cells: Option<usize>,
    /// The start of the widest row so far and the distance from its first word to its text;
    /// then its length in bytes.
    usual: Option<(usize, usize)>,
    width: usize,
    /// True if a row has been read, and the length in bytes of its last word.
    began: bool,
    word: usize,
}

impl ColumnReader {
    pub(super) fn new(shape: &'static ColumnFormat) -> Self {
        Self {
            shape,
            finder: RowFinder::new(shape),
            template: None,
            bytes: Vec::new(),
            pending: PendingRow::new(shape.address.is_some(), shape.padded && !shape.blanks),
            base: 0,
            packets: 1,
            now: 0,
            last: 0,
            text_check: TextCheck::default(),
            assumptions: Assumptions::default(),
            decimal: DecimalProof::default(),
            cells: None,
            usual: None,
            width: 0,
            began: false,
            word: 1,
        }
    }

    /// Reads a line by the template; returns true if it fits.
    #[inline]
    fn quick(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> bool {
        let Some(template) = &self.template else {
            return false;
        };
        let next = self.pending.next().unwrap_or_default();
        let Some(read) = template.read(line.text, next, &mut self.bytes) else {
            return false;
        };
        let Some(address) = self.place_of(read.address, self.bytes.len()) else {
            return false;
        };
        let padded = self.shape.padded;
        self.last = line.number;
        self.look_at_address(read.address, self.bytes.len());
        self.assumptions.row(&self.bytes);
        self.pending
            .row(line.number, address, &mut self.bytes, padded, out);
        self.text_check.agreed += read.agreed as u64;
        out.counts.agreed += read.agreed as u64;
        out.counts.signs += self.marks(read.shown);
        out.read(read.non_blank);
        true
    }

    /// The address of a row in the data; `None` if the row runs past the last address.
    fn place_of(&mut self, address: u64, len: usize) -> Option<u64> {
        if self.shape.address.is_none() {
            let next = self.pending.next().unwrap_or_default();
            next.checked_add(len as u64)?;
            return Some(next);
        }
        let apart = self.now > self.last + 1;
        if self.shape.packets && address == 0 && self.began && apart {
            self.base = self.pending.next().unwrap_or_default();
            self.packets += 1;
        }
        let address = self.base.checked_add(address)?;
        address.checked_add(len.saturating_sub(1) as u64)?;
        Some(address)
    }

    /// Notes the evidence of an address for its radix, if that radix is unusual.
    fn look_at_address(&mut self, said: u64, len: usize) {
        if self.shape.address.is_some_and(|address| address.proof > 0) {
            let starred = self.pending.is_starred();
            self.decimal.row(said, len, starred);
        }
    }

    /// Marks around the text are a sign.
    fn marks(&self, shown: bool) -> u64 {
        u64::from(shown && matches!(self.shape.text, TextColumn::Between(..)))
    }

    pub(super) fn slow(
        &mut self,
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let trimmed = trim(line.text);
        if trimmed.is_empty() {
            self.says_again(line.text, out);
            return Ok(());
        }
        if trimmed == b"*" && self.shape.address.is_none() {
            // No address shows how often the row before is repeated.
            out.skip(line.number);
            out.remark(line.number, 0, RemarkKind::Missed);
            return Ok(());
        }
        if self.is_star(line.text, trimmed) && self.pending.star(line.number) {
            out.read(non_blank(line.text));
            return Ok(());
        }
        if self.shape.address.is_none() && self.says_again(line.text, out) {
            out.read(non_blank(line.text));
            return Ok(());
        }
        let before = self.before();
        match self.finder.find(line.text, before) {
            RowMatch::Row { start, address } => return self.accept_row(line, start, address, out),
            RowMatch::AddressEnd { start, address } if self.is_end(address) => {
                self.end_at(line, start, address, out);
            }
            RowMatch::Broken(wrong) => return Err(wrong.on(line)),
            _ if self.is_head(line.text) => {
                out.counts.signs += 1;
                out.read(non_blank(line.text));
            }
            RowMatch::AddressEnd { .. } if self.began && self.shape.padded => {
                out.skip(line.number);
                out.remark(line.number, 0, RemarkKind::Missed);
            }
            _ if self.says_again(line.text, out) => out.read(non_blank(line.text)),
            _ => {
                if let Some(wrong) = self.damaged(line.text) {
                    return Err(wrong.on(line));
                }
                out.skip(line.number);
            }
        }
        Ok(())
    }

    /// Reports whether a line under a row repeats its bytes as characters: `od -tx1 -c`.
    fn says_again(&self, line: &[u8], out: &mut ReaderOutput) -> bool {
        let Some(from) = self.cells.filter(|_| self.shape.padded) else {
            return false;
        };
        let Some([agreed, disagreed]) = super::cells::compare(line, from, self.pending.bytes())
        else {
            return false;
        };
        // Without an address the bytes alone tell that it is no row; of numbers that are no hex it may be one.
        let is_hex = self.shape.words.base == WordBase::Hex;
        if self.shape.address.is_none() && (!is_hex || agreed == 0 || disagreed > 0) {
            return false;
        }
        out.counts.agreed += agreed;
        out.counts.disagreed += disagreed;
        true
    }

    /// The error in a line that is a row except for a wrong digit in its address.
    fn damaged(&mut self, line: &[u8]) -> Option<RowError> {
        let at = self
            .template
            .as_ref()?
            .wrong_address(line, &mut self.bytes)?;
        let shown = text::first(&line[at..]).map_or(' ', |(shown, _)| shown);
        Some(RowError {
            at,
            what: RowErrorKind::Digit(WordBase::Hex, shown),
        })
    }

    /// Reports whether a line is a head: part of the format, without data.
    fn is_head(&self, line: &[u8]) -> bool {
        let trimmed = line.trim_ascii_start();
        self.shape
            .heads
            .iter()
            .any(|head| trimmed.starts_with(head.as_bytes()))
    }

    /// The facts known from the rows before.
    fn before(&self) -> RowsBefore {
        let next = self.pending.next().filter(|_| self.began);
        RowsBefore {
            next: next.map(|next| next.wrapping_sub(self.base)),
            usual: self.usual,
        }
    }

    /// Reports whether a line is a `*`, after the same text that rows have before their addresses.
    fn is_star(&self, line: &[u8], trimmed: &[u8]) -> bool {
        let start = self.finder.start;
        let mark = |byte: &u8| byte.is_ascii_whitespace() || b":|])>".contains(byte);
        let after = |before: &[u8]| {
            // A line number before it may have grown by a digit.
            start > 0 && before.len().abs_diff(start) <= 1 && before.last().is_some_and(mark)
        };
        let before = line.trim_ascii_end().strip_suffix(b"*");
        trimmed == b"*" || self.began && before.is_some_and(after)
    }

    /// Takes the parsed row.
    fn accept_row(
        &mut self,
        line: &DumpLine<'_>,
        start: usize,
        address: u64,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let len = self.finder.row.bytes.len();
        let (at, what) = (start, RowErrorKind::Far);
        let placed = self.place_of(address, len);
        let said = address;
        let address = placed.ok_or_else(|| RowError { at, what }.on(line))?;
        self.look_at_address(said, len);
        let (row, padded) = (&self.finder.row, self.shape.padded);
        let mut bytes = row.bytes.clone();
        self.assumptions.parsed(row);
        self.cells = super::cells::begin(&row.words);
        self.last = line.number;
        self.pending
            .row(line.number, address, &mut bytes, padded, out);
        let shown = self.usual.is_some();
        let shape = self.shape;
        self.text_check.row(shape, line, address, row, shown, out);
        out.counts.signs += self.marks(row.text.is_some());
        out.read(non_blank(&line.text[start..]));
        self.began = true;
        self.word = row.words.last().map_or(1, |word| word.len.max(1));
        self.finder.start = start;
        if self.width <= len
            || self
                .template
                .as_ref()
                .is_some_and(|other| other.start != start)
        {
            self.width = len;
            // Counted from the first word, because addresses may grow by a digit.
            let first = row.words.first().map_or(0, |word| word.at);
            let text = row.text.as_ref();
            let text = text.map(|text| (start, text.start.saturating_sub(first)));
            self.usual = text.or(self.usual);
            let template = RowTemplate::from_row(shape, line.text, start, said, row);
            self.template = template.or_else(|| self.template.take());
        }
        Ok(())
    }

    /// Reports whether a number that stands alone is the address of the end: the expected address,
    /// or one in the last row or after a `*`; 0 before all rows.
    fn is_end(&self, address: u64) -> bool {
        let Some(next) = self.pending.next().filter(|_| self.began) else {
            return address == 0;
        };
        let address = self.base.saturating_add(address);
        if self.pending.is_ended() {
            return false;
        }
        let near = next.saturating_sub(self.pending.width() as u64);
        let exact = self.shape.address.is_some_and(|address| address.exact);
        address == next || address > near && (exact || self.pending.is_starred())
    }

    /// Takes the address of the end.
    fn end_at(&mut self, line: &DumpLine<'_>, start: usize, address: u64, out: &mut ReaderOutput) {
        let address = self.base.saturating_add(address);
        let cuts = match self.shape.words.base {
            _ if !self.shape.padded => (0, 0),
            WordBase::Characters if self.shape.blanks => (self.pending.width(), b' '),
            WordBase::Characters => (0, 0),
            _ => (self.word - 1, 0),
        };
        self.pending.end_at(line.number, address, cuts, out);
        self.decimal.end(self.pending.next() == Some(address));
        out.read(non_blank(&line.text[start..]));
    }

    /// Reads a part of a very long line.
    fn part(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if !line.begins {
            return Ok(());
        }
        let before = self.before();
        let hit = self.finder.find(line.text, before);
        let is_row = matches!(hit, RowMatch::Row { .. } | RowMatch::Broken(_));
        if is_row && self.finder.row.words.len() >= 2 {
            let (at, what) = (0, RowErrorKind::Long);
            return Err(RowError { at, what }.on(line));
        }
        out.skip(line.number);
        Ok(())
    }
}

impl DumpReader for ColumnReader {
    fn addresses(&self) -> Addresses {
        match self.shape.address {
            None => Addresses::None,
            Some(address) if address.radix == 10 => Addresses::Decimal,
            Some(_) => Addresses::Written,
        }
    }

    fn is_unproven(&self, counts: &DumpCounts) -> bool {
        let proof = self.shape.address.map_or(0, |address| address.proof);
        let words = match self.shape.unusual {
            Unusual::Nothing => false,
            // The text column has a place for each byte, and so has the address.
            Unusual::Size => self.usual.is_none() && counts.continued == 0,
            Unusual::Order => counts.agreed <= 2 * counts.disagreed,
        };
        // A column after a mark has appeared in some row.
        let text = matches!(self.shape.text, TextColumn::Open(_)) && self.usual.is_none();
        words || text || proof > 0 && !self.decimal.holds(proof)
    }

    #[inline]
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if !(line.begins && line.ends) {
            return self.part(line, out);
        }
        self.now = line.number;
        if self.quick(line, out) {
            return Ok(());
        }
        self.slow(line, out)
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.shape.words.base == WordBase::Characters && self.shape.address.is_some() {
            self.pending.forget_blanks(out);
        }
        self.pending.finish(out);
        let agreed = self.text_check.agreed;
        self.assumptions
            .report(self.shape, agreed, &self.pending, out);
        if self.packets > 1 {
            let text = format!("{} packets, joined end to end", self.packets);
            out.note(0, 0, text);
        }
        if self.shape.words.base == WordBase::Names && self.began {
            let text = "the characters have lost their eighth bit, so bytes above 7F are lost";
            out.remark(0, 0, RemarkKind::Loss(text));
        }
        Ok(())
    }
}

/// A line without blanks and borders at its ends.
fn trim(line: &[u8]) -> &[u8] {
    let mut rest = line.trim_ascii();
    loop {
        let len = border(rest);
        if len == 0 {
            break;
        }
        rest = rest[len..].trim_ascii_start();
    }
    let borders = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | 0xE2 | 0x94 | 0x82 | 0x8A);
    let end = rest.iter().rposition(|byte| !borders(byte));
    &rest[..end.map_or(0, |end| end + 1)]
}
