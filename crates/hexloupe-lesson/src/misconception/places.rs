//! Wrong places and wrong choices.

use super::super::question::{Answer, Given, Question};
use super::Misconception;
use hexloupe_insight::texts::said::texts;

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "counted-from-one",
        says: texts(
            "Did you count from 1? The first byte has offset 0.",
            "Счёт начат с 1? У первого байта смещение 0.",
        ),
        makes: |question| Some(Answer::Offset(offset(question)? + 1)),
    },
    Misconception {
        id: "end-of-character",
        says: texts(
            "That is the last byte of the character; go back to the byte that does not begin with 10.",
            "Это последний байт символа; вернитесь к байту, который не начинается с 10.",
        ),
        makes: |question| {
            let (at, bytes) = (offset(question)?, given(question)?);
            let rest = bytes.get(at as usize + 1..)?;
            let more = rest.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
            Some(Answer::Offset(at + more as u64))
        },
    },
    Misconception {
        id: "character-before",
        says: texts(
            "That is the character before: it is complete.",
            "Это предыдущий символ, он полон.",
        ),
        makes: |question| {
            let (at, bytes) = (offset(question)? as usize, given(question)?);
            let before = bytes.get(..at)?;
            let start = before.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
            Some(Answer::Offset(start as u64))
        },
    },
    Misconception {
        id: "place-of-the-character",
        says: texts(
            "Characters were counted; an offset counts bytes.",
            "Посчитаны символы, а смещение считает байты.",
        ),
        makes: |question| {
            let (at, bytes) = (offset(question)?, given(question)?);
            let before = bytes.get(..at as usize)?;
            let characters = before.iter().filter(|byte| **byte & 0xC0 != 0x80);
            Some(Answer::Offset(characters.count() as u64))
        },
    },
    Misconception {
        id: "ones-without-the-first",
        says: texts(
            "Count all the ones at the start: the lead byte counts itself.",
            "Считайте все единицы в начале: первый байт считает и себя.",
        ),
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
        says: texts(
            "The other byte order: look which of FE and FF comes first.",
            "Порядок байтов другой: посмотрите, что идёт первым, FE или FF.",
        ),
        makes: |question| match (question.skill.id, &question.answer) {
            ("bom", Answer::Choice(1)) => Some(Answer::Choice(2)),
            ("bom", Answer::Choice(2)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "zeros-overlooked",
        says: texts(
            "Two zero bytes follow: a longer mark begins like the shorter one.",
            "Дальше два нулевых байта: длинная метка начинается так же, как короткая.",
        ),
        makes: |question| match (question.skill.id, &question.answer) {
            ("bom", Answer::Choice(3)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "lead-for-continuation",
        says: texts(
            "10 in front is what continuation bytes have; lead bytes have 11.",
            "10 впереди бывает у байтов продолжения, у первых — 11.",
        ),
        makes: |question| match (question.skill.id, &question.answer) {
            ("kind-of-byte", Answer::Choice(1)) => Some(Answer::Choice(2)),
            ("kind-of-byte", Answer::Choice(2)) => Some(Answer::Choice(1)),
            _ => None,
        },
    },
    Misconception {
        id: "never-taken-for-lead",
        says: texts(
            "The bits look like a lead byte, but C0, C1 and F5 to FF never occur.",
            "По битам похоже на первый байт, но C0, C1 и от F5 до FF не встречаются.",
        ),
        makes: |question| match (question.skill.id, given(question)?, &question.answer) {
            ("kind-of-byte", [0xC0 | 0xC1], _) => Some(Answer::Choice(2)),
            ("kind-of-byte", [0xF5..=0xF7], Answer::Choice(5)) => Some(Answer::Choice(4)),
            _ => None,
        },
    },
    Misconception {
        id: "chain-turned",
        says: texts(
            "The other way round: first comes what it was written in.",
            "Наоборот: сначала то, в чём текст записан.",
        ),
        makes: |question| match (question.skill.id, &question.answer) {
            ("mojibake", Answer::Choice(2)) => Some(Answer::Choice(3)),
            ("mojibake", Answer::Choice(3)) => Some(Answer::Choice(2)),
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
        Given::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}
