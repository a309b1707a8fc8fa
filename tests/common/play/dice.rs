//! Choices, from a seed or from given bytes.
//!
//! A seed gives choices without end. Bytes of a fuzzer give one choice per byte (or per
//! 8 bytes), and the smallest choice once they are spent. Invariant: the same seed or the
//! same bytes make the same choices everywhere.

use std::ops::Range;

/// Where choices come from.
pub(crate) enum Dice {
    Seed(u64),
    Bytes { bytes: Vec<u8>, at: usize },
}

impl Dice {
    /// Pseudo-random choices.
    pub(crate) fn seeded(seed: u64) -> Self {
        Self::Seed(seed)
    }

    /// Choices from given bytes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self::Bytes {
            bytes: bytes.to_vec(),
            at: 0,
        }
    }

    /// Whether no byte is left to choose from.
    pub(crate) fn is_spent(&self) -> bool {
        match self {
            Self::Seed(_) => false,
            Self::Bytes { bytes, at } => *at >= bytes.len(),
        }
    }

    /// The next 64 bits of the seed (`SplitMix64`, by Steele and others); of bytes the next
    /// one, or eight if `wide`.
    fn next(&mut self, wide: bool) -> u64 {
        match self {
            Self::Seed(state) => {
                *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                mix(*state)
            }
            Self::Bytes { bytes, at } => {
                let take = if wide { 8 } else { 1 };
                let end = (*at + take).min(bytes.len());
                let value = bytes[(*at).min(end)..end]
                    .iter()
                    .fold(0, |value, byte| value << 8 | u64::from(*byte));
                *at += take;
                value
            }
        }
    }

    /// A number below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        let value = self.next(end > 256);
        value.checked_rem(end).unwrap_or(0)
    }

    /// A number in a range.
    pub(crate) fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    /// True with a chance of one in `of`.
    pub(crate) fn one_in(&mut self, of: u64) -> bool {
        self.below(of) == of - 1
    }

    /// One of some things.
    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u64) as usize]
    }

    /// Up to `most` things, each made by `make`.
    pub(crate) fn some<T>(&mut self, most: u64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|_| make(self)).collect()
    }
}

/// Bits that depend on all bits of a number.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
