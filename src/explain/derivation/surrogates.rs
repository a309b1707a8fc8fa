//! A value above U+FFFF as two surrogates: ten bits in each; and in CESU-8 three bytes for each.
//!
//! Invariant: units are numbers here; whoever calls knows their byte order.

use super::rows::{self, Asked, NIBBLE, START, masked, value as row};
use super::{Step, utf8};
use crate::codec::Masks;
use crate::explain::assembly::{Assembly, UnitBits, utf8_parts, utf16_join};
use crate::explain::sheet::{CellRole, Row};

const PAIR: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const CESU: &str = "UTR #26; Java, DataInput: modified UTF-8";

/// Columns from one unit to the next.
pub(super) const UNIT: usize = 24;
/// The halves: how they are called, and the number they begin at.
const HALVES: [(&str, u32); 2] = [("high", 0xD800), ("low", 0xDC00)];

/// The two surrogates of a value above U+FFFF.
pub(super) fn units(value: u32) -> [u32; 2] {
    let rest = value.wrapping_sub(0x10000);
    [0xD800 | rest >> 10 & 0x3FF, 0xDC00 | rest & 0x3FF]
}

/// The bits of two units, their prefixes apart, and the number they make.
fn joined(units: [u32; 2]) -> Option<Assembly> {
    utf16_join(&units.map(|unit| vec![(unit >> 8) as u8, unit as u8]))
}

/// The bits of two units, their prefixes apart.
fn parts(units: [u32; 2]) -> Vec<UnitBits> {
    joined(units).map_or_else(Vec::new, |found| found.parts)
}

/// A number of five hex digits in a column of them, with the decimal beside it.
fn term(label: &str, number: u32, width: usize) -> Row {
    row(label, format!("{number:>width$X}"))
        .then(1, "=", CellRole::Text)
        .then(1, format!("{number:7}"), CellRole::Other)
}

/// As [`term`], as an answer in both bases.
fn asked(label: &str, number: u32, digits: usize) -> Row {
    let width = 6;
    let text = format!("{:>width$}", format!("{number:0digits$X}"));
    row(label, text)
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, format!("{number:7}"), CellRole::Other)
        .answer()
}

/// Units as numbers: each hex digit over its four bits.
fn digits_over_bits(units: [u32; 2], label: &str) -> Vec<Row> {
    let (mut digits, mut bits) = (Row::labelled(label), Row::labelled("bits"));
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
pub(super) fn split(value: u32) -> Vec<Step> {
    let rest = value.wrapping_sub(0x10000);
    let mut minus = vec![
        term("number", value, 6).answer(),
        term("minus", 0x10000, 6),
        asked("leaves", rest, 5),
    ];
    minus.extend(rows::number(rest, 5, Asked::Both));
    let tens = ten_and_ten(units(value));
    let mut prefixed = with_prefixes(units(value));
    prefixed.extend(digits_over_bits(units(value), "units"));
    vec![
        Step::new(
            "minus 0x10000",
            "The first 0x10000 values need no pair: without them 20 bits are enough.",
            PAIR,
            minus,
        ),
        Step::new(
            "ten bits and ten",
            "From the right, ten bits for the low surrogate; the other ten for the high one.",
            PAIR,
            tens,
        ),
        Step::new(
            "prefixes",
            "110110 before the high ten, which is D800 and more; 110111 before the low ten, DC00 and more.",
            PAIR,
            prefixed,
        ),
    ]
}

/// The ten bits of each half, side by side.
fn ten_and_ten(units: [u32; 2]) -> Vec<Row> {
    let (mut names, mut bits) = (Row::default(), Row::labelled("bits"));
    for (place, part) in parts(units).into_iter().enumerate() {
        let column = START + UNIT * place;
        names = names.at(column, HALVES[place].0, CellRole::Label);
        let after = column + part.columns().0;
        bits = bits.at(after, part.payload, CellRole::Payload).answer();
    }
    vec![names, bits]
}

/// The units with their prefixes.
fn with_prefixes(units: [u32; 2]) -> Vec<Row> {
    let mut bits = Row::labelled("bits");
    for (place, part) in parts(units).into_iter().enumerate() {
        bits = bits
            .at(START + UNIT * place, part.structure, CellRole::Structure)
            .then(1, part.payload, CellRole::Payload);
    }
    rows::answers(vec![bits])
}

/// From two units to a value above U+FFFF.
pub(super) fn join(units: [u32; 2]) -> Vec<Step> {
    let value = joined(units).map_or(0, |found| found.value);
    let rest = value.wrapping_sub(0x10000);
    let mut prefixes = digits_over_bits(units, "units");
    prefixes.extend(with_prefixes(units));
    for (place, unit) in units.into_iter().enumerate() {
        let (name, base) = HALVES[place];
        let left = unit.wrapping_sub(base);
        prefixes.push(
            row(name, format!("{unit:04X}"))
                .answer()
                .then(1, format!("minus {base:04X} ="), CellRole::Text)
                .then(1, format!("{left:03X}"), CellRole::Value)
                .answer()
                .then(1, "=", CellRole::Text)
                .then(1, left.to_string(), CellRole::Other)
                .answer(),
        );
    }
    let mut sum = ten_and_ten(units);
    sum.extend(rows::number(rest, 5, Asked::Both));
    sum.extend([
        asked("together", rest, 5),
        term("plus", 0x10000, 6),
        asked("number", value, 5),
    ]);
    vec![
        Step::new(
            "surrogates",
            "110110 marks the high surrogate of a pair, 110111 the low one; ten bits in each carry the value.",
            PAIR,
            prefixes,
        ),
        Step::new(
            "join, plus 0x10000",
            "The ten bits of the high one and the ten of the low one are 20 bits; 0x10000 is added to them.",
            PAIR,
            sum,
        ),
    ]
}

/// From a value above U+FFFF to six bytes.
pub(super) fn to_bytes(value: u32, bytes: &[u8]) -> Vec<Step> {
    let mut steps = split(value);
    let mut all = digits_over_bits(units(value), "units");
    all.extend(three_bytes_each(bytes));
    steps.push(Step::new(
        "three bytes each",
        "Each surrogate is written as UTF-8 writes a value of U+0800..U+FFFF: 4 + 6 + 6 bits after 1110, 10 and 10.",
        CESU,
        all,
    ));
    steps.push(Step::new(
        "bytes",
        "Eight bits are a byte: two hex digits, one for each four bits.",
        CESU,
        [rows::bytes(bytes, Asked::Both), rows::result(bytes)].concat(),
    ));
    steps
}

/// The prefixes of six bytes: those of three bytes twice.
pub(super) fn prefixes(bytes: &[u8]) -> Vec<Masks> {
    let threes = bytes.chunks(3).filter_map(utf8_parts);
    threes.flat_map(|parts| utf8::masks_of(&parts)).collect()
}

/// Six bytes in two rows, their prefixes apart.
fn three_bytes_each(bytes: &[u8]) -> Vec<Row> {
    rows::answers(masked(bytes, &prefixes(bytes), &[]))
}

/// From six bytes to a value above U+FFFF.
pub(super) fn to_value(bytes: &[u8]) -> Vec<Step> {
    let mut units = [0; 2];
    for (unit, three) in units.iter_mut().zip(bytes.chunks(3)) {
        *unit = utf8::value_of(three).unwrap_or_default() & 0xFFFF;
    }
    let mut all = three_bytes_each(bytes);
    all.extend(digits_over_bits(units, "units"));
    let mut steps = vec![Step::new(
        "two units",
        "Three bytes each, read as UTF-8: 1110 and each 10 dropped, 4 + 6 + 6 bits joined.",
        CESU,
        all,
    )];
    steps.extend(join(units));
    steps
}

/// Whether six bytes are a high and a low surrogate of three bytes each.
pub(super) fn is_pair(bytes: &[u8]) -> bool {
    let Some((high, low)) = bytes.split_at_checked(3) else {
        return false;
    };
    let values = [high, low].map(utf8::value_of);
    matches!(values, [Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)])
}
