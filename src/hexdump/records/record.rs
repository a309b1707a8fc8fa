//! A record: a line that says an address, so many bytes, and a sum by which they
//! are checked.
//!
//! Invariant: the bytes of a record are given even where its sum is wrong, and that
//! is remarked.

use crate::hexdump::hex_digit;
use crate::hexdump::out::{Out, RemarkKind, Unreadable};
use crate::hexdump::reason;
use crate::hexdump::text::Line;

/// The most digits of a record, with room.
const MOST: usize = 600;

/// A record: its mark, where it begins on the line, and its bytes.
pub(super) struct Record {
    pub(super) from: usize,
    pub(super) bytes: Vec<u8>,
    /// Whether the last byte lacks a digit.
    pub(super) cut: bool,
}

/// The bytes behind the mark of a record, at an index of a line.
///
/// # Errors
/// There is something else than hex digits.
pub(super) fn bytes(line: &Line<'_>, from: usize) -> Result<Record, Unreadable> {
    let text = line.text.get(from..).unwrap_or_default().trim_ascii_end();
    let wrong = |index: usize, reason: String| Unreadable {
        line: line.number,
        column: line.column_of(from + index),
        reason,
    };
    if text.len() > MOST {
        return Err(wrong(MOST, "no record is that long".into()));
    }
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for (index, pair) in text.chunks(2).enumerate() {
        let mut value = 0;
        for (at, byte) in pair.iter().enumerate() {
            let digit = hex_digit::value(*byte).ok_or_else(|| {
                let shown = reason::quoted_char(text, index * 2 + at);
                wrong(index * 2 + at, format!("no hex digit: {shown}"))
            })?;
            value = value << 4 | digit;
        }
        if pair.len() == 2 {
            bytes.push(value as u8);
        }
    }
    let cut = text.len() % 2 == 1;
    Ok(Record { from, bytes, cut })
}

/// Where the mark of a record stands on a line: at its head, or behind other
/// words and a blank, with enough digits after it.
pub(super) fn mark(text: &[u8], is: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut before = b' ';
    for (index, byte) in text.iter().enumerate() {
        if before.is_ascii_whitespace() && is(&text[index..]) {
            return Some(index);
        }
        before = *byte;
    }
    None
}

/// Whether a text begins with so many hex digits.
pub(super) fn has_digits(text: &[u8], least: usize) -> bool {
    text.len() >= least
        && text
            .iter()
            .take(least)
            .all(|byte| hex_digit::value(*byte).is_some())
}

/// A sum, or a count, that was held against what the record comes to.
pub(super) fn check(line: &Line<'_>, record: &Record, sum: Sum, out: &mut Out) {
    if sum.said == sum.found {
        out.counts.checked += 1;
        return;
    }
    let kind = RemarkKind::Checksum {
        address: sum.address,
        said: sum.said,
        found: sum.found,
        what: sum.what,
    };
    out.remark(line.number, line.column_of(record.from), kind);
}

/// A number that a record says of itself.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub(super) address: u64,
    pub(super) said: u64,
    pub(super) found: u64,
    pub(super) what: &'static str,
}

/// The data of a record of which is said how many there are. `head` is what
/// stands before them, `foot` behind them.
pub(super) struct Data<'a> {
    pub(super) data: &'a [u8],
    pub(super) foot: &'a [u8],
}

/// Parts a record into its data and its foot; what is cut off is remarked.
pub(super) fn part<'a>(
    line: &Line<'_>,
    record: &'a Record,
    address: u64,
    (head, said, foot): (usize, usize, usize),
    out: &mut Out,
) -> Data<'a> {
    let bytes = record.bytes.get(head..).unwrap_or_default();
    if bytes.len() < said + foot || record.cut {
        // Whether a checksum is among them nobody knows: it contradicts itself.
        let kind = RemarkKind::Checksum {
            address,
            said: said as u64,
            found: bytes.len().saturating_sub(foot) as u64,
            what: "count",
        };
        out.remark(line.number, line.column_of(record.from), kind);
        let data = &bytes[..bytes.len().min(said)];
        return Data { data, foot: &[] };
    }
    let found = bytes.len() - foot;
    if found != said {
        let what = "count";
        let (said, found) = (said as u64, found as u64);
        check(
            line,
            record,
            Sum {
                address,
                said,
                found,
                what,
            },
            out,
        );
    }
    let (data, foot) = bytes.split_at(found);
    Data { data, foot }
}
