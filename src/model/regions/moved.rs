//! Regions after bytes were inserted, deleted or replaced.
//!
//! Bytes before the change stay, and those after it move. Of the replaced bytes, a region retains
//! as many as there are. Bytes inserted at the border of a region are outside of it. Invariant:
//! undoing a change restores the regions that it cut, unless they were changed since.

use std::collections::BTreeMap;

use super::{Region, Regions};
use crate::model::shifts::ByteShifts;

/// A region after a change, if it has a byte then.
fn moved(region: &Region, shifts: &ByteShifts) -> Option<Region> {
    let range = shifts.range(&region.range);
    (!range.is_empty()).then(|| Region {
        range,
        ..region.clone()
    })
}

/// A change that has moved bytes, and the regions it has cut: their state before, and the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RegionsStep {
    pub(super) shifts: ByteShifts,
    pub(super) kind: RegionsStepKind,
    cut: Vec<(Region, Option<Region>)>,
    /// The regions that it has restored, which were not there before.
    back: Vec<Region>,
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegionsStepKind {
    /// The replacement of stretches.
    Change,
    /// The undoing of all steps before it.
    Reset,
}

/// Moves regions as a change moves bytes.
pub(super) fn change(list: &mut Vec<Region>, shifts: &ByteShifts) -> RegionsStep {
    let back = shifts.back();
    let cut = list.iter().filter_map(|region| {
        let left = moved(region, shifts);
        let restored = left.as_ref().map(|left| back.range(&left.range));
        // Of the others, the borders alone lead back.
        (restored.as_ref() != Some(&region.range)).then(|| (region.clone(), left))
    });
    let step = RegionsStep {
        shifts: shifts.clone(),
        kind: RegionsStepKind::Change,
        cut: cut.collect(),
        back: Vec::new(),
    };
    *list = { list.iter() }
        .filter_map(|region| moved(region, shifts))
        .collect();
    step
}

/// Moves regions as undoing a change moves bytes; `steps` are the changes before. Returns the kind
/// of the undone step, if known.
pub(super) fn undo(
    list: &mut Vec<Region>,
    steps: &mut Vec<RegionsStep>,
    shifts: &ByteShifts,
) -> Option<RegionsStepKind> {
    *list = { list.iter() }
        .filter_map(|region| moved(region, shifts))
        .collect();
    let step = steps.pop_if(|step| shifts.undoes(&step.shifts))?;
    for back in &step.back {
        let expected = shifts.range(&back.range);
        list.retain(|region| region.name != back.name || region.range != expected);
    }
    restore(list, step.cut, shifts);
    Some(step.kind)
}

/// Restores the regions that an undone step had cut, unless they were changed since.
fn restore(list: &mut Vec<Region>, cut: Vec<(Region, Option<Region>)>, shifts: &ByteShifts) {
    let numbers = list.iter().map(|region| region.name.clone()).zip(0..);
    let numbers: BTreeMap<String, usize> = numbers.collect();
    for (was, left) in cut {
        let here = numbers
            .get(&was.name)
            .and_then(|&number| list.get_mut(number));
        match (here, left.as_ref().map(|left| shifts.range(&left.range))) {
            (Some(here), Some(expected)) if here.range == expected => here.range = was.range,
            // The rest may be empty once its last bytes are undone too.
            (None, None) => list.push(was),
            (None, Some(expected)) if expected.is_empty() => list.push(was),
            _ => {}
        }
    }
}

/// Undoes all changes, in one step that may be undone.
pub(super) fn reset(list: &mut Vec<Region>, steps: &mut Vec<RegionsStep>, shifts: &ByteShifts) {
    let before = Regions::new(list.iter().cloned());
    let mut earlier = steps.clone();
    while let Some(last) = earlier.last() {
        let back = last.shifts.back();
        undo(list, &mut earlier, &back);
    }
    let is_new = |region: &&Region| before.named(&region.name).is_none();
    let back = list.iter().filter(is_new).cloned().collect();
    let after = |name: &str| list.iter().find(|region| region.name == name).cloned();
    let cut = before.list().iter();
    let cut = cut.map(|region| (region.clone(), after(&region.name)));
    let step = RegionsStep {
        shifts: shifts.clone(),
        kind: RegionsStepKind::Reset,
        cut: cut.collect(),
        back,
    };
    steps.push(step);
}
