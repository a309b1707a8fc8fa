//! What a repair leaves as it is: the first places, for a list.
//!
//! Invariant: few places are stored, whatever the data holds, and all are counted.

use crate::job::recode::{Loss, Stop, What, Witness};

/// The most places that are listed; a report has all of them.
const MOST: usize = 20;
/// The most bytes of a place that are shown.
const SHOWN: usize = 8;

/// A piece that is left as it is.
pub(super) struct Place {
    /// Its offset in the text.
    pub(super) offset: u64,
    /// Its first bytes, ...
    pub(super) bytes: Vec<u8>,
    /// ... and how many it has.
    pub(super) len: usize,
}

/// The pieces that are left as they are.
#[derive(Default)]
pub(super) struct LeftPlaces {
    pub(super) first: Vec<Place>,
    pub(super) count: u64,
}

/// Passes on what it is told, and collects what is left.
pub(super) struct Listing<'a> {
    witness: &'a mut dyn Witness,
    places: &'a mut LeftPlaces,
}

impl<'a> Listing<'a> {
    /// One that tells a witness.
    pub(super) fn new(witness: &'a mut dyn Witness, places: &'a mut LeftPlaces) -> Self {
        Self { witness, places }
    }
}

impl Witness for Listing<'_> {
    fn wants_each(&self) -> bool {
        true
    }

    fn lossy(&mut self, loss: &Loss<'_>) {
        if loss.what == What::Left {
            self.places.count += 1;
            if self.places.first.len() < MOST {
                self.places.first.push(Place {
                    offset: loss.offset,
                    bytes: loss.bytes.iter().copied().take(SHOWN).collect(),
                    len: loss.bytes.len(),
                });
            }
        }
        self.witness.lossy(loss);
    }

    fn stopped(&mut self, stop: &Stop<'_>) {
        self.witness.stopped(stop);
    }
}
