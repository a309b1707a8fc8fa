//! A task of a lesson as a question of a drill, so that a wrong answer can be compared with the
//! results of known procedures of learners.
//!
//! Invariant: the right answer is computed by the codec from the given part.

use super::ScriptAnswer;
use super::answer::{encoding, from_hex};
use crate::question::{self, GivenData, Question};
use crate::skill::{self, Skill};
use hexloupe_text::codec::{CodecState, Encoding};

/// The direction of a question.
#[derive(Clone, Copy)]
enum QuestionDirection {
    /// From a character to its bytes.
    Encode,
    /// From bytes to the code point.
    Decode,
    /// From bits to bytes.
    Bits,
}

/// The skills that a lesson may use, with their encodings.
const SKILLS: [(&str, QuestionDirection, &str); 6] = [
    ("encode", QuestionDirection::Encode, "utf-8"),
    ("decode", QuestionDirection::Decode, "utf-8"),
    ("surrogates-encode", QuestionDirection::Encode, "utf-16be"),
    ("surrogates-decode", QuestionDirection::Decode, "utf-16be"),
    ("byte-order", QuestionDirection::Encode, "utf-16le"),
    ("bits-and-hex", QuestionDirection::Bits, "utf-8"),
];

/// The names of the skills.
pub(super) fn names() -> String {
    SKILLS.map(|(name, ..)| name).join(", ")
}

/// The skill with a name, if a lesson may use it.
pub(super) fn skill(name: &str) -> Option<AskedSkill> {
    let (_, way, label) = SKILLS.into_iter().find(|(known, ..)| *known == name)?;
    Some(AskedSkill {
        skill: skill::by_id(name)?,
        way,
        encoding: encoding(label)?,
    })
}

/// A skill used by a lesson.
pub(super) struct AskedSkill {
    skill: &'static Skill,
    way: QuestionDirection,
    encoding: &'static Encoding,
}

impl AskedSkill {
    /// The question about some characters, bytes or bits, and its right answer; none if this skill
    /// is not about their kind.
    pub(super) fn question(&self, of: &str) -> Option<(Question, ScriptAnswer)> {
        let (given, answer) = match self.way {
            QuestionDirection::Encode => {
                let mut characters = of.chars();
                let (Some(c), None) = (characters.next(), characters.next()) else {
                    return None;
                };
                let mut bytes = Vec::new();
                let mut state = CodecState::default();
                self.encoding.encode(&mut state, c, &mut bytes).ok()?;
                (GivenData::CodePoint(c.into()), ScriptAnswer::Bytes(bytes))
            }
            QuestionDirection::Decode => {
                let bytes = from_hex(of)?;
                let sequence = self.encoding.decode(&mut CodecState::default(), &bytes);
                let value = sequence.meaning.values().next()?;
                let is_one = usize::from(sequence.len) == bytes.len();
                let is_one = is_one && sequence.meaning.is_character();
                is_one.then_some((GivenData::Bytes(bytes), ScriptAnswer::CodePoint(value)))?
            }
            QuestionDirection::Bits => {
                let bits: String = of.split_whitespace().collect();
                let groups = bits.as_bytes().chunks(8).map(|group| {
                    let text = std::str::from_utf8(group).ok()?;
                    (group.len() == 8).then(|| u8::from_str_radix(text, 2).ok())?
                });
                let bytes = groups.collect::<Option<Vec<_>>>()?;
                (GivenData::Bits(of.to_owned()), ScriptAnswer::Bytes(bytes))
            }
        };
        let right = match &answer {
            ScriptAnswer::Bytes(bytes) => question::Answer::Bytes(bytes.clone()),
            ScriptAnswer::CodePoint(value) => question::Answer::CodePoint(*value),
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
