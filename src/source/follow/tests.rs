//! Files that grow, are cut and are renamed, looked at step by step.

use std::fs::{self, OpenOptions};
use std::io::Write as _;

use super::super::{FileChange, NonBlockingReader};
use super::*;
use crate::window::{Peek as _, Window};

fn append(path: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .unwrap();
    file.write_all(bytes).unwrap();
}

/// All the bytes there now.
fn drain(followed: &mut FollowedFile) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), [0; 4]);
    while let FollowedRead::Bytes(read) = followed.look(&mut buffer).unwrap() {
        all.extend_from_slice(&buffer[..read]);
    }
    all
}

#[test]
fn appended_bytes_come_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let data: Vec<u8> = (0..200).collect();
    for step in 1..=9 {
        fs::write(&path, b"").unwrap();
        let mut followed = FollowedFile::open(&path).unwrap();
        let mut all = Vec::new();
        for bytes in data.chunks(step) {
            assert_eq!(followed.look(&mut [0; 9]).unwrap(), FollowedRead::Nothing);
            append(&path, bytes);
            all.extend(drain(&mut followed));
        }
        assert_eq!(all, data, "{step}");
        assert_eq!(followed.go_on(), Ok(None));
    }
}

#[test]
fn a_file_that_was_renamed_is_read_to_its_end_before_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let old = folder.path().join("log.1");
    append(&path, b"one");
    let mut followed = FollowedFile::open(&path).unwrap();
    assert_eq!(drain(&mut followed), b"one");
    fs::rename(&path, &old).unwrap();
    // As long as nothing has its name, the file is followed under the other name.
    append(&old, b"two");
    assert_eq!(drain(&mut followed), b"two");
    append(&path, b"new");
    assert_eq!(followed.look(&mut [0; 9]).unwrap(), FollowedRead::Nothing);
    append(&old, b"late");
    assert_eq!(drain(&mut followed), b"late");
    assert_eq!(followed.turn, Some(FollowEnd::Replaced));
    assert_eq!(followed.go_on(), Ok(Some(FollowEnd::Replaced)));
    assert_eq!(drain(&mut followed), b"new");
}

#[test]
fn a_file_that_comes_back_under_its_name_was_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [path, aside, other] = ["log", "aside", "other"].map(|name| folder.path().join(name));
    append(&path, b"one");
    append(&other, b"other");
    let mut followed = FollowedFile::open(&path).unwrap();
    drain(&mut followed);
    fs::rename(&path, &aside).unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(followed.look(&mut [0; 9]).unwrap(), FollowedRead::Nothing);
    fs::rename(&path, &other).unwrap();
    fs::rename(&aside, &path).unwrap();
    for _ in 0..3 {
        assert_eq!(followed.look(&mut [0; 9]).unwrap(), FollowedRead::Nothing);
    }
}

#[test]
fn a_file_that_was_cut_is_read_from_its_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path, b"much of it");
    let mut followed = FollowedFile::open(&path).unwrap();
    drain(&mut followed);
    fs::write(&path, b"new").unwrap();
    assert_eq!(
        followed.look(&mut [0; 9]).unwrap(),
        FollowedRead::Over(FollowEnd::Cut)
    );
    assert_eq!(followed.go_on(), Ok(Some(FollowEnd::Cut)));
    assert_eq!(drain(&mut followed), b"new");
}

#[test]
fn a_new_file_that_cannot_be_opened_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path, b"one");
    let mut followed = FollowedFile::open(&path).unwrap();
    drain(&mut followed);
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    while followed.look(&mut [0; 9]).unwrap() == FollowedRead::Nothing {}
    assert!(followed.go_on().is_err());
    fs::remove_dir(&path).unwrap();
    append(&path, b"new");
    assert_eq!(followed.go_on(), Ok(Some(FollowEnd::Replaced)));
    assert_eq!(drain(&mut followed), b"new");
}

#[test]
fn only_files_and_pipes_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let trouble = GrowingData::open(folder.path()).err().unwrap();
    assert!(trouble.to_string().contains("is a directory"), "{trouble}");
    let trouble = Source::memory("m", &b"abc"[..]).follow().unwrap_err();
    assert_eq!(
        trouble.to_string(),
        "m: does not grow; follow a regular file or a pipe"
    );
    assert!(Source::flowing("p", io::empty()).follow().is_ok());
}

#[test]
fn an_input_waits_for_bytes_and_ends_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path, b"a");
    let mut more = ["b", "", "cd"].into_iter();
    let appended = path.clone();
    let growing = GrowingData::open(&path).unwrap();
    let mut input = growing.input(move || {
        let next = more.next();
        next.inspect(|bytes| append(&appended, bytes.as_bytes()))
            .is_some()
    });
    let (mut window, mut came) = (Window::default(), Vec::new());
    while !window.ends {
        input.wait(0, &mut window).unwrap();
        came.push(window.bytes.len());
    }
    assert_eq!((&*window.bytes, &*came), (&b"abcd"[..], &[1, 2, 4, 4][..]));
    assert_eq!(growing.go_on(), Ok(None));
}

#[cfg(unix)]
#[test]
fn an_empty_pipe_does_not_delay_a_stop() {
    let (reader, mut writer) = io::pipe().unwrap();
    let reader = File::from(std::os::fd::OwnedFd::from(reader));
    let growing = GrowingData(Arc::new(Mutex::new(GrowingInput::Pipe(reader))));
    let mut input = growing.input(|| false);
    let mut window = Window::default();
    input.wait(0, &mut window).unwrap();
    assert!(window.ends && window.bytes.is_empty());
    writer.write_all(b"abc").unwrap();
    let mut window = Window::default();
    growing.input(|| true).wait(0, &mut window).unwrap();
    assert_eq!(window.bytes, b"abc");
    assert_eq!(growing.go_on(), Ok(None));
}

#[test]
fn a_followed_source_does_not_end_where_it_ends_now() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path, b"abc");
    let source = Source::open(&path).unwrap();
    assert!(source.window(0, 9).ends && !source.is_arriving());
    source.follow().unwrap();
    assert!(source.is_followed() && source.is_arriving());
    assert!(!source.window(0, 9).ends);
    // A caller that cannot wait reads the bytes so far as the whole, as with a pipe.
    assert!(NonBlockingReader::new(&source).window(0, 9).ends);
    append(&path, b"de");
    assert_eq!(source.refresh(), FileChange::Grew);
    assert_eq!(source.window(0, 9).bytes, b"abcde");
    fs::write(&path, b"f").unwrap();
    assert_eq!(source.refresh(), FileChange::Shrank);
    assert_eq!(source.window(0, 9).bytes, b"f");
}
