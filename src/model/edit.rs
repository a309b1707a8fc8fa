//! Requests to change bytes, and the state of the changes.
//!
//! A command only asks; the session changes the data, since the layer of changes lies over its
//! source. Invariant: no request writes to a file.

use std::ops::Range;

use crate::window::Peek;

/// New bytes for some of the data, without those that stay at either end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The offsets of the bytes that are replaced.
    pub range: Range<u64>,
    /// The bytes for them.
    pub bytes: Vec<u8>,
}

impl Replacement {
    /// The change of the bytes of a range to others; none if they cannot all be read.
    pub fn of(data: &dyn Peek, range: Range<u64>, mut bytes: Vec<u8>) -> Option<Self> {
        let old = data.window(range.start, (range.end - range.start) as usize);
        let is_lost = { old.holes.iter() }.any(|hole| hole.cut(range.start, range.end).is_some());
        if old.end() < range.end || is_lost {
            return None;
        }
        let old = old.slice(range.start, range.end);
        let pairs = || old.iter().zip(&bytes);
        let before = pairs().take_while(|(old, new)| old == new).count();
        let most = old.len().min(bytes.len()) - before;
        let after = old.iter().rev().zip(bytes.iter().rev()).take(most);
        let after = after.take_while(|(old, new)| old == new).count();
        bytes.truncate(bytes.len() - after);
        bytes.drain(..before);
        Some(Self {
            range: range.start + before as u64..range.end - after as u64,
            bytes,
        })
    }

    /// Reports whether such a change is possible in place.
    pub fn fits(&self, editing: EditingMode) -> bool {
        let is_equal = self.bytes.len() as u64 == self.range.end - self.range.start;
        is_equal || editing == EditingMode::Scratch
    }

    /// The request for the change; the cursor then stands at its start.
    pub fn request(self) -> EditRequest {
        EditRequest::Put {
            at: self.range.start,
            removed: self.range.end - self.range.start,
            bytes: self.bytes,
            then: Caret {
                offset: self.range.start,
                bit: 0,
            },
            step: EditStep::Own,
        }
    }

    /// Some bytes after the change.
    #[cfg(test)]
    pub(crate) fn applied(&self, bytes: &[u8]) -> Vec<u8> {
        let (start, end) = (self.range.start as usize, self.range.end as usize);
        [&bytes[..start], &self.bytes, &bytes[end..]].concat()
    }
}

/// A requested change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditRequest {
    /// Replaces bytes.
    Put {
        /// The offset of the first byte that is replaced.
        at: u64,
        /// The number of bytes replaced; 0 to insert.
        removed: u64,
        /// The new bytes; empty to delete.
        bytes: Vec<u8>,
        /// The place of the cursor afterwards.
        then: Caret,
        /// The step of undo that it is.
        step: EditStep,
    },
    /// Undoes this many steps.
    Undo(u64),
    /// Redoes this many undone steps.
    Redo(u64),
    /// Restores the bytes that were opened.
    Reset,
}

/// The step of undo that a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditStep {
    /// One of its own.
    Own,
    /// That of the change before, if that began the first byte which this one goes on with.
    OfBegunByte,
}

/// A place of the cursor: a byte, and a bit in it, where 0 is the most significant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caret {
    /// The offset of the byte.
    pub offset: u64,
    /// The bit.
    pub bit: u8,
}

/// The allowed kinds of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EditingMode {
    /// Bytes may be overwritten; none moves.
    #[default]
    Overwrite,
    /// Bytes may be inserted and deleted too.
    Scratch,
}

/// The state of the bytes compared with those that were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SaveState {
    /// Unchanged.
    #[default]
    Unchanged,
    /// Changed, and saved in a file.
    Saved,
    /// Changed, and saved in no file.
    Unsaved,
}

/// The allowed kinds of change, and the changes made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditState {
    /// The allowed kinds of change.
    pub editing: EditingMode,
    /// The changes of the bytes.
    pub progress: SaveState,
    /// The changes of the bytes where a byte order mark stands.
    pub opening: SaveState,
    /// The changes of data that is open below this.
    pub below: SaveState,
    /// The changes of the regions of this data and of data that is open below it.
    pub regions: SaveState,
}

impl EditState {
    /// Reports whether leaving would lose changes of bytes.
    pub fn is_unsaved(self) -> bool {
        self.progress == SaveState::Unsaved || self.below == SaveState::Unsaved
    }

    /// Reports whether leaving would lose changes of bytes or of regions.
    pub fn would_lose(self) -> bool {
        self.is_unsaved() || self.regions == SaveState::Unsaved
    }
}
