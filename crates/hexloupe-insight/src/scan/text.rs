//! Text read as units of UTF-16, for counting or skipping many characters at once.
//!
//! The amount read at once depends on the amount used of the last read. If a closer look is needed
//! every few bytes, reading far ahead would be wasted again and again. If hardly anything can be
//! used, more is stepped through before the next try. Invariant: the content read does not depend
//! on the amount used; only its length does.

use hexloupe_text::codec::{BulkLength, CodecState, Encoding};

/// The most bytes read at once, and the fewest.
const MOST: usize = 8 * 1024;
const FEWEST: usize = 128;

/// The fewest bytes stepped through before the next try, and the most.
const STEP: u64 = 32;
const LONG_STEP: u64 = 1024;

/// Reads text.
#[derive(Debug, Clone)]
pub struct TextReader {
    units: Vec<u16>,
    read: BulkLength,
    /// The number of bytes to read next.
    next: usize,
    /// The number of bytes to step through next.
    step: u64,
}

impl Default for TextReader {
    fn default() -> Self {
        Self {
            units: Vec::new(),
            read: BulkLength::default(),
            next: MOST,
            step: STEP,
        }
    }
}

impl TextReader {
    /// Reports whether its units alone represent a text in an encoding: neither shifts nor remarks
    /// on its form are lost.
    pub fn can_read(encoding: &Encoding) -> bool {
        !encoding.shifts && !encoding.units_hide_remarks()
    }

    /// The number of bytes worth examining.
    pub fn most(&self) -> u64 {
        self.next as u64
    }

    /// The number of bytes to step through, if nothing could be used.
    pub fn step(&mut self) -> u64 {
        let step = self.step;
        self.step = LONG_STEP.min(2 * step);
        step
    }

    /// Reads from the front of some bytes that continue.
    pub fn read(&mut self, encoding: &Encoding, bytes: &[u8]) -> &[u16] {
        let bytes = &bytes[..bytes.len().min(self.next)];
        self.units.resize(self.units.len().max(bytes.len()), 0);
        self.read = encoding.units(&mut CodecState::default(), bytes, false, &mut self.units);
        &self.units[..self.read.units]
    }

    /// The number of those bytes that make up the first `units` units read: they count as used.
    pub fn used(&mut self, encoding: &Encoding, bytes: &[u8], units: usize) -> usize {
        let used = if units == self.read.units {
            self.read.bytes
        } else if let Some(lengths) = encoding.lengths_of_units(&self.units[..units]) {
            (0..).zip(lengths).map(|(len, count)| len * count).sum()
        } else {
            let room = &mut self.units[..units];
            let bytes = &bytes[..self.read.bytes];
            encoding
                .units(&mut CodecState::default(), bytes, false, room)
                .bytes
        };
        self.took(used);
        used
    }

    /// Records the number of used bytes.
    pub fn took(&mut self, used: usize) {
        self.next = (2 * used).clamp(FEWEST, MOST);
        if used >= FEWEST {
            self.step = STEP;
        }
    }
}

/// The character at the front of some well-formed UTF-8, and its length.
#[inline]
pub(super) fn first_of_utf8(text: &[u8]) -> Option<(char, usize)> {
    let (&lead, rest) = text.split_first()?;
    let (head, len) = match lead {
        0..0x80 => return Some((char::from(lead), 1)),
        0x80..0xE0 => (u32::from(lead & 0x1F), 2),
        0xE0..0xF0 => (u32::from(lead & 0x0F), 3),
        _ => (u32::from(lead & 0x07), 4),
    };
    let rest = rest.get(..len - 1)?;
    let point = { rest.iter() }.fold(head, |point, byte| point << 6 | u32::from(byte & 0x3F));
    char::from_u32(point).map(|c| (c, len))
}
