//! Several files, a tab each: every one keeps its place, its jobs and its changes.
//!
//! Invariant: what happens in one tab changes nothing in another, but what belongs to the user.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::play::driven::Driven;
use crate::sessions::tab_seat::Seat;
use hexloupe::model::tabs::TabContent;
use hexloupe::session::services::Services;
use hexloupe::session::{Opened, ResumedView, Resumption, SessionStart};
use hexloupe::source::Source;

fn file(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

fn memory(name: &str) -> Opened {
    Opened::memory(name, &b"0123456789"[..])
}

#[test]
fn each_tab_keeps_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = ["b", "c"].map(|name| file(folder.path(), name, b"ab\xFFdefghij"));
    let mut seat = Seat::new(&memory("first"), more.to_vec());
    assert_eq!(seat.tabs.place(), (0, 3));
    seat.press("l l l");
    seat.press("g t");
    assert_eq!(seat.tabs.place(), (1, 3));
    seat.finish("open");
    assert!(seat.name().ends_with('b'), "{}", seat.name());
    seat.press("l");
    assert_eq!(seat.cursor(), 1);
    seat.press("g t");
    seat.finish("open");
    assert!(seat.name().ends_with('c'), "{}", seat.name());
    assert_eq!(seat.cursor(), 0);
    // Around the end, and back.
    seat.press("g t");
    assert_eq!((seat.name(), seat.cursor()), ("first", 3));
    seat.press("g T g T");
    assert_eq!((seat.tabs.place(), seat.cursor()), ((1, 3), 1));
    seat.press("3 g t");
    assert_eq!(seat.tabs.place(), (2, 3));
    seat.press("9 g t");
    assert_eq!(seat.tabs.place(), (2, 3));
    seat.press("1 g t");
    assert_eq!(seat.tabs.place(), (0, 3));
}

#[test]
fn a_file_that_waits_is_not_opened_before_it_is_shown() {
    let mut seat = Seat::new(&memory("first"), vec![PathBuf::from("/none/such")]);
    seat.press("l");
    assert!(seat.jobs.iter().all(|(_, job)| job.name() != "open"));
    let told = &seat.tabs.shown().facts().tabs;
    assert_eq!(told.tabs[1].known, TabContent::Waiting);
    seat.press("g t");
    seat.finish("open");
    assert!(seat.said().contains("/none/such"), "{}", seat.said());
    // The tab stays, without data; the first one is as it was.
    assert_eq!(seat.tabs.place(), (1, 2));
    seat.press("g t");
    assert_eq!(seat.cursor(), 1);
    seat.press("g t : type:close Enter");
    assert_eq!(seat.tabs.place(), (0, 1));
}

#[test]
fn jobs_of_a_hidden_tab_go_on_and_tell_that_tab() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "bad", b"a\xFFb\xFFc");
    let first = Opened::from_source(Source::open(&path).expect("a file"));
    let second = file(folder.path(), "good", b"abc");
    let mut seat = Seat::new(&first, vec![second]);
    // The scan of the first tab ends while the second is shown.
    seat.press("g t");
    seat.finish("open");
    seat.finish("scan");
    seat.finish("scan");
    let told = seat.tabs.shown().facts().tabs.clone();
    assert_eq!(told.tabs[0].known, TabContent::All(2), "{told:?}");
    assert_eq!(told.current, 1);
}

#[test]
fn a_file_is_opened_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "b", b"bytes");
    let path = path.to_str().expect("UTF-8");
    let mut seat = Seat::new(&memory("first"), Vec::new());
    for _ in 0..2 {
        seat.press(&format!(": type:open_{path} Enter"));
        seat.finish("open");
        assert_eq!(seat.tabs.place(), (1, 2));
        seat.press("1 g t");
    }
    seat.press(&format!(": type:open_{path} Enter"));
    seat.finish("open");
    assert!(seat.said().ends_with("is open already"), "{}", seat.said());
}

#[test]
fn what_belongs_to_the_user_goes_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "b", b"bytes");
    let mut seat = Seat::new(&memory("first"), vec![path]);
    seat.press(": type:theme_light Enter");
    let theme = seat.tabs.shown().state().look.theme;
    seat.press("g t");
    seat.finish("open");
    assert_eq!(seat.tabs.shown().state().look.theme, theme);
    let typed = &seat.tabs.shown().state().history;
    assert_eq!(typed, &seat.tabs.shown().state().history);
    assert!(format!("{typed:?}").contains("theme light"), "{typed:?}");
}

#[test]
fn changes_are_lost_only_after_a_question_in_each_tab() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "b", b"bytes");
    let mut seat = Seat::new(&memory("first"), vec![path]);
    seat.press("r type:77 Esc : type:close Enter");
    assert!(seat.said().contains("not saved"), "{}", seat.said());
    seat.press("g t");
    seat.finish("open");
    let told = &seat.tabs.shown().facts().tabs;
    assert_eq!(
        told.tabs
            .iter()
            .map(|tab| tab.is_unsaved)
            .collect::<Vec<_>>(),
        [true, false]
    );
    seat.press("q");
    // The tab with the changes comes up and asks.
    assert!(!seat.has_quit);
    assert_eq!(seat.tabs.place(), (0, 2));
    seat.press("n g t q y");
    assert!(seat.has_quit);
}

#[test]
fn tabs_are_closed_one_by_one_and_the_last_one_leaves() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = ["b", "c"].map(|name| file(folder.path(), name, b"bytes"));
    let mut seat = Seat::new(&memory("first"), more.to_vec());
    seat.press("l l : type:close Enter");
    seat.finish("open");
    assert!(seat.name().ends_with('b'), "{}", seat.name());
    assert_eq!(seat.tabs.place(), (0, 2));
    seat.press("g t : type:close Enter");
    assert_eq!(seat.tabs.place(), (0, 1));
    // Reports of closed tabs are ignored.
    seat.finish("open");
    assert!(seat.name().ends_with('b'), "{}", seat.name());
    seat.press("g t");
    assert!(seat.said().contains("the only tab"), "{}", seat.said());
    seat.press(": type:close Enter");
    assert!(seat.has_quit);
}

#[test]
fn the_list_shows_what_is_open_and_goes_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = ["b", "c"].map(|name| file(folder.path(), name, b"bytes"));
    let mut seat = Seat::new(&memory("first"), more.to_vec());
    seat.press("g l j j Enter");
    seat.finish("open");
    assert!(seat.name().ends_with('c'), "{}", seat.name());
    seat.press("g l Esc");
    assert_eq!(seat.tabs.place(), (2, 3));
}

#[test]
fn the_file_of_each_tab_is_gone_on_with_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a", "b", "c"].map(|name| folder.path().join(name));
    for path in &paths {
        fs::write(path, b"abcdefgh").expect("a file");
    }
    // The caller knows where: in `c` nowhere.
    let resume = |opened: &mut Opened| {
        let is_known = !opened.source.label().as_encoded_bytes().ends_with(b"c");
        let marks = vec![('x', 2)];
        Resumption {
            offset: is_known.then_some(5),
            resumed: is_known.then(|| ResumedView {
                marks,
                ..ResumedView::default()
            }),
            said: is_known.then(|| "resumed".to_owned()),
        }
    };
    let beginning = SessionStart {
        services: Services {
            resume: Arc::new(resume),
            ..Services::default()
        },
        ..SessionStart::default()
    };
    let first = Opened::memory("first", &b"abc"[..]);
    let mut seat = Seat::beginning(&first, paths[..1].to_vec(), beginning);
    assert_eq!(
        seat.cursor(),
        0,
        "the caller begins with the first one itself"
    );
    seat.press("g t");
    seat.finish("open");
    seat.show();
    assert_eq!((seat.cursor(), seat.said()), (5, "resumed"));
    assert_eq!(seat.tabs.shown().state().view.marks, [('x', 2)]);
    for (path, at) in [(&paths[1], 5), (&paths[2], 0)] {
        let path = path.to_str().expect("UTF-8");
        seat.press(&format!(": type:open_{path} Enter"));
        seat.finish("open");
        seat.show();
        assert_eq!(seat.cursor(), at);
    }
}

#[test]
fn what_was_found_in_place_of_a_file_that_was_not_open_yet_is_not_said_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("second");
    fs::write(&path, b"a\xFFb\xC0\xAF").expect("a file");
    for keys in ["g b", "g t"] {
        let first = Opened::memory("first", &b"abc"[..]);
        let mut seat = Seat::new(&first, vec![path.clone()]);
        seat.resize(120, 24);
        // The tab is shown, and scanned, before its file is open.
        seat.press(keys);
        for _ in 0..3 {
            seat.show();
        }
        let names = seat.jobs.iter().map(|(_, job)| job.name());
        assert!(!names.clone().any(|name| name == "compare two files"));
        assert!(names.filter(|name| *name == "scan").count() > 1, "{keys}");
        let early: Vec<_> = { seat.jobs.extract_if(.., |(_, job)| job.name() != "open") }.collect();
        seat.finish("open");
        seat.finish("scan");
        for (tab, job) in early {
            for message in Driven::run(job) {
                let effects = seat.tabs.receive(tab, message);
                seat.keep(effects);
            }
        }
        let second = seat.tabs.sessions().nth(1).expect("two files");
        let index = second.facts().index(&second.state().view);
        let faults = index.map(|index| index.totals.faults.total());
        assert_eq!(faults, Some(3), "{keys}");
        if keys == "g b" {
            seat.show();
            seat.finish("compare two files");
            assert_eq!(seat.said(), "2 differences; n goes to the next");
        }
    }
}
