//! The costs of words in each language of their script, cached.
//!
//! Encodings read the same few words often; each word is calculated once. Invariant: the cost of a
//! word depends only on the word (two with one hash of 64 bits are taken for one), and the number of
//! cached words is bounded.

use std::collections::HashMap;
use std::hash::BuildHasher as _;

use foldhash::fast::FixedState;

use super::language::{WordScript, of_script};
use super::tuning;

/// The cost of a word, or a sum of such costs, in bits for each language of a script.
pub(super) type Costs = Vec<f32>;

/// The words that occurred before, with their costs.
pub(super) struct WordCosts {
    /// The place of the first cost of a word, and the number of its costs, by its hash.
    places: HashMap<u64, (usize, usize), FixedState>,
    costs: Costs,
}

impl WordCosts {
    /// An empty cache.
    pub(super) fn new() -> Self {
        Self {
            places: HashMap::default(),
            costs: Vec::new(),
        }
    }

    /// The cost of a word in lower case in each language of its script.
    pub(super) fn costs(&mut self, small: &[char], script: WordScript) -> &[f32] {
        let hash = FixedState::default().hash_one(small);
        let known = self.places.get(&hash).copied();
        if known.is_none() && self.places.len() >= tuning::CACHED_WORDS {
            *self = Self::new();
        }
        let (start, len) = known.unwrap_or_else(|| {
            let languages = of_script(script);
            let place = (self.costs.len(), languages.len());
            let costs = languages.iter().map(|language| language.bits(small));
            self.costs.extend(costs);
            self.places.insert(hash, place);
            place
        });
        &self.costs[start..start + len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_word_has_the_same_cost() {
        let mut words = WordCosts::new();
        let first = words.costs(&['м', 'и', 'р'], WordScript::Cyrillic).to_vec();
        assert_eq!(first.len(), of_script(WordScript::Cyrillic).len());
        words.costs(&['м', 'и'], WordScript::Cyrillic);
        assert_eq!(words.costs(&['м', 'и', 'р'], WordScript::Cyrillic), first);
    }
}
