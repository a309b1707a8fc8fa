//! UTF-8 both ways, and the beginnings of characters.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, GivenData, hex};
use super::{MadeQuestion, about, encoded};
use hexloupe_text::codec::table;

/// Characters of one, two, three and four bytes, of scripts that learners meet.
const ONE: &str = "abcdefgh ";
const TWO: &str = "éñüßçøåæ£µжмйщыэюяфдЖМЙЯαβλΩאب";
const THREE: &str = "€→≠∞—“…中漢語日本あアकก한₽";
const FOUR: &str = "😀🎈🌍🚀🐍𝄞𐍈𠀋";
/// Characters at the edges of each length, and of the surrogates; each of these has a name.
const EDGES: [char; 8] = [
    '\u{A1}',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FB}',
    '\u{F900}',
    '\u{FFFD}',
    '\u{10000}',
    '\u{2FA1D}',
];

/// A character of a level: of two bytes, of three, of four or at an edge; whether it is shown.
fn character(dice: &mut Dice, level: Difficulty) -> (char, bool) {
    match level {
        Difficulty::Easy => (dice.character(TWO), true),
        Difficulty::Middle => (dice.character(THREE), true),
        Difficulty::Hard if dice.below(2) == 0 => (dice.pick(&EDGES).unwrap_or_default(), false),
        Difficulty::Hard => (dice.character(FOUR), true),
    }
}

/// A character of a text, shorter ones more often: easy ones have up to two bytes, hard ones up to
/// four.
pub(super) fn of_text(dice: &mut Dice, level: Difficulty) -> char {
    let most = match level {
        Difficulty::Easy => 6,
        Difficulty::Middle => 9,
        Difficulty::Hard => 11,
    };
    match dice.below(most) {
        0..3 => dice.character(ONE),
        3..6 => dice.character(TWO),
        6..9 => dice.character(THREE),
        _ => dice.character(FOUR),
    }
}

pub(super) fn decode(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let (c, _) = character(dice, level);
    let bytes = encoded(&c.to_string(), table::UTF_8);
    MadeQuestion {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::CodePoint(c.into()),
    }
}

pub(super) fn encode(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let (c, is_shown) = character(dice, level);
    MadeQuestion {
        encoding: table::UTF_8,
        given: GivenData::CodePoint(c.into()),
        choices: Vec::new(),
        answer: Answer::Bytes(encoded(&c.to_string(), table::UTF_8)),
        places: about(c, is_shown),
    }
}

/// A text, and a place in one of its longer characters.
pub(super) fn boundary(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let count = match level {
        Difficulty::Easy => 3,
        Difficulty::Middle => 4,
        Difficulty::Hard => 6,
    };
    // One of them has the longest length of the level.
    let longest = dice.below(count);
    let (mut bytes, mut ranges) = (Vec::new(), Vec::new());
    for place in 0..count {
        let c = match level {
            _ if place != longest => of_text(dice, level),
            Difficulty::Easy => dice.character(TWO),
            Difficulty::Middle => dice.character(THREE),
            Difficulty::Hard => dice.character(FOUR),
        };
        let start = bytes.len();
        bytes.extend(encoded(&c.to_string(), table::UTF_8));
        ranges.push(start..bytes.len());
    }
    let long: Vec<_> = ranges.into_iter().filter(|range| range.len() > 1).collect();
    let range = long.get(dice.below(long.len())).cloned().unwrap_or(0..2);
    let at = range.start + 1 + dice.below(range.len() - 1);
    MadeQuestion {
        encoding: table::UTF_8,
        places: vec![("bytes", hex(&bytes)), ("at", at.to_string())],
        given: GivenData::Bytes(bytes),
        choices: Vec::new(),
        answer: Answer::Offset(range.start as u64),
    }
}
