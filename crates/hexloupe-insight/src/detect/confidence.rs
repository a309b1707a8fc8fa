//! Converts bits to probabilities.
//!
//! Invariant: the probabilities of all texts add up to one, and a lead of a few bits does
//! not make a text nearly certain.

use super::score::ScoredEncoding;
use super::tuning;
use super::verdict::Alternative;
use hexloupe_text::codec::Encoding;

/// The confidence in UTF-8 that has so many characters of several bytes: each halves the doubt.
pub(super) fn of_utf_8(several: u64) -> f32 {
    let proofs = several.min(tuning::UTF_8_PROOFS) as f32;
    1.0 - tuning::UTF_8_DOUBT * (-proofs).exp2()
}

/// The probability of each text, by its number.
pub(super) struct Probabilities(Vec<f32>);

impl Probabilities {
    /// The probabilities of the texts of some candidates.
    pub(super) fn new(candidates: &[ScoredEncoding]) -> Self {
        let texts = candidates.iter().map(|candidate| candidate.text + 1);
        let mut bits = vec![f32::INFINITY; texts.max().unwrap_or(0)];
        for candidate in candidates {
            bits[candidate.text] = bits[candidate.text].min(candidate.ranked.bits);
        }
        let least = bits.iter().copied().fold(f32::INFINITY, f32::min);
        let share = |bits: &f32| ((least - bits) / tuning::ODDS_BITS).exp2();
        let shares: Vec<f32> = bits.iter().map(share).collect();
        let all: f32 = shares.iter().sum();
        Self(shares.iter().map(|share| share / all).collect())
    }

    /// The probability of a text.
    pub(super) fn of_text(&self, text: usize) -> f32 {
        self.0.get(text).copied().unwrap_or(0.0)
    }

    /// The best candidate of each other text that is likely enough.
    pub(super) fn alternatives(
        &self,
        best: ScoredEncoding,
        candidates: &[ScoredEncoding],
        same: &[&'static Encoding],
    ) -> Vec<Alternative> {
        let mut texts = Vec::new();
        let mut found = Vec::new();
        for candidate in candidates {
            let encoding = candidate.ranked.encoding;
            let own = encoding == best.ranked.encoding || same.contains(&encoding);
            let confidence = self.of_text(candidate.text);
            let known = texts.contains(&candidate.text);
            let unlikely = confidence < tuning::WORTH_TELLING;
            if own || known || unlikely || found.len() == tuning::ALTERNATIVES {
                continue;
            }
            texts.push(candidate.text);
            // A candidate with the best text here may differ elsewhere; it is an alternative then.
            let alike = candidate.text == best.text;
            found.push(Alternative {
                encoding,
                confidence: if alike { 0.0 } else { confidence },
                language: candidate.ranked.language,
                faults: candidate.ranked.faults,
            });
        }
        found
    }
}

/// Lowers the confidence of alternatives to the rest left by the best, and rounds it down to
/// hundredths, so that the printed numbers add up to at most one.
pub(super) fn leave_room(others: &mut [Alternative], best: f32) {
    let room = (1.0 - best).max(0.0);
    let all: f32 = others.iter().map(|other| other.confidence).sum();
    let scale = if all > room { room / all } else { 1.0 };
    for other in others {
        other.confidence = (other.confidence * scale * 100.0 + 0.001).floor() / 100.0;
    }
}
