//! The sets of East Asia: a row and a cell of a standard's table, or a pointer into it, and the
//! arithmetic between that place and the bytes.
//!
//! Invariant: numbers of tables are decimal, as their standards print them; bytes and what is
//! added to them are hex.

use super::rows::{self, Asked, START, prose, value as row};
use super::{Step, Subject, first};
use crate::codec::east_asia::{TablePosition, four_byte_pointer, four_byte_range};
use crate::codec::{Encoding, Layout};
use crate::explain::cells::{self, bases_of_two_rows, pointer};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, point};

/// The standard of a set.
fn source(encoding: &Encoding) -> &'static str {
    match encoding.layout {
        Layout::Iso2022Jp => "RFC 1468; WHATWG Encoding Standard, ISO-2022-JP",
        _ => "WHATWG Encoding Standard, indexes",
    }
}

/// A byte as the sum of a number and a base.
fn sum(label: &str, number: u32, base: u8, byte: u8) -> Row {
    row(label, number.to_string())
        .answer()
        .then(1, "= hex", CellRole::Text)
        .then(1, format!("{number:02X}"), CellRole::Value)
        .answer()
        .then(1, format!("plus {base:02X} ="), CellRole::Text)
        .then(1, format!("{byte:02X}"), CellRole::Value)
        .answer()
}

/// A quotient and what is left of it.
fn divided(label: &str, number: u32, by: u32) -> Row {
    row(label, number.to_string())
        .answer()
        .then(1, format!("/ {by} ="), CellRole::Text)
        .then(1, (number / by).to_string(), CellRole::Value)
        .answer()
        .then(1, "rest", CellRole::Text)
        .then(1, (number % by).to_string(), CellRole::Value)
        .answer()
}

/// How the place of a character gives its bytes.
fn arithmetic(position: TablePosition) -> Vec<Row> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => vec![
            sum("row", u32::from(lead.wrapping_sub(base)), base, lead),
            sum("cell", u32::from(trail.wrapping_sub(base)), base, trail),
        ],
        TablePosition::TwoRows(bytes) => {
            let bases = bases_of_two_rows(bytes);
            let pointer = pointer(bytes, bases, 188);
            let (line, cell) = (pointer / 94 + 1, pointer % 94 + 1);
            let terms = format!("({line} minus 1) * 94 + {cell} minus 1");
            let mut rows = vec![total("pointer", &terms, pointer)];
            rows.extend(two(pointer, 188, bytes, bases));
            rows
        }
        TablePosition::Pointer {
            bytes, base, cells, ..
        } => two(
            pointer(bytes, [0x81, base], cells),
            cells,
            bytes,
            [0x81, base],
        ),
        TablePosition::FourBytes(bytes) => four(bytes),
        TablePosition::Katakana(byte) => {
            let text = format!("{} minus FEC0 =", point(0xFEC0 + u32::from(byte)));
            let katakana = row("byte", text).then(1, format!("{byte:02X}"), CellRole::Value);
            vec![katakana.answer()]
        }
    }
}

/// Two bytes from a pointer.
fn two(pointer: u32, cells: u32, bytes: [u8; 2], bases: [u8; 2]) -> Vec<Row> {
    vec![
        divided("divide", pointer, cells),
        sum("lead", pointer / cells, bases[0], bytes[0]),
        sum("trail", pointer % cells, bases[1], bytes[1]),
    ]
}

/// GB18030's four bytes from a pointer.
fn four(bytes: [u8; 4]) -> Vec<Row> {
    let pointer = four_byte_pointer(bytes);
    let mut rows = Vec::new();
    if let Some(range) = four_byte_range(pointer) {
        let past = pointer - range.pointer;
        let (at, from) = (point(range.point + past), point(range.point));
        rows.extend(prose(
            "pointer",
            &format!("{from} and what follows has the pointers from {} on: {at} is {past} further, pointer {pointer}", range.pointer),
            CellRole::Value,
        ));
    }
    let [a, b, c] = [pointer / 12600, pointer % 12600, pointer % 1260];
    rows.extend([
        divided("divide", pointer, 12600),
        divided("", b, 1260),
        divided("", c, 10),
        sum("first", a, 0x81, bytes[0]),
        sum("second", b / 1260, 0x30, bytes[1]),
        sum("third", c / 10, 0x81, bytes[2]),
        sum("fourth", c % 10, 0x30, bytes[3]),
    ]);
    rows
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>) -> Vec<Step> {
    let (encoding, own) = (subject.encoding, subject.own());
    let mut steps = Vec::new();
    if let Some(cell) = cells::of(encoding, own) {
        steps.push(Step::new(
            "place in the table",
            "The table of the standard gives each character a place.",
            source(encoding),
            prose("place", &cell.name, CellRole::Value),
        ));
    }
    if let Some(position) = encoding.table_position(own) {
        steps.push(Step::new(
            "bytes of the place",
            "Each byte is a number of the place and a base, so that it falls in the range of its bytes.",
            source(encoding),
            [arithmetic(position), once(own, position)].concat(),
        ));
    } else {
        steps.push(alone(subject));
    }
    if let Some(shift) = shift(subject) {
        steps.push(shift);
    }
    let mut last = rows::bytes(own, Asked::Both);
    last.extend(rows::result(subject.bytes));
    steps.push(Step::new(
        "bytes",
        "The bytes stand in the data in this order.",
        source(encoding),
        last,
    ));
    steps
}

/// The byte that shifts once to another table, before the others.
fn once(own: &[u8], position: TablePosition) -> Vec<Row> {
    let lone = matches!(position, TablePosition::Katakana(_));
    rows::answers(match own {
        [shift, _] if lone => prose(
            "before it",
            &format!("{shift:02X}, to half-width katakana"),
            CellRole::Structure,
        ),
        [shift, _, _] => prose(
            "before them",
            &format!("{shift:02X}, to JIS X 0212"),
            CellRole::Structure,
        ),
        _ => Vec::new(),
    })
}

/// A character of one byte.
fn alone(subject: &Subject<'_>) -> Step {
    let text = format!(
        "{} is the byte {}",
        point(subject.value()),
        hex(subject.own())
    );
    Step::new(
        "one byte",
        "Characters of ASCII, and a few others, are one byte.",
        source(subject.encoding),
        rows::answers(prose("byte", &text, CellRole::Value)),
    )
}

/// What is written before the character.
fn shift(subject: &Subject<'_>) -> Option<Step> {
    let before = subject.bytes.strip_suffix(subject.own())?;
    if !before.is_empty() {
        let text = format!("{} goes before them", hex(before));
        return Some(Step::new(
            "escape",
            "An escape says which table the bytes after it belong to.",
            source(subject.encoding),
            prose("escape", &text, CellRole::Structure),
        ));
    }
    None
}

/// A number as what is left of a byte without its base.
fn difference(label: &str, byte: u8, base: u8) -> Row {
    let left = byte.wrapping_sub(base);
    row(label, format!("{byte:02X} minus {base:02X} = hex"))
        .then(1, format!("{left:02X}"), CellRole::Value)
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, left.to_string(), CellRole::Other)
        .answer()
}

/// A sum whose result is an answer.
fn total(label: &str, terms: &str, result: u32) -> Row {
    row(label, terms)
        .then(1, "=", CellRole::Text)
        .then(1, result.to_string(), CellRole::Value)
        .answer()
}

/// A number that is counted from 1, from one that is counted from 0.
fn more(label: &str, number: u32) -> Row {
    row(label, number.to_string())
        .answer()
        .then(1, "plus 1 =", CellRole::Text)
        .then(1, (number + 1).to_string(), CellRole::Value)
        .answer()
}

/// The pointer of two bytes.
fn two_back(bytes: [u8; 2], bases: [u8; 2], cells: u32) -> Vec<Row> {
    let minus = |at: usize| u32::from(bytes[at].wrapping_sub(bases[at]));
    vec![
        difference("lead", bytes[0], bases[0]),
        difference("trail", bytes[1], bases[1]),
        row("pointer", minus(0).to_string())
            .answer()
            .then(1, format!("* {cells} +"), CellRole::Text)
            .then(1, minus(1).to_string(), CellRole::Value)
            .answer()
            .then(1, "=", CellRole::Text)
            .then(1, pointer(bytes, bases, cells).to_string(), CellRole::Value)
            .answer(),
    ]
}

/// How bytes give the place of their character.
fn arithmetic_back(position: TablePosition, value: u32) -> Vec<Row> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => {
            vec![
                difference("row", lead, base),
                difference("cell", trail, base),
            ]
        }
        TablePosition::TwoRows(bytes) => {
            let bases = bases_of_two_rows(bytes);
            let pointer = pointer(bytes, bases, 188);
            let mut rows = two_back(bytes, bases, 188);
            let (line, cell) = (pointer / 94, pointer % 94);
            rows.extend([
                divided("divide", pointer, 94),
                more("row", line),
                more("cell", cell),
            ]);
            rows
        }
        TablePosition::Pointer {
            bytes, base, cells, ..
        } => two_back(bytes, [0x81, base], cells),
        TablePosition::FourBytes(bytes) => four_back(bytes),
        TablePosition::Katakana(byte) => {
            let katakana = row("number", format!("{byte:02X} plus FEC0 ="));
            vec![katakana.then(1, point(value), CellRole::Value).answer()]
        }
    }
}

/// The pointer of GB18030's four bytes, and the code point there if there is one.
fn four_back(bytes: [u8; 4]) -> Vec<Row> {
    let bases = [0x81, 0x30, 0x81, 0x30];
    let names = ["first", "second", "third", "fourth"];
    let mut rows: Vec<Row> = { names.into_iter().zip(bytes).zip(bases) }
        .map(|((name, byte), base)| difference(name, byte, base))
        .collect();
    let minus = |at: usize| bytes[at].wrapping_sub(bases[at]);
    let pointer = four_byte_pointer(bytes);
    let terms = [
        (minus(0), "* 10 +"),
        (minus(1), ") * 126 +"),
        (minus(2), ") * 10 +"),
        (minus(3), "="),
    ];
    let mut sum = rows::labelled("pointer").at(START, "((", CellRole::Text);
    for (index, (number, after)) in terms.into_iter().enumerate() {
        let gap = usize::from(index > 0);
        sum = sum.then(gap, number.to_string(), CellRole::Value).answer();
        let gap = usize::from(!after.starts_with(')'));
        sum = sum.then(gap, after, CellRole::Text);
    }
    rows.push(sum.then(1, pointer.to_string(), CellRole::Value).answer());
    if let Some(range) = four_byte_range(pointer) {
        let past = pointer - range.pointer;
        let from = point(range.point);
        rows.push(row(
            "range",
            format!(
                "pointers from {} on are {from} and what follows",
                range.pointer
            ),
        ));
        rows.push(
            row("further", pointer.to_string())
                .answer()
                .then(1, format!("minus {} =", range.pointer), CellRole::Text)
                .then(1, past.to_string(), CellRole::Value)
                .answer()
                .then(1, "= hex", CellRole::Text)
                .then(1, format!("{past:X}"), CellRole::Value)
                .answer(),
        );
        rows.push(
            row("number", from)
                .then(1, "plus hex", CellRole::Text)
                .then(1, format!("{past:X}"), CellRole::Value)
                .answer()
                .then(1, "=", CellRole::Text)
                .then(1, point(range.point + past), CellRole::Value)
                .answer(),
        );
    }
    rows
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &Subject<'_>) -> Vec<Step> {
    let (encoding, own) = (subject.encoding, subject.own());
    let mut steps = vec![Step::new(
        "bytes",
        "Each hex digit is four bits, each byte eight.",
        source(encoding),
        rows::bytes(own, Asked::Bits),
    )];
    let Some(position) = encoding.table_position(own) else {
        steps.push(alone(subject));
        steps.push(first::character(&subject.values));
        return steps;
    };
    let mut rows = [
        once(own, position),
        arithmetic_back(position, subject.value()),
    ]
    .concat();
    // Of four bytes and of katakana the arithmetic alone gives the number.
    if let Some(cell) = cells::of(encoding, own).filter(|_| own.len() < 4) {
        let place = prose("place", &cell.name, CellRole::Value).into_iter();
        rows.extend(place.map(Row::answer));
        let found: Vec<String> = subject.values.iter().copied().map(point).collect();
        let there = row("number", "the table has there");
        rows.push(there.then(1, found.join(" "), CellRole::Value).answer());
    }
    steps.push(Step::new(
        "place in the table",
        "The bytes without their bases are the place of the character in the table.",
        source(encoding),
        rows,
    ));
    steps.push(first::character(&subject.values));
    steps
}
