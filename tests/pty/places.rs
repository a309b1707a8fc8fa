//! The place where the inspector starts, as it is named on the command line.

use std::fs;

use super::harness::{Session, folder};

#[track_caller]
fn starts(arguments: &[&str], place: &str) {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "ab\nc€e").unwrap();
    let mut session = Session::open(arguments, folder.path());
    session.wait_for(place);
    session.quit();
}

#[test]
fn a_column_past_the_end_of_a_line_is_its_last_character() {
    starts(&["a.txt:2:2"], "line 2, column 2 ");
    for arguments in [
        &["a.txt:2:999"][..],
        &["+2:999", "a.txt"],
        &["--at", "2:999", "a.txt"],
    ] {
        starts(arguments, "line 2, column 3 ");
    }
    starts(&["a.txt:1:999"], "line 1, column 3 ");
}
