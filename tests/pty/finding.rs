//! Patterns, typed into the real program.

use std::fs;

use super::harness::{Session, folder};

#[test]
fn a_pattern_is_found_while_it_is_typed_and_again() {
    let folder = folder();
    let mut data = vec![b'.'; 3 << 20];
    for at in [1 << 20, 2 << 20] {
        data[at..at + 6].copy_from_slice("жук".as_bytes());
    }
    fs::write(folder.path().join("a.txt"), data).unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    session.press("/жук");
    session.wait_for("match 1 of 2");
    session.press("\r");
    session.wait_for("0x00100000");
    session.press("n");
    session.wait_for("match 2 of 2");
    session.wait_for("0x00200000");
    session.press("n");
    session.wait_for("wrapped to the start");
    session.press("N");
    session.wait_for("wrapped to the end");
    session.press("/x:4");
    session.wait_for("half a byte");
    session.press("\x1b");
    session.wait_for("0x00200000");
    session.quit();
}
