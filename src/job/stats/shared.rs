//! A file counted by several threads, each a piece at a time.
//!
//! Pieces begin with lines, so the count of a piece does not depend on earlier bytes, and counts
//! are added in any order. The pieces are cut one after the other, by the thread that needs the
//! next one: a long line is searched for its end once. Invariant: the pieces cover the range, each
//! byte once.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use super::StatsParameters;
use crate::codec::Encoding;
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::job::parts::DataLines;
use crate::job::{Control, JobEnd};
use crate::scan::line_start::LineStart;
use crate::scan::stats_counter::StatsCounter;
use crate::source::Seekable;
use crate::window::Window;
use crate::window::sweep::{Supply, Sweep};

/// Steps per piece, about: cutting one costs little beside counting it.
const STEPS: u64 = 4;

/// The range to count.
pub(super) struct StatsWork<'a> {
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
struct StatsPiece {
    range: Range<u64>,
    line: Option<LineStart>,
}

/// The pieces that no thread has started.
struct StatsPieces<'a> {
    lines: DataLines<'a>,
    next: Option<StatsPiece>,
    size: u64,
}

impl Iterator for StatsPieces<'_> {
    type Item = StatsPiece;

    fn next(&mut self) -> Option<StatsPiece> {
        let StatsPiece { range, line } = self.next.take()?;
        let nominal = range.start.saturating_add(self.size);
        let cut = if nominal < range.end {
            self.lines.starting_at(nominal)
        } else {
            None
        };
        let cut = cut.filter(|cut| cut.offset < range.end);
        let end = cut.map_or(range.end, |cut| cut.offset);
        self.next = cut.map(|cut| StatsPiece {
            range: end..range.end,
            line: Some(cut),
        });
        Some(StatsPiece {
            range: range.start..end,
            line,
        })
    }
}

/// Data that several threads read.
struct SharedData<'a>(&'a Seekable);

impl Supply for SharedData<'_> {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        self.0.read(range.start, len, window);
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.zeros(from)
    }
}

impl StatsWork<'_> {
    /// Reports whether it is long enough for several threads, and can be cut.
    pub(super) fn is_for_several(&self, orders: &StatsParameters<'_>) -> bool {
        let len = self.range.end - self.range.start;
        orders.threads > 1 && len > STEPS * orders.step && LineStart::can_be_found(self.encoding)
    }

    /// Counts everything; returns the counter, and the skipped bytes.
    pub(super) fn count(
        &self,
        control: &mut Control<'_>,
        orders: &StatsParameters<'_>,
    ) -> JobEnd<(StatsCounter, u64)> {
        let (step, threads) = (orders.step, orders.threads);
        let pieces = Mutex::new(StatsPieces {
            lines: DataLines::new(self.data, self.encoding, self.phase),
            next: Some(StatsPiece {
                range: self.range.clone(),
                line: self.line,
            }),
            size: STEPS.saturating_mul(step),
        });
        let work = |worker: &mut OrderedWorker<'_, u64>| {
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
        let (ended, shares) = ordered::run(threads, ItemDistribution::WhoeverIsFree, work, take);
        if ended.is_break() {
            return JobEnd::Cancelled;
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
        JobEnd::Done((all, bytes))
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

    fn piece(&self, piece: StatsPiece, step: u64, window: &mut Window) -> StatsCounter {
        let mut counter = self.counter(piece.range.start, piece.line);
        let mut sweep = Sweep::new(piece.range, step, self.encoding.reach());
        let mut supply = SharedData(self.data);
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
