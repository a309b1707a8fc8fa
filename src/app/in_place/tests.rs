//! Faults at every step, on a disk in memory; and files on the real disk.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::source::Edit;
use crate::source::NonBlockingReader;

/// A disk in memory that fails from a step on. A failing overwrite writes half of its bytes first.
struct Failing {
    file: Vec<u8>,
    patch: Vec<u8>,
    named: Option<Vec<u8>>,
    steps: usize,
}

impl Failing {
    fn step(&mut self) -> io::Result<()> {
        if self.steps == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.steps -= 1;
        Ok(())
    }
}

impl OverwriteDisk for Failing {
    fn write_patch(&mut self, text: &[u8]) -> io::Result<()> {
        self.step()?;
        self.patch.extend_from_slice(text);
        Ok(())
    }

    fn end_patch(&mut self) -> io::Result<PathBuf> {
        self.step()?;
        self.named = Some(self.patch.clone());
        Ok("patch".into())
    }

    fn overwrite(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let at = at as usize;
        let half = bytes.len() / 2;
        self.file[at..at + half].copy_from_slice(&bytes[..half]);
        self.step()?;
        self.file[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.step()
    }
}

/// Applies a dump in `xxd`'s layout, read only by its columns.
fn apply(patch: &[u8], file: &mut [u8]) {
    let text = String::from_utf8(patch.to_vec()).unwrap();
    let rows = text.strip_prefix(patch::FIRST_LINE).unwrap();
    for line in rows.lines() {
        let (address, rest) = line.split_once(": ").unwrap();
        let at = usize::from_str_radix(address, 16).unwrap();
        let digits: String = rest.split("  ").next().unwrap().replace(' ', "");
        for (place, pair) in digits.as_bytes().chunks(2).enumerate() {
            let pair = std::str::from_utf8(pair).unwrap();
            file[at + place] = u8::from_str_radix(pair, 16).unwrap();
        }
    }
}

/// Overwrites bytes on a disk that fails after `steps` steps; returns the disk and the result.
fn run(
    old: &[u8],
    new: &[u8],
    steps: usize,
) -> (Failing, Result<OverwriteReport, OverwriteFailure>) {
    let mut disk = Failing {
        file: old.to_vec(),
        patch: Vec::new(),
        named: None,
        steps,
    };
    let whole = 0..new.len() as u64;
    let job = Overwriting {
        old: &old.to_vec(),
        new: &new.to_vec(),
        from: 0,
        ranges: std::slice::from_ref(&whole),
    };
    let done = job.run(&mut disk);
    (disk, done)
}

proptest! {
    #[test]
    fn whatever_step_fails_the_old_bytes_can_be_given_back(
        old in prop::collection::vec(0u8..3, 0..80),
        flips in prop::collection::vec((0usize..80, 0u8..3), 0..20),
    ) {
        let mut new = old.clone();
        for (at, byte) in flips {
            if let Some(place) = new.get_mut(at) {
                *place = byte;
            }
        }
        let mut steps = 0;
        loop {
            let (disk, done) = run(&old, &new, steps);
            if disk.file != old {
                let mut back = disk.file.clone();
                apply(disk.named.as_deref().expect("no patch, and the file is changed"), &mut back);
                prop_assert_eq!(&back, &old);
            }
            if let Ok(done) = done {
                prop_assert_eq!(&disk.file, &new);
                let differ = old.iter().zip(&new).filter(|(old, new)| old != new).count();
                prop_assert_eq!(done.bytes, differ as u64);
                prop_assert_eq!(done.patch.is_some(), old != new);
                break;
            }
            steps += 1;
        }
    }
}

#[test]
fn the_patch_ends_at_borders_of_pieces_too() {
    let len = PIECE as usize + 9;
    for at in PIECE as usize - 9..len {
        for size in 1..=(len - at).min(9) {
            let old = vec![7; len];
            let mut new = old.clone();
            new[at..at + size].fill(8);
            let (disk, done) = run(&old, &new, usize::MAX);
            assert_eq!(done.unwrap().bytes, size as u64);
            assert!(disk.file == new, "{at} {size}");
            let mut back = disk.file;
            apply(&disk.named.unwrap(), &mut back);
            assert!(back == old, "{at} {size}");
        }
    }
}

/// An open file with a text, with bytes overwritten in the layer.
fn changed(folder: &Path, text: &[u8], at: u64, bytes: &[u8]) -> (PathBuf, Source) {
    let path = folder.join("a.txt");
    fs::write(&path, text).unwrap();
    let source = Source::open(&path).unwrap();
    let edit = Edit::overwrite(at, bytes);
    NonBlockingReader::new(&source).edit(&edit).unwrap();
    (path, source)
}

fn write_back(source: &Source) -> Result<OverwriteReport, Trouble> {
    let ranges = source.changed(0..u64::MAX);
    source.write_back(|path, old| {
        let job = Overwriting {
            old,
            new: source,
            from: 0,
            ranges: &ranges,
        };
        overwrite(path, source, &job)
    })?
}

fn text(source: &Source) -> String {
    String::from_utf8(source.window(0, 100).bytes).unwrap()
}

#[test]
fn a_file_is_written_in_place_and_undoing_leads_to_the_old_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (path, source) = changed(folder.path(), b"hello world", 6, b"W");
    let data = NonBlockingReader::new(&source);
    data.edit(&Edit::overwrite(0, *b"HE")).unwrap();
    data.edit(&Edit::overwrite(4, *b"0")).unwrap();
    source.undo();
    let done = write_back(&source).unwrap();
    assert_eq!((done.bytes, done.runs), (3, 2));
    assert_eq!(fs::read(&path).unwrap(), b"HEllo World");
    let kept = done.patch.unwrap();
    assert_eq!(kept, folder.path().join("a.txt.old.xxd"));
    let mut back = fs::read(&path).unwrap();
    apply(&fs::read(&kept).unwrap(), &mut back);
    assert_eq!(back, b"hello world");
    // Our own write is no change, and the open data equals the written one.
    assert_eq!(source.refresh(), crate::source::FileChange::Same);
    assert_eq!(text(&source), "HEllo World");
    assert!(!source.is_changed() && !source.is_unsaved());
    // Undone steps can still be redone, and done ones undone.
    source.redo();
    assert_eq!(
        (&*text(&source), &source.changed(0..99)[0]),
        ("HEll0 World", &(4..5))
    );
    source.undo();
    source.undo();
    assert_eq!(
        (&*text(&source), &source.changed(0..99)[0]),
        ("hello World", &(0..2))
    );
    source.undo();
    assert_eq!(text(&source), "hello world");
    assert!(source.is_unsaved() && source.undo().is_none());
    // The next patch does not replace the first.
    let done = write_back(&source).unwrap();
    assert_eq!(done.patch.unwrap(), folder.path().join("a.txt.old-2.xxd"));
    assert_eq!(fs::read(&path).unwrap(), b"hello world");
    source.redo();
    assert_eq!(text(&source), "hello World");
}

#[test]
fn nothing_is_written_where_nothing_differs() {
    let folder = tempfile::tempdir().unwrap();
    let (path, source) = changed(folder.path(), b"abc", 1, b"B");
    fs::write(&path, "aBc").unwrap();
    let done = write_back(&source).unwrap();
    assert_eq!(done.said(), "already has these bytes; nothing written");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(text(&source), "aBc");
}

#[track_caller]
fn refused(source: &Source, expected: &str) {
    let before = text(source);
    let said = write_back(source).unwrap_err().to_string();
    assert!(said.ends_with(expected), "{said}");
    assert_eq!(text(source), before);
    assert!(source.is_unsaved() && source.undo().is_some());
}

#[test]
fn a_file_that_is_another_or_shorter_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let (path, source) = changed(folder.path(), b"abcdef", 5, b"X");
    fs::write(&path, "abc").unwrap();
    let said = write_back(&source).unwrap_err().to_string();
    assert!(
        said.ends_with("shorter, but byte 0x5 is changed; nothing written"),
        "{said}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"abc");

    let (path, source) = changed(folder.path(), b"abcdef", 5, b"X");
    let other = folder.path().join("other");
    fs::write(&other, "abcdef").unwrap();
    fs::rename(&other, &path).unwrap();
    refused(
        &source,
        "no longer the file that was opened; save the bytes as another file",
    );
    assert_eq!(fs::read(&path).unwrap(), b"abcdef");

    let (path, source) = changed(folder.path(), b"abcdef", 5, b"X");
    fs::remove_file(&path).unwrap();
    refused(&source, "no such file");

    let (path, source) = changed(folder.path(), b"abcdef", 5, b"X");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    refused(&source, "is read-only; save the bytes as another file");
    assert_eq!(fs::read(&path).unwrap(), b"abcdef");
}

#[test]
fn data_without_its_own_file_is_refused() {
    let scratch = Source::scratch("s", b"abc".to_vec()).unwrap();
    let said = |source: &Source| source.own_file().unwrap_err().to_string();
    assert_eq!(
        said(&scratch),
        "s: is a scratch buffer, not a file; save the bytes as another file"
    );
    let memory = Source::memory("m", &b"abc"[..]);
    assert_eq!(
        said(&memory),
        "m: has no file; save the bytes as another file"
    );
    let pipe = Source::flowing("-", &b"abc"[..]);
    assert!(said(&pipe).starts_with("-: came from standard input;"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_the_patch_is_as_private_as_the_file() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("target");
    fs::write(&target, "abc").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, folder.path().join("link")).unwrap();
    let source = Source::open(&folder.path().join("link")).unwrap();
    let edit = Edit::overwrite(0, *b"A");
    NonBlockingReader::new(&source).edit(&edit).unwrap();
    let patch = write_back(&source).unwrap().patch.unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"Abc");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&patch), mode(&target)), (0o640, 0o640));
}

#[test]
fn long_runs_are_written_and_undone_around_the_border_of_a_piece() {
    let folder = tempfile::tempdir().unwrap();
    let piece = PIECE as usize;
    for len in piece - 9..=piece + 9 {
        let old: Vec<u8> = (0..len + 2).map(|at| (at % 251) as u8).collect();
        let run: Vec<u8> = old[1..=len].iter().map(|byte| byte ^ 0xFF).collect();
        let (path, source) = changed(folder.path(), &old, 1, &run);
        let done = write_back(&source).unwrap();
        assert_eq!(done.bytes, len as u64);
        let written = fs::read(&path).unwrap();
        assert!(written[1..=len] == run && written[0] == old[0], "{len}");
        let mut back = written.clone();
        apply(&fs::read(done.patch.unwrap()).unwrap(), &mut back);
        assert!(back == old, "{len}");
        assert!(!source.is_changed());
        source.undo();
        assert!(source.window(0, old.len()).bytes == old, "{len}");
    }
}
