//! Every task a session can have under way.
//!
//! To add one: a field here; its [`Kind`](super::task::Kind) and a function for its reports
//! in the file that starts it. Invariant: a task on the open data ends when that is left.

use super::comparing::ReadAs;
use super::guessing::Doubted;
use super::task::Task;
use crate::codec::Encoding;

/// The tasks.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    /// How many were ever started.
    started: u64,
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
    /// Reads the names in a folder.
    pub(super) list: Task,
    /// Checks the files of a folder.
    pub(super) survey: Task,
    /// Compares the data with another file, as both are read.
    pub(super) compare: Task<[ReadAs; 2]>,
    /// Copies or writes a file.
    pub(super) errand: Task,
}

impl Tasks {
    /// The number of a new task.
    pub(super) fn number(&mut self) -> u64 {
        self.started += 1;
        self.started
    }

    /// Ends the tasks on the data, since it has other bytes now.
    pub(super) fn end_of_data(&mut self) {
        // Named one by one, so that a new task cannot be forgotten here.
        let Self {
            started: _,
            // Whoever opens other data ends the old reader, or keeps it.
            reader: _,
            // It keeps the data it was begun with.
            errand: _,
            // They are about no data.
            list: _,
            survey: _,
            compare,
            reopen,
            open,
            seek,
            next_match,
            count_matches,
            count,
            scan,
            guess,
            doubt,
            recognise_dump,
            import,
        } = self;
        for task in [
            reopen,
            open,
            seek,
            next_match,
            count_matches,
            recognise_dump,
            import,
        ] {
            task.end();
        }
        compare.end();
        count.end();
        scan.end();
        guess.end();
        doubt.end();
    }

    /// The names of those under way.
    pub(super) fn running(&self) -> Vec<&'static str> {
        let Self {
            started: _,
            reader,
            reopen,
            seek,
            next_match,
            count_matches,
            count,
            scan,
            guess,
            doubt,
            recognise_dump,
            import,
            compare,
            open,
            list,
            survey,
            errand,
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
            list,
            survey,
            errand,
        ];
        let alike = alike.map(Task::running);
        let others = [
            compare.running(),
            count.running(),
            scan.running(),
            guess.running(),
            doubt.running(),
        ];
        alike.into_iter().chain(others).flatten().collect()
    }
}
