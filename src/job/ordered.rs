//! Work of several threads, with results in order.
//!
//! The work is a queue of items, numbered from 0, each with any number of results. A thread does
//! one item after another; the thread that began the work receives the results, those of an item
//! after those of the item before. Invariant: the results are those that one thread would make, and
//! only a few wait for the receiver. The queue ends at the first item that a thread did not finish,
//! because there was none, something failed or it panicked; when the receiver stops, all threads
//! stop.
//!
//! A value that depends on all items before, such as a line number, is
//! [carried](OrderedWorker::carry) from item to item as soon as the item before has it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::PAUSE;

/// The most items per thread that may be begun beyond the first with results still to receive.
const AHEAD: u64 = 4;
/// The most results of one item that may wait.
const WAITING: usize = 2;

/// The assignment of items to threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemDistribution {
    /// A free thread does the next item.
    WhoeverIsFree,
    /// Of `n` threads the first does the items 0, n, 2n and so on.
    InTurn,
}

/// The state that the threads share.
struct Queue<T, C> {
    state: Mutex<QueueState<T, C>>,
    /// Signalled when there may be room to continue, or a value was carried on.
    room: Condvar,
    /// Signalled when there may be a result to receive.
    news: Condvar,
    deal: ItemDistribution,
    threads: u64,
}

struct QueueState<T, C> {
    /// The next item that no thread has begun.
    next: u64,
    /// The item whose results are being received.
    turn: u64,
    /// The number of items; the greatest number if unknown.
    end: u64,
    made: BTreeMap<u64, ItemResults<T>>,
    /// The carried value and the item that may use it; none while an item has it.
    carried: Option<(u64, C)>,
    stopped: bool,
    /// The number of threads that wait for room, and true if the receiver waits for a result. Only
    /// these are woken, because waking is a system call.
    crowded: usize,
    idle: bool,
}

/// The results of an item.
struct ItemResults<T> {
    results: VecDeque<T>,
    done: bool,
}

/// A thread from the view of its work.
pub(crate) struct OrderedWorker<'a, T, C = ()> {
    to: ResultSender<'a, T, C>,
    index: u64,
    /// The item begun last, and true if it is still open.
    item: Option<u64>,
    open: bool,
}

/// The destination of results.
enum ResultSender<'a, T, C> {
    /// To the thread that began the work.
    Queue(&'a Queue<T, C>),
    /// To a taker on this thread, at once, until it stops.
    Taker {
        take: &'a mut dyn FnMut(T) -> bool,
        /// None while the item has it.
        carried: Option<C>,
        stopped: bool,
    },
}

/// Does some work on threads. `take` gets each result in order, and none if no result came for a
/// while, so that it can check for other events. Returns the end of receiving, and the result of
/// each thread. With fewer than two threads, the calling thread does the work.
///
/// # Panics
/// The work panicked; all threads have ended before.
pub(crate) fn run<T: Send, R: Send, B>(
    threads: u64,
    deal: ItemDistribution,
    work: impl Fn(&mut OrderedWorker<'_, T>) -> R + Sync,
    take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    run_carrying(threads, deal, (), work, take)
}

/// Does the same as [`run`], and carries a value from item to item; the first gets `carried`.
///
/// # Panics
/// The work panicked; all threads have ended before.
pub(crate) fn run_carrying<T: Send, C: Send, R: Send, B>(
    threads: u64,
    deal: ItemDistribution,
    carried: C,
    work: impl Fn(&mut OrderedWorker<'_, T, C>) -> R + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> (ControlFlow<B>, Vec<R>) {
    if threads < 2 {
        return alone(carried, work, take);
    }
    let queue = Queue {
        state: Mutex::new(QueueState {
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
    let (queue, work) = (&queue, &work);
    thread::scope(|scope| {
        // Dropped too if the receiver panics: nothing else would wake the threads.
        let stop = StopOnDrop(queue);
        let begin = |index| {
            scope.spawn(move || work(&mut OrderedWorker::new(ResultSender::Queue(queue), index)))
        };
        let workers: Vec<_> = (0..threads).map(begin).collect();
        let end = queue.consume(&mut take);
        drop(stop);
        let ends: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
        let answer = |end: thread::Result<R>| end.unwrap_or_else(|panic| resume_unwind(panic));
        (end, ends.into_iter().map(answer).collect())
    })
}

/// Does some work on this thread.
fn alone<T, C, R, B>(
    carried: C,
    work: impl Fn(&mut OrderedWorker<'_, T, C>) -> R,
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
    let to = ResultSender::Taker {
        take: &mut hand,
        carried: Some(carried),
        stopped: false,
    };
    let answer = work(&mut OrderedWorker::new(to, 0));
    (end, vec![answer])
}

/// Stops all threads when it is dropped.
struct StopOnDrop<'a, T, C>(&'a Queue<T, C>);

impl<T, C> Drop for StopOnDrop<'_, T, C> {
    fn drop(&mut self) {
        self.0.state().stopped = true;
        self.0.room.notify_all();
    }
}

impl<T, C> Queue<T, C> {
    fn state(&self) -> MutexGuard<'_, QueueState<T, C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_room<'a>(
        &self,
        mut state: MutexGuard<'a, QueueState<T, C>>,
    ) -> MutexGuard<'a, QueueState<T, C>> {
        state.crowded += 1;
        let woken = self.room.wait(state);
        let mut state = woken.unwrap_or_else(PoisonError::into_inner);
        state.crowded -= 1;
        state
    }

    /// Releases the state, and then wakes threads that wait for room or for the carried value, if
    /// there may be some, and the receiver if there is a result or the queue has ended. Woken before
    /// that, they would only wait for the state.
    fn release(&self, state: MutexGuard<'_, QueueState<T, C>>, has_room: bool) {
        let is_crowded = has_room && state.crowded > 0;
        let has_news = state.idle && Self::is_due(&state);
        drop(state);
        if is_crowded {
            self.room.notify_all();
        }
        if has_news {
            self.news.notify_one();
        }
    }

    /// Skips items that have ended without results, for which the receiver is not woken; returns
    /// whether there were some.
    fn pass_empty(state: &mut QueueState<T, C>) -> bool {
        let turn = state.turn;
        while let Some(made) = state.made.get(&state.turn) {
            if !made.done || !made.results.is_empty() {
                break;
            }
            state.made.remove(&state.turn);
            state.turn += 1;
        }
        state.turn > turn
    }

    /// Reports whether the receiver has something to do.
    fn is_due(state: &QueueState<T, C>) -> bool {
        let made = state.made.get(&state.turn);
        made.is_some_and(|made| !made.results.is_empty()) || state.turn >= state.end
    }

    /// The item that a thread would begin now, by the thread's number and its item before.
    fn next(&self, state: &QueueState<T, C>, index: u64, before: Option<u64>) -> u64 {
        match (self.deal, before) {
            (ItemDistribution::WhoeverIsFree, _) => state.next,
            (ItemDistribution::InTurn, None) => index,
            (ItemDistribution::InTurn, Some(before)) => before + self.threads,
        }
    }

    /// Begins the next item of a thread, once it is not too far ahead; none if work has stopped.
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

    /// Stores a result of an item, or adds it to the last that waits there; false if stopped.
    fn store(&self, item: u64, mut result: T, absorb: impl Fn(&mut T, T) -> Option<T>) -> bool {
        let mut state = self.state();
        while !state.stopped {
            let results = &mut state.made_of(item).results;
            let full = results.len() >= WAITING;
            let Some(last) = results.back_mut().filter(|_| full) else {
                results.push_back(result);
                self.release(state, false);
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

    /// Waits for the value carried to an item; none if it will never come.
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

    /// Carries the value on to the next item.
    fn carry_on(&self, item: u64, carried: C) {
        let mut state = self.state();
        state.carried = Some((item + 1, carried));
        self.release(state, true);
    }

    /// Receives the results of item after item, up to the end of the queue.
    fn consume<B>(&self, take: &mut impl FnMut(Option<T>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut state = self.state();
        loop {
            let has_room = Self::pass_empty(&mut state);
            let turn = state.turn;
            let made = state.made.get_mut(&turn);
            if let Some(result) = made.and_then(|made| made.results.pop_front()) {
                self.release(state, true);
                take(Some(result))?;
                state = self.state();
            } else if turn >= state.end {
                return ControlFlow::Continue(());
            } else {
                if has_room && state.crowded > 0 {
                    self.room.notify_all();
                }
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

impl<'a, T, C> OrderedWorker<'a, T, C> {
    fn new(to: ResultSender<'a, T, C>, index: u64) -> Self {
        Self {
            to,
            index,
            item: None,
            open: false,
        }
    }

    /// The number of the thread.
    pub(crate) fn index(&self) -> u64 {
        self.index
    }

    /// Reports whether results are no longer received.
    pub(crate) fn is_stopped(&self) -> bool {
        match &self.to {
            ResultSender::Queue(queue) => queue.state().stopped,
            ResultSender::Taker { stopped, .. } => *stopped,
        }
    }

    /// Ends the current item and begins the next; none if results are no longer received.
    pub(crate) fn item(&mut self) -> Option<u64> {
        self.end_item();
        let next = match &self.to {
            ResultSender::Queue(queue) => queue.begin(self.index, self.item)?,
            ResultSender::Taker { stopped: true, .. } => return None,
            ResultSender::Taker { .. } => self.item.map_or(0, |before| before + 1),
        };
        (self.item, self.open) = (Some(next), true);
        self.item
    }

    /// Ends the current item and begins the next with an element of `items`. When there is none,
    /// the queue ends.
    pub(crate) fn item_of<I: Iterator>(&mut self, items: &Mutex<I>) -> Option<I::Item> {
        // Before the lock, which is held while waiting for room: ending the item may make room.
        self.end_item();
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        self.item()?;
        items.next()
    }

    /// Waits for the value that the item before carries on, changes it with `change`, and
    /// carries it on. In work that carries a value, each item does so once. None if the queue
    /// has ended before this item.
    pub(crate) fn carry<R>(&mut self, change: impl FnOnce(&mut C) -> R) -> Option<R> {
        let mut carried = self.carried()?;
        let answer = change(&mut carried);
        self.carry_on(carried);
        Some(answer)
    }

    /// Waits for the value that the item before carries on, and returns it: until it is [carried
    /// on](Self::carry_on) all later items wait. None if the queue has ended before this item.
    pub(crate) fn carried(&mut self) -> Option<C> {
        let item = self.item.filter(|_| self.open)?;
        match &mut self.to {
            ResultSender::Queue(queue) => queue.carried_to(item),
            ResultSender::Taker { carried, .. } => carried.take(),
        }
    }

    /// Carries the value on to the next item.
    pub(crate) fn carry_on(&mut self, value: C) {
        let Some(item) = self.item.filter(|_| self.open) else {
            return;
        };
        match &mut self.to {
            ResultSender::Queue(queue) => queue.carry_on(item, value),
            ResultSender::Taker { carried, .. } => *carried = Some(value),
        }
    }

    /// Ends the current item: it has no more results.
    pub(crate) fn end_item(&mut self) {
        if let ResultSender::Queue(queue) = self.to
            && let Some(item) = self.item.filter(|_| self.open)
        {
            let mut state = queue.state();
            state.made_of(item).done = true;
            let has_room = Queue::pass_empty(&mut state);
            queue.release(state, has_room);
        }
        self.open = false;
    }

    /// Passes on a result of the current item, once there is room for it; returns whether more are
    /// received.
    pub(crate) fn give(&mut self, result: T) -> bool {
        self.add(result, |_, result| Some(result))
    }

    /// Passes on a result as [`give`](Self::give) does, but without waiting if the last waiting
    /// result can absorb it. `absorb` returns the part it cannot absorb.
    pub(crate) fn add(&mut self, result: T, absorb: impl Fn(&mut T, T) -> Option<T>) -> bool {
        let Some(item) = self.item.filter(|_| self.open) else {
            return false;
        };
        match &mut self.to {
            ResultSender::Queue(queue) => queue.store(item, result, absorb),
            ResultSender::Taker { stopped: true, .. } => false,
            ResultSender::Taker { take, stopped, .. } => {
                *stopped = !take(result);
                !*stopped
            }
        }
    }
}

impl<T, C> Drop for OrderedWorker<'_, T, C> {
    fn drop(&mut self) {
        if let ResultSender::Queue(queue) = self.to {
            let mut state = queue.state();
            let left = self.item.filter(|_| self.open);
            let end = left.unwrap_or_else(|| queue.next(&state, self.index, self.item));
            state.end = state.end.min(end);
            queue.release(state, true);
        }
    }
}

impl<T, C> QueueState<T, C> {
    fn made_of(&mut self, item: u64) -> &mut ItemResults<T> {
        self.made.entry(item).or_insert_with(|| ItemResults {
            results: VecDeque::new(),
            done: false,
        })
    }
}

#[cfg(test)]
mod tests;
