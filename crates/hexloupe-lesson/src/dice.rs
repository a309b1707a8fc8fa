//! Choices made by a seed.

/// A source of choices; the same seed gives the same choices.
pub(super) struct Dice(fastrand::Rng);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    /// A byte of a range.
    pub(super) fn byte(&mut self, range: std::ops::RangeInclusive<u8>) -> u8 {
        self.0.u8(range)
    }

    /// One of a list that is not empty.
    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }

    /// One of the characters of a text that is not empty.
    pub(super) fn character(&mut self, of: &str) -> char {
        let count = of.chars().count();
        of.chars().nth(self.below(count)).unwrap_or('?')
    }
}
