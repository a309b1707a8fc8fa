//! When a near anchor is doubted and a better one sought in larger windows.
//!
//! Files that differ in every line cost such a search each time, so that a search without use makes
//! the next one wait longer. Invariant: what is searched depends on the files alone, not on how much
//! of them was read at once.

/// Bytes without a difference after which all begins again.
const CALM: u64 = 8 << 10;
/// The most differences that are passed without a doubt.
const PATIENCE: u32 = 256;

/// How many differences are still passed without a doubt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    wait: u32,
    /// How many are passed after the next search, if it is of no use.
    patience: u32,
    /// Where the last difference was met.
    last: u64,
}

impl Doubt {
    /// Nothing is passed without a doubt.
    pub(super) const START: Self = Self {
        wait: 0,
        patience: 1,
        last: 0,
    };

    /// Meets a difference at an offset of the first file; returns whether it is time for a doubt.
    pub(super) fn is_due(&mut self, offset: u64) -> bool {
        if offset.saturating_sub(self.last) > CALM {
            *self = Self::START;
        }
        self.last = offset;
        let is_due = self.wait == 0;
        self.wait = self.wait.saturating_sub(1);
        is_due
    }

    /// Learns whether a search was of use.
    pub(super) fn learn(&mut self, was_of_use: bool) {
        if was_of_use {
            *self = Self {
                last: self.last,
                ..Self::START
            };
        } else {
            self.wait = self.patience;
            self.patience = (self.patience * 2).min(PATIENCE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_use_makes_the_next_one_wait() {
        let mut doubt = Doubt::START;
        let mut due = Vec::new();
        for met in 0..600 {
            if doubt.is_due(met) {
                due.push(met);
                doubt.learn(false);
            }
        }
        assert_eq!(due, [0, 2, 5, 10, 19, 36, 69, 134, 263, 520]);
        assert!(doubt.is_due(600 + CALM));
        doubt.learn(true);
        assert!(doubt.is_due(601 + CALM));
    }
}
