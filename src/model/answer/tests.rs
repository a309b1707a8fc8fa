//! The line under the title, as it is said of made findings at many widths.
//!
//! Invariant: no line is wider than the screen, and the key stays to the last.

use super::*;
use crate::codec::table;
use crate::detect::verdict::Misreading;

pub(super) fn legacy() -> OtherText {
    OtherText {
        encoding: table::by_id("windows-1252").unwrap(),
        chain: Vec::new(),
        confidence: 0.95,
        stretches: 1,
        offset: 0x4403,
        line: Some(234),
        bytes: vec![0xE9],
        meant: 'é',
        word: "José".to_owned(),
        ranges: Vec::new(),
        more: Vec::new(),
    }
}

fn misread() -> OtherText {
    OtherText {
        chain: vec![Misreading {
            has_controls: true,
            no_break_space: None,
            written: table::UTF_8,
            read: table::by_id("windows-1252").unwrap(),
        }],
        ..legacy()
    }
}

#[test]
fn a_place_says_what_was_meant() {
    let said = |other: &OtherText| place(other, Charset::Unicode).text();
    assert_eq!(said(&legacy()), "line 234: E9 is é in windows-1252 (José)");
    let unsure = OtherText {
        confidence: 0.7,
        line: None,
        stretches: 3,
        ..legacy()
    };
    assert_eq!(
        said(&unsure),
        "0x4403: E9 may be é in windows-1252 (José), and 2 more places"
    );
    let more = |stretches| {
        let other = OtherText {
            stretches,
            ..legacy()
        };
        further(&other).map(|line| line.text())
    };
    assert_eq!(more(1), None);
    assert_eq!(more(100).as_deref(), Some("99 more places"));
    // There are as many at least.
    assert_eq!(more(101).as_deref(), Some("100+ more places"));
}

#[test]
fn words_of_ascii_after_the_misread_ones_are_left_out() {
    let first = |word: &str| {
        let word = word.to_owned();
        let other = OtherText { word, ..misread() };
        listed(&other, Charset::Unicode).text()
    };
    assert_eq!(first("José retry=1"), "line 234: mojibake, it was José");
    assert_eq!(
        first("Müller, café au lait"),
        "line 234: mojibake, it was Müller, café"
    );
    assert_eq!(first("日本語 abc"), "line 234: mojibake, it was 日本語");
    assert_eq!(first("naïve"), "line 234: mojibake, it was naïve");
    // A comma would stand beside that of the sentence.
    assert_eq!(
        first("\u{A0}– café au lait"),
        "line 234: mojibake, it was – café"
    );
    assert_eq!(first("naïve, ok"), "line 234: mojibake, it was naïve");
}

#[test]
fn the_key_stays_at_the_end_of_a_narrow_line() {
    let fact = |text: &str| TonedLine::new().plain(text);
    let answer = DataAnswer {
        said: vec![
            fact("line 234: E9 is é in windows-1252 (José)"),
            fact("mojibake from line 500"),
        ],
        short: Vec::new(),
        step: AnswerStep::Mend(3),
        does: ("shows it mended", "shows it"),
    };
    let of = |width| answer.clone().line(width, "L", Language::English).text();
    assert_eq!(
        of(100),
        " line 234: E9 is é in windows-1252 (José) · mojibake from line 500 · Enter shows it mended"
    );
    let all: Vec<String> = (40..100).map(of).collect();
    for end in [
        "(José) · mojibake from line 500 · Enter shows it mended",
        "(José) · mojibake from line 500 · Enter shows it",
        "(José) · 1 other: L · Enter shows it",
        "(José) · +1 · Enter shows it",
        "(José) · Enter shows it",
        " line 234: E9 is é in windows-1252 · Enter shows it",
        " line 234: E9 is é · Enter shows it",
    ] {
        assert!(
            all.iter().any(|line| line.ends_with(end)),
            "{end}: {all:#?}"
        );
    }
    assert_eq!(of(40), " line 234: E9 is é · Enter shows it");
    assert!(of(24).ends_with("… · Enter"), "{}", of(24));
    for width in 20..90 {
        assert!(glyph::columns(&of(width)) < usize::from(width), "{width}");
    }
}

#[test]
fn the_word_of_a_byte_is_seen_on_a_narrow_screen() {
    let answer = DataAnswer {
        said: vec![listed(&legacy(), Charset::Unicode)],
        short: shortly(&legacy(), Charset::Unicode),
        step: AnswerStep::Mend(3),
        does: ("shows it mended", "shows it"),
    };
    let of = |width, language| answer.clone().line(width, "L", language).text();
    for (width, said) in [
        (
            80,
            " line 234: E9 is é in windows-1252 (José) · Enter shows it mended",
        ),
        (56, " line 234: E9 is é (José) · Enter shows it"),
        (40, " line 234: E9 is é (José) · Enter"),
        (32, " line 234: é (José) · Enter"),
    ] {
        assert_eq!(of(width, Language::English), said);
    }
    assert_eq!(
        of(80, Language::Russian),
        " строка 234: E9 — это é в windows-1252 (José) · Enter покажет исправленным"
    );
}

#[test]
fn the_word_that_mojibake_was_is_seen_on_a_narrow_screen() {
    let first = OtherText {
        word: "längerer Satz über größere Wörter".to_owned(),
        ..misread()
    };
    let answer = DataAnswer {
        said: vec![listed(&first, Charset::Unicode)],
        short: shortly(&first, Charset::Unicode),
        step: AnswerStep::Mend(3),
        does: ("shows it mended", "shows it"),
    };
    let of = |width| answer.clone().line(width, "L", Language::English).text();
    for (width, said) in [
        (
            100,
            " line 234: mojibake, it was längerer Satz über größere Wörter · Enter shows it mended",
        ),
        (
            80,
            " line 234: mojibake, it was längerer Satz über größere Wörter · Enter shows it",
        ),
        (
            76,
            " line 234: mojibake of längerer Satz über größere Wörter · Enter shows it",
        ),
        (
            60,
            " line 234: was längerer Satz über größere Wörter · Enter",
        ),
        (40, " line 234: was längerer Satz ü… · Enter"),
    ] {
        assert_eq!(of(width), said);
    }
    for width in 20..110 {
        assert!(glyph::columns(&of(width)) < usize::from(width), "{width}");
    }
}
