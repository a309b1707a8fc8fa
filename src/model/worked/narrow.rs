//! The rows of a step on a screen too narrow for them.
//!
//! Digits over their bits break at a byte, all rows of a table of digits at the same column; words
//! break between words. Invariant: no line is wider than the room, and no cell is lost.

use super::line;
use crate::explain::derivation::begins_bytes;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::model::line::TonedLine;

/// Columns before the digits, for the labels.
const LABELS: usize = 12;
/// Columns of a byte with the gap after it.
const BYTE: usize = 12;
/// Columns before the rest of a row of words.
const HANGING: usize = 4;

/// The rows as lines.
pub(super) fn lines(rows: &[SheetRow], width: usize) -> Vec<TonedLine> {
    let mut out = Vec::new();
    let band = width.saturating_sub(LABELS) / BYTE * BYTE;
    let begins = |row: &SheetRow| {
        let label = row.cells.first().map(|cell| cell.text.as_str());
        label.is_some_and(begins_bytes)
    };
    let parts = rows.chunk_by(|a, b| has_digits(a, band) && has_digits(b, band) && !begins(b));
    for part in parts {
        let widest = part.iter().map(SheetRow::end).max().unwrap_or_default();
        // If not even one byte fits, all rows are words.
        let is_words = band == 0 || !part.iter().all(|row| has_digits(row, band));
        if widest <= width || is_words {
            let hanging = HANGING.min(width / 2);
            out.extend(part.iter().flat_map(|row| line(row).wrap(width, hanging)));
            continue;
        }
        for from in (0..widest.saturating_sub(LABELS)).step_by(band) {
            let rows = part.iter().map(|row| cut(row, from, band));
            let rows = rows.filter(|row| !row.cells.is_empty());
            out.extend(rows.flat_map(|row| line(&row).wrap(width, HANGING)));
        }
    }
    out
}

/// Reports whether the cells of a row stand at the places of bytes, and none is wider than a line.
fn has_digits(row: &SheetRow, band: usize) -> bool {
    let mut cells = row.cells.iter();
    cells.all(|cell| match cell.role {
        CellRole::Label => true,
        CellRole::Text => cell.text == "|",
        CellRole::Chosen => false,
        _ => cell.column >= LABELS && (cell.column - LABELS) % band.max(1) + cell.width() <= band,
    })
}

/// The cells of a row from a column after the labels on, moved to the left, with its label.
fn cut(row: &SheetRow, from: usize, columns: usize) -> SheetRow {
    let mut out = SheetRow::default();
    for cell in &row.cells {
        let is_label = cell.column < LABELS;
        let after = cell.column.saturating_sub(LABELS);
        if is_label && from == 0 {
            out.cells.push(cell.clone());
        } else if !is_label && (from..from + columns).contains(&after) {
            let mut cell = cell.clone();
            cell.column -= from;
            out.cells.push(cell);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_labels_that_is_too_wide_is_wrapped_where_no_byte_fits() {
        let row = SheetRow::default()
            .at(0, "label", CellRole::Label)
            .at(24, "|", CellRole::Text);
        for width in 20..60 {
            let text: String = lines(std::slice::from_ref(&row), width)
                .iter()
                .map(TonedLine::text)
                .collect();
            assert!(text.starts_with("label") && text.ends_with('|'), "{text:?}");
        }
    }
}
