//! A file counted by several threads, each a piece at a time.
//!
//! Pieces begin with lines, so the count of a piece does not depend on earlier bytes, and counts
//! are added in any order. The pieces are cut one after the other, by the thread that needs the
//! next one: a long line is searched for its end once. Invariant: the pieces cover the range, each
//! byte once.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use super::Orders;
use crate::codec::Encoding;
use crate::job::ordered::{self, Deal, Worker};
use crate::job::parts::Lines;
use crate::job::{Control, End};
use crate::scan::line_start::LineStart;
use crate::scan::stats_counter::StatsCounter;
use crate::source::Seekable;
use crate::window::Window;
use crate::window::sweep::{Supply, Sweep};

/// Steps per piece, about: cutting one costs little beside counting it.
const STEPS: u64 = 4;

/// The range to count.
pub(super) struct Work<'a> {
    pub(super) data: &'a Seekable,
    pub(super) encoding: &'static Encoding,
    pub(super) phase: u64,
    /// The first bytes of the data.
    pub(super) beginning: &'a [u8],
    /// The offsets, and the line at their start if they are not the first.
    pub(super) range: Range<u64>,
    pub(super) line: Option<LineStart>,
}

/// A piece, and the line at its start.
struct Piece {
    range: Range<u64>,
    line: Option<LineStart>,
}

/// The pieces that no thread has started.
struct Pieces<'a> {
    lines: Lines<'a>,
    next: Option<Piece>,
    size: u64,
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let Piece { range, line } = self.next.take()?;
        let nominal = range.start.saturating_add(self.size);
        let cut = if nominal < range.end {
            self.lines.starting_at(nominal)
        } else {
            None
        };
        let cut = cut.filter(|cut| cut.offset < range.end);
        let end = cut.map_or(range.end, |cut| cut.offset);
        self.next = cut.map(|cut| Piece {
            range: end..range.end,
            line: Some(cut),
        });
        Some(Piece {
            range: range.start..end,
            line,
        })
    }
}

/// Data that several threads read.
struct Shared<'a>(&'a Seekable);

impl Supply for Shared<'_> {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        self.0.read(range.start, len, window);
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.zeros(from)
    }
}

impl Work<'_> {
    /// Reports whether it is long enough for several threads, and can be cut.
    pub(super) fn is_for_several(&self, orders: &Orders<'_>) -> bool {
        let len = self.range.end - self.range.start;
        orders.threads > 1 && len > STEPS * orders.step && LineStart::can_be_found(self.encoding)
    }

    /// Counts everything; returns the counter, and the skipped bytes.
    pub(super) fn count(
        &self,
        control: &mut Control<'_>,
        orders: &Orders<'_>,
    ) -> End<(StatsCounter, u64)> {
        let (step, threads) = (orders.step, orders.threads);
        let pieces = Mutex::new(Pieces {
            lines: Lines::new(self.data, self.encoding, self.phase),
            next: Some(Piece {
                range: self.range.clone(),
                line: self.line,
            }),
            size: STEPS.saturating_mul(step),
        });
        let work = |worker: &mut Worker<'_, u64>| {
            let (mut all, mut bytes) = (None::<StatsCounter>, 0);
            let mut window = Window::default();
            while let Some(piece) = worker.item_of(&pieces) {
                let start = piece.range.start;
                let counter = self.piece(piece, step, &mut window);
                let passed = counter.at().saturating_sub(start);
                bytes += passed;
                match &mut all {
                    Some(all) => all.add(counter),
                    None => all = Some(counter),
                }
                if !worker.give(passed) {
                    break;
                }
            }
            (all, bytes)
        };
        let mut at = self.range.start;
        let take = |passed: Option<u64>| {
            at += passed.unwrap_or(0);
            if control.reached(at) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (ended, shares) = ordered::run(threads, Deal::WhoeverIsFree, work, take);
        if ended.is_break() {
            return End::Cancelled;
        }
        let (mut all, mut bytes) = (None::<StatsCounter>, 0);
        for (counter, passed) in shares {
            bytes += passed;
            match (&mut all, counter) {
                (Some(all), Some(counter)) => all.add(counter),
                (all, counter) => *all = all.take().or(counter),
            }
        }
        // There is at least one piece.
        let all = all.unwrap_or_else(|| self.counter(self.range.start, self.line));
        End::Done((all, bytes))
    }

    /// A counter at the start of a line, or of the data.
    pub(super) fn counter(&self, start: u64, line: Option<LineStart>) -> StatsCounter {
        match line {
            Some(line) => StatsCounter::at_line(self.encoding, self.phase, self.beginning, line),
            // A mark that opens the data belongs to its first bytes.
            None if start > 0 => StatsCounter::new(self.encoding, self.phase, &[]),
            None => StatsCounter::new(self.encoding, self.phase, self.beginning),
        }
    }

    fn piece(&self, piece: Piece, step: u64, window: &mut Window) -> StatsCounter {
        let mut counter = self.counter(piece.range.start, piece.line);
        let mut sweep = Sweep::new(piece.range, step, self.encoding.reach());
        let mut supply = Shared(self.data);
        while !sweep.is_over() {
            if let Some(until) = sweep.zeros(&supply)
                && counter.pass_zeros(until)
            {
                sweep.skip_to(counter.at());
            }
            let Some(piece) = sweep.next(&mut supply, window) else {
                break;
            };
            counter.feed(window, piece.certain.end);
        }
        counter
    }
}
