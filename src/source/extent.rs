//! Positioned reads that always answer: a stretch of bytes and the holes in it.
//!
//! [`ReadAt`] is the only thing this room needs of a file. [`read_extent`] hides short reads and
//! interrupted calls, and narrows an unreadable stretch down to the blocks that really cannot be
//! read, so that one bad sector does not hide a page.
//!
//! Invariant: a short extent means only that the data ended there.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::ops::Range;

use super::file_state::FileState;
use crate::platform::{Here, System as _};
use crate::window::Hole;

/// After a read error, blocks of this many bytes are read one by one: a page of the kernel's
/// cache, which never reads less.
const BLOCK: u64 = 4096;

/// Bytes at offsets: a file, or anything that can be read like one. Tests implement it with faults
/// that a disk seldom has.
pub trait ReadAt: Send + Sync {
    /// Reads up to `buf.len()` bytes at `offset`; 0 only at or past the end.
    ///
    /// # Errors
    /// The bytes at the offset cannot be read now; after [`ErrorKind::Interrupted`] the read is
    /// repeated.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize>;

    /// The next offsets, from one on, that the system knows to be zero without reading; they
    /// may extend past the end. `None` if it does not know.
    fn hole(&self, from: u64) -> Option<Range<u64>> {
        let _ = from;
        None
    }

    /// Reports whether the data can change, or be slow to read; then a thread reads it for callers
    /// that cannot wait.
    fn is_watched(&self) -> bool {
        true
    }

    /// The system's report about the data now.
    ///
    /// # Errors
    /// The system does not know.
    fn file_state(&self) -> io::Result<FileState>;
}

impl ReadAt for File {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        Here::read_at(self, offset, buf)
    }

    fn file_state(&self) -> io::Result<FileState> {
        FileState::read(self)
    }
}

/// Bytes, and the unreadable offsets among them, where the bytes are zero.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ReadExtent {
    pub(super) bytes: Vec<u8>,
    pub(super) holes: Vec<Hole>,
}

/// Reads `len` bytes from `start`, or fewer if the data ends, into the memory of bytes that are no longer
/// needed: what is long enough is not cleared first.
pub(super) fn read_extent(
    reader: &dyn ReadAt,
    start: u64,
    len: usize,
    memory: Vec<u8>,
) -> ReadExtent {
    let mut extent = ReadExtent {
        bytes: memory,
        holes: Vec::new(),
    };
    extent.bytes.resize(len, 0);
    let done = read_into(reader, start, &mut extent.bytes, &mut extent.holes);
    extent.bytes.truncate(done);
    extent
}

/// Reads bytes into a slice of the caller's; returns their number.
pub(super) fn read_into(
    reader: &dyn ReadAt,
    start: u64,
    bytes: &mut [u8],
    holes: &mut Vec<Hole>,
) -> usize {
    let len = bytes.len();
    let mut done = 0;
    // True if the last read failed, and reading continues block by block.
    let mut careful = false;
    while done < len {
        let offset = start + done as u64;
        let to_edge = usize::try_from(BLOCK - offset % BLOCK).unwrap_or(usize::MAX);
        let step = if careful {
            to_edge.min(len - done)
        } else {
            len - done
        };
        let target = &mut bytes[done..done + step];
        match reader.read_at(offset, target) {
            Ok(0) => break,
            Ok(read) => {
                done += read;
                careful = false;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) if careful => {
                target.fill(0);
                Hole::from(offset..offset + step as u64).push_to(holes);
                done += step;
            }
            Err(_) => careful = true,
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::super::fake::{Fake, pairs, sample};
    use super::*;

    #[track_caller]
    fn check(fake: &Fake, start: u64, len: usize, bytes: usize, holes: &[(u64, u64)]) {
        let extent = read_extent(fake, start, len, vec![0xAA; 300]);
        assert_eq!(extent.bytes.len(), bytes);
        assert_eq!(pairs(&extent.holes), holes);
        let data = sample(1 << 20);
        for (offset, byte) in (start..).zip(&extent.bytes) {
            let hole = holes
                .iter()
                .any(|(from, to)| (*from..*to).contains(&offset));
            let there = if hole { 0 } else { data[offset as usize] };
            assert_eq!(*byte, there, "at {offset}");
        }
    }

    #[test]
    fn short_reads_and_interrupted_calls_are_not_seen() {
        let fake = Fake::new(20_000).at_most(777).interrupted();
        check(&fake, 0, 20_000, 20_000, &[]);
        check(&fake, 19_000, 5_000, 1_000, &[]);
        check(&fake, 20_000, 10, 0, &[]);
        check(&fake, 90_000, 10, 0, &[]);
    }

    #[test]
    fn only_the_unreadable_blocks_become_holes() {
        let fake = Fake::new(65_536).bad(8192..12_288);
        check(&fake, 0, 65_536, 65_536, &[(8192, 12_288)]);
        let fake = Fake::new(65_536).bad(8192..16_384).bad(40_960..45_056);
        check(
            &fake,
            0,
            65_536,
            65_536,
            &[(8192, 16_384), (40_960, 45_056)],
        );
        let fake = fake.at_most(1000).interrupted();
        check(
            &fake,
            0,
            65_536,
            65_536,
            &[(8192, 16_384), (40_960, 45_056)],
        );
    }

    #[test]
    fn a_hole_is_cut_to_the_requested_range() {
        let fake = Fake::new(65_536).bad(4096..8192);
        check(&fake, 5000, 100, 100, &[(5000, 5100)]);
        check(&fake, 5000, 9000, 9000, &[(5000, 8192)]);
        check(&fake, 4000, 200, 200, &[(4096, 4200)]);
    }

    #[test]
    fn a_device_that_reads_nothing_is_one_hole() {
        let fake = Fake::new(10_000).bad(0..10_000);
        check(&fake, 0, 10_000, 10_000, &[(0, 10_000)]);
    }
}
