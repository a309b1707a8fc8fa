//! Wrong reasons why a text is ill-formed.

use super::super::question::{Answer, Question};
use super::Misconception;
use hexloupe_explain::texts::lesson::misconception::faults as texts;

/// The choices of the skill, by their numbers.
const STRAY: usize = 0;
const CUT_SHORT: usize = 1;
const OVERLONG: usize = 2;
const SURROGATE: usize = 3;
const TOO_LARGE: usize = 4;
const NEVER: usize = 5;

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "promise-taken-for-broken",
        says: texts::PROMISE_TAKEN_FOR_BROKEN_SAYS,
        makes: |question| instead(question, &[OVERLONG, SURROGATE, TOO_LARGE], CUT_SHORT),
    },
    Misconception {
        id: "lead-taken-for-stray",
        says: texts::LEAD_TAKEN_FOR_STRAY_SAYS,
        makes: |question| instead(question, &[CUT_SHORT], STRAY),
    },
    Misconception {
        id: "stray-taken-for-cut-short",
        says: texts::STRAY_TAKEN_FOR_CUT_SHORT_SAYS,
        makes: |question| instead(question, &[STRAY], CUT_SHORT),
    },
    Misconception {
        id: "never-taken-for-stray",
        says: texts::NEVER_TAKEN_FOR_STRAY_SAYS,
        makes: |question| instead(question, &[NEVER], STRAY),
    },
    Misconception {
        id: "cut-short-taken-for-overlong",
        says: texts::CUT_SHORT_TAKEN_FOR_OVERLONG_SAYS,
        makes: |question| instead(question, &[CUT_SHORT], OVERLONG),
    },
    Misconception {
        id: "small-taken-for-large",
        says: texts::SMALL_TAKEN_FOR_LARGE_SAYS,
        makes: |question| instead(question, &[OVERLONG], TOO_LARGE),
    },
    Misconception {
        id: "surrogate-taken-for-large",
        says: texts::SURROGATE_TAKEN_FOR_LARGE_SAYS,
        makes: |question| instead(question, &[SURROGATE], TOO_LARGE),
    },
    Misconception {
        id: "surrogate-taken-for-overlong",
        says: texts::SURROGATE_TAKEN_FOR_OVERLONG_SAYS,
        makes: |question| instead(question, &[SURROGATE], OVERLONG),
    },
    Misconception {
        id: "large-taken-for-never",
        says: texts::LARGE_TAKEN_FOR_NEVER_SAYS,
        makes: |question| instead(question, &[TOO_LARGE], NEVER),
    },
];

/// The choice `taken`, if the right one is among others.
fn instead(question: &Question, right: &[usize], taken: usize) -> Option<Answer> {
    let is_it = question.skill.id == "why-wrong"
        && right
            .iter()
            .any(|one| question.answer == Answer::Choice(*one));
    is_it.then_some(Answer::Choice(taken))
}
