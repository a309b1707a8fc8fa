//! The snapshots of files: copies in the user's state folder, each under the path of its file.
//!
//! A snapshot begins with a hash of its bytes. Invariant: a snapshot is whole or refused, only the user
//! may read it, and what is removed is a snapshot.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use siphasher::sip128::SipHasher24;
use tempfile::NamedTempFile;

use crate::app::state_file::StateFile;
use crate::platform::{Here, System as _};

/// The name of the folder in the folder of state.
const FOLDER: &str = "guard";
/// The end of the name of a snapshot, so that a folder may have the name of its file.
const SUFFIX: &str = ".kept";
/// The file whose age says when old snapshots were removed last.
const CLEANED: &str = "cleaned";
/// The longest time that a snapshot stays.
const OLDEST: Duration = Duration::from_hours(30 * 24);
/// The time between two removals.
const PAUSE: Duration = Duration::from_hours(1);
/// The most bytes of all snapshots.
const MOST: u64 = 512 << 20;

/// The snapshots of the user.
#[derive(Debug, Clone)]
pub(super) struct SnapshotStore {
    folder: PathBuf,
}

impl SnapshotStore {
    /// The snapshots of the user, if the user has a home.
    pub(super) fn of_user() -> Option<Self> {
        let StateFile(folder) = StateFile::of_user(FOLDER)?;
        Some(Self { folder })
    }

    /// The place of a file or folder in the folder of snapshots. It may be gone, and folders above it.
    fn mirrored(&self, path: &Path) -> io::Result<PathBuf> {
        let path = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let whole = std::path::absolute(path)?;
                let there = { whole.ancestors() }.find_map(|above| {
                    let place = fs::canonicalize(above).ok()?;
                    Some(place.join(whole.strip_prefix(above).ok()?))
                });
                there.ok_or(error)?
            }
            found => found?,
        };
        let mut place = self.folder.clone();
        for part in path.components() {
            match part {
                Component::Normal(name) => place.push(name),
                // A drive of Windows, without the signs that no name may have.
                Component::Prefix(drive) => {
                    let drive = drive.as_os_str().to_string_lossy();
                    place.push(drive.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
                }
                Component::RootDir | Component::CurDir | Component::ParentDir => {}
            }
        }
        Ok(place)
    }

    /// The place of the snapshot of a file.
    fn place(&self, path: &Path) -> io::Result<PathBuf> {
        let place = self.mirrored(path)?;
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(SUFFIX);
        Ok(place.with_file_name(name))
    }

    /// The files below a folder that have a snapshot, in order, whether they still exist or not.
    pub(super) fn below(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let place = self.mirrored(folder)?;
        if !place.is_dir() {
            return Ok(Vec::new());
        }
        let mut files = Vec::new();
        for (snapshot, _) in snapshots(place.clone())? {
            let own = snapshot.strip_prefix(&place).unwrap_or(&snapshot);
            // The stem is the name of the file: the suffix has one dot.
            let name = own.file_stem().unwrap_or_default();
            files.push(folder.join(own.with_file_name(name)));
        }
        files.sort_unstable();
        Ok(files)
    }

    /// The bytes of a file when its snapshot was taken; none without one.
    pub(super) fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let kept = match fs::read(self.place(path)?) {
            Ok(kept) => kept,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let (hash, bytes) = kept.split_first_chunk().ok_or_else(damaged)?;
        if *hash != hash_of(bytes) {
            return Err(damaged());
        }
        Ok(Some(bytes.to_vec()))
    }

    /// Keeps the bytes of a file.
    pub(super) fn keep(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(path)?;
        let folder = place.parent().unwrap_or(&self.folder);
        Here::create_private(folder)?;
        // A temporary file may only be read by its owner, and stays so.
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(&hash_of(bytes))?;
        file.write_all(bytes)?;
        file.persist(&place)?;
        Ok(())
    }

    /// Removes old snapshots, unless that was done a moment ago.
    pub(super) fn clean(&self, now: SystemTime) -> io::Result<()> {
        self.clean_to(now, MOST)
    }

    /// Removes old snapshots, and the oldest of those with more than so many bytes.
    fn clean_to(&self, now: SystemTime, most: u64) -> io::Result<()> {
        let mark = self.folder.join(CLEANED);
        let age = |path: &Path| {
            let modified = fs::metadata(path).and_then(|found| found.modified());
            modified.map(|modified| now.duration_since(modified).unwrap_or_default())
        };
        if age(&mark).is_ok_and(|age| age < PAUSE) {
            return Ok(());
        }
        Here::create_private(&self.folder)?;
        fs::write(&mark, "")?;
        let mut found = Vec::new();
        for (path, facts) in snapshots(self.folder.clone())? {
            found.push((age(&path)?, facts.len(), path));
        }
        found.sort_unstable();
        let mut all = 0;
        for (age, len, path) in found {
            all += len;
            if age > OLDEST || all > most {
                // Another program may have removed it.
                let _: io::Result<()> = fs::remove_file(path);
            }
        }
        Ok(())
    }
}

/// The hash of some bytes: `SipHash` 2-4 with 128 bits.
fn hash_of(bytes: &[u8]) -> [u8; 16] {
    SipHasher24::new().hash(bytes).as_bytes()
}

/// The trouble that a snapshot does not have its bytes, such as after a loss of power.
fn damaged() -> io::Error {
    let said = "its snapshot is damaged; guard snapshot takes a new one";
    io::Error::other(said)
}

/// All snapshots below a folder of the store. One that another program removes meanwhile is none.
fn snapshots(folder: PathBuf) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let is_snapshot = entry.path().extension() == Some(OsStr::new(&SUFFIX[1..]));
            if facts.is_dir() {
                folders.push(entry.path());
            } else if facts.is_file() && is_snapshot {
                found.push((entry.path(), facts));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn store() -> (tempfile::TempDir, SnapshotStore) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("state");
        (dir, SnapshotStore { folder })
    }

    #[test]
    fn a_snapshot_has_the_bytes_of_its_file() {
        let (dir, store) = store();
        let file = dir.path().join("a");
        fs::write(&file, b"x\xE9").unwrap();
        assert_eq!(store.read(&file).unwrap(), None);
        store.keep(&file, b"x\xE9").unwrap();
        fs::write(&file, b"y").unwrap();
        assert_eq!(store.read(&file).unwrap().unwrap(), b"x\xE9");
        // A folder with the name of the file may have files too.
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let below = file.join("b");
        fs::write(&below, b"z").unwrap();
        store.keep(&below, b"z").unwrap();
        assert_eq!(store.read(&below).unwrap().unwrap(), b"z");
    }

    #[test]
    fn a_snapshot_without_all_its_bytes_is_refused() {
        let (dir, store) = store();
        let file = dir.path().join("a");
        fs::write(&file, b"text").unwrap();
        store.keep(&file, b"text").unwrap();
        let place = store.place(&file).unwrap();
        let kept = fs::read(&place).unwrap();
        for cut in 0..kept.len() {
            fs::write(&place, &kept[..cut]).unwrap();
            assert!(store.read(&file).is_err(), "{cut}");
        }
        for at in 0..kept.len() {
            let mut other = kept.clone();
            other[at] ^= 1;
            fs::write(&place, &other).unwrap();
            assert!(store.read(&file).is_err(), "{at}");
        }
        fs::write(&place, &kept).unwrap();
        assert_eq!(store.read(&file).unwrap().unwrap(), b"text");
    }

    #[test]
    fn the_files_of_a_deleted_folder_are_known() {
        let (dir, store) = store();
        let folder = dir.path().join("a");
        let file = folder.join("b/c");
        fs::create_dir_all(folder.join("b")).unwrap();
        fs::write(&file, b"x").unwrap();
        store.keep(&file, b"x").unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(store.read(&file).unwrap().unwrap(), b"x");
        assert_eq!(store.below(&folder).unwrap(), [file]);
    }

    #[test]
    fn the_oldest_snapshots_are_removed_if_all_take_too_much() {
        let (dir, store) = store();
        let now = SystemTime::now();
        let files = ["oldest", "older", "new"].map(|name| dir.path().join(name));
        for (file, hours) in files.iter().zip([3, 2, 1]) {
            fs::write(file, [b'x'; 100]).unwrap();
            store.keep(file, &[b'x'; 100]).unwrap();
            let kept = File::options().write(true).open(store.place(file).unwrap());
            let then = now - Duration::from_hours(hours);
            kept.unwrap().set_modified(then).unwrap();
        }
        let left = |most| {
            let _: io::Result<()> = fs::remove_file(store.folder.join(CLEANED));
            store.clean_to(now, most).unwrap();
            files
                .each_ref()
                .map(|file| store.read(file).unwrap().is_some())
        };
        // Each has 16 bytes more, of its hash.
        assert_eq!(left(3 * 116), [true, true, true]);
        assert_eq!(left(3 * 116 - 1), [false, true, true]);
        assert_eq!(left(116), [false, false, true]);
        assert_eq!(left(0), [false, false, false]);
    }

    #[test]
    fn old_snapshots_are_removed_and_nothing_else() {
        let (dir, store) = store();
        let file = dir.path().join("a");
        fs::write(&file, "x").unwrap();
        store.keep(&file, b"x").unwrap();
        let other = store.folder.join("other");
        fs::write(&other, "").unwrap();
        let now = SystemTime::now();
        store.clean(now).unwrap();
        assert!(store.read(&file).unwrap().is_some());
        let later = now + OLDEST + PAUSE;
        store.clean(later).unwrap();
        assert_eq!(store.read(&file).unwrap(), None);
        assert!(other.exists());
    }
}
