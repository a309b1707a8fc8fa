//! Repairs an index after bytes were overwritten: only their blocks are counted again.
//!
//! Two scanners go side by side from a boundary before the bytes, one over the old data and one
//! over the new data. The difference of their counts is the change of the totals. As soon as both
//! are in the same state, nothing differs any more, and the later blocks stay, with their places
//! shifted by the difference. Invariant: the index is the same as from a scan of all the new data,
//! with one exception: merged blocks stay merged, even if that scan would have one block less and
//! need not merge them.

use std::ops::Range;

use super::{HEAD, PartialIndex, Scanner, WINDOW};
use crate::scan::ends::FirstEnd;
use crate::scan::facts::index::{Checkpoint, Index, IndexBlock};
use hexloupe_text::codec::{LinePosition, Walk};
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::window::sweep::{Reach, Sweep};
use hexloupe_text::window::{Peek, Window};

/// Bytes before a boundary that hold the characters needed to judge the next ones.
const RECALLED: u64 = 128;

/// Data with overwritten bytes; none has moved.
#[derive(Clone, Copy)]
pub struct OverwrittenData<'a> {
    /// The old data.
    pub before: &'a dyn Peek,
    /// The new data.
    pub now: &'a dyn Peek,
    /// The bytes that may differ, in order.
    pub stretches: &'a [Range<u64>],
}

/// The index of the new data, from that of the old data, as far as that was scanned. Calls
/// `goes_on` after each block, with the number of its bytes. None if that returns false, or if the
/// index is not that of the old data.
pub fn recount(
    index: &Index,
    data: OverwrittenData<'_>,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Index> {
    let new = index.emptied();
    let side = |data| RecountSide::new(data, &new);
    let mut recount = Recount {
        old: index,
        sides: (side(data.before), side(data.now)),
        new,
        stretches: data.stretches,
        next: 0,
        shift: BoundaryShift::default(),
        ends: FirstEnd::default(),
        mixed: None,
    };
    recount.new.totals = index.totals;
    if index.mixed.is_some() {
        recount.new.totals.forget(Notice::MixedLineEndings);
    }
    recount.run(goes_on)
}

/// The difference of a boundary's place. The numbers wrap.
#[derive(Clone, Copy, Default)]
struct BoundaryShift {
    steps: u64,
    line_ends: u64,
    column: u64,
    /// The line, by its old number, whose columns differ.
    line: u64,
}

impl BoundaryShift {
    fn between(old: LinePosition, new: LinePosition) -> Self {
        Self {
            steps: new.steps.wrapping_sub(old.steps),
            line_ends: new.line_ends.wrapping_sub(old.line_ends),
            column: new.column.wrapping_sub(old.column),
            line: old.line_ends,
        }
    }

    fn apply(self, point: Checkpoint) -> Checkpoint {
        let mut place = point.place;
        if place.line_ends == self.line {
            place.column = place.column.wrapping_add(self.column);
        }
        place.steps = place.steps.wrapping_add(self.steps);
        place.line_ends = place.line_ends.wrapping_add(self.line_ends);
        Checkpoint { place, ..point }
    }
}

/// A scanner over the old or the new data.
struct RecountSide<'a> {
    data: &'a dyn Peek,
    scanner: Scanner,
    window: Window,
    /// The offset up to which the window decides everything.
    decided: u64,
}

impl<'a> RecountSide<'a> {
    fn new(data: &'a dyn Peek, index: &Index) -> Self {
        Self {
            data,
            scanner: Scanner::new(index, data.window(0, HEAD as usize).front()),
            window: Window::default(),
            decided: 0,
        }
    }

    /// Moves to a boundary where nothing is open on the line.
    fn go_to(&mut self, start: Checkpoint, ends: FirstEnd<()>) {
        self.scanner.go_to(start);
        self.scanner.ends = ends;
        self.decided = 0;
    }

    /// Scans up to an offset, `step` bytes at a time.
    fn feed(&mut self, until: u64, step: u64, reach: Reach) {
        while self.scanner.at() < until {
            if self.scanner.at() >= self.decided {
                let mut sweep = Sweep::new(self.scanner.at()..u64::MAX, step, reach);
                let Some(piece) = sweep.next(&mut self.data, &mut self.window) else {
                    return;
                };
                self.decided = piece.certain.end;
            }
            self.scanner.feed(&self.window, until.min(self.decided));
        }
    }

    fn point(&self) -> Checkpoint {
        Checkpoint {
            offset: self.scanner.at,
            place: self.scanner.tally.line_position(),
            state: self.scanner.state,
        }
    }

    /// Reports whether nothing before is still undecided.
    fn is_quiet(&self) -> bool {
        self.scanner.noticer.is_apart() && !self.scanner.after_cr
    }

    /// Examines the characters before its start, from an earlier boundary on: the next characters
    /// may depend on them.
    fn recall(&mut self, from: Checkpoint, reach: Reach) {
        let scanner = &mut self.scanner;
        let len = scanner.at - from.offset + reach.after;
        let window = self.data.window(from.offset, len as usize);
        let walk = Walk::new(scanner.encoding, scanner.phase, &window).at(from.anchor());
        for step in walk.take_while(|step| step.end() <= scanner.at) {
            scanner.noticer.recall(step.meaning);
        }
    }
}

struct Recount<'a> {
    old: &'a Index,
    /// The new index so far; the totals are those of all the data.
    new: Index,
    /// The scanners over the old and the new data.
    sides: (RecountSide<'a>, RecountSide<'a>),
    /// The stretches that were not counted yet.
    stretches: &'a [Range<u64>],
    /// The next old block, and its shift.
    next: usize,
    shift: BoundaryShift,
    /// The line ends of the new data, and the first different end, as far as they were counted
    /// again.
    ends: FirstEnd<()>,
    mixed: Option<u64>,
}

impl Recount<'_> {
    fn run(mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<Index> {
        let old = self.old;
        let after = old.encoding.reach_of_counting().after;
        // The first bytes decide the first character.
        let told = (old.reached.offset + after).max(HEAD);
        let mut mixed = old.mixed;
        while let Some(stretch) = self.stretches.first() {
            if old.blocks().is_empty() || stretch.start >= told {
                break;
            }
            let block = old.last_apart(stretch.start).max(self.next);
            self.copy_blocks(block);
            let from = old.blocks()[block].start.offset;
            let reached = self.count(block, goes_on)?;
            mixed = mixed.filter(|at| !(from..reached.offset.max(from + 1)).contains(at));
            if reached.offset >= old.reached.offset {
                self.next = old.blocks().len();
                return Some(self.finish(mixed));
            }
        }
        self.copy_blocks(old.blocks().len());
        self.new.reached = self.shift.apply(old.reached);
        self.new.unfinished = old.unfinished.clone();
        self.new.ends = old.ends.after(&self.ends);
        Some(self.finish(mixed))
    }

    /// Copies the old blocks up to a number.
    fn copy_blocks(&mut self, to: usize) {
        let grain = self.old.grain();
        for old in &self.old.blocks()[self.next..to] {
            let mut block = *old;
            block.start = self.shift.apply(old.start);
            // It is recorded again when the first one is known.
            block.held.forget(Notice::MixedLineEndings);
            self.new
                .push(old.start.offset - old.start.offset % grain, block);
        }
        self.next = to;
    }

    /// Counts from the start of an old block on, until nothing differs any more, or to the end;
    /// returns the old boundary at that place.
    fn count(&mut self, block: usize, goes_on: &mut dyn FnMut(u64) -> bool) -> Option<Checkpoint> {
        let old = self.old;
        let (grain, reach) = (old.grain(), old.encoding.reach_of_counting());
        self.go_to(old.blocks()[block].start);
        let (was, is) = (&mut self.sides.0, &mut self.sides.1);
        let (mut border, mut end) = ((block as u64) * grain, 0);
        let mut step = grain.min(WINDOW as u64);
        loop {
            border += grain;
            let goal = border.min(old.reached.offset);
            was.feed(goal, step, reach);
            is.feed(goal, step, reach);
            step = (step * 2).min(WINDOW as u64);
            if !goes_on(grain * 2) {
                return None;
            }
            if was.scanner.at >= old.reached.offset || goal == old.reached.offset {
                // The last sequence may be several now.
                is.feed(old.reached.offset, step, reach);
                return self.end();
            }
            while let [stretch, rest @ ..] = self.stretches
                && stretch.start < border + reach.after
            {
                (end, self.stretches) = (stretch.end, rest);
            }
            let (from, to) = (was.point(), is.point());
            let is_same = (from.offset, from.state) == (to.offset, to.state)
                && (was.is_quiet() && is.is_quiet())
                && was.scanner.noticer.is_as(&is.scanner.noticer)
                && is.scanner.ends.is_decided_by(&was.scanner.ends);
            if border >= end + reach.before && is_same {
                let next = (border / grain) as usize;
                let counted = |point: Checkpoint| (point.offset, point.place);
                let start = old.blocks().get(next).map(|block| counted(block.start));
                if start != Some(counted(from)) {
                    return None;
                }
                self.ends = is.scanner.ends.clone();
                self.shift = BoundaryShift::between(from.place, to.place);
                self.next = next;
                let parts = (was.scanner.take_part(), is.scanner.take_part());
                self.apply(&parts.0, &parts.1);
                return Some(from);
            }
        }
    }

    /// Moves the scanners to an old boundary.
    fn go_to(&mut self, from: Checkpoint) {
        let (old, to) = (self.old, self.shift.apply(from));
        let told = old.mixed.is_some_and(|at| at < from.offset);
        let ends = old.ends.at(from.place.line_ends > 0, told);
        self.sides.0.go_to(from, ends);
        let ends = old.ends.after(&self.ends);
        let told = told || self.mixed.is_some();
        self.sides
            .1
            .go_to(to, ends.at(to.place.line_ends > 0, told));
        let reach = old.encoding.reach_of_counting();
        let earlier = |index: &Index| {
            let blocks = index.blocks().iter().rev();
            let far = |block: &&IndexBlock| block.start.offset + RECALLED <= from.offset;
            { blocks }.find(far).map(|block| block.start)
        };
        let before = [earlier(old), earlier(&self.new)];
        let [was, is] = before.map(Option::unwrap_or_default);
        self.sides.0.recall(was, reach);
        self.sides.1.recall(is, reach);
    }

    /// Adds the counts up to the end of the scan.
    fn end(&mut self) -> Option<Checkpoint> {
        let old = self.old;
        if self.sides.0.point() != old.reached {
            return None;
        }
        let last = |side: &mut RecountSide<'_>| {
            if old.complete {
                side.scanner.clone().finish()
            } else {
                side.scanner.take_part()
            }
        };
        let (was, is) = (last(&mut self.sides.0), last(&mut self.sides.1));
        self.apply(&was, &is);
        self.new.reached = is.reached;
        self.new.unfinished = is.unfinished;
        self.new.ends = is.ends;
        Some(old.reached)
    }

    /// Adds the old and the new counts of a stretch.
    fn apply(&mut self, was: &PartialIndex, is: &PartialIndex) {
        for (edge, block) in &is.blocks {
            self.new.push(*edge, *block);
        }
        self.new.totals.merge(&is.totals);
        self.new.totals.subtract(&was.totals);
        self.mixed = self.mixed.or(is.mixed);
    }

    /// The new index; `mixed` is the old first different line end, if it still exists.
    fn finish(mut self, mixed: Option<u64>) -> Index {
        self.new.complete = self.old.complete;
        if let Some(at) = self.mixed.or(mixed) {
            self.new.set_mixed(at);
        }
        self.new
    }
}

#[cfg(test)]
mod tests;
