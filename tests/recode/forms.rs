//! Text composed and decomposed, judged by what Python's `unicodedata` has written.
//!
//! Invariant: each sample begins with a character that joins nothing before it, so the form of a
//! text of samples is the forms of the samples.

use hexloupe::job::recode::LossTreatment;
use hexloupe::job::recode::policy::{LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies};

use super::drive::{Case, STRICT};
use super::noise::noise;

/// Texts with their forms NFC and NFD, by Python.
#[rustfmt::skip]
const SAMPLES: &[(&str, &str, &str)] = &[
    ("plain ascii\n", "plain ascii\n", "plain ascii\n"),
    ("e\u{301}", "\u{E9}", "e\u{301}"),
    ("\u{E9}", "\u{E9}", "e\u{301}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}", "q\u{323}\u{307}"),
    ("\u{212B}", "\u{C5}", "A\u{30A}"),
    ("\u{1E69}", "\u{1E69}", "s\u{323}\u{307}"),
    ("s\u{307}\u{323}", "\u{1E69}", "s\u{323}\u{307}"),
    ("\u{AC01}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{AC00}\u{11A8}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{958}", "\u{915}\u{93C}", "\u{915}\u{93C}"),
    ("\u{30AB}\u{3099}", "\u{30AC}", "\u{30AB}\u{3099}"),
    ("\u{30AC}", "\u{30AC}", "\u{30AB}\u{3099}"),
    ("\u{FB1D}", "\u{5D9}\u{5B4}", "\u{5D9}\u{5B4}"),
    ("k\u{344}", "k\u{308}\u{301}", "k\u{308}\u{301}"),
    ("a\u{315}\u{300}\u{5AE}\u{300}b", "\u{E0}\u{5AE}\u{300}\u{315}b", "a\u{5AE}\u{300}\u{300}\u{315}b"),
    ("\u{439}", "\u{439}", "\u{438}\u{306}"),
    ("\u{438}\u{306}", "\u{439}", "\u{438}\u{306}"),
    ("\u{451}", "\u{451}", "\u{435}\u{308}"),
    ("\u{457}", "\u{457}", "\u{456}\u{308}"),
    ("\u{1EBE}", "\u{1EBE}", "E\u{302}\u{301}"),
    ("\u{6F22}\u{FA10}", "\u{6F22}\u{585A}", "\u{6F22}\u{585A}"),
    ("\u{1F600}\u{301}", "\u{1F600}\u{301}", "\u{1F600}\u{301}"),
    ("\r\ne\u{308}\r\n", "\r\n\u{EB}\r\n", "\r\ne\u{308}\r\n"),
    ("o\u{328}\u{304}", "\u{1ED}", "o\u{328}\u{304}"),
    ("\u{1E69}\u{315}", "\u{1E69}\u{315}", "s\u{323}\u{307}\u{315}"),
];

fn policies(normalize: Normalize) -> Policies {
    Policies {
        normalize,
        ..STRICT
    }
}

/// A text of samples, as it is, composed and decomposed.
fn texts(of: impl Iterator<Item = usize>) -> (String, String, String) {
    let rows = of.map(|index| SAMPLES[index % SAMPLES.len()]);
    let rows: Vec<_> = rows.collect();
    let text = |pick: fn(&(&'static str, &'static str, &'static str)) -> &'static str| {
        rows.iter().map(pick).collect::<String>()
    };
    (text(|row| row.0), text(|row| row.1), text(|row| row.2))
}

#[track_caller]
fn check(case: Case, (text, nfc, nfd): &(String, String, String)) {
    for (form, expected) in [(Normalize::Nfc, nfc), (Normalize::Nfd, nfd)] {
        for data in [text, nfc, nfd] {
            let made = case.with(policies(form)).exactly(data.as_bytes());
            assert!(
                made == expected.as_bytes(),
                "{form:?} {} {data:?}",
                case.step
            );
        }
    }
}

#[test]
fn pieces_of_any_size_give_the_same() {
    for start in 0..SAMPLES.len() {
        let texts = texts((start..start + 5).chain([start + 7, start + 11]));
        for step in 1..=9 {
            check(Case::of("utf-8", "utf-8").by(step), &texts);
            let pipe = Case {
                pipe: Some(step as usize),
                ..Case::of("utf-8", "utf-8")
            };
            check(pipe, &texts);
        }
    }
}

#[test]
fn long_texts_are_whole_around_every_border() {
    for seed in 0..12 {
        let order = noise(30_000);
        let texts = texts(order.into_iter().map(|byte| usize::from(byte) + seed));
        check(Case::of("utf-8", "utf-8"), &texts);
        check(
            Case::of("utf-8", "utf-8").by(16 * 1024 + seed as u64),
            &texts,
        );
    }
}

#[test]
fn every_encoding_with_the_characters_gives_the_same() {
    let (text, nfc, nfd) = texts(0..4 * SAMPLES.len());
    for id in ["utf-16le", "utf-16be", "utf-32le", "gb18030", "utf-7"] {
        let data = Case::of("utf-8", id).exactly(text.as_bytes());
        for (form, expected) in [(Normalize::Nfc, &nfc), (Normalize::Nfd, &nfd)] {
            for step in [1, 2, 3, 4, 5, 6, 7, 8, 9, 4096] {
                let case = Case::of(id, "utf-8").with(policies(form)).by(step);
                assert!(
                    case.exactly(&data) == expected.as_bytes(),
                    "{id} {form:?} {step}"
                );
            }
            let there = Case::of("utf-8", id)
                .with(policies(form))
                .exactly(text.as_bytes());
            let back = Case::of(id, "utf-8").exactly(&there);
            assert!(back == expected.as_bytes(), "{id} {form:?}");
        }
    }
}

#[test]
fn a_run_without_end_is_cut_in_the_same_places() {
    for len in [1, 62, 63, 64, 65, 200, 5000] {
        let text = format!("abc e{}z", "\u{301}\u{323}".repeat(len));
        let whole = Case::of("utf-8", "utf-8").with(policies(Normalize::Nfc));
        let whole = whole.exactly(text.as_bytes());
        for step in 1..=9 {
            let case = Case::of("utf-8", "utf-8").by(step);
            let made = case.with(policies(Normalize::Nfc)).exactly(text.as_bytes());
            assert!(made == whole, "{len} {step}");
        }
        if len < 32 {
            assert!(
                whole.starts_with("abc \u{1EB9}\u{301}".as_bytes()),
                "{whole:X?}"
            );
        }
    }
}

#[test]
fn what_the_target_lacks_is_told_with_the_letter_and_its_marks() {
    // The set has the letter composed; decomposed, it lacks the acute.
    for step in 1..=9 {
        let case = Case::of("utf-8", "windows-1252").by(step);
        let made = case
            .with(policies(Normalize::Nfc))
            .make("e\u{301}!".as_bytes());
        assert_eq!((made.out, made.told), (b"\xE9!".to_vec(), vec![]));
        let made = case
            .with(policies(Normalize::Nfd))
            .make("ab\né!".as_bytes());
        assert_eq!((made.out, made.stop), (b"ab\n".to_vec(), Some((3, 2, 1))));
        for (unmappable, out, what, text) in [
            (
                OfUnmappable::Replace,
                "abe?!",
                LossTreatment::Replaced,
                "e?",
            ),
            (
                OfUnmappable::Escape,
                "abe<U+0301>!",
                LossTreatment::Escaped,
                "e<U+0301>",
            ),
            (OfUnmappable::Drop, "abe!", LossTreatment::Dropped, "e"),
        ] {
            let policies = Policies {
                unmappable,
                ..policies(Normalize::Nfd)
            };
            let made = case.with(policies).make("abé!".as_bytes());
            assert_eq!(made.out, out.as_bytes());
            let told = (2, "é".as_bytes().to_vec(), what, Some(text.to_owned()));
            assert_eq!(made.told, [told]);
        }
    }
}

#[test]
fn faults_marks_and_line_ends_are_as_without_it() {
    let policies = Policies {
        faults: OfFaults::Keep,
        line_ends: LineEndPolicy::Lf,
        ..policies(Normalize::Nfc)
    };
    let data = b"\xEF\xBB\xBFe\xFF\xCC\x81e\xCC\x81\r\ne\xCC\x81\r\xCC";
    let expected = b"\xEF\xBB\xBFe\xFF\xCC\x81\xC3\xA9\n\xC3\xA9\n\xCC";
    for step in 1..=9 {
        let case = Case::of("utf-8", "utf-8").with(policies).by(step);
        assert_eq!(case.make(data).out, expected, "{step}");
    }
}
