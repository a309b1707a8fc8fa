//! Sources of every kind: their bytes, their changes, and those that cannot be opened.

use super::*;
use fake::sample;
use std::fs;
use std::io::Write as _;
use tempfile::TempDir;

/// A directory and a file in it.
fn place(content: &[u8]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("data");
    fs::write(&path, content).unwrap();
    (dir, path)
}

#[track_caller]
fn check(source: &Source, content: &[u8]) {
    assert_eq!(source.len(), content.len() as u64);
    assert_eq!(source.window(0, 100), content.window(0, 100));
}

fn set_len(path: &Path, len: u64) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_len(len).unwrap();
}

#[test]
fn a_source_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Source>();
}

#[test]
fn files_and_memory_read_alike() {
    for content in [&b"abc"[..], b"", &sample(200_000)] {
        let (_dir, path) = place(content);
        let source = Source::open(&path).unwrap();
        check(&source, content);
        assert_eq!(
            (source.label(), source.is_stream()),
            (path.as_os_str(), false)
        );
        assert_eq!(source.pull(), Ok(PullOutcome::End));
        let memory = Source::memory("tour", content.to_vec());
        check(&memory, content);
        check(&memory.reopen().unwrap(), content);
        assert_eq!(
            (memory.label(), memory.refresh()),
            (OsStr::new("tour"), FileChange::Same)
        );
    }
}

#[test]
fn a_file_that_cannot_be_opened_gives_one_line() {
    let (dir, _) = place(b"");
    let directory = Source::open(dir.path()).unwrap_err().to_string();
    assert!(directory.ends_with(": is a directory; name a file in it"));
    let missing = Source::open(&dir.path().join("a\u{202e}b")).unwrap_err();
    assert!(missing.to_string().ends_with("a\\u{202e}b: no such file"));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_trouble() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_dir, path) = place(b"abc");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    match Source::open(&path) {
        Ok(source) => check(&source, b"abc"), // the superuser may
        Err(trouble) => assert_eq!(trouble.what(), "permission denied"),
    }
}

#[test]
fn a_file_that_grows_shrinks_and_empties_is_followed() {
    let (_dir, path) = place(b"abc");
    let source = Source::open(&path).unwrap();
    assert_eq!(source.refresh(), FileChange::Same);
    let mut file = File::options().append(true).open(&path).unwrap();
    file.write_all(b"def").unwrap();
    check(&source, b"abc");
    assert_eq!(source.refresh(), FileChange::Grew);
    check(&source, b"abcdef");
    set_len(&path, 2);
    assert_eq!(source.refresh(), FileChange::Shrank);
    check(&source, b"ab");
    set_len(&path, 0);
    assert_eq!(
        (source.refresh(), source.refresh()),
        (FileChange::Shrank, FileChange::Same)
    );
    check(&source, b"");
    fs::write(&path, b"new").unwrap();
    assert_eq!(source.refresh(), FileChange::Grew);
    check(&source, b"new");
}

#[test]
fn a_file_cut_unnoticed_ends_where_it_ends_now() {
    let (_dir, path) = place(&sample(300_000));
    let source = Source::open(&path).unwrap();
    set_len(&path, 7);
    let window = source.window(200_000, 50);
    assert_eq!((window.bytes.len(), window.ends), (0, true));
    check(&source, &sample(7));
}

#[test]
fn bytes_written_over_are_seen_after_asking() {
    let (_dir, path) = place(b"abc");
    let source = Source::open(&path).unwrap();
    check(&source, b"abc");
    let mut file = File::options().write(true).open(&path).unwrap();
    file.write_all(b"xyz").unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    assert_eq!(
        (source.refresh(), source.refresh()),
        (FileChange::Modified, FileChange::Same)
    );
    check(&source, b"xyz");
}

#[cfg(unix)]
#[test]
fn a_file_replaced_or_deleted_stays_open_until_it_is_reopened() {
    let (dir, path) = place(b"old");
    let source = Source::open(&path).unwrap();
    let other = dir.path().join("other");
    fs::write(&other, b"new one").unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(
        (source.refresh(), source.refresh()),
        (FileChange::Replaced, FileChange::Replaced)
    );
    check(&source, b"old");
    let again = source.reopen().unwrap();
    check(&again, b"new one");
    assert_eq!(again.refresh(), FileChange::Same);
    fs::remove_file(&path).unwrap();
    assert_eq!(again.refresh(), FileChange::Gone);
    check(&again, b"new one");
    assert!(again.reopen().is_err());
}

#[cfg(unix)]
#[test]
fn a_sparse_file_of_a_tebibyte_is_read_at_its_end() {
    let (_dir, path) = place(b"head");
    let (len, tail) = (1u64 << 40, 5u64);
    let file = File::options().write(true).open(&path).unwrap();
    if file.set_len(len - tail).is_err() {
        // This file system has no files that long.
        return;
    }
    let mut file = File::options().append(true).open(&path).unwrap();
    file.write_all(b"tail!").unwrap();
    let source = Source::open(&path).unwrap();
    assert_eq!(source.len(), len);
    let window = source.window(len - tail - 3, 100);
    assert_eq!((&*window.bytes, window.ends), (&b"\0\0\0tail!"[..], true));
    assert_eq!(source.window(0, 6).bytes, b"head\0\0");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_utf8_is_kept() {
    use std::os::unix::ffi::OsStrExt as _;
    let (dir, _) = place(b"");
    let path = dir.path().join(OsStr::from_bytes(b"caf\xe9"));
    fs::write(&path, b"abc").unwrap();
    let source = Source::open(&path).unwrap();
    check(&source, b"abc");
    assert!(source.label().as_bytes().ends_with(b"caf\xe9"));
}
