//! UTF-16: surrogate pairs and byte order.

use super::super::dice::Dice;
use super::super::question::{Answer, Given, hex};
use super::{Made, about, encoded, encoding};

/// Characters beyond U+FFFF, and before.
const BEYOND: &str = "😀🎈🌍🚀🐍𝄞𐍈𠀋🎼🀄";
const BEFORE: &str = "éñüßжмйщыэяЖα€→中漢あ";

fn encode(dice: &mut Dice, of: &str, label: &str) -> Made {
    let (c, encoding) = (dice.character(of), encoding(label));
    Made {
        encoding,
        given: Given::CodePoint(c.into()),
        choices: Vec::new(),
        answer: Answer::Bytes(encoded(&c.to_string(), encoding)),
        places: about(c),
    }
}

pub(super) fn encode_pair(dice: &mut Dice) -> Made {
    encode(dice, BEYOND, "utf-16be")
}

pub(super) fn order(dice: &mut Dice) -> Made {
    encode(dice, BEFORE, "utf-16le")
}

pub(super) fn decode_pair(dice: &mut Dice) -> Made {
    let (c, encoding) = (dice.character(BEYOND), encoding("utf-16be"));
    let bytes = encoded(&c.to_string(), encoding);
    Made {
        encoding,
        places: vec![("bytes", hex(&bytes))],
        given: Given::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::CodePoint(c.into()),
    }
}
