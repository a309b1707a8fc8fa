//! The work of a check that is left, and who takes what of it.
//!
//! A thread that is free takes the next piece of a long file that is open, else the
//! next path. Invariant: pieces and files are taken in order, so whoever is first in
//! turn is always at work.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::board::Board;
use super::pieces::{Long, Piece};
use crate::job::tree::Target;
use crate::source::Passage;

/// What a thread may be given to do.
pub(super) enum Work {
    Path(Target),
    Open(PathBuf, Passage),
}

/// The work that is left.
pub(super) struct Desk<'w> {
    left: Mutex<Left<'w>>,
    more: Condvar,
}

struct Left<'w> {
    work: Option<Box<dyn Iterator<Item = Work> + Send + 'w>>,
    /// The number of the next file.
    next: u64,
    /// Long files with pieces that nobody has taken, in order.
    long: Vec<Arc<Long>>,
    /// Threads that may open a long file yet.
    opening: usize,
}

/// What a thread has taken.
pub(super) enum Taken {
    File(u64, Work),
    Piece(Arc<Long>, Piece),
}

impl<'w> Desk<'w> {
    pub(super) fn new(work: Box<dyn Iterator<Item = Work> + Send + 'w>) -> Self {
        let left = Left {
            work: Some(work),
            next: 0,
            long: Vec::new(),
            opening: 0,
        };
        Self {
            left: Mutex::new(left),
            more: Condvar::new(),
        }
    }

    /// Takes the next piece or file; waits while only others know whether there will
    /// be more.
    pub(super) fn take(&self, board: &Board<'_>) -> Option<Taken> {
        let mut left = self.left();
        loop {
            if board.is_over() {
                return None;
            }
            while let Some(long) = left.long.first() {
                if let Some(piece) = long.claim() {
                    return Some(Taken::Piece(Arc::clone(long), piece));
                }
                left.long.remove(0);
            }
            if let Some(work) = left.work.as_mut().and_then(Iterator::next) {
                let number = left.next;
                left.next += 1;
                left.opening += 1;
                return Some(Taken::File(number, work));
            }
            left.work = None;
            if left.opening == 0 {
                return None;
            }
            let waited = self.more.wait(left);
            left = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A file was gone through, or is long and to be shared.
    pub(super) fn opened(&self, long: Option<Long>) {
        let mut left = self.left();
        left.opening = left.opening.saturating_sub(1);
        if let Some(long) = long {
            let at = left.long.partition_point(|other| other.file < long.file);
            left.long.insert(at, Arc::new(long));
        }
        // Only where nothing is left does anyone wait.
        if left.work.is_none() || !left.long.is_empty() {
            self.more.notify_all();
        }
    }

    /// Wakes whoever waits for work that will not come.
    pub(super) fn give_up(&self) {
        let mut left = self.left();
        left.work = None;
        left.opening = 0;
        self.more.notify_all();
    }

    fn left(&self) -> MutexGuard<'_, Left<'w>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
