//! Data that is read once, from front to back, in large steps: the input of a check.
//!
//! Only the current stretch is stored, so an endless pipe costs no more than a short file, and
//! opening makes as few system calls as it can, because a tree has thousands of files. A
//! [`Seekable`] may be read by several threads at once; a [`Pipe`] comes once. Invariant: a window
//! `ends` only where reading has found the end, or at the length reported at opening.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::extent::{ReadAt, read_into};
use super::file::{self, PositionedFile};
use super::file_state::FileState;
use super::{FileChange, Source, Trouble};
use crate::platform::{FileKind, Here, System as _};
use crate::window::sweep::Supply;
use crate::window::{Peek, Window};

/// Bytes requested at once from a pipe: more than it holds.
const CHUNK: usize = 128 * 1024;
/// Bytes that are read sooner than the system says whether they are zeros: those of most files.
const READ_SOONER: u64 = 64 * 1024;

/// Data to go through.
pub enum SequentialInput {
    /// It can be read at any offset.
    Seekable(Seekable),
    /// It comes once.
    Pipe(Pipe),
}

impl SequentialInput {
    /// Opens the file at a path. A named pipe is opened by the first read, which then waits for a
    /// writer.
    ///
    /// # Errors
    /// The path leads nowhere, to a directory or to a socket, or may not be read.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(path, &error);
        match Here::known_at(path).map_err(trouble)?.kind {
            FileKind::Directory => Err(file::is_directory(path)),
            FileKind::Socket => Err(file::is_socket(path)),
            FileKind::Fifo => {
                Here::may_read(path).map_err(trouble)?;
                Ok(Self::Pipe(Pipe::new(path, None)))
            }
            FileKind::Regular | FileKind::Block | FileKind::Device => Self::open_listed(path),
        }
    }

    /// Opens a path that was just seen to be a regular file, with one system call less.
    ///
    /// # Errors
    /// As for [`SequentialInput::open`].
    pub fn open_listed(path: &Path) -> Result<Self, Trouble> {
        let file = Here::open(path).map_err(|error| Trouble::io(path, &error))?;
        Self::from_file(file, path, PositionedFile::fresh)
    }

    /// Opens standard input; a file that was redirected into it is read from its current position.
    ///
    /// # Errors
    /// It is closed, or a directory.
    pub fn stdin() -> Result<Self, Trouble> {
        let place = Path::new("-");
        let file = Here::standard_input().map_err(|error| Trouble::io(place, &error))?;
        Self::from_file(file, place, PositionedFile::new)
    }

    /// Data that can be read at offsets, with a name to show.
    ///
    /// # Errors
    /// It does not know its length.
    pub fn over(name: &str, reader: Box<dyn ReadAt>) -> Result<Self, Trouble> {
        let place = Path::new(name);
        let file_state = reader.file_state();
        let file_state = file_state.map_err(|error| Trouble::io(place, &error))?;
        let reader = InputReader::File(reader);
        Ok(Self::Seekable(Seekable { reader, file_state }))
    }

    /// A source that is open and complete.
    pub fn from_source(source: &Arc<Source>) -> Self {
        Self::Seekable(Seekable::from_source(source))
    }

    fn from_file(
        file: File,
        place: &Path,
        disk: fn(File, FileKind) -> PositionedFile,
    ) -> Result<Self, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(place, &error);
        let known = Here::known(&file).map_err(trouble)?;
        match known.kind {
            FileKind::Directory => Err(file::is_directory(place)),
            // The files of `/proc` report that they are empty, whatever they hold.
            FileKind::Regular if known.len == 0 => Self::flow(file, place),
            FileKind::Regular | FileKind::Block => {
                let reader = Box::new(disk(file, known.kind));
                let file_state = reader.state_of(&known).map_err(trouble)?;
                let reader = InputReader::File(reader);
                Ok(Self::Seekable(Seekable { reader, file_state }))
            }
            FileKind::Fifo | FileKind::Device | FileKind::Socket => Self::flow(file, place),
        }
    }

    fn flow(file: File, place: &Path) -> Result<Self, Trouble> {
        Here::wait_again(&file).map_err(|error| Trouble::io(place, &error))?;
        Ok(Self::Pipe(Pipe::new(place, Some(Box::new(file)))))
    }
}

impl SequentialInput {
    /// Waits for more bytes of a pipe and adds them to the window. Bytes before the offset `keep`
    /// are dropped from it. Seekable data is complete.
    ///
    /// # Errors
    /// Reading has failed; the data ends there.
    pub fn wait(&mut self, keep: u64, window: &mut Window) -> Result<(), Trouble> {
        match self {
            Self::Pipe(flow) => flow.go_on(keep, window),
            Self::Seekable(_) => {
                window.ends = true;
                Ok(())
            }
        }
    }
}

impl Supply for SequentialInput {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        let has_all = range.end <= window.end() || window.ends;
        let shows = window.start <= range.start && has_all;
        if let (Self::Seekable(data), false) = (self, shows) {
            let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
            data.read(range.start, len, window);
        }
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        match self {
            Self::Seekable(data) => data.zeros(from),
            Self::Pipe(_) => from..from,
        }
    }
}

/// Data that can be read at any offset, with the length it had when it was opened.
pub struct Seekable {
    reader: InputReader,
    file_state: FileState,
}

/// The reader of seekable data.
enum InputReader {
    File(Box<dyn ReadAt>),
    /// A source that is complete, with its holes.
    Source(Arc<Source>),
}

impl Peek for Seekable {
    fn len(&self) -> u64 {
        self.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = Window::default();
        self.read(start, len, &mut window);
        window
    }
}

impl Seekable {
    /// A source that is open and complete.
    pub fn from_source(source: &Arc<Source>) -> Self {
        let file_state = FileState {
            len: source.len(),
            ..FileState::default()
        };
        let reader = InputReader::Source(Arc::clone(source));
        Self { reader, file_state }
    }

    /// The length in bytes that the system reported at opening.
    pub fn len(&self) -> u64 {
        self.file_state.len
    }

    /// Reports whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads up to `len` bytes from `start`, which replace the content of the window.
    pub fn read(&self, start: u64, len: usize, into: &mut Window) {
        let end = start.saturating_add(len as u64).min(self.len());
        let wanted = end.saturating_sub(start) as usize;
        let reader = match &self.reader {
            InputReader::File(reader) => reader,
            InputReader::Source(source) => {
                *into = source.window(start, wanted);
                return;
            }
        };
        into.start = start;
        into.holes.clear();
        into.bytes.resize(wanted, 0);
        let read = read_into(&**reader, start, &mut into.bytes, &mut into.holes);
        into.bytes.truncate(read);
        into.ends = end == self.len() || read < wanted;
    }

    /// The next offsets, from one on, that are known to be zero without reading; empty if there are
    /// none.
    pub fn zeros(&self, from: u64) -> Range<u64> {
        if self.len().saturating_sub(from) <= READ_SOONER {
            return from..from;
        }
        let hole = match &self.reader {
            InputReader::File(reader) => reader.hole(from).unwrap_or(from..from),
            InputReader::Source(source) => source.zeros(from),
        };
        hole.start.min(self.len())..hole.end.min(self.len())
    }

    /// The change of the data since it was opened.
    pub fn change(&self) -> FileChange {
        let InputReader::File(reader) = &self.reader else {
            return FileChange::Same;
        };
        let now = reader.file_state();
        now.map_or(FileChange::Same, |now| self.file_state.change(&now))
    }
}

/// Data that comes once, from front to back.
pub struct Pipe {
    place: PathBuf,
    /// `None` before a named pipe is opened, and after the end.
    input: Option<Box<dyn Read + Send>>,
    begun: bool,
}

impl Pipe {
    fn new(place: &Path, input: Option<Box<dyn Read + Send>>) -> Self {
        Self {
            place: place.to_owned(),
            begun: input.is_some(),
            input,
        }
    }

    /// A pipe from a reader, with a name to show.
    pub fn from_reader(name: &str, input: impl Read + Send + 'static) -> Self {
        Self::new(Path::new(name), Some(Box::new(input)))
    }

    /// Waits for the next bytes and adds them to the window. Bytes before the offset `keep` are
    /// dropped from it. At the end of the data the window `ends`.
    ///
    /// # Errors
    /// Reading has failed; the data ends there.
    pub fn go_on(&mut self, keep: u64, window: &mut Window) -> Result<(), Trouble> {
        let gone = keep.clamp(window.start, window.end()) - window.start;
        window.bytes.drain(..gone as usize);
        window.start += gone;
        let kept = window.bytes.len();
        window.bytes.resize(kept + CHUNK, 0);
        let read = self.next(&mut window.bytes[kept..]);
        let came = *read.as_ref().unwrap_or(&0);
        window.bytes.truncate(kept + came);
        if came == 0 {
            window.ends = true;
            self.input = None;
        }
        read.map(drop)
    }

    fn next(&mut self, buffer: &mut [u8]) -> Result<usize, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(&self.place, &error);
        if !self.begun {
            self.begun = true;
            let pipe = File::open(&self.place).map_err(trouble)?;
            self.input = Some(Box::new(pipe));
        }
        let Some(input) = &mut self.input else {
            return Ok(0);
        };
        loop {
            match input.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read.map_err(trouble),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fake::{Fake, sample};
    use super::*;
    use std::io::Write as _;

    fn placed(passage: SequentialInput) -> Seekable {
        match passage {
            SequentialInput::Seekable(placed) => placed,
            SequentialInput::Pipe(_) => panic!("it flows"),
        }
    }

    #[test]
    fn a_stretch_is_read_in_the_place_of_the_last() {
        let fake = Fake::new(10_000).at_most(700).interrupted();
        let data = placed(SequentialInput::over("fake", Box::new(fake)).unwrap());
        let mut window = Window::default();
        for (start, len, ends) in [(0, 100, false), (9_900, 200, true), (10_000, 1, true)] {
            data.read(start, len, &mut window);
            let end = sample(10_000).len().min(start as usize + len);
            assert_eq!(window.bytes, sample(10_000)[start as usize..end]);
            assert_eq!((window.start, window.ends), (start, ends));
        }
    }

    #[test]
    fn a_pipe_is_stored_as_far_as_requested() {
        let mut flow = Pipe::from_reader("flow", std::io::Cursor::new(sample(300_000)));
        let mut window = Window::default();
        let mut all = Vec::new();
        while !window.ends {
            let end = window.end();
            flow.go_on(end.saturating_sub(10), &mut window).unwrap();
            assert_eq!(window.start, end.saturating_sub(10));
            all.extend_from_slice(window.slice(end, window.end()));
        }
        assert_eq!(all, sample(300_000));
    }

    #[test]
    fn a_file_that_was_written_to_meanwhile_has_changed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"abc").unwrap();
        let data = placed(SequentialInput::open(file.path()).unwrap());
        assert_eq!((data.change(), data.len()), (FileChange::Same, 3));
        file.write_all(b"d").unwrap();
        assert_eq!(data.change(), FileChange::Grew);
        let mut window = Window::default();
        data.read(0, 100, &mut window);
        assert_eq!((&*window.bytes, window.ends), (&b"abc"[..], true));
        file.as_file().set_len(1).unwrap();
        data.read(0, 100, &mut window);
        assert_eq!((data.change(), window.bytes.len()), (FileChange::Shrank, 1));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_that_say_they_are_empty_are_read() {
        let SequentialInput::Pipe(mut flow) =
            SequentialInput::open(Path::new("/proc/self/status")).unwrap()
        else {
            panic!("it has places")
        };
        let mut window = Window::default();
        flow.go_on(0, &mut window).unwrap();
        assert!(window.bytes.starts_with(b"Name:"));
        assert!(SequentialInput::open(Path::new("/")).is_err());
    }
}
