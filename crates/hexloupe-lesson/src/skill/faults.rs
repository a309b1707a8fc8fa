//! Texts of UTF-8 with one ill-formed sequence.

use std::ops::RangeInclusive;

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, AnswerChoice, GivenData, hex};
use super::super::solution::faults::first;
use super::utf8::of_text;
use super::{MadeQuestion, encoded};
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::skill::faults as texts;
use hexloupe_text::codec::{Fault, table};

/// The bytes of a continuation.
const CONTINUES: RangeInclusive<u8> = 0x80..=0xBF;

/// A range for each byte of an ill-formed sequence that no continuation byte follows.
type FaultPattern = &'static [RangeInclusive<u8>];

/// A continuation byte where a character must begin, and bytes that UTF-8 never has.
const STRAY: [FaultPattern; 2] = [&[CONTINUES], &[0xFE..=0xFF]];
/// Characters with missing bytes.
const CUT_SHORT: [FaultPattern; 4] = [
    &[0xC3..=0xDF],
    &[0xE1..=0xEC],
    &[0xE1..=0xEC, CONTINUES],
    &[0xF1..=0xF3, CONTINUES, CONTINUES],
];
/// Values that have a shorter form, are surrogates, or are too large.
const REFUSED: [FaultPattern; 4] = [
    &[0xE0..=0xE0, 0x80..=0x9F, CONTINUES],
    // Not up to 8F: what F0 8D gives may be a surrogate too, and a fault of two kinds.
    &[0xF0..=0xF0, 0x80..=0x8C, CONTINUES, CONTINUES],
    &[0xED..=0xED, 0xA0..=0xBF, CONTINUES],
    &[0xF4..=0xF4, 0x90..=0xBF, CONTINUES, CONTINUES],
];
/// The same for lead bytes that are always refused.
const REFUSED_LEADS: [FaultPattern; 2] = [
    &[0xC0..=0xC1, CONTINUES],
    &[0xF5..=0xF7, CONTINUES, CONTINUES, CONTINUES],
];

/// The possible faults, each with the fault of the codec.
const KINDS: [(Fault, Texts); 6] = [
    (Fault::Utf8StrayContinuation, texts::STRAY_CONTINUATION_BYTE),
    (Fault::Utf8CutShort, texts::CHARACTER_CUT_SHORT),
    (Fault::Utf8Overlong, texts::OVERLONG_FORM),
    (Fault::Utf8Surrogate, texts::SURROGATE),
    (Fault::Utf8TooLarge, texts::VALUE_ABOVE_U_10FFFF),
    (Fault::Utf8NeverByte, texts::BYTE_UTF_8_NEVER),
];

/// Some characters, the bytes of a pattern, and some characters again; the offset of the pattern.
fn text(dice: &mut Dice, level: Difficulty, pattern: FaultPattern) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let before = 1 + dice.below(2 + level as usize);
    let after = 1 + dice.below(2);
    for _ in 0..before {
        bytes.extend(encoded(&of_text(dice, level).to_string(), table::UTF_8));
    }
    let at = bytes.len();
    for range in pattern {
        bytes.push(dice.byte(range.clone()));
    }
    for _ in 0..after {
        bytes.extend(encoded(&of_text(dice, level).to_string(), table::UTF_8));
    }
    (bytes, at)
}

fn pick(dice: &mut Dice, of: &[&[FaultPattern]]) -> FaultPattern {
    let group = dice.pick(of).unwrap_or_default();
    dice.pick(group).unwrap_or_default()
}

pub(super) fn wrong_byte(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let pattern = match level {
        Difficulty::Easy => pick(dice, &[&STRAY]),
        Difficulty::Middle => pick(dice, &[&CUT_SHORT]),
        Difficulty::Hard => pick(dice, &[&REFUSED, &REFUSED, &REFUSED_LEADS]),
    };
    let (bytes, at) = text(dice, level, pattern);
    MadeQuestion {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::Offset(at as u64),
    }
}

/// Asks for the fault of a text. Lead bytes that are always refused do not occur: they are faults
/// of two kinds at once.
pub(super) fn why_wrong(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let pattern = match level {
        Difficulty::Easy => pick(dice, &[&STRAY, &CUT_SHORT]),
        Difficulty::Middle => pick(dice, &[&STRAY, &CUT_SHORT, &REFUSED]),
        Difficulty::Hard => pick(dice, &[&CUT_SHORT, &REFUSED, &REFUSED]),
    };
    let (bytes, _) = text(dice, level, pattern);
    let fault = first(&bytes).map(|found| found.fault);
    let kind = KINDS.iter().position(|(kind, _)| Some(*kind) == fault);
    MadeQuestion {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
        choices: KINDS.map(|(_, words)| AnswerChoice::Words(words)).to_vec(),
        answer: Answer::Choice(kind.unwrap_or_default()),
    }
}
