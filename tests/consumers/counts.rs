//! Check and statistics: what they count is what a walk counts.

use super::{checked, counted, surveyed, telling};
use hexloupe::codec::{Encoding, table};
use hexloupe::source::{Flow, Passage, Source};
use std::io::{self, Read};
use std::sync::Arc;

/// Brings so many bytes at a time.
struct Drip {
    data: io::Cursor<Vec<u8>>,
    by: usize,
}

impl Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.by);
        self.data.read(&mut buffer[..len])
    }
}

fn pipe(data: &[u8], by: usize) -> Passage {
    let data = io::Cursor::new(data.to_vec());
    Passage::Flow(Flow::of("pipe", Drip { data, by }))
}

fn file(data: &[u8]) -> Passage {
    Passage::of(&Arc::new(Source::memory("file", data.to_vec())))
}

#[track_caller]
fn check(
    encoding: &'static Encoding,
    data: &[u8],
    passage: fn(&[u8], usize) -> Passage,
    by: usize,
) {
    let expected = counted(data, encoding);
    let found = checked(encoding, passage(data, by), 1);
    assert_eq!(found, expected, "check {encoding:?} {} by {by}", data.len());
    let found = surveyed(encoding, passage(data, by));
    let inventory = &found.inventory;
    assert_eq!(
        (
            inventory.characters,
            inventory.lines,
            inventory.faults.total(),
            found.bytes
        ),
        (
            expected.characters,
            expected.lines,
            expected.faults,
            data.len() as u64
        ),
        "stats {encoding:?} {} by {by}",
        data.len()
    );
}

#[test]
fn pipes_are_counted_as_they_are_however_their_bytes_come() {
    for encoding in table::all() {
        for len in [0, 1, 2, 3, 4, 5, 7, 16, 40, 95] {
            let data = telling(encoding, len);
            for by in 1..=9 {
                check(encoding, &data, pipe, by);
            }
            check(encoding, &data, |data, _| file(data), 0);
        }
    }
}

/// Bytes that check and statistics read at once.
const PIECE: usize = 1 << 20;

#[test]
fn files_and_pipes_end_where_they_end() {
    for id in [
        "utf-8",
        "utf-16le",
        "gb18030",
        "cesu-8",
        "iso-2022-jp",
        "windows-1251",
    ] {
        let encoding = table::by_label(id).unwrap().encoding();
        let longest = telling(encoding, PIECE + 24);
        let whole = super::walked(&longest, encoding);
        for len in PIECE - 24..=PIECE + 24 {
            // Beyond the last boundaries the walk is done anew.
            let data = &longest[..len];
            let expected = counted(data, encoding);
            assert!(expected.characters + expected.faults <= whole.len() as u64 + 24);
            let threads = 1 + len % 2;
            let found = checked(encoding, file(data), threads);
            assert!(found == expected, "{id} {len}");
            if len % 7 == 0 {
                let found = checked(encoding, pipe(data, 4000), 1);
                assert!(found == expected, "{id} {len} as a pipe");
                let found = surveyed(encoding, file(data)).inventory;
                assert_eq!(
                    (found.characters, found.lines, found.faults.total()),
                    (expected.characters, expected.lines, expected.faults),
                    "{id} {len}"
                );
            }
        }
    }
}

#[test]
fn long_files_in_pieces_are_counted_as_they_are() {
    for id in ["utf-8", "utf-16le", "gb18030", "windows-1251"] {
        let encoding = table::by_label(id).unwrap().encoding();
        for more in [0, 1, 3, 21] {
            let data = telling(encoding, 3 * PIECE + more);
            let expected = counted(&data, encoding);
            for threads in [1, 3] {
                let found = checked(encoding, file(&data), threads);
                assert!(found == expected, "{id} {more} by {threads}");
            }
        }
    }
}
