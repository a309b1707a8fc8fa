//! Data that is read in windows of bounded size, one after the other.
//!
//! Parts are sought by many short looks near one another. Invariant: a look inside the window that
//! was read last reads nothing, and no byte of a hole is given out.

use std::ops::Range;

use hexloupe_text::window::{Peek, Window};

/// Bytes that are read at once.
pub(super) const STEP: usize = 64 * 1024;

/// Reads some data in windows.
pub(super) struct Reader<'a> {
    pub(super) data: &'a dyn Peek,
    window: Window,
}

impl<'a> Reader<'a> {
    pub(super) fn new(data: &'a dyn Peek) -> Self {
        let window = Window::default();
        Self { data, window }
    }

    /// Some bytes from an offset on: fewer before a hole or the end of the data, and then perhaps
    /// none.
    pub(super) fn bytes(&mut self, at: u64, len: usize) -> &[u8] {
        let end = at.saturating_add(len as u64).min(self.data.len());
        if at < self.window.start || end > self.window.end() {
            self.window = self.data.window(at, len.max(STEP));
        }
        let hole = self.window.holes.iter().find(|hole| hole.end > at);
        let end = hole.map_or(end, |hole| end.min(hole.start));
        self.window.slice(at, end.max(at))
    }

    /// The first offset of a range that is found in the bytes.
    pub(super) fn position(
        &mut self,
        range: Range<u64>,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<u64> {
        let mut at = range.start;
        while at < range.end {
            // What was read is gone through before more is.
            let is_read = (self.window.start..self.window.end()).contains(&at);
            let len = if is_read {
                self.window.end() - at
            } else {
                STEP as u64
            };
            let bytes = self.bytes(at, len.min(range.end - at) as usize);
            if bytes.is_empty() {
                return None;
            }
            if let Some(found) = find(bytes) {
                return Some(at + found as u64);
            }
            at += bytes.len() as u64;
        }
        None
    }
}
