//! What those who cannot wait want from whoever reads for them.
//!
//! A list of pages and a bell on either side of it. While nobody attends to the
//! list, nobody waits for it either. Invariant: whoever waits is woken by what
//! it waits for, or stops at its time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Default)]
pub(super) struct Errands {
    list: Mutex<List>,
    asked: Condvar,
    brought: Condvar,
}

#[derive(Default)]
struct List {
    /// Page numbers, the latest wish last.
    wanted: Vec<u64>,
    /// Whether somebody reads for others.
    attended: bool,
    /// Whether somebody has stopped waiting.
    late: bool,
    /// Whether somebody would like to know what has become of the file.
    stirred: bool,
}

/// How waiting for a page ended.
pub(super) enum Waited<T> {
    Here(T),
    Late,
    /// Nobody attends: who wants it must read it.
    Alone,
}

impl Errands {
    /// Forgets what was wanted: who asks anew looks elsewhere now.
    pub(super) fn forget(&self) {
        self.list().wanted.clear();
    }

    pub(super) fn set_attended(&self, attended: bool) {
        self.list().attended = attended;
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
            if !list.attended {
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

    /// Waits for the next page that is wanted. None if instead it is time to
    /// look at the file: from `soon` on where somebody has asked, else at `late`.
    pub(super) fn next(&self, soon: Instant, late: Instant) -> Option<u64> {
        let mut list = self.list();
        loop {
            if let Some(number) = list.wanted.pop() {
                return Some(number);
            }
            let due = if list.stirred { soon } else { late };
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                list.stirred = false;
                return None;
            }
            let woken = self.asked.wait_timeout(list, left);
            list = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Wakes who waits for a page that is held now; answers whether somebody
    /// had stopped waiting.
    pub(super) fn bring(&self) -> bool {
        let mut list = self.list();
        self.brought.notify_all();
        // Whoever still lacks a page says so again.
        std::mem::take(&mut list.late)
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
