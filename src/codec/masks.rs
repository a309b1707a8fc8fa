//! Which bits of a byte are structure, which payload, which wrong.
//!
//! Invariant: the three masks of a byte share no bit, and together they are
//! all eight.

/// What a bit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    /// It says how to read others.
    Structure,
    /// It carries the value.
    Payload,
    /// It must not be as it is.
    Wrong,
}

/// The three kinds of bits in one byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Masks {
    /// Bits that say how to read the others: UTF-8's 0, 10, 110, 1110, 11110,
    /// UTF-16's 110110 and 110111.
    pub structure: u8,
    /// Bits that must not be as they are here.
    pub wrong: u8,
}

impl Masks {
    /// All eight bits carry the value.
    pub const PAYLOAD: Self = Self {
        structure: 0,
        wrong: 0,
    };

    /// Structure bits from the top, the rest payload.
    pub const fn structure(mask: u8) -> Self {
        Self {
            structure: mask,
            wrong: 0,
        }
    }

    /// The same with some bits wrong, whatever they were before.
    #[must_use]
    pub const fn with_wrong(self, mask: u8) -> Self {
        Self {
            structure: self.structure & !mask,
            wrong: self.wrong | mask,
        }
    }

    /// What a bit is, counted from the most significant.
    pub const fn bit(self, index: u8) -> Bit {
        let bit = 0x80 >> index;
        if self.wrong & bit != 0 {
            Bit::Wrong
        } else if self.structure & bit != 0 {
            Bit::Structure
        } else {
            Bit::Payload
        }
    }

    /// Bits that carry the value.
    pub const fn payload(self) -> u8 {
        !(self.structure | self.wrong)
    }
}
