//! Every task a session can have under way.
//!
//! To add one: a field here; its [`Kind`](super::task::Kind) and a function for its reports
//! in the file that starts it. Invariant: a task on the data of a file belongs to that file, and
//! ends with it.

use super::comparing::ReadAs;
use super::guessing::Doubted;
use super::task::Task;
use crate::codec::Encoding;

/// The tasks that are about no single file.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    /// How many were ever started.
    started: u64,
    /// Reads the names in a folder.
    pub(super) list: Task,
    /// Checks the files of a folder.
    pub(super) survey: Task,
    /// Compares the data with another file, as both are read.
    pub(super) compare: Task<[ReadAs; 2]>,
    /// Copies or writes a file.
    pub(super) errand: Task,
}

/// The tasks on the data of one file.
#[derive(Debug, Default)]
pub(super) struct FileTasks {
    /// Reads the file for the session, or takes what a pipe brings.
    pub(super) reader: Task,
    /// Opens the file again.
    pub(super) reopen: Task,
    /// Looks for a fault, a line or a character.
    pub(super) seek: Task,
    /// Looks for the next match of a pattern.
    pub(super) next_match: Task,
    /// Counts all matches.
    pub(super) count_matches: Task,
    /// Counts lines and characters up to an offset, in an encoding and a phase.
    pub(super) count: Task<(u64, &'static Encoding, u64)>,
    /// Scans the data, in an encoding and a phase.
    pub(super) scan: Task<(&'static Encoding, u64)>,
    /// Guesses the encoding; of a pipe, from this many bytes.
    pub(super) guess: Task<u64>,
    /// Guesses once more, near the faults of the scan.
    pub(super) doubt: Task<Doubted>,
    /// Finds out whether the data is a hex dump.
    pub(super) recognise_dump: Task,
    /// Reads a text as a hex dump.
    pub(super) import: Task,
    /// Opens another file.
    pub(super) open: Task,
}

impl Tasks {
    /// The number of a new task.
    pub(super) fn number(&mut self) -> u64 {
        self.started += 1;
        self.started
    }

    /// The names of those under way.
    pub(super) fn running(&self) -> Vec<&'static str> {
        let Self {
            started: _,
            list,
            survey,
            compare,
            errand,
        } = self;
        let alike = [list, survey, errand].map(Task::running);
        let all = alike.into_iter().chain([compare.running()]);
        all.flatten().collect()
    }
}

impl FileTasks {
    /// Ends what opens other data: the user has gone elsewhere.
    pub(super) fn end_opening(&mut self) {
        self.import.end();
        self.open.end();
    }

    /// Ends all but the reader, since the data has other bytes now.
    pub(super) fn end_of_bytes(&mut self) {
        let reader = std::mem::take(&mut self.reader);
        *self = Self {
            reader,
            ..Self::default()
        };
    }

    /// The names of those under way.
    pub(super) fn running(&self) -> Vec<&'static str> {
        // Named one by one, so that a new task cannot be forgotten here.
        let Self {
            reader,
            reopen,
            seek,
            next_match,
            count,
            scan,
            guess,
            doubt,
            recognise_dump,
            import,
            open,
            count_matches,
        } = self;
        let alike = [
            reader,
            reopen,
            open,
            seek,
            next_match,
            count_matches,
            recognise_dump,
            import,
        ];
        let alike = alike.map(Task::running);
        let others = [
            count.running(),
            scan.running(),
            guess.running(),
            doubt.running(),
        ];
        alike.into_iter().chain(others).flatten().collect()
    }
}
