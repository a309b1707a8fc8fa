//! The single-byte sets that `encoding_rs` does not have, compared with published tables.
//!
//! A file of `tables` holds one table: its source, then rows of 16 code points in hex with the byte
//! of the first. If it has no lower half, the lower half is ASCII; if it has no upper half, those
//! bytes have no character. Invariant: no file was made from a table of ours.

use hexloupe::codec::{CodecState, Encoding, Family, Fault, Meaning, table};
use std::fs;
use std::path::Path;

/// What each byte is.
type Chars = [Option<char>; 256];

/// The tables by the ids of their rows.
fn published() -> Vec<(String, Chars)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let id = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    files
        .map(|path| (id(&path), read(&fs::read_to_string(&path).unwrap())))
        .collect()
}

fn read(text: &str) -> Chars {
    let mut chars = [None; 256];
    let rows: Vec<_> = text
        .lines()
        .filter_map(|line| line.split_once(": "))
        .collect();
    if rows.iter().all(|(start, _)| *start != "00") {
        for byte in 0..0x80u8 {
            chars[usize::from(byte)] = Some(char::from(byte));
        }
    }
    for (start, points) in rows {
        // A line of the header may have a colon too.
        let Ok(start) = usize::from_str_radix(start, 16) else {
            continue;
        };
        for (index, point) in points.split(' ').enumerate() {
            let value = u32::from_str_radix(point, 16).ok();
            chars[start + index] = value.and_then(char::from_u32);
        }
    }
    chars
}

fn encoding(id: &str) -> &'static Encoding {
    table::by_label(id).unwrap().encoding()
}

/// The sets with one byte per character.
fn sets() -> impl Iterator<Item = &'static Encoding> {
    let single = table::all().filter(|encoding| encoding.max_len == 1);
    single.filter(|encoding| encoding.id != "replacement")
}

fn decode(encoding: &Encoding, byte: u8) -> Meaning {
    encoding.decode(&mut CodecState::default(), &[byte]).meaning
}

#[test]
fn every_byte_is_what_the_published_table_says() {
    for (id, chars) in published() {
        let encoding = encoding(&id);
        assert_eq!(encoding.id, id);
        for byte in 0..=255 {
            let found = decode(encoding, byte).scalar();
            assert_eq!(found, chars[usize::from(byte)], "{id} {byte:02X}");
        }
    }
}

#[test]
fn every_set_has_a_published_table_or_is_one_of_the_webs() {
    let published = published();
    for encoding in sets() {
        let web = encoding_rs::Encoding::for_label(encoding.id.as_bytes());
        let by_web = web.is_some_and(|web| web.name().eq_ignore_ascii_case(encoding.id));
        let by_number = ["ascii", "iso-8859-1"].contains(&encoding.id);
        let by_table = published.iter().any(|(id, _)| id == encoding.id);
        let witnesses = [by_web, by_number, by_table].into_iter();
        assert_eq!(witnesses.filter(|held| *held).count(), 1, "{encoding:?}");
    }
}

#[test]
fn a_character_is_written_as_the_byte_that_is_read_as_it() {
    // IBM's tone marks above tall letters are read but never written.
    let read_only = |id: &str, byte| id == "ibm874" && matches!(byte, 0xA0 | 0xDB..=0xDE);
    for encoding in sets() {
        for byte in 0..=255u8 {
            let Some(c) = decode(encoding, byte).scalar() else {
                continue;
            };
            let mut out = Vec::new();
            encoding
                .encode(&mut CodecState::default(), c, &mut out)
                .unwrap();
            let same = out == [byte];
            assert_eq!(
                same,
                !read_only(encoding.id, byte),
                "{encoding:?} {byte:02X}"
            );
        }
    }
    let mut out = Vec::new();
    let thai = encoding("ibm874");
    thai.encode(&mut CodecState::default(), '\u{E48}', &mut out)
        .unwrap();
    assert_eq!(out, [0xE8]);
}

#[test]
fn a_byte_without_a_character_is_a_fault_of_its_kind() {
    for encoding in sets() {
        let seven = encoding.family == Family::Iso646 || encoding.id == "ascii";
        for byte in 0..=255 {
            let Some(fault) = decode(encoding, byte).fault() else {
                continue;
            };
            let kind = if seven {
                Fault::AsciiHighByte
            } else {
                Fault::LegacyUnmapped
            };
            assert_eq!(fault, kind, "{encoding:?} {byte:02X}");
            assert!(!seven || byte >= 0x80);
        }
    }
}

#[test]
fn a_row_says_whether_its_lower_half_is_ascii() {
    for encoding in sets() {
        let ascii =
            (0..0x80).all(|byte| decode(encoding, byte) == Meaning::Scalar(char::from(byte)));
        assert_eq!(encoding.ascii, ascii, "{encoding:?}");
        let other = matches!(encoding.family, Family::Ebcdic | Family::Iso646);
        let other = other || ["cp864", "viscii"].contains(&encoding.id);
        assert_eq!(ascii, !other, "{encoding:?}");
    }
}

#[test]
fn a_row_says_who_used_it_in_one_short_line() {
    for encoding in sets() {
        let columns = encoding.used.chars().count();
        assert!((1..=60).contains(&columns), "{encoding:?} {columns}");
        assert!(!encoding.used.ends_with('.'), "{encoding:?}");
        let years = encoding
            .since
            .is_none_or(|year| (1963..=2002).contains(&year));
        assert!(years, "{encoding:?}");
    }
}
