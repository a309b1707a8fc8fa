//! Bits and hex digits.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, GivenData};
use super::MadeQuestion;
use hexloupe_text::codec::table;

/// One, two or three bytes, given by their bits.
pub(super) fn to_hex(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let count = match level {
        Difficulty::Easy => 1,
        Difficulty::Middle => 2,
        Difficulty::Hard => 3,
    };
    let bytes: Vec<u8> = (0..count).map(|_| dice.byte(0x11..=0xFE)).collect();
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    let bits: Vec<String> = nibbles.map(|nibble| format!("{nibble:04b}")).collect();
    let bits = bits.join(" ");
    MadeQuestion {
        encoding: table::UTF_8,
        given: GivenData::Bits(bits.clone()),
        choices: Vec::new(),
        answer: Answer::Bytes(bytes),
        places: vec![("bits", bits)],
    }
}
