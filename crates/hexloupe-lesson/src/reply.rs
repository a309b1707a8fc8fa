//! The reply that a learner typed, read and judged.
//!
//! A reply is judged by its meaning, not by its spelling: `d0bc`, `0xD0 0xBC` and `11010000
//! 10111100` are one answer. Invariant: an unreadable reply is not called wrong.

use super::misconception::{Misconception, diagnose};
use super::notation::{self, AnswerNotation};
use super::question::{Answer, GivenData, Question};
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::reply as texts;

/// The judgement of a reply.
#[derive(Debug, PartialEq)]
pub enum ReplyJudgement {
    /// It is right.
    Right,
    /// It is wrong; with the procedure, if it is a known one.
    Wrong(Option<&'static Misconception>),
    /// It is no answer to such a question; with the form of an answer.
    Unreadable(Texts),
}

/// The form of a typed code point.
pub(super) const CODE_POINT: Texts = texts::CODE_POINT;
/// The form of a typed choice.
pub(super) const CHOICE: Texts = texts::CHOICE;

/// Judges a typed reply.
pub fn judge(question: &Question, typed: &str) -> ReplyJudgement {
    let typed = typed.trim();
    // The bits are given: copying them is no answer.
    let of = match question.given {
        GivenData::Bits(_) => AnswerNotation::Hex,
        _ => AnswerNotation::Any,
    };
    let meant = match &question.answer {
        Answer::Bytes(right) => notation::bytes(typed, of, right.len()),
        Answer::CodePoint(_) => notation::code_point(typed),
        Answer::Offset(_) => notation::number(typed, of).map_err(|_| texts::OFFSET),
        Answer::Choice(_) => choice(question, typed).ok_or(CHOICE),
    };
    let meant = match meant {
        Ok(meant) => meant,
        Err(form) => return ReplyJudgement::Unreadable(form),
    };
    if meant.contains(&question.answer) {
        return ReplyJudgement::Right;
    }
    ReplyJudgement::Wrong(meant.iter().find_map(|answer| diagnose(question, answer)))
}

/// The letter of a choice, or the choice itself in any language.
fn choice(question: &Question, typed: &str) -> Option<Vec<Answer>> {
    use hexloupe_explain::language::Language;
    let wanted = typed.to_lowercase();
    let is_meant = |number: usize| {
        let by_text = |language| {
            let text = question
                .choices
                .get(number)
                .map(|choice| choice.text(language));
            text.is_some_and(|text| text.to_lowercase() == wanted)
        };
        choice_of_letter(typed) == Some(number) || Language::ALL.into_iter().any(by_text)
    };
    let number = (0..question.choices.len()).find(|number| is_meant(*number));
    number.map(|number| vec![Answer::Choice(number)])
}

/// The number of the choice that a letter names. A letter of a Cyrillic keyboard stands for the
/// Latin one on the same key, and the Cyrillic a for the Latin one that looks the same.
pub(super) fn choice_of_letter(typed: &str) -> Option<usize> {
    let mut letters = typed
        .chars()
        .map(notation::narrow)
        .flat_map(char::to_lowercase);
    let (Some(typed), None) = (letters.next(), letters.next()) else {
        return None;
    };
    let meant = match typed {
        'ф' | 'а' => 'a',
        'и' => 'b',
        'с' => 'c',
        'в' => 'd',
        other => other,
    };
    (0..26).find(|number| letter(*number) == meant)
}

/// The letter of a choice.
pub fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::{by_id, questions};

    fn asked(skill: &str, given: GivenData, answer: Answer) -> Question {
        let made = questions(&[by_id(skill).unwrap()], 1, 0).remove(0);
        Question {
            given,
            answer,
            ..made
        }
    }

    #[test]
    fn bytes_may_be_typed_in_any_way() {
        let answer = Answer::Bytes(vec![0xD0, 0xBC]);
        let question = asked("encode", GivenData::CodePoint(0x43C), answer);
        for right in [
            "D0 BC",
            "d0bc",
            "0xD0 0xBC",
            "0xd0,0xbc",
            "11010000 10111100",
            "110.10000 10.111100",
            "Ｄ０　ＢＣ",
            "d0，bc",
        ] {
            assert_eq!(judge(&question, right), ReplyJudgement::Right, "{right}");
        }
        for unreadable in ["", "м", "D0 B", "D", "two bytes"] {
            let judged = judge(&question, unreadable);
            assert!(
                matches!(judged, ReplyJudgement::Unreadable(_)),
                "{unreadable}"
            );
        }
        let ReplyJudgement::Wrong(Some(found)) = judge(&question, "04 3C") else {
            panic!("not diagnosed");
        };
        assert_eq!(found.id, "utf-16be");
        assert_eq!(judge(&question, "FF"), ReplyJudgement::Wrong(None));
    }

    #[test]
    fn a_code_point_may_be_its_number_or_the_character() {
        let given = GivenData::Bytes(vec![0xD0, 0xBC]);
        let question = asked("decode", given, Answer::CodePoint(0x43C));
        for right in [
            "U+043C",
            "u+43c",
            "43C",
            "0x43c",
            "1084",
            "м",
            "Ｕ＋０４３Ｃ",
        ] {
            assert_eq!(judge(&question, right), ReplyJudgement::Right, "{right}");
        }
        assert!(matches!(
            judge(&question, "U+"),
            ReplyJudgement::Unreadable(_)
        ));
        let ReplyJudgement::Wrong(Some(found)) = judge(&question, "U+D0BC") else {
            panic!("not diagnosed");
        };
        assert_eq!(found.id, "prefixes-kept");
    }

    #[test]
    fn a_choice_is_its_letter_or_its_words() {
        let skill = by_id("length").unwrap();
        let question = &questions(&[skill], 1, 4)[0];
        let Answer::Choice(number) = question.answer else {
            panic!("no choice");
        };
        let (letter, word) = (letter(number).to_string(), (number + 1).to_string());
        let by_place = ["ф", "и", "с", "в"][number].to_owned();
        for right in [letter.to_uppercase(), letter, word, by_place] {
            assert_eq!(judge(question, &right), ReplyJudgement::Right, "{right}");
        }
        assert!(matches!(
            judge(question, "z"),
            ReplyJudgement::Unreadable(_)
        ));
    }

    #[test]
    fn the_right_answer_as_it_is_written_is_right() {
        use crate::skill::SKILLS;
        use hexloupe_explain::language::Language;
        let all: Vec<_> = SKILLS.iter().collect();
        for question in questions(&all, 260, 9) {
            for language in Language::ALL {
                let written = question.written(&question.answer, language);
                assert_eq!(
                    judge(&question, &written),
                    ReplyJudgement::Right,
                    "{written}"
                );
            }
        }
    }
}
