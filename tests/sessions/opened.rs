//! Another file opened in place of the data, its path completed.
//!
//! Invariant: what was open before is open again, at the same place, when the user goes back.

use std::fs;

use crate::play::driven::Driven;
use hexloupe::session::{Beginning, Opened};

fn said(driven: &Driven) -> String {
    driven.session.state().message.clone().unwrap_or_default()
}

fn bytes(driven: &mut Driven) -> u64 {
    driven.show();
    driven.session.state().view.cursor.offset
}

#[test]
fn another_file_is_opened_and_left_again() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("two.txt"), b"second").expect("a file");
    let path = folder.path().to_str().expect("UTF-8").to_owned();
    let mut driven = Driven::new(
        &Opened::memory("first", &b"the first data"[..]),
        Beginning::default(),
    );
    driven.press("l l l");
    assert_eq!(bytes(&mut driven), 3);

    // The names of the folder are listed as soon as it is typed.
    driven.press(&format!(": type:open_{path}/"));
    driven.finish(&["list a folder"]);
    let listed = driven.session.facts().folder.entries.clone();
    assert_eq!(listed, [("two.txt".to_owned(), Some(6))]);
    driven.press("type:tw Tab Enter");
    driven.finish(&["open"]);
    assert!(
        said(&driven).ends_with("two.txt is open; D leads back"),
        "{}",
        said(&driven)
    );
    assert_eq!(bytes(&mut driven), 0);
    driven.press("D");
    assert_eq!(said(&driven), "back to first");
    assert_eq!(bytes(&mut driven), 3);

    // What cannot be opened is said, and nothing else changes.
    driven.press(&format!(": type:open_{path}/none Enter"));
    driven.finish(&["list a folder", "open"]);
    assert!(said(&driven).contains("none"), "{}", said(&driven));
    assert_eq!(driven.session.state().view.name, "first");
}
