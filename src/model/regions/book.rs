//! The regions that are open, and the file that keeps them.
//!
//! Invariant: they count as saved only while they are what the file holds, as far as is known.

use std::collections::BTreeMap;

use super::moved::{self, Kind, Shift, Step};
use super::{Clipped, Region, Regions, addresses};
use crate::window::Peek;

/// The file of the regions of some data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionFile {
    /// Its path, if there is one that can be named.
    pub path: Option<String>,
    /// What it held when it was read, or nothing if it does not exist; by address.
    pub regions: Regions,
    /// Whether it exists, so that writing it again asks nothing.
    pub exists: bool,
    /// What the user should know of it, in one line.
    pub remark: Option<String>,
}

/// The regions of some data, what was saved of them, and how changes of bytes have moved them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionBook {
    /// The regions as they are.
    pub all: Regions,
    /// Those that the file holds.
    saved: Regions,
    /// Those of the file of which the data does not have all bytes, by name.
    clipped: BTreeMap<String, Clipped>,
    /// The path of the file, and whether it is theirs.
    path: Option<(String, bool)>,
    /// The changes that have moved bytes, as far as they are not undone.
    steps: Vec<Step>,
    /// Those that took all changes back and were undone, the next to be done again last.
    undone: Vec<Shift>,
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

    /// The same, with those of which the data does not have all bytes.
    #[must_use]
    pub fn with_clipped(self, clipped: Vec<Clipped>) -> Self {
        let named = clipped.into_iter();
        Self {
            clipped: named.map(|one| (one.whole.name.clone(), one)).collect(),
            ..self
        }
    }

    /// What a file of them holds: the regions by address, as far as they go outside of the data too
    /// unless they were given another place; those that have no byte here too, unless one here has
    /// the name.
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
        Regions::of(here.chain(outside.map(|one| one.whole.clone())))
    }

    /// The path of the file they are saved to unless another is named.
    pub fn path(&self) -> Option<&str> {
        self.path.as_ref().map(|(path, _)| path.as_str())
    }

    /// Whether they were read from the file of a path, or written to it.
    pub fn owns(&self, path: &str) -> bool {
        self.path.as_ref() == Some(&(path.to_owned(), true))
    }

    /// Whether some of what they are is in no file.
    pub fn is_unsaved(&self) -> bool {
        self.all != self.saved
    }

    /// Takes note that a file holds these.
    pub fn set_saved(&mut self, regions: Regions, path: String) {
        self.saved = regions;
        self.path = Some((path, true));
    }

    /// Makes them what was saved.
    pub fn forget(&mut self) {
        self.all = self.saved.clone();
    }

    /// Bytes were changed.
    pub fn edited(&mut self, shift: Shift) {
        self.undone.clear();
        self.change(shift);
    }

    /// A change of bytes was undone.
    pub fn undone(&mut self, shift: Shift) {
        let is_known = { self.steps.last() }.is_some_and(|step| step.shift.back() == shift);
        if shift.moves() || is_known {
            let kind = self.with_list(|list, steps| moved::undo(list, steps, shift));
            let is_reset = kind == Some(Kind::Reset);
            self.undone.extend(is_reset.then(|| shift.back()));
        }
    }

    /// A change of bytes that was undone was done again.
    pub fn redone(&mut self, shift: Shift) {
        if self.undone.pop_if(|reset| *reset == shift).is_some() {
            self.take_all_back(shift);
        } else {
            self.change(shift);
        }
    }

    /// All changes of bytes were undone, in one step.
    pub fn reset(&mut self, shift: Shift) {
        self.undone.clear();
        self.take_all_back(shift);
    }

    fn take_all_back(&mut self, shift: Shift) {
        if !self.steps.is_empty() {
            self.with_list(|list, steps| moved::reset(list, steps, shift));
        }
    }

    fn change(&mut self, shift: Shift) {
        if shift.moves() {
            let step = self.with_list(|list, _| moved::change(list, shift));
            self.steps.push(step);
        }
    }

    fn with_list<T>(&mut self, work: impl FnOnce(&mut Vec<Region>, &mut Vec<Step>) -> T) -> T {
        if self.all.is_empty() && self.steps.is_empty() {
            return work(&mut Vec::new(), &mut self.steps);
        }
        let mut list = self.all.list().to_vec();
        let done = work(&mut list, &mut self.steps);
        if list != self.all.list() {
            self.all = Regions::of(list);
        }
        done
    }
}
