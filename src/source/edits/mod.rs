//! The user's changes to the data, as a layer over a source; the file is not touched.
//!
//! It is in this room because every reader of a source has to see it: the screen, a scan, a search,
//! a copy. Over data of any size bytes are only overwritten (`overlay`); data of up to
//! [`MOST`] bytes may be opened as a scratch buffer, in which bytes are inserted and deleted too
//! (`buffer`). Both have one history of undo and redo without bound (`history`).
//!
//! Invariant: undoing all steps gives the bytes that were opened, and a layer without a change
//! costs its readers one atomic load.

mod batch;
mod buffer;
mod earlier;
mod history;
mod overlay;
mod rebase;
#[cfg(test)]
mod tests;
mod touched;

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::window::Window;
pub use batch::EditBatch;
use buffer::EditBuffer;
pub use earlier::EarlierBytes;
pub use history::ReplacedStretch;
use history::{ChangeTaker, EditHistory};
use overlay::EditOverlay;
pub(super) use rebase::RebasedStretches;
pub use touched::TouchedStretch;

/// The largest number of bytes of a scratch buffer.
pub const MOST: u64 = 16 << 20;

/// Overwritten bytes lie before this offset (64 PiB): the overlay keeps the offset of a byte
/// and its value in one word.
const FARTHEST: u64 = 1 << 56;

/// The allowed changes to the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditPermission {
    /// Bytes may be overwritten; none moves.
    Overwrite,
    /// Bytes may be inserted and deleted too.
    Scratch,
}

/// A replacement of bytes by others; one step of undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The offset of the first byte that is replaced.
    pub at: u64,
    /// The number of replaced bytes; 0 to insert.
    pub removed: u64,
    /// The new bytes; empty to delete.
    pub bytes: Vec<u8>,
}

impl Edit {
    /// Other values for the bytes from an offset on.
    pub fn overwrite(at: u64, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let removed = bytes.len() as u64;
        Self { at, removed, bytes }
    }
}

/// The reason why nothing was changed; prints as a line for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// Bytes would move.
    #[error("in a file you can only overwrite bytes; in scratch you can also insert and delete")]
    Moves,
    /// There are fewer bytes.
    #[error("the data ends here; only a scratch buffer can grow")]
    PastEnd,
    /// The bytes to change are unknown.
    #[error("these bytes cannot be read, so they cannot be changed")]
    Absent,
    /// The bytes to change are still loading.
    #[error("these bytes are still loading; try again")]
    Awaited,
    /// The scratch buffer is full.
    #[error("a scratch buffer holds at most 16 MiB")]
    Full,
    /// The offset is too large for the overlay.
    #[error("bytes from 64 PiB on cannot be changed")]
    TooFar,
}

/// A byte, and whether the user has changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EditCell(u16);

impl EditCell {
    const CHANGED: u16 = 1 << 8;
    /// In an overlay, an unchanged byte: its value is not stored.
    const BELOW: Self = Self(0);

    fn original(byte: u8) -> Self {
        Self(byte.into())
    }

    fn changed(byte: u8) -> Self {
        Self(u16::from(byte) | Self::CHANGED)
    }

    /// In an overlay, a byte over another one.
    fn over(byte: u8, under: u8) -> Self {
        if byte == under {
            Self::BELOW
        } else {
            Self::changed(byte)
        }
    }

    fn is_changed(self) -> bool {
        self.0 & Self::CHANGED != 0
    }

    fn byte(self) -> u8 {
        self.0.to_le_bytes()[0]
    }
}

/// The bytes that differ, by the way they may differ.
enum EditStore {
    Overlay(EditOverlay),
    Buffer(EditBuffer),
}

impl EditStore {
    /// Replaces cells by others.
    fn replace(&mut self, at: u64, removed: u64, cells: &[EditCell]) {
        match self {
            Self::Overlay(overlay) => overlay.replace(at, cells),
            Self::Buffer(buffer) => buffer.replace(at, removed, cells),
        }
    }

    fn cells(&self, at: u64, len: u64) -> Vec<EditCell> {
        match self {
            Self::Overlay(overlay) => overlay.cells(at, len as usize),
            Self::Buffer(buffer) => buffer.cells(at, len),
        }
    }
}

/// A step in the history: passes on its changes, with the cells to write there.
type HistoryStep = fn(&mut EditHistory, &mut ChangeTaker<'_>);

struct EditLayer {
    store: EditStore,
    history: EditHistory,
}

impl EditLayer {
    /// Goes a step back or forward in the history.
    fn turn(&mut self, step: HistoryStep) -> Option<TouchedStretch> {
        let (store, mut touched) = (&mut self.store, None);
        step(&mut self.history, &mut |change, moves, cells| {
            let was = store.cells(change.at, change.removed);
            store.replace(change.at, change.removed, cells);
            touched = Some(TouchedStretch::join(touched.take(), change, moves, was));
        });
        touched
    }

    fn is_changed(&self) -> bool {
        match &self.store {
            EditStore::Overlay(overlay) => !overlay.is_empty(),
            EditStore::Buffer(buffer) => buffer.is_changed(),
        }
    }
}

/// The layer of changes over a source.
pub(super) struct Edits {
    layer: RwLock<EditLayer>,
    /// True if readers must look into the layer.
    differs: AtomicBool,
}

impl Default for Edits {
    /// An overlay without a change.
    fn default() -> Self {
        Self::new(EditStore::Overlay(EditOverlay::default()))
    }
}

impl Edits {
    /// A scratch buffer with some bytes.
    pub(super) fn scratch(bytes: &[u8]) -> Self {
        Self::new(EditStore::Buffer(EditBuffer::new(bytes)))
    }

    fn new(store: EditStore) -> Self {
        Self {
            differs: AtomicBool::new(matches!(store, EditStore::Buffer(_))),
            layer: RwLock::new(EditLayer {
                store,
                history: EditHistory::default(),
            }),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, EditLayer> {
        self.layer.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, EditLayer> {
        self.layer.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The allowed changes to the bytes.
    pub(super) fn editing(&self) -> EditPermission {
        match self.read().store {
            EditStore::Overlay(_) => EditPermission::Overwrite,
            EditStore::Buffer(_) => EditPermission::Scratch,
        }
    }

    /// Reports whether readers must look into it.
    pub(super) fn differs(&self) -> bool {
        self.differs.load(Ordering::Acquire)
    }

    /// The length, if it is not that of the data below.
    pub(super) fn len(&self) -> Option<u64> {
        if !self.differs() {
            return None;
        }
        match &self.read().store {
            EditStore::Overlay(_) => None,
            EditStore::Buffer(buffer) => Some(buffer.len()),
        }
    }

    /// A window of the current data, over the one below it.
    pub(super) fn window(
        &self,
        start: u64,
        len: usize,
        below: impl FnOnce(u64, usize) -> Window,
    ) -> Window {
        if !self.differs() {
            return below(start, len);
        }
        if let EditStore::Buffer(buffer) = &self.read().store {
            return buffer.window(start, len);
        }
        // Waiting for a slow file under the lock is not allowed.
        let mut window = below(start, len);
        if let EditStore::Overlay(overlay) = &self.read().store {
            overlay.lay_over(&mut window);
        }
        window
    }

    /// The next offsets that are known to be zero, taken from those of the data below.
    pub(super) fn zeros(&self, from: u64, below: impl Fn(u64) -> Range<u64>) -> Range<u64> {
        if !self.differs() {
            return below(from);
        }
        match &self.read().store {
            EditStore::Buffer(_) => from..from,
            EditStore::Overlay(overlay) => overlay.zeros(below(from)),
        }
    }

    /// Makes a change; `below` gives the data under the layer.
    pub(super) fn apply(
        &self,
        edit: &Edit,
        below: &dyn Fn(u64, usize) -> Window,
    ) -> Result<TouchedStretch, EditRefusal> {
        // The data below is read before the lock is taken.
        let under = match self.editing() {
            EditPermission::Overwrite => original(edit, &below(edit.at, edit.bytes.len()))?,
            EditPermission::Scratch => Vec::new(),
        };
        self.apply_all(&EditBatch::of(edit, under))
    }

    /// Undoes the last step; `None` if there is none.
    pub(super) fn undo(&self) -> Option<TouchedStretch> {
        let mut layer = self.write();
        let touched = layer.turn(EditHistory::undo);
        self.publish(&layer);
        touched
    }

    /// Redoes the step that was undone last; `None` if none was.
    pub(super) fn redo(&self) -> Option<TouchedStretch> {
        let mut layer = self.write();
        let touched = layer.turn(EditHistory::redo);
        self.publish(&layer);
        touched
    }

    /// Restores the bytes that were opened, in one step, which may be undone; `None` if nothing is
    /// changed. `below` gives the bytes of a scratch buffer when it was opened.
    pub(super) fn reset(&self, below: &dyn Fn(u64, usize) -> Window) -> Option<TouchedStretch> {
        let whole = match self.editing() {
            EditPermission::Overwrite => Vec::new(),
            EditPermission::Scratch => below(0, MOST as usize).bytes,
        };
        let mut layer = self.write();
        if !layer.is_changed() {
            return None;
        }
        let EditLayer { store, history } = &mut *layer;
        let mut touched = None;
        let mut put = |store: &mut EditStore, at: u64, old: Vec<EditCell>, new: &[EditCell]| {
            let change = ReplacedStretch {
                at,
                removed: old.len() as u64,
                added: new.len() as u64,
            };
            let moves = Vec::from_iter(change.moves().then_some(change));
            store.replace(at, change.removed, new);
            history.add(change, &moves, (&old, new));
            touched = Some(TouchedStretch::join(touched.take(), change, moves, old));
        };
        match store {
            EditStore::Overlay(overlay) => {
                for run in overlay.runs(0..u64::MAX) {
                    let len = (run.end - run.start) as usize;
                    let old = store.cells(run.start, run.end - run.start);
                    put(store, run.start, old, &vec![EditCell::BELOW; len]);
                }
            }
            EditStore::Buffer(buffer) => {
                let old = buffer.cells(0, buffer.len());
                let new: Vec<_> = whole.into_iter().map(EditCell::original).collect();
                put(store, 0, old, &new);
            }
        }
        history.end_step();
        self.publish(&layer);
        touched
    }

    fn publish(&self, layer: &EditLayer) {
        let differs = match &layer.store {
            EditStore::Overlay(overlay) => !overlay.is_empty(),
            EditStore::Buffer(_) => true,
        };
        self.differs.store(differs, Ordering::Release);
    }

    /// The changed bytes in a range, as ranges in order that do not touch.
    pub(super) fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        if !self.differs() {
            return Vec::new();
        }
        match &self.read().store {
            EditStore::Overlay(overlay) => overlay.runs(within),
            EditStore::Buffer(buffer) => buffer.changed(within),
        }
    }

    /// Reports whether a byte in a range is changed.
    pub(super) fn has_changed(&self, within: Range<u64>) -> bool {
        if !self.differs() {
            return false;
        }
        match &self.read().store {
            EditStore::Overlay(overlay) => overlay.has_changed(within),
            EditStore::Buffer(buffer) => buffer.has_changed(within),
        }
    }

    /// Reports whether any byte differs from the opened data.
    pub(super) fn is_changed(&self) -> bool {
        self.differs() && self.read().is_changed()
    }

    /// Reports whether there are changes that no file holds.
    pub(super) fn is_unsaved(&self) -> bool {
        let layer = self.read();
        layer.is_changed() && !layer.history.is_saved()
    }

    /// Notes that a file holds the current bytes.
    pub(super) fn set_saved(&self) {
        self.write().history.set_saved();
    }

    /// The memory in bytes of the changes and their history.
    pub(super) fn memory(&self) -> usize {
        let layer = self.read();
        let store = match &layer.store {
            EditStore::Overlay(overlay) => overlay.memory(),
            EditStore::Buffer(buffer) => buffer.memory(),
        };
        store + layer.history.memory()
    }
}

/// The bytes of the data below that an edit overwrites.
fn original(edit: &Edit, window: &Window) -> Result<Vec<u8>, EditRefusal> {
    let len = edit.bytes.len() as u64;
    if edit.removed != len {
        return Err(EditRefusal::Moves);
    }
    if edit.at.checked_add(len).is_none_or(|end| end > FARTHEST) {
        return Err(EditRefusal::TooFar);
    }
    if window.is_awaited() {
        return Err(EditRefusal::Awaited);
    }
    if !window.holes.is_empty() {
        return Err(EditRefusal::Absent);
    }
    if (window.bytes.len() as u64) < len {
        return Err(EditRefusal::PastEnd);
    }
    Ok(window.bytes.clone())
}

impl fmt::Debug for Edits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edits")
            .field("differs", &self.differs())
            .finish_non_exhaustive()
    }
}
