//! Single-byte sets, ASCII and its national variants: a place in a table of 16 rows and 16
//! columns.
//!
//! Invariant: the table is read with the encoding's own decoder, so it cannot disagree with it.

use super::rows::{self, Asked, START, prose, table_row, value as row};
use super::{Step, Subject, first};
use crate::codec::{Encoding, Layout, State};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::point;
use crate::unicode::glyph::{self, Charset};

/// Columns from one character of the table to the next.
const STEP: usize = 4;

/// The standard of the table.
fn source(encoding: &Encoding) -> &'static str {
    match encoding.layout {
        Layout::SevenBit => "ISO/IEC 646; RFC 20",
        _ => "the table of the set",
    }
}

/// The cell of a byte in the table: what is drawn for it.
fn drawn(encoding: &Encoding, byte: u8) -> String {
    let sequence = encoding.decode(&mut State::default(), &[byte]);
    match sequence.meaning.scalar() {
        Some(c) => glyph::of(c, 3, Charset::Unicode).text,
        None => "-".to_owned(),
    }
}

/// The row of the byte, with those before and after it.
fn table(encoding: &Encoding, byte: u8) -> Vec<Row> {
    let digits = 0..16_u8;
    let head: Vec<_> = digits
        .clone()
        .map(|low| (START + STEP * usize::from(low), format!("_{low:X}")))
        .collect();
    let high = byte >> 4;
    let last = if matches!(encoding.layout, Layout::SevenBit) {
        7
    } else {
        15
    };
    let first = high.saturating_sub(1).min(13);
    let mut out = vec![table_row(&head, false)];
    for line in (first..=high.saturating_add(1)).filter(|line| *line <= last) {
        let mut row = table_row(&[(2, format!("{line:X}_"))], line == high);
        for low in digits.clone() {
            let here = line << 4 | low;
            let role = if here == byte {
                CellRole::Chosen
            } else {
                CellRole::Other
            };
            let column = START + STEP * usize::from(low);
            if here == byte {
                row = row.at(column - 1, ">", role);
            }
            row = row.at(column, drawn(encoding, here), role);
        }
        out.push(row);
    }
    out
}

/// The steps from a number to a byte.
pub(super) fn to_bytes(subject: &Subject<'_>) -> Vec<Step> {
    let bytes = subject.own();
    let byte = bytes.first().copied().unwrap_or_default();
    let mut rows = table(subject.encoding, byte);
    rows.push(row("row", format!("{:X}", byte >> 4)).answer());
    rows.push(row("column", format!("{:X}", byte & 0x0F)).answer());
    let mut last = rows::bytes(bytes, Asked::Bits);
    last.extend(rows::result(bytes));
    vec![
        Step::new(
            "place in the table",
            format!(
                "{} gives each character a place in a table of 16 columns.",
                subject.encoding.name
            ),
            source(subject.encoding),
            rows,
        ),
        Step::new(
            "byte",
            match subject.encoding.layout {
                Layout::SevenBit => {
                    "The row is the first hex digit, the column the second; the top bit is 0."
                }
                _ => "The row is the first hex digit, the column the second.",
            },
            source(subject.encoding),
            last,
        ),
    ]
}

/// The steps from a byte to a number.
pub(super) fn to_value(subject: &Subject<'_>) -> Vec<Step> {
    let bytes = subject.own();
    let byte = bytes.first().copied().unwrap_or_default();
    let mut rows = table(subject.encoding, byte);
    let text = format!(
        "{} at row {:X}, column {:X}",
        point(subject.value()),
        byte >> 4,
        byte & 0x0F
    );
    rows.extend(prose("there", &text, CellRole::Text));
    vec![
        Step::new(
            "row and column",
            "The first hex digit is the row, the second the column.",
            source(subject.encoding),
            rows::bytes(bytes, Asked::Bits),
        ),
        Step::new(
            "look up",
            format!(
                "The table of {} has the character there.",
                subject.encoding.name
            ),
            source(subject.encoding),
            rows,
        ),
        first::character(&subject.values),
    ]
}
