//! The inspector as a user runs it: the real binary on a real terminal.
#![cfg(unix)]

mod dumps;
mod finding;
mod flow;
mod guessed;
mod harness;
mod history;
mod keys;
mod kinds;
mod places;
mod plain;
mod printing;
#[cfg(target_os = "linux")]
mod progress;
mod rest;
mod roles;
mod signals;
mod sizes;
mod streams;
mod tabs;
mod taking;
mod vanish;
mod writing;

use std::fs;
use std::io::Write as _;

use harness::{Session, folder, hexloupe};

#[test]
fn without_a_file_the_tour_opens_and_q_gives_the_terminal_back() {
    let folder = folder();
    let mut session = Session::open(&[], folder.path());
    session.wait_for("1/8");
    session.press("f");
    session.wait_for("utf8-stray-continuation");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored());
}

#[test]
fn a_file_opens_and_the_caret_stands_on_the_cursors_cell() {
    let folder = folder();
    fs::write(folder.path().join("letter.txt"), "Привет").unwrap();
    let mut session = Session::open(&["letter.txt"], folder.path());
    session.wait_for("CYRILLIC CAPITAL LETTER PE");
    session.wait_until("the caret", |screen| screen.cursor_position() == (2, 11));
    session.press("w");
    session.wait_for("CYRILLIC SMALL LETTER ER");
    session.wait_until("the caret", |screen| screen.cursor_position() == (2, 17));
    session.press("\t");
    session.wait_until("the caret in the bits", |screen| {
        screen.cursor_position().1 > 30
    });
    session.press("q");
    assert!(session.end().success());
}

#[test]
fn a_pipe_is_inspected_and_keys_come_from_the_terminal() {
    let folder = folder();
    let line = format!("printf 'ab\\303\\251' | {}", hexloupe());
    let mut session = Session::start("sh", &["-c", &line], folder.path());
    session.wait_for("[61]62 C3 A9");
    session.press("a");
    session.wait_for("LATIN SMALL LETTER E WITH ACUTE");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored());
}

#[test]
fn what_a_file_holds_and_is_called_never_reaches_the_terminal_raw() {
    let folder = folder();
    let hostile = b"\x1b]0;owned\x07\x1b[2J\x9b5n\xc2\x9b6n\xe2\x80\xaeabc\x1bP$q\x1b\\".repeat(20);
    let name = "a\u{1b}]0;owned\u{7}b\u{202e}c";
    fs::write(folder.path().join(name), hostile).unwrap();
    let mut session = Session::open(&[name], folder.path());
    session.wait_for("1B 5D 30 3B");
    session.press("\u{6}\u{2}ww:0x10\r");
    session.wait_for("0x00000010");
    session.press("q");
    session.end();
    let text = String::from_utf8_lossy(&session.raw).into_owned();
    for hostile in [
        "\u{1b}]",
        "\u{1b}[2J\u{9b}",
        "\u{9b}",
        "\u{202e}",
        "\u{1b}P",
        "\u{7}",
    ] {
        assert!(!text.contains(hostile), "{hostile:?} went out");
    }
}

#[test]
fn a_file_that_is_emptied_or_replaced_is_noticed_without_a_key() {
    let folder = folder();
    let path = folder.path().join("log.txt");
    fs::write(&path, "old").unwrap();
    let mut session = Session::open(&["log.txt"], folder.path());
    session.wait_for("LATIN SMALL LETTER O");
    fs::write(&path, "").unwrap();
    session.wait_for("file shrank");
    session.wait_for("0 B");
    let other = folder.path().join("other");
    fs::write(&other, "new").unwrap();
    fs::rename(&other, &path).unwrap();
    session.wait_for("another file has this name now");
    session.press("R");
    session.wait_for("reloaded: 3 bytes");
    session.wait_for("LATIN SMALL LETTER N");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored());
}

#[test]
fn a_file_that_shrinks_or_goes_away_is_noticed_and_survived() {
    let folder = folder();
    let path = folder.path().join("log.txt");
    fs::write(&path, "x".repeat(100_000)).unwrap();
    let mut session = Session::open(&["log.txt"], folder.path());
    session.wait_for("LATIN SMALL LETTER X");
    session.press("G");
    session.wait_for("0x0001869F");
    // Written anew it would have no bytes for a moment, which may be noticed.
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(b"short").unwrap();
    file.set_len(5).unwrap();
    session.press("k");
    session.wait_for("file shrank");
    session.wait_for("LATIN SMALL LETTER T");
    // Without a key too.
    fs::remove_file(&path).unwrap();
    session.wait_for("file is gone");
    session.press("R");
    session.wait_for("log.txt");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored());
}

#[test]
fn a_copy_goes_out_as_osc_52_in_base64() {
    let folder = folder();
    fs::write(folder.path().join("letter.txt"), "Привет").unwrap();
    let mut session = Session::open(&["letter.txt"], folder.path());
    session.wait_for("CYRILLIC CAPITAL LETTER PE");
    session.press("yt");
    session.wait_for("2 bytes as text");
    session.press("q");
    session.end();
    let text = String::from_utf8_lossy(&session.raw).into_owned();
    assert!(text.contains("\u{1b}]52;c;0J8="), "no OSC 52");
}

#[test]
fn a_click_puts_the_cursor_on_a_byte_and_a_drag_selects() {
    let folder = folder();
    fs::write(folder.path().join("abc.txt"), "abcdefgh").unwrap();
    let mut session = Session::open(&["abc.txt"], folder.path());
    session.wait_for("LATIN SMALL LETTER A");
    // The third byte of the hex pane, in the first row of bytes; counted from 1.
    session.press("\u{1b}[<0;18;3M\u{1b}[<0;18;3m");
    session.wait_for("LATIN SMALL LETTER C");
    session.press("\u{1b}[<0;18;3M\u{1b}[<32;21;3M\u{1b}[<0;21;3m");
    session.wait_for("2 bytes selected");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored());
}
