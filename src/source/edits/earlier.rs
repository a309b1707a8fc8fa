//! The data before some steps that have overwritten bytes, as long as somebody needs it.
//!
//! Invariant: a byte is the one from before the first of the steps.

use std::collections::BTreeMap;
use std::ops::Range;

use super::overlay::OffsetRuns;
use super::{EditCell, EditStore, Edits, TouchedStretch};
use crate::source::Source;
use crate::window::{Peek, Window};

/// The largest number of bytes that are stored.
const MANY: usize = 256 * 1024;

/// The overwritten bytes, as they were before.
#[derive(Debug, Clone, Default)]
pub struct EarlierBytes {
    cells: BTreeMap<u64, EditCell>,
}

impl EarlierBytes {
    /// Adds a step that came after those before. Returns false if it has moved bytes, or if there
    /// are too many bytes: then the earlier data is no longer known.
    #[must_use]
    pub fn add(&mut self, step: &TouchedStretch) -> bool {
        let Some(was) = &step.was else { return false };
        let count: usize = was.iter().map(|(_, cells)| cells.len()).sum();
        if self.cells.len() + count > MANY {
            return false;
        }
        for (at, cells) in was {
            for (at, cell) in (*at..).zip(cells) {
                self.cells.entry(at).or_insert(*cell);
            }
        }
        true
    }

    /// The ranges of bytes that may have changed, in order.
    pub fn stretches(&self) -> Vec<Range<u64>> {
        let mut runs = OffsetRuns::default();
        self.cells.keys().for_each(|&at| runs.add(at));
        runs.0
    }

    /// A source as it was before the steps.
    pub fn over<'a>(&'a self, source: &'a Source) -> impl Peek {
        SourceBefore {
            source,
            earlier: self,
        }
    }
}

struct SourceBefore<'a> {
    source: &'a Source,
    earlier: &'a EarlierBytes,
}

impl Peek for SourceBefore<'_> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let below = |start, len| self.source.body.window(start, len);
        self.source
            .edits
            .window_before(self.earlier, start, len, below)
    }
}

impl Edits {
    /// A window of the earlier data, over the one below it.
    fn window_before(
        &self,
        earlier: &EarlierBytes,
        start: u64,
        len: usize,
        below: impl FnOnce(u64, usize) -> Window,
    ) -> Window {
        let (mut window, below) = match &self.read().store {
            EditStore::Buffer(buffer) => (buffer.window(start, len), None),
            EditStore::Overlay(_) => (Window::default(), Some(below)),
        };
        let below = below.map(|below| below(start, len));
        if let Some(below) = &below {
            window.clone_from(below);
            if let EditStore::Overlay(overlay) = &self.read().store {
                overlay.lay_over(&mut window);
            }
        }
        for (&at, cell) in earlier.cells.range(start..window.end().max(start)) {
            let index = (at - start) as usize;
            window.bytes[index] = match &below {
                Some(below) if !cell.is_changed() => below.bytes[index],
                _ if window.hole_at(at).is_some() => continue,
                _ => cell.byte(),
            };
        }
        window
    }
}
