//! One damaged word in a long sound text is found by a check, wherever it stands, however the data comes.
//!
//! Invariant: the place that is expected is counted over the characters of the text.

use super::drive::{From, checked_for};
use hexloupe::codec::table;
use hexloupe::detect;
use hexloupe::job::check::STEP;
use hexloupe::unicode::notice::Notice;

/// Damaged words, as Python misreads them: in windows-1252, in windows-1251.
const WORDS: [&str; 4] = ["JosÃ©", "Â£5", "itâ€™s", "вЂ”"];
/// The same of text that was in another set than UTF-8, or misread in `Shift_JIS`.
const OF_SETS: [&str; 4] = [
    "fondΘ dΘjα",
    "оПХБЕР, йЮЙ ДЕКЮ",
    "Ïðèâåò, êàê äåëà",
    "ﾐｺﾐｾﾐｴ",
];

/// Sound text of a length and more.
fn sound(len: usize) -> String {
    let lines = [
        "2026-11-29 12:00:00 INFO request handled in 12 ms\n",
        "2026-11-29 12:00:01 WARN соединение потеряно, повторная попытка\n",
        "2026-11-29 12:00:02 INFO größere Straße, café «déjà vu»\n",
        "2026-11-29 12:00:03 INFO 日本語のテキスト\n",
    ];
    lines.concat().repeat(len / 100)[..]
        .chars()
        .take(len)
        .collect()
}

/// The place of the first character at an offset: line, column and number, from 1.
fn place(text: &str, offset: usize) -> (u64, u64, u64, u64) {
    let before = &text[..offset];
    let line = before.matches('\n').count() as u64 + 1;
    let own = before.rsplit('\n').next().unwrap();
    let column = own.chars().count() as u64 + 1;
    (
        offset as u64,
        line,
        column,
        before.chars().count() as u64 + 1,
    )
}

/// Checks a text with a word after so many characters of sound text, and before others; returns the text.
fn check(word: &str, at: usize, rest: usize, (from, step, threads): (From, u64, usize)) -> String {
    let mut text = sound(at);
    text.push_str(" user=");
    let expected = text.len();
    text.push_str(word);
    text.push_str(" logged in\n");
    text.push_str(&sound(rest));
    let passage = from.passage(text.as_bytes());
    let denied = [Notice::MojibakeSuspect];
    let found = checked_for(table::UTF_8, passage, (step, threads), &denied);
    let what = format!("{word} after {at} from {from:?} by {step}, {threads} threads");
    // The scan of single words may tell it as well.
    assert_eq!(found.told, [place(&text, expected)], "{what}");
    text
}

#[test]
fn a_damaged_word_is_found_by_small_steps() {
    for (number, step) in (1..=9).chain([64, 100, 1000]).enumerate() {
        let word = WORDS[number % WORDS.len()];
        for (from, threads) in [(From::File, 1), (From::File, 2), (From::Pipe(777), 1)] {
            check(word, 60_000 + number, 3000, (from, step, threads));
        }
    }
}

#[test]
fn a_damaged_word_is_found_at_every_border_of_a_piece() {
    let step = 4096;
    for word in WORDS {
        let text = sound(50_000);
        let end = text.len() as u64;
        // The characters that are lacking to the next border, and those around it.
        let lacks = (step - end % step) as usize;
        for at in lacks.saturating_sub(30)..lacks + 4 {
            check(word, 50_000 + at, 5000, (From::File, step, 2));
        }
    }
}

#[test]
fn a_damaged_word_is_found_at_the_end_and_behind_much_text() {
    for word in WORDS.into_iter().chain(OF_SETS) {
        for (from, threads) in [(From::File, 1), (From::File, 2), (From::Pipe(65_536), 1)] {
            let long = check(word, 2_100_000, 1_000_000, (from, STEP, threads));
            let end = check(word, 70_000, 0, (from, STEP, threads));
            // A guess says the same.
            for text in [long, end] {
                let guess = detect::guess(&text.into_bytes());
                let mojibake = guess.mojibake.expect(word);
                assert!(mojibake.confidence >= 0.9, "{word}");
            }
        }
    }
}

#[test]
fn an_endless_word_is_told_by_a_guess_as_by_a_check() {
    let long = "a".repeat(300_000);
    for text in ["Ã©".repeat(100_000), format!("{long}Ã©{long}")] {
        let guess = detect::guess(&text.as_bytes().to_vec());
        assert!(guess.mojibake.is_some(), "{text:.20}");
        let passage = From::File.passage(text.as_bytes());
        let denied = [Notice::MojibakeSuspect];
        let found = checked_for(table::UTF_8, passage, (STEP, 1), &denied);
        assert_eq!(found.told.len(), 1, "{text:.20}");
    }
}
