//! Bytes on demand: a file, a disk, a pipe or memory, read by offset.
//!
//! Files are read at positions through a few pages (`cache`) and never mapped: truncating a mapped
//! file kills the process, and leaves the terminal raw. Data that comes only once is spooled
//! (`stream`); the bytes of a hex dump are sorted (`addressed_builder`) and read at their own
//! addresses (`addressed`). For a caller that cannot wait for a slow file, a thread does
//! (`non_blocking`). Bytes that cannot be read are a hole (`extent`), bytes that do not exist are
//! past the end, and only opening fails ([`Trouble`]). The user's changes are a layer over all of
//! that (`edits`), which every reader sees; only a function of the caller writes the file itself
//! ([`Source::write_back`]).
//!
//! Invariant: memory does not grow with the data, however long it is, except for the window that a
//! caller requests, the bytes given to [`Source::memory`], and the user's changes.

mod addressed;
mod addressed_builder;
mod body;
mod cache;
mod changes;
mod edits;
mod extent;
#[cfg(test)]
#[path = "../../tests/common/fake.rs"]
mod fake;
mod file;
mod file_state;
pub mod folder;
mod follow;
pub mod git;
mod non_blocking;
mod page_requests;
mod ranged;
mod sequential;
mod small_file;
mod stream;
mod trouble;
mod waiting;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::platform::{FileKind, Here, System as _};
use crate::window::{Peek, Window};
use body::SourceBody;
use cache::PagedFile;
use edits::Edits;
use page_requests::PageRequests;
use stream::SpooledStream;

pub use addressed::AddressedBytes;
pub use addressed_builder::{AddressedBuilder, Overlap};
pub use changes::UnderlyingData;
pub use edits::{
    EarlierBytes, Edit, EditBatch, EditPermission, EditRefusal, MOST as MOST_SCRATCH,
    ReplacedStretch, TouchedStretch,
};
pub use extent::ReadAt;
pub use file_state::FileState;
pub use follow::{FollowEnd, FollowedFile, FollowedRead, GrowingData};
pub use non_blocking::{NonBlockingReader, ReaderThread, ServedRequest};
pub use ranged::FetchedRange;
pub use sequential::{Pipe, Seekable, SequentialInput};
pub use small_file::small_file;
pub use stream::PullOutcome;
pub use trouble::Trouble;
pub use waiting::{ArrivedData, UpTo, WaitingSource};

/// The change of a file since the last check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileChange {
    /// Nothing.
    Same,
    /// More bytes than before.
    Grew,
    /// Fewer bytes than before.
    Shrank,
    /// It was written to and is as long as before.
    Modified,
    /// The path leads to another file; the open one is the old one. Reported as long as that is so.
    Replaced,
    /// The path leads nowhere; the open file can still be read. Reported as long as that is so.
    Gone,
}

/// Data that can be read at any offset, and shared between threads.
///
/// Its [`Peek`] never waits for a stream. The length is the one known now: that of a file follows
/// [`Source::refresh`], and a read that finds the end earlier; that of a stream follows
/// [`Source::pull`]. A window of a stream that has not ended may be short without `ends`. The
/// caller must bound the memory of a window.
pub struct Source {
    label: OsString,
    /// The path to open again; standard input and memory have none.
    path: Option<PathBuf>,
    body: SourceBody,
    /// The user's changes to it.
    edits: Arc<Edits>,
    /// The pages requested from the reading thread by callers that cannot wait.
    requests: PageRequests,
    /// The time that a [`NonBlockingReader`] waits for slow pages.
    patience: Duration,
}

impl Source {
    /// Opens the file at a path: a file, a disk, or something that comes from front to back
    /// ([`Source::is_stream`]). Files of `/proc` and `/sys`, whose length means nothing, are read
    /// whole. A named pipe is opened by the first pull, which then waits for a writer; opening
    /// never waits.
    ///
    /// # Errors
    /// The path leads nowhere, to a directory or to a socket, or may not be read.
    pub fn open(path: &Path) -> Result<Source, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(path, &error);
        let body = match Here::known_at(path).map_err(trouble)?.kind {
            FileKind::Directory => return Err(file::is_directory(path)),
            FileKind::Socket => return Err(file::is_socket(path)),
            FileKind::Fifo => {
                Here::may_read(path).map_err(trouble)?;
                SourceBody::Stream(Arc::new(SpooledStream::named_pipe(path)))
            }
            FileKind::Regular | FileKind::Block | FileKind::Device => {
                SourceBody::new(Here::open(path).map_err(trouble)?, path)?
            }
        };
        Ok(Source::new(path.into(), Some(path.to_owned()), body))
    }

    /// Opens standard input. If a file was redirected into it, it is read at positions like any
    /// file. Offset 0 is then its current position: its beginning, unless a program before us has
    /// read from it.
    ///
    /// # Errors
    /// It is closed, or a directory.
    pub fn stdin() -> Result<Source, Trouble> {
        let place = Path::new("-");
        let file = Here::standard_input().map_err(|error| Trouble::io(place, &error))?;
        Source::from_handle(place, file)
    }

    fn from_handle(place: &Path, file: File) -> Result<Source, Trouble> {
        let body = SourceBody::new(file, place)?;
        Ok(Source::new(place.into(), None, body))
    }

    /// Bytes in memory, with a name to show.
    pub fn memory(name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Source {
        Source::new(
            name.into(),
            None,
            SourceBody::Memory(Arc::new(bytes.into())),
        )
    }

    /// Data that comes once, from front to back, with a name to show.
    pub fn flowing(name: &str, input: impl Read + Send + 'static) -> Source {
        let stream = SpooledStream::new(Path::new(name), input);
        Source::new(name.into(), None, SourceBody::Stream(Arc::new(stream)))
    }

    /// Data that can be read at offsets, with a name to show.
    ///
    /// # Errors
    /// It does not know its length.
    pub fn over(name: &str, reader: Box<dyn ReadAt>) -> Result<Source, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(Path::new(name), &error);
        let paged = PagedFile::new(reader).map_err(trouble)?;
        Ok(Source::new(
            name.into(),
            None,
            SourceBody::Paged(Arc::new(paged)),
        ))
    }

    /// Data with a [`Peek`] of its own, which must answer at once, and a name to show. Its bytes
    /// may change; [`Source::refresh`] does not report that.
    pub fn answered(name: &str, data: Arc<dyn Peek + Send + Sync>) -> Source {
        Source::new(name.into(), None, SourceBody::Answered(data))
    }

    /// The data of an imported hex dump, under the name of the dump.
    pub fn imported(label: &OsStr, imported: AddressedBytes) -> Source {
        Source::new(
            label.to_owned(),
            None,
            SourceBody::Imported(Arc::new(imported)),
        )
    }

    fn new(label: OsString, path: Option<PathBuf>, body: SourceBody) -> Source {
        Source {
            label,
            path,
            body,
            edits: Arc::default(),
            requests: PageRequests::default(),
            patience: non_blocking::PATIENCE,
        }
    }

    /// The same data under a layer of changes.
    fn with(self, edits: &Arc<Edits>) -> Source {
        Source {
            edits: Arc::clone(edits),
            ..self
        }
    }

    /// Its name: the path as it was given, `-`, or the name of memory. Not sanitised: it may hold
    /// anything that a file name may.
    pub fn label(&self) -> &OsStr {
        &self.label
    }

    /// The path it was opened by; `None` if it was opened otherwise.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Reports whether its bytes come by [`pulling`](Source::pull); also after the last has come.
    pub fn is_stream(&self) -> bool {
        matches!(self.body, SourceBody::Stream(_))
    }

    /// Reports whether more bytes may come: it is a stream that has not ended, or a followed file.
    pub fn is_arriving(&self) -> bool {
        match &self.body {
            SourceBody::Stream(stream) => !stream.ended(),
            SourceBody::Paged(paged) => paged.is_followed(),
            _ => false,
        }
    }

    /// Reports whether it can change while it is open, and may be slow to read: then a
    /// [`ReaderThread`] serves it.
    pub fn is_watched(&self) -> bool {
        match &self.body {
            SourceBody::Paged(paged) => paged.is_watched(),
            SourceBody::Drained(_) => true,
            _ => false,
        }
    }

    /// Waits for the next bytes of a stream, up to 1 MiB, and stores them. Callers that only look
    /// are not delayed meanwhile. Data that is no stream is at its end.
    ///
    /// # Errors
    /// Reading has failed, or storing the bytes; reported once. The stream then ends there, and
    /// [`Source::failure`] gives the reason.
    pub fn pull(&self) -> Result<PullOutcome, Trouble> {
        match &self.body {
            SourceBody::Stream(stream) => stream.pull(),
            _ => Ok(PullOutcome::End),
        }
    }

    /// The failure that ended the stream before its writer did. Readers through [`WaitingSource`]
    /// ask for it afterwards.
    pub fn failure(&self) -> Option<Trouble> {
        match &self.body {
            SourceBody::Stream(stream) => stream.failure(),
            _ => None,
        }
    }

    /// Asks the system for changes to the file, in one or two calls: length and time of the open
    /// file, and whether the path still leads to it. After a change of the open file no byte read
    /// before is shown again. Streams and memory never change; of a file that was read whole only
    /// the removal is noticed.
    pub fn refresh(&self) -> FileChange {
        let found = || self.path().map(FileState::at);
        let gone = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory);
        match &self.body {
            SourceBody::Memory(_)
            | SourceBody::Stream(_)
            | SourceBody::Imported(_)
            | SourceBody::Answered(_) => FileChange::Same,
            SourceBody::Drained(_) => match found() {
                Some(Err(error)) if gone(error.kind()) => FileChange::Gone,
                _ => FileChange::Same,
            },
            SourceBody::Paged(paged) => {
                let change = paged.refresh();
                match found() {
                    Some(Err(error)) if gone(error.kind()) => FileChange::Gone,
                    Some(Ok(now)) if now.identity != paged.identity() => FileChange::Replaced,
                    _ => change,
                }
            }
        }
    }

    /// Reports whether a file is the open one, even if it was found by another path.
    pub fn is_open_file(&self, found: &FileState) -> bool {
        let same = |own: (u64, u64)| own == found.identity;
        match &self.body {
            SourceBody::Memory(_) | SourceBody::Stream(_) | SourceBody::Answered(_) => false,
            // The dump it was imported from.
            SourceBody::Imported(_) => {
                let own = FileState::at(Path::new(&self.label)).ok();
                own.is_some_and(|own| same(own.identity))
            }
            SourceBody::Paged(paged) => same(paged.identity()),
            SourceBody::Drained(_) => {
                let own = self.path().and_then(|path| FileState::at(path).ok());
                own.is_some_and(|own| same(own.identity))
            }
        }
    }

    /// Reports whether another source reads the same file.
    pub fn is_same_file(&self, other: &Self) -> bool {
        match (&self.body, &other.body) {
            (SourceBody::Paged(own), SourceBody::Paged(other)) => {
                own.identity() == other.identity()
            }
            (SourceBody::Stream(own), SourceBody::Stream(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }

    /// Opens the path of the source again. Data that cannot be read twice, or has no path, is
    /// shared with the old source, and nothing is lost; the user's changes lie over both.
    ///
    /// # Errors
    /// As for [`Source::open`]; the old source is still there.
    pub fn reopen(&self) -> Result<Source, Trouble> {
        match (&self.body, self.path()) {
            (SourceBody::Paged(_) | SourceBody::Drained(_), Some(path)) => {
                return Source::open(path).map(|source| source.with(&self.edits));
            }
            (SourceBody::Paged(paged), None) => paged.reload(),
            (
                SourceBody::Memory(_)
                | SourceBody::Stream(_)
                | SourceBody::Drained(_)
                | SourceBody::Imported(_)
                | SourceBody::Answered(_),
                _,
            ) => {}
        }
        let (label, path) = (self.label.clone(), self.path.clone());
        Ok(Source::new(label, path, self.body.clone()).with(&self.edits))
    }
}

/// Reports whether a file is the one that was redirected into standard input.
pub fn is_standard_input(found: &FileState) -> bool {
    let own = Here::standard_input().and_then(|own| Here::known(&own));
    own.is_ok_and(|own| own.kind == FileKind::Regular && own.identity == found.identity)
}

impl Peek for Source {
    fn len(&self) -> u64 {
        self.edits.len().unwrap_or_else(|| self.body.len())
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let below = |start, len| self.body.window(start, len);
        self.edits.window(start, len, below)
    }

    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        if self.edits.differs() {
            *window = self.window(start, len);
        } else {
            self.body.refill(start, len, window);
        }
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.edits.zeros(from, |from| self.body.zeros(from))
    }

    fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        self.edits.changed(within)
    }

    fn has_changed(&self, within: Range<u64>) -> bool {
        self.edits.has_changed(within)
    }

    fn address(&self, offset: u64) -> u64 {
        self.body.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.body.offset_of(address)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.body {
            SourceBody::Memory(_) => "memory",
            SourceBody::Paged(_) => "file",
            SourceBody::Drained(_) => "file read whole",
            SourceBody::Stream(_) => "stream",
            SourceBody::Imported(_) => "imported dump",
            SourceBody::Answered(_) => "answered",
        };
        f.debug_struct("Source")
            .field("label", &self.label)
            .field("kind", &kind)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
