//! The pages that a non-blocking reader wants from the thread that reads for it.
//!
//! A list of pages and a bell on either side of it. While there is no such
//! thread, nobody waits either. Invariant: whoever waits is woken by what
//! it waits for, or stops at its time.

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
    /// Page numbers, the latest wish last.
    wanted: Vec<u64>,
    /// Whose the post is of reading for others, by number.
    attended: Option<u64>,
    /// How many have had it.
    terms: u64,
    /// Whether somebody has stopped waiting.
    late: bool,
    /// Whether somebody would like to know what has become of the file.
    stirred: bool,
}

/// What the thread that reads is to do next.
pub(super) enum Next {
    /// A page is wanted.
    Page(u64),
    /// It is time to look at the file.
    Look,
    /// The post is another's.
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

    /// Gives the post to somebody new: who had it leaves at once.
    pub(super) fn begin_term(&self) -> u64 {
        let mut list = self.list();
        list.terms += 1;
        list.attended = Some(list.terms);
        self.asked.notify_all();
        list.terms
    }

    /// Leaves the post, unless it is another's already.
    pub(super) fn end_term(&self, term: u64) {
        let mut list = self.list();
        if list.attended == Some(term) {
            list.attended = None;
        }
        self.brought.notify_all();
    }

    /// Waits until `held` has the page, which is asked of it under the lock.
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

    /// Waits for the next page that is wanted, or until it is time to look at the file:
    /// from `soon` on where somebody has asked, else at `late`.
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

    /// Wakes who waits for a page that is held now; answers whether somebody
    /// had stopped waiting.
    pub(super) fn bring(&self, term: u64) -> bool {
        let mut list = self.list();
        self.brought.notify_all();
        // Whoever still lacks a page says so again.
        list.attended == Some(term) && std::mem::take(&mut list.late)
    }

    /// The list is whole between any two statements, so a poisoned lock is fine.
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The least time between two looks at a file that were asked for, and the most
/// between any two.
pub(super) const SOON: Duration = Duration::from_millis(100);
pub(super) const TICK: Duration = Duration::from_secs(1);
