//! The card's lines: their places, and their texts for absent bytes and for addresses.

use super::*;
use crate::codec::table;
use crate::detect::verdict::{Evidence, Verdict};
use crate::window::Hole;

/// Bytes with holes; the addresses are `first` more than the offsets.
struct Data {
    bytes: Vec<u8>,
    holes: Vec<Hole>,
    first: u64,
}

impl Peek for Data {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.bytes.window(start, len);
        let holes = self.holes.iter();
        window.holes = { holes.filter_map(|hole| hole.cut(start, window.end())) }.collect();
        window
    }

    fn address(&self, offset: u64) -> u64 {
        offset + self.first
    }

    fn offset_of(&self, address: u64) -> u64 {
        address.saturating_sub(self.first)
    }
}

fn data(bytes: &[u8], holes: &[(u64, u64, Absence)]) -> Data {
    let holes = holes.iter();
    Data {
        bytes: bytes.to_vec(),
        holes: { holes.map(|&(start, end, why)| Hole { start, end, why }) }.collect(),
        first: 0,
    }
}

/// The lines of the card with the cursor at an offset.
fn shown(data: &dyn Peek, at: u64, width: u16) -> Vec<String> {
    let reading = Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::Assumed,
    };
    let mut view = View::new(String::new(), reading);
    view.cursor.offset = at;
    let facts = Facts {
        dump: DumpState::Imported("xxd"),
        ..Facts::default()
    };
    let lines = card(data, &view, &facts, width);
    lines.iter().map(TonedLine::text).collect()
}

/// The text on the line of a kind after its label.
#[track_caller]
fn line_of(data: &dyn Peek, at: u64, label: &str) -> String {
    let lines = shown(data, at, 80);
    let line = lines
        .iter()
        .find(|line| line.starts_with(&format!(" {label} ")));
    let words: Vec<_> = line.unwrap()[label.len() + 1..]
        .split_whitespace()
        .collect();
    words.join(" ")
}

#[test]
fn the_card_has_its_height_and_fits_every_width() {
    let bytes: Vec<u8> = (0u8..40).map(|byte| byte.wrapping_mul(37)).collect();
    for width in 27..=300 {
        for at in [0, 1, 24, 25, 36, 39] {
            let lines = shown(&bytes, at, width);
            assert_eq!(lines.len(), usize::from(height(width)), "{width}");
            let fits = |line: &String| line.len() < usize::from(width);
            assert!(lines.iter().all(fits), "{width}: {lines:#?}");
        }
    }
}

#[test]
fn every_digit_is_shown_in_every_width() {
    let digits = "0123456789";
    let uuid = b"\x91\x91\x08\xf7\x52\xd1\x43\x20\x9b\xac\xf8\x47\xdb\x41\x48\xa8";
    let count = |width| {
        let text = shown(uuid, 0, width).concat();
        let text: String = text.split_whitespace().collect();
        let words = ["LE", "BE", "littleendian", "bigendian"];
        let text = words.iter().fold(text, |text, word| text.replace(word, ""));
        digits
            .chars()
            .map(|digit| text.matches(digit).count())
            .collect::<Vec<_>>()
    };
    for width in 27..=120 {
        assert_eq!(count(width), count(200), "{width}");
    }
}

#[test]
fn labels_do_not_move() {
    let bytes: Vec<u8> = (0u8..60).map(|byte| byte.wrapping_mul(91)).collect();
    for width in [27, 40, 62, 80, 120] {
        let labels = |at| -> Vec<String> {
            let lines = shown(&bytes, at, width).into_iter();
            lines
                .map(|line| {
                    line.chars()
                        .take(10)
                        .collect::<String>()
                        .trim_end()
                        .to_owned()
                })
                .collect()
        };
        for at in 1..60 {
            assert_eq!(labels(at), labels(0), "{width} at {at}");
        }
    }
}

#[test]
fn near_the_end_it_says_how_many_bytes_a_kind_needs() {
    let bytes = b"\x01\x80\x02\x03\x04";
    assert_eq!(
        line_of(bytes, 1, "u32 i32"),
        "67306112 67306112 2147615492 -2147351804"
    );
    assert_eq!(line_of(bytes, 2, "u32 i32"), "needs 4 bytes needs 4 bytes");
    assert_eq!(line_of(bytes, 4, "u16 i16"), "needs 2 bytes needs 2 bytes");
    assert_eq!(line_of(bytes, 4, "u8 i8"), "4 4");
    assert_eq!(line_of(bytes, 0, "UUID"), "needs 16 bytes");
    assert_eq!(line_of(&[0x80, 0x80], 0, "LEB128"), "needs more bytes");
    assert_eq!(line_of(&[0u8; 0], 0, "u8 i8"), "needs 1 byte");
    for len in 0..=16 {
        let lines = shown(&vec![7; len], 0, 80);
        let short = lines.iter().filter(|line| line.contains("needs")).count();
        let expected = match len {
            0 => 17,
            1 => 15,
            2..4 => 13,
            4..8 => 8,
            8..16 => 2,
            _ => 0,
        };
        assert_eq!(short, expected, "{len} bytes");
    }
}

#[test]
fn absent_bytes_are_never_read_as_zeros() {
    for (why, said) in [
        (Absence::Unreadable, "unreadable"),
        (Absence::Awaited, "still loading"),
        (Absence::Gap, "a gap"),
    ] {
        let data = data(&[0; 32], &[(4, 6, why)]);
        assert_eq!(line_of(&data, 0, "u32 i32"), "0 0 0 0");
        assert_eq!(line_of(&data, 1, "u32 i32"), format!("{said} {said}"));
        assert_eq!(line_of(&data, 4, "u8 i8"), said);
        assert_eq!(line_of(&data, 3, "LEB128"), "unsigned 0 signed 0 1 byte");
        assert_eq!(line_of(&data, 5, "LEB128"), said);
        assert_eq!(line_of(&data, 6, "u8 i8"), "0 0");
    }
}

#[test]
fn an_address_is_one_of_the_file_or_not() {
    let bytes = |address: u32| [&address.to_le_bytes()[..], &[0; 28]].concat();
    let place = |data: &dyn Peek| {
        let line = line_of(data, 0, "addr 32");
        line.split(" 0x").next().map(str::to_owned)
    };
    assert_eq!(place(&bytes(0x1F)).as_deref(), Some("0x1F in this file"));
    assert_eq!(place(&bytes(0x20)).as_deref(), Some("0x20 past the end"));
    let mut dump = data(&bytes(0x12), &[(0x12, 0x14, Absence::Gap)]);
    assert_eq!(place(&dump).as_deref(), Some("0x12 in a gap"));
    dump.bytes = bytes(0x8014);
    dump.first = 0x8000;
    assert_eq!(place(&dump).as_deref(), Some("0x8014 in this file"));
    dump.bytes = bytes(0x7FFF);
    assert_eq!(place(&dump).as_deref(), Some("0x7FFF before start"));
    dump.bytes = bytes(0x8020);
    assert_eq!(place(&dump).as_deref(), Some("0x8020 past the end"));
}
