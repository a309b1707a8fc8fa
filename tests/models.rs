//! The program that makes the tables of the languages, and the test that the tables are current.
//!
//! `crates/hexloupe-insight/assets/languages` holds for each language the table that is made from its
//! texts: one written for this purpose, the Universal Declaration of Human Rights (`declaration`),
//! and words of Unicode's CLDR that have rare letters (`words`; `texts.py` there made both).
//! `MODELS=write cargo test --test library models` makes the tables again. Invariant: a table depends
//! on its texts alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use hexloupe::codec::{CodecState, table};
use hexloupe::unicode::{normal, property};

/// The digit for zero bits, and the highest digit.
const ZERO: u8 = b'0';
const MOST: f64 = (b'~' - ZERO) as f64;
/// Steps per bit.
const STEPS: f64 = 4.0;
/// How often a letter must occur in the text to get a place in the table.
const LEAST: usize = 2;

/// The sets that languages of many signs were first written in, with the lead byte
/// from which on the rarer signs stand.
const SIGNS: &[(&str, &str, u8)] = &[
    ("ja", "euc-jp", 0xD0),
    ("ko", "euc-kr", 0xC9),
    ("zh-hans", "gb2312", 0xD8),
    ("zh-hant", "big5", 0xC9),
];
/// The steps of signs that the text does not have: among the frequent ones of the set, and among the
/// rarer ones.
const USUAL: u32 = 54;
const RARE: u32 = 68;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/hexloupe-insight/assets/languages")
}

/// The texts of each language, by its code; the one that was written for it is the first.
fn texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::<String, String>::new();
    for part in [".", "declaration", "words"] {
        let files = fs::read_dir(folder().join(part)).unwrap().flatten();
        for path in files.map(|file| file.path()) {
            if path.extension().is_some_and(|end| end == "txt") {
                let code = path.file_stem().unwrap().to_string_lossy().into_owned();
                *texts.entry(code).or_default() += &fs::read_to_string(&path).unwrap();
            }
        }
    }
    texts
}

#[test]
fn the_tables_are_what_their_texts_make() {
    let texts = texts();
    assert!(texts.len() >= 60);
    for (language, text) in texts {
        let made = match SIGNS.iter().find(|(name, ..)| *name == language) {
            Some(&(_, home, rare_from)) => signs(&text, home, rare_from),
            None => letters(&prepared(&language, &text)),
        };
        let path = folder().join(format!("{language}.model"));
        if std::env::var("MODELS").is_ok_and(|wish| wish == "write") {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == made,
            "{language}: MODELS=write cargo test --test library models makes it anew"
        );
    }
}

/// The text as its code pages write it: Vietnamese with tones as marks of their own,
/// Romanian with cedillas as well as with commas.
fn prepared(language: &str, text: &str) -> String {
    const TONES: &str = "\u{300}\u{301}\u{303}\u{309}\u{323}";
    if language == "ro" {
        let cedilla = |c| match c {
            'ș' => 'ş',
            'ț' => 'ţ',
            'Ș' => 'Ş',
            'Ț' => 'Ţ',
            other => other,
        };
        let cedillas: String = text.chars().map(cedilla).collect();
        return format!("{text} {cedillas}");
    }
    if language != "vi" {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        let parts = normal::decomposed(&c.to_string());
        let (tones, rest): (String, String) = parts.chars().partition(|&part| TONES.contains(part));
        out += &normal::composed(&rest);
        out += &tones;
    }
    out
}

/// The small letter of a letter.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// The table of a language with an alphabet: how likely a letter follows another, by
/// the estimate of Witten and Bell.
fn letters(text: &str) -> String {
    let is_letter =
        |c: char| c.is_alphabetic() || property::properties(c).category.short.starts_with('M');
    let mut counts = BTreeMap::<char, usize>::new();
    for c in text.chars().filter(|&c| is_letter(c)).map(fold) {
        *counts.entry(c).or_default() += 1;
    }
    let main = counts.iter().max_by_key(|(_, count)| **count);
    let script = |c: &char| property::properties(*c).script.long;
    let main = main.map(|(c, _)| script(c)).unwrap_or_default();
    let known = |c: &char| script(c) == main || script(c) == "Inherited";
    let letters: Vec<char> = counts
        .iter()
        .filter(|(c, count)| **count >= LEAST && known(c))
        .map(|(c, _)| *c)
        .collect();
    let size = letters.len() + 1;
    let mut follows = vec![vec![0_usize; size]; size];
    let mut before = 0;
    for c in text.chars().map(fold).chain([' ']) {
        let place = letters.binary_search(&c).map_or(0, |place| place + 1);
        if before != 0 || place != 0 {
            follows[before][place] += 1;
        }
        before = place;
    }
    let words = text.split(|c| !is_letter(c)).filter_map(|word| {
        let mut letters = word.chars().map(fold);
        letters.next().filter(|_| letters.next().is_none())
    });
    let mut alone = BTreeMap::<char, usize>::new();
    for c in words.filter(|c| !c.is_ascii() && letters.contains(c)) {
        *alone.entry(c).or_default() += 1;
    }
    let alone = alone.iter().filter(|(_, count)| **count >= LEAST);
    let words: String = alone.map(|(c, _)| *c).collect();
    let mut out: String = letters.iter().collect();
    if !words.is_empty() {
        out.push(' ');
        out += &words;
    }
    out.push('\n');
    // A border is not followed by another.
    let alone: Vec<f64> = (0..size)
        .map(|to| follows.iter().map(|row| row[to]).sum::<usize>() as f64 + 0.5)
        .collect();
    for (from, row) in follows.iter().enumerate() {
        let total: usize = row.iter().sum();
        let kinds = row.iter().filter(|count| **count > 0).count().max(1) as f64;
        let borders = if from == 0 { alone[0] } else { 0.0 };
        let all = alone.iter().sum::<f64>() - borders;
        for (to, count) in row.iter().enumerate() {
            let back = if from == 0 && to == 0 {
                0.0
            } else {
                alone[to] / all
            };
            let share = (*count as f64 + kinds * back) / (total as f64 + kinds);
            let steps = (-share.log2() * STEPS).round().clamp(0.0, MOST);
            out.push(digit(steps));
        }
        out.push('\n');
    }
    out
}

/// The digit of a number of steps.
fn digit(steps: f64) -> char {
    let digits = (ZERO..=b'~').zip(0..);
    let found = digits
        .into_iter()
        .find(|(_, value)| f64::from(*value) >= steps);
    char::from(found.map_or(b'~', |(digit, _)| digit))
}

/// The signs of a double-byte set, each with its steps by its place there. Of several places of a sign
/// the last one counts.
fn places(home: &str, rare_from: u8) -> BTreeMap<char, u32> {
    let home = table::by_label(home).unwrap().encoding();
    let mut found = BTreeMap::new();
    for lead in 0xA1..=0xFE_u8 {
        let steps = if lead < rare_from { USUAL } else { RARE };
        for trail in (0x40..=0x7E).chain(0xA1..=0xFE_u8) {
            let sequence = home.decode(&mut CodecState::default(), &[lead, trail]);
            let sign = sequence.meaning.scalar().filter(|_| sequence.len == 2);
            found.extend(sign.map(|sign| (sign, steps)));
        }
    }
    found
}

/// The table of a language of many signs: how frequent each of them is, and before those the signs of
/// the set that the text does not have.
fn signs(text: &str, home: &str, rare_from: u8) -> String {
    let is_sign = |c: &char| !c.is_ascii() && c.is_alphabetic();
    let mut counts = BTreeMap::<char, usize>::new();
    for c in text.chars().filter(is_sign) {
        *counts.entry(c).or_default() += 1;
    }
    let whole = (counts.values().sum::<usize>() + counts.len()) as f64;
    let mut levels = BTreeMap::<u32, BTreeSet<char>>::new();
    for (&c, &count) in &counts {
        let steps = (-(count as f64 / whole).log2() * STEPS).round();
        // A whole number, which is not below zero.
        let steps = steps.to_string().parse().unwrap();
        levels.entry(steps).or_default().insert(c);
    }
    let mut others = BTreeMap::<u32, BTreeSet<char>>::new();
    for (sign, steps) in places(home, rare_from) {
        if !counts.contains_key(&sign) && (sign as u32) < 0x1_0000 {
            others.entry(steps).or_default().insert(sign);
        }
    }
    let mut out = format!("{home}\n");
    for (steps, signs) in others.into_iter().chain(levels) {
        let signs: String = signs.into_iter().collect();
        // What is written to a string cannot fail.
        let _ = writeln!(out, "{steps} {signs}");
    }
    out
}
