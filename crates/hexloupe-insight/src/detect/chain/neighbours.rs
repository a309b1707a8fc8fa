//! Text of a language that was read in the set of its neighbours: `õ` for `ő`, `ý` for `ı`, `è` for `č`.
//!
//! Such sets share most of their letters, so that no character is odd by itself; only the language has none of
//! the others. Invariant: each character that is changed becomes a letter of that language, which was usually
//! written in that set, and no other letter is strange to it.

use std::collections::HashSet;

use super::super::{language, tuning};
use super::sets;
use super::step::{ChainStep, StepReading};
use super::weight::Weigher;
use hexloupe_text::codec::table;

/// The letters of a text that such a set reads otherwise.
pub(super) struct ChangedLetters {
    /// Their number in different words: a name proves nothing more the second time.
    count: usize,
    /// The bits that these words save.
    saved: f32,
}

impl ChangedLetters {
    /// Those of a text and of what one step made of it, which resembles a language; none if they may be
    /// something else.
    pub(super) fn of(
        weigher: &mut Weigher,
        step: ChainStep,
        name: &str,
        (before, after): (&str, &str),
    ) -> Option<Self> {
        let is_own = step.is_of_neighbours()
            && language::is_usual_in(name, step.encoding())
            && language::strange_letters(name, after) == 0;
        // A letter may have been a sign: ľ is ¾ in Latin-1.
        if !is_own || !changed(before, after).all(|(_, after)| after.is_alphabetic()) {
            return None;
        }
        // Words of another language beside them that read alike now and before tell nothing.
        let divides = |c: char| c.is_ascii() && !c.is_alphabetic();
        let words = before.split(divides).zip(after.split(divides));
        let (mut seen, mut own, mut made) = (HashSet::new(), String::new(), String::new());
        let mut count = 0;
        for (before, after) in words.filter(|(before, after)| before != after) {
            if seen.insert(before) {
                count += changed(before, after).count();
                add(&mut own, before);
                add(&mut made, after);
            }
        }
        let mut bits = |text: &str| weigher.weigh(text, table::UTF_8).bits;
        let saved = bits(&own) - bits(&made);
        Some(Self { count, saved })
    }

    /// The bits of evidence.
    pub(super) fn evidence(&self) -> f32 {
        self.saved - tuning::NEIGHBOURS_DOUBT
    }

    /// Reports whether the bits saved exclude chance.
    pub(super) fn is_told(&self) -> bool {
        let each = self.saved / self.count.max(1) as f32;
        match self.count {
            0 | 1 => false,
            2 => self.saved >= tuning::NEIGHBOURS_TWO && each >= tuning::NEIGHBOURS_TWO / 2.0,
            _ => self.saved >= tuning::NEIGHBOURS_MORE && each >= tuning::NEIGHBOURS_EACH,
        }
    }
}

fn add(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
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
    steps.filter(|step| step.is_of_neighbours())
}

/// The characters of a text that differ in another one of as many, with those.
fn changed<'a>(before: &'a str, after: &'a str) -> impl Iterator<Item = (char, char)> + Clone + 'a {
    let pairs = before.chars().zip(after.chars());
    pairs.filter(|(before, after)| before != after)
}
