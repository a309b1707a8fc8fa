//! Several files on a real terminal: tabs, a folder, two side by side.

use std::fs;

use super::harness::{Session, folder};

#[test]
fn files_are_gone_through_in_tabs() {
    let folder = folder();
    for (name, text) in [("a.txt", "first"), ("b.txt", "second"), ("c.txt", "third")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut session = Session::open(&["a.txt", "b.txt", "none", "c.txt"], folder.path());
    session.wait_for("a.txt 1/4");
    session.wait_for("LATIN SMALL LETTER F");
    session.press("gt");
    session.wait_for("b.txt 2/4");
    session.wait_for("LATIN SMALL LETTER S");
    session.press("gt");
    session.wait_for("none: no such file");
    session.press("gT:close\r");
    session.wait_for("none 2/3");
    session.press("gl");
    session.wait_for("not opened yet");
    session.press("j\r");
    session.wait_for("c.txt 3/3");
    session.wait_for("LATIN SMALL LETTER T");
    session.quit();
}

#[test]
fn a_folder_is_listed_and_a_file_opened_from_it() {
    let folder = folder();
    fs::write(folder.path().join("bad.txt"), b"x\xFFy").unwrap();
    fs::write(folder.path().join("good.txt"), "good").unwrap();
    let mut session = Session::open(&["."], folder.path());
    session.wait_for("2 files, 1 to look at");
    session.wait_for("1 fault");
    session.press("\r");
    session.wait_for("bad.txt 2/2");
    session.press("1gt");
    session.wait_for("2 files, 1 to look at");
    session.press("q");
    session.quit();
}

#[test]
fn two_files_stand_side_by_side() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "same text, one byte").unwrap();
    fs::write(folder.path().join("b.txt"), "same text: one byte").unwrap();
    let mut session = Session::open(&["diff", "--view", "a.txt", "b.txt"], folder.path());
    session.wait_for("a.txt 1/2");
    session.wait_for("b.txt 2/2");
    session.wait_for("1 difference; n goes to the next");
    session.press("n");
    session.wait_for("1 byte differs");
    session.wait_for("COLON");
    session.quit();
}
