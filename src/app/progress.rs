//! The file that stores the user's progress in the lessons.
//!
//! It may be lost without harm: a lesson then begins anew. Invariant: progress written by another
//! program since it was read is kept too.

use std::io;

use super::state_file::StateFile;
use crate::lesson::progress::CourseProgress;

/// The name of the file in the folder of state.
const NAME: &str = "progress";

/// The file.
pub(super) struct ProgressFile(StateFile);

impl ProgressFile {
    /// The file of the user, if the user has a home.
    pub(super) fn of_user() -> Option<Self> {
        StateFile::of_user(NAME).map(Self)
    }

    /// Reads it; empty if it cannot be read.
    pub(super) fn load(&self) -> CourseProgress {
        let bytes = self.0.read().unwrap_or_default();
        CourseProgress::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Stores the user's progress since it was read as `before`.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn store(&self, before: &CourseProgress, now: &CourseProgress) -> io::Result<()> {
        if before == now {
            return Ok(());
        }
        self.0.read()?;
        let mut all = self.load();
        all.merge(&now.since(before));
        self.0.write(all.text().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_file_is_read_back_with_the_lines_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = ProgressFile(StateFile::within(folder.path(), NAME));
        let nothing = file.load();
        assert_eq!(nothing, CourseProgress::default());
        let mut one = nothing.clone();
        one.reach("bits", 3, false);
        let mut two = nothing.clone();
        two.reach("ascii", 1, true);
        file.store(&nothing, &one).unwrap();
        file.store(&nothing, &two).unwrap();
        assert_eq!(file.load().text(), "3 - bits\n1 done ascii\n");
    }

    #[test]
    fn where_no_folder_can_be_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        std::fs::write(&state, "a file").unwrap();
        let file = ProgressFile(StateFile::within(&state, NAME));
        let mut one = CourseProgress::default();
        one.reach("bits", 3, false);
        assert!(file.store(&CourseProgress::default(), &one).is_err());
        assert_eq!(file.load(), CourseProgress::default());
        file.store(&one, &one).unwrap();
    }
}
