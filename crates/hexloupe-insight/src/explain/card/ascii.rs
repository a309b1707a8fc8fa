//! ASCII in the arrangement of its designers: 8 columns of 16, in which the bits have a meaning.
//!
//! Invariant: a cell shows the character of its number; no number is written twice.

use super::Card;
use super::place::{Place, encoded};
use super::write::{drawn, role, said};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::hex;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::{Encoding, Layout, table};
use hexloupe_text::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ascii",
    title: texts("ASCII", "ASCII"),
    about: texts(
        "128 characters in 8 columns of 16, and what their bits mean",
        "128 символов в 8 столбцах по 16 и что значат их биты",
    ),
    rows,
};

/// The column of the first cell, and the number of columns of each.
const FIRST: usize = 7;
const STEP: usize = 5;

/// Column of the remarks beside the table.
const REMARKS: usize = 50;

/// The remarks beside the rows of the table.
const REMARKS_TEXT: [Texts; 16] = [
    texts("above: the high 3 bits", "сверху: старшие 3 бита"),
    texts("left: the low 4 bits", "слева: младшие 4 бита"),
    texts("", ""),
    texts("0 to 9 are 011 and the", "0..9 — это 011 и сама"),
    texts("digit: 011 0111 is 7", "цифра: 011 0111 — это 7"),
    texts("", ""),
    texts("A and a differ in one bit,", "A и a отличает один бит,"),
    texts("0x20: 100 0001, 110 0001;", "0x20: 100 0001, 110 0001;"),
    texts("so do all letters", "так и все буквы"),
    texts("", ""),
    texts("Ctrl clears the high two:", "Ctrl гасит два старших:"),
    texts("Ctrl-I is 100 1001 and", "Ctrl-I — это 100 1001 и"),
    texts("gives 000 1001, HT; Ctrl-[", "даёт 000 1001, HT; Ctrl-["),
    texts("gives ESC, Ctrl-@ NUL", "даёт ESC, Ctrl-@ — NUL"),
    texts("", ""),
    texts("DEL: every hole punched", "DEL: пробиты все дырки"),
];

fn rows(place: &Place<'_>) -> Vec<Row> {
    let here = shown_here(place);
    let mut out = vec![header(place)];
    for (low, remark) in (0..16_u8).zip(REMARKS_TEXT) {
        let mut row = Row::default().at(0, format!("{low:04b}"), CellRole::Label);
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

fn header(place: &Place<'_>) -> Row {
    let row = Row::default().at(0, place.language.pick("bits", "биты"), CellRole::Label);
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

/// The text that remains if the highest bit is lost.
fn seven_bits(place: &Place<'_>) -> Vec<Row> {
    let byte = place.byte();
    let mut out = Vec::new();
    if is_single(place.encoding) && byte >= 0x80 {
        out.extend(said(&text!(
            place.language,
            "{byte:02X} without bit 7 is {low:02X}, in ASCII {cell}.",
            "{byte:02X} без бита 7 — это {low:02X}, в ASCII {cell}.",
            low = byte & 0x7F,
            cell = cell(byte & 0x7F)
        )));
    }
    out.extend(readable(place));
    out
}

/// KOI8-R keeps Russian readable without bit 7: the reason for the order of its letters.
fn readable(place: &Place<'_>) -> Vec<Row> {
    const TEXT: &str = "Привет";
    let set = table::by_id("koi8-r");
    let bytes = set.and_then(|set| encoded(set, TEXT)).unwrap_or_default();
    let seven: Vec<u8> = bytes.iter().map(|byte| byte & 0x7F).collect();
    let left: String = seven
        .iter()
        .map(|byte| drawn(char::from(*byte), 1))
        .collect();
    said(&text!(
        place.language,
        "KOI8-R stays readable when bit 7 is lost: {TEXT} {bytes} becomes {seven}, {left}.",
        "KOI8-R читается и без бита 7: {TEXT} {bytes} становится {seven}, {left}.",
        bytes = hex(&bytes),
        seven = hex(&seven)
    ))
}
