//! A question: the given part, the task, and the right answer.
//!
//! Invariant: a question holds everything needed to print it and to judge an answer to it.

use super::skill::Skill;
use hexloupe_explain::language::Language;
use hexloupe_explain::texts::Texts;
use hexloupe_text::codec::Encoding;

/// The part of a question that is shown to the learner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenData {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A code point.
    CodePoint(u32),
    /// Bits, in groups of 4.
    Bits(String),
    /// A text as a reader saw it.
    Text(String),
}

/// An answer of the learner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A code point, or the character itself.
    CodePoint(u32),
    /// The place of a byte, counted from 0.
    Offset(u64),
    /// One of the choices, by its number from 0.
    Choice(usize),
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerChoice {
    /// The same in every language: a number, the name of an encoding.
    Name(String),
    /// Words.
    Words(Texts),
}

impl AnswerChoice {
    /// The choice in a language.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Words(words) => words.get(language).to_owned(),
        }
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The skill that it trains.
    pub skill: &'static Skill,
    /// The encoding that it is about.
    pub encoding: &'static Encoding,
    /// The given part.
    pub given: GivenData,
    /// The choices; empty if the answer is written.
    pub choices: Vec<AnswerChoice>,
    /// The right answer.
    pub answer: Answer,
    /// The values of the places in the text.
    pub(super) places: Vec<(&'static str, String)>,
}

impl Question {
    /// The text of the question.
    pub fn text(&self, language: Language) -> String {
        self.skill.asks.filled(language, &self.places)
    }

    /// An answer in its written form.
    pub fn written(&self, answer: &Answer, language: Language) -> String {
        match answer {
            Answer::Bytes(bytes) => hex(bytes),
            Answer::CodePoint(value) => format!("U+{value:04X}"),
            Answer::Offset(offset) => offset.to_string(),
            Answer::Choice(number) => {
                let choice = self.choices.get(*number);
                choice.map_or_else(String::new, |choice| choice.text(language))
            }
        }
    }

    /// The value of a place in its text.
    pub(super) fn place(&self, name: &str) -> Option<&str> {
        let found = self.places.iter().find(|(place, _)| *place == name);
        found.map(|(_, value)| &**value)
    }

    /// The given character, if its bytes are the answer.
    pub(super) fn to_encode(&self) -> Option<char> {
        match (&self.given, &self.answer) {
            (GivenData::CodePoint(value), Answer::Bytes(_)) => char::from_u32(*value),
            _ => None,
        }
    }

    /// The given bytes, if their code point is the answer.
    pub(super) fn to_decode(&self) -> Option<&[u8]> {
        match (&self.given, &self.answer) {
            (GivenData::Bytes(bytes), Answer::CodePoint(_)) => Some(bytes),
            _ => None,
        }
    }
}

/// Bytes as hex digits in pairs.
pub(super) fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(" ")
}
