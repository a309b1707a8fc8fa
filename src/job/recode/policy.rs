//! Policies for sequences that cannot be converted one to one, and for marks, line ends and forms.
//!
//! Invariant: a policy that an encoding cannot apply is refused before anything is written.

use crate::codec::{CodecState, Encoder, Encoding};

/// The policy for ill-formed sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfFaults {
    /// The conversion stops.
    Stop,
    /// A replacement character is written.
    Replace,
    /// The bytes are written unchanged.
    Keep,
    /// The sequence is dropped.
    Drop,
}

/// The policy for characters without bytes in the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfUnmappable {
    /// The conversion stops.
    Stop,
    /// A replacement character is written.
    Replace,
    /// The code point is written in letters and digits.
    Escape,
    /// The character is dropped.
    Drop,
    /// The sign that another vendor's table has for it is written; else the conversion stops.
    Vendor,
}

/// The policy for the byte order mark that opens the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BomPolicy {
    /// Written if the data has one and the target can write it.
    Keep,
    /// Always written.
    Add,
    /// Never written.
    Drop,
}

/// The policy for line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEndPolicy {
    /// Unchanged, like other characters.
    Keep,
    /// Each becomes LF.
    Lf,
    /// Each becomes CR LF.
    CrLf,
    /// Each becomes NEL (U+0085), the line end of text in EBCDIC.
    Nel,
}

/// The Unicode form of the output (UAX #15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Normalize {
    /// Unchanged.
    Keep,
    /// Composed.
    Nfc,
    /// Decomposed.
    Nfd,
}

/// All policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policies {
    /// For ill-formed sequences.
    pub faults: OfFaults,
    /// For characters that the target does not have.
    pub unmappable: OfUnmappable,
    /// For the byte order mark.
    pub bom: BomPolicy,
    /// For line ends.
    pub line_ends: LineEndPolicy,
    /// For equivalent letters and marks.
    pub normalize: Normalize,
    /// For characters that the target reads and browsers do not write.
    pub encoder: Encoder,
}

/// The reason why a conversion is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversionRefusal {
    /// The encoding cannot be written.
    NotWritten,
    /// It has code units of several bytes, or shifts: single bytes have no place in it.
    NoPlaceForBytes,
    /// It has no byte order mark.
    NoMark,
}

impl Policies {
    /// Reports whether a conversion may stop before the end of the data.
    pub(super) fn may_stop(self) -> bool {
        let stops = matches!(self.unmappable, OfUnmappable::Stop | OfUnmappable::Vendor);
        self.faults == OfFaults::Stop || stops
    }

    /// Reports whether well-formed text stays unchanged.
    pub(super) fn preserves_text(self) -> bool {
        self.line_ends == LineEndPolicy::Keep && self.normalize == Normalize::Keep
    }

    /// The reason why an encoding cannot apply them; none if it can.
    pub fn refused(self, to: &Encoding) -> Option<ConversionRefusal> {
        let writes = |c| {
            let written = to.encode(&mut CodecState::default(), c, &mut Vec::new());
            written.is_ok()
        };
        if !writes('A') {
            Some(ConversionRefusal::NotWritten)
        } else if self.faults == OfFaults::Keep && !takes_bytes(to) {
            Some(ConversionRefusal::NoPlaceForBytes)
        } else if self.bom == BomPolicy::Add && !writes('\u{FEFF}') {
            Some(ConversionRefusal::NoMark)
        } else {
            None
        }
    }
}

/// Reports whether single bytes can stand anywhere in an encoding without shifting the bytes after
/// them.
pub(super) fn takes_bytes(to: &Encoding) -> bool {
    to.unit == 1 && !to.shifts
}
