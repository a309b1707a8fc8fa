//! A value above U+FFFF as two surrogates: ten bits in each; and in CESU-8 three bytes for each.
//!
//! Invariant: units are numbers here; whoever calls knows their byte order.

use super::rows::{self, Asked, START, masked, value as row};
use super::{Step, utf8};
use crate::codec::Masks;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{fours, hex};

const PAIR: &str = "Unicode, D91 and Table 3-5; RFC 2781, section 2";
const CESU: &str = "UTR #26; Java, DataInput: modified UTF-8";

/// Columns from one unit to the next.
pub(super) const UNIT: usize = 24;
/// The halves: how they are called, the number they begin at, their prefix.
const HALVES: [(&str, u32, &str); 2] = [("high", 0xD800, "110110"), ("low", 0xDC00, "110111")];

/// The two surrogates of a value above U+FFFF.
pub(super) fn units(value: u32) -> [u32; 2] {
    let rest = value.wrapping_sub(0x10000);
    [0xD800 | rest >> 10 & 0x3FF, 0xDC00 | rest & 0x3FF]
}

/// From a value above U+FFFF to two units.
pub(super) fn split(value: u32) -> Vec<Step> {
    let rest = value.wrapping_sub(0x10000);
    let mut minus = vec![
        row("hex", format!("{value:5X}")),
        row("minus", "10000"),
        row("leaves", format!("{rest:05X}")).answer(),
    ];
    minus.extend(rows::number(rest, 5, Asked::Bits));
    let tens = ten_and_ten(units(value));
    let mut prefixed = with_prefixes(units(value));
    let mut sums = Row::labelled("units");
    for (place, unit) in units(value).into_iter().enumerate() {
        sums = sums
            .at(START + UNIT * place, format!("{unit:04X}"), CellRole::Value)
            .answer();
    }
    prefixed.push(sums);
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
    for (place, unit) in units.into_iter().enumerate() {
        let column = START + UNIT * place;
        names = names.at(column, HALVES[place].0, CellRole::Label);
        bits = bits
            .at(
                column + 7,
                format!("{:010b}", unit & 0x3FF),
                CellRole::Payload,
            )
            .answer();
    }
    vec![names, bits]
}

/// The units with their prefixes.
fn with_prefixes(units: [u32; 2]) -> Vec<Row> {
    let mut bits = Row::labelled("bits");
    for (place, unit) in units.into_iter().enumerate() {
        bits = bits
            .at(START + UNIT * place, HALVES[place].2, CellRole::Structure)
            .answer()
            .then(1, format!("{:010b}", unit & 0x3FF), CellRole::Payload);
    }
    vec![bits]
}

/// From two units to a value above U+FFFF.
pub(super) fn join(units: [u32; 2]) -> Vec<Step> {
    let rest = (units[0] & 0x3FF) << 10 | units[1] & 0x3FF;
    let mut prefixes = with_prefixes(units);
    for (place, unit) in units.into_iter().enumerate() {
        let (name, base, _) = HALVES[place];
        let left = unit.wrapping_sub(base);
        let difference = row(name, format!("{unit:04X} minus {base:04X}"));
        prefixes.push(difference.then(1, format!("= {left:03X}"), CellRole::Value));
    }
    let mut joined = vec![row("bits", fours(&format!("{rest:020b}")))];
    joined.extend([
        row("leaves", format!("{rest:6X}")),
        row("plus", format!("{:6X}", 0x10000)),
        row("number", format!("{:6X}", rest + 0x10000)).answer(),
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
            joined,
        ),
    ]
}

/// From a value above U+FFFF to six bytes.
pub(super) fn to_bytes(value: u32, bytes: &[u8]) -> Vec<Step> {
    let mut steps = split(value);
    let mut all = Vec::new();
    for (unit, three) in units(value).into_iter().zip(bytes.chunks(3)) {
        all.push(row(
            "unit",
            format!("{unit:04X} = {}", fours(&format!("{unit:016b}"))),
        ));
        all.extend(three_bytes(three));
    }
    all.extend(rows::result(bytes));
    steps.push(Step::new(
        "three bytes each",
        "Each surrogate is written as UTF-8 writes a value of U+0800..U+FFFF: 4 + 6 + 6 bits after 1110, 10 and 10.",
        CESU,
        all,
    ));
    steps
}

/// Three bytes with their prefixes apart.
fn three_bytes(bytes: &[u8]) -> Vec<Row> {
    let masks = [0xF0, 0xC0, 0xC0].map(Masks::structure);
    masked(bytes, &masks, &[])
}

/// From six bytes to a value above U+FFFF.
pub(super) fn to_value(bytes: &[u8]) -> Vec<Step> {
    let mut all = Vec::new();
    let mut units = [0; 2];
    for (unit, three) in units.iter_mut().zip(bytes.chunks(3)) {
        *unit = three_byte_value(three);
        all.extend(three_bytes(three));
        let text = format!("{} is {}", hex(three), fours(&format!("{unit:016b}")));
        let row = row("unit", text).then(1, "=", CellRole::Text);
        all.push(row.then(1, format!("{unit:04X}"), CellRole::Value).answer());
    }
    let mut steps = vec![Step::new(
        "two units",
        "Three bytes each, read as UTF-8: 1110 and each 10 dropped, 4 + 6 + 6 bits joined.",
        CESU,
        all,
    )];
    steps.extend(join(units));
    steps
}

/// The value of three bytes.
fn three_byte_value(three: &[u8]) -> u32 {
    let value = three
        .iter()
        .fold(0, |value, byte| value << 6 | u32::from(byte & 0x3F));
    value & 0xFFFF
}

/// Whether six bytes are a high and a low surrogate of three bytes each.
pub(super) fn is_pair(bytes: &[u8]) -> bool {
    let Some((high, low)) = bytes.split_at_checked(3) else {
        return false;
    };
    let values = [high, low].map(utf8::value_of);
    matches!(values, [Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)])
}
