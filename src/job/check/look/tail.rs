//! The last bytes before a window: a word may begin there and be reported only now.
//!
//! Invariant: no more than twice [`KEPT`] bytes are stored, however the data comes in pieces.

use std::ops::Range;

use crate::window::Window;

/// Room for the longest word that is examined at once, in any encoding.
const KEPT: usize = 4096;

/// The last bytes of the data so far.
#[derive(Debug, Default)]
pub(super) struct LastBytes {
    start: u64,
    bytes: Vec<u8>,
}

impl LastBytes {
    /// Stores the bytes of a window from an offset to another.
    pub(super) fn store(&mut self, window: &Window, from: u64, to: u64) {
        let bytes = window.slice(from.max(to.saturating_sub(KEPT as u64)), to);
        let begun = self.start + self.bytes.len() as u64 == from && bytes.len() < KEPT;
        if !begun {
            self.bytes.clear();
        }
        self.bytes.extend_from_slice(bytes);
        let spare = self.bytes.len().saturating_sub(KEPT);
        // Not at each step: it moves the rest.
        if spare > KEPT {
            self.bytes.drain(..spare);
        }
        self.start = to - self.bytes.len() as u64;
    }

    /// The bytes of a range that ends in the window; none if it begins too long before.
    pub(super) fn with(&self, window: &Window, range: &Range<u64>) -> Vec<u8> {
        if range.start >= window.start {
            return window.slice(range.start, range.end).to_vec();
        }
        let Some(at) = range.start.checked_sub(self.start) else {
            return Vec::new();
        };
        let len = (range.end - range.start) as usize;
        let before = self.bytes.get(at as usize..).unwrap_or_default();
        let mut bytes = before[..before.len().min(len)].to_vec();
        let next = range.start + bytes.len() as u64;
        bytes.extend_from_slice(window.slice(next, range.end));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Peek as _;

    #[test]
    fn bytes_from_before_the_window_are_complete() {
        let data: Vec<u8> = (0..9000u32).map(|at| at as u8).collect();
        for step in [1, 3, 9, 4095, 4096, 4097, 8999] {
            let mut tail = LastBytes::default();
            for from in (0..data.len()).step_by(step) {
                let to = data.len().min(from + step);
                let window = data.as_slice().window(from as u64, to - from);
                let start = from.saturating_sub(1000);
                let found = tail.with(&window, &(start as u64..to as u64));
                assert_eq!(found, &data[start..to], "{step} {from}");
                tail.store(&window, from as u64, to as u64);
                assert!(tail.bytes.len() <= 2 * KEPT);
            }
        }
    }

    #[test]
    fn dropped_bytes_are_empty() {
        let data = vec![b'a'; 20_000];
        let mut tail = LastBytes::default();
        let window = data.as_slice().window(0, 10_000);
        tail.store(&window, 0, 10_000);
        let next = data.as_slice().window(10_000, 10_000);
        assert_eq!(tail.with(&next, &(0..10_001)), b"");
        assert_eq!(tail.with(&next, &(9_999..10_001)), b"aa");
    }
}
