//! Requests to change bytes, and the state of the changes.
//!
//! A command only asks; the session changes the data, since the layer of changes lies over its
//! source. Invariant: no request writes to a file.

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
    },
    /// Undoes this many steps.
    Undo(u64),
    /// Redoes this many undone steps.
    Redo(u64),
    /// Restores the bytes that were opened.
    Reset,
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
