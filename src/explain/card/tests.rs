//! Tests of all cards: each builds in every encoding, and fits on its page.

use super::*;
use crate::codec::{Encoding, State, table};
use crate::explain::sheet::{CellRole, WIDTH};
use crate::unicode::glyph::{self, Charset};

/// Places of every kind in an encoding: the usual one, an end of the data inside a character,
/// each byte alone, and noise.
fn samples(encoding: &'static Encoding) -> Vec<Sample> {
    let bytes = (0..=u8::MAX).map(|byte| vec![byte, 0x41]);
    let odd = [
        &b"\xC0\xAF"[..],
        b"\xED\xA0\x80",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xF0\x9F\x98\x80",
        b"\xF4\x90\x80\x80",
        b"\xFC\x84\x80\x80\x80\x80",
        b"\xE2\x82",
        b"\x3D\xD8\x00\xDE",
        b"\xD8\x3D\xDE\x00",
        b"\xDE\x00",
        b"\x94\x39\xFC\x36",
        b"\x8F\xB0\xA1",
        b"\x1B$B0!",
        b"+2D3eAA-",
        b"\x00\x01\xF6\x00",
        b"\xFF\xFE\x00\x00",
        b"\xEF\xBB\xBFa",
        b"e\xCC\x81",
    ];
    let emoji: Option<Vec<u8>> = place::encoded(encoding, "👩‍👩‍👧\u{202E}");
    { bytes.chain(odd.map(<[u8]>::to_vec)).chain(emoji) }
        .filter_map(|bytes| Sample::of(encoding, &bytes))
        .chain(Sample::usual(encoding))
        .collect()
}

#[track_caller]
fn check_row(card: &Card, encoding: &Encoding, row: &Row) {
    let text = row.text();
    let at = format!("{} in {}: {text}", card.id, encoding.id);
    assert!(row.end() <= WIDTH, "too wide: {at}");
    assert_eq!(glyph::safe(&text, Charset::Unicode), text, "{at}");
    assert_eq!(text.trim_end(), text, "blank end: {at}");
    let mut end = 0;
    for cell in &row.cells {
        assert!(cell.column >= end, "cells overlap: {at}");
        assert!(!cell.text.is_empty(), "an empty cell: {at}");
        end = cell.end();
    }
    // Brackets have room.
    for (index, cell) in row.cells.iter().enumerate() {
        if cell.role == CellRole::Chosen {
            let before = row.cells[..index].last();
            let from = before.map_or(0, super::super::sheet::Cell::end);
            let inside = before.is_some_and(|before| before.role == CellRole::Chosen);
            assert!(inside || cell.column > from, "no room for a bracket: {at}");
            let after = row.cells.get(index + 1).map_or(WIDTH, |next| next.column);
            assert!(inside || cell.end() < after, "no room for a bracket: {at}");
        }
    }
}

#[test]
fn every_card_fits_on_its_page_in_every_encoding() {
    for encoding in table::all() {
        for sample in samples(encoding) {
            for index in 0..2 {
                let place = sample.place(index);
                for page in pages(&place) {
                    let rows = page.rows.len();
                    let at = format!("{} in {}", page.card.id, encoding.id);
                    let text: Vec<String> = page.rows.iter().map(Row::text).collect();
                    assert!(
                        (2..=ROWS).contains(&rows),
                        "{at}: {rows} rows\n{}",
                        text.join("\n")
                    );
                    for row in &page.rows {
                        check_row(page.card, encoding, row);
                    }
                }
            }
        }
    }
}

#[test]
fn ids_are_unique_and_find_their_card() {
    for card in CARDS {
        assert!(std::ptr::eq(by_id(card.id).unwrap(), card), "{}", card.id);
        assert!(!card.title.is_empty() && !card.about.ends_with('.'));
    }
    assert!(by_id("no-such-card").is_none());
}

#[test]
fn the_usual_sample_is_a_character_beyond_ascii_where_there_is_one() {
    for encoding in table::all() {
        let sample = Sample::usual(encoding).unwrap();
        let place = sample.place(0);
        let beyond = "мéאبไ日".chars().any(|c| {
            encoding
                .encode(&mut State::default(), c, &mut Vec::new())
                .is_ok()
        });
        let number = place.number().unwrap_or_default();
        assert_eq!(number >= 0x80, beyond, "{encoding:?}");
    }
}

/// Prints every card of an encoding, as a page.
fn printed(id: &str, bytes: &[u8], index: usize) -> String {
    let encoding = table::by_id(id).unwrap();
    let sample = Sample::of(encoding, bytes).unwrap();
    let place = sample.place(index);
    let mut out = String::new();
    for page in pages(&place) {
        out += &format!("--- {}: {}\n", page.card.title, page.card.about);
        for row in page.rows {
            out += &row.text();
            out.push('\n');
        }
    }
    out
}

#[test]
fn show() {
    for (id, bytes, index) in [
        ("utf-8", "мир".as_bytes(), 1),
        ("utf-16le", b"\x3C\x04\x38\x04", 1),
        ("koi8-r", b"\xCF\xF0", 0),
        ("shift_jis", b"\x93\xFA", 1),
        ("utf-8-legacy", b"\xF9\x84\x80\x80\x80", 1),
        ("cesu-8", b"\xED\xA0\xBD\xED\xB8\x80", 3),
        ("utf-7", b"+BDw-", 1),
        ("iso-2022-jp", b"\x1B$B0!", 0),
        ("gb18030", b"\x94\x39\xFC\x36", 0),
        ("utf-32be", b"\0\0\x04\x3C", 0),
    ] {
        println!("======== {id}\n{}", printed(id, bytes, index));
    }
}
