//! The places that a repair leaves unchanged: the first ones, for a list.
//!
//! Invariant: few places are stored, whatever the data holds, and all are counted.

use crate::job::recode::{ConversionLoss, ConversionStop, LossTreatment, Witness};

/// The largest number of places that are listed; a report has all of them.
const MOST: usize = 20;
/// The largest number of bytes of a place that are shown.
const SHOWN: usize = 8;

/// A piece that is left unchanged.
pub(super) struct LeftPiece {
    /// Its offset in the text.
    pub(super) offset: u64,
    /// Its first bytes, ...
    pub(super) bytes: Vec<u8>,
    /// ... and their number.
    pub(super) len: usize,
}

/// The pieces that are left unchanged.
#[derive(Default)]
pub(super) struct LeftPlaces {
    pub(super) first: Vec<LeftPiece>,
    pub(super) count: u64,
}

/// Passes all events on, and collects the pieces left unchanged.
pub(super) struct LeftPieceCollector<'a> {
    witness: &'a mut dyn Witness,
    places: &'a mut LeftPlaces,
}

impl<'a> LeftPieceCollector<'a> {
    /// Makes a listing that passes events to a witness.
    pub(super) fn new(witness: &'a mut dyn Witness, places: &'a mut LeftPlaces) -> Self {
        Self { witness, places }
    }
}

impl Witness for LeftPieceCollector<'_> {
    fn wants_each(&self) -> bool {
        true
    }

    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        if loss.what == LossTreatment::Left {
            self.places.count += 1;
            if self.places.first.len() < MOST {
                self.places.first.push(LeftPiece {
                    offset: loss.offset,
                    bytes: loss.bytes.iter().copied().take(SHOWN).collect(),
                    len: loss.bytes.len(),
                });
            }
        }
        self.witness.lossy(loss);
    }

    fn stopped(&mut self, stop: &ConversionStop<'_>) {
        self.witness.stopped(stop);
    }
}
