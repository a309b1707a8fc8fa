//! The bytes under a test of keys, some of which cannot be read.
//!
//! Invariant: they are the same at every look.

use hexloupe::window::{Absence, Hole, Peek, Window};
use std::ops::Range;

/// Bytes of which some cannot be read.
pub(crate) struct Data {
    pub(crate) bytes: Vec<u8>,
    pub(crate) holes: Vec<Range<u64>>,
    /// Gaps of a hex dump; after the first one, addresses are 0x1000 more than offsets.
    pub(crate) gaps: Vec<Range<u64>>,
}

impl Peek for Data {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.bytes.window(start, len);
        let gaps = self.gaps.iter().map(|gap| Hole {
            why: Absence::Gap,
            ..gap.clone().into()
        });
        let holes = self.holes.iter().map(|hole| hole.clone().into());
        for hole in holes.chain(gaps) {
            if let Some(hole) = Hole::cut(hole, window.start, window.end()) {
                let index = |offset| (offset - start) as usize;
                window.bytes[index(hole.start)..index(hole.end)].fill(0);
                window.holes.push(hole);
            }
        }
        window
    }

    fn address(&self, offset: u64) -> u64 {
        match self.gaps.first() {
            Some(gap) if offset >= gap.end => offset + 0x1000,
            _ => offset,
        }
    }

    fn offset_of(&self, address: u64) -> u64 {
        match self.gaps.first() {
            Some(gap) if address >= gap.end + 0x1000 => address - 0x1000,
            Some(gap) => address.min(gap.end),
            None => address,
        }
    }
}
