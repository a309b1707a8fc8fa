//! Files that misbehave, under every command and every printer: reads that are
//! interrupted, cut short, refused or slow, and data that shrinks between two of
//! them.
//!
//! The oracle is the same command over the same bytes in memory. Invariant: what can be
//! read is shown unchanged, and what cannot be read is shown as unreadable.

mod check;
mod inspector;
mod printers;
mod stats;

use crate::fake;

use fake::{Fake, Gate};
use hexloupe::codec::{Walk, table};
use hexloupe::command::table::{COMMANDS, Command};
use hexloupe::job::{Control, attend};
use hexloupe::model::row::ByteRole;
use hexloupe::scan::facts::Sought;
use hexloupe::source::{ArrivedData, ReaderThread, Source};
use hexloupe::unicode::notice::NoticePlace;
use hexloupe::window::Peek as _;
use inspector::Inspector;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Longer than three pages of a source, with some faults, and no two screens alike.
fn content() -> Vec<u8> {
    let mut data = Vec::new();
    for line in 0.. {
        data.extend(format!("{line}: Ж, 漢 and 😀\n").bytes());
        if line % 997 == 500 {
            data.extend(b"\xE2\x82!");
        }
        if data.len() > 210_000 {
            return data;
        }
    }
    data
}

/// The offsets of the cursor before a command: the ends, the edges of a page and of the
/// stretch that cannot be read.
const PLACES: [u64; 6] = [0, 65_535, 69_631, 69_700, 77_824, 200_000];

/// The stretch that cannot be read, which is whole blocks.
const BAD: std::ops::Range<u64> = 69_632..77_824;

fn over(fake: Fake) -> Source {
    Source::over("fake", Box::new(fake)).unwrap()
}

fn memory(data: &[u8]) -> Source {
    Source::memory("fake", data.to_vec())
}

/// The commands that do the same over data in memory and over a file: only a file can grow, which
/// `follow` says.
fn alike() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| command.name != "follow")
}

#[test]
fn interrupted_and_short_reads_change_nothing() {
    let data = content();
    for command in alike() {
        for at in PLACES {
            let mut expected = Inspector::at(over(Fake::of(data.clone())), at).press(command);
            let seen = expected.seen();
            for most in [usize::MAX, 4000, 1] {
                // Reading a page byte by byte is slow: one place is enough.
                if most == 1 && at != 65_535 {
                    continue;
                }
                let fake = Fake::of(data.clone()).at_most(most).interrupted();
                let mut play = Inspector::at(over(fake), at).press(command);
                assert_eq!(
                    play.asked, expected.asked,
                    "{} at {at}, {most}",
                    command.name
                );
                assert!(play.seen() == seen, "{} at {at}, {most}", command.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_read_is_drawn_so_and_all_else_as_it_is() {
    let data = content();
    for command in COMMANDS {
        for at in PLACES {
            let source = over(Fake::of(data.clone()).bad(BAD));
            let mut play = Inspector::at(source, at).press(command);
            for (offset, cell) in play.cells() {
                let bad = BAD.contains(&offset);
                let says = format!("{} at {at}: {offset}", command.name);
                assert_eq!(cell.role == ByteRole::Unreadable, bad, "{says}");
                let byte = play.byte_now(&data, offset);
                assert!(bad || cell.byte == byte, "{says}");
            }
            if play.copies() {
                assert!(!BAD.contains(&at), "{} copies from a hole", command.name);
            }
        }
    }
}

#[test]
fn searches_cross_what_cannot_be_read() {
    let data = content();
    let source = || over(Fake::of(data.clone()).bad(BAD));
    let whole = ArrivedData(&source()).window(0, data.len());
    let steps: Vec<_> = Walk::new(table::UTF_8, 0, &whole).collect();
    for (next, previous, sought) in [("f", "F", Sought::Fault), ("a", "A", Sought::NonAscii)] {
        let hits = || {
            steps
                .iter()
                .filter(|step| sought.is(step.meaning, NoticePlace::Inside))
        };
        for at in PLACES {
            let here = steps.iter().find(|step| step.end() > at).unwrap();
            let after = hits().find(|step| step.offset >= here.end());
            let before = hits().rfind(|step| step.offset < here.offset);
            for (key, hit) in [(next, after), (previous, before)] {
                let reached = Inspector::at(source(), at).key(key).cursor();
                let expected = hit.map_or(at, |step| step.offset);
                assert_eq!(reached, expected, "{key} at {at}");
            }
        }
    }
}

#[test]
fn data_that_shrinks_between_two_reads_is_survived() {
    let data = content();
    for command in COMMANDS {
        for at in PLACES {
            for (len, after) in [(0, 0), (3, 1), (65_536, 1), (70_001, 2), (1, 3)] {
                let fake = Fake::of(data.clone())
                    .shrinking_to(len, after)
                    .at_most(40_000);
                let mut play = Inspector::at(over(fake), at).press(command);
                let source = Arc::clone(play.driven.session.source());
                // The length is read again, as it is after every key.
                source.refresh();
                play.settle();
                let len = source.len();
                assert!(play.cursor() < len.max(1), "{} at {at}", command.name);
                for (offset, cell) in play.cells() {
                    assert!(offset < len, "{} at {at}", command.name);
                    assert_eq!(cell.byte, play.byte_now(&data, offset));
                }
            }
        }
    }
}

#[test]
fn slow_reads_hold_up_no_command_and_show_what_comes() {
    let data = content();
    for command in alike() {
        for at in [0, 69_700] {
            let gate = Gate::shut();
            let source = over(Fake::of(data.clone()).behind(&gate)).without_patience();
            let play = Inspector::hurried(source, at);
            let mut reader = ReaderThread::new(play.driven.session.source());
            let mut play = play.press(command);
            for (offset, cell) in play.cells() {
                assert_eq!(
                    cell.role,
                    ByteRole::Awaited,
                    "{} at {at}: {offset}",
                    command.name
                );
            }
            assert!(!play.copies());
            gate.open();
            while play.is_awaited() {
                reader.serve();
            }
            play.finish();
            let expected = play.over(memory(&data)).seen();
            assert!(play.seen() == expected, "{} at {at}", command.name);
        }
    }
}

#[test]
fn what_has_not_come_and_what_cannot_be_read_are_painted_apart() {
    let gate = Gate::shut();
    let awaited = over(Fake::new(64).behind(&gate)).without_patience();
    let mut play = Inspector::hurried(awaited, 0);
    // As long as it exists, nobody else reads; it is not told to read.
    let _attendant = ReaderThread::new(play.driven.session.source());
    let row = play.painted();
    assert!(
        row.contains(" .. .. ") && row.contains(" ........ "),
        "{row}"
    );
    let unreadable = over(Fake::new(64).bad(0..64));
    let row = Inspector::at(unreadable, 0).painted();
    assert!(
        row.contains(" ?? ?? ") && row.contains(" ???????? "),
        "{row}"
    );
}

#[test]
fn an_attendant_says_what_has_become_of_a_file() {
    let fake = Fake::new(100);
    let length = fake.length();
    let source = Arc::new(over(fake));
    let reader = ReaderThread::new(&source);
    let (never, heard) = (AtomicBool::new(false), Cell::new(None));
    length.set(7);
    source.poll();
    attend::attend(&Control::new(&never, &|_| ()), reader, &|news| {
        heard.set(Some(news));
        never.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let shrank = attend::AttendedNews::Changed(hexloupe::source::FileChange::Shrank);
    assert_eq!((heard.get(), source.len()), (Some(shrank), 7));
}
