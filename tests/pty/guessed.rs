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
