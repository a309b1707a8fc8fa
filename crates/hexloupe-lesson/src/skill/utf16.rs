//! UTF-16: surrogate pairs and byte order.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, GivenData, hex};
use super::{MadeQuestion, about, encoded, encoding};

/// Characters of plane 1: without 0x10000 four digits are left.
const PLANE_1: &str = "😀🎈🌍🚀🐍𝄞𐍈🎼🀄🔑";
/// Characters of plane 2: five digits are left.
const PLANE_2: &str = "𠀋𠮷𪚥𣎴𡈽𩸽𤭢";
/// Characters near the edges of planes and of the range of a surrogate.
const EDGES: [char; 8] = [
    '\u{10000}',
    '\u{103D5}',
    '\u{10400}',
    '\u{1F9FF}',
    '\u{20000}',
    '\u{2FA1D}',
    '\u{30000}',
    '\u{E0100}',
];
/// Characters of one unit: below U+0100, and above.
const LATIN: &str = "éñüßçøåæ£µ";
const OTHERS: &str = "жмйщыэяЖα→€中漢あ";

/// A character of two units, and whether it is shown.
fn beyond(dice: &mut Dice, level: Difficulty) -> (char, bool) {
    match level {
        Difficulty::Easy => (dice.character(PLANE_1), true),
        Difficulty::Middle => (dice.character(PLANE_2), true),
        Difficulty::Hard if dice.below(2) == 0 => (dice.pick(&EDGES).unwrap_or_default(), false),
        Difficulty::Hard => {
            // Ideographs of plane 3, which few fonts have: only the number matters.
            let value = 0x30000 + dice.below(0x134A) as u32;
            (char::from_u32(value).unwrap_or_default(), false)
        }
    }
}

fn encode((c, is_shown): (char, bool), label: &str) -> MadeQuestion {
    let encoding = encoding(label);
    MadeQuestion {
        encoding,
        given: GivenData::CodePoint(c.into()),
        choices: Vec::new(),
        answer: Answer::Bytes(encoded(&c.to_string(), encoding)),
        places: about(c, is_shown),
    }
}

pub(super) fn encode_pair(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    encode(beyond(dice, level), "utf-16be")
}

/// A character of one unit; at the hard level one of two.
pub(super) fn order(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let of = match level {
        Difficulty::Easy => LATIN,
        Difficulty::Middle => OTHERS,
        Difficulty::Hard => PLANE_1,
    };
    encode((dice.character(of), true), "utf-16le")
}

pub(super) fn decode_pair(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let ((c, _), encoding) = (beyond(dice, level), encoding("utf-16be"));
    let bytes = encoded(&c.to_string(), encoding);
    MadeQuestion {
        encoding,
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::CodePoint(c.into()),
    }
}
