//! A stream for callers that read it from front to back and can wait (the printer of a pipe),
//! and for those that cannot wait (the inspector).
//!
//! Invariant: [`WaitingSource`] never pulls beyond the requested bytes, [`ArrivedData`] never
//! pulls.

use super::body::SourceBody;
use super::{PullOutcome, Source, Trouble};
use crate::window::{Peek, Window};
use std::ops::Range;

/// A source that waits, for printing a pipe from front to back.
///
/// A window first pulls until the stream holds all requested bytes or has ended, and then pulls no
/// more, so that the first bytes of an endless stream can be read. Hence a window that stops
/// exactly at the end of the data may lack `ends`; the next one, empty, has it. **The length pulls
/// everything**, and on an endless stream fills the disk: ask for it only if you need it. Failures
/// end the data; ask [`Source::failure`] afterwards.
#[derive(Debug, Clone, Copy)]
pub struct WaitingSource<'a>(pub &'a Source);

impl WaitingSource<'_> {
    fn wait_for(self, end: u64) {
        let SourceBody::Stream(stream) = &self.0.body else {
            return;
        };
        while stream.len() < end && !stream.ended() {
            // A failure ends the stream and stays with it.
            let _: Result<PullOutcome, Trouble> = stream.pull();
        }
    }
}

impl Peek for WaitingSource<'_> {
    fn len(&self) -> u64 {
        self.wait_for(u64::MAX);
        self.0.len()
    }

    fn is_empty(&self) -> bool {
        self.window(0, 1).bytes.is_empty()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.wait_for(start.saturating_add(len as u64));
        self.0.window(start, len)
    }

    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        self.wait_for(start.saturating_add(len as u64));
        self.0.refill(start, len, window);
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.zeros(from)
    }

    fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        self.0.changed(within)
    }

    fn has_changed(&self, within: Range<u64>) -> bool {
        self.0.has_changed(within)
    }

    fn address(&self, offset: u64) -> u64 {
        self.0.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.0.offset_of(address)
    }
}

/// The available bytes of a source, read as the whole: for a caller that looks at a pipe while more
/// is still coming. The data ends with the available bytes.
#[derive(Debug, Clone, Copy)]
pub struct ArrivedData<'a>(pub &'a Source);

impl Peek for ArrivedData<'_> {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = Window::default();
        self.refill(start, len, &mut window);
        window
    }

    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        self.0.refill(start, len, window);
        window.ends |= window.end() >= self.0.len();
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.0.zeros(from)
    }

    fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        self.0.changed(within)
    }

    fn has_changed(&self, within: Range<u64>) -> bool {
        self.0.has_changed(within)
    }

    fn address(&self, offset: u64) -> u64 {
        self.0.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.0.offset_of(address)
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream::SpooledStream;
    use super::*;
    use std::io::{self, Read};
    use std::path::Path;
    use std::sync::Arc;

    fn source(input: impl Read + Send + 'static) -> Source {
        let stream = SpooledStream::new(Path::new("-"), input);
        Source::new("-".into(), None, SourceBody::Stream(Arc::new(stream)))
    }

    /// Gives the bytes one by one.
    struct Drip(&'static [u8]);

    impl Read for Drip {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let (Some((first, rest)), Some(target)) = (self.0.split_first(), buf.first_mut())
            else {
                return Ok(0);
            };
            *target = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn a_window_waits_for_the_requested_bytes_and_no_more() {
        let source = source(Drip(b"abcdef"));
        let waiting = WaitingSource(&source);
        assert_eq!(waiting.window(1, 3).bytes, b"bcd");
        assert_eq!(source.len(), 4);
        assert!(!waiting.is_empty());
        assert_eq!(waiting.window(4, 9), b"abcdef".window(4, 9));
    }

    #[test]
    fn the_length_waits_for_the_end() {
        let source = source(Drip(b"abcdef"));
        assert_eq!(WaitingSource(&source).len(), 6);
        assert!(source.window(0, 6).ends);
    }

    #[test]
    fn an_endless_stream_gives_its_beginning() {
        let source = source(io::repeat(7));
        assert_eq!(WaitingSource(&source).window(0, 5).bytes, [7; 5]);
    }

    /// Fails when nothing is left.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }

    #[test]
    fn a_failure_ends_the_data_and_is_not_forgotten() {
        let source = source(Drip(b"ab").chain(Broken));
        assert_eq!(WaitingSource(&source).window(0, 9), b"ab".window(0, 9));
        assert_eq!(source.failure().unwrap().what(), "connection reset");
    }

    #[test]
    fn seekable_data_needs_no_waiting() {
        let source = Source::memory("m", &b"abc"[..]);
        assert_eq!(WaitingSource(&source).window(1, 9), b"abc".window(1, 9));
        assert_eq!(WaitingSource(&source).len(), 3);
    }
}

/// The first bytes of a source, read as the whole: for a caller that goes through data that may
/// grow meanwhile. The data ends there, or earlier if it has become shorter.
#[derive(Debug, Clone, Copy)]
pub struct UpTo<'a> {
    /// The source.
    pub source: &'a Source,
    /// Just past the last byte.
    pub end: u64,
}

impl Peek for UpTo<'_> {
    fn len(&self) -> u64 {
        self.source.len().min(self.end)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let left = self.end.saturating_sub(start);
        let len = usize::try_from(left).map_or(len, |left| len.min(left));
        let mut window = self.source.window(start, len);
        window.ends |= window.end() >= self.len();
        window
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        let Range { start, end } = self.source.zeros(from);
        start..end.min(self.end).max(start)
    }
}
