//! What the user asks to change in the bytes, and how far that has come.
//!
//! A command only asks; the session changes the data, since the layer of changes lies over its
//! source. Invariant: no request writes to a file.

/// A change that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Bytes in the place of others.
    Put {
        /// The offset of the first byte that is replaced.
        at: u64,
        /// How many bytes are replaced; 0 to insert.
        removed: u64,
        /// What is put there; empty to delete.
        bytes: Vec<u8>,
        /// Where the cursor goes if that was done.
        then: Caret,
    },
    /// Take back the last steps, so many.
    Undo(u64),
    /// Do again what was taken back, so many steps.
    Redo(u64),
    /// Give back the bytes that were opened.
    Reset,
}

/// A place of the cursor: a byte, and a bit in it, 0 the most significant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caret {
    /// The offset of the byte.
    pub offset: u64,
    /// The bit.
    pub bit: u8,
}

/// What may be done with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Editing {
    /// They are overwritten; none moves.
    #[default]
    Overwrite,
    /// They are inserted and deleted too.
    Scratch,
}

/// Whether the bytes are as they were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Progress {
    /// They are.
    #[default]
    Unchanged,
    /// They are not, and a file holds them.
    Saved,
    /// They are not, and no file holds them.
    Unsaved,
}

/// What may be done with the bytes, and what was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditState {
    /// What may be done.
    pub editing: Editing,
    /// What was done.
    pub progress: Progress,
    /// What was done to the bytes where a byte order mark stands.
    pub opening: Progress,
    /// What was done to data that is open under this.
    pub below: Progress,
    /// What was done to the regions of this and of data that is open under it.
    pub regions: Progress,
}

impl EditState {
    /// Whether leaving would lose changes of bytes.
    pub fn is_unsaved(self) -> bool {
        self.progress == Progress::Unsaved || self.below == Progress::Unsaved
    }

    /// Whether leaving would lose changes of bytes or of regions.
    pub fn would_lose(self) -> bool {
        self.is_unsaved() || self.regions == Progress::Unsaved
    }
}
