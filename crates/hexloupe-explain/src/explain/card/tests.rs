//! Tests of all cards: each builds in every encoding, and fits on its page.

use super::*;
use crate::explain::sheet::{CellRole, SheetCell, WIDTH};
use crate::language::Language;
use hexloupe_text::codec::{CodecState, Encoding, SequenceContext, Walk, misread, table};
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::window::{Hole, Window};

/// Places of every kind in an encoding: the usual one, an end of the data inside a character, each
/// byte alone, and noise.
fn samples(encoding: &'static Encoding) -> Vec<CardSample> {
    let bytes = (0..=u8::MAX).step_by(9).map(|byte| vec![byte, 0x41]);
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
        .filter_map(|bytes| CardSample::new(encoding, &bytes))
        .chain(CardSample::usual(encoding))
        .collect()
}

/// The fault of a row, if it has one.
fn wrong(row: &SheetRow) -> Option<&'static str> {
    let text = row.text();
    // A cluster that is drawn as one may be joined.
    let plain = text.replace('\u{200D}', "");
    if row.end() > WIDTH {
        return Some("too wide");
    }
    if glyph::safe(&plain, Charset::Unicode) != plain {
        return Some("not safe to print");
    }
    if text.trim_end() != text || row.cells.iter().any(|cell| cell.text.is_empty()) {
        return Some("an empty cell or a blank end");
    }
    let apart = |pair: &[SheetCell]| pair[0].end() <= pair[1].column;
    if !row.cells.windows(2).all(apart) {
        return Some("cells overlap");
    }
    let is_chosen = |cell: &SheetCell| cell.role == CellRole::Chosen;
    let touch = |pair: &[SheetCell]| {
        is_chosen(&pair[0]) != is_chosen(&pair[1]) && pair[0].end() == pair[1].column
    };
    let first = row
        .cells
        .first()
        .is_some_and(|cell| is_chosen(cell) && cell.column == 0);
    let last = row
        .cells
        .last()
        .is_some_and(|cell| is_chosen(cell) && cell.end() == WIDTH);
    (first || last || row.cells.windows(2).any(touch)).then_some("no room for a bracket")
}

#[test]
fn every_card_fits_on_its_page_in_every_encoding() {
    let mut found: Vec<String> = Vec::new();
    for encoding in table::all() {
        for sample in samples(encoding) {
            let places = Language::ALL.map(|language| sample.place(1, language));
            for page in places.iter().flat_map(pages) {
                let at = format!("{} in {}", page.card.id, encoding.id);
                if !(1..=ROWS).contains(&page.rows.len()) {
                    found.push(format!("{at}: {} rows", page.rows.len()));
                }
                for row in &page.rows {
                    found.extend(wrong(row).map(|what| format!("{at}: {what}: {}", row.text())));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_card_fits_on_its_page_in_text_that_was_misread() {
    let mut found: Vec<String> = Vec::new();
    for encoding in misread::all().step_by(5) {
        let texts = ["мир", "Съешьте", "été", "日本"].into_iter();
        let texts = texts.filter_map(|text| place::encoded(encoding, text));
        let samples = texts.filter_map(|bytes| CardSample::new(encoding, &bytes));
        for sample in samples.chain(CardSample::usual(encoding)) {
            let places = Language::ALL.map(|language| sample.place(1, language));
            for page in places.iter().flat_map(pages) {
                let at = format!("{} in {}", page.card.id, encoding.id);
                if !(1..=ROWS).contains(&page.rows.len()) {
                    found.push(format!("{at}: {} rows", page.rows.len()));
                }
                for row in &page.rows {
                    found.extend(wrong(row).map(|what| format!("{at}: {what}: {}", row.text())));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn ids_are_unique_and_find_their_card() {
    for card in CARDS {
        assert!(std::ptr::eq(by_id(card.id).unwrap(), card), "{}", card.id);
        for language in Language::ALL {
            assert!(!card.title.get(language).is_empty());
            assert!(!card.about.get(language).ends_with('.'));
        }
    }
    assert!(by_id("no-such-card").is_none());
}

#[test]
fn the_usual_sample_is_a_character_beyond_ascii_where_there_is_one() {
    for encoding in table::all() {
        let sample = CardSample::usual(encoding).unwrap();
        let place = sample.place(0, Language::English);
        let beyond = "мéאبไ日".chars().any(|c| {
            encoding
                .encode(&mut CodecState::default(), c, &mut Vec::new())
                .is_ok()
        });
        let number = place.number().unwrap_or_default();
        assert_eq!(number >= 0x80, beyond, "{encoding:?}");
    }
}

#[test]
fn where_there_are_no_bytes_every_card_says_so() {
    let window = Window {
        start: 0,
        bytes: vec![0; 300],
        holes: vec![Hole::from(0..300)],
        ends: true,
    };
    for encoding in table::all() {
        let step = Walk::new(encoding, 0, &window).next().unwrap();
        let place = CardPlace {
            language: Language::English,
            encoding,
            context: SequenceContext::new(encoding, 0, &window, &step),
            cursor: 0,
            head: &[],
            counted: CountedBefore::default(),
            text: "",
            origin: PlaceOrigin::Data,
            cluster: &[],
        };
        for page in pages(&place) {
            assert_eq!(page.rows.len(), 1, "{}", page.card.id);
        }
    }
}
