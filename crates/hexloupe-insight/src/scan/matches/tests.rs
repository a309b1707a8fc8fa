//! Matches compared with brute force: every place is tried one by one.

use super::*;
use crate::scan::pattern::{self, CaseMatching};
use hexloupe_text::codec::{Anchor, CodecState, Meaning, table};
use hexloupe_text::window::{Hole, Peek};
use proptest::prelude::*;

fn matcher(
    pattern: &str,
    case: CaseMatching,
    reading: EncodingAndPhase,
    scope: SearchScope,
) -> Matcher {
    let read = pattern::read(pattern, case).unwrap();
    Matcher::new(&read, reading, scope).unwrap()
}

/// The matches found in windows with blocks of a size.
fn found(matcher: &Matcher, data: &Vec<u8>, block: u64) -> Vec<(u64, u64)> {
    let (mut out, mut from, len) = (Vec::new(), 0, data.len() as u64);
    let mut at = 0;
    while at < len {
        let range = at..at + block;
        let sight = matcher.sight(&range);
        let EncodingAndPhase { encoding, phase } = matcher.reading();
        let begin = || Some(Anchor::default());
        let known = encoding.boundary_before(phase, data, at, begin).anchor;
        let window = data.window(sight.start, (sight.end - sight.start) as usize);
        let _: ControlFlow<()> =
            matcher.each(&window, from.max(at)..range.end, known, &mut |found| {
                out.push((found.offset, found.len));
                from = found.end();
                ControlFlow::Continue(())
            });
        at += block;
    }
    out
}

/// The matches by trying every place in turn.
fn tried(
    data: &[u8],
    begins: impl Fn(u64) -> bool,
    len: impl Fn(&[u8]) -> Option<usize>,
) -> Vec<(u64, u64)> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < data.len() {
        match len(&data[at..]).filter(|_| begins(at as u64)) {
            Some(len) => {
                out.push((at as u64, len as u64));
                at += len;
            }
            None => at += 1,
        }
    }
    out
}

fn starts(reading: EncodingAndPhase, data: &Vec<u8>) -> Vec<(u64, u64, Option<char>)> {
    let window = data.window(0, data.len());
    Walk::new(reading.encoding, reading.phase, &window)
        .filter(|step| step.meaning != Meaning::Shift)
        .map(|step| (step.offset, u64::from(step.len), step.meaning.scalar()))
        .collect()
}

fn readings(phase: u64) -> Vec<EncodingAndPhase> {
    let encodings = [
        table::UTF_8,
        table::UTF_16LE,
        table::UTF_16BE,
        table::UTF_32LE,
        table::by_label("windows-1251").unwrap().encoding(),
        table::by_label("shift_jis").unwrap().encoding(),
        table::by_label("gb18030").unwrap().encoding(),
        table::by_label("iso-2022-jp").unwrap().encoding(),
    ];
    let reading = |encoding: &'static Encoding| EncodingAndPhase {
        encoding,
        phase: phase % u64::from(encoding.unit),
    };
    encodings.into_iter().map(reading).collect()
}

const TEXTS: [&str; 6] = ["aa", "жа", "€", "😀a", "a", "aba"];

/// Bytes that contain such texts, whole and cut, in several encodings.
fn telling() -> impl Strategy<Value = Vec<u8>> {
    let text = prop::sample::select(TEXTS.to_vec());
    let encoded = (text, 0..8usize).prop_map(|(text, at)| {
        let encoding = readings(0)[at].encoding;
        let mut out = Vec::new();
        for c in text.chars() {
            // A character that the encoding lacks adds nothing.
            let _ = encoding.encode(&mut CodecState::default(), c, &mut out);
        }
        out
    });
    let piece = prop_oneof![
        4 => encoded.clone(),
        1 => encoded.prop_map(|bytes| bytes[..bytes.len() / 2].to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => prop::sample::select(b"a\0\n\xE2\x82\xD8\xF0".to_vec()).prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn text_stands_where_sequences_spell_it(
        data in telling(), at in 0..6usize, block in 1u64..10, phase in 0u64..4,
    ) {
        for reading in readings(phase) {
            let Ok(matcher) = Matcher::new(
                &pattern::read(TEXTS[at], CaseMatching::Exact).unwrap(), reading, SearchScope::Own,
            ) else { continue };
            let steps = starts(reading, &data);
            let spells = |bytes: &[u8]| {
                let offset = (data.len() - bytes.len()) as u64;
                let first = steps.iter().position(|step| step.0 == offset)?;
                let mut end = offset;
                for (index, c) in TEXTS[at].chars().enumerate() {
                    let step = steps.get(first + index).filter(|step| step.2 == Some(c))?;
                    end = step.0 + step.1;
                }
                Some((end - offset) as usize)
            };
            let expected = tried(&data, |_| true, spells);
            prop_assert_eq!(found(&matcher, &data, block), expected.clone(), "{:?}", reading);
            // The matches are the same if boundaries are searched for.
            let careful = Matcher { place: MatchStart::Sequence, ..matcher };
            prop_assert_eq!(found(&careful, &data, block), expected, "{:?}", reading);
        }
    }

    #[test]
    fn characters_are_those_that_stepping_finds(
        data in telling(), block in 1u64..10, phase in 0u64..4,
    ) {
        for reading in readings(phase) {
            for (pattern, is) in [
                ("u:61-7A, 20AC", (|c| matches!(c, 'a'..='z' | '€')) as fn(char) -> bool),
                ("s:Cyrl", |c| hexloupe_text::unicode::property::properties(c).script.short == "Cyrl"),
                ("u:0-10FFFF", |_| true),
            ] {
                let matcher = matcher(pattern, CaseMatching::Exact, reading, SearchScope::Own);
                let steps = starts(reading, &data).into_iter();
                let expected: Vec<_> = steps
                    .filter(|step| step.2.is_some_and(is))
                    .map(|step| (step.0, step.1))
                    .collect();
                prop_assert_eq!(found(&matcher, &data, block), expected, "{} {:?}", pattern, reading);
            }
        }
    }

    #[test]
    fn masks_stand_wherever_they_fit(
        data in telling(),
        masks in prop::collection::vec((prop::sample::select(vec![0u8, 0xF, 0xF0, 0xFF]), any::<u8>()), 1..4),
        block in 1u64..10,
    ) {
        let digit = |given: bool, value: u8| if given { format!("{value:X}") } else { "?".to_owned() };
        let text: String = masks
            .iter()
            .map(|(bits, value)| digit(bits & 0xF0 != 0, value >> 4) + &digit(bits & 0xF != 0, value & 0xF))
            .collect();
        let matcher = matcher(&format!("x:{text}"), CaseMatching::Exact, readings(0)[0], SearchScope::Own);
        let fits = |bytes: &[u8]| {
            let fit = masks.iter().enumerate().all(|(at, (bits, value))| {
                bytes.get(at).is_some_and(|byte| byte & bits == value & bits)
            });
            fit.then_some(masks.len())
        };
        prop_assert_eq!(found(&matcher, &data, block), tried(&data, |_| true, fits));
    }

    #[test]
    fn expressions_find_the_same_in_windows_of_any_size(
        data in telling(), at in 0..10usize, block in 1u64..10,
    ) {
        let pattern = [
            "r:a+", "r:a[^\\n]{0,3}a", "r:(?s)a.?b", "r:[\\x80-\\xFF]+", "r:(?u)\\bж", "r:(?m)^a",
            "r:a$", "r:\\Aa", "r:(?u)[а-я]+a?", "r:ab|aba|a",
        ][at];
        let matcher = matcher(pattern, CaseMatching::Exact, readings(0)[0], SearchScope::Own);
        let SearchEngine::Automaton(whole) = &matcher.engine else { panic!("no automaton") };
        let expected: Vec<_> = whole
            .find_iter(&data)
            .map(|found| (found.start() as u64, found.len() as u64))
            .collect();
        prop_assert_eq!(found(&matcher, &data, block), expected, "{}", pattern);
    }

    #[test]
    fn every_encoding_is_searched_at_once(data in telling(), at in 0..6usize, block in 1u64..10) {
        let matcher = matcher(TEXTS[at], CaseMatching::Exact, readings(0)[0], SearchScope::All);
        let ways: Vec<Vec<u8>> = table::all()
            .filter(|encoding| encoding.synchronises_itself() || !encoding.shifts)
            .filter_map(|encoding| {
                let (mut state, mut out) = (CodecState::default(), Vec::new());
                let mut all = TEXTS[at].chars();
                let done = all.all(|c| encoding.encode(&mut state, c, &mut out).is_ok());
                // A longer text lacks its first shift, which may be anywhere before it.
                let shifts = encoding.shifts && out.first() == Some(&0x1B) && out.len() > 6;
                done.then(|| out.split_off(if shifts { 3 } else { 0 }))
            })
            .collect();
        let longest = |bytes: &[u8]| {
            let fits = ways.iter().filter(|way| bytes.starts_with(way));
            fits.map(Vec::len).max()
        };
        prop_assert_eq!(found(&matcher, &data, block), tried(&data, |_| true, longest));
    }
}

#[track_caller]
fn check(
    pattern: &str,
    case: CaseMatching,
    scope: SearchScope,
    data: &[u8],
    expected: &[(u64, u64)],
) {
    let matcher = matcher(pattern, case, readings(0)[0], scope);
    for block in [1, 3, 100] {
        assert_eq!(
            found(&matcher, &data.to_vec(), block),
            expected,
            "{pattern}"
        );
    }
}

#[test]
fn case_is_folded_as_unicode_does() {
    let folded = |pattern, data: &str, expected: &[(u64, u64)]| {
        check(
            pattern,
            CaseMatching::Folded,
            SearchScope::Own,
            data.as_bytes(),
            expected,
        );
    };
    folded("привет", "ПРИвет", &[(0, 12)]);
    // The Kelvin sign is three bytes, k one.
    folded("kk", "k\u{212A}kK", &[(0, 4), (4, 2)]);
    folded("Σ", "ςσΣ", &[(0, 2), (2, 2), (4, 2)]);
    folded("1€", "1€", &[(0, 4)]);
    folded("r:ab", "AB ab", &[(0, 2), (3, 2)]);
    let windows = readings(0)[4];
    let matcher = matcher("ж", CaseMatching::Folded, windows, SearchScope::Own);
    assert_eq!(found(&matcher, &vec![0xC6, 0xE6], 1), [(0, 1), (1, 1)]);
}

#[test]
fn both_forms_of_a_text_are_found_in_every_encoding_and_named() {
    let data = "é e\u{301} \u{E9}".as_bytes();
    check(
        "é",
        CaseMatching::Exact,
        SearchScope::Own,
        data,
        &[(0, 2), (7, 2)],
    );
    check(
        "é",
        CaseMatching::Exact,
        SearchScope::All,
        data,
        &[(0, 2), (3, 3), (7, 2)],
    );
    let matcher = matcher("é", CaseMatching::Exact, readings(0)[0], SearchScope::All);
    let named = |bytes: &[u8]| {
        let data = bytes.to_vec();
        let found = matcher
            .first(&data.window(0, 9), 0..9, Anchor::default())
            .unwrap();
        let names = matcher.encodings(&found).iter().map(|encoding| encoding.id);
        names.collect::<Vec<_>>()
    };
    assert_eq!(named("é".as_bytes()), ["utf-8"]);
    assert_eq!(named(b"\xE9\0"), ["utf-16le"]);
    let single = named(b"\xE9");
    assert!(single.contains(&"windows-1252") && single.contains(&"iso-8859-1"));
    assert!(!single.contains(&"windows-1251"));
    let mac = named(b"\x8E");
    assert!(mac.contains(&"macintosh") && mac.contains(&"x-mac-turkish"));
    assert!(mac.iter().all(|id| id.contains("mac")), "{mac:?}");
}

#[test]
fn matches_do_not_overlap() {
    check(
        "aa",
        CaseMatching::Exact,
        SearchScope::Own,
        b"aaaaa",
        &[(0, 2), (2, 2)],
    );
    check(
        "x:61 ??",
        CaseMatching::Exact,
        SearchScope::Own,
        b"aaaaa",
        &[(0, 2), (2, 2)],
    );
}

#[test]
fn text_without_bytes_in_the_encoding_is_refused_with_its_place() {
    let refused = |pattern: &str| {
        let read = pattern::read(pattern, CaseMatching::Exact).unwrap();
        let refusal = Matcher::new(&read, readings(0)[4], SearchScope::Own).unwrap_err();
        (refusal.character(pattern), refusal.said)
    };
    let said = "windows-1251 has no bytes for U+1F600; -e names another encoding, --all-encodings \
        searches all";
    assert_eq!(refused("жж😀"), (3, said.to_owned()));
    assert_eq!(refused("t:жж😀"), (5, said.to_owned()));
    let bytes = pattern::read("x:41", CaseMatching::Exact).unwrap();
    let refusal = Matcher::new(&bytes, readings(0)[0], SearchScope::All).unwrap_err();
    assert!(
        refusal
            .said
            .contains("--all-encodings works only with text")
    );
    let large = pattern::read(r"r:(?u)\w{500}", CaseMatching::Exact).unwrap();
    let refusal = Matcher::new(&large, readings(0)[0], SearchScope::Own).unwrap_err();
    assert!(refusal.said.starts_with("the expression is too large"));
}

#[test]
fn no_match_crosses_a_hole() {
    for pattern in ["x:61 00", "t:a", "u:61", "r:a\\x00?", "x:00 ??"] {
        let matcher = matcher(
            pattern,
            CaseMatching::Exact,
            readings(0)[0],
            SearchScope::Own,
        );
        let mut window = b"a\0a\0a".as_slice().window(0, 5);
        window.holes.push(Hole::from(1..3));
        let mut out = Vec::new();
        let _: ControlFlow<()> = matcher.each(&window, 0..5, Anchor::default(), &mut |found| {
            out.push((found.offset, found.len));
            ControlFlow::Continue(())
        });
        let expected: &[(u64, u64)] = match pattern {
            "x:61 00" => &[],
            "x:00 ??" => &[(3, 2)],
            _ => &[(0, 1), (4, 1)],
        };
        assert_eq!(out, expected, "{pattern}");
    }
}

#[test]
fn an_expression_with_a_bound_is_found_however_long_it_is() {
    let mut data = vec![b'.'; 200_000];
    (data[10], data[150_000]) = (b'a', b'b');
    let matcher = matcher(
        "r:a.{149989}b",
        CaseMatching::Exact,
        readings(0)[0],
        SearchScope::Own,
    );
    assert_eq!(found(&matcher, &data, 1000), [(10, 149_991)]);
}

#[test]
fn repetitions_are_counted_or_refused_if_each_costs_time() {
    let read = |pattern: &str| {
        let read = pattern::read(pattern, CaseMatching::Exact).unwrap();
        Matcher::new(&read, readings(0)[0], SearchScope::Own)
    };
    let data = vec![b'a'; 600_000];
    for (pattern, matches) in [
        ("r:a{4000}", 150),
        ("r:a{16000}", 37),
        ("r:a{262144}", 2),
        ("r:(a|b){4000}", 150),
        ("r:(?i)A{4000}", 150),
        ("r:.{4000}a", 149),
    ] {
        let found = found(&read(pattern).unwrap(), &data, 600_000);
        assert_eq!(found.len(), matches, "{pattern}");
        let whole = found.iter().all(|(at, len)| at + len <= 600_000);
        assert!(whole && found[0].0 == 0, "{pattern}");
    }
    let said = |pattern: &str| read(pattern).unwrap_err().said;
    for pattern in [
        "r:(ab){4000}",
        "r:(?:a?){3000}a{3000}",
        r"r:\ba{4000}",
        "r:a{1,4000}b",
        "r:((a{20}b){20}){2}c",
    ] {
        assert!(said(pattern).contains("the limit is 512"), "{pattern}");
    }
    for pattern in ["r:a{262145}", "r:a{65537,}", "r:a{9000000}"] {
        let said = said(pattern);
        assert!(
            said.contains("or more, but the limit is"),
            "{pattern}: {said}"
        );
    }
}
