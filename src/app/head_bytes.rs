//! The first bytes of a source, from which its encoding is chosen by whoever can wait.
//!
//! The detector may read any part of a file. A stream is waited for as far as the detector asks:
//! for nothing if the user named the encoding, for four bytes if it has a byte order mark, else
//! for the first 64 KiB or the end. Invariant: how a stream cuts its bytes into reads decides
//! nothing, and no more than [`LOOK`] bytes and one are waited for.

use std::ops::Range;

use crate::source::{Source, Waiting};
use crate::window::{Peek, Window};

/// The bytes of a stream by which its encoding is chosen.
const LOOK: u64 = 64 * 1024;

/// A file, or the first bytes of a stream.
pub(super) struct HeadBytes<'a>(pub(super) &'a Source);

impl Peek for HeadBytes<'_> {
    /// Of a stream, the bytes by which its encoding is chosen.
    fn len(&self) -> u64 {
        if !self.0.is_stream() {
            return self.0.len();
        }
        // One more, which tells whether the data ends with them.
        Waiting(self.0).window(LOOK, 1);
        self.0.len().min(LOOK)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        if !self.0.is_stream() {
            return self.0.window(start, len);
        }
        let end = start.saturating_add(len as u64).min(LOOK);
        if end == LOOK {
            self.len();
        }
        Waiting(self.0).window(start, end.saturating_sub(start) as usize)
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.zeros(from)
    }

    fn address(&self, offset: u64) -> u64 {
        self.0.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.0.offset_of(address)
    }
}
