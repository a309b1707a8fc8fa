//! The system's report about a file at one moment, and the change since then.
//!
//! Invariant: two states of one file that was not touched are equal.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::FileChange;
use crate::platform::{FileMetadata, Here, System as _};

/// The system's report about a file at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileState {
    /// Length in bytes.
    pub len: u64,
    /// The time of the last write to the content; `None` if it has no meaning.
    pub modified: Option<SystemTime>,
    /// The part that stays the same while a file is written and differs between files: its device
    /// and inode, or volume and index.
    pub identity: (u64, u64),
}

impl FileState {
    /// The state of an open file.
    ///
    /// # Errors
    /// The system does not know.
    pub fn read(file: &File) -> io::Result<FileState> {
        Here::known(file).map(|known| Self::from(&known))
    }

    /// The state of the file at a path.
    ///
    /// # Errors
    /// It leads nowhere.
    pub fn at(path: &Path) -> io::Result<FileState> {
        Here::known_at(path).map(|known| Self::from(&known))
    }

    /// The change of the content between this state and a later one.
    pub(super) fn change(&self, later: &FileState) -> FileChange {
        match later.len.cmp(&self.len) {
            std::cmp::Ordering::Greater => FileChange::Grew,
            std::cmp::Ordering::Less => FileChange::Shrank,
            std::cmp::Ordering::Equal if self.modified != later.modified => FileChange::Modified,
            std::cmp::Ordering::Equal => FileChange::Same,
        }
    }
}

impl From<&FileMetadata> for FileState {
    fn from(known: &FileMetadata) -> Self {
        Self {
            len: known.len,
            modified: known.modified,
            identity: known.identity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_of_a_state_is_its_length_before_its_time() {
        let file_state = |len, seconds| FileState {
            len,
            modified: Some(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)),
            identity: (0, 0),
        };
        for (later, change) in [
            (file_state(5, 1), FileChange::Same),
            (file_state(5, 2), FileChange::Modified),
            (file_state(6, 2), FileChange::Grew),
            (file_state(4, 2), FileChange::Shrank),
        ] {
            assert_eq!(file_state(5, 1).change(&later), change);
        }
    }
}
