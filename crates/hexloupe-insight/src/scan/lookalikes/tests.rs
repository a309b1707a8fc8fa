//! Words and spaces that are reported, and those that are not.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use proptest::prelude::*;

type Found = Vec<(Notice, Range<u64>)>;

/// The way of skipping text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Units,
    Bytes,
    /// As bytes, by a machine without kernels.
    PortableBytes,
    /// As bytes, as far as they are ASCII.
    Ascii,
}

/// The findings in a text; skippable text is skipped, up to `most`.
fn scan(text: &str, most: usize) -> Found {
    let found = scan_as(text, most, Way::Units);
    for way in [Way::Bytes, Way::PortableBytes, Way::Ascii] {
        assert_eq!(scan_as(text, most, way), found, "{way:?}, {text}");
    }
    found
}

fn scan_as(text: &str, most: usize, way: Way) -> Found {
    let mut found = Vec::new();
    let mut lookalikes = LookAlikes::default();
    let mut report = |one: LookAlike<u64>| {
        assert_eq!(one.range.start, one.mark);
        found.push((one.notice, one.range));
    };
    let mut at = 0;
    while at < text.len() {
        let plain: Vec<u16> = text[at..].encode_utf16().take(most).collect();
        let whole = (0..=text.len().min(at + most)).rev();
        let end = { whole }.find(|end| text.is_char_boundary(*end)).unwrap();
        let bytes = &text.as_bytes()[at..end.max(at)];
        let (passable, quiet) = match way {
            Way::Units => (lookalikes.passable(&plain), 0),
            Way::Bytes => (0, lookalikes.passable_bytes(bytes)),
            Way::PortableBytes => (0, lookalikes.passable_bytes_by(None, bytes)),
            Way::Ascii => {
                let ascii = bytes.iter().take_while(|byte| byte.is_ascii()).count();
                (0, lookalikes.passable_ascii(&bytes[..ascii]))
            }
        };
        if quiet > 0 {
            lookalikes.pass(&bytes[..quiet]);
            at += quiet;
        } else if passable > 0 {
            lookalikes.pass(&plain[..passable]);
            at += String::from_utf16(&plain[..passable]).unwrap().len();
        } else {
            let c = text[at..].chars().next().unwrap();
            let end = at + c.len_utf8();
            lookalikes.character(c, &(at as u64..end as u64), at as u64, &mut report);
            at = end;
        }
    }
    lookalikes.interrupt(&mut report);
    found.sort_by_key(|(kind, range)| (range.start, *kind));
    found
}

/// The findings, with their text.
#[track_caller]
fn check(text: &str, expected: &[(Notice, &str)]) {
    let found = scan(text, 100);
    let found: Vec<_> = found
        .iter()
        .map(|(kind, range)| (*kind, &text[range.start as usize..range.end as usize]))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_word_is_judged_by_its_letters() {
    use Notice::{Confusable, MixedScript};
    check("log in to p\u{430}ypal.", &[(Confusable, "p\u{430}ypal")]);
    check("a Mосква b", &[(MixedScript, "Mосква")]);
    check("Привет, сор и мир: SQLите Δt", &[]);
}

#[test]
fn very_long_words_are_passed_over_as_they_are_cut() {
    for sign in ["", ".", "-", "\\", "/", " ", "_"] {
        for len in 0..200 {
            let long = "a".repeat(len);
            for end in [
                "сор",
                "сор.com",
                "_сор(1)",
                "p\u{430}ypal",
                "e\u{301}",
                "\u{A0}b",
                "n",
            ] {
                let text = format!("{long}{sign}{long}{end}{sign}x\n");
                let stepped = scan_as(&text, 0, Way::Units);
                for most in [7, 64, 100, 1000] {
                    assert_eq!(scan_as(&text, most, Way::Ascii), stepped, "{text:?} {most}");
                }
            }
        }
    }
}

#[test]
fn a_word_of_another_script_is_judged_by_its_neighbours() {
    use Notice::Confusable;
    for name in ["сор.com", "www.сор", "сор-рор.org", "http://сор.net/a"] {
        let found = scan(name, 100);
        assert!(found.iter().all(|(kind, _)| *kind == Confusable), "{name}");
        assert!(!found.is_empty(), "{name}");
    }
    for text in ["сор(1)", "if сор == 1", "сор = 2", "int сор[4]"] {
        check(text, &[(Confusable, "сор")]);
    }
    check("my_x = сор_рор", &[(Confusable, "сор_рор")]);
    for text in [
        "сор",
        "(сор)",
        "сор, рор",
        "сор.",
        "сор. The",
        "сор - cop",
        "Не (так)",
        "у(х) = с",
        "сор.рор",
        "сор  = 1",
        "сор-рор",
        "мир = 1",
        "мир(1)",
        "мир.com",
        "1.сор",
        "сор/com",
    ] {
        check(text, &[]);
    }
}

#[test]
fn ranges_emphasis_and_turkish_names_are_no_imitations() {
    use Notice::{Confusable, MixedScript};
    for text in [
        "[а-яА-ЯёЁa-zA-Z]",
        "[A-Za-zА-Яа-я]",
        "[-,А-ЯЁA-Z0-9 .()]",
        "[a-zα-ωA-Z]",
        "The _γ_ value, _о_ and __с__ and _рос_",
        "kız_x sıra_no, altın_fiyat",
        "x_α + σ_x * ρ_v",
    ] {
        check(text, &[]);
    }
    // A hyphen joins words too.
    check("кофe-машина", &[(MixedScript, "кофe")]);
    check("b-\u{441}onfig-x", &[(Confusable, "\u{441}onfig")]);
    check("\u{441}_<Del>", &[(Confusable, "\u{441}_")]);
}

#[test]
fn a_word_that_is_not_composed_is_found() {
    use Notice::NotNfc;
    check("cafe\u{301} café", &[(NotNfc, "cafe\u{301}")]);
    check("5 \u{212B}", &[(NotNfc, "\u{212B}")]);
    check(
        "\u{1112}\u{1161}\u{11AB}",
        &[(NotNfc, "\u{1112}\u{1161}\u{11AB}")],
    );
    // Marks without a composed form.
    check("x\u{301}y q\u{323} ที่ किताब", &[]);
}

#[test]
fn a_space_is_judged_by_its_neighbours() {
    use Notice::OddSpace;
    for text in [
        "a\u{A0}= 1",
        "return\u{A0}x",
        "x\u{A0}\n",
        "\u{A0}\u{A0}key: 1",
        "a\u{3000}b",
    ] {
        let found = scan(text, 100);
        assert!(matches!(&found[..], [(OddSpace, _)]), "{text:?}");
    }
    check("\n\u{A0}\u{2009}a", &[(OddSpace, "\u{A0}\u{2009}")]);
    for text in [
        "10\u{A0}km",
        "10\u{202F}000",
        "vrai\u{A0}?",
        "«\u{A0}mot\u{A0}»",
        "в\u{A0}лесу",
        "§\u{A0}5",
        "a\u{A0}— b",
        "5\u{A0}%",
        "\u{3000}漢字",
        "漢字\u{3000}a",
    ] {
        check(text, &[]);
    }
}

#[test]
fn a_very_long_word_is_looked_at_in_pieces() {
    let text = format!("{}p\u{430}ypal", "a".repeat(10 * LIMIT));
    assert!(!scan(&text, 0).is_empty());
    // Marks without end.
    let text = format!("e{}", "\u{301}".repeat(100_000));
    assert!(scan(&text, 0).len() <= 1 + 100_000 / LIMIT);
}

#[test]
fn findings_do_not_depend_on_their_offset() {
    use Notice::{Confusable, NotNfc, OddSpace};
    let filler = "слова и words, 漢字 ";
    for before in 0..140 {
        for (odd, told, len) in [
            ("p\u{430}ypal", Confusable, 7),
            ("сор(1)", Confusable, 6),
            ("сор = 1", Confusable, 6),
            ("сор.com", Confusable, 6),
            ("с_о", Confusable, 5),
            ("e\u{301}", NotNfc, 3),
            ("x \u{A0} = 1", OddSpace, 2),
        ] {
            let text = format!("{} {odd} {}", ".".repeat(before), filler.repeat(20));
            let found = scan(&text, 4000);
            let [(notice, range)] = &found[..] else {
                panic!("{before} {odd}: {found:?}");
            };
            assert_eq!(
                (*notice, range.end - range.start),
                (told, len),
                "{before} {odd}"
            );
        }
        let text = format!("{} {}", ".".repeat(before), filler.repeat(20));
        assert_eq!(scan(&text, 4000), [], "{before}");
    }
}

proptest! {
    #[test]
    fn passing_over_plain_text_changes_nothing(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "pay", " ", "\n", ".", "-", "(", "=", "_", "сор", "р", "е\u{301}", "e\u{301}",
            "мир", "а", "օռ", "\\", "n", "é", "ı", "αβ", "𝐬", "한", ":", "Mос", "\u{2060}",
            "\u{A0}", "5", "\u{3000}", "漢", ".com", "«", "if x",
            "words of plain text that are longer than what is asked at once, so that they are ",
        ]), 0..24),
        most in 1..9usize,
    ) {
        let text = pieces.concat();
        prop_assert_eq!(scan(&text, most), scan(&text, 0));
        prop_assert_eq!(scan(&text, 1000), scan(&text, 0));
    }

    #[test]
    fn passing_over_words_of_many_scripts_changes_nothing(
        pieces in prop::collection::vec(prop::sample::select(vec![
            " ", " ", " ", "\n", "слово", "сор", "ее", "words", "pay", "漢字", "かな", "カー", "한글",
            "é", "naïve", "Λόγος", "ΑΒ", "Δ", "שלום", "سلام", "नमस्ते", "ไทย", "ș", "Việt", "ı", "þ",
            "þe", "ĳ", "№5", "€", "→", "—", "“", "”", "…", "😀", "👍🏽", "❤\u{FE0F}", "𝐬", "ｆ", "！",
            "(", "[", "=", "_", ".", "-", ",", "\\", "\t", "\r\n", "5", "§", "µ", "\u{A0}", "\u{2009}",
            "e\u{301}", "か\u{3099}", "丫", "〇", "\u{3000}", "\u{483}", "Ϣ", "‿", "ﬁ",
        ]), 0..90),
        most in 60..200usize,
    ) {
        let text = pieces.concat();
        let expected = scan(&text, 0);
        prop_assert_eq!(&scan(&text, most), &expected);
        prop_assert_eq!(&scan(&text, 4000), &expected);
    }
}
