//! Data that comes from front to back and only once, stored so that it can be read anywhere: a
//! pipe, a terminal, `/dev/zero`.
//!
//! The first 4 MiB stay in memory, the rest goes into a temporary file without a name: memory is
//! bounded however much comes. There are two locks: the tap is held while a read waits for the
//! writer, the ledger never is. So a slow pipe does not delay a caller that looks at the bytes
//! already there.
//!
//! Invariant: bytes before the ledger's length never change.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::Trouble;
use super::extent::{ReadExtent, read_extent};
use crate::platform::{Here, System as _};
use crate::window::{Hole, Window};

/// Bytes stored in memory, unless more are requested.
const HEAD: usize = 4 << 20;

/// Bytes read at once.
const CHUNK: usize = 1 << 20;

/// The result of one pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PullOutcome {
    /// Something came; the stream now holds this many bytes in total.
    Bytes(u64),
    /// The writer has closed, or reading has failed: nothing more will come.
    End,
}

/// The part of a stream that could be read without waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrainOutcome {
    Whole,
    /// It would have had to wait, or there was too much of it.
    InPart,
}

/// The source of the bytes.
enum StreamInput {
    /// A named pipe that is opened by the first pull, because opening one waits for a writer.
    Unopened,
    Open {
        input: Box<dyn Read + Send>,
        chunk: Vec<u8>,
    },
    Closed,
}

/// The bytes that have come so far.
#[derive(Default)]
struct Ledger {
    /// The first bytes, as many as there is room for.
    head: Vec<u8>,
    len: u64,
    ended: bool,
    failure: Option<Trouble>,
}

/// A stream and its stored bytes.
pub(super) struct SpooledStream {
    place: PathBuf,
    tap: Mutex<StreamInput>,
    ledger: Mutex<Ledger>,
    /// The bytes after those in memory; created when there are any. Written only by the holder of
    /// the tap, and read only before the ledger's length.
    tail: OnceLock<File>,
    /// The number of bytes stored in memory.
    room: usize,
}

impl SpooledStream {
    fn with(place: &Path, tap: StreamInput) -> SpooledStream {
        SpooledStream {
            place: place.to_owned(),
            tap: Mutex::new(tap),
            ledger: Mutex::default(),
            tail: OnceLock::new(),
            room: HEAD,
        }
    }

    /// A stream from an open input.
    pub(super) fn new(place: &Path, input: impl Read + Send + 'static) -> SpooledStream {
        let tap = StreamInput::Open {
            input: Box::new(input),
            chunk: Vec::new(),
        };
        SpooledStream::with(place, tap)
    }

    /// A stream from a named pipe, which the first pull opens.
    pub(super) fn named_pipe(place: &Path) -> SpooledStream {
        SpooledStream::with(place, StreamInput::Unopened)
    }

    /// A spool without input, filled by [`SpooledStream::append_bytes`]; at least `room` bytes stay
    /// in memory.
    pub(super) fn kept(place: &Path, room: usize) -> SpooledStream {
        SpooledStream {
            room: room.max(HEAD),
            ..SpooledStream::with(place, StreamInput::Closed)
        }
    }

    /// Appends bytes to a spool without input.
    pub(super) fn append_bytes(&self, bytes: &[u8]) -> Result<(), Trouble> {
        let kept = self.append(bytes).map(drop);
        kept.map_err(|error| self.spool_trouble(&error))
    }

    /// Trouble with the stored bytes.
    pub(super) fn trouble(&self, what: &'static str, advice: &'static str) -> Trouble {
        Trouble::new(&self.place, what, advice)
    }

    pub(super) fn len(&self) -> u64 {
        lock(&self.ledger).len
    }

    pub(super) fn ended(&self) -> bool {
        lock(&self.ledger).ended
    }

    pub(super) fn failure(&self) -> Option<Trouble> {
        lock(&self.ledger).failure.clone()
    }

    /// Waits for the next bytes and stores them. A failure is returned once and ends the stream.
    pub(super) fn pull(&self) -> Result<PullOutcome, Trouble> {
        let mut tap = lock(&self.tap);
        match self.advance(&mut tap) {
            Ok(pulled) => pulled,
            Err(error) => Err(self.fail(&mut tap, Trouble::io(&self.place, &error))),
        }
    }

    /// Pulls while nothing has to wait, up to `most` bytes or a chunk more. The input must be open
    /// and set not to wait.
    pub(super) fn drain(&self, most: u64) -> Result<DrainOutcome, Trouble> {
        let mut tap = lock(&self.tap);
        while self.len() < most {
            match self.advance(&mut tap) {
                Ok(Ok(PullOutcome::Bytes(_))) => {}
                Ok(Ok(PullOutcome::End)) => return Ok(DrainOutcome::Whole),
                Ok(Err(trouble)) => return Err(trouble),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(Trouble::io(&self.place, &error)),
            }
        }
        Ok(DrainOutcome::InPart)
    }

    /// One read with its consequences. The outer error is the input's, and the caller decides about
    /// it; the inner one is the spool's and has ended the stream.
    fn advance(&self, tap: &mut StreamInput) -> io::Result<Result<PullOutcome, Trouble>> {
        if let StreamInput::Unopened = tap {
            *tap = StreamInput::Open {
                input: Box::new(File::open(&self.place)?),
                chunk: Vec::new(),
            };
        }
        let StreamInput::Open { input, chunk } = tap else {
            return Ok(Ok(PullOutcome::End));
        };
        chunk.resize(CHUNK, 0);
        let read = loop {
            match input.read(chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        if read == 0 {
            *tap = StreamInput::Closed;
            lock(&self.ledger).ended = true;
            return Ok(Ok(PullOutcome::End));
        }
        Ok(match self.append(&chunk[..read]) {
            Ok(len) => Ok(PullOutcome::Bytes(len)),
            Err(error) => Err(self.fail(tap, self.spool_trouble(&error))),
        })
    }

    /// Appends to head and tail, and only then to the ledger.
    fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let len = self.len();
        let room = (self.room as u64).saturating_sub(len) as usize;
        let (head, tail) = bytes.split_at(bytes.len().min(room));
        if !tail.is_empty() {
            let at = len + head.len() as u64 - self.room as u64;
            Here::write_all_at(self.tail()?, at, tail)?;
        }
        let mut ledger = lock(&self.ledger);
        ledger.head.extend_from_slice(head);
        ledger.len += bytes.len() as u64;
        Ok(ledger.len)
    }

    fn tail(&self) -> io::Result<&File> {
        if let Some(tail) = self.tail.get() {
            return Ok(tail);
        }
        let file = tempfile::tempfile()?;
        Ok(self.tail.get_or_init(|| file))
    }

    fn spool_trouble(&self, error: &io::Error) -> Trouble {
        let reason = Trouble::io(&self.place, error);
        Trouble::new(
            &self.place,
            format!("cannot store its data: {}", reason.what()),
            "set TMPDIR to a folder with free space",
        )
    }

    fn fail(&self, tap: &mut StreamInput, trouble: Trouble) -> Trouble {
        *tap = StreamInput::Closed;
        let mut ledger = lock(&self.ledger);
        ledger.ended = true;
        ledger.failure = Some(trouble.clone());
        trouble
    }

    /// The available bytes of a stretch. The window `ends` only if the stream has ended.
    pub(super) fn window(&self, start: u64, len: usize) -> Window {
        let (mut bytes, end, ends) = {
            let ledger = lock(&self.ledger);
            let end = start.saturating_add(len as u64).min(ledger.len);
            let within = |offset: u64| offset.min(ledger.head.len() as u64) as usize;
            let head = ledger.head.get(within(start)..within(end));
            let ends = ledger.ended && end == ledger.len;
            (head.unwrap_or_default().to_vec(), end, ends)
        };
        let from = start.saturating_add(bytes.len() as u64);
        let mut holes = Vec::new();
        if from < end
            && let Some(tail) = self.tail.get()
        {
            let head = self.room as u64;
            let extent = tail_extent(tail, from - head, (end - from) as usize);
            bytes.extend_from_slice(&extent.bytes);
            let placed = |hole: &Hole| Hole {
                start: hole.start + head,
                end: hole.end + head,
                ..*hole
            };
            holes.extend(extent.holes.iter().map(placed));
        }
        Window {
            start,
            bytes,
            holes,
            ends,
        }
    }
}

/// Reads from the tail. If its file was truncated, the rest is a hole.
fn tail_extent(tail: &File, start: u64, len: usize) -> ReadExtent {
    let mut extent = read_extent(tail, start, len, Vec::new());
    let read = extent.bytes.len();
    if read < len {
        extent.bytes.resize(len, 0);
        Hole::from(start + read as u64..start + len as u64).push_to(&mut extent.holes);
    }
    extent
}

/// Tap and ledger are consistent between any two statements, so a poisoned lock is fine.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::fake::{pairs, sample};
    use super::*;
    use crate::window::Peek as _;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn stream(input: impl Read + Send + 'static) -> SpooledStream {
        SpooledStream::new(Path::new("-"), input)
    }

    fn pull_all(stream: &SpooledStream) {
        while stream.pull().unwrap() != PullOutcome::End {}
    }

    #[test]
    fn pulled_bytes_are_readable_on_both_sides_of_the_head() {
        let data = sample(HEAD + 3 * CHUNK + 17);
        let stream = stream(io::Cursor::new(data.clone()));
        pull_all(&stream);
        let (head, all) = (HEAD as u64, data.len() as u64);
        for (start, len) in [
            (0, 100),
            (head - 5, 10),
            (head, 10),
            (head - 10, 10),
            (all - 3, 9),
            (all, 1),
            (all + 5, 1),
            (u64::MAX, 7),
            (head + 99, 2 * CHUNK),
        ] {
            assert_eq!(stream.window(start, len), data.window(start, len));
        }
        assert_eq!(lock(&stream.ledger).head.len(), HEAD, "memory is bounded");
    }

    #[test]
    fn the_end_is_said_when_the_writer_has_closed_and_not_before() {
        let stream = stream(&b"abc"[..]);
        assert_eq!(stream.pull(), Ok(PullOutcome::Bytes(3)));
        assert!(!stream.window(0, 9).ends);
        assert_eq!(stream.pull(), Ok(PullOutcome::End));
        assert!(stream.window(0, 9).ends && !stream.window(0, 2).ends);
        assert_eq!(stream.pull(), Ok(PullOutcome::End));
    }

    /// Gives the next of these at each read.
    struct Script(Vec<io::Result<&'static [u8]>>);

    impl Read for Script {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.remove(0)?;
            buf[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn an_interrupted_read_is_tried_again_and_a_failed_one_ends_the_stream() {
        let stream = stream(Script(vec![
            Err(ErrorKind::Interrupted.into()),
            Ok(b"ab"),
            Err(ErrorKind::ConnectionReset.into()),
        ]));
        assert_eq!(stream.pull(), Ok(PullOutcome::Bytes(2)));
        let trouble = stream.pull().unwrap_err();
        assert_eq!(trouble.to_string(), "-: connection reset");
        assert_eq!(stream.pull(), Ok(PullOutcome::End));
        assert_eq!(stream.failure(), Some(trouble));
        assert_eq!(stream.window(0, 9), b"ab".window(0, 9));
    }

    #[test]
    fn draining_stops_where_it_would_have_to_wait() {
        let script = vec![Ok(&b"ab"[..]), Err(ErrorKind::WouldBlock.into()), Ok(b"cd")];
        let stream = stream(Script(script));
        assert_eq!(stream.drain(99), Ok(DrainOutcome::InPart));
        assert!(!stream.ended());
        assert_eq!(stream.pull(), Ok(PullOutcome::Bytes(4)));
    }

    #[test]
    fn draining_stops_where_it_gets_too_much() {
        let endless = stream(io::repeat(7));
        assert_eq!(endless.drain(100), Ok(DrainOutcome::InPart));
        assert_eq!(endless.len(), CHUNK as u64);
        assert_eq!(stream(&b"abc"[..]).drain(100), Ok(DrainOutcome::Whole));
    }

    /// Announces that it is being read, and answers on command.
    struct Slow(Sender<()>, Receiver<u8>);

    impl Read for Slow {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            self.0.send(()).unwrap();
            buf[0] = self.1.recv().unwrap();
            Ok(1)
        }
    }

    #[test]
    fn a_reader_waiting_for_the_writer_delays_nobody() {
        let (reading, is_reading) = channel();
        let (give, given) = channel();
        let stream = stream(Slow(reading, given));
        give.send(b'a').unwrap();
        stream.pull().unwrap();
        is_reading.recv().unwrap();
        std::thread::scope(|scope| {
            let pull = scope.spawn(|| stream.pull());
            is_reading.recv().unwrap();
            assert_eq!(stream.window(0, 9).bytes, b"a");
            assert_eq!((stream.len(), stream.ended()), (1, false));
            give.send(b'b').unwrap();
            assert_eq!(pull.join().unwrap(), Ok(PullOutcome::Bytes(2)));
        });
    }

    #[test]
    fn a_spool_that_was_cut_is_a_hole() {
        let data = sample(HEAD + 100);
        let stream = stream(io::Cursor::new(data.clone()));
        pull_all(&stream);
        stream.tail.get().unwrap().set_len(40).unwrap();
        let window = stream.window(HEAD as u64 - 4, 999);
        let head = HEAD as u64;
        assert_eq!(pairs(&window.holes), [(head + 40, head + 100)]);
        assert_eq!(window.bytes[..44], data[HEAD - 4..HEAD + 40]);
    }
}
