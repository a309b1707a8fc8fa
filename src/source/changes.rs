//! Changing the data of a source, without touching its file; and the one way to write the changes
//! to it, by a function of the caller.
//!
//! Invariant: only the caller that shows the data changes it, and never waits for a file.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::body::Body;
use super::edits::{Edit, Editing, Edits, MOST, Refusal, Stretches, Touched};
use super::{Change, NonBlockingReader, Source, Trouble};
use crate::window::{Peek, Window};

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

    /// The file whose own bytes can be overwritten.
    ///
    /// # Errors
    /// The data has no such file, or bytes of it may have moved: a copy can be saved.
    pub fn own_file(&self) -> Result<&Path, Trouble> {
        let what = match (&self.body, self.path()) {
            _ if self.editing() == Editing::Scratch => "is a scratch buffer, not a file",
            (Body::Paged(_), Some(path)) => return Ok(path),
            (Body::Paged(_) | Body::Stream(_), None) => "has come by standard input",
            (Body::Stream(_), Some(_)) => "is no plain file, its bytes come but once",
            (Body::Drained(_), _) => "is a file of the system, which does not tell its length",
            (Body::Imported(_), _) => "is a hex dump, and these are the bytes read from it",
            (Body::Memory(_) | Body::Answered(_), _) => "has no file",
        };
        let place = Path::new(self.label());
        Err(Trouble::new(place, what, "save the bytes as another file"))
    }

    /// What has happened to the open file since the last [`Source::refresh`], which will report
    /// it still.
    pub fn change(&self) -> Change {
        match &self.body {
            Body::Paged(paged) => paged.change(),
            _ => Change::Same,
        }
    }

    /// Lets `write` put changed bytes into the file of the data, which is a plain file or a
    /// device. It is given the path, and the bytes that the file holds. However much it writes, readers see the same bytes afterwards,
    /// and undoing leads back to the old ones.
    ///
    /// # Errors
    /// As for [`Source::own_file`]; or the bytes to be written over cannot be read. Then `write`
    /// was not called.
    pub fn write_back<T>(&self, write: impl FnOnce(&Path, &Below<'_>) -> T) -> Result<T, Trouble> {
        let path = self.own_file()?;
        let below = Below(self);
        let ranges = self.changed(0..u64::MAX);
        let Body::Paged(paged) = &self.body else {
            return Ok(write(path, &below));
        };
        // What another program has written meanwhile is to be seen.
        paged.reload();
        let last = ranges.last().map_or(0, |last| last.end);
        if last > below.len() {
            let what = format!("has become shorter, and byte 0x{:X} is changed", last - 1);
            return Err(Trouble::new(path, what, "nothing written"));
        }
        let what = "bytes to be written over cannot be read";
        let unread = || Trouble::new(path, what, "nothing written");
        let old = Stretches::read(&below, &ranges).ok_or_else(unread)?;
        let written = paged.write(|| write(path, &below));
        if let Some(now) = Stretches::read(&below, &ranges) {
            self.edits.rebase(&old, &now);
        }
        Ok(written)
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

/// The data under the changes: what the file holds.
pub struct Below<'a>(&'a Source);

impl Peek for Below<'_> {
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
