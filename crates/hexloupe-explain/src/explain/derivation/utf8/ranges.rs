//! The range table of UTF-8: the number of bytes for each range of values, and their payload bits.
//!
//! Invariant: the rows are in order and leave no value between them.

use crate::explain::derivation::rows::table_row;
use crate::explain::sheet::SheetRow;
use crate::explain::words::{count_of_bits, count_of_bytes, point};
use crate::language::Language;
use crate::texts::derivation::utf8::ranges as texts;
use hexloupe_text::codec::Utf8Form;
use hexloupe_text::unicode::glyph;

pub(super) const TABLE_SOURCE: &str = "Unicode, Table 3-6; RFC 3629, section 3";
const OLD_TABLE_SOURCE: &str = "RFC 2279, section 2";

/// The column of the numbers of bytes in the range table.
const COUNTS: usize = 24;

/// A row of the range table: the last value, and the bits that carry it.
struct Utf8Range {
    last: u32,
    bits: usize,
}

/// The ranges by the number of their bytes, from 1 on. The last two ended with RFC 3629.
const RANGES: [Utf8Range; 6] = [
    Utf8Range {
        last: 0x7F,
        bits: 7,
    },
    Utf8Range {
        last: 0x7FF,
        bits: 11,
    },
    Utf8Range {
        last: 0xFFFF,
        bits: 16,
    },
    Utf8Range {
        last: 0x1F_FFFF,
        bits: 21,
    },
    Utf8Range {
        last: 0x3FF_FFFF,
        bits: 26,
    },
    Utf8Range {
        last: 0x7FFF_FFFF,
        bits: 31,
    },
];

/// The number of bytes of the shortest form of a value; none if it has none.
pub(super) fn bytes_of(value: u32) -> Option<usize> {
    Some(1 + RANGES.iter().position(|range| value <= range.last)?)
}

/// The shortest form of a value, even if no encoding reads it as a character.
pub(in crate::explain::derivation) fn shortest(value: u32) -> Option<Vec<u8>> {
    let len = bytes_of(value)?;
    if len == 1 {
        return Some(vec![value as u8]);
    }
    let ones = !(0xFF_u8 >> len);
    let lead = ones | (value >> (6 * (len - 1))) as u8;
    let tails = (0..len - 1).rev();
    let tails = tails.map(|index| 0x80 | (value >> (6 * index)) as u8 & 0x3F);
    Some(std::iter::once(lead).chain(tails).collect())
}

/// The byte patterns of a form: `110xxxxx 10xxxxxx`.
fn pattern(len: usize, language: Language) -> String {
    if len == 1 {
        return "0xxxxxxx".to_owned();
    }
    let lead = format!("{}0{}", "1".repeat(len), "x".repeat(7 - len));
    if len > 4 {
        let more = len - 1;
        return texts::LeadAndMore { lead: &lead, more }.get(language);
    }
    format!("{lead}{}", " 10xxxxxx".repeat(len - 1))
}

/// The range table with the row of a value marked; no row is marked for a value beyond it.
pub(super) fn table(value: u32, row_count: usize, language: Language) -> Vec<SheetRow> {
    let applies = bytes_of(value);
    // The last word is the widest.
    let patterns = COUNTS + glyph::columns(&count_of_bytes(row_count, language)) + 1;
    let mut from = 0;
    let mut out = Vec::new();
    for (index, range) in RANGES.iter().take(row_count).enumerate() {
        let len = index + 1;
        // The fourth row ends with Unicode if there is no fifth.
        let last = if len == 4 && row_count == 4 {
            0x10_FFFF
        } else {
            range.last
        };
        let columns = [
            (2, format!("{}..{}", point(from), point(last))),
            (COUNTS, count_of_bytes(len, language)),
            (patterns, pattern(len, language)),
            (
                69,
                glyph::aligned_right(&count_of_bits(range.bits, language), 7),
            ),
        ];
        out.push(table_row(&columns, applies == Some(len) && value <= last));
        from = range.last + 1;
    }
    out
}

/// The number of rows in the table of an encoding. If it has pairs, a value above the third row is
/// written as two values of the third.
pub(in crate::explain::derivation) fn row_count(form: Utf8Form) -> usize {
    if form.has_pairs() {
        3
    } else if form.has_six_bytes() {
        6
    } else {
        4
    }
}

pub(super) fn table_source(row_count: usize) -> &'static str {
    if row_count == 6 {
        OLD_TABLE_SOURCE
    } else {
        TABLE_SOURCE
    }
}
