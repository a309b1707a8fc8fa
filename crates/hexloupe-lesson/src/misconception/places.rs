//! Wrong places and wrong choices.

use super::super::question::{Answer, GivenData, Question};
use super::Misconception;
use hexloupe_explain::texts::lesson::misconception::places as texts;

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "counted-from-one",
        says: texts::COUNTED_FROM_ONE_SAYS,
        makes: |question| Some(Answer::Offset(offset(question)? + 1)),
    },
    Misconception {
        id: "end-of-character",
        says: texts::END_OF_CHARACTER_SAYS,
        makes: |question| {
            let (at, bytes) = (offset(question)?, given(question)?);
            let rest = bytes.get(at as usize + 1..)?;
            let more = rest.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
            Some(Answer::Offset(at + more as u64))
        },
    },
    Misconception {
        id: "character-before",
        says: texts::CHARACTER_BEFORE_SAYS,
        makes: |question| {
            let (at, bytes) = (offset(question)? as usize, given(question)?);
            let before = bytes.get(..at)?;
            let start = before.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
            Some(Answer::Offset(start as u64))
        },
    },
    Misconception {
        id: "place-of-the-character",
        says: texts::PLACE_OF_THE_CHARACTER_SAYS,
        makes: |question| {
            let (at, bytes) = (offset(question)?, given(question)?);
            let before = bytes.get(..at as usize)?;
            let characters = before.iter().filter(|byte| **byte & 0xC0 != 0x80);
            Some(Answer::Offset(characters.count() as u64))
        },
    },
    Misconception {
        id: "ones-without-the-first",
        says: texts::ONES_WITHOUT_THE_FIRST_SAYS,
        makes: |question| {
            let by_length = question.skill.id == "length";
            match question.answer {
                Answer::Choice(number) if by_length && number > 0 => {
                    Some(Answer::Choice(number - 1))
                }
                _ => None,
            }
        },
    },
    Misconception {
        id: "byte-order-turned",
        says: texts::BYTE_ORDER_TURNED_SAYS,
        makes: |question| match (question.skill.id, &question.answer) {
            ("bom", Answer::Choice(1)) => Some(Answer::Choice(2)),
            ("bom", Answer::Choice(2)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "zeros-overlooked",
        says: texts::ZEROS_OVERLOOKED_SAYS,
        makes: |question| match (question.skill.id, &question.answer) {
            ("bom", Answer::Choice(3)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "lead-for-continuation",
        says: texts::LEAD_FOR_CONTINUATION_SAYS,
        makes: |question| match (question.skill.id, &question.answer) {
            ("kind-of-byte", Answer::Choice(1)) => Some(Answer::Choice(2)),
            ("kind-of-byte", Answer::Choice(2)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "never-taken-for-lead",
        says: texts::NEVER_TAKEN_FOR_LEAD_SAYS,
        makes: |question| match (question.skill.id, given(question)?, &question.answer) {
            ("kind-of-byte", [0xC0 | 0xC1], _) => Some(Answer::Choice(2)),
            ("kind-of-byte", [0xF5..=0xF7], Answer::Choice(5)) => Some(Answer::Choice(4)),
            _ => None,
        },
    },
];

fn offset(question: &Question) -> Option<u64> {
    match question.answer {
        Answer::Offset(offset) => Some(offset),
        _ => None,
    }
}

fn given(question: &Question) -> Option<&[u8]> {
    match &question.given {
        GivenData::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}
