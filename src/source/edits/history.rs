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

impl ReplacedStretch {
    /// Reports whether bytes after it have other offsets now.
    pub(super) fn moves(self) -> bool {
        self.removed != self.added
    }

    /// The stretch that undoes this one.
    fn back(self) -> Self {
        Self {
            at: self.at,
            removed: self.added,
            added: self.removed,
        }
    }
}

/// A change as it is stored: cells are counted in 32 bits, because a change is made in memory.
struct SavedChange {
    at: u64,
    removed: u32,
    added: u32,
    /// The number of stretches inside of it that have moved bytes, if there are others than itself.
    parts: u32,
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

/// Takes a change, the stretches inside of it that move bytes, and the cells to write there.
pub(super) type ChangeTaker<'a> =
    dyn FnMut(ReplacedStretch, Vec<ReplacedStretch>, &[EditCell]) + 'a;

/// Steps in order: those that are done, and after them those that were undone.
#[derive(Default)]
pub(super) struct EditHistory {
    changes: Vec<SavedChange>,
    cells: Vec<EditCell>,
    /// The stretches inside of changes that have moved bytes.
    parts: Vec<ReplacedStretch>,
    /// For each step the number of changes up to its end.
    ends: Vec<usize>,
    /// The number of steps that are done, and their parts of the lists.
    done: usize,
    changes_done: usize,
    cells_done: usize,
    parts_done: usize,
    saved: SavedStep,
}

impl EditHistory {
    /// Adds a change to the step in progress; undone steps are forgotten. `moves` are the stretches
    /// inside of it that have moved bytes, each at its offset after those before it.
    pub(super) fn add(
        &mut self,
        change: ReplacedStretch,
        moves: &[ReplacedStretch],
        (old, new): (&[EditCell], &[EditCell]),
    ) {
        if self.ends.len() > self.done {
            self.ends.truncate(self.done);
            self.changes.truncate(self.changes_done);
            self.cells.truncate(self.cells_done);
            self.parts.truncate(self.parts_done);
            if let SavedStep::After(steps) = self.saved
                && steps > self.done
            {
                self.saved = SavedStep::Nowhere;
            }
        }
        let parts = if moves == [change] { &[] } else { moves };
        self.changes.push(SavedChange {
            at: change.at,
            removed: old.len() as u32,
            added: new.len() as u32,
            parts: parts.len() as u32,
        });
        self.parts.extend_from_slice(parts);
        self.cells.extend_from_slice(old);
        self.cells.extend_from_slice(new);
        self.changes_done = self.changes.len();
        self.cells_done = self.cells.len();
        self.parts_done = self.parts.len();
    }

    /// Ends the step.
    pub(super) fn end_step(&mut self) {
        self.ends.push(self.changes.len());
        self.done = self.ends.len();
    }

    /// Undoes a step: passes on its changes in reverse, with the cells to write there.
    pub(super) fn undo(&mut self, put: &mut ChangeTaker<'_>) {
        let Some(step) = self.done.checked_sub(1) else {
            return;
        };
        let before = step.checked_sub(1);
        let start = before.and_then(|before| self.ends.get(before).copied());
        let start = start.unwrap_or(0);
        for kept in self.changes[start..self.changes_done].iter().rev() {
            let begin = self.cells_done - kept.cells();
            let old = &self.cells[begin..begin + kept.removed as usize];
            let back = kept.change().back();
            let first = self.parts_done - kept.parts as usize;
            let parts = self.parts[first..self.parts_done].iter().rev();
            let mut moves: Vec<_> = parts.map(|part| part.back()).collect();
            if moves.is_empty() && back.moves() {
                moves.push(back);
            }
            put(back, moves, old);
            (self.cells_done, self.parts_done) = (begin, first);
        }
        (self.done, self.changes_done) = (step, start);
    }

    /// Redoes the next step: passes on its changes, with the cells to write there.
    pub(super) fn redo(&mut self, put: &mut ChangeTaker<'_>) {
        let Some(&end) = self.ends.get(self.done) else {
            return;
        };
        for kept in &self.changes[self.changes_done..end] {
            let after = self.cells_done + kept.cells();
            let last = self.parts_done + kept.parts as usize;
            let mut moves = self.parts[self.parts_done..last].to_vec();
            let change = kept.change();
            if moves.is_empty() && change.moves() {
                moves.push(change);
            }
            let new = &self.cells[after - kept.added as usize..after];
            put(change, moves, new);
            (self.cells_done, self.parts_done) = (after, last);
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
            + self.parts.capacity() * size_of::<ReplacedStretch>()
            + self.ends.capacity() * size_of::<usize>()
    }
}
