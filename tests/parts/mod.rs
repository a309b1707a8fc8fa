//! The parts of a file, checked and counted by themselves and merged, are what one run prints of
//! the whole.
//!
//! Every encoding that can be cut, every number of parts from 1 to 9 and more, findings, notices
//! and statistics. The judge is one run of the whole file, whose truth is tested elsewhere, and for
//! UTF-8 a count by the standard library (`counted_by_std`). Invariant: the data is the same on
//! every run.

mod data;
mod drive;

use data::{Random, lines, noise};
use drive::{checked, counted, merged};
use hexloupe::codec::{Encoding, table};

/// The first line that differs.
#[track_caller]
fn same(merged: &str, whole: &str, what: &str) {
    let mut pairs = merged.lines().zip(whole.lines());
    if let Some((ours, expected)) = pairs.find(|(ours, expected)| ours != expected) {
        panic!("{what}\n  merged: {ours}\nexpected: {expected}");
    }
    assert_eq!(merged.len(), whole.len(), "{what}: the end");
}

/// Merges the parts of some data and holds them to one run, for check and for statistics.
#[track_caller]
fn holds(encoding: &'static Encoding, phase: u8, data: &[u8], of: u64, step: u64) {
    let whole = checked(encoding, phase, data, None, step);
    let mut parts: Vec<String> = (1..=of)
        .map(|number| checked(encoding, phase, data, Some((number, of)), step))
        .collect();
    parts.reverse();
    let what = format!("{encoding:?} phase {phase} in {of} parts: {data:02X?}");
    same(&merged(&parts.concat()), &whole, &format!("check {what}"));
    let whole = counted(encoding, phase, data, None, step);
    let parts: String = (1..=of)
        .map(|number| counted(encoding, phase, data, Some((number, of)), step))
        .collect();
    same(&merged(&parts), &whole, &format!("stats {what}"));
}

/// The encodings that can be cut.
fn encodings() -> impl Iterator<Item = &'static Encoding> {
    table::all().filter(|encoding| !encoding.is_stateful())
}

#[test]
fn any_number_of_parts_makes_the_whole_in_every_encoding() {
    for encoding in encodings() {
        let data = lines(encoding, 3);
        for of in 1..=9 {
            holds(encoding, 0, &data, of, 64);
        }
    }
}

#[test]
fn parts_of_noise_make_the_whole_in_every_encoding() {
    for (seed, encoding) in (0..).zip(encodings()) {
        let data = noise(seed, 300);
        let phase = (seed % u64::from(encoding.unit)) as u8;
        for of in [2, 3, 7, 40] {
            holds(encoding, phase, &data, of, 9);
        }
    }
}

#[test]
fn a_line_end_of_two_characters_is_never_cut() {
    for text in [
        "a\r\nb\r\nc\r\n",
        "\r\n\r\n\n\r\r\n",
        "a\rb\nc\r\nd",
        "\u{FEFF}a\r\nb\u{FEFF}",
    ] {
        for of in 1..=text.len() as u64 + 2 {
            holds(table::UTF_8, 0, text.as_bytes(), of, 4);
        }
    }
}

#[test]
fn parts_of_lengths_around_a_step_make_the_whole() {
    let line = "abc déjà \u{202E}x\r\n";
    for step in [64, 128] {
        for len in (step - 5)..(step + 5) {
            let text: String = line.chars().cycle().take(3 * len as usize).collect();
            for of in 1..=4 {
                holds(table::UTF_8, 0, text.as_bytes(), of, step);
            }
        }
    }
}

#[test]
fn a_line_longer_than_its_part_is_counted_once() {
    let text = format!("a\n{}\nb\n\n", "é".repeat(40_000));
    for of in [2, 5, 9] {
        holds(table::UTF_8, 0, text.as_bytes(), of, 4096);
    }
    let none = "no end of a line".repeat(999);
    holds(table::UTF_8, 0, none.as_bytes(), 7, 100);
}

/// Lines and characters of UTF-8 by the standard library alone.
fn counted_by_std(text: &str) -> (u64, u64) {
    let ends = text.replace("\r\n", "\n").replace('\r', "\n");
    (ends.lines().count() as u64, text.chars().count() as u64)
}

#[test]
fn lines_and_characters_are_those_that_the_standard_library_counts() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let some = ["a", "é", "€", "😀", "\n", "\r\n", "\r", " "];
        let text: String = (0..200).map(|_| random.choose(&some)).collect();
        let (lines, characters) = counted_by_std(&text);
        let of = 1 + random.below(9);
        let parts: String = (1..=of)
            .map(|number| checked(table::UTF_8, 0, text.as_bytes(), Some((number, of)), 50))
            .collect();
        let merged = merged(&parts);
        let expected = format!("\"characters\":{characters},\"lines\":{lines},");
        assert!(merged.contains(&expected), "{merged} in {text:?}");
    }
}
