//! A position in a file under comparison: its tokens from the current place on.
//!
//! Invariant: a lane gives every token of its file once, in order, with its place; the cuts of
//! reading make no difference.

use super::token::Token;
use crate::codec::{Anchor, CodecState};
use crate::window::sweep::{Reach, Sweep};
use crate::window::{Peek, Window};

/// The tokens of a file, from the current one on.
pub(super) trait TokenLane: Sized {
    /// The unit of comparison.
    type Token: Token;

    /// The most tokens that are examined before and after a difference.
    const MOST: usize;

    /// Makes this many tokens available; fewer only where the data ends.
    fn fill(&mut self, count: usize);

    /// The available tokens.
    fn tokens(&self) -> &[Self::Token];

    /// Reports whether no others follow the available ones.
    fn ends(&self) -> bool;

    /// The start of the token at an index; after the last available one, their end.
    fn place(&self, index: usize) -> Anchor;

    /// Reports whether a token shares its bytes with the one before it, so that no run begins or
    /// ends between them.
    fn is_joined(&self, index: usize) -> bool;

    /// Skips some of the available tokens.
    fn pass(&mut self, count: usize);

    /// Another lane through the same data, from a place on.
    fn at(&self, place: Anchor) -> Self;

    /// A lane that begins some bytes before a place, if a place there can be found.
    fn before(&self, place: Anchor, bytes: u64) -> Option<Self>;

    /// The number of tokens left, if known without reading.
    fn left(&self) -> Option<u64>;

    /// The end of the data.
    fn end(&self) -> Anchor;

    /// Skips the equal part of both files from here on without reading it token by token, if
    /// possible.
    fn pass_alike(&mut self, other: &mut Self);

    /// Unreadable bytes so far.
    fn unreadable(&self) -> u64;
}

/// The number of zeros that are worth skipping without reading them.
const ZEROS: u64 = 1 << 20;

/// A file byte by byte.
pub(super) struct ByteLane<'a> {
    data: &'a (dyn Peek + Sync),
    step: u64,
    sweep: Sweep,
    bytes: Vec<u8>,
    /// The index of the current byte, and the offset of the first.
    first: usize,
    start: u64,
    unreadable: u64,
}

impl<'a> ByteLane<'a> {
    /// The lane through some data, from an offset on.
    pub(super) fn from(data: &'a (dyn Peek + Sync), step: u64, start: u64) -> Self {
        const ALONE: Reach = Reach {
            before: 0,
            after: 0,
        };
        Self {
            data,
            step,
            sweep: Sweep::new(start..u64::MAX, step, ALONE),
            bytes: Vec::new(),
            first: 0,
            start,
            unreadable: 0,
        }
    }

    fn offset(&self) -> u64 {
        self.start + self.first as u64
    }

    /// The number of bytes known to be zero without being read.
    fn zeros(&self) -> u64 {
        let zeros = self.data.zeros(self.offset());
        if zeros.contains(&self.offset()) {
            zeros.end - self.offset()
        } else {
            0
        }
    }

    /// Skips bytes without reading them.
    fn skip(&mut self, len: u64) {
        *self = Self {
            unreadable: self.unreadable,
            ..Self::from(self.data, self.step, self.offset() + len)
        };
    }
}

impl TokenLane for ByteLane<'_> {
    type Token = u8;

    const MOST: usize = 4 << 20;

    fn fill(&mut self, count: usize) {
        while self.tokens().len() < count && !self.sweep.is_over() {
            let mut window = Window::default();
            let Some(piece) = self.sweep.next(&mut self.data, &mut window) else {
                return;
            };
            let (from, to) = (piece.certain.start, piece.certain.end);
            self.unreadable += window.unreadable(from, to);
            if self.first == self.bytes.len() && window.start == from && window.end() == to {
                (self.bytes, self.start) = (window.bytes, from);
            } else {
                self.bytes.drain(..self.first);
                self.start += self.first as u64;
                self.bytes.extend_from_slice(window.slice(from, to));
            }
            self.first = 0;
        }
    }

    fn tokens(&self) -> &[u8] {
        &self.bytes[self.first..]
    }

    fn ends(&self) -> bool {
        self.sweep.is_over()
    }

    fn place(&self, index: usize) -> Anchor {
        Anchor {
            offset: self.offset() + index as u64,
            state: CodecState::START,
        }
    }

    fn is_joined(&self, _: usize) -> bool {
        false
    }

    fn pass(&mut self, count: usize) {
        self.first += count;
    }

    fn at(&self, place: Anchor) -> Self {
        Self::from(self.data, self.step, place.offset)
    }

    fn before(&self, place: Anchor, bytes: u64) -> Option<Self> {
        let from = place.offset.saturating_sub(bytes);
        Some(Self::from(self.data, self.step, from))
    }

    fn left(&self) -> Option<u64> {
        Some(self.data.len().saturating_sub(self.offset()))
    }

    fn end(&self) -> Anchor {
        Anchor {
            offset: self.data.len().max(self.offset()),
            state: CodecState::START,
        }
    }

    fn pass_alike(&mut self, other: &mut Self) {
        if !self.tokens().is_empty() || !other.tokens().is_empty() {
            return;
        }
        let len = self.zeros().min(other.zeros());
        if len > ZEROS {
            self.skip(len);
            other.skip(len);
        }
    }

    fn unreadable(&self) -> u64 {
        self.unreadable
    }
}
