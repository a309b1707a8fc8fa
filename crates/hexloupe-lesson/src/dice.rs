//! Choices made by a seed.
//!
//! Invariant: the choices depend on the seed and the script alone.

use super::skill::words::DrillScript;
#[cfg(test)]
use super::skill::words::SCRIPTS;

/// A source of choices; the same seed gives the same choices, from the words of the same script.
pub(super) struct Dice {
    choices: fastrand::Rng,
    script: &'static DrillScript,
}

impl Dice {
    #[cfg(test)]
    pub(super) fn new(seed: u64) -> Self {
        Self::of(seed, &SCRIPTS[0])
    }

    /// Choices for questions about words of a script.
    pub(super) fn of(seed: u64, script: &'static DrillScript) -> Self {
        Self {
            choices: fastrand::Rng::with_seed(seed),
            script,
        }
    }

    /// The script of words.
    pub(super) const fn script(&self) -> &'static DrillScript {
        self.script
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.choices.usize(..end.max(1))
    }

    /// A byte of a range.
    pub(super) fn byte(&mut self, range: std::ops::RangeInclusive<u8>) -> u8 {
        self.choices.u8(range)
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
