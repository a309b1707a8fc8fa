//! UTF-8: kinds of bytes, both ways, faults and boundaries.

use super::super::dice::Dice;
use super::super::question::{Answer, Choice, Given, hex};
use super::{Made, about, encoded};
use crate::codec::table;
use crate::language::{Texts, texts};

/// Characters of two, three and four bytes, of scripts that learners meet.
const TWO: &str = "éñüßçøåæ£µжмйщыэюяфдЖМЙЯαβλΩאب";
const THREE: &str = "€→≠∞—“…中漢語日本あアकก한₽";
const FOUR: &str = "😀🎈🌍🚀🐍𝄞𐍈𠀋";

/// What a byte is in UTF-8 (Table 3-7 of the Unicode Standard).
const KINDS: [Texts; 6] = [
    texts("a character of its own (ASCII)", "отдельный символ (ASCII)"),
    texts("a continuation byte", "байт продолжения"),
    texts("the lead byte of 2", "первый из 2 байтов"),
    texts("the lead byte of 3", "первый из 3 байтов"),
    texts("the lead byte of 4", "первый из 4 байтов"),
    texts("nothing: it never occurs", "ничем: он не встречается"),
];

/// One of the characters, shorter ones more often.
fn character(dice: &mut Dice) -> char {
    match dice.below(10) {
        0..6 => dice.character(TWO),
        6..9 => dice.character(THREE),
        _ => dice.character(FOUR),
    }
}

pub(super) fn kind(dice: &mut Dice) -> Made {
    // Each kind as often as any other.
    let ranges = [
        0x21..=0x7E,
        0x80..=0xBF,
        0xC2..=0xDF,
        0xE0..=0xEF,
        0xF0..=0xF4,
        0xF5..=0xFF,
    ];
    let kind = dice.below(ranges.len());
    let byte = match ranges.get(kind) {
        // Two bytes of the last kind stand before the lead bytes.
        Some(range) if kind == 5 && dice.below(4) > 0 => dice.byte(range.clone()),
        Some(_) if kind == 5 => 0xC0 + dice.byte(0..=1),
        Some(range) => dice.byte(range.clone()),
        None => 0,
    };
    Made {
        encoding: table::UTF_8,
        given: Given::Bytes(vec![byte]),
        choices: KINDS.map(Choice::Words).to_vec(),
        answer: Answer::Choice(kind),
        places: vec![("byte", hex(&[byte]))],
    }
}

pub(super) fn length(dice: &mut Dice) -> Made {
    let number = dice.below(4);
    let byte = match number {
        0 => dice.byte(0x21..=0x7E),
        1 => dice.byte(0xC2..=0xDF),
        2 => dice.byte(0xE0..=0xEF),
        _ => dice.byte(0xF0..=0xF4),
    };
    Made {
        encoding: table::UTF_8,
        given: Given::Bytes(vec![byte]),
        choices: (1..=4).map(|n: u8| Choice::Name(n.to_string())).collect(),
        answer: Answer::Choice(number),
        places: vec![("byte", hex(&[byte]))],
    }
}

pub(super) fn decode(dice: &mut Dice) -> Made {
    let c = character(dice);
    let bytes = encoded(&c.to_string(), table::UTF_8);
    Made {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes))],
        given: Given::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::CodePoint(c.into()),
    }
}

pub(super) fn encode(dice: &mut Dice) -> Made {
    let c = character(dice);
    Made {
        encoding: table::UTF_8,
        given: Given::CodePoint(c.into()),
        choices: Vec::new(),
        answer: Answer::Bytes(encoded(&c.to_string(), table::UTF_8)),
        places: about(c),
    }
}

/// Some characters with one sequence that is ill-formed.
pub(super) fn wrong_byte(dice: &mut Dice) -> Made {
    let faults: [&[u8]; 8] = [
        &[0xC0, 0xAF],
        &[0xBF],
        &[0xE9],
        &[0xED, 0xA0, 0xBD],
        &[0xF5, 0x80, 0x80, 0x80],
        &[0xE2, 0x82],
        &[0xFF],
        &[0xF4, 0x90, 0x80, 0x80],
    ];
    let fault = dice.pick(&faults).unwrap_or_default();
    let mut bytes = Vec::new();
    let before = 1 + dice.below(3);
    let after = 1 + dice.below(2);
    let mut put = |count: usize, bytes: &mut Vec<u8>| {
        for _ in 0..count {
            let c = match dice.below(2) {
                0 => dice.character("abcdefgh "),
                _ => character(dice),
            };
            bytes.extend(encoded(&c.to_string(), table::UTF_8));
        }
    };
    put(before, &mut bytes);
    let at = bytes.len();
    bytes.extend_from_slice(fault);
    put(after, &mut bytes);
    Made {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes))],
        given: Given::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::Offset(at as u64),
    }
}

/// A text, and a place in one of its longer characters.
pub(super) fn boundary(dice: &mut Dice) -> Made {
    let (mut bytes, mut ranges) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let c = match dice.below(3) {
            0 => dice.character("abcdefgh "),
            _ => character(dice),
        };
        let start = bytes.len();
        bytes.extend(encoded(&c.to_string(), table::UTF_8));
        ranges.push(start..bytes.len());
    }
    let long: Vec<_> = ranges.into_iter().filter(|range| range.len() > 1).collect();
    let Some(range) = long.get(dice.below(long.len())) else {
        // Four characters of ASCII: again.
        return boundary(dice);
    };
    let at = range.start + 1 + dice.below(range.len() - 1);
    Made {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes)), ("at", at.to_string())],
        given: Given::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::Offset(range.start as u64),
    }
}
