//! The new file beside the old one, and the names of both.
//!
//! Invariant: nobody may read the new file who may not read the old one, and no existing file is
//! lost: a backup never uses an existing name.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{ELSEWHERE, ReplacementDisk};
use crate::app::half_written::HalfWritten;
use crate::app::target::{WriteTarget, folder_of};
use crate::platform::{Here, System as _};
use crate::source::Trouble;

/// Bytes written at once.
const BUFFER: usize = 64 * 1024;

/// The old file, and the new one in the same directory.
pub(super) struct ReplacementFiles {
    target: WriteTarget,
    place: PathBuf,
    found: Metadata,
    backup: Option<PathBuf>,
    half_written: HalfWritten,
    file: Option<BufWriter<NamedTempFile>>,
}

impl ReplacementFiles {
    pub(super) fn new(
        place: PathBuf,
        found: &Metadata,
        backup: Option<PathBuf>,
        half_written: HalfWritten,
    ) -> Self {
        Self {
            target: WriteTarget::in_place_of(place.clone(), found),
            place,
            found: found.clone(),
            backup,
            half_written,
            file: None,
        }
    }

    fn failed(&self, error: &io::Error) -> String {
        self.target.trouble(error)
    }
}

impl ReplacementDisk for ReplacementFiles {
    fn begin(&mut self) -> Result<(), String> {
        let file = self.target.begin()?;
        self.half_written.add(file.path());
        self.file = Some(BufWriter::with_capacity(BUFFER, file));
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.file.as_mut().map(|file| file.write_all(bytes));
        written
            .unwrap_or(Ok(()))
            .map_err(|error| self.failed(&error))
    }

    fn finish(&mut self) -> Result<(), String> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let failed = |error: io::Error| self.target.trouble(&error);
        file.flush().map_err(failed)?;
        let file = file.get_ref().as_file();
        Here::copy_owner(file, &self.found).map_err(|error| {
            if error.kind() != io::ErrorKind::PermissionDenied {
                return failed(error);
            }
            let what = "has an owner or a group that you cannot give to a new file";
            Trouble::new(&self.place, what, ELSEWHERE).to_string()
        })?;
        // This comes after the owner, because a change of owner removes permissions.
        let safe = file.set_permissions(self.found.permissions());
        safe.and_then(|()| file.sync_all()).map_err(failed)
    }

    fn back_up(&mut self) -> Result<(), String> {
        let Some(backup) = &self.backup else {
            return Ok(());
        };
        match fs::hard_link(&self.place, backup) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(backup_exists(backup).to_string())
            }
            // A file system without hard links.
            Err(_) => copy(&self.target, &self.place, backup),
        }
    }

    fn rename(&mut self) -> Result<(), String> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let file = file.into_inner();
        let file = file.map_err(|error| self.failed(error.error()))?;
        let named = file.persist(&self.place);
        named.map_err(|refused| self.failed(&refused.error))?;
        Here::sync_folder(folder_of(&self.place));
        Ok(())
    }

    fn forget_backup(&mut self) {
        if let Some(backup) = &self.backup {
            // It was created just now, and its file is in its place.
            let _: io::Result<()> = fs::remove_file(backup);
        }
    }
}

/// The trouble that the name of the backup exists.
pub(super) fn backup_exists(backup: &Path) -> Trouble {
    let hint = "choose another suffix with --backup=SUFFIX, or move that file";
    Trouble::new(backup, "exists already", hint)
}

/// Copies a file to an unused name.
fn copy(target: &WriteTarget, from: &Path, to: &Path) -> Result<(), String> {
    let copy = target.begin()?;
    let copied = (|| {
        let mut old = File::open(from)?;
        io::copy(&mut old, &mut copy.as_file())?;
        copy.as_file()
            .set_permissions(old.metadata()?.permissions())?;
        copy.as_file().sync_all()
    })();
    copied.map_err(|error| target.trouble(&error))?;
    let named = copy.persist_noclobber(to);
    named
        .map(drop)
        .map_err(|refused| match refused.error.kind() {
            io::ErrorKind::AlreadyExists => backup_exists(to).to_string(),
            _ => target.trouble(&refused.error),
        })
}
