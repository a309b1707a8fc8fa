//! Readings of bytes: by a mark, by their structure, and in the wrong encoding.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, AnswerChoice, GivenData, hex};
use super::{MadeQuestion, encoded, encoding, read_in};
use hexloupe_text::codec::table;

/// Words of small Russian letters, each with one of р to я, so that no two sets of bytes fit.
pub(super) const WORDS: &[&str] = &[
    "привет",
    "жизнь",
    "мир",
    "щука",
    "буква",
    "ёжик",
    "город",
    "солнце",
    "дождь",
    "река",
    "друг",
    "утро",
    "море",
    "письмо",
    "цифра",
    "звук",
];
/// The sets that words are written in, and read in.
const SETS: [&str; 6] = [
    "utf-8",
    "windows-1251",
    "koi8-r",
    "ibm866",
    "utf-16le",
    "utf-16be",
];

/// A mark, and the text after it: first of three encodings, then of all.
pub(super) fn mark(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let marks = ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"];
    let (number, text) = match level {
        Difficulty::Easy => (dice.below(3), dice.pick(&["hi", "ok", "no", "yes", "1"])),
        Difficulty::Middle => (dice.below(marks.len()), dice.pick(&["hi", "ok", "no", "a"])),
        Difficulty::Hard => (
            dice.below(marks.len()),
            dice.pick(&["я", "да", "мы", "€", "—"]),
        ),
    };
    let of = encoding(marks[number]);
    let text = format!("\u{FEFF}{}", text.unwrap_or_default());
    let bytes = encoded(&text, of);
    MadeQuestion {
        encoding: of,
        choices: marks.map(named).to_vec(),
        answer: Answer::Choice(number),
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
    }
}

/// A word: first in encodings with a visible structure, at the hard level in sets with a byte for
/// each letter.
pub(super) fn which(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let word = dice.pick(WORDS).unwrap_or_default();
    let labels: &[usize] = match level {
        Difficulty::Easy => &[0, 4, 5],
        Difficulty::Middle => &[0, 1, 2, 4],
        Difficulty::Hard => &[1, 2, 3],
    };
    let number = dice.pick(labels).unwrap_or_default();
    let of = encoding(SETS[number]);
    let bytes = encoded(word, of);
    MadeQuestion {
        encoding: of,
        choices: SETS.map(named).to_vec(),
        answer: Answer::Choice(number),
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
    }
}

/// A word written in one set and read in another.
pub(super) fn mojibake(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let chains = [
        ("utf-8", "windows-1251"),
        ("utf-8", "windows-1252"),
        ("windows-1251", "koi8-r"),
        ("koi8-r", "windows-1251"),
        ("windows-1251", "windows-1252"),
        ("ibm866", "windows-1251"),
    ];
    let range = match level {
        Difficulty::Easy => 0..2,
        Difficulty::Middle => 0..4,
        Difficulty::Hard => 2..chains.len(),
    };
    // A text with a character that the second set does not have reveals too much, and does not
    // survive a mail.
    let mut seen = None;
    let mut number = 0;
    for _ in 0..50 {
        number = range.start + dice.below(range.len());
        let (written, read) = chains[number];
        let word = dice.pick(WORDS).unwrap_or_default();
        let bytes = encoded(word, encoding(written));
        seen = read_in(&bytes, encoding(read));
        if seen.is_some() {
            break;
        }
    }
    let text = seen.unwrap_or_default();
    let choices = chains.map(|(written, read)| {
        let (written, read) = (encoding(written).name, encoding(read).name);
        AnswerChoice::Name(format!("{written} -> {read}"))
    });
    MadeQuestion {
        encoding: table::UTF_8,
        given: GivenData::Text(text.clone()),
        choices: choices.to_vec(),
        answer: Answer::Choice(number),
        places: vec![("text", text)],
    }
}

fn named(label: &str) -> AnswerChoice {
    AnswerChoice::Name(encoding(label).name.to_owned())
}
