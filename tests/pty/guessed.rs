//! The guess of the encoding, which is made in the background.

use std::fs;

use super::harness::{Session, folder};

#[test]
fn the_data_is_weighed_while_it_is_looked_at() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "Съешь же ещё\n".repeat(99)).unwrap();
    for arguments in [&["a.txt"][..], &["-e", "koi8-r", "a.txt"]] {
        let mut session = Session::open(arguments, folder.path());
        session.wait_for("0x00000000");
        session.press("ge");
        session.wait_for("% sure");
        session.press("\x1b");
        let closed = |text: String| !text.contains("the guessed encoding");
        session.wait_until("the panel gone", |screen| closed(screen.contents()));
        session.quit();
    }
}

#[test]
fn a_file_is_read_as_its_tree_declares() {
    let folder = folder();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    put(".editorconfig", b"root = true\n[*.l1]\ncharset = latin1\n");
    put("a.l1", b"caf\xE9\n");
    let mut session = Session::open(&["a.l1"], folder.path());
    session.wait_for("read as ISO-8859-1, as .editorconfig says");
    session.quit();
    let mut session = Session::open(&["-e", "koi8-r", "a.l1"], folder.path());
    session.wait_for("KOI8-R");
    session.quit();
}
