//! Changing the data of a source, without touching its file.
//!
//! Invariant: only the caller that shows the data changes it, and never waits for a file.

use std::sync::Arc;

use super::body::Body;
use super::edits::{Edit, Editing, Edits, MOST, Refusal, Touched};
use super::{NonBlockingReader, Source};

impl Source {
    /// A scratch buffer with a name to show, and bytes to begin with.
    ///
    /// # Errors
    /// There are more than [`MOST`] bytes.
    pub fn scratch(name: &str, bytes: Vec<u8>) -> Result<Source, Refusal> {
        if bytes.len() as u64 > MOST {
            return Err(Refusal::Full);
        }
        let edits = Arc::new(Edits::scratch(&bytes));
        let body = Body::Memory(Arc::new(bytes.into()));
        Ok(Source::new(name.into(), None, body).with(&edits))
    }

    /// What may be done with its bytes.
    pub fn editing(&self) -> Editing {
        self.edits.editing()
    }

    /// Takes back the last step; `None` if there is none.
    pub fn undo(&self) -> Option<Touched> {
        self.edits.undo()
    }

    /// Does again what was taken back last; `None` if nothing was.
    pub fn redo(&self) -> Option<Touched> {
        self.edits.redo()
    }

    /// Gives back the bytes that were opened, in one step, which may be undone; `None` if
    /// nothing is changed.
    pub fn reset(&self) -> Option<Touched> {
        let below = |start, len| NonBlockingReader::new(self).below(start, len);
        self.edits.reset(&below)
    }

    /// Whether any byte is not as it was opened.
    pub fn is_changed(&self) -> bool {
        self.edits.is_changed()
    }

    /// Whether there are changes that no file holds.
    pub fn is_unsaved(&self) -> bool {
        self.edits.is_unsaved()
    }

    /// Takes note that a file holds the bytes as they are now.
    pub fn set_saved(&self) {
        self.edits.set_saved();
    }

    /// Bytes of memory that the changes and their history take.
    pub fn memory_of_changes(&self) -> usize {
        self.edits.memory()
    }
}

impl NonBlockingReader<'_> {
    /// Changes bytes, as one step of undo; other readers see it at once.
    ///
    /// # Errors
    /// Why nothing was changed.
    pub fn edit(&self, edit: &Edit) -> Result<Touched, Refusal> {
        let below = |start, len| self.below(start, len);
        self.source().edits.apply(edit, &below)
    }
}
