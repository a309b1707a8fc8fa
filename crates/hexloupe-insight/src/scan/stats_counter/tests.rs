//! Compares a counter with independent code, and with itself fed in pieces.

use super::*;
use crate::scan::fault_scanner::FaultScanner;
use hexloupe_text::codec::table;
use hexloupe_text::window::sweep::Reach;
use hexloupe_text::window::{Hole, Peek as _};
use proptest::prelude::*;
use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;

/// Lists all.
const ALL: usize = usize::MAX;
/// Numbers that are new in Unicode 18; the standard library has Unicode 17.
const NEW_NUMBERS: [std::ops::RangeInclusive<char>; 3] = [
    '\u{1246F}'..='\u{1246F}',
    '\u{12475}'..='\u{1247F}',
    '\u{12550}'..='\u{12686}',
];

fn is_number(c: char) -> bool {
    c.is_numeric() || NEW_NUMBERS.iter().any(|new| new.contains(&c))
}

fn by_id(id: &str) -> &'static Encoding {
    table::by_label(id).unwrap().encoding()
}

fn counted(encoding: &'static Encoding, bytes: &[u8]) -> Stats {
    fed(encoding, 0, &bytes.window(0, bytes.len()), u64::MAX)
}

/// The statistics of a window that is fed in pieces of a size.
fn fed(encoding: &'static Encoding, phase: u64, whole: &Window, size: u64) -> Stats {
    let mut stats_counter = StatsCounter::new(encoding, phase, whole.front());
    let mut until = 0u64;
    while until < whole.end() {
        until = until.saturating_add(size).min(whole.end());
        if until > stats_counter.at() {
            stats_counter.feed(
                &cut(whole, stats_counter.at(), until, encoding.reach()),
                until,
            );
        }
    }
    assert_eq!(stats_counter.at(), whole.end());
    stats_counter.stats(ALL)
}

/// The part of a window that a counter needs to go from one offset to another.
fn cut(whole: &Window, from: u64, to: u64, reach: Reach) -> Window {
    let start = from.saturating_sub(reach.before);
    let mut window = whole
        .bytes
        .window(start, (to - start + reach.after) as usize);
    let holes = whole.holes.iter();
    window.holes = holes
        .filter_map(|hole| hole.cut(start, window.end()))
        .collect();
    window
}

/// Lines by the definition, in stretches separated by sequences without a character.
fn lines(stretches: &[&str]) -> u64 {
    let mut ends = 0;
    for (index, text) in stretches.iter().enumerate() {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        ends += text.matches('\n').count() as u64;
        let last = index + 1 == stretches.len();
        ends += u64::from(last && !(text.is_empty() && index == 0) && !text.ends_with('\n'));
    }
    ends
}

/// Compares statistics with the standard library's results for well-formed stretches that are
/// separated by sequences without a character.
#[track_caller]
fn holds(found: &Stats, stretches: &[&str]) {
    let text = stretches.concat();
    let mut points = BTreeMap::new();
    for c in text.chars() {
        *points.entry(c).or_insert(0u64) += 1;
    }
    let listed: BTreeMap<char, u64> = found.listed.points.listed.iter().copied().collect();
    assert_eq!(
        (listed, found.listed.points.distinct),
        (points.clone(), points.len() as u64)
    );
    let order = |pair: &[(char, u64)]| {
        pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0
    };
    assert!(found.listed.points.listed.windows(2).all(order));
    assert_eq!(found.characters, text.chars().count() as u64);
    let clusters = stretches
        .iter()
        .map(|text| text.graphemes(true).count() as u64);
    assert_eq!(found.clusters, clusters.sum::<u64>());
    assert_eq!(found.lines, lines(stretches));
    let count = |what: &dyn Fn(char) -> bool| text.chars().filter(|c| what(*c)).count() as u64;
    let of = |short: &[&str]| -> u64 {
        let some = found.listed.categories.iter();
        some.filter(|share| short.contains(&share.short))
            .map(|share| share.count)
            .sum()
    };
    assert_eq!(of(&["Cc"]), count(&char::is_control));
    assert_eq!(of(&["Nd", "Nl", "No"]), count(&is_number));
    let sums = [
        &found.listed.categories,
        &found.listed.scripts.listed,
        &found.listed.blocks.listed,
    ];
    for shares in sums {
        let all: u64 = shares.iter().map(|share| share.count).sum();
        assert_eq!(all, found.characters);
    }
    let basic = found
        .listed
        .blocks
        .listed
        .iter()
        .find(|share| share.name == "Basic Latin");
    assert_eq!(
        basic.map_or(0, |share| share.count),
        count(&|c| c.is_ascii())
    );
    let crlf = stretches
        .iter()
        .map(|text| text.matches("\r\n").count() as u64);
    let crlf = crlf.sum::<u64>();
    let endings = found.endings;
    let expected = [
        count(&|c| c == '\n') - crlf,
        crlf,
        count(&|c| c == '\r') - crlf,
        count(&|c| c == '\u{85}'),
        count(&|c| c == '\u{B}'),
        count(&|c| c == '\u{C}'),
        count(&|c| c == '\u{2028}'),
        count(&|c| c == '\u{2029}'),
    ];
    assert_eq!(endings.each().map(|(.., count)| count), expected);
}

fn telling() -> impl Strategy<Value = Vec<u8>> {
    let text = prop_oneof![
        Just("é€😀\r\n\n\r"),
        Just("\u{FEFF}"),
        Just("\u{202E}a\u{2066}\n\u{2069}\u{202C}\u{1C}\r"),
        Just("e\u{301}👩\u{200D}👧🇫🇷\u{600}1\u{85}\u{2028}\u{B}\u{C}"),
        Just("РџСЂРёРІРµС‚ Ã©tÃ© «»"),
        Just(r"\ud83d\ude00 \\ud83d \ude00\ud83d"),
        Just("क\u{94D}षि ٣ \u{E000}\u{FDD0}\0\u{81}"),
    ];
    let piece = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..6),
        5 => text.prop_map(|text| text.as_bytes().to_vec()),
        3 => (1..90usize).prop_map(|len| vec![b'a'; len]),
        2 => (1..300usize).prop_map(|len| "plain text\r\n".repeat(len).into_bytes()),
        2 => (1..60usize).prop_map(|len| "ж\r\n".repeat(len).into_bytes()),
        2 => (0..60usize).prop_map(|len| [&b"\\".repeat(len)[..], b"ud83d", b"\\n".repeat(len).as_slice()].concat()),
        1 => Just(b"\n".to_vec()),
        1 => Just(b"\x15\x25\x0D\x25\x0D\x15".to_vec()),
        1 => Just(b"\xFF\xFE".to_vec()),
        1 => Just(b"\0\0\xFE\xFF".to_vec()),
        1 => (1..50usize).prop_map(|len| b"\x3D\xD8".repeat(len)),
        1 => Just(b"\x83\x5C\x8F\x0A\x95\x5C\\\x81\x30\x81\x30\x88\x62".to_vec()),
        1 => Just(b"\x1B$B0!\n\x1B(J\\\x1B(I1\x1B$B\x1B(B".to_vec()),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

fn encodings() -> impl Strategy<Value = &'static Encoding> {
    let ids = [
        "utf-8",
        "utf-16le",
        "utf-32be",
        "ascii",
        "windows-1251",
        "shift_jis",
        "gb18030",
        "iso-2022-jp",
        "ebcdic-037",
    ];
    prop::sample::select(ids.map(by_id).to_vec())
}

#[test]
fn a_mark_with_a_hole_in_it_is_no_mark() {
    for (id, opening, hole) in [
        ("utf-32le", &b"\xFF\xFE\0\0a\0\0\0"[..], 2..4u64),
        ("utf-32be", b"\0\0\xFE\xFF\0\0\0a", 0..2),
    ] {
        let mut window = opening.window(0, opening.len());
        window.holes.push(hole.into());
        let found = fed(by_id(id), 0, &window, u64::MAX);
        assert_eq!((found.has_bom, found.unreadable), (false, 2), "{id}");
    }
}

/// The notices by stepping; the counter derives most of them from its code points.
fn noticed(encoding: &'static Encoding, phase: u64, whole: &Window) -> Vec<(Notice, u64)> {
    let mut noticer = Noticer::new(encoding, whole.front());
    let mut met = BTreeMap::new();
    let mut add = |kind, _, ()| *met.entry(kind).or_insert(0) += 1;
    for step in Walk::new(encoding, phase, whole) {
        noticer.step(&step, (), &mut add);
    }
    noticer.finish(&mut add);
    let mut met: Vec<_> = met.into_iter().collect();
    met.sort_by_key(|(kind, _)| *kind != Notice::BidiUnpaired);
    met
}

proptest! {
    #[test]
    fn counts_are_the_same_however_the_data_is_cut(
        data in telling(),
        encoding in encodings(),
        phase in 0u64..4,
        size in prop_oneof![1u64..10, 10u64..3000],
        hole in prop::option::of((0u64..3000, 1u64..2000)),
    ) {
        let phase = phase % u64::from(encoding.unit);
        let mut whole = data.as_slice().window(0, data.len());
        let end = whole.end();
        let hole = hole.and_then(|(at, len)| Hole::from(at..at + len).cut(0, end));
        if let Some(hole) = hole {
            whole.bytes[hole.start as usize..hole.end as usize].fill(0);
            whole.holes.push(hole);
        }
        let all = fed(encoding, phase, &whole, u64::MAX);
        prop_assert_eq!(&fed(encoding, phase, &whole, size), &all);
        prop_assert_eq!(&all.notices, &noticed(encoding, phase, &whole));
        if encoding.shifts {
            let steps: Vec<_> = Walk::new(encoding, phase, &whole).collect();
            let characters = steps.iter().filter(|step| step.meaning.is_character());
            prop_assert_eq!(all.characters, characters.count() as u64);
            return Ok(());
        }
        let mut scanner = FaultScanner::new(encoding, phase);
        scanner.count(&whole, end);
        let tally = scanner.tally();
        prop_assert_eq!(
            (all.characters, all.faults, all.lines),
            (tally.characters, tally.kinds, scanner.lines())
        );
        prop_assert_eq!(all.unreadable, hole.map_or(0, |hole| hole.end - hole.start));
    }

    #[test]
    fn counts_of_utf_8_are_those_of_the_standard_library(data in telling()) {
        let text = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&data);
        let mut stretches = Vec::new();
        let mut faults = 0;
        for chunk in text.utf8_chunks() {
            stretches.push(chunk.valid());
            faults += u64::from(!chunk.invalid().is_empty());
        }
        if text.utf8_chunks().last().is_none_or(|last| !last.invalid().is_empty()) {
            stretches.push("");
        }
        let found = counted(table::UTF_8, &data);
        holds(&found, &stretches);
        prop_assert_eq!(found.faults.total(), faults);
        prop_assert_eq!(found.has_bom, text.len() < data.len());
        prop_assert_eq!(found.code_units, data.len() as u64);
        let all = stretches.concat();
        for len in 1..=4 {
            let count = all.chars().filter(|c| c.len_utf8() == len).count() as u64;
            prop_assert_eq!(found.lengths[len - 1], count);
        }
    }

    #[test]
    fn counts_of_other_encodings_are_those_of_encoding_rs(data in telling()) {
        for (id, oracle) in [
            ("utf-16le", encoding_rs::UTF_16LE),
            ("utf-16be", encoding_rs::UTF_16BE),
            ("windows-1251", encoding_rs::WINDOWS_1251),
            ("koi8-r", encoding_rs::KOI8_R),
        ] {
            // An ill-formed sequence would become a character there.
            let (text, _) = oracle.decode_without_bom_handling(&data);
            let encoded: Vec<u8> = match id {
                "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                _ if text.contains('\u{FFFD}') => continue,
                _ => data.clone(),
            };
            let found = counted(by_id(id), &encoded);
            let marked = found.has_bom && id.starts_with("utf-16");
            let text = if marked { &text[3..] } else { &text };
            holds(&found, &[text]);
            let unit = usize::from(by_id(id).unit);
            prop_assert_eq!(found.code_units, (encoded.len() / unit) as u64);
            prop_assert_eq!(found.faults.total(), 0);
        }
    }
}

#[test]
fn nothing_holds_nothing_and_a_mark_is_no_character() {
    for (id, bytes, units) in [
        ("utf-8", &b""[..], 0),
        ("utf-8", b"\xEF\xBB\xBF", 3),
        ("utf-16le", b"\xFF\xFE", 1),
        ("utf-32be", b"\0\0\xFE\xFF", 1),
    ] {
        let found = counted(by_id(id), bytes);
        holds(&found, &[""]);
        assert_eq!((found.code_units, found.has_bom), (units, units > 0));
        assert_eq!((found.notices, found.lengths), (Vec::new(), [0; 8]));
    }
}

#[test]
fn nel_ends_lines_of_ebcdic_and_is_worth_no_word_there() {
    let found = counted(by_id("ebcdic-037"), b"\x15a\x15b\x0D\x25\x15\x06c");
    assert_eq!((found.lines, found.endings.ends()), (5, 4));
    assert_eq!((found.endings.nel, found.endings.crlf), (3, 1));
    let expected = [(Notice::C1Control, 1), (Notice::MixedLineEndings, 1)];
    assert_eq!(found.notices, expected);
    let found = counted(by_id("iso-8859-1"), b"a\x85b");
    assert_eq!((found.lines, found.endings.nel), (1, 1));
    assert_eq!(found.notices, [(Notice::C1Control, 1)]);
}

#[test]
fn unpaired_bidi_controls_come_first() {
    let text = "\u{FEFF}\0\u{202E}a\n\u{FEFF}\r\nb\u{E000}";
    let found = counted(table::UTF_8, text.as_bytes());
    let expected = [
        (Notice::BidiUnpaired, 1),
        (Notice::BomInside, 1),
        (Notice::Nul, 1),
        (Notice::PrivateUse, 1),
        (Notice::BidiControl, 1),
        (Notice::MixedLineEndings, 1),
    ];
    assert_eq!(found.notices, expected);
}

#[test]
fn the_most_frequent_are_listed_and_the_others_counted() {
    let text = "aaabbcdéж".as_bytes();
    let stats_counter = |most| {
        let mut stats_counter = StatsCounter::new(table::UTF_8, 0, text);
        stats_counter.feed(&text.window(0, 100), 100);
        stats_counter.stats(most)
    };
    let found = stats_counter(3);
    assert_eq!(found.listed.points.listed, [('a', 3), ('b', 2), ('c', 1)]);
    assert_eq!(found.listed.points.distinct, 6);
    assert_eq!(
        (
            found.listed.scripts.listed.len(),
            found.listed.scripts.distinct
        ),
        (2, 2)
    );
    assert_eq!(
        (
            stats_counter(1).listed.blocks.listed.len(),
            stats_counter(0).listed.blocks.distinct
        ),
        (1, 3)
    );
}
