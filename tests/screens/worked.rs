//! The worked view on the screen: its steps, its cards, and where it stands.
//!
//! Invariant: at 80x24 nothing of it is cut off and nothing has to be scrolled.

use crate::screens::canvas::{Canvas, encoding};
use crate::screens::snapshot;
use hexloupe::codec::misread;
use hexloupe::explain::card::CARDS;
use hexloupe::language::Language;
use hexloupe::unicode::glyph::columns;

const TEXT: &str = "мир € 😀";

/// Keys that open the worked view and go on.
fn keys(direction: &str, key: &str, times: usize) -> String {
    let mut keys = vec!["x"];
    keys.extend((!direction.is_empty()).then_some(direction));
    keys.extend(std::iter::repeat_n(key, times));
    keys.join(" ")
}

/// Some steps one after the other.
fn steps(canvas: impl Fn() -> Canvas, direction: &str, count: usize) -> String {
    let pages = (0..count).map(|step| canvas().keys(&keys(direction, "l", step)).text());
    pages.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_steps_there_and_back() {
    let canvas = || Canvas::new(TEXT.as_bytes(), (80, 24));
    snapshot("worked-encode-80x24", &steps(canvas, "", 6));
    snapshot("worked-decode-80x24", &steps(canvas, "r", 6));
}

#[test]
fn the_steps_of_bytes_that_are_refused() {
    let canvas = || Canvas::new(b"a\xC0\xAF", (80, 24)).at(1);
    snapshot("worked-refused-80x24", &steps(canvas, "", 6));
}

#[test]
fn in_russian_the_steps_and_the_reason_are_russian() {
    let canvas = || Canvas::new(b"a\xC0\xAF", (80, 24)).at(1);
    let canvas = || canvas().in_language(Language::Russian);
    snapshot("worked-russian-80x24", &steps(canvas, "", 6));
    snapshot("inspector-russian-80x24", &canvas().text());
}

#[test]
fn the_table_of_a_single_byte_set() {
    let canvas = || Canvas::new(b"\xCD\xC9\xD2", (80, 24)).read_as(encoding("koi8-r"));
    snapshot("worked-table-80x24", &steps(canvas, "", 3));
    let mono = canvas().mono().keys("x l").text();
    assert!(
        mono.contains("[_D]") && mono.contains("[м]") && mono.contains("> C_"),
        "{mono}"
    );
}

#[test]
fn text_that_was_misread_goes_there_and_back() {
    let canvas = || {
        let text = "РџСЂРёРІРµС‚".as_bytes();
        Canvas::new(text, (80, 24)).read_as(misread::by_id("utf-8,windows-1251").unwrap())
    };
    let shown = canvas().text();
    let line = " value     Р џ = D0 9F in windows-1251 = П in UTF-8\n";
    assert!(shown.contains(line), "{shown}");
    let shown = [steps(canvas, "", 4), steps(canvas, "r", 4)].join("\n");
    snapshot("worked-misreading-80x24", &shown);
}

#[test]
fn a_suspected_word_is_told_as_it_was() {
    let text = "log РџСЂРёРІРµС‚ end";
    let shown = |at| Canvas::new(text.as_bytes(), (140, 40)).at(at).text();
    assert!(
        shown(8).contains("Almost surely mojibake of Привет (z m shows it): a program"),
        "{}",
        shown(8)
    );
    assert!(!shown(0).contains("mojibake"));
    // Half of a pair, as JSON escapes it.
    let cut = Canvas::new(br#"{"a":"\ud83d"}"#, (140, 40)).at(8).text();
    assert!(cut.contains("a lone surrogate"), "{cut}");
}

#[test]
fn a_pair_of_surrogates() {
    let canvas = || Canvas::new(b"\x3D\xD8\x00\xDE", (80, 24)).read_as(encoding("utf-16le"));
    snapshot("worked-pair-80x24", &steps(canvas, "", 7));
}

#[test]
fn every_card() {
    for (index, card) in CARDS.iter().enumerate() {
        let canvas = Canvas::new(TEXT.as_bytes(), (80, 24));
        let canvas = canvas.keys(&keys("", "Tab", index + 1));
        snapshot(&format!("worked-{}-80x24", card.id), &canvas.text());
    }
}

#[test]
fn over_stacked_panes() {
    let canvas = Canvas::new(TEXT.as_bytes(), (80, 24)).keys(": type:layout_stacked Enter x l l");
    snapshot("worked-stacked-80x24", &canvas.text());
    let canvas = Canvas::new(TEXT.as_bytes(), (120, 40)).keys(": type:layout_stacked Enter x End");
    snapshot("worked-stacked-120x40", &canvas.text());
}

#[test]
fn beside_the_panes_on_a_wide_screen() {
    let canvas = Canvas::new(TEXT.as_bytes(), (200, 60)).keys("x End");
    snapshot("worked-200x60", &canvas.text());
}

#[test]
fn a_small_screen_shows_a_part_and_says_which() {
    let canvas = || Canvas::new("€".as_bytes(), (40, 12));
    // Two of the six steps have several pages.
    snapshot("worked-40x12", &steps(canvas, "", 9));
    let end = canvas().keys(&keys("", "l", 8)).text();
    assert!(end.contains("2-9 of 9"), "{end}");
    assert_eq!(canvas().keys(&keys("", "l", 11)).text(), end);
    let back = canvas().keys(&format!("{} h h", keys("", "l", 8))).text();
    assert!(back.contains("step 5 of 6"), "{back}");
    let card = canvas().keys("x Tab l l").text();
    assert!(card.contains("range table (2 of 13), 3-10 of"), "{card}");
}

#[test]
fn nothing_is_cut_off_at_80_columns_and_24_rows() {
    let data: &[(&str, &[u8])] = &[
        ("utf-8", "м".as_bytes()),
        ("utf-8", "😀".as_bytes()),
        ("utf-8", b"\xC0\xAF"),
        ("utf-8", b"\xED\xA0\xBD\xED\xB8\x80"),
        ("utf-8", b"\xF8\x88\x80\x80\x80"),
        ("utf-8-legacy", b"\xFD\xBF\xBF\xBF\xBF\xBF"),
        ("cesu-8", b"\xED\xA0\xBD\xED\xB8\x80"),
        ("utf-16le", b"\x3C\x04"),
        ("utf-16be", b"\xD8\x3D\xDE\x00"),
        ("utf-16be", b"\xD8\x3D\x00\x41"),
        ("utf-32be", b"\0\x01\xF6\0"),
        ("shift_jis", b"\x8A\xBF"),
        ("gb18030", b"\x94\x39\xFC\x36"),
        ("euc-jp", b"\x8F\xB0\xA1"),
        ("koi8-r", b"\xCD"),
        ("ascii", b"a"),
    ];
    let all = { data.iter() }.flat_map(|row| Language::ALL.map(|language| (row, language)));
    for ((id, bytes), language) in all {
        let canvas = || {
            let canvas = Canvas::new(bytes, (80, 24)).read_as(encoding(id));
            canvas.in_language(language)
        };
        for (first, key, times) in [("x", "l", 8), ("x r", "l", 8), ("x", "Tab", CARDS.len())] {
            let mut canvas = canvas().keys(first);
            for _ in 0..=times {
                let screen = canvas.screen();
                let Some(panel) = &screen.panel else {
                    panic!("{id} {first}: no panel");
                };
                let title = &panel.title;
                let scrolls = title.contains(", lines") || title.contains(", строки");
                assert!(!scrolls, "{id} {first}: {title}");
                assert!(columns(title) <= 74, "{title}");
                canvas = canvas.keys(key);
            }
        }
    }
}
