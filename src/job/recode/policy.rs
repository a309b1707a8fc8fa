//! What is done with what cannot be converted one to one, and with marks, line ends and forms.
//!
//! Invariant: a policy that an encoding cannot carry out is refused before anything is written.

use crate::codec::{Encoder, Encoding, State};

/// What is done with an ill-formed sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfFaults {
    /// The conversion stops.
    Stop,
    /// A replacement character stands in its place.
    Replace,
    /// Its bytes are written as they are.
    Keep,
    /// It is left out.
    Drop,
}

/// What is done with a character for which the target has no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfUnmappable {
    /// The conversion stops.
    Stop,
    /// A replacement character stands in its place.
    Replace,
    /// Its code point is spelt out.
    Escape,
    /// It is left out.
    Drop,
}

/// What is done with the byte order mark that opens the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bom {
    /// It is written if the data has one and the target can write it.
    Keep,
    /// It is written.
    Add,
    /// It is not written.
    Drop,
}

/// What is done with line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnds {
    /// They are characters like others.
    Keep,
    /// Each becomes LF.
    Lf,
    /// Each becomes CR LF.
    CrLf,
}

/// The form that the same text is given (UAX #15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Normalize {
    /// It is as it is.
    Keep,
    /// Composed.
    Nfc,
    /// Decomposed.
    Nfd,
}

/// All of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policies {
    /// For ill-formed sequences.
    pub faults: OfFaults,
    /// For characters that the target does not have.
    pub unmappable: OfUnmappable,
    /// For the byte order mark.
    pub bom: Bom,
    /// For line ends.
    pub line_ends: LineEnds,
    /// For letters and marks that mean the same.
    pub normalize: Normalize,
    /// For characters that the target reads and browsers do not write.
    pub encoder: Encoder,
}

/// Why a conversion is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The encoding cannot be written.
    NotWritten,
    /// It has code units of several bytes, or shifts: single bytes have no place in it.
    NoPlaceForBytes,
    /// It has no byte order mark.
    NoMark,
}

impl Policies {
    /// Whether a conversion may stop before the end of the data.
    pub(super) fn may_stop(self) -> bool {
        self.faults == OfFaults::Stop || self.unmappable == OfUnmappable::Stop
    }

    /// Whether well-formed text stays what it is.
    pub(super) fn keep_text(self) -> bool {
        self.line_ends == LineEnds::Keep && self.normalize == Normalize::Keep
    }

    /// Why they cannot be carried out in an encoding; none if they can.
    pub fn refused(self, to: &Encoding) -> Option<Refused> {
        let writes = |c| {
            let written = to.encode(&mut State::default(), c, &mut Vec::new());
            written.is_ok()
        };
        if !writes('A') {
            Some(Refused::NotWritten)
        } else if self.faults == OfFaults::Keep && !takes_bytes(to) {
            Some(Refused::NoPlaceForBytes)
        } else if self.bom == Bom::Add && !writes('\u{FEFF}') {
            Some(Refused::NoMark)
        } else {
            None
        }
    }
}

/// Whether single bytes can stand anywhere in an encoding without moving what is after them.
pub(super) fn takes_bytes(to: &Encoding) -> bool {
    to.unit == 1 && !to.shifts
}
