//! Failures at every step, and files on the real disk.

use std::cell::Cell;
use std::rc::Rc;

use super::*;

/// The real disk, which fails after some steps as if it were full.
struct Failing {
    disk: Box<dyn ReplacementDisk>,
    steps: Rc<Cell<usize>>,
}

impl Failing {
    fn step(&self) -> Result<(), String> {
        let left = self.steps.get().checked_sub(1);
        self.steps.set(left.ok_or("full")?);
        Ok(())
    }
}

impl ReplacementDisk for Failing {
    fn begin(&mut self) -> Result<(), String> {
        self.step()?;
        self.disk.begin()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if let Err(full) = self.step() {
            // Half of it still fits.
            self.disk.write(&bytes[..bytes.len() / 2])?;
            return Err(full);
        }
        self.disk.write(bytes)
    }

    fn finish(&mut self) -> Result<(), String> {
        self.step()?;
        self.disk.finish()
    }

    fn back_up(&mut self) -> Result<(), String> {
        self.step()?;
        self.disk.back_up()
    }

    fn rename(&mut self) -> Result<(), String> {
        self.step()?;
        self.disk.rename()
    }

    fn forget_backup(&mut self) {
        self.disk.forget_backup();
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.at(name), bytes).unwrap();
        self.at(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

fn begin(path: &Path, suffix: Option<&str>) -> FileReplacement {
    FileReplacement::prepare(path, suffix, &HalfWritten::default()).unwrap()
}

fn replace(
    path: &Path,
    suffix: Option<&str>,
    bytes: &[u8],
    by: usize,
) -> Result<ReplacementResult, String> {
    let mut new = begin(path, suffix);
    for part in bytes.chunks(by) {
        new.write_all(part).map_err(|error| error.to_string())?;
    }
    new.finish()
}

#[test]
fn whatever_step_fails_the_file_is_as_it_was() {
    let (old, new) = (
        &b"same, then old\n"[..],
        &b"same, then NEW and longer\n"[..],
    );
    for suffix in [None, Some(".bak")] {
        for by in 1..=9 {
            let mut steps = 0;
            loop {
                let folder = Folder::new();
                let path = folder.put("a", old);
                let mut made = begin(&path, suffix);
                let disk = std::mem::replace(&mut made.disk, Box::new(NoDisk));
                let left = Rc::new(Cell::new(steps));
                made.disk = Box::new(Failing { disk, steps: left });
                let written = new.chunks(by).try_for_each(|part| made.write_all(part));
                let done = match written {
                    Ok(()) => made.finish(),
                    Err(error) => {
                        drop(made);
                        Err(error.to_string())
                    }
                };
                if done.is_ok() {
                    assert_eq!(fs::read(&path).unwrap(), new);
                    let kept = suffix.map(|_| fs::read(folder.at("a.bak")).unwrap());
                    assert_eq!(kept.as_deref(), suffix.map(|_| old));
                    break;
                }
                assert_eq!(done, Err("full".to_owned()));
                assert_eq!(fs::read(&path).unwrap(), old, "{steps} {by}");
                assert_eq!(folder.names(), ["a"], "{steps} {by}");
                steps += 1;
            }
            assert!(steps >= 4, "{steps}");
        }
    }
}

/// Stands in for a disk that was removed.
struct NoDisk;

impl ReplacementDisk for NoDisk {
    fn begin(&mut self) -> Result<(), String> {
        Ok(())
    }
    fn write(&mut self, _: &[u8]) -> Result<(), String> {
        Ok(())
    }
    fn finish(&mut self) -> Result<(), String> {
        Ok(())
    }
    fn back_up(&mut self) -> Result<(), String> {
        Ok(())
    }
    fn rename(&mut self) -> Result<(), String> {
        Ok(())
    }
    fn forget_backup(&mut self) {}
}

#[test]
fn any_length_after_any_common_beginning() {
    let old = b"0123456789";
    for same in 0..=10 {
        for len in same..=12 {
            for by in [1, 3, 5, 99] {
                let folder = Folder::new();
                let path = folder.put("a", old);
                let mut new = old[..same].to_vec();
                new.resize(len, b'x');
                let done = replace(&path, None, &new, by).unwrap();
                assert_eq!(done == ReplacementResult::Same, new == old);
                assert_eq!(fs::read(&path).unwrap(), new);
                assert_eq!(folder.names(), ["a"]);
            }
        }
    }
}

#[test]
fn a_long_common_beginning_is_copied_around_the_border_of_a_piece() {
    for same in PIECE as usize - 2..=PIECE as usize + 2 {
        let folder = Folder::new();
        let old: Vec<u8> = (0..same + 3).map(|at| (at % 251) as u8).collect();
        let path = folder.put("a", &old);
        let mut new = old.clone();
        new[same] ^= 0xFF;
        assert_eq!(
            replace(&path, None, &new, 70_001),
            Ok(ReplacementResult::Written)
        );
        assert!(fs::read(&path).unwrap() == new, "{same}");
    }
}

#[test]
fn a_file_that_is_written_to_or_replaced_meanwhile_is_left_alone() {
    let folder = Folder::new();
    let path = folder.put("a", b"old");
    let mut new = begin(&path, Some("~"));
    new.write_all(b"new").unwrap();
    fs::write(&path, "longer").unwrap();
    let said = new.finish().unwrap_err();
    assert!(
        said.ends_with("a: changed during the conversion; convert it again"),
        "{said}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"longer");

    let path = folder.put("a", b"old");
    let mut new = begin(&path, Some("~"));
    new.write_all(b"new").unwrap();
    let other = folder.put("b", b"OLD");
    let times = fs::metadata(&path).unwrap().modified().unwrap();
    File::options()
        .write(true)
        .open(&other)
        .unwrap()
        .set_modified(times)
        .unwrap();
    fs::rename(&other, &path).unwrap();
    assert!(new.finish().is_err());
    assert_eq!(fs::read(&path).unwrap(), b"OLD");
    assert_eq!(folder.names(), ["a"]);
}

use std::fs::File;

#[track_caller]
fn refused(path: &Path, suffix: Option<&str>, expected: &str) {
    let refused = FileReplacement::prepare(path, suffix, &HalfWritten::default());
    let said = refused.map(drop).unwrap_err().to_string();
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn an_irreplaceable_file_is_refused_before_any_work() {
    let folder = Folder::new();
    refused(&folder.at("no"), None, "no: no such file");
    refused(folder.0.path(), None, "is a directory; name a file in it");
    let path = folder.put("a", b"old");
    folder.put("a~", b"older");
    refused(
        &path,
        Some("~"),
        "a~: exists already; choose another suffix with --backup=SUFFIX, or move that file",
    );
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    refused(
        &path,
        None,
        "a: is read-only; write to another file with -o",
    );
}

#[test]
fn a_backup_takes_no_name_that_was_taken_meanwhile() {
    let folder = Folder::new();
    let path = folder.put("a", b"old");
    let mut new = begin(&path, Some("~"));
    new.write_all(b"new").unwrap();
    folder.put("a~", b"other");
    assert!(new.finish().unwrap_err().contains("exists already"));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read(folder.at("a~")).unwrap(), b"other");
    assert_eq!(folder.names(), ["a", "a~"]);
}

#[cfg(unix)]
#[test]
fn links_stay_links_rights_stay_and_twins_are_refused() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let folder = Folder::new();
    let path = folder.put("file", b"old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o2640)).unwrap();
    symlink("file", folder.at("link")).unwrap();
    let before = fs::metadata(&path).unwrap();
    let done = replace(&folder.at("link"), Some(".bak"), b"new", 99);
    assert_eq!(done, Ok(ReplacementResult::Written));
    let after = fs::metadata(&path).unwrap();
    assert!(
        fs::symlink_metadata(folder.at("link"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(
        (after.mode(), after.uid(), after.gid()),
        (before.mode(), before.uid(), before.gid())
    );
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let kept = fs::metadata(folder.at("file.bak")).unwrap();
    assert_eq!((kept.ino(), kept.nlink()), (before.ino(), 1));
    fs::hard_link(&path, folder.at("twin")).unwrap();
    refused(
        &path,
        None,
        "has 2 names (hard links); only this one would change; write to another file with -o",
    );
    refused(
        Path::new("/dev/null"),
        None,
        "is not a regular file; write to another file with -o",
    );
    symlink("nowhere", folder.at("lost")).unwrap();
    refused(&folder.at("lost"), None, "lost: no such file");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_begun_is_as_private_as_the_old_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let path = folder.put("a", b"secret");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let mut new = begin(&path, None);
    new.write_all(b"other").unwrap();
    for name in folder.names() {
        let mode = fs::metadata(folder.at(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    assert_eq!(folder.names().len(), 2);
}
