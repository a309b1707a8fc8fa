//! Words that the scan suspects: in text whose UTF-8 was read in a set of one byte, many.
//!
//! Invariant: the text is damaged by `encoding_rs` and `oem_cp`.

use std::fs;

use super::damage::misread;
use super::suspects;

/// The share of the words with a character beyond ASCII that is suspected after the text of a
/// language was misread in a set, in percent.
fn share(language: &str, set: &str) -> u64 {
    let text = fs::read_to_string(format!(
        "crates/hexloupe-insight/assets/languages/{language}.txt"
    ))
    .unwrap();
    let (mut words, mut found) = (0, 0);
    for line in text.lines() {
        if let Some(read) = misread(line, "utf-8", set) {
            let beyond = line.split_whitespace().filter(|word| !word.is_ascii());
            words += beyond.count() as u64;
            found += suspects(&read);
        }
    }
    found * 100 / words.max(1)
}

/// Sets in which two characters of several bytes are a proof.
const SETS: &[&str] = &["windows-1251", "windows-1252", "windows-1250", "koi8-r"];
/// Sets in which three are.
const OTHERS: &[&str] = &["ibm866", "cp437", "x-mac-cyrillic", "macintosh"];

#[track_caller]
fn check(languages: &[&str], sets: &[&str], least_percent: u64) {
    for language in languages {
        for set in sets {
            let share = share(language, set);
            assert!(share >= least_percent, "{language} in {set}: {share} %");
        }
    }
}

#[test]
fn most_words_of_cyrillic_are_suspected() {
    check(&["ru", "uk"], SETS, 50);
    check(&["ru", "uk"], OTHERS, 50);
}

#[test]
fn some_words_with_accents_are_suspected() {
    check(&["fr", "pt"], SETS, 8);
    check(&["cs", "pl"], SETS, 15);
}
