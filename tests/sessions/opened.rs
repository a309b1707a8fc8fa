//! Another file opened beside the data, its path completed; a scratch buffer in place of it.
//!
//! Invariant: what was open before is open still, at the same place.

use std::fs;
use std::sync::Arc;

use crate::play::driven::Driven;
use hexloupe::command::keymap::{Keymap, sets};
use hexloupe::command::overlay::Overlay;
use hexloupe::model::screen::Picture;
use hexloupe::model::state::FileStanding;
use hexloupe::session::services::Services;
use hexloupe::session::{Opened, SessionEffect, SessionStart};
use hexloupe::source::{MOST_SCRATCH, Source};
use hexloupe::window::Peek as _;

fn said(driven: &Driven) -> String {
    driven.session.state().message.clone().unwrap_or_default()
}

fn bytes(driven: &mut Driven) -> u64 {
    driven.show();
    driven.session.state().view.cursor.offset
}

#[test]
fn another_file_is_opened_beside_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("two.txt"), b"second").expect("a file");
    let path = folder.path().to_str().expect("UTF-8").to_owned();
    let mut driven = Driven::new(
        &Opened::memory("first", &b"the first data"[..]),
        SessionStart::default(),
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
    // It is for a tab of its own, and here nothing has changed.
    let opened = driven.asked.iter().find_map(|effect| match effect {
        SessionEffect::Opened(file) => Some(file.opened.source.window(0, 100).bytes),
        _ => None,
    });
    assert_eq!(opened.as_deref(), Some(&b"second"[..]));
    assert_eq!(bytes(&mut driven), 3);

    // What cannot be opened is said, and nothing else changes.
    driven.press(&format!(": type:open_{path}/none Enter"));
    driven.finish(&["list a folder", "open"]);
    assert!(said(&driven).contains("none"), "{}", said(&driven));
    assert_eq!(driven.session.state().view.name, "first");
}

fn content(driven: &Driven) -> Vec<u8> {
    driven.session.source().window(0, 100).bytes
}

#[test]
fn bytes_are_copied_to_scratch_and_read_as_they_were() {
    let data = "\u{43C}\u{438}\u{440}".encode_utf16();
    let data: Vec<u8> = data.flat_map(u16::to_be_bytes).collect();
    let mut driven = Driven::new(&Opened::memory("m", data), SessionStart::default());
    driven.press(": type:encoding_utf-16be Enter l l v l l l : type:scratch Enter");
    driven.finish(&["open"]);
    assert_eq!(said(&driven), "4 bytes copied to scratch; D returns");
    assert_eq!(content(&driven), [4, 0x38, 4, 0x40]);
    let view = &driven.session.state().view;
    assert_eq!(
        (view.encoding().name, view.name.as_str()),
        ("UTF-16BE", "scratch")
    );
    // Bytes are deleted here, and the data they came from is not touched.
    driven.press("Delete Delete");
    assert_eq!(content(&driven), [4, 0x40]);
    driven.press("D");
    assert!(
        said(&driven).starts_with("changes not saved"),
        "{}",
        said(&driven)
    );
    driven.press(": type:reset Enter D");
    assert_eq!(said(&driven), "back to m");
    assert_eq!(content(&driven).len(), 6);

    // Without a selection all is copied, if it is not too much.
    driven.press("Esc : type:scratch Enter");
    driven.finish(&["open"]);
    assert_eq!(content(&driven).len(), 6);
    let much = vec![b'x'; MOST_SCRATCH as usize + 1];
    let mut driven = Driven::new(&Opened::memory("m", much), SessionStart::default());
    driven.press(": type:scratch Enter");
    assert!(
        said(&driven).contains("at most 16 MiB"),
        "{}",
        said(&driven)
    );
}

#[test]
fn of_the_forms_that_a_dump_may_be_in_one_is_chosen() {
    let opened = Opened::memory("m", &b"[49,50,51]"[..]);
    let mut driven = Driven::new(&opened, SessionStart::default());
    driven.press("D");
    driven.finish(&["import"]);
    let list = |driven: &Driven| match &driven.session.state().overlay {
        Some(Overlay::Readings(list)) => Some((list.chosen, list.kind.readings.len())),
        _ => None,
    };
    assert_eq!(list(&driven), Some((0, 2)));
    // Nothing is read before.
    assert_eq!(content(&driven), b"[49,50,51]");
    driven.press("q");
    assert_eq!(list(&driven), None);
    driven.press("D");
    driven.finish(&["import"]);
    driven.press("j Enter");
    driven.finish(&["import"]);
    assert!(
        said(&driven).starts_with("read as python"),
        "{}",
        said(&driven)
    );
    assert_eq!(content(&driven), [49, 50, 51]);
    driven.press("D");
    assert_eq!(said(&driven), "back to m");
}

#[test]
fn an_offer_that_moves_bytes_is_taken_in_a_copy() {
    let opened = Opened::memory("m", &b"user=Jos\xE9 ip"[..]);
    let beginning = SessionStart {
        keymap: Keymap::new(sets::by_id("plain").unwrap(), &[]),
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&opened, beginning);
    driven.press(": type:8 Enter : type:mend Enter");
    driven.finish(&["open"]);
    let message = said(&driven).clone();
    assert!(
        message.starts_with("mended in a copy; Ctrl-Z undoes it, F12 saves it, D"),
        "{message}"
    );
    let mut driven = Driven::new(&opened, SessionStart::default());
    driven.press("8 l z =");
    driven.finish(&["open"]);
    assert_eq!(
        said(&driven),
        "mended in a copy; u undoes it, :save-as FILE saves it, D returns"
    );
    assert_eq!(content(&driven), "user=José ip".as_bytes());
    let view = &driven.session.state().view;
    assert_eq!((view.name.as_str(), view.cursor.offset), ("copy of m", 8));
    // It is one step of undo, and the data is not touched.
    driven.press("u");
    assert_eq!(content(&driven), b"user=Jos\xE9 ip");
    driven.press("D");
    assert_eq!(said(&driven), "back to m");
    assert_eq!(content(&driven), b"user=Jos\xE9 ip");

    // What is too large to be copied is read as what it is.
    let mut much = vec![b'x'; MOST_SCRATCH as usize];
    much[..4].copy_from_slice(b" \xE9 \n");
    much.push(b'x');
    let mut driven = Driven::new(&Opened::memory("m", much), SessionStart::default());
    driven.press("l z =");
    assert_eq!(
        said(&driven),
        "too large to copy: read as windows-1252; :save-text FILE saves it mended, z r undoes it"
    );
    let passages = driven.session.state().view.passages.list();
    assert_eq!(passages[0].range, 1..2);
    assert_eq!(passages[0].encoding.id, "windows-1252");
}

#[test]
fn what_has_happened_to_the_file_between_question_and_answer_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, b"abc").expect("a file");
    let services = Services {
        write_back: Arc::new(|_| Ok("written".to_owned())),
        ..Services::default()
    };
    let beginning = SessionStart {
        services,
        ..SessionStart::default()
    };
    let opened = Opened::from_source(Source::open(&path).expect("a file"));
    // Its bytes are held from now on: no thread reads for this session.
    assert_eq!(opened.source.window(0, 9).bytes, b"abc");
    let mut driven = Driven::new(&opened, beginning);
    driven.show();
    driven.press("~ : type:write Enter");
    let standing = |driven: &Driven| match &driven.session.state().overlay {
        Some(Overlay::WriteBack(asked)) => Some(asked.standing),
        _ => None,
    };
    assert_eq!(standing(&driven), Some(FileStanding::Same));
    fs::write(&path, b"abc and more").expect("a file");
    driven.press("y");
    driven.finish(&["errand"]);
    assert_eq!(
        (standing(&driven), said(&driven).as_str()),
        (Some(FileStanding::Grew), "")
    );
    // The reader of the file takes note of it in its own time.
    opened.source.refresh();
    driven.press("y");
    driven.finish(&["errand"]);
    assert_eq!(
        (standing(&driven), said(&driven).as_str()),
        (None, "written")
    );
}

#[test]
fn what_was_found_in_other_bytes_is_no_reason_for_the_encoding() {
    let mut driven = Driven::new(&Opened::memory("m", &b"abc"[..]), SessionStart::default());
    let mut title = |keys: &str| {
        driven.press(keys);
        match driven.show() {
            Picture::Whole(screen) => screen.title.text(),
            Picture::TooSmall(_) => String::new(),
        }
    };
    assert!(title("l").contains("m · UTF-8 (ASCII) · "));
    assert!(title("~").contains("m · UTF-8 · "));
    assert!(title("u").contains("m · UTF-8 (ASCII) · "));
}

/// What the title says of a file and its encoding, after keys.
fn title(driven: &mut Driven, keys: &str) -> String {
    driven.press(keys);
    driven.show();
    driven.finish(&["scan", "errand"]);
    match driven.show() {
        Picture::Whole(screen) => screen.title.text(),
        Picture::TooSmall(_) => String::new(),
    }
}

/// Text of 40 lines with one fault, at the offset that is returned.
fn damaged() -> (Vec<u8>, usize) {
    let mut bytes = "жук и жаба\n".repeat(40).into_bytes();
    let at = bytes.len() / 2 / 19 * 19;
    bytes[at] = 0xFF;
    bytes[at + 1] = b'j';
    (bytes, at)
}

#[test]
fn a_file_is_damaged_until_its_last_fault_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    let (bytes, at) = damaged();
    fs::write(&path, &bytes).expect("a file");
    let written = path.clone();
    let write_back = move |source: &Source| {
        let bytes = source.window(0, 1 << 16).bytes;
        let done = source.write_back(|_, _| fs::write(&written, &bytes));
        done.map(|_| "written".to_owned())
            .map_err(|trouble| trouble.to_string())
    };
    let beginning = SessionStart {
        services: Services {
            write_back: Arc::new(write_back),
            ..Services::default()
        },
        ..SessionStart::default()
    };
    let opened = Opened::from_source(Source::open(&path).expect("a file"));
    assert_eq!(opened.source.window(0, 1 << 16).bytes, bytes);
    let mut driven = Driven::new(&opened, beginning);
    let before = title(&mut driven, "l");
    assert!(before.contains("UTF-8 (damaged) · 1 fault"), "{before}");
    let mended = title(&mut driven, &format!(": type:0x{at:x} Enter r type:6a Esc"));
    assert!(mended.contains("UTF-8 · no faults"), "{mended}");
    // Once the file has them, the bytes are what speaks for the encoding.
    let saved = title(&mut driven, ": type:write Enter y");
    assert_eq!(said(&driven), "written");
    assert!(saved.contains("UTF-8 (well-formed) · no faults"), "{saved}");
    assert_eq!(fs::read(&path).expect("the file")[at], b'j');
    assert!(title(&mut driven, "2 u").contains("UTF-8 · 1 fault"));
}

#[test]
fn a_mark_that_is_overwritten_is_no_reason_for_the_encoding() {
    let bytes = b"\xEF\xBB\xBFabc".to_vec();
    let mut driven = Driven::new(&Opened::memory("m", bytes), SessionStart::default());
    assert!(title(&mut driven, "l").contains("UTF-8 (BOM)"));
    assert!(title(&mut driven, "G ~").contains("UTF-8 (BOM)"));
    assert!(!title(&mut driven, "g g ~").contains("BOM"));
    assert!(title(&mut driven, "u").contains("UTF-8 (BOM)"));
}
