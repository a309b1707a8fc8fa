//! Readings of bytes: by a mark, by their structure, and in the wrong encoding.

use super::super::dice::Dice;
use super::super::level::Difficulty;
use super::super::question::{Answer, AnswerChoice, GivenData, hex};
use super::words::DrillScript;
use super::{MadeQuestion, encoded, encoding, read_in};
use hexloupe_text::codec::table;

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

/// A word: first in encodings with a visible structure, at the hard level in tables.
pub(super) fn which(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let script = dice.script();
    let word = dice.pick(script.words).unwrap_or_default();
    let sets = script.sets;
    let [le, be] = [sets.len() - 2, sets.len() - 1];
    let mut numbers: Vec<usize> = match level {
        Difficulty::Easy => vec![0, le, be],
        Difficulty::Middle => vec![0, 1, 2, le],
        Difficulty::Hard => (1..le).collect(),
    };
    numbers.dedup();
    let number = dice.pick(&numbers).unwrap_or_default();
    let of = encoding(sets[number]);
    let bytes = encoded(word, of);
    MadeQuestion {
        encoding: of,
        choices: sets.iter().copied().map(named).collect(),
        answer: Answer::Choice(number),
        places: vec![("bytes", hex(&bytes))],
        given: GivenData::Bytes(bytes),
    }
}

/// A word written in one set and read in another.
pub(super) fn mojibake(dice: &mut Dice, level: Difficulty) -> MadeQuestion {
    let script = dice.script();
    let chains = script.chains;
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
        let word = dice.pick(script.words).unwrap_or_default();
        let bytes = encoded(word, encoding(written));
        seen = read_in(&bytes, encoding(read)).filter(|text| is_of_one_chain(text, script));
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

/// Reports whether a garbled text is a word of a script by one of its chains only.
fn is_of_one_chain(text: &str, script: &DrillScript) -> bool {
    let fits = script.chains.iter().filter(|(written, read)| {
        let bytes = encoded(text, encoding(read));
        let word = read_in(&bytes, encoding(written));
        word.is_some_and(|word| script.words.contains(&&*word))
    });
    fits.count() == 1
}

fn named(label: &str) -> AnswerChoice {
    AnswerChoice::Name(encoding(label).name.to_owned())
}
