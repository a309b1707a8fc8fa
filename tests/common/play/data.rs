//! Data for the session: bytes, or a repeated tile; it may change, some of it may be
//! unreadable or still arriving, and it counts the bytes that are read.
//!
//! Invariant: a window shows the data of that moment.

use hexloupe::source::Source;
use hexloupe::window::{Absence, Hole, Peek, Window};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Where bytes come from.
#[derive(Debug)]
pub(crate) enum Body {
    Bytes(Vec<u8>),
    /// A repeated tile, with another byte at every n-th offset.
    Tiles {
        len: u64,
        tile: Vec<u8>,
        odd: Option<(u64, u8)>,
    },
}

impl Body {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Tiles { len, .. } => *len,
        }
    }

    fn read(&self, range: Range<u64>) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes[range.start as usize..range.end as usize].to_vec(),
            Self::Tiles { tile, odd, .. } => {
                let len = (range.end - range.start) as usize;
                let mut bytes = Vec::with_capacity(len);
                let mut first = (range.start % tile.len() as u64) as usize;
                while bytes.len() < len {
                    let part = &tile[first..];
                    bytes.extend_from_slice(&part[..part.len().min(len - bytes.len())]);
                    first = 0;
                }
                if let Some((every, byte)) = *odd {
                    let mut at = range.start.next_multiple_of(every);
                    while at < range.end {
                        bytes[(at - range.start) as usize] = byte;
                        at += every;
                    }
                }
                bytes
            }
        }
    }
}

/// The data of the moment.
#[derive(Debug)]
pub(crate) struct Content {
    pub(crate) body: Body,
    pub(crate) holes: Vec<Range<u64>>,
    /// The length that the program knows: too much after others have truncated the file,
    /// too little while bytes of a pipe arrive.
    pub(crate) known: u64,
    /// Bytes that arrive in the pipe before each answer.
    pub(crate) drip: u64,
}

impl Content {
    pub(crate) fn new(body: Body) -> Self {
        Self {
            known: body.len(),
            body,
            holes: Vec::new(),
            drip: 0,
        }
    }

    fn drip(&mut self) {
        if self.drip > 0 {
            self.known = self.known.saturating_add(self.drip).min(self.body.len());
        }
    }

    /// Whether the file is shorter than the program knows.
    pub(crate) fn is_cut(&self) -> bool {
        self.known > self.body.len()
    }

    /// Updates the known length.
    pub(crate) fn refresh(&mut self) {
        if self.drip == 0 {
            self.known = self.body.len();
        } else if self.known == self.body.len() {
            self.drip = 0;
        }
    }

    fn window(&mut self, start: u64, len: usize) -> Window {
        self.drip();
        let there = self.body.len();
        let end = start.saturating_add(len as u64);
        if end > there && self.is_cut() {
            // A read finds the end.
            self.known = there;
        }
        let range = start.min(self.known)..end.min(self.known);
        let arriving = self.drip > 0 && self.known < there;
        let mut window = Window {
            start,
            bytes: self.body.read(range.clone()),
            holes: Vec::new(),
            ends: end >= self.known && !arriving,
        };
        for hole in &self.holes {
            // Some cannot be read, some have not arrived yet.
            let why = if hole.start % 2 == 0 {
                Absence::Unreadable
            } else {
                Absence::Awaited
            };
            let hole = Hole {
                start: hole.start,
                end: hole.end,
                why,
            };
            if let Some(hole) = hole.cut(range.start, range.end) {
                let index = |offset| (offset - start) as usize;
                window.bytes[index(hole.start)..index(hole.end)].fill(0);
                window.holes.push(hole);
            }
        }
        window
    }
}

/// The data, shared between a test and what it drives.
#[derive(Debug, Clone)]
pub(crate) struct Data {
    content: Arc<Mutex<Content>>,
    asked: Arc<AtomicU64>,
}

impl Data {
    pub(crate) fn new(body: Body) -> Self {
        Self::of(Content::new(body))
    }

    pub(crate) fn of(content: Content) -> Self {
        Self {
            content: Arc::new(Mutex::new(content)),
            asked: Arc::default(),
        }
    }

    /// Looks at the data of the moment, or changes it.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Content) -> T) -> T {
        work(&mut self.content.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Bytes that were read since the last call.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.swap(0, Relaxed)
    }

    /// A source over it with a name.
    pub(crate) fn source(&self, name: &str) -> Source {
        Source::answered(name, Arc::new(self.clone()))
    }
}

impl Peek for Data {
    fn len(&self) -> u64 {
        self.with(|content| {
            content.drip();
            content.known
        })
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let window = self.with(|content| content.window(start, len));
        self.asked.fetch_add(window.bytes.len() as u64, Relaxed);
        window
    }
}
