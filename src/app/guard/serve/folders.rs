//! The folders that the server is limited to.
//!
//! Invariant: a place that is passed on is inside a folder, links followed.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::bail;

use crate::source::Trouble;

/// Folders, links followed; at least one.
#[derive(Debug, Clone)]
pub(super) struct AllowedFolders(Vec<PathBuf>);

impl AllowedFolders {
    /// The named folders; without one, the current directory.
    ///
    /// # Errors
    /// One is no folder.
    pub(super) fn new(named: &[PathBuf]) -> Result<Self, Trouble> {
        let here = [PathBuf::from(".")];
        let named = if named.is_empty() { &here } else { named };
        let whole = |path: &PathBuf| {
            let whole = fs::canonicalize(path).map_err(|error| Trouble::io(path, &error))?;
            if whole.is_dir() {
                return Ok(whole);
            }
            Err(Trouble::new(
                path,
                "is not a directory",
                "serve takes directories",
            ))
        };
        named.iter().map(whole).collect::<Result<_, _>>().map(Self)
    }

    /// The folder that relative paths begin in.
    pub(super) fn first(&self) -> &Path {
        &self.0[0]
    }

    /// The place that a client names: relative to the first folder if it is in it, so that messages
    /// have the name that the client uses. It need not exist.
    ///
    /// # Errors
    /// It is outside of the folders, or cannot be reached.
    pub(super) fn place(&self, named: &str) -> anyhow::Result<PathBuf> {
        if named.is_empty() {
            bail!("path: empty; name a file");
        }
        let path = self.first().join(named);
        let whole = whole(&path).map_err(|error| Trouble::io(named, &error))?;
        if !self.has(&whole) {
            bail!(Trouble::new(
                named,
                "is outside of the directories that this server may use; nothing was read or written",
                "the user names them: hexloupe guard serve DIR...",
            ));
        }
        Ok(match whole.strip_prefix(self.first()) {
            Ok(inner) if inner.as_os_str().is_empty() => PathBuf::from("."),
            // As a name of its own it would be standard input.
            Ok(inner) if inner != Path::new("-") => inner.to_owned(),
            _ => whole,
        })
    }

    /// The place of a regular file that exists.
    ///
    /// # Errors
    /// As above, or it is none.
    pub(super) fn file(&self, named: &str) -> anyhow::Result<PathBuf> {
        let place = self.place(named)?;
        let found = fs::metadata(&place).map_err(|error| Trouble::io(&place, &error))?;
        if !found.is_file() {
            bail!(Trouble::new(&place, "is not a regular file", "name a file"));
        }
        Ok(place)
    }

    /// Reports whether a place is in one of the folders, links followed.
    pub(super) fn allows(&self, place: &Path) -> bool {
        whole(&self.first().join(place)).is_ok_and(|whole| self.has(&whole))
    }

    fn has(&self, whole: &Path) -> bool {
        self.0.iter().any(|folder| whole.starts_with(folder))
    }
}

/// The path with links followed; the last name need not exist.
fn whole(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // A link that leads nowhere may lead somewhere later.
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(error);
            };
            Ok(fs::canonicalize(folder)?.join(name))
        }
        found => found,
    }
}
