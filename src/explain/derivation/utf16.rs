//! UTF-16: a unit is the number, or a pair is twice ten bits of it; then the order of the bytes.
//!
//! Invariant: units are shown as numbers, high byte first, until the step about the byte order.

use super::rows::{self, Asked, START, prose, table_row, value as row};
use super::surrogates::{self, UNIT};
use super::{Step, Subject, first};
use crate::codec::ByteOrder;
use crate::explain::assembly::high_first;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, point};

const FORM: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const SCHEME: &str = "Unicode, D96 and D97; RFC 2781, section 3";

/// The table of ranges with the row of a value marked.
fn table(value: u32) -> Vec<Row> {
    let rows = [
        (0..=0xD7FF, "1 unit, the number itself"),
        (0xD800..=0xDFFF, "no characters: the units of pairs"),
        (0xE000..=0xFFFF, "1 unit, the number itself"),
        (0x10000..=0x10FFFF, "2 units, a pair of surrogates"),
    ];
    rows.into_iter()
        .map(|(range, text)| {
            let columns = [
                (
                    2,
                    format!("{}..{}", point(*range.start()), point(*range.end())),
                ),
                (24, text.to_owned()),
            ];
            table_row(&columns, range.contains(&value))
        })
        .collect()
}

fn needed(value: u32) -> Step {
    Step::new(
        "how many units",
        "A code unit has 16 bits; a number above U+FFFF does not fit into one.",
        FORM,
        table(value),
    )
}

/// The order of the bytes of units, as a sentence, with the units and what stands in the data.
pub(super) fn order(name: &str, order: ByteOrder, bytes: &[u8], size: usize, asked: Asked) -> Step {
    let (which, end) = match order {
        ByteOrder::Big => ("high", "first"),
        ByteOrder::Little => ("low", "first"),
    };
    let (mut units, mut data) = (Row::labelled("unit"), Row::labelled("in the data"));
    for (place, some) in bytes.chunks(size).enumerate() {
        let column = START + UNIT * place;
        let unit = hex(&high_first(some, order));
        units = units.at(column, unit, CellRole::Value).answer();
        data = data.at(column, hex(some), CellRole::Value);
        if asked == Asked::Bits {
            data = data.answer();
        }
    }
    let rows = match asked {
        Asked::Digits => vec![data, units],
        _ => vec![units, data],
    };
    Step::new(
        "byte order",
        format!("{name} has the {which} byte of each unit {end}."),
        SCHEME,
        rows,
    )
}

/// The units of some bytes as numbers.
pub(super) fn units(bytes: &[u8], order: ByteOrder) -> Vec<u32> {
    let number = |unit: &[u8]| {
        let bytes = high_first(unit, order).into_iter();
        bytes.fold(0, |number, byte| number << 8 | u32::from(byte))
    };
    bytes.chunks_exact(2).map(number).collect()
}

/// The last step: the bytes.
pub(super) fn result(bytes: &[u8]) -> Step {
    Step::new(
        "bytes",
        "Eight bits are a byte: two hex digits, one for each four bits.",
        SCHEME,
        rows::result(bytes),
    )
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>, order_of: ByteOrder) -> Vec<Step> {
    let (value, bytes) = (subject.value(), subject.own());
    let mut steps = vec![needed(value)];
    if bytes.len() == 4 {
        steps.extend(surrogates::split(value));
    } else {
        let mut rows = rows::number(value, 4, Asked::Bits);
        rows.push(row("unit", format!("{value:04X}")).answer());
        steps.push(Step::new(
            "one unit",
            "The number is the code unit: four hex digits, 16 bits.",
            FORM,
            rows,
        ));
    }
    steps.push(order(
        subject.encoding.name,
        order_of,
        bytes,
        2,
        Asked::Bits,
    ));
    steps.push(result(bytes));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &Subject<'_>, order_of: ByteOrder) -> Vec<Step> {
    let mut steps = read(subject.encoding.name, subject.own(), order_of);
    steps.push(first::character(&subject.values));
    steps
}

/// The steps from bytes as far as their bits go.
pub(super) fn read(name: &str, bytes: &[u8], order_of: ByteOrder) -> Vec<Step> {
    let mut steps = vec![order(name, order_of, bytes, 2, Asked::Digits)];
    match units(bytes, order_of)[..] {
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF] => {
            steps.extend(surrogates::join([high, low]));
        }
        [unit] if bytes.len() == 2 => {
            let mut told = rows::number(unit, 4, Asked::Both);
            told.extend(table(unit));
            let half = match unit {
                0xD800..=0xDBFF => Some("110110 begins a high surrogate: a low one must follow"),
                0xDC00..=0xDFFF => {
                    Some("110111 begins a low surrogate: a high one must stand before it")
                }
                _ => None,
            };
            match half {
                Some(half) => told.extend(rows::answers(prose("unit", half, CellRole::Wrong))),
                None => told.push(first::numbers(unit)),
            }
            steps.push(Step::new(
                "one unit",
                "Units D800..DFFF are halves of pairs; any other is a number by itself.",
                FORM,
                told,
            ));
        }
        _ => {}
    }
    steps
}
