//! One scan by several threads.
//!
//! The data is cut into pieces of equal size, and each cut is moved to the start of the next line,
//! where nothing before it matters. If no line begins near a cut, the cut is dropped, and the
//! thread that scans the piece before continues. Invariant: a cut is found only from the bytes
//! after it, so the threads on both sides agree on it; pieces are absorbed in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Reporter, ScanPriority};
use crate::job::ordered::{self, ItemDistribution};
use crate::job::{Control, JobEnd};
use crate::scan::facts::index::Index;
use crate::scan::index::{HEAD, IndexBuilder, PartialIndex, Scanner};
use crate::scan::line;
use crate::source::Source;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Steps per piece.
const STEPS: u64 = 16;

/// The most bytes searched after a cut for a line.
const NEAR: u64 = 96 * 1024;

/// The number of scanning threads.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScanThreads {
    pub(super) count: u64,
    /// Bytes that each scans at once.
    pub(super) step: u64,
}

/// The partial index from an offset on.
struct PieceIndex {
    start: u64,
    part: PartialIndex,
}

type ScanWorker<'a> = ordered::OrderedWorker<'a, Box<PieceIndex>>;

/// The state that the threads share.
struct SharedScan<'a> {
    source: &'a Source,
    /// Its length at the beginning: threads may see different parts of later data.
    len: u64,
    /// The start of the first piece.
    from: u64,
    index: Index,
    grain: AtomicU64,
    step: u64,
    /// Bytes per piece.
    piece: u64,
}

/// Scans a source from the end of the index up to its own end.
pub(super) fn scan(
    control: &Control<'_>,
    source: &Source,
    builder: &mut IndexBuilder,
    threads: ScanThreads,
    priority: &ScanPriority,
    reporter: &mut Reporter<'_>,
) -> JobEnd<()> {
    let shared = SharedScan {
        source,
        len: source.len(),
        from: builder.index.reached.offset,
        index: builder.index.clone(),
        grain: AtomicU64::new(builder.index.grain()),
        step: threads.step,
        piece: threads.step * STEPS,
    };
    let take = |found: Option<Box<PieceIndex>>| {
        if control.is_cancelled() {
            return ControlFlow::Break(());
        }
        if let Some(found) = found {
            if found.start != builder.index.reached.offset {
                // The data has changed during the scan; that is reported elsewhere.
                return ControlFlow::Break(());
            }
            builder.absorb(&found.part);
            shared.grain.store(builder.index.grain(), Ordering::Relaxed);
        }
        if reporter.is_due(&builder.index) {
            reporter.say(&builder.index);
        }
        ControlFlow::Continue(())
    };
    let work = |worker: &mut ScanWorker<'_>| shared.work(worker, priority.of_worker());
    match ordered::run(threads.count, ItemDistribution::WhoeverIsFree, work, take) {
        (ControlFlow::Continue(()), _) => {
            // A sequence cut off at the end of data that grows is not counted yet.
            builder.index.complete = !source.is_arriving();
            JobEnd::Done(())
        }
        (ControlFlow::Break(()), _) => JobEnd::Cancelled,
    }
}

impl SharedScan<'_> {
    /// Scans piece after piece until there is none.
    fn work(&self, worker: &mut ScanWorker<'_>, mut priority: ScanPriority) {
        let beginning = self.source.window(0, HEAD as usize);
        let mut scanner = Scanner::new(&self.index, beginning.front());
        while let Some(number) = worker.item() {
            priority.keep();
            let nominal = self.nominal(number);
            if number > 0 && nominal >= self.len {
                return;
            }
            let start = if number == 0 {
                Some(self.from)
            } else {
                self.cut(nominal)
            };
            // Without a line near the cut, the piece belongs to the one before.
            let Some(start) = start else { continue };
            if number > 0 {
                scanner.aside(start, self.grain.load(Ordering::Relaxed));
            }
            if self.piece(&mut scanner, number, worker).is_none() {
                return;
            }
        }
    }

    /// Scans a piece up to the next cut, or the end of the data; none if results are no longer
    /// received.
    fn piece(&self, scanner: &mut Scanner, number: u64, worker: &mut ScanWorker<'_>) -> Option<()> {
        let give = |worker: &mut ScanWorker<'_>, start, part| {
            let found = Box::new(PieceIndex { start, part });
            worker.give(found).then_some(())
        };
        for next in number + 1.. {
            let (start, nominal) = (scanner.at(), self.nominal(next));
            let end = self.cut(nominal);
            let until = end.unwrap_or(nominal);
            let reach = self.index.encoding.reach_of_counting();
            let mut sweep = Sweep::new(scanner.at()..until, self.step, reach);
            let (mut data, mut window): (&dyn Peek, _) = (self.source, Window::default());
            while let Some(piece) = sweep.next(&mut data, &mut window) {
                if worker.is_stopped() {
                    return None;
                }
                let certain = piece.certain.end;
                scanner.feed(&window, certain);
                if end.is_none() && window.ends && certain == window.end() {
                    return give(worker, start, scanner.clone().finish());
                }
            }
            if scanner.at() < until && self.source.is_arriving() {
                return give(worker, start, scanner.take_part());
            }
            if scanner.at() < until {
                // The data has become shorter.
                return give(worker, start, scanner.clone().finish());
            }
            give(worker, start, scanner.take_part())?;
            if end.is_some() {
                break;
            }
        }
        Some(())
    }

    /// The start of a piece if lines did not matter.
    fn nominal(&self, number: u64) -> u64 {
        self.from.saturating_add(number.saturating_mul(self.piece))
    }

    /// The start of the first line near an offset; none if there is none near, or at the end.
    fn cut(&self, nominal: u64) -> Option<u64> {
        let (encoding, unit) = (self.index.encoding, u64::from(self.index.encoding.unit));
        let past = nominal.saturating_sub(self.index.phase) % unit;
        let from = nominal + (unit - past) % unit;
        let near = NEAR.min(self.piece).min(self.len.saturating_sub(from));
        let cut = line::first(encoding, &self.source.window(from, near as usize))?;
        // The last piece ends with the data, and the arrived bytes decide the piece before.
        let reach = encoding.reach_of_counting();
        (cut + reach.after < self.len).then_some(cut)
    }
}
