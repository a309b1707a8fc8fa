//! The files of a folder, listed with what a check says of them.
//!
//! Invariant: what is listed is what the files were made as.

use std::fs;
use std::path::Path;

use crate::play::driven::Driven;
use crate::sessions::tab_seat::Seat;
use hexloupe::command::overlay::Overlay;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::line::TonedLine;
use hexloupe::model::screen::Picture;
use hexloupe::session::{FirstGuide, Opened, SessionEffect, SessionStart};
use hexloupe::window::Peek as _;

/// Names, bytes, and what the list says: the encoding, the faults, and a doubt.
type Made = (&'static str, Vec<u8>, (&'static str, u64, &'static str));

fn made() -> Vec<Made> {
    let koi = encoding_rs::KOI8_R
        .encode("Съешь ещё этих мягких французских булок, да выпей чаю")
        .0;
    let utf_16: Vec<u8> = "\u{FEFF}привет"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    vec![
        ("a.txt", b"plain".to_vec(), ("UTF-8", 0, "")),
        ("b/bad.txt", b"x\xFFy\xC3".to_vec(), ("UTF-8", 2, "")),
        ("b/empty", Vec::new(), ("UTF-8", 0, "")),
        ("c.txt", utf_16, ("UTF-16LE", 0, "")),
        ("d.txt", koi.to_vec(), ("KOI8-R", 0, "not UTF-8")),
    ]
}

/// A session on a folder whose files were checked.
fn checked(folder: &Path) -> Driven {
    let beginning = SessionStart {
        guide: FirstGuide::Folder(folder.to_owned()),
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("folder", &b""[..]), beginning);
    driven.screen();
    driven.finish(&["check the files of a folder"]);
    driven
}

#[test]
fn a_folder_is_listed_with_faults_and_doubts_and_files_are_opened_from_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes, _) in made() {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    fs::write(folder.path().join("z.bin"), [0, 1, 2, 0, 0xFF, 0xFE, 3, 0]).expect("a file");
    let mut driven = checked(folder.path());
    let survey = driven.facts().survey.clone();
    let listed: Vec<_> = { survey.files.iter() }
        .map(|file| {
            (
                file.name.as_str(),
                (file.encoding, file.faults, file.likely.as_str()),
            )
        })
        .collect();
    let expected = made();
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, _, says)| (*name, *says))
        .collect();
    assert_eq!(listed, expected);
    assert_eq!(survey.ended.as_deref(), Some("1 binary file left out"));

    // From one that is to be looked at to the next; it is opened, and the list stays.
    let chosen = |driven: &Driven| match &driven.state().overlay {
        Some(Overlay::Folder(list)) => list.chosen,
        other => panic!("{other:?}"),
    };
    driven.press("n");
    assert_eq!(chosen(&driven), 1);
    driven.press("n n");
    assert_eq!(chosen(&driven), 4);
    driven.press("N Enter");
    assert_eq!(chosen(&driven), 1);
    driven.finish(&["open"]);
    let opened = driven.asked.iter().find_map(|effect| match effect {
        SessionEffect::Opened(file) => Some(file.opened.source.window(0, 100).bytes),
        _ => None,
    });
    assert_eq!(opened.as_deref(), Some(&b"x\xFFy\xC3"[..]));
    assert!(driven.found("bad.txt").is_some());
}

#[test]
fn a_folder_in_a_tab_is_no_empty_file_and_neither_is_a_file_that_is_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a"), b"abc").expect("a file");
    let none = folder.path().join("none");
    let more = vec![folder.path().to_owned(), none];
    let mut seat = Seat::new(&Opened::memory("first", &b""[..]), more);
    seat.resize(200, 24);
    let shown = |seat: &mut Seat| match seat.show().picture {
        Picture::Whole(screen) => {
            let inspector = screen.inspector.iter().map(TonedLine::text);
            (screen.title.text(), inspector.collect::<Vec<_>>().join(" "))
        }
        Picture::TooSmall(_) => Default::default(),
    };
    let (title, says) = shown(&mut seat);
    assert!(title.contains("UTF-8"), "{title}");
    assert!(says.contains("the data is empty"), "{says}");
    seat.press("g t");
    seat.finish("open");
    seat.finish("check the files of a folder");
    // From its list to the other tabs and back.
    seat.press("g t");
    assert_eq!(seat.tabs.place(), (2, 3));
    seat.press("g T");
    assert_eq!(seat.tabs.place(), (1, 3));
    seat.press("g T g t");
    assert_eq!(seat.tabs.place(), (1, 3));
    seat.press("Esc");
    let (title, says) = shown(&mut seat);
    assert!(title.ends_with("2/3 · folder"), "{title}");
    assert!(says.contains("this is a folder; :open "), "{says}");
    seat.press("g t");
    seat.finish("open");
    let (title, says) = shown(&mut seat);
    assert!(title.ends_with("3/3 · not open"), "{title}");
    assert!(says.contains("the file is not open; :open "), "{says}");
    let known = &seat.tabs.shown().facts().tabs.tabs;
    let known: Vec<_> = known.iter().map(|tab| tab.known.words()).collect();
    assert_eq!(known[1..], ["folder", "not opened yet"]);
}

#[test]
fn a_folder_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let beginning = SessionStart {
        guide: FirstGuide::Folder(folder.path().join("none")),
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("folder", &b""[..]), beginning);
    driven.screen();
    driven.finish(&["check the files of a folder"]);
    let survey = &driven.facts().survey;
    assert!(survey.files.is_empty());
    assert_eq!(survey.troubles.len(), 1);
    assert!(
        survey.troubles[0].contains("no such file"),
        "{:?}",
        survey.troubles
    );
    driven.screen();
}

#[test]
fn what_is_wrong_with_a_file_is_seen_on_a_narrow_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let misread = "zu Jos\u{C3}\u{A9} nach M\u{C3}\u{BC}nchen\n";
    for name in ["short.log", "a-name-that-is-cut.log"] {
        fs::write(folder.path().join(name), misread.repeat(600)).expect("a file");
    }
    let mut driven = checked(folder.path());
    let rows = |driven: &mut Driven| {
        let screen = driven.screen();
        let lines = screen.panel.iter().flat_map(|panel| &panel.lines);
        let lines = lines.map(|line| line.text().trim().to_owned());
        lines
            .filter(|line| line.contains(".log"))
            .collect::<Vec<_>>()
    };
    driven.resize(ScreenSize {
        width: 80,
        height: 24,
    });
    let wide = rows(&mut driven);
    assert!(
        wide.iter().all(|row| row.ends_with("KiB  mojibake")),
        "{wide:?}"
    );
    driven.resize(ScreenSize {
        width: 40,
        height: 12,
    });
    let narrow = rows(&mut driven);
    assert_eq!(narrow.len(), 2);
    assert!(
        narrow.iter().all(|row| row.ends_with("UTF-8  mojibake")),
        "{narrow:?}"
    );
}
