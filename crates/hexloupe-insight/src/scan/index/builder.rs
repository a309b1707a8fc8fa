//! Joins the parts of a scan into the index of the whole data.
//!
//! Invariant: parts are absorbed in the order of the data, each from the end of the one before.

use super::{HEAD, PartialIndex, Scanner};
use crate::scan::facts::index::{Checkpoint, Index, IndexBlock};
use hexloupe_text::codec::{Encoding, LinePosition};
use hexloupe_text::window::sweep::Sweep;
use hexloupe_text::window::{Peek, Window};

/// Builds an index from parts in order.
#[derive(Clone)]
pub struct IndexBuilder {
    /// The index so far.
    pub index: Index,
    /// The place where the independent scan began.
    base: LinePosition,
}

impl IndexBuilder {
    /// A builder that adds parts to an index.
    pub fn new(index: Index) -> Self {
        Self {
            index,
            base: LinePosition::default(),
        }
    }

    /// Adds the part that comes right after the index.
    pub fn absorb(&mut self, part: &PartialIndex) {
        let (base, mixed) = if part.aside {
            if part.begins {
                self.base = self.index.reached.place;
            }
            (self.base, self.index.ends.join(&part.ends, part.mixed))
        } else {
            self.index.ends.clone_from(&part.ends);
            (LinePosition::default(), part.mixed)
        };
        let placed = |at: Checkpoint| Checkpoint {
            place: base.then(at.place),
            ..at
        };
        for (edge, block) in &part.blocks {
            let start = placed(block.start);
            self.index.push(*edge, IndexBlock { start, ..*block });
        }
        self.index.reached = placed(part.reached);
        self.index.unfinished.clone_from(&part.unfinished);
        self.index.totals.merge(&part.totals);
        for (kind, offset) in &part.late {
            self.index.note(*kind, *offset);
        }
        if let Some(at) = mixed {
            self.index.set_mixed(at);
        }
    }
}

/// The index of data that can be read at once.
pub fn build(data: &dyn Peek, encoding: &'static Encoding, phase: u64) -> Index {
    let mut builder = IndexBuilder::new(Index::new(encoding, phase, data.len()));
    let beginning = data.window(0, HEAD as usize);
    let mut scanner = Scanner::new(&builder.index, beginning.front());
    let reach = encoding.reach_of_counting();
    let mut sweep = Sweep::new(0..u64::MAX, WINDOW as u64, reach);
    let (mut data, mut window) = (data, Window::default());
    while let Some(piece) = sweep.next(&mut data, &mut window) {
        scanner.feed(&window, piece.certain.end);
    }
    builder.absorb(&scanner.finish());
    builder.index.complete = true;
    builder.index
}

/// Bytes read at once.
pub const WINDOW: usize = 256 * 1024;
