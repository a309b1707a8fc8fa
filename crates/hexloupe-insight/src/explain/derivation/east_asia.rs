//! The sets of East Asia: a row and a cell of a standard's table, or a pointer into it, and the
//! arithmetic between that place and the bytes.
//!
//! Invariant: numbers of tables are decimal, as their standards print them; bytes and their bases
//! are hex.

use super::rows::{self, Asked, PLACE, START, prose, value as row};
use super::{Step, Subject, first};
use crate::explain::cells::{self, bases_of_two_rows, pointer};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::east_asia::{TablePosition, four_byte_pointer, four_byte_range};
use hexloupe_text::codec::{Encoding, Layout, labels};

/// Labels that both directions have.
const ROW: Texts = texts("row", "ряд");
const CELL: Texts = texts("cell", "ячейка");
const POINTER: Texts = texts("pointer", "указатель");
const DIVIDE: Texts = texts("divide", "делить");
const LEAD: Texts = texts("lead", "первый");
const TRAIL: Texts = texts("trail", "второй");
const AT: Texts = texts("place", "место");
const BYTE: Texts = texts("byte", "байт");
const ORDINALS: [Texts; 4] = [
    texts("first", "первый"),
    texts("second", "второй"),
    texts("third", "третий"),
    texts("fourth", "четвёртый"),
];

/// The standard of a set, or a note that its table is a file's.
fn source(encoding: &Encoding, language: Language) -> &'static str {
    match encoding.layout {
        _ if encoding.table_file().is_some() => language.pick("the table file", "файл таблицы"),
        Layout::Shifted(set) => set.source,
        _ if labels::web_name(encoding).is_none() => {
            language.pick("the table of the set", "таблица набора")
        }
        Layout::Iso2022Jp => "RFC 1468; WHATWG Encoding Standard, ISO-2022-JP",
        _ => "WHATWG Encoding Standard, indexes",
    }
}

/// A byte as the sum of a number and a base.
fn sum(label: Texts, number: u32, base: u8, byte: u8, language: Language) -> Row {
    let plus = text!(language, "plus {base:02X} =", "плюс {base:02X} =");
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
fn divided(label: &str, number: u32, by: u32, language: Language) -> Row {
    row(label, number.to_string())
        .answer()
        .then(1, format!("/ {by} ="), CellRole::Text)
        .then(1, (number / by).to_string(), CellRole::Value)
        .answer()
        .then(1, language.pick("rest", "остаток"), CellRole::Text)
        .then(1, (number % by).to_string(), CellRole::Value)
        .answer()
}

/// The arithmetic from the place of a character to its bytes.
fn arithmetic(position: TablePosition, language: Language) -> Vec<Row> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => vec![
            sum(
                ROW,
                u32::from(lead.wrapping_sub(base)),
                base,
                lead,
                language,
            ),
            sum(
                CELL,
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
            let terms = text!(
                language,
                "({line} minus 1) * 94 + {cell} minus 1",
                "({line} минус 1) * 94 + {cell} минус 1"
            );
            let mut rows = vec![total(POINTER.get(language), &terms, pointer)];
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
            let minus = text!(language, "{number} minus FEC0 =", "{number} минус FEC0 =");
            let katakana =
                row(BYTE.get(language), minus).then(1, format!("{byte:02X}"), CellRole::Value);
            vec![katakana.answer()]
        }
    }
}

/// Two bytes from a pointer.
fn two(pointer: u32, cells: u32, bytes: [u8; 2], bases: [u8; 2], language: Language) -> Vec<Row> {
    vec![
        divided(DIVIDE.get(language), pointer, cells, language),
        sum(LEAD, pointer / cells, bases[0], bytes[0], language),
        sum(TRAIL, pointer % cells, bases[1], bytes[1], language),
    ]
}

/// GB18030's four bytes from a pointer.
fn four(bytes: [u8; 4], language: Language) -> Vec<Row> {
    let pointer = four_byte_pointer(bytes);
    let mut rows = Vec::new();
    if let Some(range) = four_byte_range(pointer) {
        let past = pointer - range.pointer;
        let (at, from) = (point(range.point + past), point(range.point));
        rows.extend(prose(
            POINTER.get(language),
            &text!(
                language,
                "{from} and what follows has the pointers from {first} on: {at} is {past} further, pointer {pointer}",
                "у {from} и дальше указатели от {first}: {at} дальше на {past}, указатель {pointer}",
                first = range.pointer
            ),
            CellRole::Value,
        ));
    }
    let [a, b, c] = [pointer / 12600, pointer % 12600, pointer % 1260];
    let [first, second, third, fourth] = ORDINALS;
    rows.extend([
        divided(DIVIDE.get(language), pointer, 12600, language),
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
pub(super) fn to_bytes(subject: &Subject<'_>) -> Vec<Step> {
    let (encoding, own, language) = (subject.encoding, subject.own(), subject.language);
    let mut steps = Vec::new();
    if let Some(cell) = cells::of(encoding, own, language) {
        steps.push(Step::new(
            PLACE.get(language),
            language.pick(
                "The table of the standard gives each character a place.",
                "Таблица стандарта отводит каждому символу место.",
            ),
            source(encoding, language),
            prose(AT.get(language), &cell.name, CellRole::Value),
        ));
    }
    if let Some(position) = encoding.table_position(own) {
        steps.push(Step::new(
            language.pick("bytes of the place", "байты места"),
            language.pick(
                "Each byte is a number of the place and a base, so that it falls in the range of its bytes.",
                "Каждый байт — это число места и основание, чтобы он попал в диапазон своих байтов.",
            ),
            source(encoding, language),
            [arithmetic(position, language), once(own, position, language)].concat(),
        ));
    } else {
        steps.push(alone(subject));
    }
    if let Some(shift) = shift(subject) {
        steps.push(shift);
    }
    let mut last = rows::bytes(own, Asked::Both, language);
    last.extend(rows::result(subject.bytes, language));
    steps.push(Step::new(
        rows::BYTES.get(language),
        language.pick(
            "The bytes stand in the data in this order.",
            "В данных байты стоят в этом порядке.",
        ),
        source(encoding, language),
        last,
    ));
    steps
}

/// The byte that shifts once to another table, before the others.
fn once(own: &[u8], position: TablePosition, language: Language) -> Vec<Row> {
    let lone = matches!(position, TablePosition::Katakana(_));
    rows::answers(match own {
        [shift, _] if lone => prose(
            language.pick("before it", "перед ним"),
            &text!(
                language,
                "{shift:02X}, to half-width katakana",
                "{shift:02X}, к катакане половинной ширины"
            ),
            CellRole::Structure,
        ),
        [shift, plane, _, _] if matches!(position, TablePosition::RowAndCell(..)) => prose(
            language.pick("before them", "перед ними"),
            &text!(
                language,
                "{shift:02X} {plane:02X}, to the plane",
                "{shift:02X} {plane:02X}, к плоскости"
            ),
            CellRole::Structure,
        ),
        [shift, _, _] => prose(
            language.pick("before them", "перед ними"),
            &text!(
                language,
                "{shift:02X}, to JIS X 0212",
                "{shift:02X}, к JIS X 0212"
            ),
            CellRole::Structure,
        ),
        _ => Vec::new(),
    })
}

/// A character of one byte.
fn alone(subject: &Subject<'_>) -> Step {
    let language = subject.language;
    let (number, byte) = (point(subject.value()), hex(subject.own()));
    if subject.encoding.table_file().is_some() || subject.own().len() > 1 {
        return listed(subject);
    }
    let said = text!(
        language,
        "{number} is the byte {byte}",
        "{number} — это байт {byte}"
    );
    Step::new(
        language.pick("one byte", "один байт"),
        language.pick(
            "Characters of ASCII, and a few others, are one byte.",
            "Символы ASCII и ещё немногие — это один байт.",
        ),
        source(subject.encoding, language),
        rows::answers(prose(BYTE.get(language), &said, CellRole::Value)),
    )
}

/// A character of a table file, or of a set whose places have no numbers.
fn listed(subject: &Subject<'_>) -> Step {
    let language = subject.language;
    let numbers: Vec<String> = subject.values.iter().map(|value| point(*value)).collect();
    let (numbers, bytes) = (numbers.join(" "), hex(subject.own()));
    let said = text!(language, "{numbers} is {bytes}", "{numbers} — это {bytes}");
    Step::new(
        PLACE.get(language),
        match subject.encoding.table_file() {
            Some(_) => language.pick(
                "The file lists the bytes of each character; the longest entry that fits is read.",
                "Файл перечисляет байты каждого символа; читается самая длинная подходящая запись.",
            ),
            None => language.pick(
                "The table of the set lists the bytes of each character.",
                "Таблица набора перечисляет байты каждого символа.",
            ),
        },
        source(subject.encoding, language),
        rows::answers(prose(AT.get(language), &said, CellRole::Value)),
    )
}

/// The escape or shift before the character.
fn shift(subject: &Subject<'_>) -> Option<Step> {
    let before = subject.bytes.strip_suffix(subject.own())?;
    if !before.is_empty() {
        let language = subject.language;
        let escape = hex(before);
        let said = text!(
            language,
            "{escape} goes before them",
            "{escape} стоит перед ними"
        );
        return Some(Step::new(
            language.pick("escape", "переключение"),
            language.pick(
                "An escape says which table the bytes after it belong to.",
                "Переключение говорит, к какой таблице относятся байты после него.",
            ),
            source(subject.encoding, language),
            prose(
                language.pick("escape", "до них"),
                &said,
                CellRole::Structure,
            ),
        ));
    }
    None
}

/// A number as the difference between a byte and its base.
fn difference(label: Texts, byte: u8, base: u8, language: Language) -> Row {
    let left = byte.wrapping_sub(base);
    let minus = text!(
        language,
        "{byte:02X} minus {base:02X} = hex",
        "{byte:02X} минус {base:02X} = hex"
    );
    row(label.get(language), minus)
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

/// A number counted from 1, from one counted from 0.
fn more(label: Texts, number: u32, language: Language) -> Row {
    row(label.get(language), number.to_string())
        .answer()
        .then(1, language.pick("plus 1 =", "плюс 1 ="), CellRole::Text)
        .then(1, (number + 1).to_string(), CellRole::Value)
        .answer()
}

/// The pointer of two bytes.
fn two_back(bytes: [u8; 2], bases: [u8; 2], cells: u32, language: Language) -> Vec<Row> {
    let minus = |at: usize| u32::from(bytes[at].wrapping_sub(bases[at]));
    vec![
        difference(LEAD, bytes[0], bases[0], language),
        difference(TRAIL, bytes[1], bases[1], language),
        row(POINTER.get(language), minus(0).to_string())
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
fn arithmetic_back(position: TablePosition, value: u32, language: Language) -> Vec<Row> {
    match position {
        TablePosition::RowAndCell(_, [lead, trail], base) => {
            vec![
                difference(ROW, lead, base, language),
                difference(CELL, trail, base, language),
            ]
        }
        TablePosition::TwoRows(bytes) => {
            let bases = bases_of_two_rows(bytes);
            let pointer = pointer(bytes, bases, 188);
            let mut rows = two_back(bytes, bases, 188, language);
            let (line, cell) = (pointer / 94, pointer % 94);
            rows.extend([
                divided(DIVIDE.get(language), pointer, 94, language),
                more(ROW, line, language),
                more(CELL, cell, language),
            ]);
            rows
        }
        TablePosition::Pointer {
            bytes, base, cells, ..
        } => two_back(bytes, [0x81, base], cells, language),
        TablePosition::FourBytes(bytes) => four_back(bytes, language),
        TablePosition::Katakana(byte) => {
            let plus = text!(language, "{byte:02X} plus FEC0 =", "{byte:02X} плюс FEC0 =");
            let katakana = row(rows::NUMBER.get(language), plus);
            vec![katakana.then(1, point(value), CellRole::Value).answer()]
        }
    }
}

/// The pointer of GB18030's four bytes, and the code point there if there is one.
fn four_back(bytes: [u8; 4], language: Language) -> Vec<Row> {
    let bases = [0x81, 0x30, 0x81, 0x30];
    let mut rows: Vec<Row> = { ORDINALS.into_iter().zip(bytes).zip(bases) }
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
    let mut sum = rows::labelled(POINTER.get(language)).at(START, "((", CellRole::Text);
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
            language.pick("range", "диапазон"),
            text!(
                language,
                "pointers from {first} on are {from} and what follows",
                "указатели от {first} — это {from} и дальше"
            ),
        ));
        let minus = text!(language, "minus {first} =", "минус {first} =");
        rows.push(
            row(language.pick("further", "дальше на"), pointer.to_string())
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
                .then(1, language.pick("plus hex", "плюс hex"), CellRole::Text)
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
    let (encoding, own, language) = (subject.encoding, subject.own(), subject.language);
    let mut steps = vec![Step::new(
        rows::BYTES.get(language),
        rows::FOUR_BITS_EACH.get(language),
        source(encoding, language),
        rows::bytes(own, Asked::Bits, language),
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
    if let Some(cell) = cells::of(encoding, own, language).filter(|_| !by_number) {
        let place = prose(AT.get(language), &cell.name, CellRole::Value).into_iter();
        rows.extend(place.map(Row::answer));
        let found: Vec<String> = subject.values.iter().copied().map(point).collect();
        let there = language.pick("the table has there", "там в таблице");
        let there = row(rows::NUMBER.get(language), there);
        rows.push(there.then(1, found.join(" "), CellRole::Value).answer());
    }
    steps.push(Step::new(
        PLACE.get(language),
        language.pick(
            "The bytes without their bases are the place of the character in the table.",
            "Байты без своих оснований — это место символа в таблице.",
        ),
        source(encoding, language),
        rows,
    ));
    steps.push(first::character(&subject.values, language));
    steps
}
