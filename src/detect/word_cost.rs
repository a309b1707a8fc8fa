//! What words take in each language of their script, remembered.
//!
//! Encodings read the same few words again and again: each is calculated once. Invariant:
//! what a word takes depends on nothing but the word.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::language::{Script, of_script};

/// What words take, for each language of their script.
pub(super) type Costs = Vec<f32>;

/// The words that were met before, with their costs.
pub(super) struct WordCosts {
    indexes: HashMap<Vec<char>, usize, FixedState>,
    costs: Vec<Costs>,
}

impl WordCosts {
    /// No word yet.
    pub(super) fn new() -> Self {
        Self {
            indexes: HashMap::default(),
            costs: Vec::new(),
        }
    }

    /// What a word takes in each language of its script.
    pub(super) fn costs(&mut self, word: &[char], script: Script) -> &[f32] {
        let known = self.indexes.get(word).copied();
        let index = known.unwrap_or_else(|| {
            let small: Vec<char> = word.iter().map(|&c| fold(c)).collect();
            let costs = of_script(script).map(|language| language.bits(&small));
            self.costs.push(costs.collect());
            self.indexes.insert(word.to_vec(), self.costs.len() - 1);
            self.costs.len() - 1
        });
        &self.costs[index]
    }
}

/// The small letter of a letter.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_word_takes_what_it_took() {
        let mut words = WordCosts::new();
        let first = words.costs(&['М', 'и', 'р'], Script::Cyrillic).to_vec();
        assert_eq!(first.len(), of_script(Script::Cyrillic).count());
        words.costs(&['м', 'и'], Script::Cyrillic);
        assert_eq!(words.costs(&['М', 'и', 'р'], Script::Cyrillic), first);
        assert_eq!(words.costs(&['м', 'и', 'р'], Script::Cyrillic), first);
    }
}
