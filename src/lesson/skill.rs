//! What can be trained: each skill is a row of [`SKILLS`], with a function that makes a question.
//!
//! To add one, write its row in `table`, and its function in one of the files below. Invariant: the answer of
//! a question is computed by the codec or follows from how the question was made, and no question
//! depends on anything but its dice.

mod bits;
mod readings;
mod table;
mod utf16;
mod utf8;

use super::dice::Dice;
use super::question::{Answer, Choice, Given, Question};
use super::solution::Way;
use crate::codec::{self, Encoding, State, Walk};
use crate::language::Texts;
use crate::window::Peek as _;
pub use table::SKILLS;

/// Something that can be trained.
pub struct Skill {
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// What it is.
    pub title: Texts,
    /// What is asked, with the places that its questions fill.
    pub asks: Texts,
    /// Where to look, and then nearly how to go about it.
    pub hints: [Texts; 2],
    /// How its questions are solved.
    pub(super) solution: Way,
    make: fn(&mut Dice) -> Made,
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

/// A question that a function has made.
struct Made {
    encoding: &'static Encoding,
    given: Given,
    choices: Vec<Choice>,
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

/// So many questions, of some skills in turn; the same for the same seed.
pub fn questions(skills: &[&'static Skill], number: usize, seed: u64) -> Vec<Question> {
    let mut dice = Dice::new(seed);
    let mut out: Vec<Question> = Vec::with_capacity(number);
    for skill in skills.iter().cycle().take(number) {
        let mut question = skill.question(&mut dice);
        // The same question again teaches nothing; a skill may have fewer than are asked for.
        for _ in 0..20 {
            if !out.contains(&question) {
                break;
            }
            question = skill.question(&mut dice);
        }
        out.push(question);
    }
    out
}

impl Skill {
    pub(super) fn question(&'static self, dice: &mut Dice) -> Question {
        let Made {
            encoding,
            given,
            choices,
            answer,
            places,
        } = (self.make)(dice);
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
    let (mut bytes, mut state) = (Vec::new(), State::default());
    for c in text.chars() {
        let _: Result<_, _> = encoding.encode(&mut state, c, &mut bytes);
    }
    bytes
}

/// Bytes read in an encoding; none if a byte is nothing there that a reader sees.
pub(super) fn read_in(bytes: &[u8], of: &'static Encoding) -> Option<String> {
    let window = bytes.to_vec().window(0, bytes.len());
    let characters = Walk::new(of, 0, &window).map(|step| step.meaning.scalar());
    let text: Option<String> = characters.collect();
    let unseen = |c: char| c.is_control() || c.is_whitespace() || c == '\u{AD}';
    text.filter(|text| !text.chars().any(unseen))
}

/// The places of a question about a character.
fn about(c: char) -> Vec<(&'static str, String)> {
    vec![
        ("character", c.to_string()),
        ("point", format!("U+{:04X}", u32::from(c))),
    ]
}

#[cfg(test)]
mod tests;
