//! Changed bytes written into the file that is open.

use std::fs;
use std::path::Path;

use crate::pty::harness::{Session, folder};

/// A file with a text, open, with the first bit of its first byte flipped.
fn flipped(folder: &Path) -> Session {
    fs::write(folder.join("a.txt"), "abc def\n").unwrap();
    let mut session = Session::open(&["a.txt"], folder);
    session.wait_for("[61]62");
    session.wait_for_rest();
    session.press("~");
    session.wait_for("[E1]62");
    session.wait_for(":write saves to the file, :save-as FILE elsewhere");
    // The next key ends the message.
    session.press("0");
    session
}

fn content(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("a.txt")).unwrap()
}

#[test]
fn the_file_itself_is_written_after_asking_and_undo_still_leads_back() {
    let folder = folder();
    let mut session = flipped(folder.path());
    session.press(":write\r");
    session.wait_for("Write 1 byte in 1 place to the file?");
    session.press("n");
    session.wait_for("nothing was written");
    assert_eq!(content(folder.path()), b"abc def\n");
    session.press(":write\r");
    session.wait_for("Write 1 byte in 1 place to the file?");
    session.press("y");
    session.wait_for("has the old bytes");
    assert_eq!(content(folder.path()), b"\xE1bc def\n");
    let patch = fs::read_to_string(folder.path().join("a.txt.old.xxd")).unwrap();
    assert!(patch.starts_with("# 0: hexloupe patch;"), "{patch}");
    assert!(patch.contains("\n00000000: 61 "), "{patch}");
    // The program does not take its own writing for that of another, and nothing is unsaved.
    session.press("u");
    session.wait_for("[61]62");
    session.rest();
    assert!(
        !session.text().contains("was written to"),
        "{}",
        session.text()
    );
    session.press("q");
    session.wait_for("The changes are not saved.");
    session.press("n");
    session.press("\x12");
    session.wait_for("[E1]62");
    session.quit();
}

#[test]
fn who_leaves_may_save_first() {
    let folder = folder();
    let mut session = flipped(folder.path());
    session.press("q");
    session.wait_for("s save  y discard  Esc cancel");
    session.press("\x1b");
    session.wait_for("not closed");
    session.press("qs");
    session.wait_for("Write 1 byte in 1 place to the file?");
    session.press("y");
    assert!(session.end().success());
    assert!(session.restored(), "{}", session.what_is_left());
    assert_eq!(content(folder.path()), b"\xE1bc def\n");
}

#[test]
fn a_scratch_buffer_asks_for_a_file_before_it_is_left() {
    let folder = folder();
    let mut session = Session::open(&["scratch", "abc"], folder.path());
    session.wait_for("[61]62");
    session.press("~");
    session.wait_for(":save-as FILE saves it");
    session.press("qs");
    session.wait_for(": save-as");
    session.press("b.txt\r");
    assert!(session.end().success());
    let saved = fs::read(folder.path().join("b.txt")).unwrap();
    assert_eq!(saved, b"\xE1bc");
}

#[test]
fn a_file_that_another_program_has_written_to_is_not_written_over_without_saying_so() {
    let folder = folder();
    let mut session = flipped(folder.path());
    fs::write(folder.path().join("a.txt"), "abc deX and more\n").unwrap();
    session.wait_for("file grew");
    session.press(":write\r");
    session.wait_for("It has grown since it was opened.");
    assert_eq!(content(folder.path()), b"abc deX and more\n");
    session.press("y");
    session.wait_for("has the old bytes");
    assert_eq!(content(folder.path()), b"\xE1bc deX and more\n");
    session.quit();
}

#[test]
fn another_file_of_that_name_is_left_alone() {
    let folder = folder();
    let mut session = flipped(folder.path());
    fs::write(folder.path().join("other"), "abc def\n").unwrap();
    fs::rename(folder.path().join("other"), folder.path().join("a.txt")).unwrap();
    session.wait_for("another file has this name now");
    session.press(":write\r");
    session.wait_for("is no longer the file");
    assert_eq!(content(folder.path()), b"abc def\n");
    assert!(!folder.path().join("a.txt.old.xxd").exists());
    session.press("qy");
    session.end();
}

#[test]
fn a_file_that_is_gone_is_not_asked_about() {
    let folder = folder();
    let mut session = flipped(folder.path());
    fs::remove_file(folder.path().join("a.txt")).unwrap();
    session.wait_for("file is gone");
    session.press(":write\r");
    session.wait_for("is gone; nothing written");
    session.press("qy");
    session.end();
}
