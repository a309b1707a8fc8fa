//! The pages that a non-blocking reader requests from the thread that reads for it.
//!
//! It is a list of pages, with a condition variable for each side. Without such a thread, nobody
//! waits. Invariant: a waiting caller is woken when the page comes, or stops in time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

#[derive(Default)]
pub(super) struct PageRequests {
    list: Mutex<RequestList>,
    asked: Condvar,
    brought: Condvar,
}

#[derive(Default)]
struct RequestList {
    /// Page numbers, the latest request last.
    wanted: Vec<u64>,
    /// The number of the thread that reads for others, if there is one.
    attended: Option<u64>,
    /// The number of such threads so far.
    terms: u64,
    /// True if somebody has stopped waiting.
    late: bool,
    /// True if somebody wants to know of changes to the file.
    stirred: bool,
}

/// The next task of the thread that reads.
pub(super) enum PageTask {
    /// Read a requested page.
    Page(u64),
    /// Look at the file.
    Look,
    /// Leave: another thread has taken over.
    Relieved,
}

/// The result of waiting for a page.
pub(super) enum WaitOutcome<T> {
    Here(T),
    Late,
    /// No thread reads ahead: the caller must read the page itself.
    Alone,
}

impl PageRequests {
    /// Drops the requests: a caller that asks again looks elsewhere now.
    pub(super) fn forget(&self) {
        self.list().wanted.clear();
    }

    /// Gives the post to a new thread, and returns its number: the thread before leaves at once.
    pub(super) fn begin_term(&self) -> u64 {
        let mut list = self.list();
        list.terms += 1;
        list.attended = Some(list.terms);
        self.asked.notify_all();
        list.terms
    }

    /// Leaves the post, unless another thread has it already.
    pub(super) fn end_term(&self, term: u64) {
        let mut list = self.list();
        if list.attended == Some(term) {
            list.attended = None;
        }
        self.brought.notify_all();
    }

    /// Waits until `held`, which is called under the lock, has the page, or until the given time.
    pub(super) fn wait<T>(
        &self,
        number: u64,
        until: Instant,
        held: impl Fn() -> Option<T>,
    ) -> WaitOutcome<T> {
        let mut list = self.list();
        loop {
            if let Some(page) = held() {
                return WaitOutcome::Here(page);
            }
            if list.attended.is_none() {
                return WaitOutcome::Alone;
            }
            if !list.wanted.contains(&number) {
                list.wanted.push(number);
                self.asked.notify_one();
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                list.late = true;
                return WaitOutcome::Late;
            }
            let woken = self.brought.wait_timeout(list, left);
            list = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Requests a look at the file.
    pub(super) fn poll(&self) {
        let mut list = self.list();
        if !list.stirred {
            list.stirred = true;
            self.asked.notify_one();
        }
    }

    /// Waits for the next requested page, or until it is time to look at the file: at `soon` if a
    /// look was requested, else at `late`.
    pub(super) fn next(&self, term: u64, soon: Instant, late: Instant) -> PageTask {
        let mut list = self.list();
        loop {
            if list.attended != Some(term) {
                return PageTask::Relieved;
            }
            if let Some(number) = list.wanted.pop() {
                return PageTask::Page(number);
            }
            let due = if list.stirred { soon } else { late };
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                list.stirred = false;
                return PageTask::Look;
            }
            let woken = self.asked.wait_timeout(list, left);
            list = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Wakes all that wait for a page that is stored now; returns true if somebody had stopped
    /// waiting.
    pub(super) fn bring(&self, term: u64) -> bool {
        let mut list = self.list();
        self.brought.notify_all();
        // A caller that still lacks a page asks again.
        list.attended == Some(term) && std::mem::take(&mut list.late)
    }

    /// The list is consistent between any two statements, so a poisoned lock is fine.
    fn list(&self) -> MutexGuard<'_, RequestList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The shortest time before a requested look at a file, and the longest between any two looks.
pub(super) const SOON: Duration = Duration::from_millis(100);
pub(super) const TICK: Duration = Duration::from_secs(1);
/// The longest time between two looks at a followed file.
pub(super) const FOLLOWING: Duration = Duration::from_millis(250);
