//! Text sought where bytes alone do not tell it: in encodings that shift, one
//! character has many forms, and the bytes of one may stand for another. So the
//! data is decoded, and its characters are compared.
//!
//! Invariant: shifts are transparent; whatever else is no character parts a text.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use super::Match;
use crate::codec::{Meaning, State, Walk};
use crate::unicode::set::Set;

/// A text, each of its characters with what it is the same as.
#[derive(Debug, Clone)]
pub(super) struct Spelt(Vec<Set>);

/// A character of the data that may be one of the text.
struct Passed {
    bytes: Range<u64>,
    state: State,
    character: char,
}

impl Spelt {
    /// Of characters, at least one.
    pub(super) fn new(text: Vec<Set>) -> Self {
        Self(text)
    }

    /// How many characters it has.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Hands out the matches that begin in a range, until told to stop, of a walk that
    /// begins at a boundary before it.
    pub(super) fn each(
        &self,
        walk: Walk<'_>,
        range: &Range<u64>,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut passed: VecDeque<Passed> = VecDeque::new();
        for step in walk.skip_while(|step| step.offset < range.start) {
            let first = passed
                .front()
                .map_or(step.offset, |first| first.bytes.start);
            if first >= range.end {
                break;
            }
            if step.meaning == Meaning::Shift {
                continue;
            }
            if !step.meaning.is_character() {
                passed.clear();
            }
            for character in step.meaning.scalars() {
                passed.push_back(Passed {
                    bytes: step.range(),
                    state: step.state,
                    character,
                });
                if passed.len() > self.0.len() {
                    passed.pop_front();
                }
                if let Some(is) = self.is(&passed).filter(|is| is.offset < range.end) {
                    passed.clear();
                    found(is)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What was passed, if it is the text.
    fn is(&self, passed: &VecDeque<Passed>) -> Option<Match> {
        let same = passed.len() == self.0.len() && { passed.iter().zip(&self.0) }
            .all(|(passed, set)| set.contains(passed.character));
        let ends = passed.front().zip(passed.back());
        ends.filter(|_| same).map(|(first, last)| Match {
            offset: first.bytes.start,
            len: last.bytes.end - first.bytes.start,
            state: first.state,
            way: 0,
        })
    }
}
