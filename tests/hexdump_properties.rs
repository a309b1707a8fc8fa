//! Properties of every format: what is written is read back, and no text makes a reader panic,
//! invent bytes or depend on the pieces in which the text comes.

use hexloupe::hexdump::import::{DumpImport, FormatChoice, read};
use hexloupe::hexdump::table::FORMATS;
use hexloupe::hexdump::{DumpFormat, DumpLayout, FormatSubject};
use proptest::collection::vec;
use proptest::prelude::*;

/// What was read: bytes with their addresses, remarks, and how it ended.
#[derive(Debug, PartialEq)]
struct Found {
    bytes: Vec<(u64, u8)>,
    remarks: Vec<String>,
    end: Result<(), String>,
}

/// The most bytes that are compared: a `*` may stand for any number.
const MOST: usize = 1 << 16;

fn found(choice: FormatChoice, text: &[u8], sizes: &[usize]) -> Found {
    let mut import = DumpImport::new(choice);
    let mut found = Found {
        bytes: Vec::new(),
        remarks: Vec::new(),
        end: Ok(()),
    };
    let mut rest = text;
    let mut sizes = sizes.iter().cycle();
    while !rest.is_empty() && found.end.is_ok() {
        let len = sizes
            .next()
            .map_or(rest.len(), |size| (*size).clamp(1, rest.len()));
        let (piece, later) = rest.split_at(len);
        rest = later;
        found.end = import.feed(piece).map_err(|why| format!("{why:?}"));
        take(&mut import, &mut found);
    }
    if found.end.is_ok() {
        found.end = import.finish().map_err(|why| format!("{why:?}"));
    }
    take(&mut import, &mut found);
    found
}

/// Takes what was read, and checks that runs follow one another.
fn take(import: &mut DumpImport, found: &mut Found) {
    let out = import.out();
    let (bytes, runs) = out.data();
    let mut at = 0;
    for run in runs {
        assert_eq!(run.at, at);
        at += run.len;
        assert!(run.len > 0 && run.total >= run.len as u64);
        let part = bytes[run.at..at]
            .iter()
            .cycle()
            .take(run.total.min(MOST as u64) as usize);
        // A row may begin at the last address there is.
        let placed = part
            .enumerate()
            .map(|(index, byte)| (run.address.wrapping_add(index as u64), *byte));
        if found.bytes.len() < MOST {
            found.bytes.extend(placed);
        }
    }
    assert_eq!(at, bytes.len());
    out.clear();
    found.remarks.extend(
        out.take_remarks()
            .iter()
            .map(|remark| format!("{}:{}: {remark}", remark.line, remark.column)),
    );
}

fn written(
    format: &DumpFormat,
    layout: DumpLayout,
    parts: &[(u64, Vec<u8>)],
    size: usize,
) -> Option<Vec<u8>> {
    let mut writer = format.writer?(&layout);
    let mut text = Vec::new();
    for (address, bytes) in parts {
        for (index, piece) in bytes.chunks(size).enumerate() {
            writer.bytes(address + (index * size) as u64, piece, &mut text);
        }
    }
    writer.end(&mut text);
    Some(text)
}

/// Bytes of which runs repeat, as real ones do.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        vec(any::<u8>(), 0..40),
        vec(b' '..=b'~', 0..40),
        (any::<u8>(), 0..100usize).prop_map(|(byte, len)| vec![byte; len]),
        Just((0..=255).collect()),
    ];
    vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// Narrow rows more often than not: they have few bytes to each address.
fn widths() -> impl Strategy<Value = Option<u16>> {
    prop_oneof![
        Just(None),
        (1..4u16).prop_map(Some),
        (1..60u16).prop_map(Some)
    ]
}

/// Where bytes begin: often at addresses whose digits are those of any radix.
fn starts() -> impl Strategy<Value = u64> {
    prop_oneof![0..8u64, 0..512u64, 0..70_000u64]
}

/// Bytes that are left out: often few.
fn gaps() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 1..33u64, 0..300u64]
}

/// A dump gives the bytes that were written, without a remark.
#[track_caller]
fn holds(format: &'static DumpFormat, text: &[u8], parts: &[(u64, Vec<u8>)], reading: &[usize]) {
    let mut found = found(FormatChoice::Named(format), text, reading);
    // Of words without a text that is always so.
    found
        .remarks
        .retain(|remark| !remark.contains("the byte order of the words is unknown"));
    let shown = String::from_utf8_lossy(text);
    assert_eq!(found.end, Ok(()), "{format:?}\n{shown}");
    assert!(
        found.remarks.is_empty(),
        "{format:?} {:?}\n{shown}",
        found.remarks
    );
    let bytes = found.bytes.iter().map(|(_, byte)| *byte);
    let expected = parts.iter().flat_map(|(_, bytes)| bytes);
    assert!(bytes.eq(expected.copied()), "{format:?}\n{shown}");
}

#[test]
fn small_dumps_with_a_gap_and_repeats_are_read_back() {
    // Few bytes to an address say little: what the rows are made of must not speak for a radix
    // of the addresses, nor must what a `*` stands for.
    for format in FORMATS
        .iter()
        .filter(|format| format.subject == FormatSubject::Bytes)
    {
        for (width, parts) in small() {
            let layout = DumpLayout { width: Some(width) };
            if let Some(text) = written(format, layout, &parts, 1000) {
                holds(format, &text, &parts, &[]);
            }
        }
    }
}

/// Widths of rows, and bytes at two addresses with a gap between them or none: rows that
/// differ, and then some that repeat.
fn small() -> impl Iterator<Item = (u16, [(u64, Vec<u8>); 2])> {
    let bytes = |different: u8, same: usize| [(1..=different).collect(), vec![0; same]].concat();
    let firsts = [0, 3, 8, 20].into_iter();
    let firsts = firsts.flat_map(move |different| [1, 2, 33].map(|same| bytes(different, same)));
    let firsts: Vec<Vec<u8>> = firsts.collect();
    let seconds = [
        bytes(0, 1),
        bytes(0, 9),
        bytes(0, 25),
        bytes(14, 0),
        bytes(19, 9),
    ];
    let places = [0, 1, 5, 8, 20].into_iter();
    let places = places.flat_map(|start| [0, 1, 6, 24].map(|gap| (start, gap)));
    let places: Vec<(u64, u64)> = places.collect();
    [1, 3].into_iter().flat_map(move |width| {
        let (seconds, places) = (seconds.clone(), places.clone());
        firsts.clone().into_iter().flat_map(move |first| {
            let (seconds, places) = (seconds.clone(), places.clone());
            places.into_iter().flat_map(move |(start, gap)| {
                let first = first.clone();
                let next = start + first.len() as u64 + gap;
                let parts = move |second| (width, [(start, first.clone()), (next, second)]);
                seconds.clone().into_iter().map(parts)
            })
        })
    })
}

/// Samples to be damaged: what all writers make of some bytes, and all examples.
fn texts() -> Vec<Vec<u8>> {
    let some: Vec<u8> = "Hello, wörld! 00 11 22"
        .bytes()
        .chain([0; 70])
        .chain(0..=255)
        .collect();
    let parts = [(0x10, some.clone()), (0x1000, some)];
    let written = FORMATS
        .iter()
        .filter_map(|format| written(format, DumpLayout::default(), &parts, 1000));
    written
        .chain(
            FORMATS
                .iter()
                .map(|format| format.example.as_bytes().to_vec()),
        )
        .collect()
}

#[test]
fn examples_are_read_as_their_bytes() {
    for format in FORMATS {
        // One escape in a page proves nothing, but a user who asks.
        let unnamed = match format.id {
            "less" | "cat-v" | "octal-document" | "braced" | "folded" => FormatChoice::Asked,
            _ => FormatChoice::Auto,
        };
        for choice in [FormatChoice::Named(format), unnamed] {
            let found = found(choice, format.example.as_bytes(), &[]);
            assert_eq!(found.end, Ok(()), "{choice:?} of {format:?}");
            let bytes: Vec<u8> = found.bytes.iter().map(|(_, byte)| *byte).collect();
            assert_eq!(bytes, format.example_bytes, "{choice:?} of {format:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_written_is_read_back(
        first in bytes(), second in bytes(), start in starts(), gap in gaps(),
        size in 1..300usize, width in widths(), reading in vec(1..500usize, 1..5),
    ) {
        let whole = [(start, first.clone()), (start + first.len() as u64 + gap, second.clone())];
        for format in FORMATS.iter().filter(|format| format.subject == FormatSubject::Bytes) {
            let layout = DumpLayout { width };
            let Some(text) = written(format, layout, &whole, 100_000) else { continue };
            let pieces = written(format, layout, &whole, size).unwrap();
            prop_assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&pieces));
            if first.is_empty() && second.is_empty() {
                // A text with nothing in it may be refused.
                continue;
            }
            holds(format, &text, &whole, &reading);
        }
    }

    #[test]
    fn spoiled_dumps_are_read_the_same_in_any_pieces(
        which in any::<prop::sample::Index>(),
        changes in vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..8),
        sizes in vec(1..200usize, 1..5),
    ) {
        let texts = texts();
        let mut text = texts[which.index(texts.len())].clone();
        for (at, how, byte) in changes {
            let at = at.index(text.len().max(1));
            match how {
                0 if !text.is_empty() => text[at] = byte,
                1 => text.insert(at, byte),
                2 if !text.is_empty() => { text.remove(at); }
                _ => text.truncate(at.max(10)),
            }
        }
        for choice in FORMATS.iter().map(|format| FormatChoice::Named(format)).chain([FormatChoice::Auto]) {
            let whole = found(choice, &text, &[]);
            let pieces = found(choice, &text, &sizes);
            prop_assert_eq!(whole, pieces);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in hostile(), sizes in vec(1..200usize, 1..5)) {
        for choice in FORMATS.iter().map(|format| FormatChoice::Named(format)).chain([FormatChoice::Auto]) {
            found(choice, &text, &sizes);
        }
    }
}

/// Texts made of parts of dumps, in random order.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let words = prop_oneof![
        Just("00000000".to_owned()),
        Just("00000010:".to_owned()),
        Just("ffffffffffffffff: ".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("0x0000:".to_owned()),
        Just("  ".to_owned()),
        Just("\n*\n".to_owned()),
        Just("│".to_owned()),
        Just("┊ ".to_owned()),
        Just("|".to_owned()),
        Just("'\\".to_owned()),
        Just("0100:0000 ".to_owned()),
        Just("\t<a+1>:".to_owned()),
        "[0-9a-f -]{1,40}",
        "[0-9]{1,25}",
        "\\PC{0,8}",
        Just(format!("{} ", "41".repeat(70_000))),
    ];
    let mixed =
        vec((words, prop_oneof![Just(" "), Just("\n"), Just("")]), 0..60).prop_map(|words| {
            words
                .into_iter()
                .flat_map(|(word, end)| (word + end).into_bytes())
                .collect()
        });
    prop_oneof![mixed, vec(any::<u8>(), 0..400)]
}

/// Texts that are not dumps.
const ORDINARY: &[&str] = &[
    "",
    "Hello.\n",
    "It was the best of times, it was the worst of times, it was the age of wisdom.\n",
    "fn main() {\n    let x = 0x10;\n    println!(\"{x:02x} {}\", 10);\n}\n",
    "a,b,c\n1,2,3\n1000,20,30\n",
    "1000 20 30\n1001 21 31\n1002 22 32\n",
    "cafe\n",
    "2024 10 20 30\n",
    "2024 10 20 30\n2025 11 21 31\n",
    "2026-11-22 10:00:01.123 DEBUG 12 bytes received\n2026-11-22 10:00:02.125 INFO done\n",
    "{\"a\": [1, 2, 3], \"b\": \"10 20 30\"}\n",
    "deadbeef: bad value\n12345678: 20 errors found\n",
    "   1   2   3   4   5   6   7   8\n   9  10  11  12  13  14  15  16\n",
    "total 48\ndrwxr-xr-x 11 root root 4096 Nov 22 01:17 .\n-rw-r--r-- 1 root 2452 Nov 21 a\n",
    "7f0a12b4c000-7f0a12b4d000 rw-p 00000000 00:00 0\n",
    "commit 1234567890abcdef1234567890abcdef12345678\nAuthor: A <a@example.org>\n",
    "* one\n* two\n",
    "+49 30 123456\n0800 11 22 33\n",
];

#[test]
fn ordinary_texts_are_no_dumps() {
    for text in ORDINARY {
        let (import, _) = read(FormatChoice::Auto, text.as_bytes());
        assert_eq!(import.taken(), None, "{text}");
    }
}
