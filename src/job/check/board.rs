//! What the threads of a check hand to each other: findings in the order of files
//! and pieces, and what was counted before a piece.
//!
//! Whoever works on the first piece that is not handed on yet hands it on at once;
//! the others park theirs, and wait where too much is parked. Invariant: who has the
//! turn never waits for anyone, so no two threads wait for each other; and a thread
//! that panics wakes all the others.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{Aside, Outcome, Outlet, Progress, Totals};
use crate::scan::course::Course;

/// Bytes that are parked before who parks more has to wait.
const MOST_BYTES: usize = 2 << 20;
/// Parts that are parked before who parks more has to wait.
const MOST_PARTS: usize = 4096;

/// The number of a file and that of a piece of it.
pub(super) type Key = (u64, u64);

/// What is to be handed on of a piece.
#[derive(Default)]
pub(super) struct Part {
    pub(super) written: Vec<u8>,
    pub(super) asides: Vec<Aside>,
}

impl Part {
    fn size(&self) -> usize {
        self.written.len()
    }
}

/// What a piece is followed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The next piece of the file.
    Piece,
    /// The next file.
    File,
}

/// What is known before a piece: how far the file was gone through, and what was
/// found in it.
#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) course: Course,
    pub(super) unreadable: u64,
}

#[derive(Default)]
struct Parked {
    part: Part,
    end: Option<Next>,
}

struct State<'a> {
    turn: Key,
    parked: BTreeMap<Key, Parked>,
    held: usize,
    bases: BTreeMap<Key, Base>,
    outlet: &'a mut dyn Outlet,
    totals: Totals,
    done: u64,
    of: Option<u64>,
    failure: Option<io::Error>,
    waiting: usize,
}

pub(super) struct Board<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    over: AtomicBool,
}

impl<'a> Board<'a> {
    pub(super) fn new(outlet: &'a mut dyn Outlet) -> Self {
        let state = State {
            turn: (0, 0),
            parked: BTreeMap::new(),
            held: 0,
            bases: BTreeMap::new(),
            outlet,
            totals: Totals::default(),
            done: 0,
            of: None,
            failure: None,
            waiting: 0,
        };
        Self {
            state: Mutex::new(state),
            moved: Condvar::new(),
            over: AtomicBool::new(false),
        }
    }

    /// Whether there is no use in going on: nobody takes what is found.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends all, whoever waits included.
    pub(super) fn give_up(&self) {
        let _held = self.state();
        self.over.store(true, Relaxed);
        self.moved.notify_all();
    }

    /// Hands on a part of a piece that goes on; `now`, if it may take long to.
    pub(super) fn add(&self, key: Key, part: &mut Part, now: bool) {
        let mut state = self.state();
        while state.turn != key && state.is_full(part) && !self.is_over() {
            state = self.wait(state);
        }
        self.take(&mut state, key, part, now);
    }

    /// Hands on the last part of a piece.
    pub(super) fn end(&self, key: Key, mut part: Part, next: Next) {
        self.add(key, &mut part, false);
        let mut state = self.state();
        if state.turn != key {
            state.parked.entry(key).or_default().end = Some(next);
            return;
        }
        let mut next = Some(next);
        while let Some(kind) = next {
            let (file, piece) = state.turn;
            let turn = match kind {
                Next::Piece => (file, piece + 1),
                Next::File => (file + 1, 0),
            };
            state.turn = turn;
            next = match state.parked.remove(&turn) {
                Some(mut parked) => {
                    state.held -= parked.part.size();
                    self.take(&mut state, turn, &mut parked.part, false);
                    parked.end
                }
                None => None,
            };
        }
        self.notify(&state);
    }

    /// Counts a file that is done.
    pub(super) fn count(&self, outcome: &Outcome, found: bool) {
        self.state().totals.add(outcome, found);
    }

    /// Counts something else.
    pub(super) fn note(&self, what: impl FnOnce(&mut Totals)) {
        what(&mut self.state().totals);
    }

    /// Bytes were gone through.
    pub(super) fn advance(&self, bytes: u64) {
        let state = &mut *self.state();
        state.done += bytes;
        state.outlet.progress(Progress {
            files: state.totals.files,
            bytes: state.done,
            of: state.of,
        });
    }

    /// There are so many bytes in all.
    pub(super) fn expect(&self, bytes: u64) {
        self.state().of = Some(bytes);
    }

    /// Says what is known before a piece.
    pub(super) fn put_base(&self, key: Key, base: &Base) {
        let mut state = self.state();
        state.bases.insert(key, *base);
        self.notify(&state);
    }

    /// Waits for what is known before a piece; nothing, if all is over.
    pub(super) fn base(&self, key: Key) -> Option<Base> {
        let mut state = self.state();
        loop {
            if let Some(base) = state.bases.remove(&key) {
                return Some(base);
            }
            if self.is_over() {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// What came of all, and why nothing more was taken, if that is so.
    pub(super) fn finish(self) -> (Totals, Option<io::Error>) {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        (state.totals, state.failure)
    }

    fn take(&self, state: &mut State<'_>, key: Key, part: &mut Part, now: bool) {
        if self.is_over() {
            part.written.clear();
            part.asides.clear();
        } else if state.turn == key {
            if let Err(error) = state.pass_on(part, now) {
                state.failure.get_or_insert(error);
                self.over.store(true, Relaxed);
                self.moved.notify_all();
            }
        } else {
            state.park(key, part);
        }
    }

    fn wait<'g>(&self, mut state: MutexGuard<'g, State<'a>>) -> MutexGuard<'g, State<'a>> {
        state.waiting += 1;
        let waited = self.moved.wait(state);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Waking is a call of the system: it is left out where nobody waits.
    fn notify(&self, state: &State<'_>) {
        if state.waiting > 0 {
            self.moved.notify_all();
        }
    }

    /// The state is whole between any two statements, so a poisoned lock is fine.
    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State<'_> {
    /// Whether a part has to wait: nothing at all is parked at any time, so that
    /// a file without findings holds up nobody.
    fn is_full(&self, part: &Part) -> bool {
        let size = part.size();
        size > 0 && self.held + size > MOST_BYTES || self.parked.len() >= MOST_PARTS
    }

    fn pass_on(&mut self, part: &mut Part, now: bool) -> io::Result<()> {
        for aside in part.asides.drain(..) {
            self.outlet.say(&aside);
        }
        if now || !part.written.is_empty() {
            self.outlet.print(&part.written, now)?;
        }
        part.written.clear();
        Ok(())
    }

    fn park(&mut self, key: Key, part: &mut Part) {
        self.held += part.size();
        let parked = self.parked.entry(key).or_default();
        parked.part.written.extend_from_slice(&part.written);
        parked.part.asides.append(&mut part.asides);
        part.written.clear();
    }
}
