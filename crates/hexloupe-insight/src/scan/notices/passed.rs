//! A stretch that was passed over by itself, without what stands before it.
//!
//! It begins after a character after which nothing is begun ([`settles`](super::settles)), so that
//! what is before makes no difference but in two ways: something may be open on the line, and lines
//! may have ended otherwise. Invariant: where it is passed over, everything is afterwards as if its
//! characters had been taken one by one.

use super::Noticer;
use crate::scan::ends::Ended;
use crate::scan::unfinished::Unfinished;
use crate::scan::unseen::Unseen;
use hexloupe_text::codec::{Meaning, Step};
use hexloupe_text::unicode::unseen::Recent;

/// What such a stretch leaves.
#[derive(Debug, Clone, Copy)]
pub struct Passed {
    recent: Recent,
    ended: Ended,
    /// Whether right-to-left text is in it, on its last line.
    is_right_to_left: bool,
}

impl<M: Copy> Noticer<M> {
    /// What a stretch leaves that was passed over since the [restart](Self::restart_after).
    pub fn passed(&self) -> Passed {
        Passed {
            recent: *self.unfinished.unseen.recent(),
            ended: self.ends.ended(),
            is_right_to_left: self.unfinished.nesting.is_right_to_left(),
        }
    }

    /// Whether a stretch that begins here may be passed over.
    pub fn may_pass_over(&self, passed: &Passed) -> bool {
        self.is_quiet() && self.ends.may_pass(passed.ended)
    }

    /// Passes over a stretch [that may be](Self::may_pass_over); `ends_line` says whether a line
    /// ends in it.
    pub fn pass_over(&mut self, passed: &Passed, ends_line: bool) {
        let Unfinished {
            nesting, unseen, ..
        } = &mut self.unfinished;
        // Nothing is open, so there is nothing to report.
        if ends_line {
            nesting.end_line(&mut |_, _, _| ());
        }
        if passed.is_right_to_left {
            nesting.right_to_left(0);
        }
        *unseen = Unseen::after(passed.recent);
    }
}

impl Noticer<()> {
    /// Begins after a character that settles, whatever was before. How lines end is remembered.
    pub fn restart_after(&mut self, c: char) {
        self.unfinished = Unfinished::default();
        self.unfinished.unseen.recall(c);
    }

    /// Takes a step only as far as it ends a line or not.
    pub fn skip(&mut self, step: &Step) {
        let report = &mut |_, _, ()| ();
        match step.meaning {
            Meaning::Scalar(c) => self.end_of_line(c, step.range(), (), report),
            Meaning::Shift => {}
            _ => self.ends.other(report),
        }
    }
}
