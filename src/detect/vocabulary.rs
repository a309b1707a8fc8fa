//! What words take in each language of their script, once they were met.
//!
//! Encodings read the same few words again and again: what one has asked is known to the
//! next. Invariant: what a word takes depends on nothing but the word.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::language::{self, Language, Script};

/// What words take, for each language of their script.
pub(super) type Costs = Vec<f32>;

/// The words that were met.
pub(super) struct Vocabulary {
    places: HashMap<Vec<char>, usize, FixedState>,
    costs: Vec<Costs>,
}

impl Vocabulary {
    /// No word at all.
    pub(super) fn new() -> Self {
        Self {
            places: HashMap::default(),
            costs: Vec::new(),
        }
    }

    /// What a word takes in each language of its script.
    pub(super) fn costs(&mut self, word: &[char], script: Script) -> &[f32] {
        let known = self.places.get(word).copied();
        let place = known.unwrap_or_else(|| {
            let small: Vec<char> = word.iter().map(|&c| fold(c)).collect();
            let costs = of_script(script).map(|language| language.bits(&small));
            self.costs.push(costs.collect());
            self.places.insert(word.to_vec(), self.costs.len() - 1);
            self.costs.len() - 1
        });
        &self.costs[place]
    }
}

/// The languages of a script.
pub(super) fn of_script(script: Script) -> impl Iterator<Item = &'static Language> {
    let languages = language::all().iter();
    languages.filter(move |language| language.script == script)
}

/// The small letter of a letter.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_was_met_takes_what_it_took() {
        let mut words = Vocabulary::new();
        let first = words.costs(&['М', 'и', 'р'], Script::Cyrillic).to_vec();
        assert_eq!(first.len(), of_script(Script::Cyrillic).count());
        words.costs(&['м', 'и'], Script::Cyrillic);
        assert_eq!(words.costs(&['М', 'и', 'р'], Script::Cyrillic), first);
        assert_eq!(words.costs(&['м', 'и', 'р'], Script::Cyrillic), first);
    }
}
