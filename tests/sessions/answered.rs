//! The line that says what is wrong, on files: it moves nothing that is being read.
//!
//! Invariant: from the first picture to the last, the first row of bytes stands on one line of the screen
//! while no key is pressed.

use std::fs;

use crate::play::driven::{Driven, SEARCHES};
use hexloupe::session::{Opened, SessionStart};
use hexloupe::source::Source;

/// A file of some bytes, open on the screen, with its folder.
fn opened(bytes: &[u8]) -> (tempfile::TempDir, Driven) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("app.log");
    fs::write(&path, bytes).expect("a file");
    let source = Source::open(&path).expect("a file").without_patience();
    let driven = Driven::new(&Opened::from_source(source), SessionStart::default());
    (folder, driven)
}

/// The lines of the screen that the rows of bytes begin at and that the answer has: in the first
/// picture, when all is read, and after a key.
fn lines(bytes: &[u8]) -> [(u16, Option<u16>); 3] {
    let (_folder, mut driven) = opened(bytes);
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

/// The scan of all comes there late.
#[test]
fn the_first_place_in_a_large_file_is_told_before_the_scan() {
    let line = b"2026-11-28 INFO user=anna signed in\n";
    let log = line.repeat(60_000);
    let at = log.len() - 10 * line.len() + 21;
    // UTF-8 read as windows-1252 and saved again; a byte of windows-1252; a character cut short.
    for (bytes, said) in [
        ("Jos\u{C3}\u{A9}".as_bytes(), "mojibake, it was José"),
        (b"Jos\xE9 x", "E9 may be é in windows-1252 (José)"),
        (b"\xE2\x82 is", "E2 82 is cut short, 1 byte missing"),
        (
            b"Stra\xC3\x9Fe \xE2\x82 M\xC3\xBCller",
            "E2 82 is cut short, 1 byte missing",
        ),
    ] {
        let mut log = log.clone();
        log[at..at + bytes.len()].copy_from_slice(bytes);
        let (_folder, mut driven) = opened(&log);
        driven.screen();
        driven.finish(&["spot"]);
        assert!(driven.found(said).is_some(), "{said}");
        // The title does not contradict it.
        let title = driven.screen().title.text();
        assert!(!title.contains("ASCII"), "{title}");
        let is_misread = said.starts_with("mojibake");
        assert_eq!(title.contains("well-formed"), is_misread, "{title}");
        driven.finish(&["guess", "scan"]);
        assert!(
            driven.found(said).is_some(),
            "{said}, with the first bytes known"
        );
        driven.finish(&["doubt"]);
        assert!(driven.found(said).is_some(), "{said}, with all known");
        let title = driven.screen().title.text();
        let state = if is_misread {
            "(well-formed) · no faults"
        } else {
            "1 fault"
        };
        assert!(title.contains(state), "{title}");
    }
}

/// All of a text that is not ASCII is read late.
#[test]
fn mojibake_in_a_large_text_that_is_not_ascii_is_told_before_the_scan() {
    let line = "2026-11-28 ИНФО пользователь=Анна вошла\n".as_bytes();
    let mut log = line.repeat(30_000);
    let misread = "имя=Jos\u{C3}\u{A9} M\u{C3}\u{BC}ller\n".as_bytes();
    log.splice(
        9_000 * line.len()..9_000 * line.len(),
        misread.iter().copied(),
    );
    let (_folder, mut driven) = opened(&log);
    driven.screen();
    driven.finish(&["guess", "spot"]);
    let said = "line 9001: mojibake, it was José Müller";
    assert!(driven.found(said).is_some());
    driven.finish(&["scan", "doubt"]);
    assert!(driven.found(said).is_some());
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

/// Text of one set that was read in another is no notice of its own: the guess knows it.
#[test]
fn a_word_of_another_set_is_explained_where_it_stands() {
    let text = "a line\n".repeat(5) + "name=Ïðèâåò, ìèð end\n";
    let (_folder, mut driven) = opened(text.as_bytes());
    driven.screen();
    driven.finish(&["guess", "scan", "doubt"]);
    driven.press("c");
    driven.finish(SEARCHES);
    let said = "Almost surely mojibake of Привет, мир (z l shows it)";
    assert!(driven.found(said).is_some(), "{:#?}", driven.facts().guess);
}

/// What is shown mended is not told any more, also by another key than Enter.
#[test]
fn lines_that_are_shown_mended_have_no_answer() {
    let text = "a line\n".repeat(50) + "Jos\u{C3}\u{A9} M\u{C3}\u{BC}ller\n";
    let (_folder, mut driven) = opened(text.as_bytes());
    driven.screen();
    driven.finish(&["guess", "scan", "doubt"]);
    assert!(driven.found("mojibake, it was José Müller").is_some());
    driven.press("z =");
    let said = "nothing is ill-formed here; z l shows the mojibake mended";
    assert!(driven.found(said).is_some());
    driven.press("z l");
    driven.finish(&["errand"]);
    assert!(!driven.state().view.passages.list().is_empty());
    assert_eq!(driven.screen().layout.answer, None);
}
