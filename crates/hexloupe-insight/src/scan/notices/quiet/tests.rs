//! Checks that skipped text has no notice.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::Range;

use proptest::prelude::*;

use super::*;
use crate::scan::notices::Noticer;
use crate::scan::plain::PlainText;
use hexloupe_text::codec::table;

type Found = Vec<(Notice, Range<u64>)>;

/// The way of skipping text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Units,
    Bytes,
    /// As bytes, by a machine without kernels.
    PortableBytes,
}

const WAYS: [Way; 3] = [Way::Units, Way::Bytes, Way::PortableBytes];

/// The notices of a text by characters; skippable text is skipped, at most `most` units at once.
/// Also returns the number of skipped units, or bytes.
fn scan(text: &str, most: usize, way: Way) -> (Found, usize) {
    let mut noticer = Noticer::new(table::UTF_8, b"plain");
    let mut found = Vec::new();
    let mut report = |kind, range: Range<u64>, mark: u64| {
        assert_eq!(range.start, mark);
        found.push((kind, range));
    };
    let (mut at, mut passed) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let plain = PlainText::at_front(&rest.as_bytes()[..rest.len().min(most)]);
        let plain = noticer.plain_quiet_run(&plain);
        let mut units: Vec<u16> = rest.encode_utf16().take(most).collect();
        if units.last().is_some_and(|unit| unit & 0xFC00 == 0xD800) {
            units.pop();
        }
        let run = noticer.quiet_run(&units);
        let whole = (0..=rest.len().min(most)).rev();
        let bytes = { whole }.find(|len| rest.is_char_boundary(*len));
        let bytes = &rest.as_bytes()[..bytes.unwrap_or(0)];
        let quiet = match way {
            Way::Units => 0,
            Way::Bytes => noticer.quiet_bytes(bytes),
            Way::PortableBytes => noticer.quiet_bytes_by(None, bytes),
        };
        if plain > 0 && way == Way::Units {
            noticer.pass_plain(&rest.as_bytes()[..plain]);
            (at, passed) = (at + plain, passed + plain);
        } else if quiet > 0 {
            noticer.pass_bytes(&bytes[..quiet]);
            (at, passed) = (at + quiet, passed + quiet);
        } else if run.units > 0 {
            noticer.pass(&units, run);
            let units = &units[..run.units];
            let len = String::from_utf16(units).unwrap().len();
            let lengths = table::UTF_8.lengths_of_units(units).unwrap();
            let bytes = (0..).zip(lengths).map(|(len, count)| len * count);
            assert_eq!(bytes.sum::<usize>(), len);
            (at, passed) = (at + len, passed + run.units);
        } else {
            let c = rest.chars().next().unwrap();
            // After the possible bytes of a byte order mark.
            let place = 8 + at as u64;
            let range = place..place + c.len_utf8() as u64;
            noticer.character(c, range, place, &mut report);
            at += c.len_utf8();
        }
    }
    noticer.finish(&mut report);
    found.sort_by_key(|(kind, range)| (range.start, *kind));
    (found, passed)
}

#[track_caller]
fn check(text: &str) {
    let expected = scan(text, 0, Way::Units).0;
    for most in [1, 2, 3, 7, 30, 63, 64, 65, 1000] {
        for way in WAYS {
            let found = scan(text, most, way).0;
            assert_eq!(found, expected, "{most} {way:?} {text}");
        }
    }
}

#[test]
fn most_text_is_passed_over() {
    for line in [
        "plain words, and some more of them",
        "Съешь же ещё этих мягких французских булок",
        "le garçon rêve d’un café — “déjà vécu” …",
        "春は曙やうやう白くなりゆく山際、すこし明かりて",
        "сад 😀 и 🎉🎉 and ❤️ 👩\u{200D}🔬 👍🏽 🇫🇷 here",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} waves",
        r#"{"smile": "\ud83d\ude00\ud83d\ude01", "tab": "\t\u00e9"}"#,
        "בראשית ברא אלהים, يولد جميع الناس",
    ] {
        let text = format!("{line}\n").repeat(20);
        for way in WAYS {
            let (found, passed) = scan(&text, 1000, way);
            assert_eq!(found, [], "{line}");
            let units = text.encode_utf16().count();
            assert!(passed * 10 > units * 8, "{passed} of {units}: {line}");
            let text = text.replace('\n', "\r\n");
            assert!(scan(&text, 1000, way).1 >= passed, "{line}");
        }
    }
}

#[test]
fn code_points_of_every_plane_are_noticed_alone_and_in_a_row() {
    let all: Vec<char> = ('\u{1}'..=char::MAX).collect();
    for (turn, some) in all.chunks(500).enumerate() {
        // Nearly all of these are private or unassigned: one chunk in eight represents those around
        // it, except at the ends of the planes.
        let is_uniform = matches!(some[0], '\u{40000}'..'\u{E0000}' | '\u{E1000}'..);
        let ends_plane = some.iter().any(|c| *c as u32 & 0xFFFE == 0xFFFE);
        if is_uniform && !ends_plane && turn % 8 != 0 {
            continue;
        }
        let text: String = some.iter().collect();
        let apart: String = some.iter().flat_map(|c| ['a', *c, ' ']).collect();
        for text in [text, apart] {
            let expected = scan(&text, 0, Way::Units).0;
            // Beyond, most are private or unassigned.
            let ways = if some[0] < '\u{20000}' { 3 } else { 2 };
            for way in &WAYS[..ways] {
                assert_eq!(scan(&text, 1000, *way).0, expected, "{way:?} {text:?}");
            }
        }
    }
}

#[test]
fn a_pending_word_is_not_cut() {
    check("слово \u{D0}\u{9F}\u{D1}\u{80}\u{D0}\u{B8} слово");
    check("aÐŸÑ€Ð¸Ð²ÐµÑ‚ and “Ñ€Ð°Ð·”");
    check(r"a\\\ud83d\\ud83d\ud83d\ude00\ude00 \u00\ud83d\u0041я\ud83");
    check("א\u{200E}b\na\u{200E}b\nא1\u{200F}!\u{202A}я\u{202C}\n");
    // A byte of х is that of NEL, which ends a line.
    check("а \u{5D0} х, х \u{200E} b\nа х \u{200E} b\n");
    check("a\r\nb\r\nc\nd\r\r\n\r");
    check("👩\u{200D}\u{200D}🔬 ❤\u{FE0F}\u{FE0F} 1\u{FE0F}\u{20E3} 1\u{FE0F} ");
    check(&format!("{}Ð¿{}\n", "я".repeat(70), "Ñ€".repeat(40)));
}

proptest! {
    #[test]
    fn passing_over_text_changes_nothing(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", " ", "\r", "\n", "\r\n", "é", "слово", "слово ", "\u{202B}", "\u{202C}", "\u{2067}",
            "\u{2069}", "\u{2029}", "\0", "\u{1C}", "\u{FEFF}", "\u{AD}", "\u{85}", "\u{E000}",
            "\u{FFFD}", "\u{1F600}", "\u{200D}", "\u{FE0F}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}",
            "\u{5D0}", "\\", "\\n", "\\ud83d\\ude00", "\\ud83d", "u", "\u{2019}", "«", "漢字", "、",
            "\u{10900}", "\u{200E}", "\u{200C}", "क\u{94D}", "\u{647}", "plain words of some length ",
            "Ð", "\u{9F}", "Ñ€Ð°Ð·", "PŸ", "1", "#", "\u{20E3}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ]), 0..40),
        most in 1..90usize,
    ) {
        let text = pieces.concat();
        let expected = scan(&text, 0, Way::Units).0;
        for way in WAYS {
            prop_assert_eq!(&scan(&text, most, way).0, &expected);
            prop_assert_eq!(&scan(&text, 4000, way).0, &expected);
        }
    }
    #[test]
    fn passing_over_signs_changes_nothing(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", " ", " ", "word", "слово", "«", "»", "“", "”", "’", "…", " — ", "°C", "½", "©", "é",
            "§", "\u{A0}", "\u{AD}", "\u{202F}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{202A}",
            "\u{2060}", "⁄", "€", "™", "→", "≠", "│", "★", "、", "ー", "\u{3097}", "！", "\u{FF00}",
            "😀", "\u{1F8FF}", "\u{1F1E6}", "❤\u{FE0F}", "\\", "\\ud83d", "Ð¿Ñ€", "Ñ€Ð°Ð·", "â€™", "Ã©",
            "РџСЂ", "«С", "\u{C7}\u{91}", "שלום", "한", "\u{7F}", "\n", "\r\n", "naïve café",
        ]), 0..90),
        most in 60..200usize,
    ) {
        let text = pieces.concat();
        let expected = scan(&text, 0, Way::Units).0;
        for way in WAYS {
            prop_assert_eq!(&scan(&text, most, way).0, &expected);
            prop_assert_eq!(&scan(&text, 4000, way).0, &expected);
        }
    }
}

#[test]
fn typographic_text_is_passed_over_wherever_it_lies() {
    let line =
        "He said “so – it’s a test…” — l’été: «oui» 5 °C ½ © naïve. Он сказал: «Да…» — всё\n";
    for before in 0..140 {
        let text = format!("{}\n{}", "-".repeat(before), line.repeat(8));
        for way in WAYS {
            let (found, passed) = scan(&text, 4000, way);
            assert_eq!(found, [], "{before}");
            let units = text.encode_utf16().count();
            assert!(passed * 10 > units * 9, "{way:?} {passed} of {units}");
        }
        let odd = format!("{}Ñ€Ð°Ð· {}", "- ".repeat(before), line.repeat(8));
        for way in WAYS {
            assert_eq!(scan(&odd, 4000, way).0.len(), 1, "{before} {way:?}");
        }
    }
}
