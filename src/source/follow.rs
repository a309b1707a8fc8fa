//! Files that grow while they are read: logs.
//!
//! For a caller that shows a file, [`Source::follow`] treats its end as a place where more may
//! follow; the thread that reads the file then looks at it more often. For a caller that goes
//! through it from front to back, [`FollowedFile`] reports at each look the new bytes, and a
//! [`GrowingReader`] makes a reader of it that waits as its caller wants. A file is polled and not
//! watched: that works on every system and over networks, and a look costs two calls.
//!
//! Invariant: the bytes of a file are given in order and each once, also those written just before
//! another file took its name.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::body::SourceBody;
use super::extent::ReadAt;
use super::file;
use super::file_state::FileState;
use super::sequential::{Pipe, SequentialInput};
use super::{Source, Trouble};
use crate::platform::{FileKind, Here, System as _};

impl Source {
    /// Treats the end of the data as a place where more may follow: a sequence cut off there is not
    /// ill-formed yet. This lasts until [`Source::stop_following`].
    ///
    /// # Errors
    /// The data is neither a file nor a pipe, so it does not grow.
    pub fn follow(&self) -> Result<(), Trouble> {
        match &self.body {
            SourceBody::Paged(paged) => {
                paged.follow();
                Ok(())
            }
            SourceBody::Stream(_) => Ok(()),
            SourceBody::Memory(_)
            | SourceBody::Drained(_)
            | SourceBody::Imported(_)
            | SourceBody::Answered(_) => {
                let what = "does not grow";
                Err(Trouble::new(
                    &self.label,
                    what,
                    "follow a regular file or a pipe",
                ))
            }
        }
    }

    /// Treats the end of a followed file as the end of its data again.
    pub fn stop_following(&self) {
        if let SourceBody::Paged(paged) = &self.body {
            paged.stop_following();
        }
    }

    /// Reports whether it is a followed file.
    pub fn is_followed(&self) -> bool {
        matches!(&self.body, SourceBody::Paged(paged) if paged.is_followed())
    }
}

/// The result of a look at a followed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowedRead {
    /// This number of new bytes.
    Bytes(usize),
    /// Nothing new, or another look is needed to decide.
    Nothing,
    /// This data has ended.
    Over(FollowEnd),
}

/// The reason why the data of a followed file has ended although the file is still followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowEnd {
    /// Another file has its name.
    Replaced,
    /// It is shorter than the part already read.
    Cut,
}

/// A file that is read while it grows.
pub struct FollowedFile {
    place: PathBuf,
    /// The place where another file may appear; standard input has no such place.
    path: Option<PathBuf>,
    file: File,
    identity: (u64, u64),
    /// The number of bytes read so far.
    at: u64,
    /// True if another file was seen under its name: it is read until it is exhausted.
    is_leaving: bool,
    /// The reason why the last look has ended the data.
    turn: Option<FollowEnd>,
}

impl FollowedFile {
    /// Opens a plain file.
    ///
    /// # Errors
    /// There is none, or it may not be read.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let file = Here::open(path).map_err(|error| Trouble::io(path, &error))?;
        Self::new(path, Some(path.to_owned()), file)
    }

    fn new(place: &Path, path: Option<PathBuf>, file: File) -> Result<Self, Trouble> {
        let trouble = |error: io::Error| Trouble::io(place, &error);
        let known = Here::known(&file).map_err(trouble)?;
        match known.kind {
            FileKind::Regular => {}
            FileKind::Directory => return Err(file::is_directory(place)),
            _ => {
                let what = "is not a regular file";
                return Err(Trouble::new(place, what, "follow a regular file or a pipe"));
            }
        }
        Ok(Self {
            identity: known.identity,
            place: place.to_owned(),
            path,
            file,
            at: 0,
            is_leaving: false,
            turn: None,
        })
    }

    /// Looks once, without waiting: reads the new bytes, as far as there is room, or finds out
    /// whether this data has ended.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn look(&mut self, into: &mut [u8]) -> io::Result<FollowedRead> {
        let read = ReadAt::read_at(&self.file, self.at, into)?;
        if read > 0 {
            self.at += read as u64;
            return Ok(FollowedRead::Bytes(read));
        }
        if self.file.metadata()?.len() < self.at {
            return Ok(self.over(FollowEnd::Cut));
        }
        let is_replaced = self.path.as_deref().is_some_and(|path| {
            let found = FileState::at(path);
            found.is_ok_and(|found| found.identity != self.identity)
        });
        // The program that renamed it may have written to it just before: one more look finds that.
        if is_replaced && std::mem::replace(&mut self.is_leaving, true) {
            return Ok(self.over(FollowEnd::Replaced));
        }
        self.is_leaving = is_replaced;
        Ok(FollowedRead::Nothing)
    }

    fn over(&mut self, turn: FollowEnd) -> FollowedRead {
        self.turn = Some(turn);
        FollowedRead::Over(turn)
    }

    /// Continues with the data that replaced the ended data, from its start; returns the reason of
    /// the end. None if it has not ended.
    ///
    /// # Errors
    /// The new file cannot be opened; the call may be repeated.
    pub fn go_on(&mut self) -> Result<Option<FollowEnd>, Trouble> {
        let turn = self.turn;
        match (turn, &self.path) {
            (None, _) => {}
            (Some(FollowEnd::Replaced), Some(path)) => *self = Self::open(path)?,
            (Some(_), _) => (self.at, self.turn) = (0, None),
        }
        Ok(turn)
    }
}

/// The input that is read while it grows.
enum GrowingInput {
    File(FollowedFile),
    Pipe(File),
}

/// Data read from front to back while it grows: a file with its successors, or a pipe.
#[derive(Clone)]
pub struct GrowingData(Arc<Mutex<GrowingInput>>);

impl GrowingData {
    /// Opens the file at a path; `-` is standard input. Opening a named pipe waits for a writer.
    ///
    /// # Errors
    /// It is neither a plain file nor a pipe, or may not be read.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let trouble = |error: io::Error| Trouble::io(path, &error);
        let what = if path == Path::new("-") {
            let file = Here::standard_input().map_err(trouble)?;
            match Here::known(&file).map_err(trouble)?.kind {
                FileKind::Regular => GrowingInput::File(FollowedFile::new(path, None, file)?),
                _ => GrowingInput::Pipe(file),
            }
        } else if Here::known_at(path).map_err(trouble)?.kind == FileKind::Fifo {
            GrowingInput::Pipe(File::open(path).map_err(trouble)?)
        } else {
            GrowingInput::File(FollowedFile::open(path)?)
        };
        Ok(Self(Arc::new(Mutex::new(what))))
    }

    /// The bytes there now, and later ones, until the data ends or `pause` returns false. `pause`
    /// is called when there is nothing new, and should wait a moment.
    pub fn input(&self, pause: impl FnMut() -> bool + Send + 'static) -> SequentialInput {
        let what = Arc::clone(&self.0);
        let place = match &*self.what() {
            GrowingInput::File(followed) => followed.place.clone(),
            GrowingInput::Pipe(_) => PathBuf::from("-"),
        };
        let tail = GrowingReader { what, pause };
        SequentialInput::Pipe(Pipe::from_reader(&place.to_string_lossy(), tail))
    }

    /// Like [`FollowedFile::go_on`]; a pipe ends for good.
    ///
    /// # Errors
    /// The same as there.
    pub fn go_on(&self) -> Result<Option<FollowEnd>, Trouble> {
        match &mut *self.what() {
            GrowingInput::File(followed) => followed.go_on(),
            GrowingInput::Pipe(_) => Ok(None),
        }
    }

    /// The input is consistent between any two statements, so a poisoned lock is fine.
    fn what(&self) -> MutexGuard<'_, GrowingInput> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader of growing input.
struct GrowingReader<P> {
    what: Arc<Mutex<GrowingInput>>,
    pause: P,
}

impl<P: FnMut() -> bool> Read for GrowingReader<P> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut what = self.what.lock().unwrap_or_else(PoisonError::into_inner);
            let seen = match &mut *what {
                GrowingInput::File(followed) => followed.look(buf)?,
                GrowingInput::Pipe(pipe) if Here::is_ready(pipe) => match pipe.read(buf) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => FollowedRead::Nothing,
                    read => return read,
                },
                GrowingInput::Pipe(_) => FollowedRead::Nothing,
            };
            drop(what);
            match seen {
                FollowedRead::Bytes(read) => return Ok(read),
                FollowedRead::Nothing if (self.pause)() => {}
                FollowedRead::Nothing | FollowedRead::Over(_) => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests;
