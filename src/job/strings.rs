//! All stretches of text in some data, in the order of offsets.
//!
//! Several threads read a block each, with as many bytes before and after it as the pieces of a text may be
//! long; a text is of the block in which it begins. Invariant: the stretches depend on the data alone, and memory is
//! bounded by a few blocks.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::thread;

use super::ordered::{self, ItemDistribution, OrderedWorker};
use super::zeros::ZerosAhead;
use super::{Control, JobEnd};
use crate::detect::strings::StringsFinder;
use crate::detect::verdict::FoundString;
use crate::window::{Absence, Peek};

/// The bytes of a block.
const BLOCK: u64 = 1 << 20;
/// The most bytes of texts that are held to be sorted.
const MOST_HELD: usize = 256 << 20;

/// The result of a search for text, besides the stretches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StringsResult {
    /// Bytes that could not be read.
    pub unreadable: u64,
}

/// The texts of a block.
struct ReadBlock {
    end: u64,
    found: Vec<FoundString>,
    unreadable: u64,
}

/// Passes all stretches of text in a range of complete data to `each`, in order, until it breaks.
pub fn find(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    finder: &StringsFinder,
    range: Range<u64>,
    each: &mut dyn FnMut(FoundString) -> ControlFlow<()>,
) -> JobEnd<StringsResult> {
    let range = range.start..range.end.min(data.len());
    let left = range.end.saturating_sub(range.start) / BLOCK;
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = (processors as u64).min(left);
    let blocks = Mutex::new(blocks(data, range.clone()));
    let read = |worker: &mut OrderedWorker<'_, ReadBlock>| {
        while let Some(block) = worker.item_of(&blocks) {
            if !worker.give(read(data, finder, &block, &range)) {
                break;
            }
        }
    };
    let mut result = StringsResult::default();
    let mut told = range.start;
    let take = |block: Option<ReadBlock>| {
        let Some(block) = block else {
            return if control.is_cancelled() {
                ControlFlow::Break(JobEnd::Cancelled)
            } else {
                ControlFlow::Continue(())
            };
        };
        result.unreadable += block.unreadable;
        for found in block.found {
            // The bytes that two blocks see may differ, and so their choice among readings.
            if found.range.start < told {
                continue;
            }
            told = found.range.end;
            if each(found).is_break() {
                return ControlFlow::Break(JobEnd::Done(()));
            }
        }
        if control.reached(block.end) {
            return ControlFlow::Break(JobEnd::Cancelled);
        }
        ControlFlow::Continue(())
    };
    let (ended, _) = ordered::run(threads, ItemDistribution::WhoeverIsFree, read, take);
    match ended {
        ControlFlow::Break(JobEnd::Cancelled) => JobEnd::Cancelled,
        ControlFlow::Break(JobEnd::Done(())) | ControlFlow::Continue(()) => JobEnd::Done(result),
    }
}

/// The blocks of a range, which end at multiples of their length; those that are known to be zero are
/// left out.
fn blocks(data: &(dyn Peek + Sync), range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let mut zeros = ZerosAhead::default();
    let mut start = range.start;
    std::iter::from_fn(move || {
        while start < range.end {
            let end = (start - start % BLOCK).saturating_add(BLOCK).min(range.end);
            let run = zeros.at(start, |from| data.zeros(from)).clone();
            if run.start <= start && run.end >= end {
                let whole = run.end.min(range.end);
                start = end.max(whole - whole % BLOCK);
                continue;
            }
            let block = start..end;
            start = end;
            return Some(block);
        }
        None
    })
}

/// Reads a block: the texts that begin in it, by the bytes before and after it, too.
fn read(
    data: &dyn Peek,
    finder: &StringsFinder,
    block: &Range<u64>,
    range: &Range<u64>,
) -> ReadBlock {
    const REACH: u64 = 2 * FoundString::LONGEST as u64;
    let start = block.start.saturating_sub(REACH).max(range.start);
    let end = block.end.saturating_add(REACH).min(range.end);
    let len = usize::try_from(end - start).unwrap_or(usize::MAX);
    let window = data.window(start, len);
    let mut found = finder.find(window.slice(start, end), start);
    found.retain(|found| block.contains(&found.range.start));
    let holes = { window.holes.iter() }.filter_map(|hole| hole.cut(block.start, block.end));
    let unreadable = holes.filter(|hole| hole.why == Absence::Unreadable);
    ReadBlock {
        end: block.end,
        found,
        unreadable: unreadable.map(|hole| hole.end - hole.start).sum(),
    }
}

/// The texts of the most evidence, as many as are wanted and memory may hold.
pub struct BestStrings {
    wanted: usize,
    all: Vec<FoundString>,
    bytes: usize,
    /// The texts that were left out for the memory that they take.
    left: u64,
}

impl BestStrings {
    /// Up to a number of texts.
    pub fn new(wanted: usize) -> Self {
        Self {
            wanted,
            all: Vec::new(),
            bytes: 0,
            left: 0,
        }
    }

    /// Adds a text.
    pub fn add(&mut self, mut found: FoundString) {
        found.text.shrink_to_fit();
        self.bytes += weight(&found);
        self.all.push(found);
        if self.all.len() >= self.wanted.saturating_mul(2) {
            self.trim();
        }
        if self.bytes > MOST_HELD {
            self.sort();
            while self.bytes > MOST_HELD / 2
                && let Some(least) = self.all.pop()
            {
                self.bytes -= weight(&least);
                self.left += 1;
            }
        }
    }

    /// The texts by now, those of the most evidence first.
    pub fn best(&mut self) -> &[FoundString] {
        self.trim();
        &self.all
    }

    /// The number of texts that are missed: those that were left out, if all are wanted.
    pub fn missed(&self) -> u64 {
        if self.all.len() >= self.wanted {
            0
        } else {
            self.left
        }
    }

    /// Sorts, and drops those that nobody wants.
    fn trim(&mut self) {
        self.sort();
        for dropped in self.all.drain(self.wanted.min(self.all.len())..) {
            self.bytes -= weight(&dropped);
        }
    }

    /// Sorts by evidence, the most first; equal ones stay in the order of offsets.
    fn sort(&mut self) {
        self.all.sort_unstable_by(|one, other| {
            let by_bits = other.bits.total_cmp(&one.bits);
            by_bits.then_with(|| one.range.start.cmp(&other.range.start))
        });
    }
}

/// The bytes that a text holds, about.
fn weight(found: &FoundString) -> usize {
    let others = found
        .others
        .iter()
        .map(|other| size_of_val(other) + other.text.len());
    size_of::<FoundString>() + found.text.len() + others.sum::<usize>()
}
