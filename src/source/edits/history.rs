//! The steps that were done, and those that were undone.
//!
//! All changes and their cells are in two long lists, so that a step costs only its changes and a
//! few words. Invariant: the cells of a change are those it removed, then those it added.

use super::EditCell;

/// A stretch that was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplacedStretch {
    /// Its offset.
    pub at: u64,
    /// The number of bytes before.
    pub removed: u64,
    /// The number of bytes now.
    pub added: u64,
}

/// A change as it is stored: cells are counted in 32 bits, because a change is made in memory.
struct SavedChange {
    at: u64,
    removed: u32,
    added: u32,
}

impl SavedChange {
    fn change(&self) -> ReplacedStretch {
        ReplacedStretch {
            at: self.at,
            removed: self.removed.into(),
            added: self.added.into(),
        }
    }

    fn cells(&self) -> usize {
        self.removed as usize + self.added as usize
    }
}

/// The step that a file holds.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum SavedStep {
    /// The one after this many steps.
    After(usize),
    /// None: it was undone, and others were done.
    #[default]
    Nowhere,
}

/// Steps in order: those that are done, and after them those that were undone.
#[derive(Default)]
pub(super) struct EditHistory {
    changes: Vec<SavedChange>,
    cells: Vec<EditCell>,
    /// For each step the number of changes up to its end.
    ends: Vec<usize>,
    /// The number of steps that are done, and their parts of the lists.
    done: usize,
    changes_done: usize,
    cells_done: usize,
    saved: SavedStep,
}

impl EditHistory {
    /// Adds a change to the step in progress; undone steps are forgotten.
    pub(super) fn add(&mut self, change: ReplacedStretch, old: &[EditCell], new: &[EditCell]) {
        if self.ends.len() > self.done {
            self.ends.truncate(self.done);
            self.changes.truncate(self.changes_done);
            self.cells.truncate(self.cells_done);
            if let SavedStep::After(steps) = self.saved
                && steps > self.done
            {
                self.saved = SavedStep::Nowhere;
            }
        }
        self.changes.push(SavedChange {
            at: change.at,
            removed: old.len() as u32,
            added: new.len() as u32,
        });
        self.cells.extend_from_slice(old);
        self.cells.extend_from_slice(new);
        self.changes_done = self.changes.len();
        self.cells_done = self.cells.len();
    }

    /// Ends the step.
    pub(super) fn end_step(&mut self) {
        self.ends.push(self.changes.len());
        self.done = self.ends.len();
    }

    /// Undoes a step: passes on its changes in reverse, with the cells to write there.
    pub(super) fn undo(&mut self, put: &mut dyn FnMut(ReplacedStretch, &[EditCell])) {
        let Some(step) = self.done.checked_sub(1) else {
            return;
        };
        let before = step.checked_sub(1);
        let start = before.and_then(|before| self.ends.get(before).copied());
        let start = start.unwrap_or(0);
        for kept in self.changes[start..self.changes_done].iter().rev() {
            let begin = self.cells_done - kept.cells();
            let old = &self.cells[begin..begin + kept.removed as usize];
            let ReplacedStretch { at, removed, added } = kept.change();
            let back = ReplacedStretch {
                at,
                removed: added,
                added: removed,
            };
            put(back, old);
            self.cells_done = begin;
        }
        (self.done, self.changes_done) = (step, start);
    }

    /// Redoes the next step: passes on its changes, with the cells to write there.
    pub(super) fn redo(&mut self, put: &mut dyn FnMut(ReplacedStretch, &[EditCell])) {
        let Some(&end) = self.ends.get(self.done) else {
            return;
        };
        for kept in &self.changes[self.changes_done..end] {
            let after = self.cells_done + kept.cells();
            put(
                kept.change(),
                &self.cells[after - kept.added as usize..after],
            );
            self.cells_done = after;
        }
        (self.done, self.changes_done) = (self.done + 1, end);
    }

    /// Reports whether a file holds the bytes after the steps that are done.
    pub(super) fn is_saved(&self) -> bool {
        self.saved == SavedStep::After(self.done)
    }

    /// Notes that a file holds them.
    pub(super) fn set_saved(&mut self) {
        self.saved = SavedStep::After(self.done);
    }

    /// Gives other cells to the places of all changes, also those of undone steps. Only for changes
    /// that move no byte.
    pub(super) fn replace(&mut self, other: &dyn Fn(u64, EditCell) -> EditCell) {
        let mut cells = self.cells.iter_mut();
        for kept in &self.changes {
            for len in [kept.removed, kept.added] {
                for (at, cell) in (kept.at..).zip(cells.by_ref().take(len as usize)) {
                    *cell = other(at, *cell);
                }
            }
        }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        self.changes.capacity() * size_of::<SavedChange>()
            + self.cells.capacity() * size_of::<EditCell>()
            + self.ends.capacity() * size_of::<usize>()
    }
}
