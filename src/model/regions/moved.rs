//! Regions after bytes were inserted, deleted or replaced.
//!
//! Bytes before the change stay, and those after it move. Of the replaced bytes, a region retains
//! as many as there are. Bytes inserted at the border of a region are outside of it. Invariant:
//! undoing a change restores the regions that it cut, unless they were changed since.

use std::ops::Range;

use super::{Region, Regions};

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

impl ByteShift {
    /// Reports whether bytes after it have other offsets now.
    pub(in crate::model) fn moves(self) -> bool {
        self.removed != self.added
    }

    /// The change that undoes this one.
    pub(in crate::model) fn back(self) -> Self {
        Self {
            at: self.at,
            removed: self.added,
            added: self.removed,
        }
    }

    /// The range after the change; it may be empty.
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

    /// Reports whether it may cut a region; the borders alone do not lead back then.
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

/// A change that has moved bytes, and the regions it has cut: their state before, and the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RegionsStep {
    pub(super) shift: ByteShift,
    pub(super) kind: RegionsStepKind,
    cut: Vec<(Region, Option<Region>)>,
    /// The regions that it has restored, which were not there before.
    back: Vec<Region>,
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegionsStepKind {
    /// The replacement of a stretch.
    Change,
    /// The undoing of all steps before it.
    Reset,
}

/// Moves regions as a change moves bytes.
pub(super) fn change(list: &mut Vec<Region>, shift: ByteShift) -> RegionsStep {
    let cut = list.iter().filter(|region| shift.cuts(&region.range));
    let cut = cut.map(|region| (region.clone(), shift.region(region)));
    let step = RegionsStep {
        shift,
        kind: RegionsStepKind::Change,
        cut: cut.collect(),
        back: Vec::new(),
    };
    *list = list
        .iter()
        .filter_map(|region| shift.region(region))
        .collect();
    step
}

/// Moves regions as undoing a change moves bytes; `steps` are the changes before. Returns the kind
/// of the undone step, if known.
pub(super) fn undo(
    list: &mut Vec<Region>,
    steps: &mut Vec<RegionsStep>,
    shift: ByteShift,
) -> Option<RegionsStepKind> {
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
            // The rest may be empty once its last bytes are undone too.
            (None, None) => list.push(was),
            (None, Some(expected)) if expected.is_empty() => list.push(was),
            _ => {}
        }
    }
    Some(step.kind)
}

/// Undoes all changes, in one step that may be undone.
pub(super) fn reset(list: &mut Vec<Region>, steps: &mut Vec<RegionsStep>, shift: ByteShift) {
    let before = Regions::new(list.iter().cloned());
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
    let step = RegionsStep {
        shift,
        kind: RegionsStepKind::Reset,
        cut: cut.collect(),
        back,
    };
    steps.push(step);
}
