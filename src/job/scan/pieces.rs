//! One scan by several threads.
//!
//! The data is cut into pieces of one size, and each cut is moved to the start of
//! the next line, where nothing from before it counts. Where no line begins near
//! a cut there is none, and whoever scans the piece before it goes on. Invariant:
//! a cut is found from the bytes behind it alone, so that the threads on both
//! sides of it agree; pieces are absorbed in order, and nobody is more than
//! [`AHEAD`] pieces before the others.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::{PAUSE, Reporter};
use crate::job::{Control, End};
use crate::scan::facts::index::Index;
use crate::scan::index::{HEAD, Part, Scanner, Survey, WINDOW};
use crate::scan::line;
use crate::source::Source;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Bytes of a piece.
const PIECE: u64 = 4 * 1024 * 1024;

/// How far behind a cut a line is looked for.
const NEAR: usize = 96 * 1024;

/// How many pieces may be scanned beyond the first that is not absorbed.
const AHEAD: u64 = 6;

/// What became of a piece.
enum Outcome {
    /// No line begins near its start: it belongs to the one before.
    None,
    /// Some of it was scanned, from an offset on, or the last of it.
    Part {
        start: u64,
        part: Box<Part>,
        last: bool,
    },
}

/// What the threads share.
struct Desk<'a> {
    source: &'a Source,
    index: Index,
    cancel: AtomicBool,
    next: AtomicU64,
    grain: AtomicU64,
    absorbed: Mutex<u64>,
    moved: Condvar,
}

/// Scans all of a source from its start.
pub(super) fn scan(
    control: &Control<'_>,
    source: &Source,
    survey: &mut Survey,
    threads: usize,
    reporter: &mut Reporter<'_>,
) -> End<()> {
    let desk = Desk {
        source,
        index: survey.index.clone(),
        cancel: AtomicBool::new(false),
        next: AtomicU64::new(0),
        grain: AtomicU64::new(survey.index.grain()),
        absorbed: Mutex::new(0),
        moved: Condvar::new(),
    };
    thread::scope(|scope| {
        let (sender, outcomes) = channel();
        for _ in 0..threads {
            let (desk, sender) = (&desk, sender.clone());
            scope.spawn(move || desk.work(&sender));
        }
        drop(sender);
        let end = gather(control, &desk, &outcomes, survey, reporter);
        desk.stop();
        end
    })
}

/// Absorbs the pieces in order.
fn gather(
    control: &Control<'_>,
    desk: &Desk<'_>,
    outcomes: &Receiver<(u64, Outcome)>,
    survey: &mut Survey,
    reporter: &mut Reporter<'_>,
) -> End<()> {
    let mut waiting: BTreeMap<u64, Vec<Outcome>> = BTreeMap::new();
    let mut wanted = 0;
    loop {
        if control.is_cancelled() {
            return End::Cancelled;
        }
        match outcomes.recv_timeout(PAUSE) {
            Ok((number, outcome)) => {
                waiting.entry(number).or_default().push(outcome);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                survey.index.complete = waiting.is_empty();
                return End::Done(());
            }
        }
        while let Some(outcomes) = waiting.remove(&wanted) {
            let mut ended = false;
            for outcome in outcomes {
                ended = match outcome {
                    Outcome::None => true,
                    Outcome::Part { start, .. } if start != survey.index.reached.offset => {
                        // The data changed meanwhile, which others will tell.
                        return End::Cancelled;
                    }
                    Outcome::Part { part, last, .. } => {
                        survey.absorb(&part);
                        last
                    }
                };
            }
            if !ended {
                break;
            }
            wanted += 1;
        }
        desk.grain.store(survey.index.grain(), Ordering::Relaxed);
        *desk.absorbed() = wanted;
        desk.moved.notify_all();
        if reporter.is_due() {
            reporter.say(&survey.index);
        }
    }
}

impl Desk<'_> {
    fn absorbed(&self) -> MutexGuard<'_, u64> {
        self.absorbed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        let _held = self.absorbed();
        self.cancel.store(true, Ordering::Relaxed);
        self.moved.notify_all();
    }

    /// Waits until a piece is not too far before the others; who scans the first
    /// of them goes on.
    fn wait_for(&self, number: u64, own: u64) {
        let mut absorbed = self.absorbed();
        while number >= *absorbed + AHEAD && own != *absorbed && !self.is_stopped() {
            let woken = self.moved.wait(absorbed);
            absorbed = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Scans piece after piece until there is none.
    fn work(&self, outcomes: &Sender<(u64, Outcome)>) {
        let beginning = self.source.window(0, HEAD as usize).bytes;
        let mut scanner = Scanner::new(&self.index, &beginning);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            self.wait_for(number, number);
            let nominal = number.saturating_mul(PIECE);
            if self.is_stopped() || nominal >= self.source.len().max(1) {
                return;
            }
            let start = if number == 0 {
                Some(0)
            } else {
                self.cut(nominal)
            };
            let Some(start) = start else {
                if outcomes.send((number, Outcome::None)).is_err() {
                    return;
                }
                continue;
            };
            if number > 0 {
                scanner.aside(start, self.grain.load(Ordering::Relaxed));
            }
            if self.piece(&mut scanner, number, outcomes).is_none() {
                return;
            }
        }
    }

    /// Scans a piece up to the next cut, or the end of the data; nothing if it was
    /// stopped.
    fn piece(
        &self,
        scanner: &mut Scanner,
        number: u64,
        outcomes: &Sender<(u64, Outcome)>,
    ) -> Option<()> {
        let send = |start, part, last| {
            let part = Box::new(part);
            let sent = outcomes.send((number, Outcome::Part { start, part, last }));
            sent.ok()
        };
        for next in number + 1.. {
            self.wait_for(next, number);
            let (start, nominal) = (scanner.at(), next.saturating_mul(PIECE));
            let end = self.cut(nominal);
            let until = end.unwrap_or(nominal);
            let reach = self.index.encoding.reach_of_counting();
            let mut sweep = Sweep::new(scanner.at()..until, WINDOW as u64, reach);
            let (mut data, mut window): (&dyn Peek, _) = (self.source, Window::default());
            while let Some(piece) = sweep.next(&mut data, &mut window) {
                if self.is_stopped() {
                    return None;
                }
                let certain = piece.certain.end;
                scanner.feed(&window, certain);
                if end.is_none() && window.ends && certain == window.end() {
                    return send(start, scanner.clone().finish(), true);
                }
            }
            if scanner.at() < until {
                // The data is shorter than it was.
                return send(start, scanner.clone().finish(), true);
            }
            send(start, scanner.part(), end.is_some())?;
            if end.is_some() {
                break;
            }
        }
        Some(())
    }

    /// The start of the first line near a place, if the data has one there.
    fn cut(&self, nominal: u64) -> Option<u64> {
        let (encoding, unit) = (self.index.encoding, u64::from(self.index.encoding.unit));
        let past = nominal.saturating_sub(self.index.phase) % unit;
        let from = nominal + (unit - past) % unit;
        let cut = line::first(encoding, &self.source.window(from, NEAR))?;
        // The last piece ends with the data.
        (cut < self.source.len()).then_some(cut)
    }
}
