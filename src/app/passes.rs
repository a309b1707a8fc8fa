//! The share of long work that is done, over all its passes over the data.
//!
//! A pass may be needed or not, and its length may differ from that of the others, so each takes an
//! equal part of what is left when it begins. Invariant: the share never becomes smaller.

use crate::report::progress::PARTS;

/// The passes over some data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passes {
    /// The current pass, from 1; 0 before the first.
    pub(super) number: u32,
    /// The number of passes.
    pub(super) of: u32,
    /// The bytes of the current pass, if that is known.
    pub(super) len: Option<u64>,
    /// The share that is done, of [`PARTS`].
    pub(super) share: u64,
    /// The bytes that were read in all passes.
    pub(super) bytes: u64,
    /// The share at the beginning of the current pass.
    before: u64,
    /// The offset that the current pass has reached.
    pub(super) at: u64,
}

impl Passes {
    /// Work in so many passes.
    pub(super) const fn new(of: u32) -> Self {
        Self {
            number: 0,
            of,
            len: None,
            share: 0,
            bytes: 0,
            before: 0,
            at: 0,
        }
    }

    /// Begins the next pass, over some bytes.
    pub(super) fn begin(&mut self, len: Option<u64>) {
        self.number = self.of.min(self.number + 1);
        self.len = len;
        self.restart();
    }

    /// Begins the last pass; passes before it may have been left out.
    pub(super) fn begin_last(&mut self, len: Option<u64>) {
        self.number = self.of.saturating_sub(1);
        self.begin(len);
    }

    fn restart(&mut self) {
        (self.before, self.at) = (self.share, 0);
    }

    /// Goes on to an offset. A lower one than before is that of another pass, unless only the last
    /// is left, which is begun by name.
    pub(super) fn reach(&mut self, offset: u64) {
        if offset < self.at && self.number < self.of {
            self.restart();
            self.number = (self.number + 1).min(self.of - 1).max(self.number);
        }
        self.bytes += offset.saturating_sub(self.at);
        self.at = self.at.max(offset);
        let Some(len) = self.len.filter(|len| *len > 0) else {
            return;
        };
        let left = u128::from(self.of + 1 - self.number.max(1));
        let done = u128::from(PARTS - self.before) * u128::from(self.at.min(len));
        let done = done / (u128::from(len) * left);
        let share = u64::try_from(done).map_or(PARTS, |done| self.before + done);
        self.share = self.share.max(share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pass and the share in percent after some offsets.
    #[track_caller]
    fn check(passes: &mut Passes, offset: u64, expected: (u32, u64)) {
        passes.reach(offset);
        let share = (passes.share * 100 + PARTS / 2) / PARTS;
        assert_eq!((passes.number, share), expected, "{offset}: {passes:?}");
    }

    #[test]
    fn each_pass_takes_an_equal_part_of_what_is_left() {
        let mut passes = Passes::new(2);
        passes.begin(Some(100));
        check(&mut passes, 0, (1, 0));
        check(&mut passes, 50, (1, 25));
        check(&mut passes, 100, (1, 50));
        // The text of the second pass is longer than that of the first.
        passes.begin_last(Some(400));
        check(&mut passes, 0, (2, 50));
        check(&mut passes, 200, (2, 75));
        check(&mut passes, 400, (2, 100));
        assert_eq!(passes.bytes, 500);
    }

    #[test]
    fn a_lower_offset_is_that_of_the_next_pass() {
        let mut passes = Passes::new(3);
        passes.begin(Some(100));
        check(&mut passes, 90, (1, 30));
        check(&mut passes, 20, (2, 37));
        check(&mut passes, 100, (2, 65));
        // Nobody has begun the last one yet.
        check(&mut passes, 0, (2, 65));
        passes.begin_last(Some(100));
        check(&mut passes, 100, (3, 100));
        check(&mut passes, 10, (3, 100));
    }

    #[test]
    fn a_pass_that_is_left_out_is_passed_over() {
        let mut passes = Passes::new(3);
        passes.begin(Some(100));
        check(&mut passes, 100, (1, 33));
        passes.begin_last(Some(100));
        check(&mut passes, 50, (3, 67));
        check(&mut passes, 100, (3, 100));
    }

    #[test]
    fn nothing_has_no_share() {
        let mut passes = Passes::new(1);
        passes.begin(Some(0));
        check(&mut passes, 0, (1, 0));
        passes.begin(None);
        check(&mut passes, 7, (1, 0));
    }
}
