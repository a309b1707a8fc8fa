//! A file that is replaced by another with its name, for `recode --in-place`.
//!
//! The output is compared with the file, and the new file is begun at the first difference, beside
//! the old one (`disk`). It takes the name in one step, once it is whole, safe on the disk, and the
//! old file is unchanged. Invariant: whatever fails, and whenever, the path leads to all old bytes
//! or to all new ones; and nothing is written if nothing differs.

mod disk;
mod lock;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::half_written::HalfWritten;
use crate::platform::{Here, System as _};
use crate::source::{FileState, Source, Trouble};
use crate::window::Peek as _;
use disk::ReplacementFiles;

/// Bytes copied at once.
const PIECE: u64 = 256 * 1024;
/// The advice for a refusal.
const ELSEWHERE: &str = "write to another file with -o";

/// The operations on the disk, in this order; a test substitutes one that fails. An error is one
/// line.
trait ReplacementDisk {
    /// Creates the new file.
    fn begin(&mut self) -> Result<(), String>;
    /// Adds bytes to it.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String>;
    /// Gives it the owner and the permissions of the old one, and waits until it is safe.
    fn finish(&mut self) -> Result<(), String>;
    /// Gives the old file one more name, if that was requested.
    fn back_up(&mut self) -> Result<(), String>;
    /// Gives the new file the name of the old one.
    fn rename(&mut self) -> Result<(), String>;
    /// Removes the other name of the old file again.
    fn forget_backup(&mut self);
}

/// The result for the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplacementResult {
    /// It has new bytes.
    Written,
    /// It has these bytes already.
    Same,
}

/// A file that is being replaced.
pub(super) struct FileReplacement {
    place: PathBuf,
    /// Its state before it was read.
    state: FileState,
    old: Source,
    /// The number of written bytes that equal the old file so far.
    same: u64,
    disk: Box<dyn ReplacementDisk>,
    begun: bool,
    /// Held until the file is replaced.
    _lock: Option<File>,
}

impl FileReplacement {
    /// Prepares to replace the file at a path; if that is a link, the file it leads to. With a
    /// `suffix` the old file stays, with the suffix after its name.
    ///
    /// # Errors
    /// It cannot be replaced without a loss.
    pub(super) fn prepare(
        path: &Path,
        suffix: Option<&str>,
        half_written: &HalfWritten,
    ) -> Result<Self, Trouble> {
        let trouble = |error: io::Error| Trouble::io(path, &error);
        let link = fs::symlink_metadata(path).map_err(trouble)?;
        let place = if link.is_symlink() {
            fs::canonicalize(path).map_err(trouble)?
        } else {
            path.to_owned()
        };
        let found = fs::metadata(&place).map_err(trouble)?;
        let refuse = |what: String, hint| Err(Trouble::new(&place, what, hint));
        if found.is_dir() {
            return refuse("is a directory".to_owned(), "name a file in it");
        }
        if !found.is_file() {
            return refuse("is not a regular file".to_owned(), ELSEWHERE);
        }
        if found.permissions().readonly() {
            return refuse("is read-only".to_owned(), ELSEWHERE);
        }
        if let names @ 2.. = Here::names(&place).map_err(trouble)? {
            let what = format!("has {names} names (hard links); only this one would change");
            return refuse(what, ELSEWHERE);
        }
        let backup = suffix.map(|suffix| {
            let mut name = place.file_name().unwrap_or_default().to_owned();
            name.push(suffix);
            place.with_file_name(name)
        });
        if let Some(backup) = &backup
            && fs::symlink_metadata(backup).is_ok()
        {
            return Err(disk::backup_exists(backup));
        }
        let lock = lock::lock(&place)?;
        // The facts are those of the file that is locked.
        let found = fs::metadata(&place).map_err(trouble)?;
        let disk = ReplacementFiles::new(place.clone(), &found, backup, half_written.clone());
        Ok(Self {
            state: FileState::at(&place).map_err(trouble)?,
            old: Source::open(&place)?,
            place,
            same: 0,
            disk: Box::new(disk),
            begun: false,
            _lock: lock,
        })
    }

    /// The file, links followed.
    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// Puts the output in the place of the file.
    ///
    /// # Errors
    /// One line with the reason why the file is unchanged.
    pub(super) fn finish(mut self) -> Result<ReplacementResult, String> {
        if !self.begun {
            if self.same == self.old.len() {
                return Ok(ReplacementResult::Same);
            }
            self.begin()?;
        }
        self.disk.finish()?;
        self.unchanged()?;
        let Self { old, mut disk, .. } = self;
        disk.back_up()?;
        // Windows does not give away the name of an open file.
        drop(old);
        disk.rename().inspect_err(|_| disk.forget_backup())?;
        Ok(ReplacementResult::Written)
    }

    /// Checks that the path still leads to the unchanged file.
    fn unchanged(&self) -> Result<(), String> {
        let now = FileState::at(&self.place).map_err(|error| Trouble::io(&self.place, &error));
        if now.map_err(|trouble| trouble.to_string())? == self.state {
            return Ok(());
        }
        let what = "changed during the conversion";
        Err(Trouble::new(&self.place, what, "convert it again").to_string())
    }

    /// Begins the new file, with the bytes that were the same.
    fn begin(&mut self) -> Result<(), String> {
        self.disk.begin()?;
        self.begun = true;
        let mut at = 0;
        while at < self.same {
            let window = self.old.window(at, (self.same - at).min(PIECE) as usize);
            if window.bytes.is_empty() || !window.holes.is_empty() {
                let what = format!("the bytes from 0x{at:X} on can no longer be read");
                return Err(Trouble::new(&self.place, what, "").to_string());
            }
            self.disk.write(&window.bytes)?;
            at = window.end();
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if !self.begun {
            let old = self.old.window(self.same, bytes.len());
            if old.bytes == bytes && old.holes.is_empty() {
                self.same += bytes.len() as u64;
                return Ok(());
            }
            self.begin()?;
        }
        self.disk.write(bytes)
    }
}

impl Write for FileReplacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
