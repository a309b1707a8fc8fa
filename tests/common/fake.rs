//! A file that misbehaves on request: short reads, interrupted calls, unreadable
//! stretches, reads that do not return, lengths that are wrong or change. The unit tests
//! of the source and the tests of the commands share it.
//!
//! Invariant: a successful read gives the content, whatever else goes wrong.

#![allow(dead_code, reason = "who shares it uses a part of it each")]

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use hexloupe::source::{FileState, ReadAt};
use hexloupe::window::Hole;

/// `len` bytes of which no two neighbouring pages are alike, and none is zero.
pub(crate) fn sample(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 + 1).collect()
}

/// Holes as pairs of start and end.
pub(crate) fn pairs(holes: &[Hole]) -> Vec<(u64, u64)> {
    holes.iter().map(|hole| (hole.start, hole.end)).collect()
}

/// The length of the file, which can be changed while the file is open.
#[derive(Clone)]
pub(crate) struct Length(Arc<AtomicU64>);

impl Length {
    pub(crate) fn set(&self, len: u64) {
        self.0.store(len, SeqCst);
    }
}

/// The number of reads so far.
pub(crate) struct Reads(Arc<AtomicUsize>);

impl Reads {
    pub(crate) fn get(&self) -> usize {
        self.0.load(SeqCst)
    }
}

/// Blocks reads while it is shut.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// A gate that is shut.
    pub(crate) fn shut() -> Gate {
        let gate = Gate::default();
        gate.set(true);
        gate
    }

    /// Lets all reads through.
    pub(crate) fn open(&self) {
        self.set(false);
    }

    fn set(&self, shut: bool) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = shut;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        let shut = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_while(shut, |shut| *shut));
    }
}

/// The file.
pub(crate) struct Fake {
    content: Vec<u8>,
    len: Length,
    reads: Arc<AtomicUsize>,
    claimed: Option<u64>,
    at_most: usize,
    interrupted: Option<AtomicBool>,
    bad: Vec<Range<u64>>,
    shrinking: Option<(u64, usize)>,
    gate: Gate,
}

impl Fake {
    /// A file of these bytes.
    pub(crate) fn of(content: Vec<u8>) -> Fake {
        Fake {
            len: Length(Arc::new(AtomicU64::new(content.len() as u64))),
            content,
            reads: Arc::default(),
            claimed: None,
            at_most: usize::MAX,
            interrupted: None,
            bad: Vec::new(),
            shrinking: None,
            gate: Gate::default(),
        }
    }

    /// A file of `len` bytes of the sample, with some more to grow into.
    pub(crate) fn new(len: usize) -> Fake {
        let fake = Fake::of(sample(len + 64));
        fake.len.set(len as u64);
        fake
    }

    /// Reports this length, whatever it holds.
    pub(crate) fn claiming(mut self, len: u64) -> Fake {
        self.claimed = Some(len);
        self
    }

    /// No read gives more than this.
    pub(crate) fn at_most(mut self, bytes: usize) -> Fake {
        self.at_most = bytes;
        self
    }

    /// Every other call is interrupted by a signal.
    pub(crate) fn interrupted(mut self) -> Fake {
        self.interrupted = Some(AtomicBool::new(false));
        self
    }

    /// These offsets cannot be read.
    pub(crate) fn bad(mut self, range: Range<u64>) -> Fake {
        self.bad.push(range);
        self
    }

    /// Has only `len` bytes from the call numbered `after` on.
    pub(crate) fn shrinking_to(mut self, len: u64, after: usize) -> Fake {
        self.shrinking = Some((len, after));
        self
    }

    /// Reads wait until the gate is open.
    pub(crate) fn behind(mut self, gate: &Gate) -> Fake {
        self.gate = gate.clone();
        self
    }

    pub(crate) fn length(&self) -> Length {
        self.len.clone()
    }

    pub(crate) fn reads(&self) -> Reads {
        Reads(Arc::clone(&self.reads))
    }
}

impl ReadAt for Fake {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        self.gate.pass();
        if let Some(odd) = &self.interrupted
            && !odd.fetch_xor(true, SeqCst)
        {
            return Err(ErrorKind::Interrupted.into());
        }
        let call = self.reads.fetch_add(1, SeqCst);
        if let Some((len, after)) = self.shrinking
            && call >= after
        {
            self.len.set(len);
        }
        if self.bad.iter().any(|bad| bad.contains(&offset)) {
            // As a disk may, a failed read leaves other bytes in the buffer.
            buf.fill(0xEE);
            return Err(io::Error::other("input/output error"));
        }
        // A read stops before what cannot be read.
        let starts = self.bad.iter().map(|bad| bad.start);
        let wall = starts.filter(|at| *at > offset).min().unwrap_or(u64::MAX);
        let end = (wall.min(self.len.0.load(SeqCst)) as usize).min(self.content.len());
        let rest = self.content.get(offset as usize..end).unwrap_or_default();
        let read = rest.len().min(buf.len()).min(self.at_most);
        buf[..read].copy_from_slice(&rest[..read]);
        Ok(read)
    }

    fn file_state(&self) -> io::Result<FileState> {
        Ok(FileState {
            len: self.claimed.unwrap_or_else(|| self.len.0.load(SeqCst)),
            modified: None,
            identity: (0, 0),
        })
    }
}
