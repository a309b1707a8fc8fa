//! Single bytes of UTF-8: their kinds, and the information in a lead byte.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, AnswerChoice, GivenData, hex};
use super::MadeQuestion;
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::skill::lead as texts;
use hexloupe_text::codec::table;

/// The kinds of bytes in UTF-8 (Table 3-7 of the Unicode Standard).
const KINDS: [Texts; 6] = [
    texts::CHARACTER_OWN_ASCII,
    texts::CONTINUATION_BYTE,
    texts::LEAD_OF_TWO,
    texts::LEAD_OF_THREE,
    texts::LEAD_OF_FOUR,
    texts::NOTHING_NEVER_OCCURS,
];

/// The first and the last byte of each kind.
const FIRST: [u8; 6] = [0x21, 0x80, 0xC2, 0xE0, 0xF0, 0xF5];
const LAST: [u8; 6] = [0x7E, 0xBF, 0xDF, 0xEF, 0xF4, 0xFF];

/// Each kind of the level equally often; at the hard level the bytes at the edges of kinds.
pub(super) fn kind(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let kind = match level {
        Difficulty::Easy => dice.below(3),
        Difficulty::Middle | Difficulty::Hard => dice.below(KINDS.len()),
    };
    let (first, last) = (FIRST[kind], LAST[kind]);
    let byte = match (level, dice.below(4)) {
        // Two bytes of the last kind stand before the lead bytes.
        (Difficulty::Hard, 0 | 1) if kind == 5 => 0xC0 + dice.byte(0..=1),
        (Difficulty::Hard, 0) => first,
        (Difficulty::Hard, 1) => last,
        _ => dice.byte(first..=last),
    };
    MadeQuestion {
        encoding: table::UTF_8,
        given: GivenData::Bytes(vec![byte]),
        choices: KINDS.map(AnswerChoice::Words).to_vec(),
        answer: Answer::Choice(kind),
        places: vec![("byte", hex(&[byte]))],
    }
}

/// One and two bytes; then all lengths; at the hard level the bytes at the edges.
pub(super) fn length(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let number = match level {
        Difficulty::Easy => dice.below(2),
        Difficulty::Middle | Difficulty::Hard => dice.below(4),
    };
    // Continuation bytes begin nothing.
    let kind = if number == 0 { 0 } else { number + 1 };
    let (first, last) = (FIRST[kind], LAST[kind]);
    let byte = match level {
        Difficulty::Easy | Difficulty::Middle => dice.byte(first..=last),
        // The first digit of the lead bytes of two is C or D.
        Difficulty::Hard if kind == 2 => dice.byte(0xD0..=last),
        Difficulty::Hard if dice.below(2) == 0 => first + dice.byte(0..=1),
        Difficulty::Hard => last - dice.byte(0..=1),
    };
    MadeQuestion {
        encoding: table::UTF_8,
        given: GivenData::Bytes(vec![byte]),
        choices: (1..=4)
            .map(|n: u8| AnswerChoice::Name(n.to_string()))
            .collect(),
        answer: Answer::Choice(number),
        places: vec![("byte", hex(&[byte]))],
    }
}
