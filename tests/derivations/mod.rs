//! Derivations, recomputed by other code: the standard library, and the arithmetic a reader would
//! do with the digits of the rows.
mod misread;
mod presentation;

use hexloupe::codec::{Encoding, Fault, table};
use hexloupe::explain::derivation::{self, Derivation, DerivationStep};
use hexloupe::explain::sheet::{CellRole, SheetRow, WIDTH};
use hexloupe::language::Language;

fn encoding(id: &str) -> &'static Encoding {
    table::by_id(id).unwrap()
}

fn encode(encoding: &'static Encoding, value: u32) -> Derivation {
    derivation::encode(encoding, value, Language::English)
}

fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Vec<Derivation> {
    derivation::decode(encoding, bytes, Language::English)
}

/// The whole derivation as text.
fn page(derivation: &Derivation) -> String {
    let mut out = String::new();
    for step in &derivation.steps {
        let head = [&step.title, ": ", &step.rule, " [", step.source, "]\n"];
        out.extend(head);
        for row in &step.rows {
            out.extend([row.text().as_str(), "\n"]);
        }
    }
    out
}

/// The end of a sentence: Chinese has a full stop of its own.
const SENTENCE_END: [char; 2] = ['.', '。'];

/// The truths of every derivation.
#[track_caller]
fn check(derivation: &Derivation) {
    assert!(!derivation.steps.is_empty());
    for step in &derivation.steps {
        assert!(!step.title.is_empty() && !step.source.is_empty());
        assert!(step.rule.ends_with(SENTENCE_END), "{}", page(derivation));
        for row in &step.rows {
            assert!(row.end() <= WIDTH, "{} {}", row.end(), row.text());
            let mut at = 0;
            for cell in &row.cells {
                assert!(cell.column >= at && !cell.text.is_empty(), "{}", row.text());
                at = cell.end();
            }
        }
    }
}

fn step<'a>(derivation: &'a Derivation, title: &str) -> &'a DerivationStep {
    let mut steps = derivation.steps.iter();
    let found = steps.find(|step| step.title == title);
    found.unwrap_or_else(|| panic!("no {title} in {}", page(derivation)))
}

/// The last row of a step with a label.
fn row<'a>(step: &'a DerivationStep, label: &str) -> &'a SheetRow {
    let labelled = |row: &&SheetRow| row.cells.first().is_some_and(|cell| cell.text == label);
    step.rows.iter().rfind(labelled).unwrap()
}

/// The texts after the label, joined.
fn joined(row: &SheetRow) -> String {
    let cells = row.cells[1..].iter();
    cells.map(|cell| cell.text.as_str()).collect()
}

/// The bytes of the last row of the last step.
fn result(derivation: &Derivation) -> Vec<u8> {
    let cells = row(derivation.steps.last().unwrap(), "bytes").cells[1..].iter();
    let byte = |text: &str| u8::from_str_radix(text, 16).unwrap();
    cells.map(|cell| byte(&cell.text)).collect()
}

/// The number that the bits of a row make.
fn binary(row: &SheetRow) -> u32 {
    let bits = row.cells.iter();
    let bits = bits.filter(|cell| cell.role == CellRole::Payload);
    let bits: String = bits.map(|cell| cell.text.replace(' ', "")).collect();
    u32::from_str_radix(&bits, 2).unwrap()
}

/// The number in hex at the beginning of a row, before its decimal.
fn hexadecimal(row: &SheetRow) -> u32 {
    let text = joined(row);
    let hex = text.split('=').next().unwrap().trim();
    u32::from_str_radix(hex, 16).unwrap()
}

/// All of those that are written in different lengths around each border, and every seventh: a
/// derivation is made of bits, of which each is 0 and 1 with all others.
fn scalar_values() -> impl Iterator<Item = char> {
    let is_near = |value: u32| {
        let borders = [0x80, 0x800, 0xD800, 0xE000, 0x1_0000, 0x10_FFFF];
        value < 0x3000 || borders.iter().any(|border| value.abs_diff(*border) < 0x100)
    };
    ('\0'..=char::MAX).filter(move |c| u32::from(*c) % 7 == 0 || is_near(u32::from(*c)))
}

#[test]
fn scalar_values_in_utf_8() {
    let utf_8 = encoding("utf-8");
    for c in scalar_values() {
        let mut expected = [0; 4];
        let expected = c.encode_utf8(&mut expected).as_bytes();
        let there = encode(utf_8, u32::from(c));
        assert_eq!(there.bytes.as_deref(), Some(expected));
        assert_eq!(result(&there), expected);
        // Prefixes and payload side by side are the bytes.
        let bits = joined(row(step(&there, "prefixes"), "bits"));
        let bytes: Vec<u8> = { bits.as_bytes().chunks(8) }
            .map(|bits| u8::from_str_radix(str::from_utf8(bits).unwrap(), 2).unwrap())
            .collect();
        assert_eq!(bytes, expected);
        assert_eq!(
            binary(row(step(&there, "cut from the right"), "bits")),
            u32::from(c)
        );
        assert_eq!(binary(row(step(&there, "binary"), "needed")), u32::from(c));
        let marked = step(&there, "how many bytes").rows.iter();
        let marked: Vec<&SheetRow> = marked
            .filter(|row| row.cells[0].role == CellRole::Chosen)
            .collect();
        assert_eq!(marked.len(), 1);
        assert!(
            marked[0].cells[2]
                .text
                .starts_with(&expected.len().to_string())
        );
        let back = decode(utf_8, expected);
        assert_eq!(
            (back.len(), &back[0].code_points[..]),
            (1, &[u32::from(c)][..])
        );
        assert_eq!(
            binary(row(step(&back[0], "drop the prefixes"), "bits")),
            u32::from(c)
        );
        assert_eq!(
            hexadecimal(row(step(&back[0], "join"), "hex")),
            u32::from(c)
        );
    }
}

#[test]
fn scalar_values_in_utf_16() {
    let (big, little) = (encoding("utf-16be"), encoding("utf-16le"));
    for c in scalar_values() {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units);
        let expected: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let there = encode(big, u32::from(c));
        assert_eq!(result(&there), expected);
        let back = decode(big, &expected);
        assert_eq!(
            (back.len(), &back[0].code_points[..]),
            (1, &[u32::from(c)][..])
        );
        let (last, label) = match units.len() {
            1 => ("one unit", "hex"),
            _ => ("join, plus 0x10000", "number"),
        };
        assert_eq!(hexadecimal(row(step(&back[0], last), label)), u32::from(c));
        if units.len() == 2 {
            let row = row(step(&there, "prefixes"), "units");
            let expected: Vec<String> = units.iter().map(|unit| format!("{unit:04X}")).collect();
            assert_eq!(joined(row), expected.concat());
        }
        if u32::from(c) % 64 < 8 {
            let swapped: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            assert_eq!(result(&encode(little, u32::from(c))), swapped);
            assert_eq!(decode(little, &swapped)[0].code_points, [u32::from(c)]);
        }
    }
}

#[test]
fn scalar_values_in_utf_32() {
    let (big, little) = (encoding("utf-32be"), encoding("utf-32le"));
    for c in scalar_values() {
        let value = u32::from(c);
        let there = encode(big, value);
        assert_eq!(result(&there), value.to_be_bytes());
        assert_eq!(hexadecimal(row(step(&there, "one unit"), "hex")), value);
        if value % 16 == 3 {
            assert_eq!(result(&encode(little, value)), value.to_le_bytes());
            let back = decode(little, &value.to_le_bytes());
            assert_eq!(hexadecimal(row(step(&back[0], "one unit"), "hex")), value);
        }
    }
}

#[test]
fn every_row_of_the_table_goes_there_and_back() {
    let others = [
        0x4E9C, 0xAC00, 0xFF71, 0xFFE5, 0x1F600, 0x10FFFF, 0xD800, 0x110000,
    ];
    for encoding in table::all() {
        let sample = (0..0x600).chain((0x600..0x2C00).step_by(7)).chain(others);
        for value in sample {
            let there = encode(encoding, value);
            check(&there);
            let Some(bytes) = there.bytes.clone() else {
                assert!(
                    there
                        .reason
                        .is_some_and(|reason| reason.ends_with(SENTENCE_END))
                );
                continue;
            };
            assert_eq!(result(&there), bytes, "{encoding:?} U+{value:04X}");
            let back = decode(encoding, &bytes);
            back.iter().for_each(check);
            let values: Vec<u32> = back
                .iter()
                .flat_map(|one| one.code_points.clone())
                .collect();
            assert_eq!(values, [value], "{encoding:?} {bytes:02X?}");
        }
    }
}

#[test]
fn old_forms_and_lone_surrogates_are_written_where_they_are_read() {
    let check = |id: &str, value: u32, expected: Option<&[u8]>| {
        assert_eq!(
            encode(encoding(id), value).bytes.as_deref(),
            expected,
            "{id} {value:X}"
        );
    };
    check("utf-8-legacy", 0x20_0000, Some(b"\xF8\x88\x80\x80\x80"));
    check(
        "utf-8-legacy",
        0x7FFF_FFFF,
        Some(b"\xFD\xBF\xBF\xBF\xBF\xBF"),
    );
    check("utf-8-legacy", 0x8000_0000, None);
    check("utf-8", 0x20_0000, None);
    check("wtf-8", 0xD83D, Some(b"\xED\xA0\xBD"));
    check("cesu-8", 0xD83D, None);
    check("mutf-8", 0, Some(b"\xC0\x80"));
    check("cesu-8", 0x1F600, Some(b"\xED\xA0\xBD\xED\xB8\x80"));
}

/// Bytes for each kind of fault: encoding, bytes, the kinds in their order, what the bits would
/// have meant.
type Case = (
    &'static str,
    &'static [u8],
    &'static [Fault],
    &'static [u32],
);

use Fault::*;

#[rustfmt::skip]
const FAULTS: &[Case] = &[
    ("utf-8", b"\xBF", &[Utf8StrayContinuation], &[]),
    ("utf-8", b"\xC0\xAF", &[Utf8Overlong, Utf8StrayContinuation], &[0x2F]),
    ("utf-8", b"\xC0\x80", &[Utf8Overlong, Utf8StrayContinuation], &[0]),
    ("utf-8", b"\xED\xA0\xBD", &[Utf8Surrogate, Utf8StrayContinuation, Utf8StrayContinuation], &[0xD83D]),
    ("utf-8", b"\xF4\x90\x80\x80", &[Utf8TooLarge, Utf8StrayContinuation, Utf8StrayContinuation, Utf8StrayContinuation], &[0x110000]),
    ("utf-8", b"\xF8\x88\x80\x80\x80", &[Utf8Legacy5Byte, Utf8StrayContinuation, Utf8StrayContinuation, Utf8StrayContinuation, Utf8StrayContinuation], &[0x200000]),
    ("utf-8", b"\xFC", &[Utf8Legacy6Byte], &[]),
    ("utf-8", b"\xFE", &[Utf8NeverByte], &[]),
    ("utf-8", b"\xE2\x82A", &[Utf8CutShort], &[]),
    ("utf-8", b"\xE2\x82", &[Utf8Truncated], &[]),
    ("utf-16be", b"\xD8\x3D\0A", &[Utf16LoneHigh], &[0xD83D]),
    ("utf-16be", b"\xDE\0\0A", &[Utf16LoneLow], &[0xDE00]),
    ("utf-16be", b"\0", &[Utf16OddByte], &[]),
    ("utf-32be", b"\0\0\xD8\0", &[Utf32Surrogate], &[0xD800]),
    ("utf-32be", b"\0\x11\0\0", &[Utf32TooLarge], &[0x110000]),
    ("utf-32be", b"\0\0\0", &[Utf32Truncated], &[]),
    ("ascii", b"\xC0", &[AsciiHighByte], &[]),
    ("utf-7", b"\xC3", &[Utf7NonAscii], &[]),
    ("utf-7", b"+ ", &[Utf7IllFormedShift], &[]),
    ("utf-7", b"+A-", &[Utf7PartialUnit], &[]),
    ("utf-7", b"+2D0-", &[Utf7LoneSurrogate], &[0xD83D]),
    ("cesu-8", b"\xED\xA0\xBDa", &[Cesu8Unpaired], &[0xD83D]),
    ("cesu-8", b"\xF0\x9F\x98\x80", &[Cesu8FourByte, Utf8StrayContinuation, Utf8StrayContinuation, Utf8StrayContinuation], &[0x1F600]),
    ("mutf-8", b"\xF0\x9F\x98\x80", &[Mutf8FourByte, Utf8StrayContinuation, Utf8StrayContinuation, Utf8StrayContinuation], &[0x1F600]),
    ("wtf-8", b"\xED\xA0\xBD\xED\xB8\x80", &[Wtf8SplitPair, Wtf8SplitPair], &[0xD83D, 0xDE00]),
    ("windows-1253", b"\xFF", &[LegacyUnmapped], &[]),
    ("shift_jis", b"\x81\x20", &[LegacyMalformed], &[]),
    ("gb18030", b"\x81\x39", &[LegacyTruncated], &[]),
    ("iso-2022-jp", b"\x1BZ", &[Iso2022BadEscape], &[]),
    ("iso-2022-jp", b"\x1B$B\x1B(B", &[Iso2022EmptyRun], &[]),
    ("replacement", b"a", &[ReplacementEncoding], &[]),
];

#[test]
fn every_fault_has_its_steps_and_its_reason() {
    for (id, bytes, kinds, values) in FAULTS {
        let all = decode(encoding(id), bytes);
        all.iter().for_each(check);
        let covered: Vec<u8> = all
            .iter()
            .flat_map(|one| one.bytes.clone().unwrap())
            .collect();
        assert_eq!(covered, *bytes, "{id}");
        let told = all.iter().find(|one| !one.is_well_formed()).unwrap();
        assert_eq!(
            (&told.faults[..], &told.code_points[..]),
            (*kinds, *values),
            "{id} {bytes:02X?}"
        );
        assert!(told.reason.is_some() && !told.steps.last().unwrap().rule.is_empty());
    }
    for fault in Fault::ALL {
        let told = |(_, _, kinds, _): &Case| kinds.contains(fault);
        assert!(FAULTS.iter().any(told), "{}", fault.id());
    }
}

#[test]
fn what_an_overlong_form_would_have_meant_slips_past_a_filter() {
    let told = decode(encoding("utf-8"), b"\xC0\xAF");
    assert_eq!(hexadecimal(row(step(&told[0], "join"), "hex")), 0x2F);
    let text = page(&told[0]);
    for part in [
        "> U+0000..U+007F",
        "U+002F needs 1 byte and has 2: refused",
        "A filter for the byte 2F does not find it in C0 AF",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_pair_in_three_bytes_each_is_one_story() {
    let told = decode(encoding("utf-8"), b"\xED\xA0\xBD\xED\xB8\x80");
    assert_eq!(
        (told.len(), &told[0].code_points[..]),
        (1, &[0xD83D, 0xDE00][..])
    );
    assert_eq!(
        hexadecimal(row(step(&told[0], "join, plus 0x10000"), "number")),
        0x1F600
    );
}
