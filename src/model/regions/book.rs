//! The open regions, and the file that stores them.
//!
//! Invariant: they count as saved only while they equal the file's content as last known.

use std::collections::BTreeMap;

use super::moved::{self, RegionsStep, RegionsStepKind};
use super::{ClippedRegion, Region, Regions, addresses};
use crate::model::shifts::ByteShifts;
use crate::window::Peek;

/// The file of the regions of some data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionFile {
    /// Its path, if a path names it.
    pub path: Option<String>,
    /// Its regions when it was read, by address; empty if it does not exist.
    pub regions: Regions,
    /// True if it exists; writing it again asks nothing then.
    pub exists: bool,
    /// A remark for the user, in one line.
    pub remark: Option<String>,
}

/// The regions of some data, their saved state, and the changes of bytes that have moved them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionBook {
    /// The current regions.
    pub all: Regions,
    /// The regions in the file.
    saved: Regions,
    /// The regions of the file that the data holds only in part, by name.
    clipped: BTreeMap<String, ClippedRegion>,
    /// The path of the file, and true if these regions belong to it.
    path: Option<(String, bool)>,
    /// The changes that have moved bytes, except those undone.
    steps: Vec<RegionsStep>,
    /// The undone changes that had undone all changes; the next to be redone is last.
    undone: Vec<ByteShifts>,
}

impl RegionBook {
    /// The regions of a file, by offset.
    pub fn open(regions: Regions, path: Option<String>, exists: bool) -> Self {
        Self {
            saved: regions.clone(),
            all: regions,
            path: path.map(|path| (path, exists)),
            ..Self::default()
        }
    }

    /// A copy with the regions that the data holds only in part.
    #[must_use]
    pub fn with_clipped(self, clipped: Vec<ClippedRegion>) -> Self {
        let named = clipped.into_iter();
        Self {
            clipped: named.map(|one| (one.whole.name.clone(), one)).collect(),
            ..self
        }
    }

    /// The content of a file with these regions, by address. A region that reaches outside the data
    /// has its full range, unless it was moved. Regions without a byte in the data are included,
    /// unless a region here has the name.
    pub fn addressed(&self, data: &dyn Peek) -> Regions {
        let here = self.all.list().iter().map(|region| {
            let clipped = self.clipped.get(&region.name);
            let range = match clipped.filter(|clipped| clipped.here == region.range) {
                Some(clipped) => clipped.whole.range.clone(),
                None => addresses(&region.range, data),
            };
            Region {
                range,
                ..region.clone()
            }
        });
        let outside = self.clipped.values().filter(|one| one.here.is_empty());
        Regions::new(here.chain(outside.map(|one| one.whole.clone())))
    }

    /// The path for saving them if the user names none.
    pub fn path(&self) -> Option<&str> {
        self.path.as_ref().map(|(path, _)| path.as_str())
    }

    /// Reports whether they were read from a path's file, or written to it.
    pub fn owns(&self, path: &str) -> bool {
        self.path.as_ref() == Some(&(path.to_owned(), true))
    }

    /// Reports whether some regions are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.all != self.saved
    }

    /// Records that a file holds these regions.
    pub fn set_saved(&mut self, regions: Regions, path: String) {
        self.saved = regions;
        self.path = Some((path, true));
    }

    /// Restores the saved regions.
    pub fn forget(&mut self) {
        self.all = self.saved.clone();
    }

    /// Follows a change of bytes.
    pub fn edited(&mut self, shifts: &ByteShifts) {
        self.undone.clear();
        self.change(shifts);
    }

    /// Follows the undoing of a change.
    pub fn undone(&mut self, shifts: &ByteShifts) {
        let is_known = { self.steps.last() }.is_some_and(|step| shifts.undoes(&step.shifts));
        if shifts.moves() || is_known {
            let kind = self.with_list(|list, steps| moved::undo(list, steps, shifts));
            let is_reset = kind == Some(RegionsStepKind::Reset);
            self.undone.extend(is_reset.then(|| shifts.back()));
        }
    }

    /// Follows the redoing of a change.
    pub fn redone(&mut self, shifts: &ByteShifts) {
        if self.undone.pop_if(|reset| reset == shifts).is_some() {
            self.revert_all(shifts);
        } else {
            self.change(shifts);
        }
    }

    /// Follows the undoing of all changes, in one step.
    pub fn reset(&mut self, shifts: &ByteShifts) {
        self.undone.clear();
        self.revert_all(shifts);
    }

    fn revert_all(&mut self, shifts: &ByteShifts) {
        if !self.steps.is_empty() {
            self.with_list(|list, steps| moved::reset(list, steps, shifts));
        }
    }

    fn change(&mut self, shifts: &ByteShifts) {
        if shifts.moves() {
            let step = self.with_list(|list, _| moved::change(list, shifts));
            self.steps.push(step);
        }
    }

    fn with_list<T>(
        &mut self,
        work: impl FnOnce(&mut Vec<Region>, &mut Vec<RegionsStep>) -> T,
    ) -> T {
        if self.all.is_empty() && self.steps.is_empty() {
            return work(&mut Vec::new(), &mut self.steps);
        }
        let mut list = self.all.list().to_vec();
        let done = work(&mut list, &mut self.steps);
        if list != self.all.list() {
            self.all = Regions::new(list);
        }
        done
    }
}
