//! The inspector that speaks in lines.

use super::harness::{Session, Setup, folder};
use std::fs;

/// The lines that were written.
fn lines(session: &Session) -> Vec<String> {
    let text = String::from_utf8(session.raw.clone()).unwrap();
    assert!(
        text.ends_with("\r\n") && !text.contains('\u{1b}'),
        "{text:?}"
    );
    text.split("\r\n").map(str::to_owned).collect()
}

#[track_caller]
fn check(environment: &[(&str, Option<&str>)]) {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), b"a\xC0\xAFb\xC3\xA9").unwrap();
    let setup = Setup {
        arguments: &["--plain", "--theme", "auto", "a.txt"],
        environment,
        ..Setup::default()
    };
    let mut session = setup.start(folder.path());
    session.wait_for("U+0061");
    session.press("l");
    session.wait_for("0x1, C0, overlong form, byte 1 of 2, would be U+002F");
    session.press("ll");
    session.wait_for("0x3, 62, U+0062");
    session.resize(40, 10);
    session.press("l");
    session.wait_for_raw("0x4, C3 A9, U+00E9");
    session.press("q");
    assert!(session.end().success());
    let lines = lines(&session);
    // What is wrong comes once it is known, by itself or with another line.
    let is_alone =
        |line: &&String| line.contains("(overlong form)") && line.ends_with("goes there");
    let lines: Vec<&String> = lines.iter().filter(|line| !is_alone(line)).collect();
    // One for the beginning, one for each key, and nothing behind the last.
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert_eq!(session.what_is_left(), "");
}

#[test]
fn it_says_a_line_for_each_key_and_controls_nothing() {
    check(&[]);
}

#[test]
fn it_needs_no_terminal_that_can_move_its_cursor() {
    check(&[("TERM", Some("dumb"))]);
}
