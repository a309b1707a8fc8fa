//! The tests of text that was misread: what needs the module's own parts.

use std::collections::BTreeSet;

use super::*;
use crate::codec::{State, table};

#[test]
fn an_id_finds_its_row_and_no_row_of_the_table() {
    let ids: BTreeSet<&str> = all().map(|row| row.id).collect();
    assert_eq!(ids.len(), all().count());
    for row in all() {
        assert_eq!(by_id(row.id), Some(row));
        assert!(table::all().all(|other| other != row), "{row:?}");
        let misread = row.misread().unwrap();
        let (written, read) = (misread.written(), misread.read());
        assert_eq!(of(written, read, misread.times()), Some(row));
    }
    let row = by_id("utf-8,windows-1251,utf-8,windows-1251").unwrap();
    assert_eq!(row.name, "UTF-8 misread as windows-1251, twice");
    assert_eq!(of(table::UTF_8, table::UTF_8, 1), None);
    assert_eq!(table::UTF_8.misread().map(Misread::times), None);
}

#[test]
fn no_character_is_longer_than_the_row_says_and_each_comes_back_from_its_bytes() {
    let telling = "\0\nazé€ÿПяЁщŠžłığ—\u{A0}漢\u{FFFD}\u{FEFF}😀\u{10FFFF}\u{80}\u{98}";
    for row in all() {
        let sets = row.misread().unwrap().from.into_iter();
        let own = sets.flat_map(|set| (0x80..=u8::MAX).filter_map(|byte| set.character(byte)));
        for c in telling.chars().chain(own) {
            let mut out = vec![0x5A];
            if row.encode(&mut State::default(), c, &mut out).is_err() {
                assert_eq!(out, [0x5A], "{row:?} {c:?}: left something behind");
                continue;
            }
            let len = out.len() - 1;
            assert!(len <= usize::from(row.max_len), "{row:?} {c:?}");
            let back = row.decode(&mut State::default(), &out[1..]);
            assert_eq!(back, scalar(len as u8, c), "{row:?} {:02X?}", &out[1..]);
        }
    }
}

#[test]
fn the_way_of_a_character_is_told() {
    let row = by_id("utf-8,windows-1251").unwrap();
    let misread = row.misread().unwrap();
    let bytes = misread.written_bytes('П').unwrap();
    assert_eq!(bytes, [0xD0, 0x9F]);
    assert_eq!(misread.misread(&bytes).as_deref(), Some("Рџ"));
    let row = by_id("koi8-r,windows-1251").unwrap();
    let misread = row.misread().unwrap();
    assert_eq!(misread.written_bytes('П'), Some(vec![0xF0]));
    assert_eq!(misread.misread(&[0xF0]).as_deref(), Some("р"));
    assert_eq!(misread.written_bytes('€'), None);
}
