//! The price of a step: of the set that was read in, and of what people seldom did.
//!
//! Invariant: a price depends on the step and its result, not on the steps before.

use super::super::{language, tuning};
use super::step::{ChainStep, ChainStepResult, StepReading};

/// The price of a step, less what its result proves.
pub(super) fn price(step: ChainStep, made: &ChainStepResult) -> f32 {
    let own = match () {
        () if step.is_utf_8() && made.several >= tuning::CHAIN_PROOFS => {
            tuning::CHAIN_UTF_8 - tuning::CHAIN_PROOF
        }
        () if step.is_proof() => tuning::CHAIN_UTF_8,
        () => tuning::CHAIN_STEP,
    };
    own + step.write.bits + unusual(step, &made.text) + rarity_in_pairs(step)
}

/// The price of the set of pairs that text was written in, by how many people write in it: those of China
/// first, and such as are the usual one of no language last.
fn rarity_in_pairs(step: ChainStep) -> f32 {
    let StepReading::Set(read) = step.read else {
        return 0.0;
    };
    let row = read.encoding;
    let first = row.usual_for.iter().map(|usual| usual.rank).min();
    match first {
        _ if read.is_single() || !step.write.is_single() => 0.0,
        _ if row.usual_rank("zh-hans").is_some() => 0.0,
        Some(0) => tuning::CHAIN_PAIRS_ELSEWHERE,
        _ => tuning::CHAIN_PAIRS_RARE,
    }
}

/// The price of a set that people with the letters of Western Europe seldom used, for a text that has
/// only these: of two sets that give the same text, the usual one comes first.
fn unusual(step: ChainStep, text: &str) -> f32 {
    let is_latin_1 = |c: char| !c.is_alphabetic() || c < '\u{100}';
    let is_usual = || language::is_usual_for_english(step.write.encoding);
    if text.chars().all(is_latin_1) && !is_usual() {
        tuning::CHAIN_UNUSUAL
    } else {
        0.0
    }
}
