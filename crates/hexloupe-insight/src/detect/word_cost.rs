//! The costs of words in each language of their script, cached.
//!
//! Encodings read the same few words often; each word is calculated once. Invariant: the cost of a
//! word depends only on the word, and the number of cached words is bounded.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::language::{WordScript, of_script};
use super::tuning;

/// The cost of a word, or a sum of such costs, in bits for each language of a script.
pub(super) type Costs = Vec<f32>;

/// The words that occurred before, with their costs.
pub(super) struct WordCosts {
    indexes: HashMap<Vec<char>, usize, FixedState>,
    costs: Vec<Costs>,
}

impl WordCosts {
    /// An empty cache.
    pub(super) fn new() -> Self {
        Self {
            indexes: HashMap::default(),
            costs: Vec::new(),
        }
    }

    /// The cost of a word in each language of its script.
    pub(super) fn costs(&mut self, word: &[char], script: WordScript) -> &[f32] {
        let known = self.indexes.get(word).copied();
        if known.is_none() && self.costs.len() >= tuning::CACHED_WORDS {
            *self = Self::new();
        }
        let index = known.unwrap_or_else(|| {
            let small: Vec<char> = word.iter().map(|&c| fold(c)).collect();
            let costs = of_script(script)
                .iter()
                .map(|language| language.bits(&small));
            self.costs.push(costs.collect());
            self.indexes.insert(word.to_vec(), self.costs.len() - 1);
            self.costs.len() - 1
        });
        &self.costs[index]
    }
}

/// A letter in lower case; only the first character if there are several.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_word_has_the_same_cost() {
        let mut words = WordCosts::new();
        let first = words.costs(&['М', 'и', 'р'], WordScript::Cyrillic).to_vec();
        assert_eq!(first.len(), of_script(WordScript::Cyrillic).len());
        words.costs(&['м', 'и'], WordScript::Cyrillic);
        assert_eq!(words.costs(&['М', 'и', 'р'], WordScript::Cyrillic), first);
        assert_eq!(words.costs(&['м', 'и', 'р'], WordScript::Cyrillic), first);
    }
}
