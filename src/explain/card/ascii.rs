//! ASCII as its designers drew it: 8 columns of 16, where the bits mean something.
//!
//! Invariant: a cell shows the character of its number; no number is written twice.

use super::Card;
use super::place::{Place, encoded};
use super::write::{drawn, role, said};
use crate::codec::{Encoding, Layout, table};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::hex;
use crate::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ascii",
    title: "ASCII",
    about: "128 characters in 8 columns of 16, and what their bits mean",
    rows,
};

/// Column of the first cell, and columns that each takes.
const FIRST: usize = 7;
const STEP: usize = 5;

/// Column of the remarks beside the table.
const REMARKS: usize = 50;

/// What is said beside the rows of the table.
const REMARKS_TEXT: [&str; 16] = [
    "above: the high 3 bits",
    "left: the low 4 bits",
    "",
    "0 to 9 are 011 and the",
    "digit: 011 0111 is 7",
    "",
    "A and a differ in one bit,",
    "0x20: 100 0001, 110 0001;",
    "so do all letters",
    "",
    "Ctrl clears the high two:",
    "Ctrl-I is 100 1001 and",
    "gives 000 1001, HT; Ctrl-[",
    "gives ESC, Ctrl-@ NUL",
    "",
    "DEL: every hole punched",
];

fn rows(place: &Place<'_>) -> Vec<Row> {
    let here = shown_here(place);
    let mut out = vec![header()];
    for (low, remark) in (0..16_u8).zip(REMARKS_TEXT) {
        let mut row = Row::default().at(0, format!("{low:04b}"), CellRole::Label);
        for high in 0..8_u8 {
            let byte = high << 4 | low;
            let column = FIRST + STEP * usize::from(high);
            row = row
                .at(column, cell(byte), role(here == Some(byte)))
                .answer();
        }
        if !remark.is_empty() {
            row = row.at(REMARKS, remark, CellRole::Text);
        }
        out.push(row);
    }
    out.extend(seven_bits(place).into_iter().take(super::ROWS - out.len()));
    out
}

fn header() -> Row {
    let row = Row::default().at(0, "bits", CellRole::Label);
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

/// The place as ASCII has it: its number if it is one of ASCII's, else its byte without the
/// highest bit in a set of one byte per character.
fn shown_here(place: &Place<'_>) -> Option<u8> {
    let number = place.number().filter(|number| *number < 0x80);
    match number {
        Some(number) => u8::try_from(number).ok(),
        None if is_single(place.encoding) => Some(place.byte() & 0x7F),
        None => None,
    }
}

fn is_single(encoding: &Encoding) -> bool {
    matches!(encoding.layout, Layout::SingleByte | Layout::SevenBit)
}

/// What is left where the highest bit is lost.
fn seven_bits(place: &Place<'_>) -> Vec<Row> {
    let byte = place.byte();
    let mut out = Vec::new();
    if is_single(place.encoding) && byte >= 0x80 {
        out.extend(said(&format!(
            "{byte:02X} without bit 7 is {:02X}, in ASCII {}.",
            byte & 0x7F,
            cell(byte & 0x7F)
        )));
    }
    out.extend(readable());
    out
}

/// KOI8-R keeps Russian readable without bit 7: the reason for the order of its letters.
fn readable() -> Vec<Row> {
    const TEXT: &str = "Привет";
    let set = table::by_id("koi8-r");
    let bytes = set.and_then(|set| encoded(set, TEXT)).unwrap_or_default();
    let seven: Vec<u8> = bytes.iter().map(|byte| byte & 0x7F).collect();
    let left: String = seven
        .iter()
        .map(|byte| drawn(char::from(*byte), 1))
        .collect();
    said(&format!(
        "KOI8-R stays readable when bit 7 is lost: {TEXT} {} becomes {}, {left}.",
        hex(&bytes),
        hex(&seven)
    ))
}
