//! The file to write: the file that exists in its place, and the way to write it.
//!
//! Output goes to a temporary file in the same directory, which takes the name once it is whole.
//! Invariant: the temporary file is removed if the writer gives up; and only a plain file is
//! overwritten, never the open one.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::model::errand::IfExists;
use crate::platform::{Here, System as _};
use crate::source::{FileState, Source, Trouble};

/// The place of a file to write.
#[derive(Debug)]
pub(in crate::app) struct WriteTarget {
    path: PathBuf,
    /// The permissions of the existing file, if there is one.
    permissions: Option<Permissions>,
}

/// The thing that exists at the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum ExistingFile {
    /// Nothing.
    Nothing,
    /// A file of this many bytes.
    File(u64),
}

impl WriteTarget {
    /// Looks up a typed path; `~` is the home directory of the user.
    ///
    /// # Errors
    /// Nothing can be written there: one line with the reason.
    pub(in crate::app) fn find(typed: &str, open: &Source) -> Result<(Self, ExistingFile), String> {
        Self::find_at(expanded(typed, std::env::home_dir()), open)
    }

    /// Looks up a path.
    ///
    /// # Errors
    /// As for [`WriteTarget::find`].
    pub(in crate::app) fn find_at(
        path: PathBuf,
        open: &Source,
    ) -> Result<(Self, ExistingFile), String> {
        let refuse = |what: &'static str, hint: &'static str| {
            Err(Trouble::new(&path, what, hint).to_string())
        };
        let there = match fs::symlink_metadata(&path) {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = Self {
                    path,
                    permissions: None,
                };
                return Ok((target, ExistingFile::Nothing));
            }
            Err(error) => return Err(trouble(&path, &error)),
        };
        if there.is_symlink() {
            return refuse("is a symbolic link", "name the file it leads to");
        }
        if there.is_dir() {
            return refuse("is a directory", "name a file in it");
        }
        if !there.is_file() {
            return refuse("is not a regular file", "");
        }
        if FileState::at(&path).is_ok_and(|there| open.is_open_file(&there)) {
            return refuse("is the file being read", "name another");
        }
        if there.permissions().readonly() {
            return refuse("is read-only", "name another");
        }
        let target = Self {
            path,
            permissions: Some(there.permissions()),
        };
        Ok((target, ExistingFile::File(there.len())))
    }

    /// The target for the open file itself, which was just found to be this one.
    pub(in crate::app) fn in_place_of(path: PathBuf, found: &Metadata) -> Self {
        Self {
            path,
            permissions: Some(found.permissions()),
        }
    }

    /// The directory that it is in.
    fn folder(&self) -> &Path {
        folder_of(&self.path)
    }

    /// Creates the temporary file in the same directory.
    ///
    /// # Errors
    /// One line with the reason why it cannot be created.
    pub(in crate::app) fn begin(&self) -> Result<NamedTempFile, String> {
        let mut builder = Builder::new();
        builder.prefix(".hexloupe-").suffix(".part");
        // A replacing file is private until it has the permissions of the old one.
        if self.permissions.is_none()
            && let Some(ordinary) = Here::ordinary()
        {
            builder.permissions(ordinary);
        }
        let begun = builder.tempfile_in(self.folder());
        begun.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Trouble::new(self.folder(), "no such directory", "").to_string()
            }
            _ => trouble(self.folder(), &error),
        })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// One line with the reason why that failed; then the file is removed.
    pub(in crate::app) fn finish(
        &self,
        file: NamedTempFile,
        if_exists: IfExists,
    ) -> Result<(), String> {
        let failed = |error: &io::Error| trouble(&self.path, error);
        if let Some(permissions) = &self.permissions {
            // The permissions of the old file; if that fails, it stays private.
            let _ = file.as_file().set_permissions(permissions.clone());
        }
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        let named = match if_exists {
            IfExists::Ask => file.persist_noclobber(&self.path),
            IfExists::Write => file.persist(&self.path),
        };
        match named {
            Ok(_) => Ok(()),
            Err(refused) if refused.error.kind() == io::ErrorKind::AlreadyExists => {
                let what = "was created meanwhile";
                Err(Trouble::new(&self.path, what, "export again").to_string())
            }
            Err(refused) => Err(failed(&refused.error)),
        }
    }

    /// The reason why it could not be written, in one line.
    pub(in crate::app) fn trouble(&self, error: &io::Error) -> String {
        trouble(&self.path, error)
    }
}

/// The system's words for an error of writing, with a hint for writing in place of the one for
/// reading.
fn trouble(path: &Path, error: &io::Error) -> String {
    let told = Trouble::io(path, error);
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied => "choose a folder that you can write to",
        io::ErrorKind::StorageFull => "free some space and try again",
        _ => "",
    };
    Trouble::new(path, told.what().to_owned(), hint).to_string()
}

/// The directory that a file is in.
pub(in crate::app) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A path with the home directory of the user in place of `~`.
fn expanded(typed: &str, home: Option<PathBuf>) -> PathBuf {
    let rest = typed.strip_prefix('~');
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (rest, home) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        _ => PathBuf::from(typed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn other() -> Source {
        Source::memory("m", &b"abc"[..])
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// Writes a word as the whole of a file.
    fn write(path: &Path, if_exists: IfExists) -> Result<(), String> {
        let (target, _) = WriteTarget::find_at(path.to_owned(), &other())?;
        let mut file = target.begin()?;
        file.write_all(b"new").unwrap();
        target.finish(file, if_exists)
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let (target, found) = WriteTarget::find_at(path.clone(), &other()).unwrap();
        assert_eq!(found, ExistingFile::Nothing);
        let mut file = target.begin().unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(folder.path()), [""; 0]);
        write(&path, IfExists::Ask).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn a_file_that_appeared_meanwhile_is_not_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let (target, _) = WriteTarget::find_at(path.clone(), &other()).unwrap();
        let file = target.begin().unwrap();
        fs::write(&path, "old").unwrap();
        let said = target.finish(file, IfExists::Ask).unwrap_err();
        assert!(said.ends_with("meanwhile; export again"), "{said}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let (_, found) = WriteTarget::find_at(path.clone(), &other()).unwrap();
        assert_eq!(found, ExistingFile::File(3));
        write(&path, IfExists::Write).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[track_caller]
    fn refused(path: &Path, expected: &str) {
        let said = write(path, IfExists::Write).unwrap_err();
        assert!(said.ends_with(expected), "{said}");
    }

    #[test]
    fn a_path_without_a_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        refused(folder.path(), "is a directory; name a file in it");
        refused(&at("no/such"), "no: no such directory");
        fs::write(at("file"), "").unwrap();
        if cfg!(unix) {
            refused(&at("file/in"), "a part of the path is not a directory");
        }
        refused(Path::new(""), "");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_read_only_files_are_reported_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink(at("nowhere"), at("link")).unwrap();
        refused(&at("link"), "symbolic link; name the file it leads to");
        fs::write(at("file"), "old").unwrap();
        fs::set_permissions(at("file"), Permissions::from_mode(0o444)).unwrap();
        refused(&at("file"), "is read-only; name another");
        fs::set_permissions(at("file"), Permissions::from_mode(0o640)).unwrap();
        write(&at("file"), IfExists::Write).unwrap();
        let mode = fs::metadata(at("file")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        refused(Path::new("/dev/null"), "is not a regular file");
    }

    #[test]
    fn the_open_file_is_known_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").unwrap();
        fs::hard_link(at("file"), at("twin")).unwrap();
        let open = Source::open(&at("file")).unwrap();
        for name in ["file", "twin"] {
            let said = WriteTarget::find_at(at(name), &open).unwrap_err();
            assert!(said.ends_with("is the file being read; name another"));
        }
        fs::write(at("other"), "old").unwrap();
        assert!(WriteTarget::find_at(at("other"), &open).is_ok());
    }

    #[test]
    fn a_tilde_is_the_folder_of_the_user() {
        let home = || Some(PathBuf::from("/home/u"));
        assert_eq!(expanded("~/a b", home()), PathBuf::from("/home/u/a b"));
        assert_eq!(expanded("~", home()), PathBuf::from("/home/u"));
        assert_eq!(expanded("~x/a", home()), PathBuf::from("~x/a"));
        assert_eq!(expanded("a/~", home()), PathBuf::from("a/~"));
        assert_eq!(expanded("~/a", None), PathBuf::from("~/a"));
    }
}
