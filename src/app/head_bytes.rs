//! The first bytes of a source, from which its encoding is chosen.
//!
//! The detector may read any part of a file. Of a stream it waits for as little as it
//! needs: the first bytes, and more while they arrive in bulk, or while they are neither
//! ASCII nor UTF-8 and have no byte order mark. Invariant: no more than [`LOOK`] bytes of
//! a stream are waited for.

use crate::detect;
use crate::source::{Arrived, Source, Waiting};
use crate::window::{Peek, Window};

/// The most bytes of a stream that are examined.
const LOOK: u64 = 64 * 1024;
/// Bytes that decide whether there is a byte order mark.
const MARK: usize = 4;
/// Bytes that are waited for if the first ones do not make the encoding plain.
const ENOUGH: u64 = 4 * 1024;
/// So many bytes in one read mean that the writer has more.
const FLOWING: u64 = 4 * 1024;

/// The first bytes, as far as they were waited for.
pub(super) struct HeadBytes<'a> {
    source: &'a Source,
    /// Bytes of a stream that are examined; 0 for a file.
    seen: u64,
}

impl<'a> HeadBytes<'a> {
    /// Waits for as much as is needed.
    pub(super) fn of(source: &'a Source) -> Self {
        let seen = if source.is_stream() {
            wait(source).min(LOOK)
        } else {
            0
        };
        Self { source, seen }
    }
}

/// Waits for the first bytes of a stream; returns how many have arrived.
fn wait(source: &Source) -> u64 {
    let waiting = Waiting(source);
    waiting.window(0, MARK);
    let mut came = source.len();
    loop {
        let len = source.len();
        if len >= LOOK || came < FLOWING && suffices(source, len) {
            return len;
        }
        // Waiting for one more byte reads all that is available.
        waiting.window(len, 1);
        came = source.len() - len;
        if came == 0 {
            return len;
        }
    }
}

/// Whether the bytes of a stream that have arrived are enough to choose its encoding.
fn suffices(source: &Source, len: u64) -> bool {
    let head = Arrived(source).window(0, len as usize);
    match detect::plainness(&head.bytes) {
        detect::Plainness::Plain => true,
        detect::Plainness::Ambiguous => false,
        detect::Plainness::Otherwise => len >= ENOUGH,
    }
}

impl Peek for HeadBytes<'_> {
    /// Of a stream, the bytes that were waited for.
    fn len(&self) -> u64 {
        if self.source.is_stream() {
            self.seen
        } else {
            self.source.len()
        }
    }

    fn window(&self, start: u64, len: usize) -> Window {
        if !self.source.is_stream() {
            return self.source.window(start, len);
        }
        let room = self.seen.saturating_sub(start).min(len as u64);
        let mut window = Arrived(self.source).window(start, room as usize);
        window.ends = window.end() >= self.seen;
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.source.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.source.offset_of(address)
    }
}
