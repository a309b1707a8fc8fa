//! Single-byte sets, ASCII and its national variants: a place in a table of 16 rows and 16
//! columns.
//!
//! Invariant: the table is read with the encoding's own decoder, so it cannot disagree with it.

use super::rows::{self, BlankRows, PLACE, START, table_row, value as row};
use super::{DerivationStep, DerivationSubject, first};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::language::Language;
use crate::texts::derivation::single_byte as texts;
use hexloupe_text::codec::{BitLayout, CodecState, Encoding};
use hexloupe_text::unicode::glyph::{self, Charset};

/// Columns from one character of the table to the next.
const STEP: usize = 4;

/// The standard of the table.
pub(super) fn source(encoding: &Encoding, language: Language) -> &'static str {
    match encoding.layout {
        BitLayout::SevenBit => "ISO/IEC 646; RFC 20",
        _ => texts::TABLE_SET.get(language),
    }
}

/// The cell of a byte in the table: its glyph.
fn drawn(encoding: &Encoding, byte: u8) -> String {
    let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
    match sequence.meaning.scalar() {
        Some(c) => glyph::for_char(c, 3, Charset::Unicode).text,
        None => "-".to_owned(),
    }
}

/// The whole table, with the row, the column and the place of the byte marked.
fn table(encoding: &Encoding, byte: u8) -> Vec<SheetRow> {
    let (high, low) = (byte >> 4, byte & 0x0F);
    let role = |applies: bool| {
        if applies {
            CellRole::Chosen
        } else {
            CellRole::Other
        }
    };
    let column = |digit: u8| START + STEP * usize::from(digit);
    let mut head = SheetRow::default();
    for digit in 0..16 {
        head = head.at(column(digit), format!("_{digit:X}"), role(digit == low));
    }
    let mut out = vec![head];
    let lines = match encoding.layout {
        BitLayout::SevenBit => 8,
        _ => 16,
    };
    for line in 0..lines {
        let mut row = table_row(&[(2, format!("{line:X}_"))], line == high);
        for digit in 0..16 {
            let here = line << 4 | digit;
            row = row.at(column(digit), drawn(encoding, here), role(here == byte));
        }
        out.push(row);
    }
    out
}

/// The row and the column of a byte: its two hex digits.
fn place(byte: u8, language: Language) -> Vec<SheetRow> {
    vec![
        row(texts::ROW.get(language), format!("{:X}", byte >> 4)).answer(),
        row(texts::COLUMN.get(language), format!("{:X}", byte & 0x0F)).answer(),
    ]
}

/// The steps from a number to a byte.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let (bytes, language) = (subject.own(), subject.language);
    let byte = bytes.first().copied().unwrap_or_default();
    let mut last = place(byte, language);
    last.extend(rows::bytes(bytes, BlankRows::Both, language));
    last.extend(rows::result(bytes, language));
    vec![
        DerivationStep::new(
            PLACE.get(language),
            texts::ToBytesEachCharacterHas {
                name: &subject.encoding.name,
            }
            .get(language),
            source(subject.encoding, language),
            table(subject.encoding, byte),
        ),
        DerivationStep::new(
            texts::BYTE.get(language),
            match subject.encoding.layout {
                BitLayout::SevenBit => texts::TO_BYTES_SEVEN_BIT.get(language),
                _ => texts::TO_BYTES_ROW_FIRST_HEX.get(language),
            },
            source(subject.encoding, language),
            last,
        ),
    ]
}

/// The steps from a byte to a number.
pub(super) fn to_value(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let (bytes, language) = (subject.own(), subject.language);
    let byte = bytes.first().copied().unwrap_or_default();
    vec![
        DerivationStep::new(
            texts::ROW_COLUMN.get(language),
            texts::TO_VALUE_FIRST_HEX_DIGIT.get(language),
            source(subject.encoding, language),
            [
                rows::bytes(bytes, BlankRows::Bits, language),
                place(byte, language),
            ]
            .concat(),
        ),
        DerivationStep::new(
            texts::LOOK_UP.get(language),
            texts::TableHasCharacter {
                name: &subject.encoding.name,
            }
            .get(language),
            source(subject.encoding, language),
            table(subject.encoding, byte),
        ),
        first::character(&subject.values, language),
    ]
}
