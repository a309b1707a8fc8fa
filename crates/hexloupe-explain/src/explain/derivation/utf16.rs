//! UTF-16: a unit is the number, or a pair is twice ten bits of it; then the order of the bytes.
//!
//! Invariant: units are shown as numbers, high byte first, until the step about the byte order.

use super::rows::{self, BlankRows, START, prose, table_row, value as row};
use super::surrogates::{self, UNIT};
use super::{DerivationStep, DerivationSubject, first};
use crate::explain::assembly::high_first;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::utf16 as texts;
use hexloupe_text::codec::ByteOrder;

pub(super) const ONE_UNIT: Texts = texts::ONE_UNIT;

const FORM: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const SCHEME: &str = "Unicode, D96 and D97; RFC 2781, section 3";

/// The table of ranges with the row of a value marked.
fn table(value: u32, language: Language) -> Vec<SheetRow> {
    let itself = texts::UNIT_NUMBER_ITSELF.get(language);
    let rows = [
        (0..=0xD7FF, itself),
        (
            0xD800..=0xDFFF,
            texts::NO_CHARACTERS_UNITS_PAIRS.get(language),
        ),
        (0xE000..=0xFFFF, itself),
        (
            0x10000..=0x10FFFF,
            texts::UNITS_PAIR_SURROGATES.get(language),
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

fn needed(value: u32, language: Language) -> DerivationStep {
    DerivationStep::new(
        texts::HOW_MANY_UNITS.get(language),
        texts::NEEDED_CODE_UNIT_HAS.get(language),
        FORM,
        table(value, language),
    )
}

/// The order of the bytes of units, as a sentence, with the units and their bytes in the data.
pub(super) fn order(
    (name, order): (&str, ByteOrder),
    bytes: &[u8],
    size: usize,
    asked: BlankRows,
    language: Language,
) -> DerivationStep {
    let rule = match order {
        ByteOrder::Big => texts::OrderBig { name: &name }.get(language),
        ByteOrder::Little => texts::OrderLittle { name }.get(language),
    };
    let (mut units, mut data) = (
        SheetRow::labelled(texts::UNIT_LABEL.get(language)),
        SheetRow::labelled(texts::DATA.get(language)),
    );
    for (place, some) in bytes.chunks(size).enumerate() {
        let column = START + UNIT * place;
        let unit = hex(&high_first(some, order));
        units = units.at(column, unit, CellRole::Value).answer();
        data = data.at(column, hex(some), CellRole::Value);
        if asked == BlankRows::Bits {
            data = data.answer();
        }
    }
    let rows = match asked {
        BlankRows::Digits => vec![data, units],
        _ => vec![units, data],
    };
    DerivationStep::new(texts::BYTE_ORDER.get(language), rule, SCHEME, rows)
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
pub(super) fn result(bytes: &[u8], language: Language) -> DerivationStep {
    DerivationStep::new(
        rows::BYTES.get(language),
        rows::EIGHT_BITS.get(language),
        SCHEME,
        rows::result(bytes, language),
    )
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(
    subject: &DerivationSubject<'_>,
    order_of: ByteOrder,
) -> Vec<DerivationStep> {
    let (value, bytes, language) = (subject.value(), subject.own(), subject.language);
    let mut steps = vec![needed(value, language)];
    if bytes.len() == 4 {
        steps.extend(surrogates::split(value, language));
    } else {
        let mut rows = rows::number(value, 4, BlankRows::Bits, language);
        rows.push(row(texts::UNIT_LABEL.get(language), format!("{value:04X}")).answer());
        steps.push(DerivationStep::new(
            ONE_UNIT.get(language),
            texts::TO_BYTES_NUMBER_CODE_UNIT.get(language),
            FORM,
            rows,
        ));
    }
    let scheme = (subject.encoding.name, order_of);
    steps.push(order(scheme, bytes, 2, BlankRows::Bits, language));
    steps.push(result(bytes, language));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(
    subject: &DerivationSubject<'_>,
    order_of: ByteOrder,
) -> Vec<DerivationStep> {
    let language = subject.language;
    let mut steps = read(subject.encoding.name, subject.own(), order_of, language);
    steps.push(first::character(&subject.values, language));
    steps
}

/// The steps from bytes as far as their bits go.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    order_of: ByteOrder,
    language: Language,
) -> Vec<DerivationStep> {
    let mut steps = vec![order(
        (name, order_of),
        bytes,
        2,
        BlankRows::Digits,
        language,
    )];
    match units(bytes, order_of)[..] {
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF] => {
            steps.extend(surrogates::join([high, low], language));
        }
        [unit] if bytes.len() == 2 => {
            let mut told = rows::number(unit, 4, BlankRows::Both, language);
            told.extend(table(unit, language));
            let half = match unit {
                0xD800..=0xDBFF => Some(texts::READ_BEGINS_HIGH_SURROGATE.get(language)),
                0xDC00..=0xDFFF => Some(texts::READ_BEGINS_LOW_SURROGATE.get(language)),
                _ => None,
            };
            match half {
                Some(half) => {
                    let unit = texts::UNIT_LABEL.get(language);
                    told.extend(rows::answers(prose(unit, half, CellRole::Wrong)));
                }
                None => told.push(first::numbers(unit, language)),
            }
            steps.push(DerivationStep::new(
                ONE_UNIT.get(language),
                texts::READ_UNITS_D800_DFFF.get(language),
                FORM,
                told,
            ));
        }
        _ => {}
    }
    steps
}
