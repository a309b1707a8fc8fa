//! The rows of steps: digits over their bits, groups of bits, prose.
//!
//! Invariant: no row is wider than a sheet.

use crate::explain::sheet::{CellRole, SheetRow, WIDTH, lines};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::rows as texts;
use hexloupe_text::codec::{Bit, Masks};

/// The column after the labels.
pub(super) const START: usize = 12;
/// Columns from one byte to the next.
pub(super) const BYTE: usize = 12;
/// Columns from one half of a byte to the next, in a byte and in a number.
pub(super) const NIBBLE: usize = 5;

/// Labels of several kinds of steps.
pub(super) const HEX: Texts = texts::HEX;
pub(super) const BITS: Texts = texts::BITS;
pub(super) const BYTES: Texts = texts::BYTES;
pub(super) const NUMBER: Texts = texts::NUMBER;
pub(super) const NEEDED: Texts = texts::NEEDED;
pub(super) const TOGETHER: Texts = texts::TOGETHER;

/// The title of the steps with a table.
pub(super) const PLACE: Texts = texts::PLACE;

/// Rules of several kinds of steps.
pub(super) const FOUR_BITS_EACH: Texts = texts::FOUR_BITS_EACH;
pub(super) const EIGHT_BITS: Texts = texts::EIGHT_BITS;

/// The row that a learner fills in, out of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlankRows {
    /// The hex digits.
    Digits,
    /// The bits.
    Bits,
    /// Both, if an earlier row explains them.
    Both,
}

/// The rows with everything as answers, except labels and given words.
pub(super) fn answers(rows: Vec<SheetRow>) -> Vec<SheetRow> {
    let mut rows = rows;
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        cell.answer = cell.role != CellRole::Label;
    }
    rows
}

/// The row, with its last cell as an answer if `asked`.
pub(super) fn if_asked(row: SheetRow, asked: bool) -> SheetRow {
    if asked { row.answer() } else { row }
}

/// A label and a text, broken between words into as many rows as it needs.
pub(super) fn prose(label: &str, text: &str, role: CellRole) -> Vec<SheetRow> {
    let rows = lines(text, WIDTH - START).into_iter().enumerate();
    rows.map(|(index, line)| {
        let label = if index == 0 { label } else { "" };
        labelled(label).at(START, line, role)
    })
    .collect()
}

/// A row with a label, if it has one.
pub(super) fn labelled(label: &str) -> SheetRow {
    if label.is_empty() {
        SheetRow::default()
    } else {
        SheetRow::labelled(label)
    }
}

/// A row of a label and one value.
pub(super) fn value(label: &str, text: impl Into<String>) -> SheetRow {
    labelled(label).at(START, text, CellRole::Value)
}

/// A number of some hex digits: the digits over their bits, and the number of the lowest bit of
/// each group under it.
pub(super) fn number(
    number: u32,
    digits: usize,
    asked: BlankRows,
    language: Language,
) -> Vec<SheetRow> {
    let text = format!("{number:0digits$X}");
    let (mut hex, mut bits, mut places) = (
        SheetRow::labelled(HEX.get(language)),
        SheetRow::labelled(BITS.get(language)),
        SheetRow::labelled(texts::BIT_NUMBER.get(language)),
    );
    for (index, digit) in text.chars().enumerate() {
        let column = START + NIBBLE * index;
        hex = if_asked(
            hex.at(column + 3, digit, CellRole::Value),
            matches!(asked, BlankRows::Digits | BlankRows::Both),
        );
        let four = digit.to_digit(16).unwrap_or_default();
        bits = if_asked(
            bits.at(column, format!("{four:04b}"), CellRole::Payload),
            matches!(asked, BlankRows::Bits | BlankRows::Both),
        );
        let lowest = 4 * (text.len() - 1 - index);
        places = places.at(column, format!("{lowest:4}"), CellRole::Other);
    }
    vec![hex, bits, places]
}

/// The column before which a number of some hex digits ends.
pub(super) fn end_of_number(digits: usize) -> usize {
    START + NIBBLE * digits - 1
}

/// The number of bytes in a row.
fn per_row(bytes: usize) -> usize {
    if bytes == 6 { 3 } else { 5 }
}

/// Bytes: the hex digits of each over their bits.
pub(super) fn bytes(bytes: &[u8], asked: BlankRows, language: Language) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    for (index, some) in bytes.chunks(per_row(bytes.len())).enumerate() {
        let label = |text: Texts| {
            if index == 0 {
                labelled(text.get(language))
            } else {
                SheetRow::default()
            }
        };
        let (mut hex, mut bits) = (label(HEX), label(BITS));
        for (place, byte) in some.iter().enumerate() {
            for (half, four) in [byte >> 4, byte & 0x0F].into_iter().enumerate() {
                let column = START + BYTE * place + NIBBLE * half;
                hex = if_asked(
                    hex.at(column + 3, format!("{four:X}"), CellRole::Value),
                    matches!(asked, BlankRows::Digits | BlankRows::Both),
                );
                bits = if_asked(
                    bits.at(column, format!("{four:04b}"), CellRole::Payload),
                    matches!(asked, BlankRows::Bits | BlankRows::Both),
                );
            }
        }
        rows.extend([hex, bits]);
    }
    rows
}

/// The result in bytes: hex, and decimal below.
pub(super) fn result(bytes: &[u8], language: Language) -> Vec<SheetRow> {
    let (mut hex, mut decimal) = (
        SheetRow::labelled(BYTES.get(language)),
        SheetRow::labelled(texts::DECIMAL.get(language)),
    );
    for (index, byte) in bytes.iter().enumerate() {
        let column = START + NIBBLE * index;
        hex = hex
            .at(column + 1, format!("{byte:02X}"), CellRole::Value)
            .answer();
        decimal = decimal
            .at(column, format!("{byte:3}"), CellRole::Other)
            .answer();
    }
    vec![hex, decimal]
}

/// The bits of some bytes, with structure, payload and wrong bits separate, and a word under each
/// byte.
pub(super) fn masked(
    bytes: &[u8],
    masks: &[Masks],
    words: &[(String, CellRole)],
    language: Language,
) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    let count = bytes.len().max(words.len());
    let step = per_row(count);
    for first in (0..count).step_by(step) {
        let places = first..count.min(first + step);
        let mut bits = labelled(if first == 0 { BITS.get(language) } else { "" });
        let mut below = SheetRow::default();
        for (place, index) in places.enumerate() {
            let column = START + BYTE * place;
            if let (Some(byte), Some(masks)) = (bytes.get(index), masks.get(index)) {
                bits = masked_byte(bits, column, *byte, *masks);
            }
            if let Some((word, role)) = words.get(index) {
                below = below.at(column, word.clone(), *role);
            }
        }
        rows.push(bits);
        if !below.cells.is_empty() {
            rows.push(below);
        }
    }
    rows
}

/// The row with the runs of bits of one kind in a byte.
fn masked_byte(mut row: SheetRow, mut column: usize, byte: u8, masks: Masks) -> SheetRow {
    let digits = masks.digits(byte);
    let mut index = 0;
    while index < 8 {
        let kind = masks.bit(index);
        let mut run = String::new();
        while index < 8 && masks.bit(index) == kind {
            run.push(char::from(digits[usize::from(index)]));
            index += 1;
        }
        let role = match kind {
            Bit::Structure => CellRole::Structure,
            Bit::Payload => CellRole::Payload,
            Bit::Wrong => CellRole::Wrong,
        };
        let width = run.len();
        row = row.at(column, run, role);
        column += width + 1;
    }
    row
}

/// A row of a table: the text of each column with the column it begins at. The row that applies has
/// a mark before it, so that it is recognised without colour too; the mark is an answer.
pub(super) fn table_row(columns: &[(usize, String)], applies: bool) -> SheetRow {
    let role = if applies {
        CellRole::Chosen
    } else {
        CellRole::Other
    };
    let mark = if applies { ">" } else { " " };
    let mut row = SheetRow::default().at(0, mark, role).answer();
    for (column, text) in columns {
        row = row.at(*column, text.clone(), role);
    }
    row
}
