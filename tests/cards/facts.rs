//! What the cards say, recomputed.
//!
//! Invariant: no expected value comes from the rooms that make the cards.

use crate::cards::{encoding, rows, rows_at};
use hexloupe::codec::table;
use hexloupe::explain::card::CardSample;
use hexloupe::explain::sheet::{CellRole, SheetRow};
use hexloupe::language::Language;
use hexloupe::unicode::glyph::{self, Charset};

/// The number that a text ends with, without its commas.
fn number(text: &str) -> u64 {
    let digits = text.replace(',', "");
    digits
        .parse()
        .unwrap_or_else(|_| panic!("{text} is a number"))
}

fn last(row: &SheetRow) -> &str {
    row.cells.last().map_or("", |cell| cell.text.as_str())
}

fn texts(row: &SheetRow) -> Vec<&str> {
    row.cells.iter().map(|cell| cell.text.as_str()).collect()
}

/// The bytes of `80..BF E0`.
fn bytes_of(ranges: &str) -> Vec<u8> {
    let hex = |text| u8::from_str_radix(text, 16).expect("hex digits");
    { ranges.split(' ') }
        .flat_map(|range| match range.split_once("..") {
            Some((first, last)) => hex(first)..=hex(last),
            None => hex(range)..=hex(range),
        })
        .collect()
}

/// Whether some bytes are the beginning of UTF-8, or all of it.
fn may_be_utf8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && error.valid_up_to() == 0,
    }
}

#[test]
fn the_rows_of_the_range_table_have_as_many_characters_as_there_are() {
    let mut counts = [0_u64; 5];
    for c in '\0'..=char::MAX {
        counts[c.len_utf8()] += 1;
    }
    let table = rows("range-table", "utf-8", b"A", 0);
    for bytes in 1..=4 {
        let row = texts(&table[bytes]);
        assert_eq!(row[0], bytes.to_string());
        assert_eq!(number(row[4]), counts[bytes]);
        let bits = row[2].chars().filter(|bit| *bit == 'x').count();
        assert_eq!(row[3], bits.to_string());
        assert_eq!(row[2].replace(' ', "").len(), bytes * 8);
    }
    let mut units = [0_u64; 3];
    for c in '\0'..=char::MAX {
        units[c.len_utf16()] += 1;
    }
    let table = rows("range-table", "utf-16be", b"\0A", 0);
    let counted: Vec<u64> = table[1..=3].iter().map(|row| number(last(row))).collect();
    assert_eq!([counted[0] + counted[1], counted[2]], units[1..]);
}

#[test]
fn the_row_that_applies_is_that_of_the_length_in_bytes() {
    for c in [
        '\0',
        '\x7F',
        '\u{80}',
        '\u{7FF}',
        '\u{800}',
        '\u{FFFF}',
        '\u{10000}',
        char::MAX,
    ] {
        let text = c.to_string();
        let table = rows("range-table", "utf-8", text.as_bytes(), 0);
        let chosen = table
            .iter()
            .position(|row| row.cells[0].role == CellRole::Chosen);
        assert_eq!(chosen, Some(text.len()), "{c:?}");
    }
}

/// What a byte is, by trials of the standard library.
fn sign(byte: u8) -> String {
    let tails = |len: usize| {
        let second = (0x80..=0xBF_u8).map(move |second| {
            let rest = std::iter::repeat_n(0x80, len - 2);
            let bytes = [byte, second].into_iter().chain(rest);
            bytes.collect::<Vec<u8>>()
        });
        second
            .into_iter()
            .any(|bytes| std::str::from_utf8(&bytes).is_ok())
    };
    if let Ok(text) = std::str::from_utf8(&[byte]) {
        let c = text.chars().next().expect("a character");
        return glyph::for_char(c, 2, Charset::Unicode).text;
    }
    if std::str::from_utf8(&[0xC2, byte]).is_ok() {
        return "10".to_owned();
    }
    match (2..=4).find(|len| tails(*len)) {
        Some(len) => format!("L{len}"),
        None => "never".to_owned(),
    }
}

#[test]
fn the_byte_map_of_utf_8_has_the_parts_that_trials_find() {
    let map = rows("byte-map", "utf-8", b"A", 0);
    for byte in 0..=u8::MAX {
        let cell = &map[1 + usize::from(byte >> 4)].cells[1 + usize::from(byte & 15)];
        let expected = sign(byte);
        match expected.as_str() {
            "never" => assert_eq!(cell.role, CellRole::Wrong, "{byte:02X}"),
            _ => assert_eq!(cell.text, expected, "{byte:02X}"),
        }
        assert_eq!(cell.role == CellRole::Chosen, byte == b'A', "{byte:02X}");
    }
}

#[test]
fn the_byte_map_of_a_set_has_the_characters_of_the_web_decoder() {
    let sets = table::all().filter(|set| set.max_len == 1);
    let mut checked = 0;
    for set in sets {
        let Some(web) = encoding_rs::Encoding::for_label(set.id.as_bytes()) else {
            continue;
        };
        if !web.is_single_byte() || !web.name().eq_ignore_ascii_case(set.id) {
            continue;
        }
        checked += 1;
        let map = rows("byte-map", set.id, b"A", 0);
        for byte in 0..=u8::MAX {
            let cell = &map[1 + usize::from(byte >> 4)].cells[1 + usize::from(byte & 15)];
            let decoded = web
                .decode_without_bom_handling_and_without_replacement(&[byte])
                .map(std::borrow::Cow::into_owned);
            let Some(c) = decoded.and_then(|text| text.chars().next()) else {
                assert_eq!(cell.role, CellRole::Wrong, "{} {byte:02X}", set.id);
                continue;
            };
            let expected = glyph::for_char(c, 2, Charset::Unicode).text;
            assert_eq!(cell.text, expected, "{} {byte:02X}", set.id);
        }
    }
    assert!(checked >= 25, "{checked}");
}

#[test]
fn the_automaton_accepts_what_the_standard_library_would_go_on_with() {
    let telling = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
        0xF3, 0xF4, 0xF5,
    ];
    for lead in telling {
        for second in telling {
            check_automaton(&[lead, second, 0x80, 0x80]);
        }
    }
}

#[track_caller]
fn check_automaton(bytes: &[u8]) {
    let sample = CardSample::new(encoding("utf-8"), bytes).expect("there are bytes");
    let place = sample.place(0, Language::English);
    let data = &place.context.bytes[place.context.at..];
    let rows = rows_at("automaton", &place);
    let from = rows
        .iter()
        .position(|row| row.text().starts_with(" byte"))
        .expect("a trace");
    for (index, row) in rows[from + 1..]
        .iter()
        .enumerate()
        .take_while(|(_, row)| row.cells.len() == 4)
    {
        let [byte, _, accepted, after] = texts(row)[..] else {
            panic!("four cells: {row:?}");
        };
        assert_eq!(byte, format!("{:02X}", data[index]), "{bytes:02X?}");
        let before = &data[..index];
        let goes_on = |byte: &u8| may_be_utf8(&[before, &[*byte]].concat());
        let expected: Vec<u8> = (0..=u8::MAX).filter(goes_on).collect();
        assert_eq!(
            bytes_of(accepted),
            expected,
            "{bytes:02X?} after {before:02X?}"
        );
        assert_eq!(
            after == "refused",
            !expected.contains(&data[index]),
            "{bytes:02X?}"
        );
        let whole = std::str::from_utf8(&data[..=index]).is_ok();
        assert_eq!(after == "start", whole, "{bytes:02X?}");
    }
    // The first chunk of the data ends where the trace does.
    let traced = rows[from + 1..]
        .iter()
        .take_while(|row| row.cells.len() == 4)
        .count();
    let chunk = data.utf8_chunks().next().expect("a chunk");
    if chunk.valid().is_empty() {
        let refused =
            chunk.invalid().len() + usize::from(texts(&rows[from + traced])[3] == "refused");
        assert!(traced == refused || traced == 1, "{bytes:02X?}");
    }
}

#[test]
fn the_sizes_are_those_of_other_encoders() {
    for text in ["мир", "été", "日本", "A", "mixed: é м 日"] {
        let table = rows("sizes", "utf-8", text.as_bytes(), 0);
        for row in &table[2..] {
            let cells = texts(row);
            let [name, size, ..] = cells[..] else {
                continue;
            };
            let expected = match name {
                "UTF-8" => text.len(),
                "UTF-16" => text.encode_utf16().count() * 2,
                "UTF-32" => text.chars().count() * 4,
                _ => {
                    let Some(web) = encoding_rs::Encoding::for_label(name.as_bytes()) else {
                        continue;
                    };
                    if !web.name().eq_ignore_ascii_case(name) {
                        continue;
                    }
                    let (bytes, _, lacks) = web.encode(text);
                    if lacks {
                        // The decoders of these read letters that the web's encoders leave out.
                        let reads_more = ["Big5", "EUC-JP"].contains(&name);
                        assert!(size == "-" || reads_more, "{name} {text}");
                        continue;
                    }
                    assert_ne!(size, "-", "{name} {text}");
                    bytes.len()
                }
            };
            assert_eq!(number(size), expected as u64, "{name} {text}");
        }
    }
}

#[test]
fn the_planes_add_up_to_unicode() {
    let rows = rows("planes", "utf-8", "😀".as_bytes(), 0);
    let planes = &rows[2..19];
    let sum: u64 = planes.iter().map(|row| number(last(row))).sum();
    assert_eq!(sum, ('\0'..=char::MAX).count() as u64);
    assert!(last(&rows[19]).ends_with("1,112,064") && rows[19].text().contains("1,114,112"));
    let chosen = planes
        .iter()
        .position(|row| row.cells[0].role == CellRole::Chosen);
    assert_eq!(chosen, Some(1));
}

#[test]
fn a_unit_in_both_orders_is_what_the_standard_library_reads() {
    for bytes in [[0x3C, 0x04], [0xFF, 0xFE], [0x00, 0x00], [0x41, 0x00]] {
        let rows = rows("byte-order", "utf-16le", &bytes, 0);
        let shown: String = rows
            .iter()
            .map(|row| {
                row.text()
                    + "
"
            })
            .collect();
        for unit in [u16::from_le_bytes(bytes), u16::from_be_bytes(bytes)] {
            assert!(
                shown.contains(&format!("= 0x{unit:04X} = {unit}\n")),
                "{shown}"
            );
        }
    }
}

#[test]
fn ascii_stands_in_its_columns_and_koi8_stays_readable() {
    let rows = rows("ascii", "utf-8", b"A", 0);
    for byte in 0x21..0x7F_u8 {
        let cell = &rows[1 + usize::from(byte & 15)].cells[1 + usize::from(byte >> 4)];
        assert_eq!(cell.text, char::from(byte).to_string());
        assert_eq!(cell.role == CellRole::Chosen, byte == b'A');
    }
    let (bytes, ..) = encoding_rs::KOI8_R.encode("Привет");
    let left: String = bytes.iter().map(|byte| char::from(byte & 0x7F)).collect();
    let said: String = rows.iter().map(|row| row.text() + " ").collect();
    assert!(said.contains(&format!("{left}.")), "{said}");
}

/// The texts that a card of misread text shows, each after the name of the set.
fn looks(rows: &[SheetRow]) -> Vec<(String, String)> {
    let cells = rows.iter().flat_map(|row| &row.cells);
    let cells: Vec<_> = cells.collect();
    let pairs = cells
        .windows(2)
        .filter(|pair| pair[0].role == CellRole::Other && pair[1].role == CellRole::Value);
    pairs
        .map(|pair| (pair[0].text.clone(), pair[1].text.clone()))
        .collect()
}

#[test]
fn misread_words_are_what_encoding_rs_reads() {
    // CP850 is not of the web: its letters were looked up in the table of the Unicode Consortium.
    let by_hand = [("CP850", "caf├®"), ("CP850", "cafÚ")];
    for (word, written) in [
        ("Привет", encoding_rs::UTF_8),
        ("Привет", encoding_rs::WINDOWS_1251),
        ("café", encoding_rs::UTF_8),
        ("café", encoding_rs::WINDOWS_1252),
    ] {
        let (bytes, _, _) = written.encode(word);
        let shown = looks(&rows("misread", "utf-8", word.as_bytes(), 0));
        let mut judged = 0;
        for (name, text) in &shown {
            let Some(read) = encoding_rs::Encoding::for_label(name.as_bytes()) else {
                assert!(
                    by_hand.contains(&(name.as_str(), text.as_str())),
                    "{name} {text}"
                );
                continue;
            };
            // What is not to be seen has a stand-in.
            let (expected, _) = read.decode_without_bom_handling(&bytes);
            if expected
                .chars()
                .all(|c| glyph::for_char(c, 1, Charset::Unicode).text == c.to_string())
            {
                judged += usize::from(*text == expected);
            }
        }
        assert!(judged >= 3, "{word} in {}: {shown:?}", written.name());
    }
}

#[test]
fn the_example_of_a_chain_is_told_from_bytes_to_bytes() {
    let row = hexloupe::codec::misread::by_id("utf-8,windows-1251").expect("a row");
    let sample = CardSample::usual(row).expect("an example");
    let rows = rows_at("misread", &sample.place(0, Language::English));
    let words = |row: &SheetRow| row.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = rows.iter().map(words).collect();
    // Worked out by hand: Р is U+0420, џ U+045F, С U+0421, Ђ U+0402, ё U+0451, І U+0406.
    for expected in [
        "Привет in UTF-8 D0 9F D1 80 D0 B8 D0 B2 D0 B5 D1 82",
        "read as windows-1251 РџСЂРёРІРµС‚",
        "saved in UTF-8 D0 A0 D1 9F D0 A1 D0 82 D0 A0 D1 91 D0 A0 D0 86 …",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}: {lines:#?}"
        );
    }
}
