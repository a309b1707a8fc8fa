//! From bits to odds.
//!
//! Invariant: the odds of all texts add up to one, and who is a few bits better is not
//! too sure.

use super::tuning;
use super::verdict::Alternative;
use super::weigh::Candidate;
use crate::codec::Encoding;

/// How likely each text is.
pub(super) struct Odds {
    /// By the number of the text.
    texts: Vec<f32>,
}

impl Odds {
    /// The odds of some candidates.
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let count = candidates
            .iter()
            .map(|candidate| candidate.text + 1)
            .max()
            .unwrap_or(0);
        let mut bits = vec![f32::INFINITY; count];
        for candidate in candidates {
            bits[candidate.text] = bits[candidate.text].min(candidate.ranked.bits);
        }
        let least = bits.iter().copied().fold(f32::INFINITY, f32::min);
        let shares: Vec<f32> = bits
            .iter()
            .map(|bits| ((least - bits) / tuning::ODDS_BITS).exp2())
            .collect();
        let all: f32 = shares.iter().sum();
        Self {
            texts: shares.iter().map(|share| share / all).collect(),
        }
    }

    /// Those of a text.
    pub(super) fn of_text(&self, text: usize) -> f32 {
        self.texts.get(text).copied().unwrap_or(0.0)
    }
}

/// Takes from the alternatives what is too much beside an answer that is so sure, and
/// rounds down to hundredths, so that what is printed adds up to one at most.
pub(super) fn leave_room(others: &mut [Alternative], sure: f32) {
    let room = (1.0 - sure).max(0.0);
    let all: f32 = others.iter().map(|other| other.confidence).sum();
    let scale = if all > room { room / all } else { 1.0 };
    for other in others {
        other.confidence = (other.confidence * scale * 100.0 + 0.001).floor() / 100.0;
    }
}

/// The best reading of each other text, as far as they are likely at all.
pub(super) fn alternatives(
    best: Candidate,
    candidates: &[Candidate],
    odds: &Odds,
    same: &[&'static Encoding],
) -> Vec<Alternative> {
    let mut texts = Vec::new();
    let mut out = Vec::new();
    for candidate in candidates {
        let encoding = candidate.ranked.encoding;
        let own = encoding == best.ranked.encoding || same.contains(&encoding);
        let confidence = odds.of_text(candidate.text);
        // One that is alike here and not further on is another reading all the same.
        let known = texts.contains(&candidate.text);
        if own || known || confidence < tuning::WORTH_TELLING || out.len() == tuning::ALTERNATIVES {
            continue;
        }
        texts.push(candidate.text);
        out.push(Alternative {
            encoding,
            confidence: if candidate.text == best.text {
                0.0
            } else {
                confidence
            },
            language: candidate.ranked.language,
            faults: candidate.ranked.faults,
        });
    }
    out
}
