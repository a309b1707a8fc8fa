//! The sets of East Asia: a row and a cell of a standard's table, or a pointer into it, and the
//! arithmetic between that place and the bytes.
//!
//! Invariant: numbers of tables are decimal, as their standards print them; bytes and their bases
//! are hex.

use super::rows::{self, BlankRows, PLACE, START, prose, value as row};
use super::{DerivationStep, DerivationSubject, first};
use crate::explain::cells::{self, bases_of_two_rows, pointer};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::east_asia as texts;
use hexloupe_text::codec::east_asia::{TablePosition, four_byte_pointer, four_byte_range};
use hexloupe_text::codec::{BitLayout, Encoding, labels};

const ORDINALS: [Texts; 4] = [texts::FIRST, texts::SECOND, texts::THIRD, texts::FOURTH];

/// The standard of a set, or a note that its table is a file's.
fn source(encoding: &Encoding, language: Language) -> &'static str {
    match encoding.layout {
        _ if encoding.table_file().is_some() => texts::TABLE_FILE.get(language),
        BitLayout::Shifted(set) => set.source,
        _ if labels::web_name(encoding).is_none() => texts::TABLE_SET.get(language),
        BitLayout::Iso2022Jp => "RFC 1468; WHATWG Encoding Standard, ISO-2022-JP",
        _ => "WHATWG Encoding Standard, indexes",
    }
}

/// A byte as the sum of a number and a base.
fn sum(label: Texts, number: u32, base: u8, byte: u8, language: Language) -> SheetRow {
    let plus = texts::Plus { base }.get(language);
    row(label.get(language), number.to_string())
        .answer()
        .then(1, "= hex", CellRole::Text)
        .then(1, format!("{number:02X}"), CellRole::Value)
        .answer()
        .then(1, plus, CellRole::Text)
        .then(1, format!("{byte:02X}"), CellRole::Value)
        .answer()
}

/// A quotient and its remainder.
fn divided(label: &str, number: u32, by: u32, language: Language) -> SheetRow {
    row(label, number.to_string())
        .answer()
        .then(1, format!("/ {by} ="), CellRole::Text)
        .then(1, (number / by).to_string(), CellRole::Value)
        .answer()
        .then(1, texts::REST.get(language), CellRole::Text)
        .then(1, (number % by).to_string(), CellRole::Value)
        .answer()
}

/// The arithmetic from the place of a character to its bytes.
fn arithmetic(position: TablePosition, language: Language) -> Vec<SheetRow> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => vec![
            sum(
                texts::ROW,
                u32::from(lead.wrapping_sub(base)),
                base,
                lead,
                language,
            ),
            sum(
                texts::CELL,
                u32::from(trail.wrapping_sub(base)),
                base,
                trail,
                language,
            ),
        ],
        TablePosition::TwoRows(bytes) => {
            let bases = bases_of_two_rows(bytes);
            let pointer = pointer(bytes, bases, 188);
            let (line, cell) = (pointer / 94 + 1, pointer % 94 + 1);
            let terms = texts::ArithmeticMinus194 { line, cell }.get(language);
            let mut rows = vec![total(texts::POINTER.get(language), &terms, pointer)];
            rows.extend(two(pointer, 188, bytes, bases, language));
            rows
        }
        TablePosition::Pointer {
            bytes, base, cells, ..
        } => two(
            pointer(bytes, [0x81, base], cells),
            cells,
            bytes,
            [0x81, base],
            language,
        ),
        TablePosition::FourBytes(bytes) => four(bytes, language),
        TablePosition::Katakana(byte) => {
            let number = point(0xFEC0 + u32::from(byte));
            let minus = texts::MinusFec0 { number }.get(language);
            let katakana = row(texts::BYTE.get(language), minus).then(
                1,
                format!("{byte:02X}"),
                CellRole::Value,
            );
            vec![katakana.answer()]
        }
    }
}

/// Two bytes from a pointer.
fn two(
    pointer: u32,
    cells: u32,
    bytes: [u8; 2],
    bases: [u8; 2],
    language: Language,
) -> Vec<SheetRow> {
    vec![
        divided(texts::DIVIDE.get(language), pointer, cells, language),
        sum(texts::LEAD, pointer / cells, bases[0], bytes[0], language),
        sum(texts::TRAIL, pointer % cells, bases[1], bytes[1], language),
    ]
}

/// GB18030's four bytes from a pointer.
fn four(bytes: [u8; 4], language: Language) -> Vec<SheetRow> {
    let pointer = four_byte_pointer(bytes);
    let mut rows = Vec::new();
    if let Some(range) = four_byte_range(pointer) {
        let past = pointer - range.pointer;
        let (at, from) = (point(range.point + past), point(range.point));
        rows.extend(prose(
            texts::POINTER.get(language),
            &texts::FourWhatFollowsHas {
                from,
                first: &range.pointer,
                at,
                past,
                pointer: &pointer,
            }
            .get(language),
            CellRole::Value,
        ));
    }
    let [a, b, c] = [pointer / 12600, pointer % 12600, pointer % 1260];
    let [first, second, third, fourth] = ORDINALS;
    rows.extend([
        divided(texts::DIVIDE.get(language), pointer, 12600, language),
        divided("", b, 1260, language),
        divided("", c, 10, language),
        sum(first, a, 0x81, bytes[0], language),
        sum(second, b / 1260, 0x30, bytes[1], language),
        sum(third, c / 10, 0x81, bytes[2], language),
        sum(fourth, c % 10, 0x30, bytes[3], language),
    ]);
    rows
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let (encoding, own, language) = (subject.encoding, subject.own(), subject.language);
    let mut steps = Vec::new();
    if let Some(cell) = cells::table_cell(encoding, own, language) {
        steps.push(DerivationStep::new(
            PLACE.get(language),
            texts::TO_BYTES_TABLE_STANDARD_GIVES.get(language),
            source(encoding, language),
            prose(texts::AT.get(language), &cell.name, CellRole::Value),
        ));
    }
    if let Some(position) = encoding.table_position(own) {
        steps.push(DerivationStep::new(
            texts::BYTES_PLACE.get(language),
            texts::TO_BYTES_EACH_BYTE_NUMBER.get(language),
            source(encoding, language),
            [
                arithmetic(position, language),
                once(own, position, language),
            ]
            .concat(),
        ));
    } else {
        steps.push(alone(subject));
    }
    if let Some(shift) = shift(subject) {
        steps.push(shift);
    }
    let mut last = rows::bytes(own, BlankRows::Both, language);
    last.extend(rows::result(subject.bytes, language));
    steps.push(DerivationStep::new(
        rows::BYTES.get(language),
        texts::BYTES_STAND_DATA_ORDER.get(language),
        source(encoding, language),
        last,
    ));
    steps
}

/// The byte that shifts once to another table, before the others.
fn once(own: &[u8], position: TablePosition, language: Language) -> Vec<SheetRow> {
    let lone = matches!(position, TablePosition::Katakana(_));
    rows::answers(match own {
        [shift, _] if lone => prose(
            texts::BEFORE.get(language),
            &texts::ToKatakana { shift: &shift }.get(language),
            CellRole::Structure,
        ),
        [shift, plane, _, _] if matches!(position, TablePosition::RowAndCell(..)) => prose(
            texts::BEFORE_THEM.get(language),
            &texts::ToPlane {
                shift: &shift,
                plane,
            }
            .get(language),
            CellRole::Structure,
        ),
        [shift, _, _] => prose(
            texts::BEFORE_THEM.get(language),
            &texts::ToJisX0212 { shift }.get(language),
            CellRole::Structure,
        ),
        _ => Vec::new(),
    })
}

/// A character of one byte.
fn alone(subject: &DerivationSubject<'_>) -> DerivationStep {
    let language = subject.language;
    let (number, byte) = (point(subject.value()), hex(subject.own()));
    if !subject.encoding.ascii || subject.own().len() > 1 {
        return listed(subject);
    }
    let said = texts::NumberIsByte {
        number: &number,
        byte: &byte,
    }
    .get(language);
    DerivationStep::new(
        texts::ONE_BYTE.get(language),
        texts::ALONE_CHARACTERS_ASCII_FEW.get(language),
        source(subject.encoding, language),
        rows::answers(prose(texts::BYTE.get(language), &said, CellRole::Value)),
    )
}

/// A character of a table file, or of a set whose places have no numbers.
fn listed(subject: &DerivationSubject<'_>) -> DerivationStep {
    let language = subject.language;
    let numbers: Vec<String> = subject.values.iter().map(|value| point(*value)).collect();
    let (numbers, bytes) = (numbers.join(" "), hex(subject.own()));
    let said = texts::NumbersAreBytes {
        numbers: &numbers,
        bytes: &bytes,
    }
    .get(language);
    DerivationStep::new(
        PLACE.get(language),
        match subject.encoding.table_file() {
            Some(_) => texts::LISTED_FILE_LISTS_BYTES.get(language),
            None => texts::LISTED_TABLE_SET_LISTS.get(language),
        },
        source(subject.encoding, language),
        rows::answers(prose(texts::AT.get(language), &said, CellRole::Value)),
    )
}

/// The escape or shift before the character.
fn shift(subject: &DerivationSubject<'_>) -> Option<DerivationStep> {
    let before = subject.bytes.strip_suffix(subject.own())?;
    if !before.is_empty() {
        let language = subject.language;
        let escape = hex(before);
        let said = texts::GoesBeforeThem { escape }.get(language);
        return Some(DerivationStep::new(
            texts::ESCAPE.get(language),
            texts::SHIFT_ESCAPE_SAYS_TABLE.get(language),
            source(subject.encoding, language),
            prose(texts::ESCAPE_2.get(language), &said, CellRole::Structure),
        ));
    }
    None
}

/// A number as the difference between a byte and its base.
fn difference(label: Texts, byte: u8, base: u8, language: Language) -> SheetRow {
    let left = byte.wrapping_sub(base);
    let minus = texts::MinusHex { byte, base }.get(language);
    row(label.get(language), minus)
        .then(1, format!("{left:02X}"), CellRole::Value)
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, left.to_string(), CellRole::Other)
        .answer()
}

/// A sum whose result is an answer.
fn total(label: &str, terms: &str, result: u32) -> SheetRow {
    row(label, terms)
        .then(1, "=", CellRole::Text)
        .then(1, result.to_string(), CellRole::Value)
        .answer()
}

/// A number counted from 1, from one counted from 0.
fn more(label: Texts, number: u32, language: Language) -> SheetRow {
    row(label.get(language), number.to_string())
        .answer()
        .then(1, texts::PLUS_ONE.get(language), CellRole::Text)
        .then(1, (number + 1).to_string(), CellRole::Value)
        .answer()
}

/// The pointer of two bytes.
fn two_back(bytes: [u8; 2], bases: [u8; 2], cells: u32, language: Language) -> Vec<SheetRow> {
    let minus = |at: usize| u32::from(bytes[at].wrapping_sub(bases[at]));
    vec![
        difference(texts::LEAD, bytes[0], bases[0], language),
        difference(texts::TRAIL, bytes[1], bases[1], language),
        row(texts::POINTER.get(language), minus(0).to_string())
            .answer()
            .then(1, format!("* {cells} +"), CellRole::Text)
            .then(1, minus(1).to_string(), CellRole::Value)
            .answer()
            .then(1, "=", CellRole::Text)
            .then(1, pointer(bytes, bases, cells).to_string(), CellRole::Value)
            .answer(),
    ]
}

/// The arithmetic from bytes to the place of their character.
fn arithmetic_back(position: TablePosition, value: u32, language: Language) -> Vec<SheetRow> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => {
            vec![
                difference(texts::ROW, lead, base, language),
                difference(texts::CELL, trail, base, language),
            ]
        }
        TablePosition::TwoRows(bytes) => {
            let bases = bases_of_two_rows(bytes);
            let pointer = pointer(bytes, bases, 188);
            let mut rows = two_back(bytes, bases, 188, language);
            let (line, cell) = (pointer / 94, pointer % 94);
            rows.extend([
                divided(texts::DIVIDE.get(language), pointer, 94, language),
                more(texts::ROW, line, language),
                more(texts::CELL, cell, language),
            ]);
            rows
        }
        TablePosition::Pointer {
            bytes, base, cells, ..
        } => two_back(bytes, [0x81, base], cells, language),
        TablePosition::FourBytes(bytes) => four_back(bytes, language),
        TablePosition::Katakana(byte) => {
            let plus = texts::PlusFec0 { byte }.get(language);
            let katakana = row(rows::NUMBER.get(language), plus);
            vec![katakana.then(1, point(value), CellRole::Value).answer()]
        }
    }
}

/// The pointer of GB18030's four bytes, and the code point there if there is one.
fn four_back(bytes: [u8; 4], language: Language) -> Vec<SheetRow> {
    let bases = [0x81, 0x30, 0x81, 0x30];
    let mut rows: Vec<SheetRow> = { ORDINALS.into_iter().zip(bytes).zip(bases) }
        .map(|((name, byte), base)| difference(name, byte, base, language))
        .collect();
    let minus = |at: usize| bytes[at].wrapping_sub(bases[at]);
    let pointer = four_byte_pointer(bytes);
    let terms = [
        (minus(0), "* 10 +"),
        (minus(1), ") * 126 +"),
        (minus(2), ") * 10 +"),
        (minus(3), "="),
    ];
    let mut sum = rows::labelled(texts::POINTER.get(language)).at(START, "((", CellRole::Text);
    for (index, (number, after)) in terms.into_iter().enumerate() {
        let gap = usize::from(index > 0);
        sum = sum.then(gap, number.to_string(), CellRole::Value).answer();
        let gap = usize::from(!after.starts_with(')'));
        sum = sum.then(gap, after, CellRole::Text);
    }
    rows.push(sum.then(1, pointer.to_string(), CellRole::Value).answer());
    if let Some(range) = four_byte_range(pointer) {
        let (past, first) = (pointer - range.pointer, range.pointer);
        let from = point(range.point);
        rows.push(row(
            texts::RANGE.get(language),
            texts::PointersWhatFollows {
                first: &first,
                from: &from,
            }
            .get(language),
        ));
        let minus = texts::Minus { first: &first }.get(language);
        rows.push(
            row(texts::FURTHER.get(language), pointer.to_string())
                .answer()
                .then(1, minus, CellRole::Text)
                .then(1, past.to_string(), CellRole::Value)
                .answer()
                .then(1, "= hex", CellRole::Text)
                .then(1, format!("{past:X}"), CellRole::Value)
                .answer(),
        );
        rows.push(
            row(rows::NUMBER.get(language), from)
                .then(1, texts::PLUS_HEX.get(language), CellRole::Text)
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
pub(super) fn to_value(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let (encoding, own, language) = (subject.encoding, subject.own(), subject.language);
    let mut steps = vec![DerivationStep::new(
        rows::BYTES.get(language),
        rows::FOUR_BITS_EACH.get(language),
        source(encoding, language),
        rows::bytes(own, BlankRows::Bits, language),
    )];
    let Some(position) = encoding.table_position(own) else {
        steps.push(alone(subject));
        steps.push(first::character(&subject.values, language));
        return steps;
    };
    let mut rows = [
        once(own, position, language),
        arithmetic_back(position, subject.value(), language),
    ]
    .concat();
    // The arithmetic alone gives the number for GB18030's four bytes and for katakana.
    let by_number = matches!(position, TablePosition::FourBytes(_));
    if let Some(cell) = cells::table_cell(encoding, own, language).filter(|_| !by_number) {
        let place = prose(texts::AT.get(language), &cell.name, CellRole::Value).into_iter();
        rows.extend(place.map(SheetRow::answer));
        let found: Vec<String> = subject.values.iter().copied().map(point).collect();
        let there = texts::TABLE_HAS.get(language);
        let there = row(rows::NUMBER.get(language), there);
        rows.push(there.then(1, found.join(" "), CellRole::Value).answer());
    }
    steps.push(DerivationStep::new(
        PLACE.get(language),
        texts::TO_VALUE_BYTES_WITHOUT_THEIR.get(language),
        source(encoding, language),
        rows,
    ));
    steps.push(first::character(&subject.values, language));
    steps
}
