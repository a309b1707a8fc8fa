//! The content of a folder: the names, to complete a typed path, and the kinds of files.
//!
//! Invariant: at most 10,000 names are stored, however many there are.

use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::Path;

use super::Trouble;

/// The kind of a name in a folder; a link is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl From<FileType> for EntryKind {
    fn from(kind: FileType) -> Self {
        match kind {
            _ if kind.is_file() => Self::File,
            _ if kind.is_dir() => Self::Folder,
            _ if kind.is_symlink() => Self::Link,
            _ => Self::Special,
        }
    }
}

/// The kind of the file at a path; none if it, or its folder, is gone.
///
/// # Errors
/// The system does not know.
pub fn kind(path: &Path) -> Result<Option<EntryKind>, Trouble> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(found.file_type().into())),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
            _ => Err(Trouble::io(path, &error)),
        },
    }
}

/// All names in a folder, in no order. None if it cannot be read.
pub fn all_names(folder: &Path) -> impl Iterator<Item = OsString> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name())
}

/// The largest number of names that are stored.
const MOST: usize = 10_000;

/// The names in a folder that are UTF-8, in order, those that begin with a dot last. A file has its
/// number of bytes, a folder none. Empty if the folder cannot be read.
pub fn names(folder: &Path) -> Vec<(String, Option<u64>)> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let found = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        // A link counts as the file it leads to; a link to nowhere cannot be opened.
        let leads_to = fs::metadata(entry.path()).ok()?;
        Some((name, (!leads_to.is_dir()).then_some(leads_to.len())))
    });
    let mut names: Vec<_> = found.take(MOST).collect();
    names.sort_by(|(a, _), (b, _)| (a.starts_with('.'), a).cmp(&(b.starts_with('.'), b)));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_named_in_order_and_hidden_ones_last() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", ".hidden", "a"] {
            fs::write(folder.path().join(name), b"12345").unwrap();
        }
        fs::create_dir(folder.path().join("c")).unwrap();
        let names = names(folder.path());
        let expected = [
            ("a", Some(5)),
            ("b.txt", Some(5)),
            ("c", None),
            (".hidden", Some(5)),
        ];
        assert_eq!(
            names,
            expected.map(|(name, bytes)| (name.to_owned(), bytes))
        );
        assert!(super::names(&folder.path().join("none")).is_empty());
    }
}
