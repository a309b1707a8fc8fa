//! The user's places in files: stored when the inspector is left, restored when it is opened again.
//!
//! Each file has a record of its own in the folder `visits` of the user's state, under a number
//! made of its path: programs that run at once do not write to the same one, and a damaged one
//! spoils no other. Invariant: trouble with a record is one line, and never in the way of the file;
//! there are at most [`MOST`].

mod record;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use std::{fs, io};

use super::state_file::StateFile;
use crate::codec::table::LabelMatch;
use crate::detect::requested::RequestedEncoding;
use crate::model::numbers::counted;
use crate::session::{Opened, Resumption, Session};
use crate::source::{FileChange, Source};
use crate::unicode::glyph::{self, Charset};
use record::Hash;
pub(super) use record::Visit;

/// The name of the folder in the folder of state.
const FOLDER: &str = "visits";
/// The largest number of files that are remembered; those left the longest ago are forgotten.
const MOST: usize = 200;

/// The records of the user.
#[derive(Debug, Clone)]
pub(super) struct Visits {
    /// The folder of the records.
    folder: PathBuf,
}

impl Visits {
    /// The records of the user, if the user has a home.
    pub(super) fn of_user() -> Option<Self> {
        let StateFile(folder) = StateFile::of_user(FOLDER)?;
        Some(Self { folder })
    }

    /// The record of a file.
    fn file(&self, path: &Path) -> StateFile {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut hash = Hash::default();
        hash.add(path.as_os_str().as_encoded_bytes());
        StateFile(self.folder.join(format!("{:016x}.json", hash.0)))
    }

    /// The state in which the opened file was left. The encoding that was chosen there is used,
    /// unless another is requested.
    pub(super) fn resume(&self, opened: &mut Opened) -> Resumption {
        let Ok(path) = opened.source.own_file() else {
            return Resumption::default();
        };
        let file = self.file(path);
        let ignored = |why: &str| Resumption {
            said: Some(format!(
                "ignored: {}: {why}",
                glyph::safe_bytes(file.0.as_os_str().as_encoded_bytes(), Charset::Unicode)
            )),
            ..Resumption::default()
        };
        let text = match file.read() {
            Ok(text) if text.is_empty() => return Resumption::default(),
            Ok(text) => text,
            Err(error) => return ignored(&error.to_string()),
        };
        let Some((identity, visit)) = Visit::read(&text) else {
            return ignored("is not a saved place; config --forget removes it");
        };
        if !identity.is_of(path, &*opened.source) {
            return Resumption {
                said: Some("this is not the file that you left: not resumed".to_owned()),
                ..Resumption::default()
            };
        }
        if let (Some((encoding, phase)), RequestedEncoding::Auto(_)) =
            (visit.chosen(), opened.requested)
        {
            opened.requested = RequestedEncoding::Named(LabelMatch::Own(encoding));
            opened.phase = phase as u8;
        }
        let (offset, resumed) = (visit.offset(), visit.resumed());
        let mut said = format!("resumed at 0x{offset:X}");
        let (marks, passages) = (
            resumed.marks.len() as u64,
            resumed.passages.list().len() as u64,
        );
        for (count, what) in [(marks, "mark"), (passages, "passage")] {
            if count > 0 {
                said.push_str(", ");
                said.push_str(&counted(count, what));
            }
        }
        Resumption {
            offset: Some(offset),
            resumed: Some(resumed),
            said: Some(said),
        }
    }

    /// Stores the user's place in a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn store(&self, visited: &Source, visit: &Visit) -> io::Result<()> {
        let is_there = !matches!(visited.refresh(), FileChange::Replaced | FileChange::Gone);
        let path = visited.own_file().ok().filter(|_| is_there);
        // The record has the bytes of the file, without unsaved changes.
        let Some((path, Ok(file))) = path.map(|path| (path, Source::open(path))) else {
            return Ok(());
        };
        if let Some(text) = visit.text(path, &file)? {
            self.file(path).write(text.as_bytes())?;
        }
        let mut records = self.records()?;
        records.sort_by_key(|(_, written)| *written);
        let old = records.len().saturating_sub(MOST);
        for (path, _) in records.iter().take(old) {
            // Another program may have removed it.
            let _: io::Result<()> = fs::remove_file(path);
        }
        Ok(())
    }

    /// Forgets all; returns their number.
    ///
    /// # Errors
    /// One cannot be removed.
    pub(super) fn forget(&self) -> io::Result<u64> {
        let mut forgotten = 0;
        for (path, _) in self.records()? {
            fs::remove_file(path)?;
            forgotten += 1;
        }
        Ok(forgotten)
    }

    /// The records, and the time when each was written.
    fn records(&self) -> io::Result<Vec<(PathBuf, SystemTime)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let record = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.ok()?;
            let name = entry.file_name();
            let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let written = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            is_record(&name).then_some((entry.path(), written))
        };
        Ok(entries.filter_map(record).collect())
    }
}

/// Reports whether a name is that of a record: other files in the folder are left alone.
fn is_record(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_suffix(".json"));
    number.is_some_and(|number| number.len() == 16 && number.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// The visits that end when a session is left, each with its data, even if that is open below other
/// data. Data without a file has none.
pub(super) fn ended_visits(session: &Session) -> impl Iterator<Item = (Arc<Source>, Visit)> {
    session.files().filter_map(|(source, view)| {
        let visit = Visit::new(source.own_file().ok()?, view);
        Some((Arc::clone(source), visit))
    })
}
