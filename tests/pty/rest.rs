//! When the inspector is idle, nothing runs, whatever has happened before.

use super::harness::{Session, folder};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs::{self, File};
use std::io::Write as _;

const PASTE: &str = "\x1b[200~some pasted words\x1b[201~";

/// A session on a pipe, whose writer has written a line and has not closed it.
fn pipe(folder: &tempfile::TempDir) -> (Session, File) {
    let path = folder.path().join("fifo");
    mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let mut session = Session::open(&["fifo"], folder.path());
    // Opening waits for the reader.
    let mut writer = File::options().write(true).open(&path).unwrap();
    writer.write_all(b"hello pipe\n").unwrap();
    session.wait_for("LATIN SMALL LETTER H");
    (session, writer)
}

#[test]
fn a_pipe_that_stays_open_rests_also_after_a_paste_and_the_way_back() {
    let folder = folder();
    let (mut session, mut writer) = pipe(&folder);
    session.wait_for_rest();
    for _ in 0..2 {
        session.press(PASTE);
        session.wait_for("no clear hex dump");
        session.press("t");
        session.wait_for("bytes pasted");
        session.wait_for_rest();
        session.press("D");
        session.wait_for("back to fifo");
        session.wait_for_rest();
    }
    // The pipe is still read, once, and its end is noticed.
    writer.write_all(b"and more").unwrap();
    session.wait_for("19 B");
    drop(writer);
    session.wait_for_scan();
    session.wait_for_rest();
    session.quit();
}

#[test]
fn what_comes_while_a_paste_is_shown_is_there_on_the_way_back() {
    let folder = folder();
    let (mut session, mut writer) = pipe(&folder);
    session.press(PASTE);
    session.wait_for("no clear hex dump");
    session.press("t");
    session.wait_for("bytes pasted");
    writer.write_all(b"and more").unwrap();
    drop(writer);
    session.wait_for_rest();
    session.press("D");
    session.wait_for("19 B");
    session.wait_for_scan();
    session.wait_for_rest();
    session.quit();
}

#[test]
fn a_reload_that_comes_late_leaves_what_was_opened_meanwhile() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "plain").unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    // In one write: the file is opened again on a thread meanwhile.
    session.press(&format!("R{PASTE}t"));
    session.wait_for("17 bytes pasted");
    session.wait_for_rest();
    assert!(
        session.text().contains("17 bytes pasted"),
        "{}",
        session.text()
    );
    session.quit();
}

#[test]
fn an_offer_goes_with_the_bytes_it_was_made_for() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(
        &path,
        "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 2e0a 4865  Hello, world..He\n",
    )
    .unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("D reads it as");
    fs::write(&path, "plain words, and no dump\n").unwrap();
    session.press("R");
    session.wait_until("no offer", |screen| {
        !screen.contents().contains("D reads it as")
    });
    session.wait_for_rest();
    session.quit();
}

/// A session on many lines, with the cursor far down.
fn far_down(folder: &tempfile::TempDir) -> Session {
    fs::write(
        folder.path().join("a.txt"),
        format!("{}\n", "x".repeat(60)).repeat(5000),
    )
    .unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.press(":100000");
    session.wait_for(": 100000");
    session.press("\r");
    session.wait_for("line 1640, column 22");
    session
}

#[test]
fn lines_are_those_of_the_data_that_is_shown() {
    let folder = folder();
    let mut session = far_down(&folder);
    session.press(&format!("\x1b[200~{}\x1b[201~", "a\r".repeat(30_000)));
    session.wait_for("no clear hex dump");
    session.press("t");
    session.wait_for("60000 bytes pasted");
    session.wait_for_rest();
    session.press("D");
    session.wait_for("back to");
    session.wait_for("line 1640, column 22");
    session.quit();
    // The same if bytes are overwritten in the file.
    let mut session = far_down(&folder);
    session.wait_for_rest();
    let mut file = File::options()
        .write(true)
        .open(folder.path().join("a.txt"))
        .unwrap();
    file.write_all("a\n".repeat(61 * 2500).as_bytes()).unwrap();
    session.wait_for("line 50001, column 1");
    session.quit();
}

/// Checks that nothing runs after each event of each group, and after a change of the size. The
/// groups are tried side by side, since most of the time is spent waiting.
#[track_caller]
fn check(groups: &[&[&str]]) {
    std::thread::scope(|scope| {
        for events in groups {
            scope.spawn(|| rests_after(events));
        }
    });
}

fn rests_after(events: &[&str]) {
    let folder = folder();
    fs::write(
        folder.path().join("a.txt"),
        "one\ntwo caf\u{e9}\nthree\n".repeat(50),
    )
    .unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    session.wait_for_rest();
    for event in events {
        session.press(event);
        session.wait_for_rest();
    }
    session.resize(60, 20);
    session.wait_for_rest();
    session.quit();
}

#[test]
fn after_each_kind_of_command_nothing_runs() {
    check(&[
        &["l", "f", "a"],
        &["c", "/two\r", "n"],
        &[":5\r", "R", "\x0c"],
    ]);
}

#[test]
fn after_each_kind_of_panel_nothing_runs() {
    check(&[
        &["e", "\x1b", "?", "\x1b"],
        &["d", "\x1b", "L", "\x1b"],
        &["I", "\x1b", "ge", "\x1b"],
    ]);
}

#[test]
fn after_what_is_no_key_nothing_runs() {
    check(&[
        &[PASTE, "\x1b", "\x1b[I"],
        &["\x1b[O", "\x1b[<64;5;5M"],
        &["z", "e", "\x1b"],
    ]);
}
