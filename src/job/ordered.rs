//! Work of several threads, of which the results are taken in order.
//!
//! The work is a row of items, numbered from 0, each with any number of results. A thread
//! takes one after another; who began the work takes the results, those of an item after
//! those of the one before it. Invariant: what is taken is what one thread would have
//! made, and a few results wait at most; the row ends at the first item that a thread left
//! unfinished, whether there was none, something went wrong or it panicked, and whoever
//! takes no more ends the work of all.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::PAUSE;

/// Items, for each thread, that may be begun beyond the first that is not taken.
const AHEAD: u64 = 4;
/// Results of one item that may wait.
const WAITING: usize = 2;

/// Who does which item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deal {
    /// Whoever is free takes the next.
    WhoeverIsFree,
    /// Of `n` threads the first does 0, n, 2n and so on.
    InTurn,
}

/// What the threads share.
struct Row<T> {
    state: Mutex<State<T>>,
    /// There may be room to go on.
    room: Condvar,
    /// There may be something to take.
    news: Condvar,
    deal: Deal,
    threads: u64,
}

struct State<T> {
    /// The next item that nobody has begun.
    next: u64,
    /// The item whose results are taken.
    turn: u64,
    /// Where the row ends.
    end: u64,
    made: BTreeMap<u64, Made<T>>,
    stopped: bool,
    /// Who waits: threads for room, and whether who takes waits for news. Nobody else is
    /// woken, as that is a call of the system.
    crowded: usize,
    idle: bool,
}

/// What there is of an item.
struct Made<T> {
    results: VecDeque<T>,
    done: bool,
}

/// A thread at work.
pub struct Worker<'a, T> {
    to: To<'a, T>,
    index: u64,
    /// The item begun last, and whether it goes on.
    item: Option<u64>,
    open: bool,
}

/// Where results go.
enum To<'a, T> {
    /// To who began the work, on another thread.
    Row(&'a Row<T>),
    /// To who takes them, at once, until it takes no more.
    Taker {
        take: &'a mut dyn FnMut(T) -> bool,
        stopped: bool,
    },
}

/// Does some work on threads. `take` has each result in order, and nothing where none came
/// for a while, so that it may look around. Answers how taking ended, and what each thread
/// answered. Where one thread is enough, it is the one that calls.
///
/// # Panics
/// As the work does, once all have ended.
pub fn run<T: Send, R: Send, B>(
    threads: u64,
    deal: Deal,
    work: impl Fn(&mut Worker<'_, T>) -> R + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    if threads < 2 {
        return alone(work, take);
    }
    let row = Row {
        state: Mutex::new(State {
            next: 0,
            turn: 0,
            end: u64::MAX,
            made: BTreeMap::new(),
            stopped: false,
            crowded: 0,
            idle: false,
        }),
        room: Condvar::new(),
        news: Condvar::new(),
        deal,
        threads,
    };
    let (row, work) = (&row, &work);
    thread::scope(|scope| {
        // Also where taking panics: nobody would wake the others.
        let stop = Stop(row);
        let begin = |index| scope.spawn(move || work(&mut Worker::new(To::Row(row), index)));
        let workers: Vec<_> = (0..threads).map(begin).collect();
        let end = row.take_all(&mut take);
        drop(stop);
        let ends: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
        let answer = |end: thread::Result<R>| end.unwrap_or_else(|panic| resume_unwind(panic));
        (end, ends.into_iter().map(answer).collect())
    })
}

/// Does some work without threads.
fn alone<T, R, B>(
    work: impl Fn(&mut Worker<'_, T>) -> R,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    let mut end = ControlFlow::Continue(());
    let mut hand = |result| match take(Some(result)) {
        ControlFlow::Continue(()) => true,
        stop @ ControlFlow::Break(_) => {
            end = stop;
            false
        }
    };
    let to = To::Taker {
        take: &mut hand,
        stopped: false,
    };
    let answer = work(&mut Worker::new(to, 0));
    (end, vec![answer])
}

/// Ends the work of all when it goes.
struct Stop<'a, T>(&'a Row<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.state().stopped = true;
        self.0.room.notify_all();
    }
}

impl<T> Row<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_room<'a>(&self, mut state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        state.crowded += 1;
        let woken = self.room.wait(state);
        let mut state = woken.unwrap_or_else(PoisonError::into_inner);
        state.crowded -= 1;
        state
    }

    /// Tells that there is room.
    fn make_room(&self, state: &State<T>) {
        if state.crowded > 0 {
            self.room.notify_all();
        }
    }

    /// Tells that there is something to take, or that an item has ended.
    fn tell(&self, state: &State<T>) {
        if state.idle {
            self.news.notify_one();
        }
    }

    /// The same of an item, if its results are those that are taken.
    fn tell_of(&self, state: &State<T>, item: u64) {
        if item == state.turn {
            self.tell(state);
        }
    }

    /// The item that a thread would begin now, by its number and the item before.
    fn next(&self, state: &State<T>, index: u64, before: Option<u64>) -> u64 {
        match (self.deal, before) {
            (Deal::WhoeverIsFree, _) => state.next,
            (Deal::InTurn, None) => index,
            (Deal::InTurn, Some(before)) => before + self.threads,
        }
    }

    /// Begins the next item of a thread, once it is not too far ahead.
    fn begin(&self, index: u64, before: Option<u64>) -> Option<u64> {
        let mut state = self.state();
        loop {
            let next = self.next(&state, index, before);
            if state.stopped {
                return None;
            }
            if next < state.turn + AHEAD * self.threads {
                state.next = state.next.max(next + 1);
                return Some(next);
            }
            state = self.wait_for_room(state);
        }
    }

    /// Puts a result of an item where it is taken from.
    fn put(&self, item: u64, result: T) -> bool {
        let mut state = self.state();
        while !state.stopped && state.made_of(item).results.len() >= WAITING {
            state = self.wait_for_room(state);
        }
        if state.stopped {
            return false;
        }
        state.made_of(item).results.push_back(result);
        self.tell_of(&state, item);
        true
    }

    /// Takes the results of item after item, up to the end of the row.
    fn take_all<B>(&self, take: &mut impl FnMut(Option<T>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut state = self.state();
        loop {
            let turn = state.turn;
            let made = state.made.get_mut(&turn);
            let done = made.as_ref().is_some_and(|made| made.done);
            if let Some(result) = made.and_then(|made| made.results.pop_front()) {
                self.make_room(&state);
                drop(state);
                take(Some(result))?;
                state = self.state();
            } else if done {
                state.made.remove(&turn);
                state.turn += 1;
                self.make_room(&state);
            } else if turn >= state.end {
                return ControlFlow::Continue(());
            } else {
                state.idle = true;
                let woken = self.news.wait_timeout(state, PAUSE);
                let (woken, waited) = woken.unwrap_or_else(PoisonError::into_inner);
                state = woken;
                state.idle = false;
                if waited.timed_out() {
                    drop(state);
                    take(None)?;
                    state = self.state();
                }
            }
        }
    }
}

impl<'a, T> Worker<'a, T> {
    fn new(to: To<'a, T>, index: u64) -> Self {
        Self {
            to,
            index,
            item: None,
            open: false,
        }
    }

    /// The number of the thread.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Whether nobody takes any more.
    pub fn is_stopped(&self) -> bool {
        match &self.to {
            To::Row(row) => row.state().stopped,
            To::Taker { stopped, .. } => *stopped,
        }
    }

    /// Ends the item at hand and begins the next; none where nobody takes any more.
    pub fn item(&mut self) -> Option<u64> {
        self.end_item();
        let next = match &self.to {
            To::Row(row) => row.begin(self.index, self.item)?,
            To::Taker { stopped: true, .. } => return None,
            To::Taker { .. } => self.item.map_or(0, |before| before + 1),
        };
        (self.item, self.open) = (Some(next), true);
        self.item
    }

    /// Ends the item at hand: it has no more results.
    pub fn end_item(&mut self) {
        if let To::Row(row) = self.to
            && let Some(item) = self.item.filter(|_| self.open)
        {
            let mut state = row.state();
            state.made_of(item).done = true;
            row.tell_of(&state, item);
        }
        self.open = false;
    }

    /// Hands over a result of the item at hand, once there is room for it; answers whether
    /// anybody takes more.
    pub fn give(&mut self, result: T) -> bool {
        let Some(item) = self.item.filter(|_| self.open) else {
            return false;
        };
        match &mut self.to {
            To::Row(row) => row.put(item, result),
            To::Taker { stopped: true, .. } => false,
            To::Taker { take, stopped } => {
                *stopped = !take(result);
                !*stopped
            }
        }
    }
}

impl<T> Drop for Worker<'_, T> {
    fn drop(&mut self) {
        if let To::Row(row) = self.to {
            let mut state = row.state();
            let left = self.item.filter(|_| self.open);
            let end = left.unwrap_or_else(|| row.next(&state, self.index, self.item));
            state.end = state.end.min(end);
            row.tell(&state);
        }
    }
}

impl<T> State<T> {
    fn made_of(&mut self, item: u64) -> &mut Made<T> {
        self.made.entry(item).or_insert_with(|| Made {
            results: VecDeque::new(),
            done: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const DEALS: [Deal; 2] = [Deal::WhoeverIsFree, Deal::InTurn];

    /// Gives each number below a count as often as it says, up to three times.
    fn numbers(count: u64) -> impl Fn(&mut Worker<'_, u64>) + Sync {
        move |worker| {
            while let Some(item) = worker.item().filter(|item| *item < count) {
                for _ in 0..item % 4 {
                    if !worker.give(item) {
                        return;
                    }
                }
            }
        }
    }

    #[test]
    fn results_are_those_of_one_thread() {
        for deal in DEALS {
            for threads in 1..6 {
                for count in 0..40 {
                    let mut taken = Vec::new();
                    let (end, answers) = run(threads, deal, numbers(count), |number| {
                        taken.extend(number);
                        ControlFlow::<()>::Continue(())
                    });
                    let expected = (0..count).flat_map(|item| (0..item % 4).map(move |_| item));
                    assert_eq!(taken, expected.collect::<Vec<_>>(), "{deal:?} {threads}");
                    assert!(end.is_continue());
                    assert_eq!(answers.len() as u64, threads);
                }
            }
        }
    }

    #[test]
    fn who_takes_no_more_ends_the_work_of_all() {
        for deal in DEALS {
            let mut count = 0;
            let (end, _) = run(3, deal, numbers(u64::MAX), |number| {
                count += u64::from(number.is_some());
                if count == 50 {
                    ControlFlow::Break(number)
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert!(matches!(end, ControlFlow::Break(Some(_))));
        }
    }

    #[test]
    fn a_panic_ends_the_work_of_all_behind_what_was_made_before() {
        for deal in DEALS {
            for threads in 1..5 {
                for fatal in [0, 1, 7, 20] {
                    let mut taken = Vec::new();
                    let work = |worker: &mut Worker<'_, u64>| {
                        while let Some(item) = worker.item() {
                            assert_ne!(item, fatal, "a panic that is meant");
                            worker.give(item);
                        }
                    };
                    let ended = catch_unwind(AssertUnwindSafe(|| {
                        run(threads, deal, work, |number| {
                            taken.extend(number);
                            ControlFlow::<()>::Continue(())
                        })
                    }));
                    assert!(ended.is_err());
                    assert_eq!(taken, (0..fatal).collect::<Vec<_>>(), "{deal:?} {threads}");
                }
            }
        }
    }

    #[test]
    fn a_panic_of_who_takes_ends_the_work_of_all() {
        for deal in DEALS {
            let ended = catch_unwind(AssertUnwindSafe(|| {
                run(3, deal, numbers(u64::MAX), |number| {
                    assert_ne!(number, Some(9), "a panic that is meant");
                    ControlFlow::<()>::Continue(())
                })
            }));
            assert!(ended.is_err());
        }
    }
}
