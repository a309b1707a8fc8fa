//! One line of UTF-8, or one rare letter, in a file of a set: every command says the same of it.
//!
//! Invariant: the bytes are those that `encoding_rs` or a table of the standard gives for the text; what comes
//! out is compared with the text.

use encoding_rs::{Encoding, IBM866, WINDOWS_1251, WINDOWS_1253};

use super::mend::Samples;

/// A text in a set, but for one line, which is UTF-8.
fn mixed(set: &'static Encoding, before: &str, line: &str, after: &str) -> Vec<u8> {
    let written = |text: &str| set.encode(text).0.into_owned();
    [written(before), line.as_bytes().to_vec(), written(after)].concat()
}

#[track_caller]
fn check(set: &'static Encoding, before: &str, line: &str, after: &str) {
    let samples = Samples::new();
    samples.put("a", &mixed(set, before, line, after));
    let done = samples.run("recode --lines a").output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    assert_eq!(text, [before, line, after].concat());
    assert_eq!(done.status.code(), Some(0));
    // All of it in the set would make mojibake of the line.
    let whole = samples.run("recode a").output().unwrap();
    assert_eq!(whole.status.code(), Some(1), "{line}");
}

#[test]
fn a_letter_that_the_set_has_no_byte_for_names_no_other_set() {
    // И is D0 98, and windows-1251 has no character at 98; PTCP154 has.
    let line = "Съешь же ещё этих мягких французских булок\n".repeat(9);
    for own in ["И строка в UTF-8\n", "Из строки: Имя\n"] {
        check(WINDOWS_1251, &line, own, &line);
    }
}

#[test]
fn a_sign_of_three_bytes_is_one_of_utf_8() {
    let line = "Το πρόγραμμα δεν μπορεί να ανοίξει το αρχείο\n".repeat(9);
    check(WINDOWS_1253, &line, "NAME=VALUE psql …\n", &line);
}

#[test]
fn a_word_that_is_utf_8_by_chance_is_not_joined_to_the_next_line() {
    // "только" in IBM866 is UTF-8 of an arrow and a syllable of Korean.
    let before = "необязательным непосредственным смещением может быть только 0\n".repeat(2);
    let after = "строка не найдена, и ничего не изменено\n".repeat(5);
    check(
        IBM866,
        &before,
        "не удалось отправить некоторые ссылки в «%s»\n",
        &after,
    );
}

/// German in CP850 by its table: letters that CP437 has too, and one ı, which is a piece of a box there and
/// the euro sign in CP858.
#[test]
fn one_rare_letter_far_down_tells_two_sets_apart() {
    const LETTERS: [(char, u8); 6] = [
        ('ü', 0x81),
        ('ä', 0x84),
        ('ö', 0x94),
        ('ß', 0xE1),
        ('»', 0xAF),
        ('ı', 0xD5),
    ];
    let written = |text: &str| -> Vec<u8> {
        let byte = |c: char| {
            let letter = LETTERS.iter().find(|(letter, _)| *letter == c);
            letter.map_or(c as u8, |(_, byte)| *byte)
        };
        text.chars().map(byte).collect()
    };
    let german = include_str!("../languages/de.txt");
    let is_known = |c: char| c.is_ascii() || LETTERS.iter().any(|(letter, _)| *letter == c);
    let lines = german
        .split_inclusive('\n')
        .filter(|line| line.chars().all(is_known));
    let text: String = lines.collect();
    assert!(text.len() > 2000);
    let samples = Samples::new();
    for (before, after) in [(0, 200), (100, 100), (200, 0)] {
        let text = [&text.repeat(before), "Adıyaman\n", &text.repeat(after)].concat();
        samples.put("a", &written(&text));
        for command in ["recode a", "recode --lines a"] {
            let done = samples.run(command).output().unwrap();
            assert!(done.stdout == text.as_bytes(), "{command} {before}");
            assert_eq!(done.status.code(), Some(0), "{command} {before}");
        }
    }
}
