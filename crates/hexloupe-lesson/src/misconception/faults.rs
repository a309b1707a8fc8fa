//! Wrong reasons why a text is ill-formed.

use super::super::question::{Answer, Question};
use super::Misconception;
use hexloupe_insight::texts::said::texts;

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
        says: texts(
            "All bytes that the lead byte promises are there; join their value bits, and look at the value.",
            "Все байты, которые обещает первый, на месте; соедините их биты значения и посмотрите, что получилось.",
        ),
        makes: |question| instead(question, &[OVERLONG, SURROGATE, TOO_LARGE], CUT_SHORT),
    },
    Misconception {
        id: "lead-taken-for-stray",
        says: texts(
            "Each continuation byte here has its lead byte; count whether each lead byte has its continuation bytes.",
            "У каждого байта продолжения здесь есть первый; посчитайте, все ли байты есть у каждого первого.",
        ),
        makes: |question| instead(question, &[CUT_SHORT], STRAY),
    },
    Misconception {
        id: "stray-taken-for-cut-short",
        says: texts(
            "No character has too few bytes; look for one that has a byte too many after it.",
            "Ни одному символу байтов не мало; посмотрите, не стоит ли за каким-то из них байт сверх нужного.",
        ),
        makes: |question| instead(question, &[STRAY], CUT_SHORT),
    },
    Misconception {
        id: "never-taken-for-stray",
        says: texts(
            "A continuation byte begins with 10; write the byte in bits.",
            "Байт продолжения начинается с 10; запишите этот байт битами.",
        ),
        makes: |question| instead(question, &[NEVER], STRAY),
    },
    Misconception {
        id: "cut-short-taken-for-overlong",
        says: texts(
            "An overlong form has all its bytes and says too little with them; here count the bytes first.",
            "В слишком длинной форме все байты есть, но значение для них мало; здесь сначала посчитайте байты.",
        ),
        makes: |question| instead(question, &[CUT_SHORT], OVERLONG),
    },
    Misconception {
        id: "small-taken-for-large",
        says: texts(
            "The value is not too large: join the value bits, zeros in front as well, and see how few are left.",
            "Значение не слишком велико: соедините биты значения вместе с нулями впереди и посмотрите, сколько значащих.",
        ),
        makes: |question| instead(question, &[OVERLONG], TOO_LARGE),
    },
    Misconception {
        id: "surrogate-taken-for-large",
        says: texts(
            "Three bytes make no value above U+FFFF; see what the numbers around this one are for.",
            "Из трёх байтов не выходит больше U+FFFF; посмотрите, для чего отведены числа рядом с этим.",
        ),
        makes: |question| instead(question, &[SURROGATE], TOO_LARGE),
    },
    Misconception {
        id: "surrogate-taken-for-overlong",
        says: texts(
            "The value needs all three bytes, so the form is not too long; see what the number is for.",
            "Этому значению нужны все три байта, форма не длиннее, чем надо; посмотрите, для чего отведено это число.",
        ),
        makes: |question| instead(question, &[SURROGATE], OVERLONG),
    },
    Misconception {
        id: "large-taken-for-never",
        says: texts(
            "Each of these bytes occurs in UTF-8; it is what they make together that does not.",
            "Каждый из этих байтов в UTF-8 бывает; не бывает того, что получается из них вместе.",
        ),
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
