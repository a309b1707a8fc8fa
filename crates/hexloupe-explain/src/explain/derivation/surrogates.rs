//! A value above U+FFFF as two surrogates: ten bits in each; and in CESU-8 three bytes for each.
//!
//! Invariant: units are numbers here; the caller knows their byte order.

use super::rows::{self, BlankRows, NIBBLE, START, masked, value as row};
use super::{DerivationStep, utf8};
use crate::explain::assembly::{Assembly, UnitBits, utf8_parts, utf16_join};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::surrogates as texts;
use hexloupe_text::codec::Masks;

const PAIR: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const CESU: &str = "UTR #26; Java, DataInput: modified UTF-8";

/// Columns from one unit to the next.
pub(super) const UNIT: usize = 24;
/// The halves: their names, and the number they begin at.
const HALVES: [(Texts, u32); 2] = [(texts::HIGH, 0xD800), (texts::LOW, 0xDC00)];

/// The two surrogates of a value above U+FFFF.
pub(super) fn units(value: u32) -> [u32; 2] {
    let rest = value.wrapping_sub(0x10000);
    [0xD800 | rest >> 10 & 0x3FF, 0xDC00 | rest & 0x3FF]
}

/// The bits of two units, with their prefixes separate, and the number they make.
fn joined(units: [u32; 2], language: Language) -> Option<Assembly> {
    let bytes = units.map(|unit| vec![(unit >> 8) as u8, unit as u8]);
    utf16_join(&bytes, language)
}

/// The bits of two units, with their prefixes separate.
fn parts(units: [u32; 2], language: Language) -> Vec<UnitBits> {
    joined(units, language).map_or_else(Vec::new, |found| found.parts)
}

/// A number of five hex digits in a column of them, with the decimal beside it.
fn term(label: &str, number: u32, width: usize) -> SheetRow {
    row(label, format!("{number:>width$X}"))
        .then(1, "=", CellRole::Text)
        .then(1, format!("{number:7}"), CellRole::Other)
}

/// Like [`term`], as an answer in both bases.
fn asked(label: &str, number: u32, digits: usize) -> SheetRow {
    let width = 6;
    let text = format!("{:>width$}", format!("{number:0digits$X}"));
    row(label, text)
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, format!("{number:7}"), CellRole::Other)
        .answer()
}

/// Units as numbers: each hex digit over its four bits.
fn digits_over_bits(units: [u32; 2], language: Language) -> Vec<SheetRow> {
    let (mut digits, mut bits) = (
        SheetRow::labelled(texts::UNITS.get(language)),
        SheetRow::labelled(rows::BITS.get(language)),
    );
    for (place, unit) in units.into_iter().enumerate() {
        for index in 0..4 {
            let column = START + UNIT * place + NIBBLE * index;
            let four = unit >> (12 - 4 * index) & 0xF;
            digits = digits
                .at(column + 3, format!("{four:X}"), CellRole::Value)
                .answer();
            bits = bits
                .at(column, format!("{four:04b}"), CellRole::Payload)
                .answer();
        }
    }
    vec![digits, bits]
}

/// From a value above U+FFFF to two units.
pub(super) fn split(value: u32, language: Language) -> Vec<DerivationStep> {
    let rest = value.wrapping_sub(0x10000);
    let mut minus = vec![
        term(rows::NUMBER.get(language), value, 6).answer(),
        term(texts::MINUS.get(language), 0x10000, 6),
        asked(texts::LEAVES.get(language), rest, 5),
    ];
    minus.extend(rows::number(rest, 5, BlankRows::Both, language));
    let tens = ten_and_ten(units(value), language);
    let mut prefixed = with_prefixes(units(value), language);
    prefixed.extend(digits_over_bits(units(value), language));
    vec![
        DerivationStep::new(
            texts::MINUS_0X10000.get(language),
            texts::SPLIT_FIRST_0X10000_VALUES.get(language),
            PAIR,
            minus,
        ),
        DerivationStep::new(
            texts::TEN_BITS_TEN.get(language),
            texts::SPLIT_RIGHT_TEN_BITS.get(language),
            PAIR,
            tens,
        ),
        DerivationStep::new(
            utf8::PREFIXES.get(language),
            texts::SPLIT_BEFORE_HIGH_TEN.get(language),
            PAIR,
            prefixed,
        ),
    ]
}

/// The ten bits of each half, side by side.
fn ten_and_ten(units: [u32; 2], language: Language) -> Vec<SheetRow> {
    let (mut names, mut bits) = (
        SheetRow::default(),
        SheetRow::labelled(rows::BITS.get(language)),
    );
    for (place, part) in parts(units, language).into_iter().enumerate() {
        let column = START + UNIT * place;
        names = names.at(column, HALVES[place].0.get(language), CellRole::Label);
        let after = column + part.columns().0;
        bits = bits.at(after, part.payload, CellRole::Payload).answer();
    }
    vec![names, bits]
}

/// The units with their prefixes.
fn with_prefixes(units: [u32; 2], language: Language) -> Vec<SheetRow> {
    let mut bits = SheetRow::labelled(rows::BITS.get(language));
    for (place, part) in parts(units, language).into_iter().enumerate() {
        bits = bits
            .at(START + UNIT * place, part.structure, CellRole::Structure)
            .then(1, part.payload, CellRole::Payload);
    }
    rows::answers(vec![bits])
}

/// From two units to a value above U+FFFF.
pub(super) fn join(units: [u32; 2], language: Language) -> Vec<DerivationStep> {
    let value = joined(units, language).map_or(0, |found| found.value);
    let rest = value.wrapping_sub(0x10000);
    let mut prefixes = digits_over_bits(units, language);
    prefixes.extend(with_prefixes(units, language));
    for (place, unit) in units.into_iter().enumerate() {
        let (name, base) = HALVES[place];
        let left = unit.wrapping_sub(base);
        prefixes.push(
            row(name.get(language), format!("{unit:04X}"))
                .answer()
                .then(
                    1,
                    texts::MinusBase { base: &base }.get(language),
                    CellRole::Text,
                )
                .then(1, format!("{left:03X}"), CellRole::Value)
                .answer()
                .then(1, "=", CellRole::Text)
                .then(1, left.to_string(), CellRole::Other)
                .answer(),
        );
    }
    let mut sum = ten_and_ten(units, language);
    sum.extend(rows::number(rest, 5, BlankRows::Both, language));
    sum.extend([
        asked(rows::TOGETHER.get(language), rest, 5),
        term(texts::PLUS.get(language), 0x10000, 6),
        asked(rows::NUMBER.get(language), value, 5),
    ]);
    vec![
        DerivationStep::new(
            texts::SURROGATES.get(language),
            texts::JOIN_MARKS_HIGH_SURROGATE.get(language),
            PAIR,
            prefixes,
        ),
        DerivationStep::new(
            texts::JOIN_PLUS_0X10000.get(language),
            texts::JOIN_TEN_BITS_HIGH.get(language),
            PAIR,
            sum,
        ),
    ]
}

/// From a value above U+FFFF to six bytes.
pub(super) fn to_bytes(value: u32, bytes: &[u8], language: Language) -> Vec<DerivationStep> {
    let mut steps = split(value, language);
    let mut all = digits_over_bits(units(value), language);
    all.extend(three_bytes_each(bytes, language));
    steps.push(DerivationStep::new(
        texts::THREE_BYTES_EACH.get(language),
        texts::TO_BYTES_EACH_SURROGATE_WRITTEN.get(language),
        CESU,
        all,
    ));
    steps.push(DerivationStep::new(
        rows::BYTES.get(language),
        rows::EIGHT_BITS.get(language),
        CESU,
        [
            rows::bytes(bytes, BlankRows::Both, language),
            rows::result(bytes, language),
        ]
        .concat(),
    ));
    steps
}

/// The prefixes of six bytes: those of three bytes twice.
pub(super) fn prefixes(bytes: &[u8]) -> Vec<Masks> {
    let threes = bytes.chunks(3).filter_map(utf8_parts);
    threes.flat_map(|parts| utf8::masks_of(&parts)).collect()
}

/// Six bytes in two rows, with their prefixes separate.
fn three_bytes_each(bytes: &[u8], language: Language) -> Vec<SheetRow> {
    rows::answers(masked(bytes, &prefixes(bytes), &[], language))
}

/// From six bytes to a value above U+FFFF.
pub(super) fn to_value(bytes: &[u8], language: Language) -> Vec<DerivationStep> {
    let mut units = [0; 2];
    for (unit, three) in units.iter_mut().zip(bytes.chunks(3)) {
        *unit = utf8::value_of(three).unwrap_or_default() & 0xFFFF;
    }
    let mut all = three_bytes_each(bytes, language);
    all.extend(digits_over_bits(units, language));
    let mut steps = vec![DerivationStep::new(
        texts::TWO_UNITS.get(language),
        texts::TO_VALUE_THREE_BYTES_EACH.get(language),
        CESU,
        all,
    )];
    steps.extend(join(units, language));
    steps
}

/// Reports whether six bytes are a high and a low surrogate of three bytes each.
pub(super) fn is_pair(bytes: &[u8]) -> bool {
    let Some((high, low)) = bytes.split_at_checked(3) else {
        return false;
    };
    let values = [high, low].map(utf8::value_of);
    matches!(values, [Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)])
}
