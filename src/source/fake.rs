//! A file that misbehaves on request, for the tests of this room: short reads,
//! interrupted calls, unreadable stretches, lengths that lie or change.
//!
//! Invariant: the byte at an offset is always that of [`sample`].

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};

use super::extent::ReadAt;
use super::stamp::Stamp;

/// `len` bytes of which no two neighbouring pages are alike, and none is zero.
pub(super) fn sample(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 + 1).collect()
}

/// Holes as pairs of start and end.
pub(super) fn pairs(holes: &[Range<u64>]) -> Vec<(u64, u64)> {
    holes.iter().map(|hole| (hole.start, hole.end)).collect()
}

/// How many bytes there are, to be changed while the file is open.
#[derive(Clone)]
pub(super) struct Content(Arc<AtomicU64>);

impl Content {
    pub(super) fn resize(&self, len: u64) {
        self.0.store(len, SeqCst);
    }
}

/// How many reads there were.
pub(super) struct Reads(Arc<AtomicUsize>);

impl Reads {
    pub(super) fn get(&self) -> usize {
        self.0.load(SeqCst)
    }
}

pub(super) struct Fake {
    len: Content,
    reads: Arc<AtomicUsize>,
    claimed: Option<u64>,
    at_most: usize,
    interrupted: bool,
    bad: Vec<Range<u64>>,
    shrinking: Option<(u64, usize)>,
}

impl Fake {
    pub(super) fn new(len: usize) -> Fake {
        Fake {
            len: Content(Arc::new(AtomicU64::new(len as u64))),
            reads: Arc::default(),
            claimed: None,
            at_most: usize::MAX,
            interrupted: false,
            bad: Vec::new(),
            shrinking: None,
        }
    }

    /// Reports this length whatever it holds.
    pub(super) fn claiming(mut self, len: u64) -> Fake {
        self.claimed = Some(len);
        self
    }

    /// No read gives more.
    pub(super) fn at_most(mut self, bytes: usize) -> Fake {
        self.at_most = bytes;
        self
    }

    /// Every other call is interrupted by a signal.
    pub(super) fn interrupted(mut self) -> Fake {
        self.interrupted = true;
        self
    }

    /// These offsets cannot be read.
    pub(super) fn bad(mut self, range: Range<u64>) -> Fake {
        self.bad.push(range);
        self
    }

    /// Has only `len` bytes from the call numbered `after` on.
    pub(super) fn shrinking_to(mut self, len: u64, after: usize) -> Fake {
        self.shrinking = Some((len, after));
        self
    }

    pub(super) fn content(&self) -> Content {
        self.len.clone()
    }

    pub(super) fn reads(&self) -> Reads {
        Reads(Arc::clone(&self.reads))
    }
}

impl ReadAt for Fake {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let call = self.reads.fetch_add(1, SeqCst);
        if self.interrupted && call.is_multiple_of(2) {
            return Err(ErrorKind::Interrupted.into());
        }
        if let Some((len, after)) = self.shrinking
            && call >= after
        {
            self.len.resize(len);
        }
        if self.bad.iter().any(|bad| bad.contains(&offset)) {
            // As a disk does: the buffer may have been scribbled on.
            buf.fill(0xEE);
            return Err(io::Error::other("input/output error"));
        }
        // A read stops short of what it cannot have.
        let starts = self.bad.iter().map(|bad| bad.start);
        let wall = starts.filter(|at| *at > offset).min().unwrap_or(u64::MAX);
        let end = wall.min(self.len.0.load(SeqCst));
        let rest = usize::try_from(end.saturating_sub(offset)).unwrap();
        let read = rest.min(buf.len()).min(self.at_most);
        for (byte, at) in buf[..read].iter_mut().zip(offset..) {
            *byte = (at % 251) as u8 + 1;
        }
        Ok(read)
    }

    fn stamp(&self) -> io::Result<Stamp> {
        Ok(Stamp {
            len: self.claimed.unwrap_or_else(|| self.len.0.load(SeqCst)),
            modified: None,
            identity: (0, 0),
        })
    }
}
