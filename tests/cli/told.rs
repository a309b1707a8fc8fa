//! What the program says of itself: its version, its help, and the way to records.
//!
//! Invariant: a styled text is compared with the plain one.

use std::process::{Command, Output};

fn run(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloupe"));
    let command = command.args(words).env_clear().env("HEXLOUPE_CONFIG", "");
    let output = command.envs(variables.iter().copied()).output();
    output.expect("the program")
}

fn printed(words: &[&str], variables: &[(&str, &str)]) -> String {
    String::from_utf8(run(words, variables).stdout).expect("text")
}

#[test]
fn the_long_version_has_those_of_the_tables() {
    let short = printed(&["-V"], &[]);
    let long = printed(&["--version"], &[]);
    assert_eq!(short, format!("hexloupe {}\n", env!("CARGO_PKG_VERSION")));
    let (first, rest) = long.split_once('\n').expect("lines");
    assert_eq!(format!("{first}\n"), short);
    let (major, minor, patch) = unicode_width::UNICODE_VERSION;
    assert!(
        rest.starts_with(&format!("Unicode {major}.{minor}.{patch} (")),
        "{rest}"
    );
    let (major, minor, patch) = unicode_segmentation::UNICODE_VERSION;
    assert!(
        rest.contains(&format!(" {major}.{minor}.{patch} (clusters)")),
        "{rest}"
    );
    // Each encoding has a line in the list, which begins with a heading.
    let list = printed(&["encodings", "--format", "jsonl"], &[]);
    let count = list
        .lines()
        .filter(|line| line.contains("\"type\":\"encoding\""))
        .count();
    assert!(
        rest.contains(&format!("{count} encodings, ")),
        "{count}: {rest}"
    );
}

#[test]
fn headings_of_a_help_are_bold_where_colour_is() {
    for words in [["check", "--help"], ["help", "check"], ["check", "-h"]] {
        let plain = printed(&words, &[]);
        assert!(!plain.contains('\u{1B}'));
        let forced = [("CLICOLOR_FORCE", "1")];
        let styled = printed(&words, &forced);
        assert!(styled.contains("\u{1B}[1mUsage:\u{1B}[0m"), "{styled}");
        assert_eq!(
            styled.replace("\u{1B}[1m", "").replace("\u{1B}[0m", ""),
            plain
        );
        assert_eq!(printed(&words, &[forced[0], ("NO_COLOR", "1")]), plain);
    }
}

#[test]
fn an_option_for_json_is_answered_with_what_to_type() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["check", "--json", "."],
            "check has no --json; type --format jsonl",
        ),
        (
            &["stats", "--json", "."],
            "stats has no --json; type --format json",
        ),
        (
            &["find", "a", "--jsonl"],
            "find has no --jsonl; type --format jsonl",
        ),
        (
            &["recode", "--json"],
            "recode has no --json, and no records",
        ),
        (
            &["--json", "a.txt"],
            "there is no --json; type hexloupe dump --format jsonl",
        ),
    ];
    for (words, expected) in cases {
        let output = run(words, &[]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            said.lines().next(),
            Some(format!("hexloupe: {expected}").as_str())
        );
        // What is told to type is an option of the command.
        if let Some((_, option)) = expected.split_once("type --") {
            let (option, value) = option.split_once(' ').expect("a value");
            let help = printed(&[words[0], "--help"], &[]);
            assert!(
                help.contains(&format!("--{option} ")) && help.contains(&format!("- {value}: ")),
                "{help}"
            );
        }
    }
}
