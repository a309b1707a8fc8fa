//! Tests of misread text that use private parts of the module.

use std::collections::BTreeSet;

use super::*;
use crate::codec::{CodecState, table};

/// Misreadings in several sets, more of them than usual.
const SEVERAL: [&str; 4] = [
    "koi8-r,windows-1251,utf-8,windows-1252",
    "utf-8,windows-1251,utf-8,windows-1252",
    "utf-8,windows-1252,utf-8,windows-1252,utf-8,windows-1252,utf-8,windows-1252",
    "utf-8,ibm866,windows-1251,koi8-r,utf-8,cp437",
];

#[test]
fn an_id_finds_its_row_and_no_row_of_the_table() {
    let ids: BTreeSet<&str> = all().map(|row| row.id).collect();
    assert_eq!(ids.len(), all().count());
    for row in all() {
        assert_eq!(by_id(row.id), Some(row));
        assert!(table::all().all(|other| other != row), "{row:?}");
        let misread = row.misread().unwrap();
        let chain: Vec<(&Encoding, &Encoding)> = misread.chain().collect();
        assert_eq!(misread_encoding(&chain), Some(row));
    }
    let row = by_id("utf-8,windows-1251,utf-8,windows-1251").unwrap();
    assert_eq!(row.name, "UTF-8 misread as windows-1251, twice");
    assert_eq!(misread_encoding(&[(table::UTF_8, table::UTF_8)]), None);
    assert_eq!(misread_encoding(&[]), None);
    assert_eq!(table::UTF_8.misread().map(Misread::times), None);
}

#[test]
fn no_character_is_longer_than_the_row_says_and_each_comes_back_from_its_bytes() {
    let telling = "\0\nazé€ÿПяЁщŠžłığ—\u{A0}漢\u{FFFD}\u{FEFF}😀\u{10FFFF}\u{80}\u{98}";
    for row in all().chain(SEVERAL.iter().map(|id| by_id(id).unwrap())) {
        let sets = row.misread().unwrap().pairs[0].from.into_iter();
        let own = sets.flat_map(|set| (0x80..=u8::MAX).filter_map(|byte| set.character(byte)));
        for c in telling.chars().chain(own) {
            let mut out = vec![0x5A];
            if row.encode(&mut CodecState::default(), c, &mut out).is_err() {
                assert_eq!(out, [0x5A], "{row:?} {c:?}: left something behind");
                continue;
            }
            let len = out.len() - 1;
            assert!(len <= usize::from(row.max_len), "{row:?} {c:?}");
            let back = row.decode(&mut CodecState::default(), &out[1..]);
            assert_eq!(back, scalar(len as u8, c), "{row:?} {:02X?}", &out[1..]);
        }
    }
}

#[test]
fn several_sets_have_a_row_too_and_the_same_one_each_time() {
    for id in SEVERAL {
        let row = by_id(id).unwrap();
        assert_eq!(row.id, id);
        assert!(std::ptr::eq(row, by_id(id).unwrap()));
        assert!(all().all(|usual| usual != row));
    }
    assert_eq!(
        by_id(SEVERAL[0]).unwrap().name,
        "KOI8-R misread as windows-1251, then UTF-8 misread as windows-1252"
    );
    for id in [
        "",
        "utf-8",
        "utf-8,gbk",
        "koi8-r,koi8-r",
        "utf-8,windows-1251,",
        "windows-1251,utf-8",
        "UTF-8,windows-1251",
        "utf-8,koi8-r,utf-8,koi8-r,utf-8,koi8-r,utf-8,koi8-r,utf-8,koi8-r",
    ] {
        assert_eq!(by_id(id), None, "{id}");
    }
}

#[test]
fn text_misread_in_several_sets_is_read_as_written() {
    for (id, text) in [
        (SEVERAL[0], "Привет"),
        (SEVERAL[1], "Привет, мир"),
        (SEVERAL[2], "café"),
        (SEVERAL[3], "“€”"),
    ] {
        let row = by_id(id).unwrap();
        let mut bytes = Vec::new();
        for c in text.chars() {
            row.encode(&mut CodecState::default(), c, &mut bytes)
                .unwrap();
        }
        let (mut read, mut at) = (String::new(), 0);
        while at < bytes.len() {
            let sequence = row.decode(&mut CodecState::default(), &bytes[at..]);
            read.push(sequence.meaning.scalar().unwrap());
            at += usize::from(sequence.len);
        }
        assert_eq!(read, text, "{id}");
    }
}
