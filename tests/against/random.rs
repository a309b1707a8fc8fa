//! Random edits and one kind of damage to all of a file: every line of what is put back is as it
//! was before the damage, or is left as it is now and said to be.
//!
//! Invariant: the damage is done by `encoding_rs` and the standard library.

use encoding_rs::{Encoding as Rs, UTF_8, WINDOWS_1251, WINDOWS_1252};
use proptest::prelude::*;
use proptest::test_runner::Config;

use hexloupe::detect::choose;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::against::{AgainstParameters, FileVersions, compare};
use hexloupe::window::Peek;

/// What is done to a line.
#[derive(Debug, Clone)]
enum Edit {
    Keep,
    Delete,
    Insert(String),
    Replace(String),
    Append(String),
}

/// What a tool does to the whole file.
#[derive(Debug, Clone, Copy)]
enum Damage {
    Lossy,
    Misread,
    Bytes,
    LineEnds,
    Mark,
}

impl Damage {
    fn of(self, bytes: &[u8], set: &'static Rs) -> Vec<u8> {
        let text = |text: &str| text.as_bytes().to_vec();
        match self {
            Self::Lossy => text(&String::from_utf8_lossy(bytes)),
            Self::Misread => text(&set.decode_without_bom_handling(bytes).0),
            Self::Bytes => {
                let lost = |byte: &u8| match byte {
                    0..0x80 => vec![*byte],
                    _ => text("\u{FFFD}"),
                };
                bytes.iter().flat_map(lost).collect()
            }
            Self::LineEnds => bytes
                .split(|byte| *byte == b'\n')
                .collect::<Vec<_>>()
                .join(&b"\r\n"[..]),
            Self::Mark => [b"\xEF\xBB\xBF", bytes].concat(),
        }
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "café", "naïve", "plain", "text", "é", "è", "", "a", "Müller", "straße", "x = 1;", "}",
    ]);
    prop::collection::vec(word, 0..4).prop_map(|words| words.join(" "))
}

fn edits() -> impl Strategy<Value = Vec<(String, Edit)>> {
    let edit = prop_oneof![
        6 => Just(Edit::Keep),
        1 => Just(Edit::Delete),
        1 => words().prop_map(Edit::Insert),
        1 => words().prop_map(Edit::Replace),
        1 => words().prop_map(Edit::Append),
    ];
    prop::collection::vec((words(), edit), 1..30)
}

fn damage() -> impl Strategy<Value = Damage> {
    prop::sample::select(vec![
        Damage::Lossy,
        Damage::Misread,
        Damage::Bytes,
        Damage::LineEnds,
        Damage::Mark,
    ])
}

/// Lines without their ends.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(400) })]

    #[test]
    fn what_is_put_back_is_what_it_was_or_is_left(
        edits in edits(),
        damage in damage(),
        set in prop::sample::select(vec![UTF_8, WINDOWS_1252, WINDOWS_1251]),
    ) {
        let (mut old, mut truth) = (String::new(), String::new());
        for (number, (line, edit)) in edits.iter().enumerate() {
            old += &[line, "\n"].concat();
            let now = match edit {
                Edit::Keep => format!("{line}\n"),
                Edit::Delete => String::new(),
                Edit::Insert(new) => format!("{line}\n{new} new {number}\n"),
                Edit::Replace(new) => format!("{new} other {number}\n"),
                Edit::Append(new) => format!("{line} and {new} {number}\n"),
            };
            truth += &now;
        }
        let bytes = |text: &str| -> Vec<u8> {
            let known: String = text.chars().filter(|c| {
                set == UTF_8 || !set.encode(c.encode_utf8(&mut [0; 4])).2
            }).collect();
            set.encode(&known).0.into_owned()
        };
        let (old, truth) = (bytes(&old), bytes(&truth));
        let misread = if set == UTF_8 { WINDOWS_1252 } else { set };
        let new = damage.of(&truth, misread);
        let reading = |data: &dyn Peek| choose(data, Preferred::NONE);
        let orders = AgainstParameters { reading: &reading, expected: &[] };
        let versions = FileVersions { old: &old, new: &new, converts_ends: false };
        let found = compare(&versions, &orders);
        let back = found.restored.clone().unwrap_or_else(|| new.clone());
        let mark = |bytes: &[u8]| bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).to_vec();
        let (now, put_back) = (mark(&new), mark(&back));
        let (now, put_back, truth) = (lines(&now), lines(&put_back), lines(&truth));
        prop_assert_eq!(put_back.len(), now.len());
        let told: Vec<u64> = found.changes.iter().flat_map(|change| change.lines.clone()).collect();
        let before = lines(&old);
        for (at, line) in put_back.iter().enumerate() {
            if *line == truth[at] {
                continue;
            }
            prop_assert_eq!(line, &now[at], "line {} became a third thing", at + 1);
            let is_edited = !before.contains(&truth[at]);
            let is_told = told.contains(&(at as u64 + 1));
            prop_assert!(is_edited || is_told, "line {} is left and not told", at + 1);
        }
        // It is found no more.
        let versions = FileVersions { new: &back, ..versions };
        let again = compare(&versions, &orders);
        let left = again.changes.iter().find(|change| change.kept.is_none());
        prop_assert_eq!(left, None, "{:?}\n{:?}\n{:?}", old, new, back);
    }
}

#[test]
fn a_new_line_gets_no_letters_of_a_line_that_shares_its_blanks_alone() {
    let new = "\n} \u{FFFD}\u{FFFD} new 0\n other 1\n";
    is_left("\n é text\n\n", new, 1);
}

#[test]
fn two_signs_in_common_make_no_line_of_another() {
    // x and 1, of four; the new line began with è, of which the bytes are lost.
    let new = "Müller café\n\u{FFFD}\u{FFFD} text other 10\n";
    is_left("Müller café\né x = 1;\n", new, 1);
}

#[test]
fn the_only_letter_of_a_line_makes_no_line_of_another() {
    let new = "\u{FFFD}\u{FFFD} plain other 0\n\n";
    is_left("è a\n\n", new, 0);
}

/// Fails if a line of the new text becomes another one.
#[track_caller]
fn is_left(old: &str, new: &str, line: usize) {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let reading = |data: &dyn Peek| choose(data, Preferred::NONE);
    let orders = AgainstParameters {
        reading: &reading,
        expected: &[],
    };
    let versions = FileVersions {
        old,
        new,
        converts_ends: false,
    };
    let found = compare(&versions, &orders);
    let back = found.restored.as_deref().unwrap_or(new);
    assert_eq!(lines(back)[line], lines(new)[line]);
}
