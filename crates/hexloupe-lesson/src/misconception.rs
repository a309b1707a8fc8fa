//! Mistakes of learners, as procedures: each makes the answer that it leads to.
//!
//! A wrong answer is compared with the results of all of them; wrong choices and places are
//! recognized by rules. The procedure that makes it explains
//! the mistake and a place to look at, never the solution. To add one, write its row in a table
//! below. Invariant: no procedure makes the right answer of a question.

mod decoding;
mod encoding;
mod faults;
mod more;
mod places;
mod recognized;

use super::question::{Answer, Question};
use hexloupe_explain::language::Language;
use hexloupe_explain::texts::Texts;

/// A procedure that makes a wrong answer.
pub struct Misconception {
    /// Its name in records and tests.
    pub id: &'static str,
    /// The mistake, and a place to look at.
    pub says: Texts,
    /// The answer it makes; none where it makes no sense.
    makes: fn(&Question) -> Option<Answer>,
}

/// All of them, the likelier first: if several make the same answer, the first is reported.
pub fn all() -> impl Iterator<Item = &'static Misconception> {
    let tables = [
        encoding::TABLE,
        decoding::TABLE,
        places::TABLE,
        faults::TABLE,
        more::TABLE,
    ];
    let recognized = recognized::TABLE.iter().map(|one| &one.row);
    tables.into_iter().flatten().chain(recognized)
}

/// The wrong answers to a question that somebody may give, each with the reason.
pub fn wrong_answers(question: &Question) -> Vec<(Answer, &'static Misconception)> {
    let mut out: Vec<(Answer, &'static Misconception)> = Vec::new();
    for row in all() {
        let made = (row.makes)(question).filter(|made| *made != question.answer);
        let Some(made) = made else {
            continue;
        };
        if !out.iter().any(|(known, _)| *known == made) {
            out.push((made, row));
        }
    }
    // Every choice can be made, so each wrong one that is recognized belongs here.
    for choice in (0..question.choices.len()).map(Answer::Choice) {
        if !out.iter().any(|(known, _)| *known == choice)
            && let Some(row) = recognized::recognize(question, &choice)
        {
            out.push((choice, row));
        }
    }
    out
}

/// The procedure that leads to an answer, if one is known.
pub fn diagnose(question: &Question, answer: &Answer) -> Option<&'static Misconception> {
    let mut known = wrong_answers(question).into_iter();
    let known = known.find(|(made, _)| made == answer).map(|(_, row)| row);
    let stands = recognized::stands_there(question, answer);
    stands
        .or(known)
        .or_else(|| recognized::recognize(question, answer))
}

impl Misconception {
    /// The mistake, in a language.
    pub fn text(&self, language: Language) -> &'static str {
        self.says.get(language)
    }
}

impl PartialEq for Misconception {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Misconception {}

impl std::fmt::Debug for Misconception {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

#[cfg(test)]
mod tests;
