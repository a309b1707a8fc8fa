//! Wrong choices and wrong places: each row recognizes the answers that its sentence is true of.
//!
//! A choice or a place has few values, so a mistake is a rule about the answer, and no procedure
//! that makes one. Invariant: no row recognizes the right answer; the first row that fits is told.

use super::super::question::{Answer, AnswerChoice, GivenData, Question};
use super::Misconception;
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::misconception::recognized as texts;

/// A mistake that is recognized by a wrong choice.
type ChoiceRule = fn(&WrongChoice<'_>) -> bool;
/// A mistake that is recognized by a wrong offset.
type PlaceRule = fn(&WrongPlace<'_>) -> bool;

/// The rule that recognizes a mistake.
enum MistakeRule {
    /// By a choice, in the questions of a skill.
    Choice(&'static str, ChoiceRule),
    /// By an offset, in the questions of a skill.
    Place(&'static str, PlaceRule),
}

/// A mistake and its rule.
pub(super) struct RecognizedMistake {
    /// The mistake.
    pub(super) row: Misconception,
    rule: MistakeRule,
}

/// A wrong choice beside the right one.
struct WrongChoice<'a> {
    question: &'a Question,
    chosen: usize,
    right: usize,
}

/// A wrong offset beside the right one.
struct WrongPlace<'a> {
    question: &'a Question,
    bytes: &'a [u8],
    given: usize,
    right: usize,
}

const fn choice(
    skill: &'static str,
    id: &'static str,
    says: Texts,
    rule: ChoiceRule,
) -> RecognizedMistake {
    RecognizedMistake {
        row: Misconception {
            id,
            says,
            makes: |_| None,
        },
        rule: MistakeRule::Choice(skill, rule),
    }
}

const fn place(
    skill: &'static str,
    id: &'static str,
    says: Texts,
    rule: PlaceRule,
) -> RecognizedMistake {
    RecognizedMistake {
        row: Misconception {
            id,
            says,
            makes: |_| None,
        },
        rule: MistakeRule::Place(skill, rule),
    }
}

pub(super) static TABLE: &[RecognizedMistake] = &[
    choice("length", "zero-counted", texts::ZERO_COUNTED, |it| {
        it.right > 0 && it.chosen == it.right + 1
    }),
    choice(
        "length",
        "all-ones-counted",
        texts::ALL_ONES_COUNTED,
        |it| it.right > 0 && it.byte().count_ones() as usize == it.chosen + 1,
    ),
    choice(
        "length",
        "lead-taken-for-ascii",
        texts::LEAD_TAKEN_FOR_ASCII,
        |it| it.chosen == 0,
    ),
    choice(
        "length",
        "first-bit-overlooked",
        texts::FIRST_BIT_OVERLOOKED,
        |it| it.right == 0,
    ),
    choice("length", "ones-miscounted", texts::ONES_MISCOUNTED, |_| {
        true
    }),
    choice(
        "kind-of-byte",
        "ones-miscounted-in-kind",
        texts::ONES_MISCOUNTED,
        |it| (2..5).contains(&it.right) && (2..5).contains(&it.chosen),
    ),
    choice(
        "kind-of-byte",
        "high-bit-overlooked",
        texts::HIGH_BIT_OVERLOOKED,
        |it| it.chosen == 0,
    ),
    choice(
        "kind-of-byte",
        "ascii-not-seen",
        texts::FIRST_BIT_OVERLOOKED,
        |it| it.right == 0,
    ),
    choice("kind-of-byte", "it-occurs", texts::IT_OCCURS, |it| {
        it.chosen == 5
    }),
    choice(
        "kind-of-byte",
        "prefix-not-read",
        texts::PREFIX_NOT_READ,
        |_| true,
    ),
    choice(
        "bom",
        "order-of-four-turned",
        texts::ORDER_OF_FOUR_TURNED,
        |it| matches!((it.right, it.chosen), (3, 4) | (4, 3)),
    ),
    choice(
        "bom",
        "zeros-before-overlooked",
        texts::ZEROS_BEFORE_OVERLOOKED,
        |it| it.right == 4 && matches!(it.chosen, 1 | 2),
    ),
    choice(
        "bom",
        "four-bytes-overlooked",
        texts::FOUR_BYTES_OVERLOOKED,
        |it| it.right == 3 && it.chosen == 2,
    ),
    choice("bom", "zeros-imagined", texts::ZEROS_IMAGINED, |it| {
        matches!(it.right, 1 | 2) && it.chosen > 2
    }),
    choice(
        "bom",
        "mark-of-utf-8-imagined",
        texts::MARK_OF_UTF_8_IMAGINED,
        |it| it.chosen == 0,
    ),
    choice(
        "bom",
        "mark-of-utf-8-not-seen",
        texts::MARK_OF_UTF_8_NOT_SEEN,
        |it| it.right == 0,
    ),
    choice(
        "which-encoding",
        "order-of-units-turned",
        texts::ORDER_OF_UNITS_TURNED,
        |it| {
            it.names().is_some_and(|[right, chosen]| {
                right.starts_with("UTF-16") && chosen.starts_with("UTF-16")
            })
        },
    ),
    choice(
        "which-encoding",
        "units-imagined",
        texts::UNITS_IMAGINED,
        |it| {
            it.names()
                .is_some_and(|[_, chosen]| chosen.starts_with("UTF-16"))
        },
    ),
    choice(
        "which-encoding",
        "units-not-seen",
        texts::UNITS_NOT_SEEN,
        |it| {
            it.names()
                .is_some_and(|[right, _]| right.starts_with("UTF-16"))
        },
    ),
    choice(
        "which-encoding",
        "sequences-not-seen",
        texts::SEQUENCES_NOT_SEEN,
        |it| it.names().is_some_and(|[right, _]| right == "UTF-8"),
    ),
    choice(
        "which-encoding",
        "sequences-imagined",
        texts::SEQUENCES_IMAGINED,
        |it| it.names().is_some_and(|[_, chosen]| chosen == "UTF-8"),
    ),
    choice("which-encoding", "other-table", texts::OTHER_TABLE, |_| {
        true
    }),
    choice(
        "mojibake",
        "chain-backwards",
        texts::CHAIN_BACKWARDS,
        |it| it.chains().is_some_and(|[(a, b), (c, d)]| a == d && b == c),
    ),
    choice(
        "mojibake",
        "read-with-another",
        texts::READ_WITH_ANOTHER,
        |it| it.chains().is_some_and(|[(a, _), (c, _)]| a == c),
    ),
    choice(
        "mojibake",
        "written-with-another",
        texts::WRITTEN_WITH_ANOTHER,
        |it| it.chains().is_some_and(|[(_, b), (_, d)]| b == d),
    ),
    choice(
        "mojibake",
        "signs-not-counted",
        texts::SIGNS_NOT_COUNTED,
        |_| true,
    ),
    choice(
        "why-wrong",
        "value-before-bytes",
        texts::VALUE_BEFORE_BYTES,
        |it| matches!(it.right, 0 | 1 | 5) && matches!(it.chosen, 2..=4),
    ),
    choice("why-wrong", "value-misread", texts::VALUE_MISREAD, |it| {
        matches!(it.right, 2..=4) && matches!(it.chosen, 2..=4)
    }),
    choice(
        "why-wrong",
        "continuation-has-its-lead",
        texts::CONTINUATION_HAS_ITS_LEAD,
        |it| matches!(it.right, 2..=4) && it.chosen == 0,
    ),
    choice(
        "why-wrong",
        "each-byte-occurs",
        texts::EACH_BYTE_OCCURS,
        |it| it.chosen == 5,
    ),
    choice(
        "why-wrong",
        "no-lead-byte-there",
        texts::NO_LEAD_BYTE_THERE,
        |it| it.right == 5 && it.chosen == 1,
    ),
    place(
        "boundary",
        "place-of-the-learner",
        texts::PLACE_OF_THE_LEARNER,
        |it| it.stands() == Some(it.given),
    ),
    place("boundary", "stopped-inside", texts::STOPPED_INSIDE, |it| {
        it.given > it.right && it.continues(it.given) && Some(it.given) < it.stands()
    }),
    place("boundary", "went-too-far", texts::WENT_TOO_FAR, |it| {
        it.given < it.right
    }),
    place("boundary", "went-on", texts::WENT_ON, |it| {
        it.stands().is_some_and(|at| it.given > at)
    }),
    place(
        "wrong-byte",
        "complete-character",
        texts::COMPLETE_CHARACTER,
        |it| it.given < it.right && !it.continues(it.given),
    ),
    place(
        "wrong-byte",
        "inside-a-complete-one",
        texts::INSIDE_A_COMPLETE_ONE,
        |it| it.given < it.right,
    ),
    place(
        "wrong-byte",
        "fault-before-it",
        texts::FAULT_BEFORE_IT,
        |it| it.given > it.right,
    ),
];

/// The row for the place where the learner stands, if the answer is that: it may also be one more
/// than the right answer, but then that is no miscounting.
pub(super) fn stands_there(question: &Question, answer: &Answer) -> Option<&'static Misconception> {
    recognize(question, answer).filter(|row| row.id == "place-of-the-learner")
}

/// The first row that recognizes a wrong answer.
pub(super) fn recognize(question: &Question, answer: &Answer) -> Option<&'static Misconception> {
    if *answer == question.answer {
        return None;
    }
    let mut rows = TABLE.iter().filter(|row| row.fits(question, answer));
    rows.next().map(|row| &row.row)
}

impl RecognizedMistake {
    fn fits(&self, question: &Question, answer: &Answer) -> bool {
        match (&self.rule, answer, &question.answer) {
            (MistakeRule::Choice(skill, rule), Answer::Choice(chosen), Answer::Choice(right)) => {
                let wrong = WrongChoice {
                    question,
                    chosen: *chosen,
                    right: *right,
                };
                question.skill.id == *skill && *chosen < question.choices.len() && rule(&wrong)
            }
            (MistakeRule::Place(skill, rule), Answer::Offset(given), Answer::Offset(right)) => {
                let GivenData::Bytes(bytes) = &question.given else {
                    return false;
                };
                let wrong = WrongPlace {
                    question,
                    bytes,
                    given: *given as usize,
                    right: *right as usize,
                };
                question.skill.id == *skill && wrong.given < bytes.len() && rule(&wrong)
            }
            _ => false,
        }
    }
}

impl WrongChoice<'_> {
    /// The byte in question.
    fn byte(&self) -> u8 {
        match &self.question.given {
            GivenData::Bytes(bytes) => bytes.first().copied().unwrap_or_default(),
            _ => 0,
        }
    }

    /// The names of the right encoding and the chosen one.
    fn names(&self) -> Option<[&str; 2]> {
        let name = |number: usize| match self.question.choices.get(number)? {
            AnswerChoice::Name(name) => Some(&**name),
            AnswerChoice::Words(_) => None,
        };
        Some([name(self.right)?, name(self.chosen)?])
    }

    /// The encodings of writing and of reading, of the right answer and the chosen one.
    fn chains(&self) -> Option<[(&str, &str); 2]> {
        let [right, chosen] = self.names()?;
        Some([right.split_once(" -> ")?, chosen.split_once(" -> ")?])
    }
}

impl WrongPlace<'_> {
    /// The offset on which the learner stands.
    fn stands(&self) -> Option<usize> {
        self.question.place("at")?.parse().ok()
    }

    /// Reports whether a byte continues a character.
    fn continues(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80)
    }
}
