//! The tour: where its stops stand, what its keys do, and how it is left.
//!
//! Invariant: the bytes under the cursor are those that the published examples of the
//! encodings have, at every stop.

use super::seat::{Seat, Triple, check};
use hexloupe::command::overlay::tour::SAMPLE;
use hexloupe::model::screen::Screen;
use hexloupe::unicode::glyph;

pub(crate) const TRIPLES: &[&[Triple]] = &[OPENED];

#[rustfmt::skip]
const OPENED: &[Triple] = &[
    // The sample takes the place of the data, and D leads back.
    ("at 3 | 50*61", ": type:tour Enter", "overlay tour 1; title tour"),
    ("at 3 | 50*61", ": type:tour Enter Esc D", "overlay none; at 3; says back to seat"),
    ("| 50*61", ": type:tour Enter Enter Esc : type:tour Enter", "overlay tour 1"),
];

/// What stands at each stop, and how many bytes before the cursor it begins.
const BYTES: [(&[u8], usize); 8] = [
    (b"Hello, world!", 0),
    // The Unicode Standard, table 3-6: two bytes from U+0080 on.
    (b"\xD0\x9F\xD1\x80", 0),
    (b"\xD0\xB8\xCC\x86", 0),
    (b"\xF0\x9F\x98\x80", 0),
    (b"\x80|", 0),
    // The Unicode Standard, section 3.9, on non-shortest forms.
    (b"\xC0\xAF|", 0),
    // UTR 26, on supplementary characters.
    (b"\xED\xA0\xBD\xED\xB8\x80", 0),
    (b": \xF0\x9F\x98", 4),
];

/// The stop shown at the foot.
fn shown(seat: &mut Seat) -> String {
    let status = seat.driven.screen().status.text();
    status.chars().take(4).collect::<String>().trim().to_owned()
}

#[track_caller]
fn stands_at(seat: &mut Seat, number: usize) {
    let (bytes, before) = BYTES[number - 1];
    let at = seat.state().view.cursor.offset as usize;
    assert!(
        SAMPLE[at - before..].starts_with(bytes),
        "{number}: {at:#x}"
    );
    assert_eq!(shown(seat), format!("{number}/8"));
}

#[test]
fn the_keys_do_what_the_table_says() {
    for triples in TRIPLES {
        check(triples);
    }
}

#[test]
fn enter_leads_over_all_stops_and_backspace_back() {
    for size in ["80x24", "40x12", "120x40", "27x6", "3x1"] {
        let mut seat = Seat::touring(&format!("{size} ascii"));
        for number in 1..=8 {
            if size != "3x1" {
                stands_at(&mut seat, number);
            }
            seat.play("Enter");
        }
        assert!(seat.state().overlay.is_none(), "{size}: the last ends it");
    }
    let mut seat = Seat::touring("80x24");
    seat.play("Enter Enter Enter Backspace");
    stands_at(&mut seat, 3);
    seat.play("p p p");
    stands_at(&mut seat, 1);
}

#[test]
fn the_key_of_a_stop_does_what_it_does_elsewhere_and_the_tour_stays() {
    let mut seat = Seat::touring("80x24");
    let after = |seat: &mut Seat, keys: &str| {
        seat.play(keys);
        let at = seat.state().view.cursor.offset as usize;
        (shown(seat), SAMPLE[at..].get(..2).map(<[u8]>::to_vec))
    };
    seat.play("Tab");
    stands_at(&mut seat, 1);
    assert_eq!(seat.fact("focus"), "points");
    // Two bytes on is the next letter, and over the mark the blank behind it.
    assert_eq!(
        after(&mut seat, "Enter w"),
        ("2/8".into(), Some(b"\xD1\x80".to_vec()))
    );
    assert_eq!(
        after(&mut seat, "Enter W"),
        ("3/8".into(), Some(b" (".to_vec()))
    );
    // The next fault is the next stop; behind the last there is the second byte of it.
    seat.play("Enter f");
    stands_at(&mut seat, 5);
    seat.play("f");
    stands_at(&mut seat, 6);
    assert_eq!(
        after(&mut seat, "f"),
        ("6/8".into(), Some(b"\xAF|".to_vec()))
    );
    seat.play("Enter G");
    stands_at(&mut seat, 8);
    seat.play("?");
    assert_eq!(seat.fact("overlay"), "help 0");
}

#[test]
fn any_other_key_leaves_it_and_does_what_it_does_elsewhere() {
    let leaves = |keys: &str, name: &str, expected: &str| {
        let mut seat = Seat::touring("80x24");
        seat.play(keys);
        assert_eq!(seat.fact(name), expected, "{keys}");
        seat
    };
    for (keys, name, expected) in [
        ("Esc", "effect", "none"),
        ("j", "focus", "hex"),
        ("q", "effect", "quit"),
        ("?", "overlay", "help 0"),
        (":", "overlay", "prompt "),
        ("o", "radix", "decimal"),
        ("click:hex/96", "at", "96"),
        ("wheel:3", "focus", "hex"),
    ] {
        let seat = leaves(keys, name, expected);
        let open = seat.state().overlay.as_ref();
        assert!(
            !crate::keys::facts::overlay(open).starts_with("tour"),
            "{keys}"
        );
    }
    // From Hello to the first fault.
    let seat = leaves("f", "overlay", "none");
    assert_eq!(SAMPLE[seat.state().view.cursor.offset as usize], 0x80);
    leaves("4 l", "overlay", "none");
    leaves(
        "Enter Enter Enter Enter Enter Enter Enter q",
        "effect",
        "quit",
    );
}

#[test]
fn a_click_on_the_keys_at_the_foot_presses_them() {
    let mut seat = Seat::touring("80x24");
    seat.play("click:=Enter_next");
    stands_at(&mut seat, 2);
    seat.play("click:=w_next");
    assert_eq!(shown(&mut seat), "2/8");
}

#[test]
fn every_sentence_is_on_the_screen_whole_or_with_its_key() {
    let text = |screen: &Screen| format!("{}\n{}", screen.context.text(), screen.status.text());
    let keys = ["Tab", "w", "W", "f", "f", "f", "G", "?"];
    for (size, columns) in [("120x40", 120), ("80x24", 80), ("80x12", 80), ("40x12", 40)] {
        let mut seat = Seat::touring(size);
        for (number, key) in (1..).zip(keys) {
            let screen = seat.driven.screen();
            let shown = text(&screen);
            assert!(
                glyph::columns(&screen.status.text()) <= columns,
                "{size}: {shown}"
            );
            assert!(shown.contains(&format!(" {key} ")), "{size}: {shown}");
            assert!(shown.contains(&format!(" {number}/8 ")), "{size}: {shown}");
            let is_whole = !shown.contains('…');
            assert_eq!(
                is_whole,
                matches!(size, "120x40" | "80x24"),
                "{size}: {shown}"
            );
            seat.play("Enter");
        }
    }
}
