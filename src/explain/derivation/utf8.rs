//! UTF-8 and its relatives: the row of the range table, cut from the right, prefixes; and back.
//!
//! Invariant: the row of the table is chosen by the value, never by the bytes, so that bytes which
//! do not agree with it are seen to be ill-formed.

use super::rows::{self, Asked, START, end_of_number, labelled, masked, prose, table_row};
use super::{Step, Subject, first, surrogates};
use crate::codec::{Fault, Masks, Utf8Form, promised};
use crate::explain::assembly::{UnitBits, utf8_parts};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{count_of_bytes, fours, point};

const TABLE: &str = "Unicode, Table 3-6; RFC 3629, section 3";
const OLD_TABLE: &str = "RFC 2279, section 2";
const BYTES: &str = "Unicode, D92; RFC 3629, section 3";

/// A row of the range table: the last value, and the bits that carry it.
struct Range {
    last: u32,
    bits: usize,
}

/// The ranges by the number of their bytes, from 1 on. The last two ended with RFC 3629.
const RANGES: [Range; 6] = [
    Range {
        last: 0x7F,
        bits: 7,
    },
    Range {
        last: 0x7FF,
        bits: 11,
    },
    Range {
        last: 0xFFFF,
        bits: 16,
    },
    Range {
        last: 0x1F_FFFF,
        bits: 21,
    },
    Range {
        last: 0x3FF_FFFF,
        bits: 26,
    },
    Range {
        last: 0x7FFF_FFFF,
        bits: 31,
    },
];

/// How many bytes the shortest form of a value has; none if it has none.
pub(super) fn bytes_of(value: u32) -> Option<usize> {
    Some(1 + RANGES.iter().position(|range| value <= range.last)?)
}

/// The shortest form of a value, whether or not an encoding reads it as a character.
pub(super) fn shortest(value: u32) -> Option<Vec<u8>> {
    let len = bytes_of(value)?;
    if len == 1 {
        return Some(vec![value as u8]);
    }
    let ones = !(0xFF_u8 >> len);
    let lead = ones | (value >> (6 * (len - 1))) as u8;
    let tails = (0..len - 1).rev();
    let tails = tails.map(|index| 0x80 | (value >> (6 * index)) as u8 & 0x3F);
    Some(std::iter::once(lead).chain(tails).collect())
}

/// The byte patterns of a form: `110xxxxx 10xxxxxx`.
fn pattern(len: usize) -> String {
    if len == 1 {
        return "0xxxxxxx".to_owned();
    }
    let lead = format!("{}0{}", "1".repeat(len), "x".repeat(7 - len));
    if len > 4 {
        return format!("{lead} and {} of 10xxxxxx", len - 1);
    }
    format!("{lead}{}", " 10xxxxxx".repeat(len - 1))
}

/// The range table with the row of a value marked; no row is marked for a value beyond it.
pub(super) fn table(value: u32, forms: usize) -> Vec<Row> {
    let applies = bytes_of(value);
    let mut from = 0;
    let mut out = Vec::new();
    for (index, range) in RANGES.iter().take(forms).enumerate() {
        let len = index + 1;
        // The fourth row ends with Unicode where there is no fifth.
        let last = if len == 4 && forms == 4 {
            0x10_FFFF
        } else {
            range.last
        };
        let columns = [
            (2, format!("{}..{}", point(from), point(last))),
            (24, count_of_bytes(len)),
            (32, pattern(len)),
            (69, format!("{:2} bits", range.bits)),
        ];
        out.push(table_row(&columns, applies == Some(len) && value <= last));
        from = range.last + 1;
    }
    out
}

/// How many rows the table of an encoding has: with pairs, what is above the third row is written
/// as two values of the third.
pub(super) fn forms(form: Utf8Form) -> usize {
    if form.has_pairs() {
        3
    } else if form.has_six_bytes() {
        6
    } else {
        4
    }
}

fn table_source(forms: usize) -> &'static str {
    if forms == 6 { OLD_TABLE } else { TABLE }
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>, form: Utf8Form) -> Vec<Step> {
    let (value, bytes) = (subject.value(), subject.own());
    if form.has_pairs() && bytes.len() == 6 {
        return surrogates::to_bytes(value, bytes);
    }
    if form.long_nul && value == 0 {
        return vec![Step::new(
            "two bytes for NUL",
            "Modified UTF-8 writes U+0000 in the form of two bytes, so that no byte of a text is 00.",
            "Java, DataInput: modified UTF-8",
            [
                masked_parts(&utf8_parts(bytes).unwrap_or_default()),
                rows::result(bytes),
            ]
            .concat(),
        )];
    }
    let forms = forms(form);
    let mut steps = vec![needed(value, forms)];
    steps.extend(value_to_bytes(value, bytes));
    steps
}

/// Which row of the table applies.
fn needed(value: u32, forms: usize) -> Step {
    let mut rows = table(value, forms);
    if let Some(len) = bytes_of(value) {
        rows.push(rows::value("needed", count_of_bytes(len)).answer());
    }
    Step::new(
        "how many bytes",
        "The first row of the table that reaches the number says how many bytes it has.",
        table_source(forms),
        rows,
    )
}

/// Binary, cut, prefixes, bytes: for a value whose bytes are already known.
fn value_to_bytes(value: u32, bytes: &[u8]) -> Vec<Step> {
    let parts = utf8_parts(bytes).unwrap_or_default();
    let bits: usize = parts.iter().map(|part| part.payload.len()).sum();
    vec![
        binary(value, &parts, bits),
        cut(&parts),
        Step::new("prefixes", prefix_rule(&parts), TABLE, masked_parts(&parts)).asking(
            "A first byte begins with as many ones as there are bytes and a zero, each other byte with 10; one byte alone with 0.",
        ),
        Step::new(
            "bytes",
            "Eight bits are a byte: two hex digits, one for each four bits.",
            BYTES,
            [rows::bytes(bytes, Asked::Both), rows::result(bytes)].concat(),
        ),
    ]
}

/// All payload bits in one string.
fn joined(parts: &[UnitBits]) -> String {
    parts.iter().map(|part| part.payload.as_str()).collect()
}

/// How many hex digits some bits need, or a value if it has more.
fn digits(value: u32, bits: usize) -> usize {
    bits.div_ceil(4).max(format!("{value:X}").len())
}

fn binary(value: u32, parts: &[UnitBits], bits: usize) -> Step {
    let digits = digits(value, bits);
    let mut rows = rows::number(value, digits, Asked::Bits);
    rows.push(under_number("needed", digits, &joined(parts)));
    Step::new(
        "binary",
        format!(
            "Each hex digit is four bits; the form has room for {bits}, counted from the right."
        ),
        TABLE,
        rows,
    )
    .asking("Each hex digit is four bits; the form has room for some of them, from the right.")
}

/// Bits in fours that end where those of a number of some hex digits end, and how many they are.
fn under_number(label: &str, digits: usize, bits: &str) -> Row {
    let shown = fours(bits);
    let column = end_of_number(digits).saturating_sub(shown.len()).max(START);
    let row = Row::labelled(label).at(column, shown, CellRole::Payload);
    let count = format!("{} bits", bits.len());
    row.answer().then(2, count, CellRole::Text).answer()
}

/// The payload of each byte where it will stand after its prefix, and how many bits that are.
fn payloads(parts: &[UnitBits], asked: Asked) -> Vec<Row> {
    let per_row = if parts.len() == 6 { 3 } else { 5 };
    let mut rows = Vec::new();
    for (index, some) in parts.chunks(per_row).enumerate() {
        let mut bits = labelled(if index == 0 { "bits" } else { "" });
        let mut counts = labelled(if index == 0 { "count" } else { "" });
        for (place, part) in some.iter().enumerate() {
            let column = START + rows::BYTE * place + part.columns().0;
            if place > 0 {
                bits = bits.at(START + rows::BYTE * place - 2, "|", CellRole::Text);
            }
            let text = if part.payload.is_empty() {
                "-"
            } else {
                &part.payload
            };
            bits = bits.at(column, text, CellRole::Payload);
            if asked == Asked::Bits {
                bits = bits.answer();
            }
            let count = part.payload.len().to_string();
            counts = counts.at(column, count, CellRole::Other).answer();
        }
        rows.extend([bits, counts]);
    }
    rows
}

fn cut(parts: &[UnitBits]) -> Step {
    let rule = match parts {
        [_] => "One byte takes all seven bits: nothing is cut.".to_owned(),
        [lead, ..] => format!(
            "From the right, six bits for each byte but the first; the {} bits that are left are for the first.",
            lead.payload.len()
        ),
        [] => String::new(),
    };
    Step::new(
        "cut from the right",
        rule,
        TABLE,
        payloads(parts, Asked::Bits),
    )
    .asking("From the right, six bits for each byte but the first; it takes what is left, one byte alone seven.")
}

fn prefix_rule(parts: &[UnitBits]) -> String {
    match parts {
        [_] => "A byte that is a character by itself begins with 0.".to_owned(),
        _ => format!(
            "The first byte begins with as many ones as there are bytes, here {}, and a zero; each other byte with 10.",
            parts.len()
        ),
    }
}

/// The bytes with structure and payload apart.
fn masked_parts(parts: &[UnitBits]) -> Vec<Row> {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.bytes.clone()).collect();
    rows::answers(masked(&bytes, &masks_of(parts), &roles(&bytes)))
}

/// The masks of bytes whose structure and payload are apart.
pub(super) fn masks_of(parts: &[UnitBits]) -> Vec<Masks> {
    let mask = |part: &UnitBits| Masks::structure(!(0xFF_u32 >> part.structure.len()) as u8);
    parts.iter().map(mask).collect()
}

/// What each byte is, by its own bits.
pub(super) fn roles(bytes: &[u8]) -> Vec<(String, CellRole)> {
    let role = |byte: &u8| {
        let text = match (promised(*byte), byte) {
            (1, _) => "ASCII".to_owned(),
            (0, 0xFE..) => "never".to_owned(),
            (0, _) => "continues".to_owned(),
            (count, _) => format!("first of {count}"),
        };
        (text, CellRole::Other)
    };
    bytes.iter().map(role).collect()
}

/// The steps from the bytes of a character to its number.
pub(super) fn to_value(subject: &Subject<'_>, form: Utf8Form) -> Vec<Step> {
    let bytes = subject.own();
    let is_pair = form.has_pairs() && bytes.len() == 6;
    let masks = if is_pair {
        // That 1101 marks a surrogate is told by a later step.
        surrogates::prefixes(bytes)
    } else {
        subject.context.masks()
    };
    let mut steps = vec![read(bytes), prefixes(bytes, &masks)];
    if is_pair {
        steps.extend(surrogates::to_value(bytes));
    } else {
        steps.extend(join(bytes));
        if !(form.long_nul && subject.value() == 0) {
            steps.push(check(subject.value(), bytes.len(), forms(form), None));
        }
    }
    steps.push(first::character(&subject.values));
    steps
}

/// The bytes with their bits.
pub(super) fn read(bytes: &[u8]) -> Step {
    Step::new(
        "bytes",
        "Each hex digit is four bits, each byte eight.",
        BYTES,
        rows::bytes(bytes, Asked::Bits),
    )
}

/// The prefixes of the bytes.
pub(super) fn prefixes(bytes: &[u8], masks: &[Masks]) -> Step {
    Step::new(
        "prefixes",
        "The ones before the first zero of a lead byte count the bytes; each byte after it begins with 10.",
        TABLE,
        rows::answers(masked(bytes, masks, &roles(bytes))),
    )
}

/// Payload bits joined to a number, if all promised bytes are there.
pub(super) fn join(bytes: &[u8]) -> Vec<Step> {
    let Some(parts) = utf8_parts(bytes) else {
        return Vec::new();
    };
    let all = joined(&parts);
    let value = u32::from_str_radix(&all, 2).unwrap_or_default();
    let digits = digits(value, all.len());
    let mut number = vec![under_number("together", digits, &all)];
    number.extend(rows::number(value, digits, Asked::Both));
    number.push(first::numbers(value));
    vec![
        Step::new(
            "drop the prefixes",
            "What stands after the prefixes carries the value.",
            TABLE,
            payloads(&parts, Asked::Bits),
        ),
        Step::new(
            "join",
            format!(
                "The {} bits in their order are the number{}.",
                all.len(),
                if all.len().is_multiple_of(4) {
                    ""
                } else {
                    "; zeros before them make the fours whole"
                }
            ),
            TABLE,
            number,
        )
        .asking("The bits in their order are the number; zeros before them make the fours whole."),
    ]
}

/// Whether the number has the form that the table demands; `fault` is what the bytes are refused
/// for.
pub(super) fn check(value: u32, len: usize, forms: usize, fault: Option<Fault>) -> Step {
    let mut rows = table(value, forms);
    let shown = point(value);
    let beyond = forms < 6 && value > 0x10_FFFF;
    let (verdict, role) = match (bytes_of(value), value) {
        _ if beyond => (
            format!("{shown} is above U+10FFFF, in no row: refused"),
            CellRole::Wrong,
        ),
        (Some(least), _) if least != len => (
            format!(
                "{shown} needs {} and has {len}: refused",
                count_of_bytes(least)
            ),
            CellRole::Wrong,
        ),
        (_, 0xD800..=0xDFFF) if fault.is_some() => (
            format!("{shown} is one of U+D800..U+DFFF, halves of pairs of UTF-16: refused"),
            CellRole::Wrong,
        ),
        _ => (
            format!("{shown} needs {} and has {len}", count_of_bytes(len)),
            CellRole::Text,
        ),
    };
    let verdict = prose("check", &verdict, role).into_iter();
    rows.extend(verdict.map(Row::answer));
    Step::new(
        "check the form",
        "Only the shortest form of a number is well-formed, and surrogates are no characters.",
        table_source(forms),
        rows,
    )
}

/// The value of some bytes, if they are all that their lead byte promises.
pub(super) fn value_of(bytes: &[u8]) -> Option<u32> {
    let (lead, rest) = bytes.split_first()?;
    if rest.iter().any(|byte| byte & 0xC0 != 0x80) {
        return None;
    }
    u32::from_str_radix(&joined(&utf8_parts(bytes)?), 2)
        .ok()
        .filter(|_| promised(*lead) > 0)
}
