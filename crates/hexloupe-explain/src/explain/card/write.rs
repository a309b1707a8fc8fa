//! The tools for writing cards: sentences over several rows, ranges of bytes, right-aligned
//! numbers.
//!
//! Invariant: no row made here is wider than a sheet.

use crate::explain::sheet::{CellRole, SheetRow, WIDTH, lines};
use hexloupe_text::unicode::glyph::{self, Charset};

/// Words from a column on, broken at blanks so that no row is wider than a sheet.
pub(super) fn words(column: usize, text: &str) -> Vec<String> {
    lines(text, WIDTH.saturating_sub(column))
}

/// A sentence, as rows.
pub(super) fn said(text: &str) -> Vec<SheetRow> {
    let lines = words(0, text).into_iter();
    let row = |line| SheetRow::default().at(0, line, CellRole::Text);
    lines.map(row).collect()
}

/// A row with words after its last cell, and rows for the rest of the words.
pub(super) fn said_after(
    row: SheetRow,
    column: usize,
    text: &str,
    role: CellRole,
) -> Vec<SheetRow> {
    let mut lines = words(column, text).into_iter();
    let first = row.at(column, lines.next().unwrap_or_default(), role);
    let rest = lines.map(|line| SheetRow::default().at(column, line, role));
    std::iter::once(first).chain(rest).collect()
}

/// The role of a row of a table; `here` is true if it applies.
pub(super) const fn role(here: bool) -> CellRole {
    if here {
        CellRole::Chosen
    } else {
        CellRole::Other
    }
}

/// A row with a text that ends before a column.
pub(super) fn ending_at(row: SheetRow, column: usize, text: &str, role: CellRole) -> SheetRow {
    row.at(column.saturating_sub(glyph::columns(text)), text, role)
}

/// The values that satisfy a test, as ranges: `C2..DF`.
pub(super) fn byte_ranges(is_in: impl Fn(u8) -> bool) -> String {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=u8::MAX).filter(|&byte| is_in(byte)) {
        match ranges.last_mut() {
            Some((_, last)) if *last == byte - 1 => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    let texts: Vec<String> = ranges
        .iter()
        .map(|(first, last)| {
            if first == last {
                format!("{first:02X}")
            } else {
                format!("{first:02X}..{last:02X}")
            }
        })
        .collect();
    texts.join(" ")
}

/// The glyph of a character in some columns.
pub(super) fn drawn(c: char, columns: u8) -> String {
    glyph::for_char(c, columns, Charset::Unicode).text
}
