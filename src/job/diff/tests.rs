//! Differences against what they must be: equal bytes between them, both files whole, and what
//! `cmp -l` would list.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::codec::{Meaning, State, Walk, table};

/// What is read at once in most tests.
const STEPS: [u64; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 64, STEP];

fn found(compare: impl FnOnce(&mut Control<'_>, &mut Each<'_>) -> End<Outcome>) -> Vec<Difference> {
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let mut all = Vec::new();
    let ended = compare(&mut control, &mut |difference| {
        all.push(*difference);
        ControlFlow::Continue(())
    });
    let End::Done(outcome) = ended else {
        panic!("nobody cancelled it");
    };
    assert_eq!(outcome.counts.all(), all.len() as u64);
    all
}

fn of_bytes(a: &[u8], b: &[u8], step: u64) -> Vec<Difference> {
    let (a, b) = (a.to_vec(), b.to_vec());
    let (a, b) = (&a, &b);
    found(|control, each| bytes(control, Pair { a, b, step }, each))
}

/// The offsets of differences.
fn ranges(all: &[Difference]) -> Vec<(Range<u64>, Range<u64>)> {
    let ranges = all.iter();
    ranges.map(|one| (one.a.range(), one.b.range())).collect()
}

/// Holds differences to what they must be; returns them.
#[track_caller]
fn held(a: &[u8], b: &[u8], step: u64) -> Vec<(Range<u64>, Range<u64>)> {
    let all = ranges(&of_bytes(a, b, step));
    let (mut at_a, mut at_b) = (0, 0);
    let part =
        |data: &[u8], range: Range<u64>| data[range.start as usize..range.end as usize].to_vec();
    // The second file, made of the first and the differences, and the other way round.
    let (mut made_b, mut made_a) = (Vec::new(), Vec::new());
    for (index, (in_a, in_b)) in all.iter().enumerate() {
        assert!(!in_a.is_empty() || !in_b.is_empty());
        assert!(
            index == 0 || in_a.start > at_a && in_b.start > at_b,
            "{all:?}"
        );
        made_b.extend(part(a, at_a..in_a.start));
        made_b.extend(part(b, in_b.clone()));
        made_a.extend(part(b, at_b..in_b.start));
        made_a.extend(part(a, in_a.clone()));
        (at_a, at_b) = (in_a.end, in_b.end);
    }
    made_b.extend(part(a, at_a..a.len() as u64));
    made_a.extend(part(b, at_b..b.len() as u64));
    assert!(made_b == b && made_a == a, "{all:?}");
    all
}

/// A few bytes that look like noise.
fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2) | 1;
    let next = || {
        state = state
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(seed | 1);
        (state >> 40) as u8
    };
    std::iter::repeat_with(next).take(len).collect()
}

#[track_caller]
fn check(a: &[u8], b: &[u8], expected: &[(Range<u64>, Range<u64>)]) {
    for step in STEPS {
        assert_eq!(held(a, b, step), expected, "step {step}");
    }
}

#[test]
fn what_is_equal_differs_nowhere() {
    for len in [0, 1, 127, 128, 129, 4096, 100_000] {
        let data = noise(len, 3);
        check(&data, &data, &[]);
    }
}

#[test]
fn one_empty_file_is_all_inserted_or_deleted() {
    check(b"", b"abc", &[(0..0, 0..3)]);
    check(b"abc", b"", &[(0..3, 0..0)]);
    check(b"", b"", &[]);
}

#[test]
fn small_edits_are_found_as_they_were_made() {
    check(b"abcdef", b"abXdYf", &[(2..3, 2..3), (4..5, 4..5)]);
    check(b"hello world", b"hello, world", &[(5..5, 5..6)]);
    check(b"hello, world", b"hello world", &[(5..6, 5..5)]);
    check(
        b"kitten",
        b"sitting",
        &[(0..1, 0..1), (4..5, 4..5), (6..6, 6..7)],
    );
    check(b"same", b"same and more", &[(4..4, 4..13)]);
}

#[test]
fn edits_at_every_length_around_the_windows_are_found() {
    for middle in [128, 1024, 4096, 8192] {
        for len in (middle - 12_usize..middle + 13).step_by(3) {
            let data = noise(len, 5);
            let more = noise(3, 9);
            let longer = [&more[..], &data].concat();
            check_at(&data, &longer, &[(0..0, 0..3)]);
            check_at(&longer, &data, &[(0..3, 0..0)]);
            let at_end = [&data[..], &more].concat();
            let len = len as u64;
            check_at(&data, &at_end, &[(len..len, len..len + 3)]);
            let other = [&noise(len as usize, 77)[..], &data].concat();
            check_at(&data, &other, &[(0..0, 0..len)]);
        }
    }
}

/// As [`check`], for longer data.
#[track_caller]
fn check_at(a: &[u8], b: &[u8], expected: &[(Range<u64>, Range<u64>)]) {
    for step in [7, 1000, STEP] {
        assert_eq!(held(a, b, step), expected, "step {step}");
    }
}

#[test]
fn zeros_and_periods_are_compared() {
    for len in [1, 8, 127, 1000, 70_000_u64] {
        let zeros = vec![0; len as usize];
        let one = [&[1][..], &zeros].concat();
        check_at(&zeros, &one, &[(0..0, 0..1)]);
        check_at(&one, &zeros, &[(0..1, 0..0)]);
        let more = vec![0; len as usize + 3];
        check_at(&zeros, &more, &[(len..len, len..len + 3)]);
        let period: Vec<u8> = (0..16).cycle().take(len as usize).collect();
        let shifted = [&[99][..], &period].concat();
        check_at(&period, &shifted, &[(0..0, 0..1)]);
    }
}

#[test]
fn long_insertions_and_deletions_are_aligned() {
    const MIB: u64 = 1 << 20;
    let data = noise(3 << 20, 1);
    for far in [1, 5, 9] {
        let other = noise(far << 20, 2);
        let far = far as u64 * MIB;
        let front = [&other[..], &data].concat();
        assert_eq!(held(&data, &front, STEP), [(0..0, 0..far)]);
        assert_eq!(held(&front, &data, STEP), [(0..far, 0..0)]);
        let (before, after) = data.split_at(1 << 20);
        let inside = [before, &other, after].concat();
        assert_eq!(held(&data, &inside, STEP), [(MIB..MIB, MIB..MIB + far)]);
        // Both have something else there.
        let another = [before, &noise(6 << 20, 4), after].concat();
        let expected = [(MIB..MIB + far, MIB..7 * MIB)];
        assert_eq!(held(&inside, &another, STEP), expected);
    }
}

#[test]
fn files_without_anything_in_common_are_one_difference() {
    let (a, b) = (noise(5 << 20, 1), vec![0xAA; 6 << 20]);
    let found = held(&a, &b, STEP);
    assert!(found.len() < 100, "{}", found.len());
}

/// What `cmp -l` would list: the runs of bytes that differ in place.
fn in_place(a: &[u8], b: &[u8]) -> Vec<(Range<u64>, Range<u64>)> {
    let mut runs: Vec<(Range<u64>, Range<u64>)> = Vec::new();
    for (at, _) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b) {
        let at = at as u64;
        match runs.last_mut() {
            Some((a, b)) if a.end == at => (a.end, b.end) = (at + 1, at + 1),
            _ => runs.push((at..at + 1, at..at + 1)),
        }
    }
    runs
}

#[test]
fn what_is_overwritten_in_place_is_what_cmp_lists() {
    for (len, every) in [
        (300, 2),
        (5000, 3),
        (5000, 9),
        (200_000, 4),
        (200_000, 50),
        (200_000, 5000),
    ] {
        let a = noise(len, 8);
        let mut b = a.clone();
        for at in (every / 2..len).step_by(every) {
            b[at] ^= 0x10 | at as u8 & 1;
        }
        check_at(&a, &b, &in_place(&a, &b));
    }
}

/// An edit: where, how many bytes go, and what comes.
type Edit = (prop::sample::Index, usize, Vec<u8>);

fn edited(data: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut data = data.to_vec();
    for (at, gone, new) in edits {
        let at = at.index(data.len() + 1);
        let end = (at + gone).min(data.len());
        data.splice(at..end, new.iter().copied());
    }
    data
}

fn edits(alphabet: u8) -> impl Strategy<Value = Vec<Edit>> {
    let new = prop::collection::vec(0..=alphabet, 0..12);
    prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, new), 0..8)
}

fn data(alphabet: u8, most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0..=alphabet, 0..most)
}

proptest! {
    #[test]
    fn records_make_each_file_of_the_other(
        a in prop_oneof![data(255, 600), data(1, 600), data(3, 3000)],
        edits in prop_oneof![edits(255), edits(1)],
        step in 1..10_u64,
    ) {
        let b = edited(&a, &edits);
        let found = held(&a, &b, step);
        prop_assert_eq!(&found, &held(&a, &b, STEP));
        prop_assert_eq!(found.is_empty(), a == b);
    }

    #[test]
    fn any_two_files_are_compared(
        a in prop_oneof![data(255, 300), data(1, 300)],
        b in prop_oneof![data(255, 300), data(1, 300)],
    ) {
        held(&a, &b, 5);
        held(&b, &a, STEP);
    }

    #[test]
    fn bytes_overwritten_in_noise_are_what_cmp_lists(
        len in 1..3000_usize,
        places in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 0..40),
    ) {
        let a = noise(len, 21);
        let mut b = a.clone();
        for (at, by) in places {
            b[at.index(len)] ^= by;
        }
        let few = a.iter().zip(&b).filter(|(a, b)| a != b).count() * 2 <= len;
        if few {
            prop_assert_eq!(held(&a, &b, STEP), in_place(&a, &b));
        }
    }
}

#[test]
fn who_has_enough_gets_no_more() {
    let (a, b) = (b"abcdefgh".to_vec(), b"aXcdeYgh".to_vec());
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let pair = Pair {
        a: &a,
        b: &b,
        step: STEP,
    };
    let ended = bytes(&mut control, pair, &mut |_| ControlFlow::Break(()));
    let End::Done(outcome) = ended else { panic!() };
    assert_eq!(outcome.counts.changed, (1, [1, 1]));
    let stop = AtomicBool::new(true);
    let mut control = Control::new(&stop, &|_| ());
    let ended = bytes(&mut control, pair, &mut |_| ControlFlow::Continue(()));
    assert_eq!(ended, End::Cancelled);
}

mod texts {
    use super::*;

    fn encoding(id: &str) -> &'static Encoding {
        table::by_id(id).unwrap()
    }

    /// Some text in an encoding.
    fn written(text: &str, id: &str) -> Vec<u8> {
        let (mut state, mut out) = (State::default(), Vec::new());
        for c in text.chars() {
            encoding(id).encode(&mut state, c, &mut out).unwrap();
        }
        encoding(id).finish(&mut state, &mut out);
        out
    }

    fn of_text(a: (&[u8], &str), b: (&[u8], &str), alike: Alike, step: u64) -> Vec<Difference> {
        let readings = [a.1, b.1].map(|id| Reading {
            encoding: encoding(id),
            phase: 0,
        });
        let (a, b) = (a.0.to_vec(), b.0.to_vec());
        let (a, b) = (&a, &b);
        found(|control, each| text(control, Pair { a, b, step }, readings, alike, each))
    }

    /// What a stretch holds: code points, and ill-formed bytes as they are.
    fn read(data: &[u8], id: &str, stretch: &Stretch) -> String {
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
    fn shown(a: (&[u8], &str), b: (&[u8], &str), alike: Alike) -> Vec<(String, String)> {
        let all = of_text(a, b, alike, STEP);
        for step in 1..=9 {
            assert_eq!(of_text(a, b, alike, step), all, "step {step}");
        }
        let sides = all
            .iter()
            .map(|one| (read(a.0, a.1, &one.a), read(b.0, b.1, &one.b)));
        sides.collect()
    }

    #[track_caller]
    fn check(a: (&[u8], &str), b: (&[u8], &str), alike: Alike, expected: &[(&str, &str)]) {
        let found = shown(a, b, alike);
        let found: Vec<_> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(found, expected);
    }

    const TEXT: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю.\r\n";
    const PLAIN: Alike = Alike {
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
    fn what_differs_is_whole_characters() {
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
    fn ill_formed_bytes_are_equal_to_themselves_and_to_no_character() {
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
        // A cut character is taken whole.
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
        use crate::unicode::normal::Form;
        let (a, b) = (
            "né Việt \u{1E9B}\u{323}!",
            "ne\u{301} Vie\u{323}\u{302}t \u{17F}\u{323}\u{307}!",
        );
        let of = |form| Alike {
            form,
            line_ends: false,
        };
        let sides = ((a.as_bytes(), "utf-8"), (b.as_bytes(), "utf-8"));
        assert!(!shown(sides.0, sides.1, PLAIN).is_empty());
        for form in [Form::Nfc, Form::Nfd] {
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
        let alike = Alike {
            form: None,
            line_ends: true,
        };
        check(
            (b"a\r\nb\rc\n", "utf-8"),
            (b"a\nb\nc\r\n", "utf-8"),
            alike,
            &[],
        );
        check((b"a\r\r\nb", "utf-8"), (b"a\n\nb", "utf-8"), alike, &[]);
        check(
            (b"a\r\nb", "utf-8"),
            (b"a\n\nb", "utf-8"),
            alike,
            &[("", "\n")],
        );
        check(
            (b"a\r\nX", "utf-8"),
            (b"a\nY", "utf-8"),
            alike,
            &[("X", "Y")],
        );
        check((b"a\x15", "ebcdic-037"), (b"/\n", "utf-8"), alike, &[]);
        check(
            (b"a\r\nb", "utf-8"),
            (b"a\nb", "utf-8"),
            PLAIN,
            &[("\r", "")],
        );
    }

    #[test]
    fn long_texts_in_one_encoding_are_compared_by_their_bytes() {
        let text: String = (0..60_000).map(|n| format!("{n} {TEXT}")).collect();
        for id in ["utf-8", "utf-16le", "gb18030"] {
            let a = written(&text.replace('ё', "\u{1F600}"), id);
            for (at, len) in [
                (a.len() - 2, 2),
                (a.len() / 4 * 2, 2),
                (262_144, 2),
                (393_210, 4),
            ] {
                let mut b = a.clone();
                b.splice(at..at + len, b"\x34\x04\x34\x04".iter().copied());
                let slow = |a: &[u8], b: &[u8]| {
                    let alike = Alike {
                        form: None,
                        line_ends: true,
                    };
                    of_text((a, id), (b, id), alike, 4096)
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

    proptest! {
        #[test]
        fn texts_are_made_of_each_other(
            a in "[aбe\u{301}\u{323}é €\r\n😀]{0,80}",
            b in "[aбe\u{301}\u{323}é €\r\n😀]{0,80}",
            line_ends: bool,
            form in 0..3,
            step in 1..10_u64,
        ) {
            use crate::unicode::normal::Form;
            let form = [None, Some(Form::Nfc), Some(Form::Nfd)][form as usize];
            let alike = Alike { form, line_ends };
            let utf16 = written(&b, "utf-16be");
            let all = of_text((a.as_bytes(), "utf-8"), (&utf16, "utf-16be"), alike, step);
            let same = |text: String| {
                let text = if line_ends { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
                form.map_or(text.clone(), |form| form.of(&text))
            };
            let stretch = |from: u64, end: u64| Stretch {
                from: Anchor { offset: from, state: State::default() },
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
}
