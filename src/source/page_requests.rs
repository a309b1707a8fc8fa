//! The pages that a non-blocking reader wants from the thread that reads for it.
//!
//! A list of pages, with a condition variable for each side. While there is no such thread,
//! nobody waits. Invariant: whoever waits is woken when the page comes, or stops in time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Default)]
pub(super) struct PageRequests {
    list: Mutex<List>,
    asked: Condvar,
    brought: Condvar,
}

#[derive(Default)]
struct List {
    /// Page numbers, the latest request last.
    wanted: Vec<u64>,
    /// The number of the thread that reads for others, if there is one.
    attended: Option<u64>,
    /// How many such threads there have been.
    terms: u64,
    /// Whether somebody has stopped waiting.
    late: bool,
    /// Whether somebody wants to know what happened to the file.
    stirred: bool,
}

/// What the thread that reads is to do next.
pub(super) enum Next {
    /// A page is wanted.
    Page(u64),
    /// It is time to look at the file.
    Look,
    /// Another thread has taken over.
    Relieved,
}

/// How waiting for a page ended.
pub(super) enum Waited<T> {
    Here(T),
    Late,
    /// No thread reads ahead: the caller must read the page itself.
    Alone,
}

impl PageRequests {
    /// Forgets what was wanted: a caller that asks again looks elsewhere now.
    pub(super) fn forget(&self) {
        self.list().wanted.clear();
    }

    /// Gives the post to a new thread, and returns its number: the thread before leaves at
    /// once.
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

    /// Waits until `held`, which is called under the lock, has the page, or until the given
    /// time.
    pub(super) fn wait<T>(
        &self,
        number: u64,
        until: Instant,
        held: impl Fn() -> Option<T>,
    ) -> Waited<T> {
        let mut list = self.list();
        loop {
            if let Some(page) = held() {
                return Waited::Here(page);
            }
            if list.attended.is_none() {
                return Waited::Alone;
            }
            if !list.wanted.contains(&number) {
                list.wanted.push(number);
                self.asked.notify_one();
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                list.late = true;
                return Waited::Late;
            }
            let woken = self.brought.wait_timeout(list, left);
            list = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Asks for a look at the file.
    pub(super) fn stir(&self) {
        let mut list = self.list();
        if !list.stirred {
            list.stirred = true;
            self.asked.notify_one();
        }
    }

    /// Waits for the next page that is wanted, or until it is time to look at the file: at
    /// `soon` if somebody has asked, else at `late`.
    pub(super) fn next(&self, term: u64, soon: Instant, late: Instant) -> Next {
        let mut list = self.list();
        loop {
            if list.attended != Some(term) {
                return Next::Relieved;
            }
            if let Some(number) = list.wanted.pop() {
                return Next::Page(number);
            }
            let due = if list.stirred { soon } else { late };
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                list.stirred = false;
                return Next::Look;
            }
            let woken = self.asked.wait_timeout(list, left);
            list = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Wakes whoever waits for a page that is held now; returns whether somebody had stopped
    /// waiting.
    pub(super) fn bring(&self, term: u64) -> bool {
        let mut list = self.list();
        self.brought.notify_all();
        // Whoever still lacks a page asks again.
        list.attended == Some(term) && std::mem::take(&mut list.late)
    }

    /// The list is consistent between any two statements, so a poisoned lock is fine.
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The least time between two looks at a file that were asked for, and the most
/// between any two.
pub(super) const SOON: Duration = Duration::from_millis(100);
pub(super) const TICK: Duration = Duration::from_secs(1);
/// The most time between two looks at a file that is followed.
pub(super) const FOLLOWING: Duration = Duration::from_millis(250);
