//! Background questions: each runs once, as long as it is asked.
//!
//! What the user or another program does makes a question stale; nobody ends it. Invariant: a job
//! that is no longer asked is cancelled with the event after which it is not, and its answer
//! changes nothing.

use std::fs;

use crate::play::driven::Driven;
use hexloupe::command::input::UserInput;
use hexloupe::job::attend::AttendedNews;
use hexloupe::job::background::Job;
use hexloupe::session::{Message, Opened, SessionEvent, SessionStart};
use hexloupe::source::{FileChange, Source};
use hexloupe::window::Peek as _;

/// Data with a fault at its end and a `q` before it.
const BYTES: &[u8] = b"aaaa aaaa aaaa aaaa q\n\xFF";

fn memory() -> Driven {
    let mut driven = Driven::new(&Opened::memory("m", BYTES), SessionStart::default());
    driven.show();
    driven
}

fn job(driven: &mut Driven, name: &str) -> Job<Message> {
    let mut jobs = driven.jobs_of(&[name]);
    assert_eq!(jobs.len(), 1, "one job: {name}");
    jobs.remove(0)
}

/// Passes the answer of a job on after all, and asserts that nothing comes of it.
#[track_caller]
fn is_unheard(driven: &mut Driven, job: Job<Message>) {
    assert!(job.is_cancelled());
    let cursor = driven.state().view.cursor;
    for message in Driven::run(job) {
        driven.take(SessionEvent::Message(message));
    }
    assert_eq!(driven.state().view.cursor, cursor);
    assert!(!driven.facts().is_searching());
}

#[test]
fn a_search_is_stale_once_the_bytes_or_their_reading_are_others() {
    // A change here, another encoding, other code units, a passage, other data over it.
    let ways = [
        "~",
        "e type:koi8-r Enter",
        "e type:utf-16le Enter E",
        "v l l : type:passage-encoding_koi8-r Enter",
        ": type:tour Enter",
    ];
    for way in ways {
        for (keys, name) in [("f", "seek"), ("/ type:q Enter", "next match")] {
            let mut driven = memory();
            // Typing a pattern looks for it, too: that is over before.
            driven.press("G g g");
            driven.press(keys);
            let search = driven.jobs_of(&[name]).pop().expect(name);
            assert!(driven.facts().is_searching(), "{keys}");
            driven.press(way);
            is_unheard(&mut driven, search);
        }
    }
}

#[test]
fn a_search_goes_on_while_the_user_only_moves() {
    for keys in ["l", "j", "o", "s", "i", "m a"] {
        let mut driven = memory();
        driven.press("f");
        let seek = job(&mut driven, "seek");
        driven.press(keys);
        driven.show();
        assert!(!seek.is_cancelled(), "{keys}");
        assert_eq!(driven.jobs_of(&["seek"]).len(), 0, "{keys}");
    }
}

#[test]
fn one_search_is_asked_at_a_time() {
    let mut driven = memory();
    driven.press("f");
    let first = job(&mut driven, "seek");
    driven.press(": type:line_2 Enter");
    let second = job(&mut driven, "seek");
    is_unheard_while_another_runs(&mut driven, first);
    driven.press("/ type:q Enter");
    assert!(second.is_cancelled());
    assert_eq!(driven.facts().search, None);
    assert!(driven.facts().found.chasing.is_some());
    driven.press("Esc");
    assert!(!driven.facts().is_searching());
    assert!(
        driven
            .jobs_of(&["next match"])
            .iter()
            .all(Job::is_cancelled)
    );
}

#[track_caller]
fn is_unheard_while_another_runs(driven: &mut Driven, job: Job<Message>) {
    assert!(job.is_cancelled());
    let before = (driven.state().view.cursor, driven.facts().search);
    for message in Driven::run(job) {
        driven.take(SessionEvent::Message(message));
    }
    let after = (driven.state().view.cursor, driven.facts().search);
    assert_eq!(before, after);
}

#[test]
fn what_another_program_writes_makes_all_stale_that_was_found_in_the_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, BYTES).expect("a file");
    let opened = Opened::from_source(Source::open(&path).expect("a file"));
    // Its bytes are held from now on: no thread reads for this session.
    assert_eq!(opened.source.window(0, 99).bytes, BYTES);
    let mut driven = Driven::new(&opened, SessionStart::default());
    driven.show();
    driven.press("/ type:q Enter");
    driven.finish(&["next match", "count of matches"]);
    assert_eq!(
        driven.facts().found.count.as_ref().map(|count| count.total),
        Some(1)
    );
    driven.finish(&["guess"]);
    driven.press("f");
    let (scan, seek) = (job(&mut driven, "scan"), job(&mut driven, "seek"));

    fs::write(&path, b"aaaa aaaa").expect("a file");
    opened.source.refresh();
    assert_eq!(opened.source.window(0, 99).bytes, b"aaaa aaaa");
    for message in driven.news(&[AttendedNews::Changed(FileChange::Shrank)]) {
        driven.take(SessionEvent::Message(message));
    }
    assert!(scan.is_cancelled());
    is_unheard(&mut driven, seek);
    assert_eq!(driven.facts().found.count, None);
    assert!(driven.facts().guess.is_none());
    // Both are asked again, once, of the bytes that are there now.
    driven.show();
    for name in ["scan", "guess"] {
        let again = job(&mut driven, name);
        assert!(!again.is_cancelled());
        for message in Driven::run(again) {
            driven.take(SessionEvent::Message(message));
        }
    }
    let index = driven
        .facts()
        .index(&driven.state().view)
        .expect("an index");
    assert!(index.complete && index.totals.faults.total() == 0);
}

#[test]
fn what_is_asked_again_in_the_same_way_is_not_begun_again() {
    let mut driven = memory();
    driven.press("/ type:q Enter");
    driven.finish(&["next match"]);
    let count = job(&mut driven, "count of matches");
    for keys in ["l", "g g", "n", "N"] {
        driven.press(keys);
        driven.finish(&["next match"]);
        driven.show();
    }
    for name in ["scan", "guess", "look for a dump"] {
        assert_eq!(driven.jobs_of(&[name]).len(), 1, "{name}");
    }
    assert_eq!(driven.jobs_of(&["count of matches"]).len(), 0);
    for message in Driven::run(count) {
        driven.take(SessionEvent::Message(message));
    }
    let count = driven.facts().found.count.as_ref();
    assert_eq!(count.map(|count| count.total), Some(1));
}

#[test]
fn what_goes_on_below_other_data_is_what_no_user_waits_for() {
    let mut driven = memory();
    driven.press("f");
    let (scan, seek) = (job(&mut driven, "scan"), job(&mut driven, "seek"));
    driven.input(UserInput::Paste("other bytes".to_owned()));
    driven.press("t");
    assert!(seek.is_cancelled() && !scan.is_cancelled());
    // Its scan belongs to the file that is open below.
    for message in Driven::run(scan) {
        driven.take(SessionEvent::Message(message));
    }
    assert!(driven.facts().known.is_none());
    driven.press("D");
    let index = driven
        .facts()
        .index(&driven.state().view)
        .expect("an index");
    assert!(index.complete && index.totals.faults.total() == 1);
    driven.show();
    let scans = driven.jobs_of(&["scan"]).len();
    assert_eq!(scans, 0, "that of what was pasted is over");
}
