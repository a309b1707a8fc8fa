//! Files that are written, and copies that are passed to a command.
//!
//! Invariant: no other file is left than the one that was asked for, however it ends.

use std::fs::{self, File};
use std::path::Path;

use rustix::process::Signal;

use super::harness::{Session, Setup, folder, hexloupe};

/// The names of the entries of a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn a_selection_is_written_and_what_is_there_is_asked_about() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.txt"), "Привет").unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("CYRILLIC CAPITAL LETTER PE");
    session.press("vlll:export out.bin\r");
    session.wait_for("out.bin: 4 bytes written, the selection as raw");
    assert_eq!(fs::read(at("out.bin")).unwrap(), "Пр".as_bytes());
    session.press("vvll:export out.bin\r");
    session.wait_for("already exists, with 4 bytes.");
    session.press("n");
    session.wait_for("out.bin is unchanged");
    assert_eq!(fs::read(at("out.bin")).unwrap(), "Пр".as_bytes());
    session.press(":export file as raw out.bin\r");
    session.wait_for("already exists");
    session.press("y");
    session.wait_for("12 bytes written, the file as raw bytes");
    assert_eq!(fs::read(at("out.bin")).unwrap(), "Привет".as_bytes());
    session.press(":export a.txt\r");
    session.wait_for("is the file being read");
    assert_eq!(fs::read(at("a.txt")).unwrap(), "Привет".as_bytes());
    session.press(":export no/where.bin\r");
    session.wait_for("no: no such directory");
    assert_eq!(names(folder.path()), ["a.txt", "out.bin"]);
    session.quit();
}

#[test]
fn the_screen_is_written_as_it_is_seen() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "abc文\u{1b}").unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("LATIN SMALL LETTER A");
    session.press(":export screen.txt\r");
    session.wait_for("bytes written, the screen as text");
    let written = fs::read_to_string(folder.path().join("screen.txt")).unwrap();
    assert_eq!(written.lines().count(), 40);
    for seen in ["61]62 63 E6", "文", "LATIN SMALL LETTER A", "a.txt"] {
        assert!(written.contains(seen), "{written}");
    }
    session.press(":export screen.ans\r");
    session.wait_for("bytes written, the screen as ansi");
    let written = fs::read_to_string(folder.path().join("screen.ans")).unwrap();
    assert!(written.contains("\u{1b}[0;"), "{written:?}");
    session.quit();
}

/// Opens a file, and starts an export of it that takes hours.
fn endless(folder: &Path) -> Session {
    let file = File::create(folder.join("big")).unwrap();
    file.set_len(1 << 40).unwrap();
    let mut session = Session::open(&["--no-history", "big"], folder);
    session.wait_for("0x00000000");
    session.press(":export out.jsonl\r");
    session.wait_for("writing `out.jsonl`");
    session
}

#[test]
fn what_is_given_up_leaves_nothing_behind() {
    let folder = folder();
    let mut session = endless(folder.path());
    // Keys work meanwhile, but nothing is lost without a message.
    session.press("l");
    session.wait_for("0x00000001");
    session.press("q");
    session.wait_for("still writing `out.jsonl`; Ctrl-C cancels it");
    session.press("\u{3}");
    session.wait_for("cancelled: writing `out.jsonl`");
    assert_eq!(names(folder.path()), ["big"]);
    session.quit();
}

#[test]
fn a_signal_that_ends_it_all_leaves_nothing_behind() {
    let folder = folder();
    let mut session = endless(folder.path());
    session.signal(Signal::TERM);
    assert!(!session.end().success());
    assert!(session.restored(), "{}", session.what_is_left());
    assert_eq!(names(folder.path()), ["big"]);
}

/// Opens a short text with a command for copies.
fn with_command(folder: &Path, option: &[&str], variable: Option<&str>) -> Session {
    fs::write(folder.join("a.txt"), "Привет").unwrap();
    let arguments: Vec<&str> = option.iter().copied().chain(["a.txt"]).collect();
    let setup = Setup {
        program: hexloupe(),
        arguments: &arguments,
        environment: &[("HEXLOUPE_CLIPBOARD", variable)],
        ..Setup::default()
    };
    let mut session = setup.start(folder);
    session.wait_for("CYRILLIC CAPITAL LETTER PE");
    session
}

#[test]
fn a_copy_goes_to_the_command_that_is_named_for_it() {
    let folder = folder();
    let got = || fs::read_to_string(folder.path().join("got")).unwrap();
    let mut session = with_command(folder.path(), &["--clipboard", "cat > got"], None);
    session.press("vlllyt");
    session.wait_for("4 bytes as text sent to `cat > got`");
    assert_eq!(got(), "Пр");
    assert!(!session.wrote("\u{1b}]52;"), "nothing goes to the terminal");
    session.quit();
    let mut session = with_command(folder.path(), &[], Some("cat > got"));
    session.press("ya\r");
    session.wait_for("2 bytes as text sent to `cat > got`");
    assert_eq!(got(), "П");
    session.quit();
}

#[test]
fn a_copy_goes_to_the_terminal_where_the_command_fails() {
    let folder = folder();
    let mut session = with_command(folder.path(), &["--clipboard", "exit 3"], Some("cat"));
    session.press("yt");
    session.wait_for("`exit 3` failed (exit code 3)");
    session.wait_for("2 bytes as text sent to the terminal's clipboard (OSC 52)");
    assert!(session.wrote("\u{1b}]52;c;0J8="), "no OSC 52");
    session.quit();
}

#[test]
fn a_command_that_does_not_end_is_given_up_with_a_key() {
    let folder = folder();
    let line = "exec sleep 1000";
    let mut session = with_command(folder.path(), &["--clipboard", line], None);
    session.press("yt");
    session.wait_for("sending 2 bytes as text to");
    session.press("l");
    session.wait_for("0x00000001");
    session.press("\u{3}");
    session.wait_for("cancelled: sending 2 bytes as text");
    session.quit();
}
