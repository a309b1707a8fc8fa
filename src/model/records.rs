//! Records whose first bytes have their length, as rows.
//!
//! ```text
//! 00 09 00 00 C8 C5 D3 D3 D6      a record descriptor word (RDW), then the data
//! 00 05 00 00 C1                  its first two bytes are the length of both
//! ```
//!
//! z/OS writes such records into files, and FTP keeps the words. Invariant: the offsets ascend, and each
//! record but the last ends where the next one begins.

use std::sync::Arc;

use super::row_grid::RowStarts;
use crate::window::Peek;

/// The bytes of a record descriptor word.
const WORD: u64 = 4;
/// The bytes in which records are looked for.
const MOST_BYTES: u64 = 16 << 20;
/// The most rows that records take; rows after them are full.
const MOST_ROWS: usize = 1 << 16;

/// The records of some data, from its first byte on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordRows {
    /// The start of each record, and the end of the last one.
    offsets: Arc<[u64]>,
}

impl RecordRows {
    /// The records with a descriptor word each; none if the first bytes are no such word.
    pub fn with_words(data: &dyn Peek) -> Option<Self> {
        let len = data.len();
        let (mut offsets, mut at) = (vec![0], 0);
        while at < len.min(MOST_BYTES) && offsets.len() <= MOST_ROWS {
            let word = data.window(at, WORD as usize);
            let Some(length) = length(&word.bytes).filter(|length| at + length <= len) else {
                break;
            };
            at += length;
            offsets.push(at);
        }
        (offsets.len() > 1).then(|| Self {
            offsets: offsets.into(),
        })
    }

    /// The number of records.
    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The end of the last record.
    pub fn end(&self) -> u64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// The bytes of the longest record.
    pub fn longest(&self) -> u64 {
        let lengths = self.offsets.array_windows().map(|[start, end]| end - start);
        lengths.max().unwrap_or_default()
    }

    /// The starts of rows of a width; a longer record goes on in the next row.
    pub fn starts(&self, width: u16) -> RowStarts {
        let mut rows = Vec::with_capacity(self.offsets.len());
        for [start, end] in self.offsets.array_windows() {
            let mut at = *start;
            while at < *end && rows.len() < MOST_ROWS {
                rows.push(at);
                at += u64::from(width.max(1));
            }
            if rows.len() == MOST_ROWS {
                break;
            }
        }
        if rows.len() < MOST_ROWS {
            rows.push(self.end());
        }
        RowStarts::At(rows.into())
    }
}

/// The length that a descriptor word has; none if it is no such word. The third byte tells the segments
/// of a record that goes over several.
fn length(word: &[u8]) -> Option<u64> {
    match word {
        [high, low, 0..=3, 0] => Some(u64::from(u16::from_be_bytes([*high, *low]))),
        _ => None,
    }
    .filter(|length| *length >= WORD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::row_grid::RowGrid;

    #[test]
    fn each_record_begins_a_row() {
        let data = b"\0\x09\0\0HELLO\0\x05\0\0A\0\x0C\0\0ABCDEFGH\0";
        let records = RecordRows::with_words(data).unwrap();
        assert_eq!(
            (records.count(), records.end(), records.longest()),
            (3, 26, 12)
        );
        let grid = RowGrid::starting(12, &records.starts(12));
        let rows: Vec<_> = grid.cut(0..27).collect();
        assert_eq!(rows, [0..9, 9..14, 14..26, 26..27]);
        let grid = RowGrid::starting(8, &records.starts(8));
        let rows: Vec<_> = grid.cut(0..27).collect();
        assert_eq!(rows, [0..8, 8..9, 9..14, 14..22, 22..26, 26..27]);
    }

    #[test]
    fn other_data_has_no_records() {
        for data in [
            &b""[..],
            b"\0\x03\0\0",
            b"\0\x09\0\x01HELLO",
            b"\0\x09\0\0HELL",
            b"HELLO WORLD",
        ] {
            assert_eq!(RecordRows::with_words(&data.to_vec()), None, "{data:x?}");
        }
    }
}
