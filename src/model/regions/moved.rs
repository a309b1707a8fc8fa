//! Where regions are after bytes were inserted, deleted or replaced.
//!
//! Bytes before the change stay where they are and those after it move; of the bytes replaced a
//! region keeps as many as there are. Bytes inserted at the border of a region are outside of it.
//! Invariant: undoing a change brings the regions back that it cut, unless they were changed since.

use std::ops::Range;

use super::{Region, Regions};

/// A stretch of bytes in the place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// Its offset.
    pub at: u64,
    /// How many bytes there were.
    pub removed: u64,
    /// How many there are now.
    pub added: u64,
}

impl Shift {
    /// Whether bytes after it are at other offsets now.
    pub(in crate::model) fn moves(self) -> bool {
        self.removed != self.added
    }

    /// The change that takes this one back.
    pub(in crate::model) fn back(self) -> Self {
        Self {
            at: self.at,
            removed: self.added,
            added: self.removed,
        }
    }

    /// Where a range is after it; it may be empty.
    pub(in crate::model) fn range(self, range: &Range<u64>) -> Range<u64> {
        let end = self.at.saturating_add(self.removed);
        let on = |border: u64| (border - end).saturating_add(self.at + self.added);
        let kept = |border: u64| self.at + (border - self.at).min(self.added);
        let start = match range.start {
            start if start >= end => on(start),
            start if start <= self.at => start,
            start => kept(start),
        };
        let last = match range.end {
            last if last <= self.at => last,
            last if last >= end => on(last),
            last => kept(last),
        };
        start..last.max(start)
    }

    /// Whether it may cut a region, so that the borders alone do not lead back.
    fn cuts(self, range: &Range<u64>) -> bool {
        let replaced = self.at..=self.at.saturating_add(self.removed);
        self.removed > 0 && (replaced.contains(&range.start) || replaced.contains(&range.end))
    }

    fn region(self, region: &Region) -> Option<Region> {
        let range = self.range(&region.range);
        (!range.is_empty()).then(|| Region {
            range,
            ..region.clone()
        })
    }
}

/// A change that has moved bytes, and the regions it has cut: as they were, and what is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) shift: Shift,
    pub(super) kind: Kind,
    cut: Vec<(Region, Option<Region>)>,
    /// Those that it has brought back, which were not there before.
    back: Vec<Region>,
}

/// What a step has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It has replaced a stretch.
    Change,
    /// It has taken all steps before it back.
    Reset,
}

/// Moves regions as a change moves bytes.
pub(super) fn change(list: &mut Vec<Region>, shift: Shift) -> Step {
    let cut = list.iter().filter(|region| shift.cuts(&region.range));
    let cut = cut.map(|region| (region.clone(), shift.region(region)));
    let step = Step {
        shift,
        kind: Kind::Change,
        cut: cut.collect(),
        back: Vec::new(),
    };
    *list = list
        .iter()
        .filter_map(|region| shift.region(region))
        .collect();
    step
}

/// Moves regions as undoing a change moves bytes; `steps` are the changes before. Returns what the
/// change was, if it is known.
pub(super) fn undo(list: &mut Vec<Region>, steps: &mut Vec<Step>, shift: Shift) -> Option<Kind> {
    *list = list
        .iter()
        .filter_map(|region| shift.region(region))
        .collect();
    let step = steps.pop_if(|step| step.shift.back() == shift)?;
    for back in &step.back {
        let expected = shift.range(&back.range);
        list.retain(|region| region.name != back.name || region.range != expected);
    }
    for (was, left) in step.cut {
        let here = list.iter_mut().find(|region| region.name == was.name);
        match (here, left.as_ref().map(|left| shift.range(&left.range))) {
            (Some(here), Some(expected)) if here.range == expected => here.range = was.range,
            // What was left of it may be nothing once its last bytes are taken back too.
            (None, None) => list.push(was),
            (None, Some(expected)) if expected.is_empty() => list.push(was),
            _ => {}
        }
    }
    Some(step.kind)
}

/// Takes all changes back, in one step that may be undone.
pub(super) fn reset(list: &mut Vec<Region>, steps: &mut Vec<Step>, shift: Shift) {
    let before = Regions::of(list.iter().cloned());
    let mut earlier = steps.clone();
    while let Some(last) = earlier.last() {
        let back = last.shift.back();
        undo(list, &mut earlier, back);
    }
    let is_new = |region: &&Region| before.named(&region.name).is_none();
    let back = list.iter().filter(is_new).cloned().collect();
    let after = |name: &str| list.iter().find(|region| region.name == name).cloned();
    let cut = before.list().iter();
    let cut = cut.map(|region| (region.clone(), after(&region.name)));
    let step = Step {
        shift,
        kind: Kind::Reset,
        cut: cut.collect(),
        back,
    };
    steps.push(step);
}
