//! ASCII in the arrangement of its designers: 8 columns of 16, in which the bits have a meaning.
//!
//! Invariant: a cell shows the character of its number; no number is written twice.

use super::Card;
use super::place::{CardPlace, encoded};
use super::write::{drawn, role, said};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::hex;
use crate::texts::Texts;
use crate::texts::card::ascii as texts;
use hexloupe_text::codec::{BitLayout, Encoding, table};
use hexloupe_text::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ascii",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// The column of the first cell, and the number of columns of each.
const FIRST: usize = 7;
const STEP: usize = 5;

/// Column of the remarks beside the table.
const REMARKS: usize = 50;

/// The remarks beside the rows of the table.
const REMARKS_TEXT: [Texts; 16] = [
    texts::REMARK_1,
    texts::REMARK_2,
    texts::REMARK_3,
    texts::REMARK_4,
    texts::REMARK_5,
    texts::REMARK_3,
    texts::REMARK_7,
    texts::REMARK_8,
    texts::REMARK_9,
    texts::REMARK_3,
    texts::REMARK_11,
    texts::REMARK_12,
    texts::REMARK_13,
    texts::REMARK_14,
    texts::REMARK_3,
    texts::REMARK_16,
];

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let here = shown_here(place);
    let mut out = vec![header(place)];
    for (low, remark) in (0..16_u8).zip(REMARKS_TEXT) {
        let mut row = SheetRow::default().at(0, format!("{low:04b}"), CellRole::Label);
        for high in 0..8_u8 {
            let byte = high << 4 | low;
            let column = FIRST + STEP * usize::from(high);
            row = row
                .at(column, cell(byte), role(here == Some(byte)))
                .answer();
        }
        let remark = remark.get(place.language);
        if !remark.is_empty() {
            row = row.at(REMARKS, remark, CellRole::Text);
        }
        out.push(row);
    }
    out.extend(seven_bits(place).into_iter().take(super::ROWS - out.len()));
    out
}

fn header(place: &CardPlace<'_>) -> SheetRow {
    let row = SheetRow::default().at(0, texts::BITS.get(place.language), CellRole::Label);
    (0..8_usize).fold(row, |row, high| {
        row.at(FIRST + STEP * high, format!("{high:03b}"), CellRole::Label)
    })
}

/// The abbreviation of a control, else the character.
fn cell(byte: u8) -> String {
    let c = char::from(byte);
    match name::short(c) {
        Some(short) => short.to_owned(),
        None if c == ' ' => "SP".to_owned(),
        None => c.to_string(),
    }
}

/// The number shown for the place: the number of the character if ASCII has it, else its byte
/// without the highest bit in a set of one byte per character.
fn shown_here(place: &CardPlace<'_>) -> Option<u8> {
    let number = place.number().filter(|number| *number < 0x80);
    match number {
        Some(number) => u8::try_from(number).ok(),
        None if is_single(place.encoding) => Some(place.byte() & 0x7F),
        None => None,
    }
}

fn is_single(encoding: &Encoding) -> bool {
    matches!(encoding.layout, BitLayout::SingleByte | BitLayout::SevenBit)
}

/// The text that remains if the highest bit is lost.
fn seven_bits(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let byte = place.byte();
    let mut out = Vec::new();
    if is_single(place.encoding) && byte >= 0x80 {
        out.extend(said(
            &texts::WithoutBit7Ascii {
                byte,
                low: byte & 0x7F,
                cell: cell(byte & 0x7F),
            }
            .get(place.language),
        ));
    }
    out.extend(readable(place));
    out
}

/// KOI8-R keeps Russian readable without bit 7: the reason for the order of its letters.
fn readable(place: &CardPlace<'_>) -> Vec<SheetRow> {
    const TEXT: &str = "Привет";
    let set = table::by_id("koi8-r");
    let bytes = set.and_then(|set| encoded(set, TEXT)).unwrap_or_default();
    let seven: Vec<u8> = bytes.iter().map(|byte| byte & 0x7F).collect();
    let left: String = seven
        .iter()
        .map(|byte| drawn(char::from(*byte), 1))
        .collect();
    said(
        &texts::ReadableKoi8RStays {
            text: TEXT,
            bytes: hex(&bytes),
            seven: hex(&seven),
            left: &left,
        }
        .get(place.language),
    )
}
