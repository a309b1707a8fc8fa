//! UTF-16: a unit is the number, or a pair is twice ten bits of it; then the order of the bytes.
//!
//! Invariant: units are shown as numbers, high byte first, until the step about the byte order.

use super::rows::{self, Asked, START, prose, table_row, value as row};
use super::surrogates::{self, UNIT};
use super::{Step, Subject, first};
use crate::explain::assembly::high_first;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::ByteOrder;

/// The label of a unit as a number, and the title of a step with one.
const UNIT_LABEL: Texts = texts("unit", "единица");
pub(super) const ONE_UNIT: Texts = texts("one unit", "одна единица");

const FORM: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const SCHEME: &str = "Unicode, D96 and D97; RFC 2781, section 3";

/// The table of ranges with the row of a value marked.
fn table(value: u32, language: Language) -> Vec<Row> {
    let itself = language.pick("1 unit, the number itself", "1 единица, сам номер");
    let rows = [
        (0..=0xD7FF, itself),
        (
            0xD800..=0xDFFF,
            language.pick(
                "no characters: the units of pairs",
                "не символы: единицы пар",
            ),
        ),
        (0xE000..=0xFFFF, itself),
        (
            0x10000..=0x10FFFF,
            language.pick(
                "2 units, a pair of surrogates",
                "2 единицы, суррогатная пара",
            ),
        ),
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

fn needed(value: u32, language: Language) -> Step {
    Step::new(
        language.pick("how many units", "сколько единиц"),
        language.pick(
            "A code unit has 16 bits; a number above U+FFFF does not fit into one.",
            "В кодовой единице 16 бит; номер больше U+FFFF в одну не помещается.",
        ),
        FORM,
        table(value, language),
    )
}

/// The order of the bytes of units, as a sentence, with the units and their bytes in the data.
pub(super) fn order(
    (name, order): (&str, ByteOrder),
    bytes: &[u8],
    size: usize,
    asked: Asked,
    language: Language,
) -> Step {
    let rule = match order {
        ByteOrder::Big => text!(
            language,
            "{name} has the high byte of each unit first.",
            "В {name} первым идёт старший байт каждой единицы."
        ),
        ByteOrder::Little => text!(
            language,
            "{name} has the low byte of each unit first.",
            "В {name} первым идёт младший байт каждой единицы."
        ),
    };
    let (mut units, mut data) = (
        Row::labelled(UNIT_LABEL.get(language)),
        Row::labelled(language.pick("in the data", "в данных")),
    );
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
        language.pick("byte order", "порядок байтов"),
        rule,
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
pub(super) fn result(bytes: &[u8], language: Language) -> Step {
    Step::new(
        rows::BYTES.get(language),
        rows::EIGHT_BITS.get(language),
        SCHEME,
        rows::result(bytes, language),
    )
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>, order_of: ByteOrder) -> Vec<Step> {
    let (value, bytes, language) = (subject.value(), subject.own(), subject.language);
    let mut steps = vec![needed(value, language)];
    if bytes.len() == 4 {
        steps.extend(surrogates::split(value, language));
    } else {
        let mut rows = rows::number(value, 4, Asked::Bits, language);
        rows.push(row(UNIT_LABEL.get(language), format!("{value:04X}")).answer());
        steps.push(Step::new(
            ONE_UNIT.get(language),
            language.pick(
                "The number is the code unit: four hex digits, 16 bits.",
                "Номер и есть кодовая единица: четыре шестнадцатеричные цифры, 16 бит.",
            ),
            FORM,
            rows,
        ));
    }
    let scheme = (subject.encoding.name, order_of);
    steps.push(order(scheme, bytes, 2, Asked::Bits, language));
    steps.push(result(bytes, language));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &Subject<'_>, order_of: ByteOrder) -> Vec<Step> {
    let language = subject.language;
    let mut steps = read(subject.encoding.name, subject.own(), order_of, language);
    steps.push(first::character(&subject.values, language));
    steps
}

/// The steps from bytes as far as their bits go.
pub(super) fn read(name: &str, bytes: &[u8], order_of: ByteOrder, language: Language) -> Vec<Step> {
    let mut steps = vec![order((name, order_of), bytes, 2, Asked::Digits, language)];
    match units(bytes, order_of)[..] {
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF] => {
            steps.extend(surrogates::join([high, low], language));
        }
        [unit] if bytes.len() == 2 => {
            let mut told = rows::number(unit, 4, Asked::Both, language);
            told.extend(table(unit, language));
            let half = match unit {
                0xD800..=0xDBFF => Some(language.pick(
                    "110110 begins a high surrogate: a low one must follow",
                    "110110 начинает старший суррогат: за ним должен следовать младший",
                )),
                0xDC00..=0xDFFF => Some(language.pick(
                    "110111 begins a low surrogate: a high one must stand before it",
                    "110111 начинает младший суррогат: перед ним должен стоять старший",
                )),
                _ => None,
            };
            match half {
                Some(half) => {
                    let unit = UNIT_LABEL.get(language);
                    told.extend(rows::answers(prose(unit, half, CellRole::Wrong)));
                }
                None => told.push(first::numbers(unit, language)),
            }
            steps.push(Step::new(
                ONE_UNIT.get(language),
                language.pick(
                    "Units D800..DFFF are halves of pairs; any other is a number by itself.",
                    "Единицы D800..DFFF — половины пар; любая другая сама по себе номер.",
                ),
                FORM,
                told,
            ));
        }
        _ => {}
    }
    steps
}
