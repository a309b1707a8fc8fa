//! Text of a language that was read in the set of its neighbours: `õ` for `ő`, `ý` for `ı`, `è` for `č`.
//!
//! Such sets share most of their letters, so that no character is odd by itself; but the words of a line, those
//! of ASCII too, are of one language, which has none of the others. Invariant: each character that is changed
//! becomes a letter of that language, which was usually written in that set, and no other letter is strange to it.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use super::super::{language, misplaced, tuning};
use super::sets;
use super::step::{ChainStep, StepReading};
use super::weight::Weigher;

/// The letters of lines that such a set reads otherwise.
#[derive(Default)]
pub(super) struct ChangedLetters {
    /// Their number in different words: a name proves nothing more the second time.
    count: usize,
    /// The bits that their lines save.
    saved: f32,
    /// The bits that these words save.
    of_words: f32,
}

impl ChangedLetters {
    /// Those that a step changes; none if there are none, or the step is another one.
    pub(super) fn of(weigher: &mut Weigher, step: ChainStep, lines: &str) -> Option<Self> {
        if !step.is_of_neighbours() {
            return None;
        }
        let (mut seen, mut all) = (HashSet::new(), Self::default());
        let (mut own, mut other) = (String::new(), String::new());
        let mut changed_lines = Vec::new();
        for line in lines.lines() {
            let made = by_words(line, |word| word.chars().map(|c| step.reread(c)).collect());
            let words = line.split(divides).zip(made.split(divides));
            let words =
                words.filter(|(before, after)| before != after && is_in_word(before, after));
            let mut count = 0;
            for (before, after) in words.filter(|(before, _)| seen.insert(before.to_owned())) {
                count += changed(before, after).count();
                own.extend([before, " "]);
                other.extend([after, " "]);
            }
            if count > 0 {
                changed_lines.push((line, made, count));
            }
        }
        // A line may be of two languages: la rivière près de Karlštejn.
        let mut bits = |text: &str| weigher.in_one_language(text).bits;
        all.of_words = bits(&own) - bits(&other);
        if all.of_words < 0.0 {
            return None;
        }
        for (line, made, count) in &changed_lines {
            all.add(weigher, step, (line, made), *count);
        }
        (all.count > 0).then_some(all)
    }

    /// Adds a line with so many changed letters.
    fn add(
        &mut self,
        weigher: &mut Weigher,
        step: ChainStep,
        (line, made): (&str, &str),
        count: usize,
    ) {
        let (before, after) = (weigher.in_one_language(line), weigher.in_one_language(made));
        let saved = before.bits - after.bits;
        // A letter may have been a sign: ľ is ¾ in Latin-1.
        let is_own = language::is_usual_in(after.language, step.encoding())
            && language::strange_letters(after.language, made) == 0
            && misplaced::count(made) == 0
            && changed(line, made).all(|(before, after)| after.is_alphabetic() && !is_mark(before));
        // What another language reads better tells nothing.
        if is_own || saved < 0.0 {
            self.count += count;
            self.saved += saved.max(-tuning::NEIGHBOURS_LOST);
        }
    }

    /// The bits that their lines save.
    pub(super) fn saved(&self) -> f32 {
        self.saved
    }

    /// The bits of evidence.
    pub(super) fn evidence(&self) -> f32 {
        let [one, two, more] = tuning::NEIGHBOURS_DOUBT;
        let doubt = match self.count {
            0 | 1 => one,
            2 => two,
            _ => more,
        };
        self.saved - doubt
    }

    /// Reports whether they are sure enough to be acted on.
    pub(super) fn is_sure(&self) -> bool {
        self.is_told() && self.evidence() >= tuning::NEIGHBOURS_SURE
    }

    /// Reports whether the bits saved exclude chance.
    pub(super) fn is_told(&self) -> bool {
        let each = self.saved / self.count.max(1) as f32;
        // Among names of elements and settings, any language may be the best one for the words beside these.
        let is_told_by_words = self.of_words >= tuning::NEIGHBOURS_OF_WORDS;
        is_told_by_words
            && match self.count {
                0 => false,
                1 => self.saved >= tuning::NEIGHBOURS_ONE,
                2 => self.saved >= tuning::NEIGHBOURS_TWO,
                _ => self.saved >= tuning::NEIGHBOURS_MORE && each >= tuning::NEIGHBOURS_EACH,
            }
    }
}

/// The steps between sets of neighbours that change a character of a text; those that change all in the same way
/// but once for each set that it may have been written in.
pub(super) fn steps(text: &str) -> impl Iterator<Item = ChainStep> {
    static STEPS: LazyLock<Vec<ChainStep>> = LazyLock::new(|| {
        let neighbours = || sets::all().iter().filter(|set| set.is_neighbour);
        let steps = neighbours().flat_map(|write| {
            neighbours().map(move |read| ChainStep {
                write,
                read: StepReading::Set(read),
            })
        });
        steps.filter(|step| step.is_of_neighbours()).collect()
    });
    let chars: BTreeSet<char> = text.chars().filter(|c| !c.is_ascii()).collect();
    let mut seen = HashSet::new();
    STEPS.iter().copied().filter(move |step| {
        let made: Vec<Option<char>> = chars.iter().map(|c| step.reread(*c)).collect();
        let mut pairs = chars.iter().zip(&made);
        let changes = pairs.any(|(c, made)| made.is_some_and(|made| made != *c));
        changes && seen.insert((step.encoding().id, made))
    })
}

/// A line with other words in place of those beyond ASCII that have some.
pub(super) fn by_words(line: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let words = line.split_inclusive(divides).map(|word| {
        let made = Some(word).filter(|word| !word.is_ascii());
        made.and_then(&other).unwrap_or_else(|| word.to_owned())
    });
    words.collect()
}

/// Reports whether a letter of a word stays: two letters alone are no word.
fn is_in_word(before: &str, after: &str) -> bool {
    let mut pairs = before.chars().zip(after.chars());
    pairs.any(|(before, after)| before == after && before.is_alphabetic())
}

/// Reports whether it is a mark that stands beside its letter in text from a printed page: `Karhum¨aki`.
fn is_mark(c: char) -> bool {
    matches!(c, '¨' | '´' | '¸' | '¯')
}

/// Reports whether it stands between words: in all of these sets it is the same.
fn divides(c: char) -> bool {
    c.is_ascii() && !c.is_alphabetic()
}

/// The characters of a text that differ in another one of as many, with those.
fn changed<'a>(before: &'a str, after: &'a str) -> impl Iterator<Item = (char, char)> + Clone + 'a {
    let pairs = before.chars().zip(after.chars());
    pairs.filter(|(before, after)| before != after)
}
