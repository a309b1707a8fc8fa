//! What a picture and a key may cost, counted in bytes that are read.
//!
//! The data is generated when it is read and takes no memory. Invariant: no clock is
//! used.

use crate::play::data::{Body, Data};
use crate::play::driven::Driven;
use crate::play::stage::{Stage, TABLES};
use hexloupe::codec::{Encoding, table};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::session::SessionStart;

/// Enough for the screen, some searches for a cluster 4 KiB before and after an offset,
/// and the first 256 KiB, in which lines are counted at once.
const PICTURE: u64 = 400 << 10;

/// Enough for a key that counts lines through 1 MiB, or steps over 256 clusters.
const KEY: u64 = 5 << 20;

/// Keys in places near and far, each with a picture after it.
const KEYS: &[&str] = &[
    "j",
    "l",
    "W",
    "B",
    "w",
    "b",
    "PgDn",
    "G",
    "k",
    "W",
    "B",
    "5 0 %",
    "W",
    "9 9 W",
    "9 9 9 W",
    "9 9 9 B",
    "v",
    "G",
    "y t",
    "v",
    "y t",
    "y u",
    "g g",
    "y u",
    "v",
    ": 2 6 2 1 4 3 Enter",
    "s s s",
    "h",
    "l",
    "3 0 0 h",
    "9 9 9 9 9 l",
    ": l i n e Space 9 Enter",
    ": c h a r Space 9 9 9 9 9 9 9 9 Enter",
    "e",
    "Down",
    "Enter",
    "Esc",
    "d",
    "w",
    "j",
    "Enter",
    "?",
];

#[track_caller]
fn hold(len: u64, tile: &str, encoding: &'static Encoding) {
    let mut tiled = Vec::new();
    for c in tile.chars() {
        let state = &mut hexloupe::codec::CodecState::default();
        encoding
            .encode(state, c, &mut tiled)
            .expect("it has the character");
    }
    hold_bytes(len, tiled, encoding);
}

#[track_caller]
fn hold_bytes(len: u64, tile: Vec<u8>, encoding: &'static Encoding) {
    let name = String::from_utf8_lossy(&tile).into_owned();
    let data = Data::new(Body::Tiles {
        len,
        tile,
        odd: None,
    });
    let size = ScreenSize {
        width: 200,
        height: 60,
    };
    let look = Appearance::default();
    let beginning = SessionStart {
        look,
        size,
        ..SessionStart::default()
    };
    let mut driven = Driven::reading(data.source("one"), encoding, beginning);
    let mut stage = Stage::new(&TABLES[..1], 200, 60);
    for keys in KEYS {
        for key in keys.split(' ') {
            data.asked();
            driven.press(key);
            let asked = data.asked();
            assert!(asked <= KEY, "{keys} in {name:?} {encoding:?}: {asked}");
        }
        data.asked();
        let picture = driven.show();
        let asked = data.asked();
        stage.show(&picture, look);
        assert!(
            asked <= PICTURE,
            "after {keys} in {name:?} {encoding:?}: {asked}"
        );
    }
}

#[test]
fn a_cluster_of_a_million_marks_is_looked_at_in_part() {
    hold(2_000_000, "\u{301}", table::UTF_8);
    hold(2_000_000, "\u{301}", table::UTF_16BE);
    hold(12_000_000, "👩\u{200D}", table::UTF_8);
    hold(4_000_000, "\u{1F3FD}", table::UTF_32LE);
}

#[test]
fn no_key_waits_for_what_only_all_bytes_before_it_would_tell() {
    for label in ["iso-2022-jp", "iso-2022-kr", "hz", "utf-7"] {
        let encoding = table::by_label(label).expect("a label").encoding();
        hold_bytes(1 << 36, b"0!1\"2#".to_vec(), encoding);
    }
}

#[test]
fn a_line_of_a_gibibyte_is_looked_at_in_part() {
    hold(1 << 30, "a", table::UTF_8);
    hold(1 << 30, "é", table::UTF_16LE);
    hold(1 << 40, "\u{1112}\u{1161}", table::UTF_8);
}
