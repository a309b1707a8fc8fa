//! Every consumer with its own step size, at lengths within 24 bytes of it.
//!
//! Every length is tried with some of the encodings, and every encoding at some of the lengths: UTF-8
//! at all of them. Sets of one byte a character, which are read by the same code, take turns: every
//! second one is tried with a consumer, and the others with the next.

use super::drive::{From, checked, found, scanned, surveyed};
use super::finding::{occurrences, place_of};
use super::judge::{Counts, Walker, counted, telling, walked};
use super::seeking::Case;
use hexloupe::codec::{BitLayout, Encoding, table};
use hexloupe::job::{check, find, stats};
use hexloupe::scan::index::WINDOW;

/// Which half of the sets of one byte a character is tried.
#[derive(Clone, Copy)]
enum Turn {
    First,
    Second,
}

/// Lengths around a block.
fn around(block: u64) -> std::ops::RangeInclusive<usize> {
    block as usize - 24..=block as usize + 24
}

/// Calls `check` for the encodings of a turn, with data of lengths around a block: those in `whole`
/// at every length, the others at one of them, at another than the next encoding.
fn each(
    block: u64,
    turn: Turn,
    whole: &[&str],
    mut check: impl FnMut(&'static Encoding, &[u8], &Counts),
) {
    let is_set = |encoding: &&Encoding| matches!(encoding.layout, BitLayout::SingleByte);
    let sets = table::all().filter(is_set).skip(turn as usize).step_by(2);
    let others = table::all().filter(|encoding| !is_set(encoding));
    let encodings: Vec<_> = sets.chain(others).collect();
    let lengths = around(block).count();
    assert!(encodings.len() >= lengths, "a length without an encoding");
    for (index, encoding) in encodings.into_iter().enumerate() {
        let longest = telling(encoding, *around(block).end());
        let shortest = &longest[..*around(block).start()];
        let walker = Walker::new(encoding).nearly(shortest);
        for len in around(block) {
            if len % lengths == index % lengths || whole.contains(&encoding.id) {
                let data = &longest[..len];
                check(encoding, data, &walker.clone().counted(data));
            }
        }
    }
}

/// Data of every second length comes through a pipe.
fn by_turns(len: usize) -> From {
    if len.is_multiple_of(2) {
        From::File
    } else {
        From::Pipe(60_000)
    }
}

#[test]
fn checks_end_where_the_data_ends() {
    each(
        check::STEP,
        Turn::First,
        &["utf-8"],
        |encoding, data, expected| {
            let len = data.len();
            let from = by_turns(len);
            let found = checked(encoding, from.passage(data), check::STEP, 1);
            assert!(found == *expected, "{encoding:?} {len} from {from:?}");
        },
    );
}

#[test]
fn statistics_end_where_the_data_ends() {
    each(
        stats::STEP,
        Turn::Second,
        &["utf-8"],
        |encoding, data, expected| {
            let len = data.len();
            let from = by_turns(len);
            let found = surveyed(encoding, from.passage(data), stats::STEP).stats;
            assert_eq!(
                (found.characters, found.lines, found.faults.total()),
                (expected.characters, expected.lines, expected.faults),
                "{encoding:?} {len} from {from:?}"
            );
        },
    );
}

#[test]
fn scans_end_where_the_data_ends() {
    each(
        WINDOW as u64,
        Turn::Second,
        &["utf-8"],
        |encoding, data, expected| {
            let len = data.len();
            let from = by_turns(len);
            let index = scanned(encoding, &from.source(data), WINDOW as u64);
            assert_eq!(
                (index.totals.characters, index.totals.faults.total()),
                (expected.characters, expected.faults),
                "{encoding:?} {len} from {from:?}"
            );
        },
    );
}

#[test]
fn a_match_at_the_end_is_found_and_stands_where_it_stands() {
    each(
        find::STEP,
        Turn::First,
        &["utf-8", "gb18030"],
        |encoding, data, _| {
            let len = data.len();
            let from = by_turns(len);
            let last = &data[len - 5..];
            let steps = walked(data, encoding);
            let expected = occurrences(data, last).into_iter();
            let expected: Vec<_> = expected.map(|at| (at, place_of(&steps, at))).collect();
            let found = found(encoding, &from.source(data), find::STEP, last);
            assert!(found == expected, "{encoding:?} {len} from {from:?}");
        },
    );
}

#[test]
fn what_is_sought_beyond_a_block_is_that_of_the_walk() {
    for block in [64 * 1024, 256 * 1024, 1 << 20] {
        for id in ["utf-8", "utf-16be", "gb18030", "windows-1251"] {
            let encoding = table::by_label(id).unwrap().encoding();
            for len in around(block).step_by(12) {
                let data = telling(encoding, len);
                let case = Case::new(encoding, &data, From::File, block);
                let end = data.len() as u64;
                case.faults(0);
                case.faults(end - 1);
                case.place(end - 2);
                case.copy(0, end);
                case.copy(end - 30, end);
                case.nothing_behind();
                let last = case.steps.iter().rfind(|seen| seen.counts).unwrap();
                case.numbers(last);
            }
        }
    }
}

#[test]
fn long_files_in_pieces_are_counted_as_they_are() {
    for id in ["utf-8", "utf-16le", "gb18030", "windows-1251"] {
        let encoding = table::by_label(id).unwrap().encoding();
        for more in [0, 1, 3, 21] {
            let data = telling(encoding, 3 * check::STEP as usize + more);
            let expected = counted(&data, encoding);
            for threads in [1, 3] {
                let passage = From::File.passage(&data);
                let found = checked(encoding, passage, check::STEP, threads);
                assert!(found == expected, "{id} {more} by {threads}");
            }
        }
    }
}
