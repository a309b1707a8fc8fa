//! Texts in several encodings: real differences, and differences in encoding only.

use super::*;
use crate::codec::{CodecState, Meaning, Walk, table};
use crate::unicode::normal::NormalizationForm;

fn encoding(id: &str) -> &'static Encoding {
    table::by_id(id).unwrap()
}

/// Some text in an encoding.
fn written(text: &str, id: &str) -> Vec<u8> {
    let (mut state, mut out) = (CodecState::default(), Vec::new());
    for c in text.chars() {
        encoding(id).encode(&mut state, c, &mut out).unwrap();
    }
    encoding(id).finish(&mut state, &mut out);
    out
}

fn of_text(
    a: (&[u8], &str),
    b: (&[u8], &str),
    ignored: IgnoredDifferences,
    step: u64,
) -> Vec<Difference> {
    let readings = [a.1, b.1].map(|id| FileReading {
        encoding: encoding(id),
        phase: 0,
    });
    let (a, b) = (a.0.to_vec(), b.0.to_vec());
    let (a, b) = (&a, &b);
    found(|control, each| {
        text(
            control,
            FilePair {
                step,
                ..FilePair::new(a, b)
            },
            readings,
            ignored,
            each,
        )
    })
}

/// The content of a stretch: code points, and ill-formed bytes unchanged.
fn read(data: &[u8], id: &str, stretch: &FileStretch) -> String {
    let data = data.to_vec();
    let window = data.window(0, data.len());
    let walk = Walk::new(encoding(id), 0, &window).at(stretch.from);
    let mut text = String::new();
    for step in walk.take_while(|step| step.offset < stretch.end) {
        match step.meaning {
            Meaning::IllFormed(_) => {
                let bytes = window.slice(step.offset, step.end());
                text.extend(bytes.iter().map(|byte| format!("\\{byte:02X}")));
            }
            meaning => text.extend(meaning.scalars()),
        }
    }
    text
}

/// The differences as the text of both sides.
#[track_caller]
fn shown(a: (&[u8], &str), b: (&[u8], &str), ignored: IgnoredDifferences) -> Vec<(String, String)> {
    let all = of_text(a, b, ignored, STEP);
    for step in 1..=9 {
        assert_eq!(of_text(a, b, ignored, step), all, "step {step}");
    }
    let sides = all
        .iter()
        .map(|one| (read(a.0, a.1, &one.a), read(b.0, b.1, &one.b)));
    sides.collect()
}

#[track_caller]
fn check(
    a: (&[u8], &str),
    b: (&[u8], &str),
    ignored: IgnoredDifferences,
    expected: &[(&str, &str)],
) {
    let found = shown(a, b, ignored);
    let found: Vec<_> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
    assert_eq!(found, expected);
}

const TEXT: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю.\r\n";
const PLAIN: IgnoredDifferences = IgnoredDifferences {
    form: None,
    line_ends: false,
};

#[test]
fn one_text_in_two_encodings_differs_nowhere() {
    let ids = [
        "utf-8",
        "utf-16le",
        "utf-16be",
        "utf-32le",
        "utf-32be",
        "utf-7",
        "gb18030",
        "koi8-r",
        "windows-1251",
        "shift_jis",
        "euc-jp",
        "iso-2022-jp",
        "ibm866",
    ];
    let text = TEXT.replace('ё', "е").repeat(40);
    for one in ids {
        for other in ids {
            let (a, b) = (written(&text, one), written(&text, other));
            check((&a, one), (&b, other), PLAIN, &[]);
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_difference() {
    let marked = [b"\xEF\xBB\xBF", TEXT.as_bytes()].concat();
    let utf16 = [b"\xFF\xFE".to_vec(), written(TEXT, "utf-16le")].concat();
    let plain = TEXT.as_bytes();
    check((&marked, "utf-8"), (plain, "utf-8"), PLAIN, &[]);
    check((plain, "utf-8"), (&utf16, "utf-16le"), PLAIN, &[]);
    check((b"\xEF\xBB\xBF", "utf-8"), (b"", "utf-8"), PLAIN, &[]);
    // Inside a text it is a character.
    let twice = [b"\xEF\xBB\xBF".to_vec(), marked.clone()].concat();
    check(
        (&twice, "utf-8"),
        (&marked, "utf-8"),
        PLAIN,
        &[("\u{FEFF}", "")],
    );
    let all = of_text((&marked, "utf-8"), (b"X", "utf-8"), PLAIN, 3);
    assert_eq!(all[0].a.range(), 3..marked.len() as u64);
}

#[test]
fn differences_are_whole_characters() {
    let b = TEXT.replace("французских", "фрунзенских");
    let utf16 = written(&b, "utf-16be");
    check(
        (TEXT.as_bytes(), "utf-8"),
        (&utf16, "utf-16be"),
        PLAIN,
        &[("а", "у"), ("цуз", "зен")],
    );
    let (a, b) = ("a€\u{1F600}z", "a₭\u{1F601}z");
    check(
        (a.as_bytes(), "utf-8"),
        (b.as_bytes(), "utf-8"),
        PLAIN,
        &[("€\u{1F600}", "₭\u{1F601}")],
    );
}

#[test]
fn ill_formed_bytes_equal_the_same_bytes_in_the_same_encoding_only() {
    check(
        (b"a\xFFb\xE2\x82", "utf-8"),
        (b"a\xFFb\xE2\x82", "utf-8"),
        PLAIN,
        &[],
    );
    check(
        (b"a\xFFb", "utf-8"),
        (b"a\xFEb", "utf-8"),
        PLAIN,
        &[("\\FF", "\\FE")],
    );
    check(
        (b"a\xFFb", "utf-8"),
        (b"a\xFFb", "iso-8859-1"),
        PLAIN,
        &[("\\FF", "ÿ")],
    );
    // An ill-formed byte in another encoding is a difference, even with the same value.
    check(
        (b"a\xFFb", "utf-8"),
        (b"a\xFFb", "ascii"),
        PLAIN,
        &[("\\FF", "\\FF")],
    );
    // U+FFFD is a character like any other.
    check(
        ("\u{FFFD}".as_bytes(), "utf-8"),
        (b"\xFF", "utf-8"),
        PLAIN,
        &[("\u{FFFD}", "\\FF")],
    );
    // A cut character is one unit.
    check(
        (b"\xE2\x82!", "utf-8"),
        (b"\xE2\x83!", "utf-8"),
        PLAIN,
        &[("\\E2\\82", "\\E2\\83")],
    );
}

#[test]
fn a_pair_of_big5_is_the_text_it_makes() {
    check(
        (b"\x88\x62", "big5"),
        ("\u{CA}\u{304}".as_bytes(), "utf-8"),
        PLAIN,
        &[],
    );
    check(
        (b"\x88\x62", "big5"),
        ("\u{CA}x".as_bytes(), "utf-8"),
        PLAIN,
        &[("\u{CA}\u{304}", "\u{CA}x")],
    );
}

#[test]
fn letters_are_compared_in_a_form_on_request() {
    let (a, b) = (
        "né Việt \u{1E9B}\u{323}!",
        "ne\u{301} Vie\u{323}\u{302}t \u{17F}\u{323}\u{307}!",
    );
    let of = |form| IgnoredDifferences {
        form,
        line_ends: false,
    };
    let sides = ((a.as_bytes(), "utf-8"), (b.as_bytes(), "utf-8"));
    assert!(!shown(sides.0, sides.1, PLAIN).is_empty());
    for form in [NormalizationForm::Nfc, NormalizationForm::Nfd] {
        check(sides.0, sides.1, of(Some(form)), &[]);
        // A run is the letter with all its marks.
        check(
            ("xé!".as_bytes(), "utf-8"),
            (b"xe!", "utf-8"),
            of(Some(form)),
            &[("é", "e")],
        );
        let (one, other) = ("xe\u{301}\u{323}!", "xé!");
        check(
            (one.as_bytes(), "utf-8"),
            (other.as_bytes(), "utf-8"),
            of(Some(form)),
            &[("e\u{301}\u{323}", "é")],
        );
        let utf16 = written(b, "utf-16le");
        check(
            (a.as_bytes(), "utf-8"),
            (&utf16, "utf-16le"),
            of(Some(form)),
            &[],
        );
    }
}

#[test]
fn line_ends_are_the_same_on_request() {
    let ignored = IgnoredDifferences {
        form: None,
        line_ends: true,
    };
    check(
        (b"a\r\nb\rc\n", "utf-8"),
        (b"a\nb\nc\r\n", "utf-8"),
        ignored,
        &[],
    );
    check((b"a\r\r\nb", "utf-8"), (b"a\n\nb", "utf-8"), ignored, &[]);
    check(
        (b"a\r\nb", "utf-8"),
        (b"a\n\nb", "utf-8"),
        ignored,
        &[("", "\n")],
    );
    check(
        (b"a\r\nX", "utf-8"),
        (b"a\nY", "utf-8"),
        ignored,
        &[("X", "Y")],
    );
    // In EBCDIC 61 is a slash and 15 is NEL, which also ends a line.
    check((b"a\x15", "ebcdic-037"), (b"/\n", "utf-8"), ignored, &[]);
    check(
        (b"a\r\nb", "utf-8"),
        (b"a\nb", "utf-8"),
        PLAIN,
        &[("\r", "")],
    );
}

#[test]
fn long_texts_in_one_encoding_are_compared_by_their_bytes() {
    let number = |n: u32| format!("{n} {TEXT}");
    let text: String = (0..8_000).map(number).collect();
    for id in ["utf-8", "utf-16le", "gb18030"] {
        let a = written(&text.replace('ё', "\u{1F600}"), id);
        // Changes at the end, in the middle, at 256 KiB, and just before 384 KiB. Four bytes replace
        // two, which shifts the rest, or four. They are д д in UTF-16LE, and twice a digit and a
        // control in the other encodings.
        for (at, len) in [
            (a.len() - 2, 2),
            (a.len() / 4 * 2, 2),
            (262_144, 2),
            (393_210, 4),
        ] {
            let mut b = a.clone();
            b.splice(at..at + len, b"\x34\x04\x34\x04".iter().copied());
            // With a normal form the texts are compared character by character.
            let slow = |a: &[u8], b: &[u8]| {
                let ignored = IgnoredDifferences {
                    form: Some(NormalizationForm::Nfc),
                    line_ends: false,
                };
                of_text((a, id), (b, id), ignored, 4096)
            };
            let found = of_text((&a, id), (&b, id), PLAIN, STEP);
            assert_eq!(ranges(&found), ranges(&slow(&a, &b)), "{id} {at}");
            assert!(!found.is_empty());
        }
        assert_eq!(of_text((&a, id), (&a, id), PLAIN, STEP), []);
    }
}

#[test]
fn long_texts_are_aligned_over_encodings() {
    let words = |len, seed| -> String {
        let letter = |byte: u8| char::from_u32(0x430 + u32::from(byte % 32)).unwrap();
        noise(len, seed).into_iter().map(letter).collect()
    };
    let (a, more) = (words(300_000, 1), words(500_000, 2));
    let b = format!("{more}{a}");
    let utf16 = written(&b, "utf-16le");
    let found = of_text((a.as_bytes(), "utf-8"), (&utf16, "utf-16le"), PLAIN, STEP);
    assert_eq!(ranges(&found), [(0..0, 0..1_000_000)]);
}

#[test]
fn text_deleted_from_a_repetitive_text_is_one_difference() {
    let (line, more) = ("Привет, мир!\n", "added line\n");
    for (before, added, after) in [(8, 3, 8), (1, 1, 3), (200, 5, 100), (3, 40, 2)] {
        let [head, tail] = [before, after].map(|count: usize| line.repeat(count));
        let longer = format!("{head}{}{tail}", more.repeat(added));
        let shorter = written(&format!("{head}{tail}"), "utf-16le");
        let gone = head.len() as u64..(head.len() + more.len() * added) as u64;
        let place = (line.encode_utf16().count() * before * 2) as u64;
        for step in [1, 2, 3, 4, 5, 6, 7, 8, 9, 100, STEP] {
            let (a, b) = ((longer.as_bytes(), "utf-8"), (&shorter[..], "utf-16le"));
            let found = of_text(a, b, PLAIN, step);
            assert_eq!(
                ranges(&found),
                [(gone.clone(), place..place)],
                "{before} {added}"
            );
            let found = of_text(b, a, PLAIN, step);
            assert_eq!(
                ranges(&found),
                [(place..place, gone.clone())],
                "{before} {added}"
            );
        }
    }
}

proptest! {
    #[test]
    fn texts_are_equal_outside_their_differences(
        a in "[aбe\u{301}\u{323}é €\r\n😀]{0,80}",
        b in "[aбe\u{301}\u{323}é €\r\n😀]{0,80}",
        line_ends: bool,
        form in 0..3_usize,
        step in 1..10_u64,
    ) {
        let form = [None, Some(NormalizationForm::Nfc), Some(NormalizationForm::Nfd)][form];
        let ignored = IgnoredDifferences { form, line_ends };
        let utf16 = written(&b, "utf-16be");
        let all = of_text((a.as_bytes(), "utf-8"), (&utf16, "utf-16be"), ignored, step);
        let same = |text: String| {
            let text = if line_ends { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
            form.map_or(text.clone(), |form| form.normalize(&text))
        };
        let stretch = |from: u64, end: u64| FileStretch {
            from: Anchor { offset: from, state: CodecState::default() },
            end,
        };
        let (mut at_a, mut at_b) = (0, 0);
        let end = (a.len() as u64, utf16.len() as u64);
        let ranges = ranges(&all);
        for (in_a, in_b) in ranges.into_iter().chain([(end.0..end.0, end.1..end.1)]) {
            let one = read(a.as_bytes(), "utf-8", &stretch(at_a, in_a.start));
            let other = read(&utf16, "utf-16be", &stretch(at_b, in_b.start));
            prop_assert_eq!(same(one), same(other));
            (at_a, at_b) = (in_a.end, in_b.end);
        }
        prop_assert_eq!(all.is_empty(), same(a) == same(b));
    }
}
