//! The parts in bytes of joined data, as if they were all of it.
//!
//! Judgements of text in bytes know nothing of units. Invariant: every offset of this text has one
//! place in the data, and holes stay holes.

use std::ops::Range;

use super::JoinedParts;
use hexloupe_text::window::{Hole, Peek, Window};

/// The text in bytes of joined data, without its parts in wide units.
pub(in crate::detect) struct NarrowText<'a> {
    data: &'a dyn Peek,
    /// The offset in the text of each part, and its place in the data.
    parts: Vec<(u64, Range<u64>)>,
    len: u64,
}

impl<'a> NarrowText<'a> {
    pub(in crate::detect) fn new(data: &'a dyn Peek, parts: &JoinedParts) -> Self {
        let mut len = 0;
        let offset = |part: Range<u64>| {
            len += part.end - part.start;
            (len - (part.end - part.start), part)
        };
        let parts = parts.narrow(0..data.len()).map(offset).collect();
        Self { data, parts, len }
    }

    /// The place in the data of an offset in this text, and the bytes that follow it there.
    fn place(&self, offset: u64) -> (u64, u64) {
        let next = self.parts.partition_point(|(start, _)| *start <= offset);
        let Some((start, part)) = next.checked_sub(1).map(|at| &self.parts[at]) else {
            return (self.data.len(), 0);
        };
        let at = part.start + (offset - start);
        (at, part.end.saturating_sub(at))
    }
}

impl Peek for NarrowText<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = Window {
            start,
            ..Window::default()
        };
        while window.bytes.len() < len {
            let offset = window.end();
            let (at, most) = self.place(offset);
            let wanted = most.min((len - window.bytes.len()) as u64);
            let part = self.data.window(at, wanted as usize);
            let moved = |at: u64| at - part.start + offset;
            for hole in &part.holes {
                let (start, end) = (moved(hole.start), moved(hole.end));
                Hole {
                    start,
                    end,
                    ..*hole
                }
                .push_to(&mut window.holes);
            }
            if part.bytes.is_empty() {
                break;
            }
            window.bytes.extend_from_slice(&part.bytes);
        }
        window.ends = window.end() >= self.len();
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(self.place(offset).0)
    }
}
