//! Many replacements of bytes as one step of undo.
//!
//! It is gathered away from the screen, with the bytes below it, so that applying it waits for no
//! file. Invariant: the replaced stretches ascend, do not overlap, and have the offsets from before
//! the step.

use super::history::ReplacedStretch;
use super::{
    Edit, EditCell, EditPermission, EditRefusal, EditStore, Edits, MOST, TouchedStretch, original,
};
use crate::source::Source;
use crate::source::changes::UnderlyingData;
use crate::window::Peek as _;

/// The most changes of a scratch buffer that are made one by one.
const FEW: usize = 4096;
/// Bytes of it that are replaced together if there are more: about a chunk.
const TOGETHER: u64 = 4096;

/// Replacements of bytes, in order, to be made as one step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditBatch {
    changes: Vec<ReplacedStretch>,
    /// The new bytes of all changes.
    bytes: Vec<u8>,
    /// The bytes below those, of data that is only overwritten.
    under: Vec<u8>,
}

impl EditBatch {
    /// One replacement, with the bytes below it.
    pub(super) fn of(edit: &Edit, under: Vec<u8>) -> Self {
        let mut batch = Self::default();
        batch.push(edit);
        Self { under, ..batch }
    }

    /// Adds a replacement after those before. Waits for the file, if need be.
    ///
    /// # Errors
    /// The reason why these bytes cannot be changed so.
    pub fn add(&mut self, source: &Source, edit: &Edit) -> Result<(), EditRefusal> {
        if source.editing() == EditPermission::Overwrite {
            let below = UnderlyingData(source).window(edit.at, edit.bytes.len());
            self.under.extend(original(edit, &below)?);
        }
        self.push(edit);
        Ok(())
    }

    fn push(&mut self, edit: &Edit) {
        self.changes.push(ReplacedStretch {
            at: edit.at,
            removed: edit.removed,
            added: edit.bytes.len() as u64,
        });
        self.bytes.extend_from_slice(&edit.bytes);
    }

    /// The number of replacements.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Reports whether there is none.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The offset after the last new byte, once the step is made.
    pub fn end(&self) -> u64 {
        let shrunk: u64 = self.changes.iter().map(|change| change.removed).sum();
        let end = self.changes.last();
        end.map_or(0, |last| last.at + last.removed) - shrunk + self.bytes.len() as u64
    }
}

impl Edits {
    /// Makes all changes of a batch, as one step.
    pub(in crate::source) fn apply_all(
        &self,
        batch: &EditBatch,
    ) -> Result<TouchedStretch, EditRefusal> {
        let mut layer = self.write();
        layer.store.admit(batch)?;
        let mut touched = None;
        let (mut next, mut removed, mut bytes) = (0, 0, 0..0);
        let mut differs = false;
        while next < batch.changes.len() {
            let group = next..layer.store.together(batch, next);
            next = group.end;
            let group = &batch.changes[group];
            bytes = bytes.end
                ..bytes.end
                    + group
                        .iter()
                        .map(|change| change.added as usize)
                        .sum::<usize>();
            // Where the bytes are now, after the groups before.
            let at = group[0].at - removed + bytes.start as u64;
            removed += group.iter().map(|change| change.removed).sum::<u64>();
            let (old, new) = layer.store.cells_of(batch, group, at, bytes.start);
            let change = ReplacedStretch {
                at,
                removed: old.len() as u64,
                added: new.len() as u64,
            };
            let mut moves = Vec::new();
            if old != new {
                moves = moves_of(group, at);
                layer.store.replace(at, change.removed, &new);
                layer.history.add(change, &moves, (&old, &new));
                differs = true;
            }
            touched = Some(TouchedStretch::join(touched.take(), change, moves, old));
        }
        if differs {
            layer.history.end_step();
        }
        self.publish(&layer);
        touched.ok_or(EditRefusal::PastEnd)
    }
}

/// The changes of a group that move bytes; `at` is the offset of the group now. Each is at its offset
/// after those before it.
fn moves_of(group: &[ReplacedStretch], at: u64) -> Vec<ReplacedStretch> {
    let (mut removed, mut added) = (0, 0);
    let changes = group.iter().map(|change| {
        let now = at + change.at - group[0].at + added - removed;
        (removed, added) = (removed + change.removed, added + change.added);
        ReplacedStretch { at: now, ..*change }
    });
    changes.filter(|change| change.moves()).collect()
}

impl EditStore {
    /// Reports whether there is room for a batch, and whether its bytes are there.
    fn admit(&self, batch: &EditBatch) -> Result<(), EditRefusal> {
        let Self::Buffer(buffer) = self else {
            return Ok(());
        };
        let last = batch.changes.last();
        let end = last.and_then(|last| last.at.checked_add(last.removed));
        if end.is_none_or(|end| end > buffer.len()) {
            return Err(EditRefusal::PastEnd);
        }
        let removed: u64 = batch.changes.iter().map(|change| change.removed).sum();
        if buffer.len() - removed + batch.bytes.len() as u64 > MOST {
            return Err(EditRefusal::Full);
        }
        Ok(())
    }

    /// The end of the changes from `first` on that are made at once: in a scratch buffer, of many
    /// changes those that are near, because a replacement there costs a chunk.
    fn together(&self, batch: &EditBatch, first: usize) -> usize {
        if matches!(self, Self::Overlay(_)) || batch.changes.len() <= FEW {
            return first + 1;
        }
        let start = batch.changes[first].at;
        let rest = batch.changes[first + 1..].iter();
        let near = rest.take_while(|change| change.at + change.removed <= start + TOGETHER);
        first + 1 + near.count()
    }

    /// The cells of a group of changes that are now at an offset, before and after; `bytes` is the
    /// index of its first new byte.
    fn cells_of(
        &self,
        batch: &EditBatch,
        group: &[ReplacedStretch],
        at: u64,
        mut bytes: usize,
    ) -> (Vec<EditCell>, Vec<EditCell>) {
        let start = group[0].at;
        let end = group.last().map_or(start, |last| last.at + last.removed);
        let old = self.cells(at, end - start);
        let (mut new, mut from) = (Vec::with_capacity(old.len()), 0);
        for change in group {
            let until = (change.at - start) as usize;
            new.extend_from_slice(&old[from..until]);
            let range = bytes..bytes + change.added as usize;
            let put = batch.bytes[range.clone()].iter();
            match self {
                Self::Buffer(_) => new.extend(put.map(|&byte| EditCell::changed(byte))),
                Self::Overlay(_) => {
                    let both = put.zip(&batch.under[range.clone()]);
                    new.extend(both.map(|(&byte, &under)| EditCell::over(byte, under)));
                }
            }
            (bytes, from) = (range.end, until + change.removed as usize);
        }
        (old, new)
    }
}
