//! The skills that can be trained: each is a row of [`SKILLS`], with a function that makes a
//! question.
//!
//! To add one, write its row in `table`, and its function in one of the files below. Invariant: the
//! answer of a question is computed by the codec or follows from the making of the question, and a
//! question depends only on its dice.

mod bits;
mod faults;
mod lead;
mod readings;
mod table;
mod utf16;
mod utf8;
pub mod words;

use super::dice::Dice;
use super::level::Difficulty;
use super::question::{Answer, AnswerChoice, GivenData, Question};
use super::solution::SolutionMethod;
use hexloupe_explain::explain::point;
use hexloupe_explain::texts::Texts;
use hexloupe_text::codec::{self, CodecState, Encoding, Walk};
use hexloupe_text::window::Peek as _;
pub use table::SKILLS;
use words::DrillScript;

/// A skill that can be trained.
pub struct Skill {
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// Its title.
    pub title: Texts,
    /// The text of the question, with places that its questions fill.
    pub asks: Texts,
    /// Two hints: where to look, and then nearly how to proceed.
    pub hints: [Texts; 2],
    /// The way to solve its questions.
    pub(super) solution: SolutionMethod,
    make: fn(&mut Dice, Difficulty) -> MadeQuestion,
}

impl std::fmt::Debug for Skill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Skill {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Skill {}

/// A question made by a function.
struct MadeQuestion {
    encoding: &'static Encoding,
    given: GivenData,
    choices: Vec<AnswerChoice>,
    answer: Answer,
    places: Vec<(&'static str, String)>,
}

/// The skill with a name.
pub fn by_id(id: &str) -> Option<&'static Skill> {
    SKILLS.iter().find(|skill| skill.id == id)
}

/// A seed that nobody has chosen.
pub fn any_seed() -> u64 {
    fastrand::u64(..1_000_000)
}

/// `number` questions of some skills in turn, from easy to hard, with words of a script; the same for
/// the same seed.
pub fn questions_of(
    skills: &[&'static Skill],
    number: usize,
    seed: u64,
    script: &'static DrillScript,
) -> Vec<Question> {
    let mut dice = Dice::of(seed, script);
    let mut out: Vec<Question> = Vec::with_capacity(number);
    for (place, skill) in skills.iter().cycle().take(number).enumerate() {
        let level = Difficulty::at(place, number);
        let question = skill.other_question(&mut dice, level, &out);
        out.push(question);
    }
    out
}

/// The same with words of the first script.
#[cfg(test)]
pub(crate) fn questions(skills: &[&'static Skill], number: usize, seed: u64) -> Vec<Question> {
    questions_of(skills, number, seed, &words::SCRIPTS[0])
}

impl Skill {
    /// A question that is not one of some others. The same question again teaches nothing; but a
    /// skill may have fewer questions than requested.
    pub(super) fn other_question(
        &'static self,
        dice: &mut Dice,
        level: Difficulty,
        others: &[Question],
    ) -> Question {
        const TRIES: usize = 20;
        let mut question = self.question(dice, level);
        for _ in 0..TRIES {
            if !others.contains(&question) {
                break;
            }
            question = self.question(dice, level);
        }
        question
    }

    fn question(&'static self, dice: &mut Dice, level: Difficulty) -> Question {
        let MadeQuestion {
            encoding,
            given,
            choices,
            answer,
            places,
        } = (self.make)(dice, level);
        Question {
            skill: self,
            encoding,
            given,
            choices,
            answer,
            places,
        }
    }
}

/// The encoding with a label of the table.
pub(super) fn encoding(label: &str) -> &'static Encoding {
    codec::table::by_label(label).map_or(codec::table::UTF_8, |label| label.encoding())
}

/// A text in an encoding; characters that it lacks are left out.
pub(super) fn encoded(text: &str, encoding: &Encoding) -> Vec<u8> {
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars() {
        let _: Result<_, _> = encoding.encode(&mut state, c, &mut bytes);
    }
    bytes
}

/// Bytes read in an encoding; none if a byte is invisible to a reader there.
pub(super) fn read_in(bytes: &[u8], of: &'static Encoding) -> Option<String> {
    let window = bytes.to_vec().window(0, bytes.len());
    let characters = Walk::new(of, 0, &window).map(|step| step.meaning.scalar());
    let text: Option<String> = characters.collect();
    let unseen = |c: char| c.is_control() || c.is_whitespace() || c == '\u{AD}';
    text.filter(|text| !text.chars().any(unseen))
}

/// The places of a question about a character: itself and its number, or only the number.
fn about(c: char, is_shown: bool) -> Vec<(&'static str, String)> {
    let point = point(c.into());
    let character = if is_shown {
        format!("{c} ({point})")
    } else {
        point
    };
    vec![("character", character)]
}

#[cfg(test)]
mod tests;
