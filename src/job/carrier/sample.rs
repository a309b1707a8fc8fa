//! The bytes of a text that are searched for carriers.
//!
//! Invariant: a bounded number of bytes is read, whatever the length of the data.

use crate::window::Peek;

/// The number of bytes from the beginning.
const FIRST: usize = 64 * 1024;
/// The number of bytes of each later place.
const LATER: usize = 16 * 1024;
/// The number of later places.
const PLACES: u64 = 3;

/// Parts of a text; the first begins with the text.
pub(super) struct TextSample {
    parts: Vec<Vec<u8>>,
}

impl TextSample {
    /// The parts of some data: later ones have whole lines, if they have a line end.
    pub(super) fn read(data: &dyn Peek) -> Self {
        let mut parts = vec![data.window(0, FIRST).bytes];
        let len = data.len();
        for number in 1..=PLACES {
            let start = (len / (PLACES + 1) * number).max(FIRST as u64 * number);
            if start >= len {
                break;
            }
            let bytes = data.window(start, LATER).bytes;
            let after = |at: usize| at + 1;
            let line = bytes
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(0, after);
            parts.push(bytes[line..].to_vec());
        }
        Self { parts }
    }

    /// The parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.iter().map(Vec::as_slice)
    }

    /// The lines of all parts.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self
            .parts()
            .flat_map(|part| part.split(|byte| *byte == b'\n'));
        lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
}
