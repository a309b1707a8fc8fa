//! Work of several threads, of which the results are taken in order.
//!
//! The work is a row of items, numbered from 0, each with any number of results. A thread
//! takes one after another; who began the work takes the results, those of an item after
//! those of the one before it. Invariant: what is taken is what one thread would have
//! made, and a few results wait at most; the row ends at the first item that a thread left
//! unfinished, whether there was none, something went wrong or it panicked, and whoever
//! takes no more ends the work of all.
//!
//! What must be known of all that came before, such as the line an item begins in, is
//! [carried](Worker::carry) from item to item, each as soon as the one before it has it.

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
struct Row<T, C> {
    state: Mutex<State<T, C>>,
    /// There may be room to go on, or something was carried on.
    room: Condvar,
    /// There may be something to take.
    news: Condvar,
    deal: Deal,
    threads: u64,
}

struct State<T, C> {
    /// The next item that nobody has begun.
    next: u64,
    /// The item whose results are taken.
    turn: u64,
    /// Where the row ends.
    end: u64,
    made: BTreeMap<u64, Made<T>>,
    /// What is carried, while nobody has it in hand, and the item that it is for.
    carried: Option<(u64, C)>,
    stopped: bool,
    /// How many threads wait for room, and whether the taker waits for a result. Only they
    /// are woken, as waking is a system call.
    crowded: usize,
    idle: bool,
}

/// What there is of an item.
struct Made<T> {
    results: VecDeque<T>,
    done: bool,
}

/// A thread at work.
pub struct Worker<'a, T, C = ()> {
    to: To<'a, T, C>,
    index: u64,
    /// The item begun last, and whether it goes on.
    item: Option<u64>,
    open: bool,
}

/// Where results go.
enum To<'a, T, C> {
    /// To the thread that began the work.
    Row(&'a Row<T, C>),
    /// To a taker on this thread, at once, until it takes no more.
    Taker {
        take: &'a mut dyn FnMut(T) -> bool,
        carried: C,
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
    take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    run_carrying(threads, deal, (), work, take)
}

/// Does as [`run`], and carries something from item to item; the first has `carried`.
///
/// # Panics
/// As the work does, once all have ended.
pub fn run_carrying<T: Send, C: Send, R: Send, B>(
    threads: u64,
    deal: Deal,
    carried: C,
    work: impl Fn(&mut Worker<'_, T, C>) -> R + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    if threads < 2 {
        return alone(carried, work, take);
    }
    let row = Row {
        state: Mutex::new(State {
            next: 0,
            turn: 0,
            end: u64::MAX,
            made: BTreeMap::new(),
            carried: Some((0, carried)),
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
fn alone<T, C, R, B>(
    carried: C,
    work: impl Fn(&mut Worker<'_, T, C>) -> R,
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
        carried,
        stopped: false,
    };
    let answer = work(&mut Worker::new(to, 0));
    (end, vec![answer])
}

/// Ends the work of all when it goes.
struct Stop<'a, T, C>(&'a Row<T, C>);

impl<T, C> Drop for Stop<'_, T, C> {
    fn drop(&mut self) {
        self.0.state().stopped = true;
        self.0.room.notify_all();
    }
}

impl<T, C> Row<T, C> {
    fn state(&self) -> MutexGuard<'_, State<T, C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_room<'a>(
        &self,
        mut state: MutexGuard<'a, State<T, C>>,
    ) -> MutexGuard<'a, State<T, C>> {
        state.crowded += 1;
        let woken = self.room.wait(state);
        let mut state = woken.unwrap_or_else(PoisonError::into_inner);
        state.crowded -= 1;
        state
    }

    /// Tells that there is room, or something to go on with.
    fn make_room(&self, state: &State<T, C>) {
        if state.crowded > 0 {
            self.room.notify_all();
        }
    }

    /// Tells that there is something to take, if there is, or that the row has ended.
    fn tell(&self, state: &State<T, C>) {
        if state.idle && Self::is_due(state) {
            self.news.notify_one();
        }
    }

    /// Passes over items that have ended and left nothing to take: nobody is woken for them.
    fn pass_empty(&self, state: &mut State<T, C>) {
        let turn = state.turn;
        while let Some(made) = state.made.get(&state.turn) {
            if !made.done || !made.results.is_empty() {
                break;
            }
            state.made.remove(&state.turn);
            state.turn += 1;
        }
        if state.turn > turn {
            self.make_room(state);
        }
    }

    /// Whether there is something for the taker to do.
    fn is_due(state: &State<T, C>) -> bool {
        let made = state.made.get(&state.turn);
        made.is_some_and(|made| !made.results.is_empty()) || state.turn >= state.end
    }

    /// The item that a thread would begin now, by its number and the item before.
    fn next(&self, state: &State<T, C>, index: u64, before: Option<u64>) -> u64 {
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

    /// Puts a result of an item where it is taken from, or into the last that waits there.
    fn put(&self, item: u64, mut result: T, absorb: impl Fn(&mut T, T) -> Option<T>) -> bool {
        let mut state = self.state();
        while !state.stopped {
            let results = &mut state.made_of(item).results;
            let full = results.len() >= WAITING;
            let Some(last) = results.back_mut().filter(|_| full) else {
                results.push_back(result);
                self.tell(&state);
                return true;
            };
            let Some(left) = absorb(last, result) else {
                return true;
            };
            result = left;
            state = self.wait_for_room(state);
        }
        false
    }

    /// Waits for what is carried to an item, and takes it in hand; none where it will
    /// never come.
    fn carried_to(&self, item: u64) -> Option<C> {
        let mut state = self.state();
        while !state.stopped && state.end > item {
            if let Some((_, carried)) = state.carried.take_if(|(to, _)| *to == item) {
                return Some(carried);
            }
            state = self.wait_for_room(state);
        }
        None
    }

    /// Hands on what is carried to the item after.
    fn carry_on(&self, item: u64, carried: C) {
        let mut state = self.state();
        state.carried = Some((item + 1, carried));
        self.make_room(&state);
    }

    /// Takes the results of item after item, up to the end of the row.
    fn take_all<B>(&self, take: &mut impl FnMut(Option<T>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut state = self.state();
        loop {
            self.pass_empty(&mut state);
            let turn = state.turn;
            let made = state.made.get_mut(&turn);
            if let Some(result) = made.and_then(|made| made.results.pop_front()) {
                self.make_room(&state);
                drop(state);
                take(Some(result))?;
                state = self.state();
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

impl<'a, T, C> Worker<'a, T, C> {
    fn new(to: To<'a, T, C>, index: u64) -> Self {
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

    /// Ends the item at hand and begins the next with what `items` gives. Once that gives
    /// nothing, the row ends.
    pub fn item_of<I: Iterator>(&mut self, items: &Mutex<I>) -> Option<I::Item> {
        // Before the lock, which is held while there is no room: room may come of this end.
        self.end_item();
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        self.item()?;
        items.next()
    }

    /// Takes in hand what the item before carried on, once it has, and carries on what
    /// `change` makes of it. Each item of a row that carries something does so once. None
    /// where the row has ended before.
    pub fn carry<R>(&mut self, change: impl FnOnce(&mut C) -> R) -> Option<R> {
        let item = self.item.filter(|_| self.open)?;
        match &mut self.to {
            To::Row(row) => {
                let mut carried = row.carried_to(item)?;
                let answer = change(&mut carried);
                row.carry_on(item, carried);
                Some(answer)
            }
            To::Taker { carried, .. } => Some(change(carried)),
        }
    }

    /// Ends the item at hand: it has no more results.
    pub fn end_item(&mut self) {
        if let To::Row(row) = self.to
            && let Some(item) = self.item.filter(|_| self.open)
        {
            let mut state = row.state();
            state.made_of(item).done = true;
            row.pass_empty(&mut state);
            row.tell(&state);
        }
        self.open = false;
    }

    /// Hands over a result of the item at hand, once there is room for it; answers whether
    /// anybody takes more.
    pub fn give(&mut self, result: T) -> bool {
        self.add(result, |_, result| Some(result))
    }

    /// Hands over a result as [`give`](Self::give) does, unless what still waits to be taken
    /// absorbs it: then nothing is waited for. What `absorb` does not take it gives back.
    pub fn add(&mut self, result: T, absorb: impl Fn(&mut T, T) -> Option<T>) -> bool {
        let Some(item) = self.item.filter(|_| self.open) else {
            return false;
        };
        match &mut self.to {
            To::Row(row) => row.put(item, result, absorb),
            To::Taker { stopped: true, .. } => false,
            To::Taker { take, stopped, .. } => {
                *stopped = !take(result);
                !*stopped
            }
        }
    }
}

impl<T, C> Drop for Worker<'_, T, C> {
    fn drop(&mut self) {
        if let To::Row(row) = self.to {
            let mut state = row.state();
            let left = self.item.filter(|_| self.open);
            let end = left.unwrap_or_else(|| row.next(&state, self.index, self.item));
            state.end = state.end.min(end);
            row.tell(&state);
            row.make_room(&state);
        }
    }
}

impl<T, C> State<T, C> {
    fn made_of(&mut self, item: u64) -> &mut Made<T> {
        self.made.entry(item).or_insert_with(|| Made {
            results: VecDeque::new(),
            done: false,
        })
    }
}

#[cfg(test)]
mod tests;
