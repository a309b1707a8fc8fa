//! A stretch that was skipped by itself, without knowledge of the text before it.
//!
//! It begins after a character that leaves nothing pending ([`settles`](super::settles)). So the
//! text before makes a difference only in two ways: something may be open on the line, and lines
//! may have ended differently. Invariant: after skipping it, the state is the same as after
//! handling its characters one by one.

use super::Noticer;
use crate::scan::ends::LineEndsSeen;
use crate::scan::unfinished::Unfinished;
use crate::scan::unseen::UnseenFinder;
use hexloupe_text::codec::{Meaning, Step};
use hexloupe_text::unicode::unseen::RecentCharacters;

/// The state after such a stretch.
#[derive(Debug, Clone, Copy)]
pub struct PassedStretch {
    recent: RecentCharacters,
    ended: LineEndsSeen,
    /// True if right-to-left text is in it, on its last line.
    is_right_to_left: bool,
}

impl<M: Copy> Noticer<M> {
    /// The state after the stretch that was skipped since the [restart](Self::restart_after).
    pub fn passed(&self) -> PassedStretch {
        PassedStretch {
            recent: *self.unfinished.unseen.recent(),
            ended: self.ends.ended(),
            is_right_to_left: self.unfinished.nesting.is_right_to_left(),
        }
    }

    /// Reports whether a stretch that begins here may be skipped.
    pub fn may_pass_over(&self, passed: &PassedStretch) -> bool {
        self.is_quiet() && self.ends.may_pass(passed.ended)
    }

    /// Skips a stretch [that may be](Self::may_pass_over) skipped; `ends_line` is true if a line
    /// ends in it.
    pub fn pass_over(&mut self, passed: &PassedStretch, ends_line: bool) {
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
        *unseen = UnseenFinder::after(passed.recent);
    }
}

impl Noticer<()> {
    /// Begins after a character that settles, whatever was before. The facts about line ends stay.
    pub fn restart_after(&mut self, c: char) {
        self.unfinished = Unfinished::default();
        self.unfinished.unseen.recall(c);
    }

    /// Handles a step only for the ends of lines.
    pub fn skip(&mut self, step: &Step) {
        let report = &mut |_, _, ()| ();
        match step.meaning {
            Meaning::Scalar(c) => self.end_of_line(c, step.range(), (), report),
            Meaning::Shift => {}
            _ => self.ends.other(report),
        }
    }
}
