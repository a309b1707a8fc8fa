//! Changes to the data of a source without touching its file; and the one way to write the changes
//! to it, by a function of the caller.
//!
//! Invariant: only the caller that shows the data changes it, and never waits for a file.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::body::SourceBody;
use super::edits::{
    Edit, EditBatch, EditPermission, EditRefusal, Edits, MOST, RebasedStretches, TouchedStretch,
};
use super::{FileChange, NonBlockingReader, Source, Trouble};
use crate::window::{Peek, Window};

impl Source {
    /// A scratch buffer with a name to show, and bytes to begin with.
    ///
    /// # Errors
    /// There are more than [`MOST`] bytes.
    pub fn scratch(name: &str, bytes: Vec<u8>) -> Result<Source, EditRefusal> {
        if bytes.len() as u64 > MOST {
            return Err(EditRefusal::Full);
        }
        let edits = Arc::new(Edits::scratch(&bytes));
        let body = SourceBody::Memory(Arc::new(bytes.into()));
        Ok(Source::new(name.into(), None, body).with(&edits))
    }

    /// The allowed changes to its bytes.
    pub fn editing(&self) -> EditPermission {
        self.edits.editing()
    }

    /// Makes all changes of a batch, as one step of undo. It was gathered from these very bytes.
    ///
    /// # Errors
    /// The reason why nothing was changed.
    pub fn edit_all(&self, batch: &EditBatch) -> Result<TouchedStretch, EditRefusal> {
        self.edits.apply_all(batch)
    }

    /// Undoes the last step; `None` if there is none.
    pub fn undo(&self) -> Option<TouchedStretch> {
        self.edits.undo()
    }

    /// Redoes the step that was undone last; `None` if none was.
    pub fn redo(&self) -> Option<TouchedStretch> {
        self.edits.redo()
    }

    /// Restores the bytes that were opened, in one step, which may be undone; `None` if nothing is
    /// changed.
    pub fn reset(&self) -> Option<TouchedStretch> {
        let below = |start, len| NonBlockingReader::new(self).below(start, len);
        self.edits.reset(&below)
    }

    /// Reports whether any byte differs from the opened data.
    pub fn is_changed(&self) -> bool {
        self.edits.is_changed()
    }

    /// Reports whether there are changes that no file holds.
    pub fn is_unsaved(&self) -> bool {
        self.edits.is_unsaved()
    }

    /// Notes that a file holds the current bytes.
    pub fn set_saved(&self) {
        self.edits.set_saved();
    }

    /// The file whose own bytes can be overwritten.
    ///
    /// # Errors
    /// The data has no such file, or bytes of it may have moved: a copy can be saved.
    pub fn own_file(&self) -> Result<&Path, Trouble> {
        let what = match (&self.body, self.path()) {
            _ if self.editing() == EditPermission::Scratch => "is a scratch buffer, not a file",
            (SourceBody::Paged(_), Some(path)) => return Ok(path),
            (SourceBody::Paged(_) | SourceBody::Stream(_), None) => "came from standard input",
            (SourceBody::Stream(_), Some(_)) => {
                "is not a regular file; its bytes can be read only once"
            }
            (SourceBody::Drained(_), _) => "is a system file of unknown length",
            (SourceBody::Imported(_), _) => "is a hex dump; you changed the bytes read from it",
            (SourceBody::Memory(_) | SourceBody::Answered(_), _) => "has no file",
        };
        let place = Path::new(self.label());
        Err(Trouble::new(place, what, "save the bytes as another file"))
    }

    /// The change to the open file since the last [`Source::refresh`], which will report it still.
    pub fn change(&self) -> FileChange {
        match &self.body {
            SourceBody::Paged(paged) => paged.change(),
            _ => FileChange::Same,
        }
    }

    /// Lets `write` write changed bytes to the file of the data, which is a plain file or a device.
    /// Its arguments are the path, and the bytes that the file holds. However much it writes,
    /// readers see the same bytes afterwards, and undoing leads back to the old ones.
    ///
    /// # Errors
    /// As for [`Source::own_file`]; or the bytes to overwrite cannot be read. Then `write`
    /// was not called.
    pub fn write_back<T>(
        &self,
        write: impl FnOnce(&Path, &UnderlyingData<'_>) -> T,
    ) -> Result<T, Trouble> {
        let path = self.own_file()?;
        let below = UnderlyingData(self);
        let ranges = self.changed(0..u64::MAX);
        let SourceBody::Paged(paged) = &self.body else {
            return Ok(write(path, &below));
        };
        // Bytes that another program has written meanwhile must be visible.
        paged.reload();
        let last = ranges.last().map_or(0, |last| last.end);
        if last > below.len() {
            let what = format!("has become shorter, but byte 0x{:X} is changed", last - 1);
            return Err(Trouble::new(path, what, "nothing written"));
        }
        let what = "the bytes to overwrite cannot be read";
        let unread = || Trouble::new(path, what, "nothing written");
        let old = RebasedStretches::read(&below, &ranges).ok_or_else(unread)?;
        let written = paged.write(|| write(path, &below));
        if let Some(now) = RebasedStretches::read(&below, &ranges) {
            self.edits.rebase(&old, &now);
        }
        Ok(written)
    }

    /// The memory in bytes of the changes and their history.
    pub fn memory_of_changes(&self) -> usize {
        self.edits.memory()
    }
}

impl NonBlockingReader<'_> {
    /// Changes bytes, as one step of undo; other readers see it at once.
    ///
    /// # Errors
    /// The reason why nothing was changed.
    pub fn edit(&self, edit: &Edit) -> Result<TouchedStretch, EditRefusal> {
        let below = |start, len| self.below(start, len);
        self.source().edits.apply(edit, &below)
    }
}

/// The data under the changes: the content of the file.
pub struct UnderlyingData<'a>(pub(super) &'a Source);

impl Peek for UnderlyingData<'_> {
    fn len(&self) -> u64 {
        self.0.body.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.0.body.window(start, len)
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.body.zeros(from)
    }
}
