//! A file in the user's state folder, which only the user may read.
//!
//! Invariant: it is written whole or not at all, and a file that is not ours is left alone.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_base_strategy};
use tempfile::NamedTempFile;

use crate::platform::{Here, System as _};

/// The folder in the user's state folder.
const FOLDER: &str = "hexloupe";
/// A longer file is not ours.
const LONGEST: u64 = 1 << 20;

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StateFile(pub(super) PathBuf);

impl StateFile {
    /// The user's file with a name: `$XDG_STATE_HOME`, else `~/.local/state`, has the folder.
    /// `None` if the user has no home.
    pub(super) fn of_user(name: &str) -> Option<Self> {
        let folders = choose_base_strategy().ok()?;
        // Only the rules of XDG have a folder for state.
        let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Some(Self::within(&folder, name))
    }

    /// The file in a state folder.
    pub(super) fn within(folder: &Path, name: &str) -> Self {
        Self(folder.join(FOLDER).join(name))
    }

    /// Its content; empty if it does not exist.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let found = match fs::metadata(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            found => found?,
        };
        // Opening a pipe would wait for its other end; and /dev/null is left unchanged.
        if !found.is_file() || found.len() > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut bytes = Vec::new();
        File::open(&self.0)?.take(LONGEST).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes it whole or not at all. If it is a link, the file that it leads to is written.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let path = fs::canonicalize(&self.0).unwrap_or_else(|_| self.0.clone());
        let folder = path.parent().unwrap_or(Path::new("."));
        Here::create_private(folder)?;
        // A temporary file may only be read by its owner, and stays so.
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.persist(&path)?;
        Ok(())
    }
}
