//! The documents' examples of a guess are what the program prints, and so are its shares of right
//! guesses.
//!
//! When a test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fs;
use std::process::Command;

use crate::pages;
use hexloupe::codec::{CodecState, table};

const SHARES: &str = include_str!("../guess_matrix.txt");

/// The text between two lines of the documents.
fn section(name: &str) -> &'static str {
    let start = format!("<!-- {name}: kept true by tests/readme/guess.rs -->\n");
    let rest = pages::all().split_once(&start).map_or("", |(_, rest)| rest);
    let end = format!("<!-- end of {name} -->");
    rest.split_once(&end).map_or("", |(section, _)| section)
}

#[test]
fn the_example_is_what_the_program_says() {
    let text = "<meta charset=\"koi8-r\">\n<p>Привет, мир! Как дела?</p>\n";
    let encoding = table::by_label("windows-1251").unwrap().encoding();
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars() {
        encoding.encode(&mut state, c, &mut bytes).unwrap();
    }
    shown("guess", "page.html", &bytes);
    shown("reasons", "-v page.html", &bytes);
}

#[test]
fn the_example_of_mojibake_is_what_the_program_says() {
    // UTF-8 read as windows-1251.
    shown(
        "mojibake",
        "-v letter.txt",
        "РџСЂРёРІРµС‚, РјРёСЂ!\n".as_bytes(),
    );
}

/// Asserts that a section of the documents is what the program says of a file.
#[track_caller]
fn shown(name: &str, arguments: &str, bytes: &[u8]) {
    let file = arguments.split(' ').next_back().unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), bytes).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .env("HEXLOUPE_CONFIG", "")
        .args(["guess", "--color", "never"])
        .args(arguments.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let text = format!("```text\n$ hexloupe guess {arguments}\n{said}```\n");
    assert!(
        section(name) == text,
        "the documents' example should be:\n{text}"
    );
}

/// The number of right guesses and of all guesses in the last row of the table of shares.
fn shares() -> String {
    let all = SHARES.lines().last().unwrap();
    let cells = all.split_whitespace().skip(3);
    let percent = cells.map(|cell| {
        let (right, of) = cell.split_once('/').unwrap();
        let tenths = right.parse::<u32>().unwrap() * 1000 / of.parse::<u32>().unwrap();
        format!(" {}.{} % |", tenths / 10, tenths % 10)
    });
    let percent: String = percent.collect();
    format!("| 20 bytes | 80 bytes | 400 bytes | 4000 bytes |\n|---|---|---|---|\n|{percent}\n")
}

#[test]
fn the_shares_of_right_guesses_are_the_measured_ones() {
    let text = shares();
    assert!(
        section("shares") == text,
        "the documents' shares should be:\n{text}"
    );
}
