//! Explains texts by chains, one after the other: words, and lines of them.
//!
//! Those who go through data ask here; whole texts are searched by [`find`](super::find). Invariant: an explanation
//! does not depend on the texts before it.

use super::super::tuning;
use super::neighbours::{self, ChangedLetters};
use super::step::ChainStep;
use super::weight::Weigher;
use super::{
    Chain, ChainCandidate, ChainSearch, UndoneText, are_in_place, are_words_made_letters,
    is_chance, is_each_better, is_of_signs, non_ascii, proofs, sets, wins,
};
use hexloupe_text::codec::table;

/// Finds the chains that explain texts, and caches the costs of words for the next text.
pub(in crate::detect) struct Explainer(ChainSearch);

impl Explainer {
    /// An explainer that has seen no word.
    pub(in crate::detect) fn new() -> Self {
        Self(ChainSearch {
            weigher: Weigher::new(),
            encoding: table::UTF_8,
            cut: false,
            lines: None,
        })
    }

    /// The chains that may have made a text, the best first. Includes chains in other sets with the
    /// same result, since they may explain more of another text.
    pub(in crate::detect) fn candidates(&mut self, text: &str) -> Vec<Chain> {
        let root = self.0.root(text);
        let before = root.weight;
        let found = self.0.all(root, false);
        let mut chains = Vec::new();
        // What is no proof, and reads no better now, explains nothing, whatever text it is joined
        // with; the price of its set weighs less there.
        let most = before.bits * tuning::CHAIN_SHARE + tuning::CHAIN_STEP;
        let found = found.iter().take(tuning::CHAIN_CHECKED);
        let may_be = |found: &&ChainCandidate| {
            if found.has_weak_step() {
                found.weight.bits <= most
            } else {
                are_in_place(text, &found.text) || !are_words_made_letters(text, &found.text)
            }
        };
        for found in found.filter(may_be) {
            chains.push(Chain::undone_by(&found.steps));
            for set in sets::that_may_write(text, false) {
                let Some(first) = found.steps.first().map(|step| step.write) else {
                    continue;
                };
                let with = |step: &ChainStep| ChainStep {
                    write: if step.write == first { set } else { step.write },
                    ..*step
                };
                let steps: Vec<ChainStep> = found.steps.iter().map(with).collect();
                let other = Chain::undone_by(&steps);
                let same = |undone: UndoneText| undone.text == found.text;
                if set != first && other.undo(text).is_some_and(same) {
                    chains.push(other);
                }
            }
        }
        chains
    }

    /// The cost of a chain as the explanation of a text: the lower, the more likely. None if the
    /// text does not read so much better without it that chance is excluded.
    pub(in crate::detect) fn price(&mut self, chain: &Chain, text: &str) -> Option<f32> {
        let root = self.0.root(text);
        let found = self.0.again(&root, chain.steps())?;
        wins(&found, &root).then(|| found.total())
    }

    /// Reports whether a text reads better after a step that is evidence by itself.
    pub(in crate::detect) fn improves(&mut self, text: &str) -> bool {
        self.improves_to(text, |_| true)
    }

    /// Reports whether a text reads better after such a step, and is what much text has then.
    pub(in crate::detect) fn improves_surely(&mut self, text: &str) -> bool {
        self.improves_to(text, |after| !is_chance(text, after))
    }

    fn improves_to(&mut self, text: &str, is_meant: impl Fn(&str) -> bool) -> bool {
        // Few texts have such a step, and to weigh one takes long.
        let mut before = None;
        proofs(text).filter(|after| is_meant(after)).any(|after| {
            if are_in_place(text, &after) {
                return true;
            }
            let before = *before.get_or_insert_with(|| self.bits(text));
            let own = self.bits(&after);
            own <= before * tuning::CHAIN_SHARE || is_each_better(before - own, non_ascii(&after))
        })
    }

    /// Reports whether a text is a sign after a step that is evidence by itself, and reads better so.
    pub(in crate::detect) fn is_misread_sign(&mut self, text: &str) -> bool {
        proofs(text).any(|after| is_of_signs(&after)) && self.improves(text)
    }

    /// Reports whether lines were read in a set of neighbours.
    pub(in crate::detect) fn are_of_neighbours(&mut self, lines: &str) -> bool {
        self.0.is_of_neighbours(lines)
    }

    /// The cost of a text in the language that suits it best.
    pub(in crate::detect) fn bits(&mut self, text: &str) -> f32 {
        let own = self.0.encoding;
        self.0.weigher.weigh(text, own).bits
    }

    /// The chain between neighbouring sets that a line tells of; none if it tells of none.
    pub(in crate::detect) fn neighbour_chain_of(&mut self, line: &str) -> Option<Chain> {
        let weigher = &mut self.0.weigher;
        let told = neighbours::steps(line).filter_map(|step| {
            let changed = ChangedLetters::of(weigher, step, line)?;
            let rarity = step.rarity_of_writing() + step.write.bits;
            changed
                .is_sure()
                .then_some((changed.saved() - rarity, step))
        });
        let best = told.max_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, step)| Chain::undone_by(&[step]))
    }

    /// Reports whether a word reads better after a step between neighbouring sets.
    pub(in crate::detect) fn may_be_of_neighbours(&mut self, word: &str) -> bool {
        let weigher = &mut self.0.weigher;
        let own = weigher.in_one_language(word).bits;
        neighbours::steps(word).any(|step| {
            let made: Option<String> = word.chars().map(|c| step.reread(c)).collect();
            made.is_some_and(|made| {
                let after = weigher.in_one_language(&made).bits;
                own - after >= tuning::NEIGHBOURS_WORD
            })
        })
    }

    /// The evidence of a line for each of some chains between neighbouring sets.
    pub(in crate::detect) fn told_by<'a>(
        &'a mut self,
        chains: impl Iterator<Item = Option<&'a Chain>> + 'a,
        line: &'a str,
    ) -> impl Iterator<Item = NeighbourTelling> + 'a {
        let weigher = &mut self.0.weigher;
        let mut own = None;
        chains.map(move |chain| {
            let Some((chain, [step])) = chain.map(|chain| (chain, chain.steps())) else {
                return NeighbourTelling::Nothing;
            };
            let mended = chain.mend_words(line);
            if mended == line {
                return NeighbourTelling::Nothing;
            }
            let own = *own.get_or_insert_with(|| weigher.in_one_language(line).bits);
            match weigher.in_one_language(&mended).bits - own {
                tuning::NEIGHBOURS_FOREIGN.. => NeighbourTelling::Foreign,
                lost if lost > 0.0 => NeighbourTelling::Doubt,
                _ => match ChangedLetters::of(weigher, *step, line) {
                    Some(changed) if changed.is_sure() => NeighbourTelling::Misread,
                    _ => NeighbourTelling::Nothing,
                },
            }
        })
    }
}

/// The evidence of a line for a chain between neighbouring sets, by the language of all of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::detect) enum NeighbourTelling {
    /// Too little.
    Nothing,
    /// It is sound, and of another language.
    Foreign,
    /// It reads a little worse so: too little to act on, and too much to be silent.
    Doubt,
    /// It was misread so.
    Misread,
}
