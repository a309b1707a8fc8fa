//! Stretches of bytes that a step has put in the place of others, and where places are after it.
//!
//! A step may replace thousands of stretches. Each place is moved at once, by the number of stretches
//! before it. Invariant: the stretches are in order and do not overlap, before the step and after it.

use std::ops::Range;
use std::sync::Arc;

/// A stretch of bytes in the place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteShift {
    /// Its offset.
    pub at: u64,
    /// The number of bytes before the change.
    pub removed: u64,
    /// The number of bytes after it.
    pub added: u64,
}

/// A stretch of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShiftedStretch {
    /// Its offset before the step.
    before: u64,
    /// Its offset after the step.
    after: u64,
    /// The number of bytes before the step.
    removed: u64,
    /// The number of bytes after it.
    added: u64,
}

impl ShiftedStretch {
    /// The stretch of the step that undoes this one.
    fn back(&self) -> Self {
        Self {
            before: self.after,
            after: self.before,
            removed: self.added,
            added: self.removed,
        }
    }

    /// An offset inside of it, after the step.
    fn inside(&self, offset: u64) -> u64 {
        self.after + (offset - self.before).min(self.added)
    }
}

/// The stretches of a step; clones share one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteShifts(Arc<[ShiftedStretch]>);

impl From<ByteShift> for ByteShifts {
    fn from(shift: ByteShift) -> Self {
        Self::in_order([shift])
    }
}

impl ByteShifts {
    /// The stretches of a change, the first one first; each at its offset after those before it.
    pub fn in_order(shifts: impl IntoIterator<Item = ByteShift>) -> Self {
        // Bytes may be lost in sum: then it wraps around.
        let mut grown = 0_u64;
        let stretches = shifts.into_iter().map(|shift| {
            let before = shift.at.wrapping_sub(grown);
            grown = grown.wrapping_add(shift.added).wrapping_sub(shift.removed);
            ShiftedStretch {
                before,
                after: shift.at,
                removed: shift.removed,
                added: shift.added,
            }
        });
        Self(stretches.collect())
    }

    /// The stretches of a change that is undone, the last one first.
    pub fn in_reverse(shifts: impl IntoIterator<Item = ByteShift>) -> Self {
        let mut shifts: Vec<_> = shifts.into_iter().collect();
        shifts.reverse();
        let redone = shifts.into_iter().map(|shift| ByteShift {
            at: shift.at,
            removed: shift.added,
            added: shift.removed,
        });
        Self::in_order(redone).back()
    }

    /// The change that undoes this one.
    #[must_use]
    pub(in crate::model) fn back(&self) -> Self {
        Self(self.0.iter().map(ShiftedStretch::back).collect())
    }

    /// Reports whether this change undoes another.
    pub(in crate::model) fn undoes(&self, other: &Self) -> bool {
        let back = other.0.iter().map(ShiftedStretch::back);
        self.0.iter().copied().eq(back)
    }

    /// Reports whether bytes have other offsets after it.
    pub(in crate::model) fn moves(&self) -> bool {
        self.0.iter().any(|one| one.removed != one.added)
    }

    /// The range after the change; it may be empty.
    pub(in crate::model) fn range(&self, range: &Range<u64>) -> Range<u64> {
        let start = self.start(range.start);
        start..self.end(range.end).max(start)
    }

    /// The start of a range after the change. Bytes that were inserted there are before it.
    pub(in crate::model) fn start(&self, start: u64) -> u64 {
        let is_before = |one: &ShiftedStretch| one.before.saturating_add(one.removed) <= start;
        self.border(start, self.0.partition_point(is_before))
    }

    /// The end of a range after the change. Bytes that were inserted there are after it.
    fn end(&self, end: u64) -> u64 {
        let is_before = |one: &ShiftedStretch| {
            one.before < end && one.before.saturating_add(one.removed) <= end
        };
        self.border(end, self.0.partition_point(is_before))
    }

    /// An offset after the change, with the number of stretches before it.
    fn border(&self, offset: u64, passed: usize) -> u64 {
        match self.0.get(passed) {
            Some(next) if next.before < offset => next.inside(offset),
            _ => offset.saturating_add_signed(self.grown(passed)),
        }
    }

    /// The number of bytes that so many stretches have added, less those removed.
    fn grown(&self, passed: usize) -> i64 {
        let last = passed.checked_sub(1).and_then(|last| self.0.get(last));
        last.map_or(0, |last| {
            let end = last.before.wrapping_add(last.removed);
            let now = last.after.wrapping_add(last.added);
            now.wrapping_sub(end).cast_signed()
        })
    }

    /// The phase of code units that begin at an offset, after the change: the bytes after a stretch
    /// there decide.
    pub(in crate::model) fn phase(&self, phase: u64, start: u64, unit: u64) -> u64 {
        let now = self.start(start);
        let passed = self.0.partition_point(|one| one.after <= now);
        let grown = self.grown(passed).rem_euclid(unit.cast_signed());
        (phase + grown.cast_unsigned()) % unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A range after one stretch was replaced.
    fn one_by_one(range: &Range<u64>, shift: ByteShift) -> Range<u64> {
        let ByteShift { at, removed, added } = shift;
        let end = at + removed;
        let start = match range.start {
            start if start >= end => start - end + at + added,
            start if start <= at => start,
            start => at + (start - at).min(added),
        };
        let last = match range.end {
            last if last <= at => last,
            last if last >= end => last - end + at + added,
            last => at + (last - at).min(added),
        };
        start..last.max(start)
    }

    proptest! {
        #[test]
        fn all_stretches_at_once_move_a_range_as_one_after_the_other(
            gaps in prop::collection::vec((0_u64..4, 1_u64..4), 1..8),
            added in 0_u64..4,
            range in (0_u64..40, 0_u64..12),
            phase in 0_u64..4,
        ) {
            let range = range.0..range.0 + range.1;
            let mut at = 0;
            let shifts = gaps.iter().map(|&(gap, removed)| {
                let shift = ByteShift { at: at + gap, removed, added };
                at = shift.at + added;
                shift
            });
            let shifts: Vec<_> = shifts.collect();
            let all = ByteShifts::in_order(shifts.iter().copied());
            let mut now = range.clone();
            let mut units = phase;
            for &shift in &shifts {
                if now.start >= shift.at {
                    units = (units + 8 + shift.added - shift.removed) % 4;
                }
                now = one_by_one(&now, shift);
            }
            prop_assert_eq!(all.range(&range), now.clone());
            prop_assert_eq!(all.phase(phase, range.start, 4), units);

            let back = shifts.iter().rev().map(|shift| ByteShift {
                at: shift.at,
                removed: shift.added,
                added: shift.removed,
            });
            let undone = ByteShifts::in_reverse(back.clone());
            prop_assert!(undone.undoes(&all) && undone == all.back());
            let mut before = now.clone();
            for shift in back {
                before = one_by_one(&before, shift);
            }
            prop_assert_eq!(undone.range(&now), before);
        }
    }
}
