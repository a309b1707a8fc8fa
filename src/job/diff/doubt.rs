//! Decides when a near anchor is doubtful and a better one is sought in larger windows.
//!
//! If files differ in every line, each line costs such a search, so a useless search makes the next
//! one wait longer. Invariant: the searches depend on the files alone, not on the amount read at
//! once.

/// Bytes without a difference that reset the state.
const CALM: u64 = 8 << 10;
/// The most differences that pass without a doubt.
const PATIENCE: u32 = 256;

/// The number of differences that still pass without a doubt.
#[derive(Debug, Clone, Copy)]
pub(super) struct DoubtTimer {
    wait: u32,
    /// The number that pass after the next search, if it is useless.
    patience: u32,
    /// The place of the last difference.
    last: u64,
}

impl DoubtTimer {
    /// Every difference raises a doubt.
    pub(super) const START: Self = Self {
        wait: 0,
        patience: 1,
        last: 0,
    };

    /// Handles a difference at an offset of the first file; returns whether a doubt is due.
    pub(super) fn is_due(&mut self, offset: u64) -> bool {
        if offset.saturating_sub(self.last) > CALM {
            *self = Self::START;
        }
        self.last = offset;
        let is_due = self.wait == 0;
        self.wait = self.wait.saturating_sub(1);
        is_due
    }

    /// Records whether a search was useful.
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
        let mut doubt = DoubtTimer::START;
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
