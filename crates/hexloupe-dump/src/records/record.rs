//! A record: a line with a mark, an address, a count of bytes, the bytes, and their checksum.
//!
//! Intel HEX and S-records are such lines; a [`RecordKind`] has their differences. Invariant: the
//! bytes of a record are read even if its checksum is wrong, with a remark.

use crate::confidence::RECORDS;
use crate::format::{Addresses, DumpReader, DumpWriter};
use crate::hex_digit;
use crate::out::{ReaderOutput, RemarkKind, Unreadable};
use crate::reason;
use crate::text::{DumpLine, non_blank};
use crate::trial::{self, ReaderTrial};

/// An upper limit for the digits of a record.
const MOST_DIGITS: usize = 600;

/// A matching checksum proves records.
pub(super) fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.read == 0 || trial.counts.checked == 0 {
        return 0;
    }
    trial::percent(trial::share(trial), 0.0, RECORDS.proven).max(RECORDS.alone)
}

/// A kind of records, as read.
pub(super) trait RecordKind: Default {
    /// Length in bytes of the mark before the digits.
    const MARK: usize;
    /// True if lines after the record that ends the text are no part of it.
    const ENDS: bool;
    /// The checksum of a record, from the sum of its other bytes.
    const CHECKSUM: fn(u8) -> u8;

    /// Reports whether a text begins with the mark of a record and enough digits.
    fn is_record(text: &[u8]) -> bool;

    /// Takes a record; returns true if it ends the text.
    ///
    /// # Errors
    /// It is of no known type, or shorter than its type requires.
    fn record(
        &mut self,
        record: &HexRecord<'_>,
        out: &mut ReaderOutput,
    ) -> Result<bool, Unreadable>;

    /// Reports whether the records so far must be followed by one that ends the text.
    fn needs_end(&self, out: &ReaderOutput) -> bool;

    /// Refuses a line that begins like a record and is too short for one.
    ///
    /// # Errors
    /// The line is such a line.
    fn refuse(_line: &DumpLine<'_>) -> Result<(), Unreadable> {
        Ok(())
    }
}

/// A record on its line.
pub(super) struct HexRecord<'a> {
    line: &'a DumpLine<'a>,
    /// The index of its mark in the line.
    from: usize,
    pub(super) bytes: Vec<u8>,
    /// True if the last byte lacks a digit.
    cut: bool,
    checksum: fn(u8) -> u8,
}

impl<'a> HexRecord<'a> {
    fn read<K: RecordKind>(line: &'a DumpLine<'a>, from: usize) -> Result<Self, Unreadable> {
        let at = from + K::MARK;
        let text = line.text.get(at..).unwrap_or_default().trim_ascii_end();
        // In quotes it ends with the second one.
        let quote = { from.checked_sub(1) }.map(|before| line.text[before]);
        let quote = quote.filter(|byte| b"\"'".contains(byte));
        let end = quote.and_then(|quote| memchr::memchr(quote, text));
        let text = &text[..end.unwrap_or(text.len())];
        if text.len() > MOST_DIGITS {
            return Err(line.unreadable(at + MOST_DIGITS, "the record is too long"));
        }
        let mut bytes = Vec::with_capacity(text.len() / 2);
        let mut pair = hex_digit::HexDigitPair::default();
        for (index, byte) in text.iter().enumerate() {
            let digit = hex_digit::value(*byte).ok_or_else(|| {
                let shown = reason::quoted_char(text, index);
                line.unreadable(at + index, format!("{shown} is not a hex digit"))
            })?;
            bytes.extend(pair.push(digit));
        }
        Ok(Self {
            line,
            from,
            bytes,
            cut: pair.is_half(),
            checksum: K::CHECKSUM,
        })
    }

    /// The number of its line.
    pub(super) fn number(&self) -> u64 {
        self.line.number
    }

    /// The character of its type, if that is part of the mark.
    pub(super) fn letter(&self) -> u8 {
        self.line
            .text
            .get(self.from + 1)
            .copied()
            .unwrap_or_default()
    }

    pub(super) fn unreadable(&self, reason: impl Into<String>) -> Unreadable {
        self.line.unreadable(self.from, reason)
    }

    pub(super) fn note(&self, text: String, out: &mut ReaderOutput) {
        out.note(self.line.number, self.line.column_of(self.from), text);
    }

    /// Compares a number written in the record with the computed one.
    pub(super) fn check(
        &self,
        what: &'static str,
        address: u64,
        said: u64,
        found: u64,
        out: &mut ReaderOutput,
    ) {
        if said == found {
            out.counts.checked += 1;
        } else {
            self.differs(what, address, said, found, out);
        }
    }

    fn differs(
        &self,
        what: &'static str,
        address: u64,
        said: u64,
        found: u64,
        out: &mut ReaderOutput,
    ) {
        let kind = RemarkKind::Checksum {
            address,
            said,
            found,
            what,
        };
        out.remark(self.line.number, self.line.column_of(self.from), kind);
    }

    /// Its data, which begin after `head` bytes and should be `said` bytes; adds a remark if they
    /// are cut or their checksum is wrong.
    pub(super) fn data(
        &self,
        address: u64,
        head: usize,
        said: usize,
        out: &mut ReaderOutput,
    ) -> &[u8] {
        let rest = self.bytes.get(head..).unwrap_or_default();
        let found = rest.len().saturating_sub(1);
        if found != said || self.cut || rest.is_empty() {
            self.differs("count", address, said as u64, found as u64, out);
        }
        match rest.split_last() {
            Some((checksum, data)) if found >= said && !self.cut => {
                let before = &self.bytes[..self.bytes.len() - 1];
                let due = (self.checksum)(sum(before));
                self.check("checksum", address, (*checksum).into(), due.into(), out);
                data
            }
            // The count is wrong, so it is unknown whether a checksum is among the bytes.
            _ => &rest[..rest.len().min(said)],
        }
    }
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

/// The number in some bytes, big-endian.
pub(super) fn number(bytes: &[u8]) -> u64 {
    { bytes.iter() }.fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// The index of the mark of a record in a line: at its head, or after other words and a blank or a quote.
fn mark(text: &[u8], is: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut before = b' ';
    text.iter().enumerate().position(|(index, byte)| {
        let before = std::mem::replace(&mut before, *byte);
        (before.is_ascii_whitespace() || b"\"'".contains(&before)) && is(&text[index..])
    })
}

/// Reports whether a text begins with at least `least` hex digits.
pub(super) fn has_digits(text: &[u8], least: usize) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    text.get(..least)
        .is_some_and(|text| text.iter().all(is_digit))
}

/// Reads the records of a kind.
#[derive(Default)]
pub(super) struct RecordReader<K> {
    kind: K,
    ended: bool,
    /// The number of the last line.
    last: u64,
}

impl<K: RecordKind> DumpReader for RecordReader<K> {
    fn addresses(&self) -> Addresses {
        Addresses::Written
    }

    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.last = line.number;
        if !line.begins {
            return Ok(());
        }
        let over = K::ENDS && self.ended;
        if let Some(from) = mark(line.text, K::is_record).filter(|_| !over) {
            let record = HexRecord::read::<K>(line, from)?;
            self.ended |= self.kind.record(&record, out)?;
            out.read(non_blank(&line.text[from..]));
        } else if !line.is_blank() {
            if !over {
                K::refuse(line)?;
            }
            out.skip(line.number);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if !self.ended && self.kind.needs_end(out) {
            out.cut(self.last, 0, "the end record is missing");
        }
        Ok(())
    }
}

/// A kind of records, as written.
pub(super) trait RecordStyle: Default {
    /// The largest number of bytes of data in a record.
    const WIDEST: u16;
    /// A record ends before every address that is a multiple of 2 to this power.
    const BITS: u32;

    /// Writes a row of data.
    fn row(&mut self, address: u64, row: &[u8], out: &mut Vec<u8>);

    /// Writes the text that ends the records.
    fn end(&mut self, out: &mut Vec<u8>);
}

/// Writes rows of data as records.
pub(super) struct RecordWriter<S> {
    style: S,
    width: usize,
    row: Vec<u8>,
    /// The address of the row.
    address: u64,
}

impl<S: RecordStyle> RecordWriter<S> {
    pub(super) fn new(width: Option<u16>) -> Self {
        Self {
            style: S::default(),
            width: width.map_or(16, |width| width.clamp(1, S::WIDEST).into()),
            row: Vec::new(),
            address: 0,
        }
    }

    /// The address of the next byte.
    fn next(&self) -> u64 {
        self.address.wrapping_add(self.row.len() as u64)
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if !self.row.is_empty() {
            self.style.row(self.address, &self.row, out);
            self.address = self.next();
            self.row.clear();
        }
    }
}

impl<S: RecordStyle> DumpWriter for RecordWriter<S> {
    fn reach(&self) -> Option<u64> {
        Some(u32::MAX.into())
    }

    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if address != self.next() {
            self.flush(out);
            self.address = address;
        }
        for byte in bytes {
            self.row.push(*byte);
            if self.row.len() == self.width || self.next().trailing_zeros() >= S::BITS {
                self.flush(out);
            }
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.flush(out);
        self.style.end(out);
    }
}

/// Writes a record: a mark, bytes in digits, and their checksum.
pub(super) fn write_record(
    mark: &[u8],
    bytes: &[&[u8]],
    checksum: fn(u8) -> u8,
    out: &mut Vec<u8>,
) {
    let bytes = bytes.concat();
    out.extend_from_slice(mark);
    hex_digit::upper(&bytes, out);
    hex_digit::capital_pair(checksum(sum(&bytes)), out);
    out.push(b'\n');
}

/// Writes a line about an address that no record reaches. Other programs refuse that line, so they
/// do not read the bytes after it at a wrong address.
pub(super) fn write_beyond(address: u64, kind: &str, out: &mut Vec<u8>) {
    let text = format!("; {address:#x} does not fit in the 32 bits of {kind}\n");
    out.extend_from_slice(text.as_bytes());
}
