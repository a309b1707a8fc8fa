//! The file that is overwritten, and the patch beside it.
//!
//! The patch is a temporary file in the same directory, which takes its name once it is whole.
//! Invariant: no existing file takes the patch, and the file is never made longer or shorter.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::OverwriteDisk;
use crate::app::target::folder_of;
use crate::platform::{Here, System as _};
use crate::source::{FileState, Source, Trouble};

/// The ending added to the name of the file for its patch.
const ENDING: &str = ".old";
/// The largest number of patches beside one file.
const MOST: u32 = 10_000;

/// The file to overwrite, and the patch, begun with the first part of its text.
pub(super) struct OverwrittenFile {
    file: File,
    path: PathBuf,
    patch: Option<BufWriter<NamedTempFile>>,
}

impl OverwrittenFile {
    /// Opens the file that is already open as `source`, to overwrite bytes of it.
    ///
    /// # Errors
    /// It is read-only, is not a regular file, or the path leads to another.
    pub(super) fn open(path: &Path, source: &Source) -> Result<Self, Trouble> {
        let trouble = |error: io::Error| {
            let told = Trouble::io(path, &error);
            let hint = match error.kind() {
                io::ErrorKind::PermissionDenied => "save the bytes as another file",
                _ => "",
            };
            Trouble::new(path, told.what().to_owned(), hint)
        };
        let refuse = |what| Err(Trouble::new(path, what, "save the bytes as another file"));
        let found = fs::metadata(path).map_err(trouble)?;
        if !found.is_file() {
            return refuse("is not a regular file");
        }
        if found.permissions().readonly() {
            return refuse("is read-only");
        }
        let file = File::options().write(true).open(path).map_err(trouble)?;
        if !source.is_open_file(&FileState::read(&file).map_err(trouble)?) {
            return refuse("is no longer the file that was opened");
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            patch: None,
        })
    }

    /// The name of a patch: `NAME.old.xxd`, `NAME.old-2.xxd` and so on.
    fn name(&self, number: u32) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(ENDING);
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(".xxd");
        self.path.with_file_name(name)
    }
}

impl OverwriteDisk for OverwrittenFile {
    fn write_patch(&mut self, text: &[u8]) -> io::Result<()> {
        if self.patch.is_none() {
            let mut builder = Builder::new();
            builder.prefix(".hexloupe-").suffix(".part");
            self.patch = Some(BufWriter::new(builder.tempfile_in(folder_of(&self.path))?));
        }
        self.patch
            .as_mut()
            .map_or(Ok(()), |patch| patch.write_all(text))
    }

    fn end_patch(&mut self) -> io::Result<PathBuf> {
        let patch = self.patch.take().ok_or(io::ErrorKind::NotFound)?;
        let mut patch = patch.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Only the readers of the file may read the patch.
        let permissions = self.file.metadata()?.permissions();
        patch.as_file().set_permissions(permissions)?;
        patch.as_file().sync_all()?;
        for number in 1..=MOST {
            let name = self.name(number);
            match patch.persist_noclobber(&name) {
                Ok(_) => {
                    Here::sync_folder(folder_of(&name));
                    return Ok(name);
                }
                Err(refused) if refused.error.kind() == io::ErrorKind::AlreadyExists => {
                    patch = refused.file;
                }
                Err(refused) => return Err(refused.error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn overwrite(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        Here::write_all_at(&self.file, at, bytes)
    }

    fn end(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }
}
