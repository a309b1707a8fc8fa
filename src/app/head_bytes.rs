//! The first bytes of a source, for callers that can wait for the choice of its encoding.
//!
//! The detector may read any part of a file. A stream is awaited as far as the detector needs: not
//! at all if the user named the encoding, for four bytes if it has a byte order mark, else for the
//! first 64 KiB or the end. Invariant: the division of a stream into reads has no effect, and no
//! more than [`LOOK`] bytes and one are awaited.

use std::ops::Range;

use crate::source::{Source, WaitingSource};
use crate::window::{Peek, Window};

/// The number of bytes of a stream that its encoding is chosen by.
const LOOK: u64 = 64 * 1024;

/// A file, or the first bytes of a stream.
pub(super) struct HeadBytes<'a>(pub(super) &'a Source);

impl Peek for HeadBytes<'_> {
    /// The length; for a stream, of the bytes that its encoding is chosen by.
    fn len(&self) -> u64 {
        if !self.0.is_stream() {
            return self.0.len();
        }
        // One more byte shows whether the data ends there.
        WaitingSource(self.0).window(LOOK, 1);
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
        WaitingSource(self.0).window(start, end.saturating_sub(start) as usize)
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

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::*;
    use crate::detect::requested::RequestedEncoding;

    /// Brings some bytes at a time; the test fails if it is read to a forbidden end.
    struct Pieces {
        data: io::Cursor<Vec<u8>>,
        by: usize,
        may_end: bool,
    }

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(self.by);
            let read = self.data.read(&mut buffer[..len])?;
            assert!(read > 0 || self.may_end, "nobody waits for the end");
            Ok(read)
        }
    }

    fn pipe(data: &[u8], by: usize, may_end: bool) -> Source {
        let data = io::Cursor::new(data.to_vec());
        Source::flowing("pipe", Pieces { data, by, may_end })
    }

    /// ASCII, then "и дождь шёл весь день" in windows-1251, again and again.
    fn late(ascii: usize, len: usize) -> Vec<u8> {
        let text = b"\xE8 \xE4\xEE\xE6\xE4\xFC \xF8\xB8\xEB \xE2\xE5\xF1\xFC \xE4\xE5\xED\xFC\n";
        let mut data = b"plain text\n".repeat(ascii / 11);
        data.extend(text.iter().cycle().take(len));
        data.truncate(len);
        data
    }

    #[test]
    fn the_reads_of_a_pipe_have_no_effect() {
        for len in [8, 100, 4097, 65_536, 65_537] {
            for ascii in [0, 8, 4400, 60_000] {
                let data = late(ascii, len);
                let file = Source::memory("file", data.clone());
                let expected = RequestedEncoding::AUTO.verdict(&HeadBytes(&file));
                for by in [1, 7, 4096, 100_000] {
                    if by < 4096 && len > 4097 {
                        continue;
                    }
                    let pipe = pipe(&data, by, true);
                    let found = RequestedEncoding::AUTO.verdict(&HeadBytes(&pipe));
                    assert_eq!(found.encoding, expected.encoding, "{len} {ascii} {by}");
                }
            }
        }
    }

    #[test]
    fn no_byte_is_waited_for_that_decides_nothing() {
        let named = RequestedEncoding::parse("koi8-r").unwrap();
        named.verdict(&HeadBytes(&pipe(b"", 1, false)));
        let marked = pipe(b"\xEF\xBB\xBFa", 1, false);
        let marked = RequestedEncoding::AUTO.verdict(&HeadBytes(&marked));
        assert_eq!(marked.encoding.id, "utf-8");
        let long = pipe(&vec![b'a'; LOOK as usize + 1], 4096, false);
        RequestedEncoding::AUTO.verdict(&HeadBytes(&long));
    }
}
