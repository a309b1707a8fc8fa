//! The solution of a question, step by step, with its own digits.
//!
//! A question about encoding or decoding is solved by its derivation, any other by one to three
//! sentences with the reason. This is the one place of the room that uses derivations. Invariant: a
//! solution depends only on the question, so the same question always has the same one.

pub(super) mod bytes;
pub(super) mod faults;
pub(super) mod readings;

use super::question::Question;
use hexloupe_explain::explain::derivation::{self, Derivation};
use hexloupe_explain::language::Language;
use hexloupe_explain::texts::Texts;

/// The way to solve the questions of a skill.
pub(super) enum SolutionMethod {
    /// By the derivation of the character, or of the bytes.
    Derivation,
    /// In sentences.
    Sentences(fn(&Question) -> Vec<Sentence>),
}

/// A sentence, and the values of its placeholders.
pub(super) struct Sentence {
    of: Texts,
    places: Vec<(&'static str, String)>,
}

/// The way to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// Its steps, the result last.
    Derivation(Derivation),
    /// The reasons why the answer is right.
    Sentences(Vec<String>),
}

impl Solution {
    /// The steps, if it has any.
    pub const fn derivation(&self) -> Option<&Derivation> {
        match self {
            Self::Derivation(derivation) => Some(derivation),
            Self::Sentences(_) => None,
        }
    }

    /// The sentences; none where there are steps.
    pub fn sentences(&self) -> &[String] {
        match self {
            Self::Derivation(_) => &[],
            Self::Sentences(sentences) => sentences,
        }
    }
}

impl Question {
    /// The solution of the question.
    pub fn solution(&self, language: Language) -> Solution {
        match self.skill.solution {
            SolutionMethod::Sentences(why) => {
                let said = why(self).into_iter();
                Solution::Sentences(said.map(|one| one.said(language)).collect())
            }
            SolutionMethod::Derivation => match derived(self, language) {
                Some(derivation) => Solution::Derivation(derivation),
                None => Solution::Sentences(Vec::new()),
            },
        }
    }
}

/// The derivation from the given part to the answer.
fn derived(question: &Question, language: Language) -> Option<Derivation> {
    let encoding = question.encoding;
    if let Some(c) = question.to_encode() {
        return Some(derivation::encode(encoding, c.into(), language));
    }
    let bytes = question.to_decode()?;
    derivation::decode(encoding, bytes, language)
        .into_iter()
        .next()
}

impl Sentence {
    fn said(&self, language: Language) -> String {
        self.of.filled(language, &self.places)
    }
}

/// A sentence with its places filled.
fn sentence<const N: usize>(of: Texts, places: [(&'static str, String); N]) -> Sentence {
    Sentence {
        of,
        places: places.into(),
    }
}

/// Eight bits in two groups: `1101 0000`.
fn bits_of(byte: u8) -> String {
    format!("{:04b} {:04b}", byte >> 4, byte & 0xF)
}

#[cfg(test)]
mod tests;
