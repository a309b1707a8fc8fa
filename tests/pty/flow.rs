//! How much is written, when, and what happens when the output is blocked.

use std::fs;

use rustix::process::Signal;

use super::harness::{Session, folder};

fn open(folder: &tempfile::TempDir) -> Session {
    fs::write(
        folder.path().join("a.txt"),
        "The quick brown fox.\n".repeat(10_000),
    )
    .unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    session
}

#[test]
fn held_keys_are_answered_with_few_frames() {
    let folder = folder();
    let mut session = open(&folder);
    let before = session.frames();
    session.press(&"j".repeat(5000));
    session.wait_for("0x00013880");
    session.press("l");
    session.wait_for("0x00013881");
    let drawn = session.frames() - before;
    assert!(drawn < 500, "{drawn} frames for 5000 keys");
    session.quit();
}

#[test]
fn a_step_writes_little_and_idle_nothing() {
    let folder = folder();
    let mut session = open(&folder);
    // Background jobs cause pictures of their own.
    session.rest();
    session.press("l");
    session.wait_for("0x00000001");
    for at in 2..40 {
        let (frames, bytes) = (session.frames(), session.raw.len());
        session.press("l");
        session.wait_for(&format!("0x{at:08X}"));
        // A frame that was drawn in between would be counted here.
        assert_eq!(session.frames() - frames, 1, "frames for a step");
        let written = session.raw.len() - bytes;
        assert!(written < 2048, "{written} bytes for a step");
    }
    let frames = session.frames();
    session.press("l\u{1b}[I\u{1b}[O");
    session.wait_for("0x00000028");
    assert!(session.frames() - frames <= 3);
    session.quit();
}

/// A session whose output is blocked.
fn blocked(folder: &tempfile::TempDir) -> Session {
    let mut session = open(folder);
    session.block(true);
    for _ in 0..200 {
        session.press("l\u{c}");
        session.taken();
    }
    session
}

#[test]
fn keys_that_piled_up_while_output_was_blocked_are_answered() {
    let folder = folder();
    let mut session = blocked(&folder);
    session.press("hhG");
    session.block(false);
    session.wait_for("0x0003344F");
    session.quit();
}

#[test]
fn a_signal_ends_it_while_output_is_blocked() {
    let folder = folder();
    let mut session = blocked(&folder);
    session.signal(Signal::TERM);
    assert!(session.end_blocked().signal().is_some());
    assert!(!session.what_is_left().contains("settings"));
}

#[test]
fn a_signal_gives_all_back_if_output_goes_on_in_time() {
    let folder = folder();
    let mut session = blocked(&folder);
    session.signal(Signal::TERM);
    session.block(false);
    assert!(session.end().signal().is_some());
    assert!(session.restored(), "{}", session.what_is_left());
}
