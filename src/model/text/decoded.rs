//! A range of the data decoded from front to back: a [`Sweep`] and the boundary it has reached.
//!
//! Printers and copies read the data with it. Invariant: the steps of all pieces with a byte in the
//! range are those of the whole data, however the pieces are cut.

use std::ops::Range;

use super::{DecodedStretch, EncodedText, OPENING};
use crate::codec::{Anchor, Step, Walk};
use crate::window::sweep::{Reach, Supply, Sweep};
use crate::window::{Peek, Window};

/// The next piece of a range, or the reason why there is none.
pub enum NextPiece {
    /// A piece of it.
    Piece(Decoded),
    /// No piece is certain yet; the data has arrived up to this offset.
    Awaited(u64),
    /// Nothing: the range, or the data, has ended.
    Over,
}

/// A decoded piece.
pub struct Decoded {
    /// Every step with a byte among the certain offsets, whole, and a few before them.
    pub stretch: DecodedStretch,
    /// The offsets whose steps are certain.
    pub certain: Range<u64>,
    /// True if the range, or the data, ends with them.
    pub at_end: bool,
}

/// Decodes a range piece by piece.
pub struct DecodedSweep<'a> {
    text: EncodedText<'a>,
    sweep: Sweep,
    /// A boundary inside the next window.
    anchor: Anchor,
}

/// Supplies the bytes that are decoded, as far as they are present.
struct PresentSteps<'a> {
    text: EncodedText<'a>,
    anchor: Anchor,
    /// The end of the bytes that were requested last.
    requested: u64,
}

impl Supply for PresentSteps<'_> {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        self.requested = range.end;
        let from = range.start.min(self.anchor.offset);
        let len = usize::try_from(range.end - from).unwrap_or(usize::MAX);
        *window = self.text.data.window(from, len);
    }

    fn decided(&self, window: &Window, reach: Reach) -> u64 {
        let end = window.end();
        if end < OPENING {
            // A byte order mark may still arrive.
            return 0;
        }
        let sure = end.saturating_sub(reach.after);
        if end >= self.requested {
            // All of the piece is sure: the bytes after it were requested too.
            return sure;
        }
        // Faults and their descriptions may depend on bytes that are still to arrive.
        let mut walk = Walk::new(self.text.encoding, self.text.phase, window).at(self.anchor);
        let open = |step: &Step| step.offset >= sure && step.meaning.fault().is_some();
        match walk.find(open) {
            Some(fault) => fault.offset,
            None => walk.offset(),
        }
    }
}

impl<'a> DecodedSweep<'a> {
    /// A sweep through `range` in pieces of `step` bytes, which end at multiples of `grid`. If the
    /// bytes show no certain boundary, one is found by decoding from `known`, if there is one;
    /// these bytes come from `patient`, which may wait for them.
    pub fn new(
        text: EncodedText<'a>,
        range: Range<u64>,
        (step, grid): (u64, u64),
        known: Option<Anchor>,
        patient: &dyn Peek,
    ) -> Self {
        let (encoding, phase) = (text.encoding, text.phase);
        let reach = encoding.reach();
        let before = range.start.saturating_sub(reach.before);
        let boundary = encoding.boundary_before(phase, patient, before, || known);
        Self {
            text,
            sweep: Sweep::new(range, step, reach).on_grid(grid),
            anchor: boundary.anchor,
        }
    }

    /// The start of the next piece.
    pub fn at(&self) -> u64 {
        self.sweep.at()
    }

    /// The boundary that was reached; another sweep can go on from it.
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Returns the next piece.
    pub fn go_on(&mut self) -> NextPiece {
        let mut window = Window::default();
        let mut known = PresentSteps {
            text: self.text,
            anchor: self.anchor,
            requested: u64::MAX,
        };
        let Some(piece) = self.sweep.next(&mut known, &mut window) else {
            return if self.sweep.is_over() {
                NextPiece::Over
            } else {
                NextPiece::Awaited(window.end())
            };
        };
        let reach = self.text.encoding.reach();
        let before = |offset: u64| offset.saturating_sub(reach.before);
        let certain = piece.certain;
        let range = before(certain.start)..certain.end;
        let stretch = if self.text.passages.is_empty() {
            self.text.stretch_of(window, self.anchor, range)
        } else {
            self.text.stretch(range)
        };
        self.learn(&stretch, before(certain.end));
        NextPiece::Piece(Decoded {
            stretch,
            certain,
            at_end: piece.at_end,
        })
    }

    /// Stores the first boundary that the window after this one will show.
    fn learn(&mut self, stretch: &DecodedStretch, next: u64) {
        let first = stretch.steps.partition_point(|step| step.offset < next);
        if let Some(step) = stretch.steps.get(first) {
            self.anchor = Anchor {
                offset: step.offset,
                state: step.state,
            };
        }
    }
}
