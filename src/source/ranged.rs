//! A range of a file that was fetched from elsewhere, as an object store gives it: its bytes are at their own
//! offsets, and all others are holes.
//!
//! It exists so that a part of a file can be checked where the rest of it is not. Invariant: a byte that was
//! looked for and not fetched is known ([`FetchedRange::missed`]).

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::platform::{Here, System as _};
use crate::window::{Hole, Peek, Window};

/// Bytes copied at once.
const STEP: usize = 256 * 1024;

/// The bytes of a range of a file.
pub struct FetchedRange {
    copy: File,
    range: Range<u64>,
    size: u64,
    /// The first byte that was looked for and not fetched; the largest number if there is none.
    missed: AtomicU64,
}

impl FetchedRange {
    /// Reads the bytes of a range of a file of some size.
    ///
    /// # Errors
    /// They cannot be read or kept, or there are more or less of them.
    pub fn read(input: &mut dyn Read, range: Range<u64>, size: u64) -> io::Result<Self> {
        let mut copy = tempfile::tempfile()?;
        let mut piece = vec![0; STEP];
        let mut len = 0;
        loop {
            let read = match input.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if read == 0 {
                break;
            }
            copy.write_all(&piece[..read])?;
            len += read as u64;
        }
        let wanted = range.end - range.start;
        if len != wanted {
            let said = format!("{len} bytes came, and the range has {wanted}; fetch it again");
            return Err(io::Error::other(said));
        }
        Ok(Self {
            copy,
            range,
            size,
            missed: AtomicU64::new(u64::MAX),
        })
    }

    /// The first byte that was looked for and not fetched.
    pub fn missed(&self) -> Option<u64> {
        let missed = self.missed.load(Ordering::Relaxed);
        (missed < u64::MAX).then_some(missed)
    }

    /// Fills bytes of the range; returns those that could not be read.
    fn fill(&self, start: u64, bytes: &mut [u8]) -> Range<u64> {
        let mut done = 0;
        while done < bytes.len() {
            let at = start - self.range.start + done as u64;
            match Here::read_at(&self.copy, at, &mut bytes[done..]) {
                Ok(0) | Err(_) => break,
                Ok(read) => done += read,
            }
        }
        start + done as u64..start + bytes.len() as u64
    }
}

impl Peek for FetchedRange {
    fn len(&self) -> u64 {
        self.size
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let end = start.saturating_add(len as u64).min(self.size);
        let mut window = Window {
            start,
            bytes: vec![0; end.saturating_sub(start) as usize],
            holes: Vec::new(),
            ends: end == self.size,
        };
        // The first bytes say whether there is a mark, which the name of the encoding says as well.
        let is_head = start == 0;
        if start < end && !self.range.contains(&start) && !is_head {
            self.missed.fetch_min(start, Ordering::Relaxed);
        }
        let (from, to) = (start.max(self.range.start), end.min(self.range.end));
        if from >= to {
            if start < end {
                Hole::from(start..end).push_to(&mut window.holes);
            }
            return window;
        }
        let inner = (from - start) as usize..(to - start) as usize;
        let lost = self.fill(from, &mut window.bytes[inner]);
        for hole in [start..from, lost, to..end] {
            if !hole.is_empty() {
                Hole::from(hole).push_to(&mut window.holes);
            }
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(range: Range<u64>) -> io::Result<FetchedRange> {
        let all: Vec<u8> = (0..100).collect();
        let mut bytes = &all[range.start as usize..range.end as usize];
        FetchedRange::read(&mut bytes, range, 100)
    }

    #[test]
    fn bytes_are_at_their_offsets_and_all_others_are_holes() {
        for (start, end) in [(0, 100), (0, 1), (99, 100), (20, 50), (30, 30)] {
            let data = fetched(start..end).unwrap();
            for from in 0..=100 {
                for len in [0, 1, 9, 200] {
                    let window = data.window(from, len);
                    let until = (from + len as u64).min(100);
                    assert_eq!(window.end(), until.max(from));
                    for at in from..until {
                        let is_there = (start..end).contains(&at);
                        assert_eq!(window.byte(at), is_there.then_some(at as u8));
                    }
                }
            }
        }
    }

    #[test]
    fn a_byte_that_is_looked_for_and_not_there_is_known() {
        let data = fetched(20..50).unwrap();
        data.window(20, 9);
        data.window(49, 9);
        data.window(0, 9);
        assert_eq!(data.missed(), None);
        data.window(60, 9);
        data.window(50, 1);
        data.window(70, 1);
        assert_eq!(data.missed(), Some(50));
    }

    #[test]
    fn more_or_less_bytes_are_refused() {
        let read = |mut bytes: &[u8]| FetchedRange::read(&mut bytes, 10..13, 100).map(drop);
        assert!(read(b"abc").is_ok());
        assert!(read(b"ab").is_err() && read(b"abcd").is_err());
    }
}
