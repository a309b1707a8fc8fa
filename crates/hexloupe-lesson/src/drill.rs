//! Endless questions: more of those that went wrong, harder ones after success.
//!
//! Invariant: the questions depend only on the skills, the seed and the judgements.

use super::dice::Dice;
use super::level::{Difficulty, Ladder};
use super::question::Question;
use super::skill::Skill;
use super::skill::words::DrillScript;

/// The weight of a skill: before its first question; after a wrong answer; and at most after a
/// right answer, halved with each further one.
const NEW: usize = 8;
const WRONG: usize = 16;
const RIGHT: usize = 4;
/// The number of latest questions that are not repeated.
const RECENT: usize = 12;

/// The results of a learner in a skill.
#[derive(Debug, Clone)]
pub struct SkillProgress {
    /// The skill.
    pub skill: &'static Skill,
    /// The number of answered questions.
    pub answered: u64,
    /// The number of questions answered rightly at the first try.
    pub right: u64,
    weight: usize,
    ladder: Ladder,
}

impl SkillProgress {
    /// The level of the next question.
    pub const fn level(&self) -> Difficulty {
        self.ladder.level()
    }
}

/// A drill in progress.
pub struct Drill {
    dice: Dice,
    skills: Vec<SkillProgress>,
    recent: Vec<Question>,
    /// The skill of the last question.
    last: usize,
}

impl Drill {
    /// Begins a drill of some skills, with words of a script.
    pub fn new(skills: &[&'static Skill], seed: u64, script: &'static DrillScript) -> Self {
        let skills = skills.iter().map(|&skill| SkillProgress {
            skill,
            answered: 0,
            right: 0,
            weight: NEW,
            ladder: Ladder::default(),
        });
        Self {
            dice: Dice::of(seed, script),
            skills: skills.collect(),
            recent: Vec::new(),
            last: 0,
        }
    }

    /// The next question; none if there is no skill.
    pub fn ask(&mut self) -> Option<Question> {
        let all: usize = self.skills.iter().map(|one| one.weight).sum();
        let mut place = self.dice.below(all);
        let chosen = self.skills.iter().position(|one| {
            let is_it = place < one.weight;
            place = place.saturating_sub(one.weight);
            is_it
        });
        self.last = chosen?;
        let one = self.skills.get(self.last)?;
        let question = { one.skill }.other_question(&mut self.dice, one.level(), &self.recent);
        if self.recent.len() >= RECENT {
            self.recent.remove(0);
        }
        self.recent.push(question.clone());
        Some(question)
    }

    /// Notes whether the last question was answered rightly at the first try.
    pub fn answered(&mut self, rightly: bool) {
        let Some(one) = self.skills.get_mut(self.last) else {
            return;
        };
        one.answered += 1;
        one.ladder.answered(rightly);
        if rightly {
            one.right += 1;
            one.weight = (one.weight.min(2 * RIGHT) / 2).max(1);
        } else {
            one.weight = WRONG;
        }
    }

    /// The results of the learner, in the order of the skills; only those with a question so far.
    pub fn progress(&self) -> impl Iterator<Item = &SkillProgress> {
        self.skills.iter().filter(|one| one.answered > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Answer;
    use crate::skill::words::SCRIPTS;
    use crate::skill::{SKILLS, by_id};

    #[test]
    fn skills_with_wrong_answers_are_asked_more_often() {
        let all: Vec<_> = SKILLS.iter().collect();
        let mut drill = Drill::new(&all, 1, &SCRIPTS[0]);
        let mut asked = 0;
        for _ in 0..1000 {
            let question = drill.ask().unwrap();
            let is_bad = question.skill.id == "bom";
            asked += u64::from(is_bad);
            drill.answered(!is_bad);
        }
        // There are 13 skills; an equal share would be 77.
        assert!(asked > 300, "{asked}");
        assert_eq!(drill.progress().count(), SKILLS.len());
        let bom = drill.progress().find(|one| one.skill.id == "bom").unwrap();
        assert_eq!((bom.right, bom.answered), (0, asked));
    }

    #[test]
    fn the_same_answers_lead_to_the_same_questions() {
        let all: Vec<_> = SKILLS.iter().collect();
        let run = |seed| {
            let mut drill = Drill::new(&all, seed, &SCRIPTS[0]);
            let texts = (0..50).map(|number| {
                let question = drill.ask().unwrap();
                drill.answered(number % 3 > 0);
                question
            });
            texts.collect::<Vec<_>>()
        };
        assert_eq!(run(5), run(5));
        assert_ne!(run(5), run(6));
    }

    #[test]
    fn questions_get_harder_where_it_goes_well_and_easier_where_it_does_not() {
        let mut drill = Drill::new(&[by_id("encode").unwrap()], 3, &SCRIPTS[0]);
        let mut lengths = |answers: &[bool]| -> Vec<usize> {
            let length = |rightly: &bool| {
                let question = drill.ask().unwrap();
                drill.answered(*rightly);
                let Answer::Bytes(bytes) = question.answer else {
                    panic!("no bytes");
                };
                bytes.len()
            };
            answers.iter().map(length).collect()
        };
        assert_eq!(lengths(&[true; 4]), [2, 2, 3, 3]);
        lengths(&[false]);
        assert_eq!(lengths(&[false, false, true, true]), [3, 2, 2, 2]);
        assert_eq!(lengths(&[false, true]), [3, 2]);
    }

    #[test]
    fn no_skill_has_no_question() {
        assert!(Drill::new(&[], 1, &SCRIPTS[0]).ask().is_none());
    }
}
