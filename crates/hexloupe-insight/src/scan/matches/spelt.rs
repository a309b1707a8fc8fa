//! Searches text by decoding the data and comparing characters, for encodings with shifts: there
//! one character has many forms, and the same bytes may be another character.
//!
//! Invariant: shifts are skipped; any other sequence without a character interrupts a text.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use super::Match;
use hexloupe_text::codec::{CodecState, Meaning, Walk};
use hexloupe_text::unicode::set::CodePointSet;

/// A text, each character as the set of its equals.
#[derive(Debug, Clone)]
pub(super) struct SpeltText(Vec<CodePointSet>);

/// A character of the data that may be one of the text.
struct PassedCharacter {
    bytes: Range<u64>,
    state: CodecState,
    character: char,
}

impl SpeltText {
    /// A text of at least one character.
    pub(super) fn new(text: Vec<CodePointSet>) -> Self {
        Self(text)
    }

    /// The number of its characters.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Passes the matches that begin in a range to `found`, until it breaks. The walk begins at a
    /// boundary before the range.
    pub(super) fn each(
        &self,
        walk: Walk<'_>,
        range: &Range<u64>,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut passed: VecDeque<PassedCharacter> = VecDeque::new();
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
                passed.push_back(PassedCharacter {
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

    /// The match, if the last characters are the text.
    fn is(&self, passed: &VecDeque<PassedCharacter>) -> Option<Match> {
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
