//! The line that says what is wrong, on files: it moves nothing that is being read.
//!
//! Invariant: from the first picture to the last, the first row of bytes stands on one line of the screen
//! while no key is pressed.

use std::fs;

use crate::play::driven::Driven;
use hexloupe::session::{Opened, SessionStart};
use hexloupe::source::Source;

/// The lines of the screen that the rows of bytes begin at and that the answer has: in the first
/// picture, when all is read, and after a key.
fn lines(bytes: &[u8]) -> [(u16, Option<u16>); 3] {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("app.log");
    fs::write(&path, bytes).expect("a file");
    let source = Source::open(&path).expect("a file").without_patience();
    let opened = Opened::from_source(source);
    let mut driven = Driven::new(&opened, SessionStart::default());
    let place = |driven: &mut Driven| {
        let layout = &driven.screen().layout;
        (layout.body.y, layout.answer)
    };
    let first = place(&mut driven);
    driven.finish(&["guess", "scan"]);
    driven.screen();
    driven.finish(&["doubt"]);
    let read = place(&mut driven);
    driven.press("j");
    [first, read, place(&mut driven)]
}

#[test]
fn the_answer_about_a_large_file_moves_nothing() {
    let line = b"2026-11-28 INFO user=anna signed in\n";
    let mut log = line.repeat(60_000);
    let [first, read, moved] = lines(&log);
    assert_eq!(first, read);
    assert_eq!(moved, (first.0 - 1, None), "nothing is wrong");
    let at = log.len() / 2 / line.len() * line.len() + 26;
    log[at] = 0xE9;
    let [first, read, moved] = lines(&log);
    assert!(first.1.is_some());
    assert_eq!([first, first], [read, moved]);
}
