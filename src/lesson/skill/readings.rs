//! How bytes are read: by a mark, by their look, and in the wrong encoding.

use super::super::dice::Dice;
use super::super::question::{Answer, Choice, Given, hex};
use super::{Made, encoded, encoding, read_in};
use crate::codec::table;

/// Words that are letters beyond ASCII in more than one script.
pub(super) const WORDS: &[&str] = &["привет", "жизнь", "мир", "щука", "буква", "ёжик"];
/// What they are written in, and read in.
const SETS: &[&str] = &["utf-8", "windows-1251", "koi8-r", "ibm866", "utf-16le"];

pub(super) fn mark(dice: &mut Dice) -> Made {
    let marks: [(&[u8], &str); 4] = [
        (&[0xEF, 0xBB, 0xBF], "utf-8"),
        (&[0xFF, 0xFE], "utf-16le"),
        (&[0xFE, 0xFF], "utf-16be"),
        (&[0xFF, 0xFE, 0, 0], "utf-32le"),
    ];
    let number = dice.below(marks.len());
    let (mut bytes, label) = marks
        .get(number)
        .map_or((Vec::new(), "utf-8"), |row| (row.0.to_vec(), row.1));
    bytes.extend(encoded("hi", encoding(label)));
    Made {
        encoding: encoding(label),
        choices: marks.map(|(_, label)| named(label)).to_vec(),
        answer: Answer::Choice(number),
        places: vec![("bytes", hex(&bytes))],
        given: Given::Bytes(bytes),
    }
}

pub(super) fn which(dice: &mut Dice) -> Made {
    let word = dice.pick(WORDS).unwrap_or_default();
    let number = dice.below(SETS.len());
    let of = SETS
        .get(number)
        .map_or(table::UTF_8, |label| encoding(label));
    let bytes = encoded(word, of);
    Made {
        encoding: of,
        choices: SETS.iter().map(|label| named(label)).collect(),
        answer: Answer::Choice(number),
        places: vec![("bytes", hex(&bytes))],
        given: Given::Bytes(bytes),
    }
}

/// A word written in one set and read in another.
pub(super) fn mojibake(dice: &mut Dice) -> Made {
    let chains = [
        ("utf-8", "windows-1251"),
        ("utf-8", "windows-1252"),
        ("windows-1251", "koi8-r"),
        ("koi8-r", "windows-1251"),
        ("windows-1251", "windows-1252"),
        ("ibm866", "windows-1251"),
    ];
    // A text with a character that the second set does not have tells too much, and does not
    // survive a mail.
    let mut seen = None;
    let mut number = 0;
    for _ in 0..50 {
        number = dice.below(chains.len());
        let (written, read) = chains.get(number).copied().unwrap_or(("utf-8", "utf-8"));
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
        Choice::Name(format!("{written} -> {read}"))
    });
    Made {
        encoding: table::UTF_8,
        given: Given::Text(text.clone()),
        choices: choices.to_vec(),
        answer: Answer::Choice(number),
        places: vec![("text", text)],
    }
}

fn named(label: &str) -> Choice {
    Choice::Name(encoding(label).name.to_owned())
}
