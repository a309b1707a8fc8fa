//! A task of a lesson as a question of a drill, so that a wrong answer can be compared with the
//! results of known procedures of learners.
//!
//! Invariant: the right answer is computed by the codec from the given part.

use super::Answer;
use super::answer::{encoding, from_hex};
use crate::question::{self, Given, Question};
use crate::skill::{self, Skill};
use hexloupe_text::codec::{Encoding, State};

/// The direction of a question.
#[derive(Clone, Copy)]
enum Way {
    /// From a character to its bytes.
    Encode,
    /// From bytes to the code point.
    Decode,
    /// From bits to bytes.
    Bits,
}

/// The skills that a lesson may use, with their encodings.
const SKILLS: [(&str, Way, &str); 6] = [
    ("encode", Way::Encode, "utf-8"),
    ("decode", Way::Decode, "utf-8"),
    ("surrogates-encode", Way::Encode, "utf-16be"),
    ("surrogates-decode", Way::Decode, "utf-16be"),
    ("byte-order", Way::Encode, "utf-16le"),
    ("bits-and-hex", Way::Bits, "utf-8"),
];

/// The names of the skills.
pub(super) fn names() -> String {
    SKILLS.map(|(name, ..)| name).join(", ")
}

/// The skill with a name, if a lesson may use it.
pub(super) fn skill(name: &str) -> Option<Asked> {
    let (_, way, label) = SKILLS.into_iter().find(|(known, ..)| *known == name)?;
    Some(Asked {
        skill: skill::by_id(name)?,
        way,
        encoding: encoding(label)?,
    })
}

/// A skill used by a lesson.
pub(super) struct Asked {
    skill: &'static Skill,
    way: Way,
    encoding: &'static Encoding,
}

impl Asked {
    /// The question about some characters, bytes or bits, and its right answer; none if this skill
    /// is not about their kind.
    pub(super) fn question(&self, of: &str) -> Option<(Question, Answer)> {
        let (given, answer) = match self.way {
            Way::Encode => {
                let mut characters = of.chars();
                let (Some(c), None) = (characters.next(), characters.next()) else {
                    return None;
                };
                let mut bytes = Vec::new();
                let mut state = State::default();
                self.encoding.encode(&mut state, c, &mut bytes).ok()?;
                (Given::CodePoint(c.into()), Answer::Bytes(bytes))
            }
            Way::Decode => {
                let bytes = from_hex(of)?;
                let sequence = self.encoding.decode(&mut State::default(), &bytes);
                let value = sequence.meaning.values().next()?;
                let is_one = usize::from(sequence.len) == bytes.len();
                let is_one = is_one && sequence.meaning.is_character();
                is_one.then_some((Given::Bytes(bytes), Answer::CodePoint(value)))?
            }
            Way::Bits => {
                let bits: String = of.split_whitespace().collect();
                let groups = bits.as_bytes().chunks(8).map(|group| {
                    let text = std::str::from_utf8(group).ok()?;
                    (group.len() == 8).then(|| u8::from_str_radix(text, 2).ok())?
                });
                let bytes = groups.collect::<Option<Vec<_>>>()?;
                (Given::Bits(of.to_owned()), Answer::Bytes(bytes))
            }
        };
        let right = match &answer {
            Answer::Bytes(bytes) => question::Answer::Bytes(bytes.clone()),
            Answer::CodePoint(value) => question::Answer::CodePoint(*value),
            _ => return None,
        };
        let question = Question {
            skill: self.skill,
            encoding: self.encoding,
            given,
            choices: Vec::new(),
            answer: right,
            places: Vec::new(),
        };
        Some((question, answer))
    }
}
