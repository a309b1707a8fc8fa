//! Text of a language that was read in the set of its neighbours: `õ` for `ő`, `ý` for `ı`, `è` for `č`.
//!
//! Such sets share most of their letters, so that no character is odd by itself; only the language has none of
//! the others. Invariant: each character that is changed becomes a letter of that language, which was usually
//! written in that set, and no other letter is strange to it.

use std::collections::HashSet;

use super::super::{language, tuning};
use super::sets;
use super::step::{ChainStep, StepReading};

/// The letters of a text that such a set reads otherwise.
pub(super) struct ChangedLetters {
    /// Their number, ...
    all: usize,
    /// ... and in different words: a name proves nothing more the second time.
    count: usize,
    /// True if they were read in the set that most programs read text in.
    is_usual: bool,
}

impl ChangedLetters {
    /// Those of a text and of what one step made of it, which resembles a language; none if they may be
    /// something else.
    pub(super) fn of(step: ChainStep, name: &str, before: &str, after: &str) -> Option<Self> {
        let is_own = step.is_of_neighbours()
            && language::is_usual_in(name, step.encoding())
            && language::strange_letters(name, after) == 0;
        let changed = changed(before, after);
        // A letter may have been a sign: ľ is ¾ in Latin-1.
        if !is_own || !changed.clone().all(|(_, after)| after.is_alphabetic()) {
            return None;
        }
        let divides = |c: char| c.is_ascii() && !c.is_alphabetic();
        let words = before.split(divides).zip(after.split(divides));
        let words: HashSet<(&str, &str)> = words.collect();
        let counts = words
            .into_iter()
            .map(|(before, after)| self::changed(before, after).count());
        Some(Self {
            all: changed.count(),
            count: counts.sum(),
            is_usual: step.write.is_latin_1(),
        })
    }

    /// The bits of evidence among those that were saved.
    pub(super) fn evidence(&self, saved: f32) -> f32 {
        let once = saved * self.count as f32 / self.all.max(1) as f32;
        let unusual = if self.is_usual {
            0.0
        } else {
            tuning::NEIGHBOURS_DOUBT
        };
        once - unusual
    }

    /// Reports whether so many bits saved with them exclude chance.
    pub(super) fn is_told(&self, saved: f32) -> bool {
        let saved = self.evidence(saved);
        let each = saved / self.count.max(1) as f32;
        match self.count {
            0 | 1 => false,
            2 => saved >= tuning::NEIGHBOURS_TWO && each >= tuning::NEIGHBOURS_TWO / 2.0,
            _ => saved >= tuning::NEIGHBOURS_MORE && each >= tuning::NEIGHBOURS_EACH,
        }
    }
}

/// The steps between sets of neighbours.
pub(super) fn steps() -> impl Iterator<Item = ChainStep> {
    let neighbours = || sets::all().iter().filter(|set| set.is_neighbour);
    let steps = neighbours().flat_map(move |write| {
        neighbours().map(move |read| ChainStep {
            write,
            read: StepReading::Set(read),
        })
    });
    steps.filter(|step| step.encoding() != step.write.encoding)
}

/// The characters of a text that differ in another one of as many, with those.
fn changed<'a>(before: &'a str, after: &'a str) -> impl Iterator<Item = (char, char)> + Clone + 'a {
    let pairs = before.chars().zip(after.chars());
    pairs.filter(|(before, after)| before != after)
}
