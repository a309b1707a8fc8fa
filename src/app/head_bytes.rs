//! The first bytes of a source for who names its encoding.
//!
//! A file is looked at wherever the detector likes. A stream is waited for as little as
//! its encoding can be named from: what comes first, and more while it flows, or while
//! what has come is neither ASCII nor UTF-8. Invariant: nothing here waits for the end
//! of a stream that goes on.

use crate::detect;
use crate::source::{Arrived, Source, Waiting};
use crate::window::{Peek, Window};

/// Bytes of a stream that are looked at, at most.
const LOOK: u64 = 64 * 1024;
/// Bytes that decide whether there is a byte order mark.
const MARK: usize = 4;
/// Bytes that are waited for where the first are in no encoding that is plain to see.
const ENOUGH: u64 = 4 * 1024;
/// Bytes that come at once from a writer who has more to say.
const FLOWING: u64 = 4 * 1024;

/// The first bytes, as far as they were waited for.
pub(super) struct HeadBytes<'a> {
    source: &'a Source,
    /// Bytes of a stream that are looked at.
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

/// Waits for the first bytes of a stream; answers how many have come.
fn wait(source: &Source) -> u64 {
    let waiting = Waiting(source);
    waiting.window(0, MARK);
    let mut came = source.len();
    loop {
        let len = source.len();
        if len >= LOOK || came < FLOWING && suffices(source, len) {
            return len;
        }
        // One byte more is one read more, of whatever is there.
        waiting.window(len, 1);
        came = source.len() - len;
        if came == 0 {
            return len;
        }
    }
}

/// Whether what has come of a stream is enough to name its encoding by.
fn suffices(source: &Source, len: u64) -> bool {
    let head = Arrived(source).window(0, len as usize);
    match detect::plainness(&head.bytes) {
        detect::Plainness::Plain => true,
        detect::Plainness::Ambiguous => false,
        detect::Plainness::Otherwise => len >= ENOUGH,
    }
}

impl Peek for HeadBytes<'_> {
    /// Of a stream, what was waited for.
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
