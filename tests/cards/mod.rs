//! The cards, judged by other code: the standard library, `encoding_rs`, and plain counting.
//!
//! Each card has a snapshot in `tests/snapshots`, as it is without colour. Invariant: what a card
//! says is recomputed here in another way than there.

mod facts;

use hexloupe::codec::{Encoding, table};
use hexloupe::explain::card::{self, CardPlace, CardSample};
use hexloupe::explain::sheet::SheetRow;
use hexloupe::language::Language;

fn encoding(id: &str) -> &'static Encoding {
    table::by_id(id).unwrap_or_else(|| panic!("{id} is in the table"))
}

/// The rows of a card at a byte of some data.
fn rows(card: &str, id: &str, bytes: &[u8], index: usize) -> Vec<SheetRow> {
    let sample = CardSample::new(encoding(id), bytes).expect("there are bytes");
    rows_at(card, &sample.place(index, Language::English))
}

fn rows_at(card: &str, place: &CardPlace<'_>) -> Vec<SheetRow> {
    card::by_id(card).expect("a card").rows(place)
}

#[track_caller]
fn snapshot(card: &str, id: &str, bytes: &[u8], index: usize) {
    let rows = rows(card, id, bytes, index);
    let lines: Vec<String> = rows.iter().map(SheetRow::bracketed).collect();
    insta::with_settings!({
        snapshot_path => "../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(format!("card-{card}-{id}"), lines.join("\n"));
    });
}

#[test]
fn every_card_as_it_is_at_a_cyrillic_letter() {
    for card in card::CARDS {
        snapshot(card.id, "utf-8", "мир".as_bytes(), 1);
    }
}

#[test]
fn cards_that_differ_much_in_other_encodings() {
    snapshot("range-table", "cesu-8", b"\xED\xA0\xBD\xED\xB8\x80", 0);
    snapshot("range-table", "utf-16le", b"\x3D\xD8\x00\xDE", 0);
    snapshot("byte-map", "koi8-r", b"\xCF", 0);
    snapshot("byte-map", "utf-16le", b"\x3D\xD8\x00\xDE", 0);
    snapshot("byte-map", "shift_jis", b"\x93\xFA", 1);
    snapshot("automaton", "cesu-8", b"\xED\xA0\xBD\xED\xB8\x80", 3);
    snapshot("automaton", "gb18030", b"\x94\x39\xFC\x36", 1);
    snapshot("automaton", "utf-16be", b"\xD8\x3D\xDE\x00", 2);
    snapshot("byte-order", "utf-16le", b"\x3C\x04", 0);
    snapshot("byte-order", "utf-32be", b"\0\x01\xF6\0", 1);
    snapshot("bom", "utf-16le", b"\xFF\xFE\x3C\x04", 0);
    snapshot("ascii", "koi8-r", b"\xCF", 0);
    snapshot("history", "koi8-r", b"\xCF", 0);
}

#[test]
fn a_fault_is_where_the_automaton_refuses() {
    let rows = rows("automaton", "utf-8", b"\xE0\x9F\x80", 0);
    let lines: Vec<String> = rows.iter().map(SheetRow::bracketed).collect();
    let refused = lines
        .iter()
        .find(|line| line.contains("refused"))
        .expect("a refused byte");
    let words: Vec<&str> = refused.split_whitespace().collect();
    assert_eq!(words, ["9F", "after", "E0", "A0..BF", "refused"]);
}
