//! What is typed at the prompts of one session is there in the next, unless that is not wanted.

use std::fs;

use super::harness::{Session, folder};

#[test]
fn what_was_typed_is_recalled_in_the_next_session() {
    let folder = folder();
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("byte order mark of UTF-8");
    session.press(":0x1f\r");
    session.wait_for("0x0000001F");
    session.press("q");
    assert!(session.end().success());
    let kept = fs::read_to_string(folder.path().join("state/hexloupe/history")).unwrap();
    assert_eq!(kept, ":0x1f\n");
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("byte order mark of UTF-8");
    session.press(":");
    session.wait_for("places and commands");
    session.press("\x1b[A");
    session.wait_for(" : 0x1f");
    session.press("\r");
    session.wait_for("0x0000001F");
    session.press("q");
    assert!(session.end().success());
}

#[test]
fn without_history_nothing_is_read_or_kept() {
    let folder = folder();
    let state = folder.path().join("state/hexloupe");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("history"), ":0x2f\n").unwrap();
    let mut session = Session::open(&["--at", "0", "--no-history"], folder.path());
    session.wait_for("byte order mark of UTF-8");
    session.press("/secret\r");
    session.wait_for("not found");
    session.press(":");
    session.wait_for("places and commands");
    session.press("\x1b[A0x1f\r");
    session.wait_for("0x0000001F");
    session.press("q");
    assert!(session.end().success());
    let kept = fs::read_to_string(state.join("history")).unwrap();
    assert_eq!(kept, ":0x2f\n");
}
