//! An open file with a length, and whether the length it reports is true.
//!
//! It exists to keep the differences between files that report their true length and those that
//! do not out of the other files.
//!
//! Invariant: nothing here waits for a writer.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;

use super::Trouble;
use super::extent::{ReadAt, read_extent};
use super::file_state::FileState;
use crate::platform::{FileKind, FileMetadata, Here, System as _};

/// Regular files up to this length are read once when opened, to check that they hold what they
/// report. It is the largest page of the systems we know: the files of sysfs report one page,
/// whatever they hold.
const DOUBTED: u64 = 64 * 1024;

/// An open file with a length: a regular file or a disk.
#[derive(Debug)]
pub(super) struct PositionedFile {
    file: File,
    /// The place of offset 0 of the data in the file: standard input begins where the program
    /// before us stopped reading.
    origin: u64,
    kind: FileKind,
}

impl PositionedFile {
    pub(super) fn new(file: File, kind: FileKind) -> PositionedFile {
        // A file that cannot seek is read from its current position.
        let origin = (&file).stream_position().unwrap_or(0);
        PositionedFile { file, origin, kind }
    }

    /// A file that was just opened.
    pub(super) fn fresh(file: File, kind: FileKind) -> PositionedFile {
        let origin = 0;
        PositionedFile { file, origin, kind }
    }

    /// The file, ready to be read from front to back.
    pub(super) fn sequential(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        // Positioned reads move the cursor on Windows. If seeking fails, there were none.
        let _: io::Result<u64> = file.seek(SeekFrom::Start(self.origin));
        Ok(file)
    }

    /// The state of the file with this report; its length is counted from `origin`.
    pub(super) fn state_of(&self, known: &FileMetadata) -> io::Result<FileState> {
        let mut file_state = FileState::from(known);
        if self.kind == FileKind::Block {
            file_state.len = (&self.file).seek(SeekFrom::End(0))?;
            // The times of a device node are not those of the disk.
            file_state.modified = None;
        }
        file_state.len = file_state.len.saturating_sub(self.origin);
        Ok(file_state)
    }

    /// Reports whether the reported length can be believed. The files of `/proc` report 0 and those
    /// of `/sys` a whole page, whatever they hold; a file that grows meanwhile gets a second try.
    pub(super) fn is_candid(&self) -> bool {
        let Ok(told) = self.file_state() else {
            return true;
        };
        if self.kind != FileKind::Regular || told.len > DOUBTED {
            return true;
        }
        if told.len == 0 {
            return false;
        }
        let extent = read_extent(self, 0, told.len as usize + 1, Vec::new());
        let held = extent.bytes.len() as u64;
        !extent.holes.is_empty() || held == told.len || self.reports(held)
    }

    /// Reports whether the length reported now is `len`.
    pub(super) fn reports(&self, len: u64) -> bool {
        self.file_state().is_ok_and(|now| now.len == len)
    }

    /// Lets reads wait for bytes again, see [`System::open`](crate::platform::System::open).
    pub(super) fn wait_again(&self) -> io::Result<()> {
        Here::wait_again(&self.file)
    }
}

impl ReadAt for PositionedFile {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        match offset.checked_add(self.origin) {
            Some(offset) => ReadAt::read_at(&self.file, offset, buf),
            None => Ok(0),
        }
    }

    fn hole(&self, from: u64) -> Option<Range<u64>> {
        // Other programs share the position of standard input and rely on it; seeking would
        // move it.
        if self.kind != FileKind::Regular || self.origin > 0 {
            return None;
        }
        Here::hole(&self.file, from)
    }

    fn file_state(&self) -> io::Result<FileState> {
        self.state_of(&Here::known(&self.file)?)
    }
}

/// The trouble that a directory has no bytes to show.
pub(super) fn is_directory(place: &Path) -> Trouble {
    Trouble::io(place, &io::ErrorKind::IsADirectory.into())
}

/// The trouble that a socket cannot be opened by its path.
pub(super) fn is_socket(place: &Path) -> Trouble {
    Trouble::new(
        place,
        "is a socket",
        "pipe what you read from it into standard input",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn offsets_count_from_where_the_file_was_left() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"header:body").unwrap();
        file.seek(SeekFrom::Start(7)).unwrap();
        let disk = PositionedFile::new(file, FileKind::Regular);
        assert_eq!(disk.file_state().unwrap().len, 4);
        assert_eq!(read_extent(&disk, 0, 99, Vec::new()).bytes, b"body");
        assert_eq!(disk.read_at(u64::MAX, &mut [0]).unwrap(), 0);
        assert!(disk.is_candid());
    }

    #[test]
    fn an_empty_file_is_not_believed_at_once() {
        let disk = PositionedFile::new(tempfile::tempfile().unwrap(), FileKind::Regular);
        assert!(!disk.is_candid());
        assert!(disk.reports(0));
    }
}
