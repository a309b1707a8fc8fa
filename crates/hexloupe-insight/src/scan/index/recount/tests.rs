//! The repaired index against a scan of all the new data.

use std::cell::Cell;
use std::slice;

use super::super::tests::{Data, brute, closed, telling};
use super::super::{IndexBuilder, build};
use super::*;
use crate::scan::facts::Sought;
use hexloupe_text::codec::{Encoding, table};
use proptest::prelude::*;

/// Bytes written over others, near a border of blocks or anywhere.
#[derive(Debug, Clone)]
struct Put {
    /// Counted round the data.
    at: usize,
    /// The distance from the place 9 bytes before a border, if it is near one.
    border: Option<usize>,
    bytes: Vec<u8>,
}

fn puts() -> impl Strategy<Value = Vec<Put>> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..10),
        telling().prop_map(|bytes| bytes.into_iter().take(9).collect()),
        prop::sample::select(vec![&b"\r"[..], b"\n", b"a", b"\0", b"\x1B$B", b"\x1B(B"])
            .prop_map(<[u8]>::to_vec),
    ];
    let border = prop::option::of(0..19usize);
    let put = (any::<usize>(), border, bytes);
    let put = put.prop_map(|(at, border, bytes)| Put { at, border, bytes });
    prop::collection::vec(put, 1..4)
}

fn shifting() -> impl Strategy<Value = Vec<u8>> {
    let shift = prop::sample::select(vec![
        &b"\x1B$B"[..],
        b"\x1B(B",
        b"\x1B(J",
        b"+AGE-",
        b"\x1B$B\x46\x7C\x4B\x5C\x1B(B\n",
    ]);
    let piece = prop_oneof![telling(), shift.prop_map(<[u8]>::to_vec)];
    let pieces = prop::collection::vec(piece, 0..6);
    pieces.prop_map(|pieces| [pieces.concat(), b"a".to_vec()].concat())
}

fn encodings() -> impl Strategy<Value = (&'static Encoding, u64)> {
    let named = |name| table::by_label(name).unwrap().encoding();
    prop::sample::select(vec![
        (table::UTF_8, 0),
        (table::UTF_16LE, 0),
        (table::UTF_16LE, 1),
        (table::UTF_32LE, 2),
        (named("windows-1252"), 0),
        (named("ebcdic-037"), 0),
        (named("shift_jis"), 0),
        (named("gb18030"), 0),
        (named("iso-2022-jp"), 0),
        (named("utf-7"), 0),
        (named("mutf-8"), 0),
    ])
}

/// Writes bytes over others; returns their places.
fn put_over(data: &mut [u8], puts: &[Put], grain: u64) -> Vec<Range<u64>> {
    let mut touched = vec![false; data.len()];
    for put in puts {
        let at = put.at % data.len();
        let at = match put.border {
            None => at,
            Some(off) => {
                let border = at - at % grain as usize;
                (border + off).saturating_sub(9).min(data.len() - 1)
            }
        };
        let bytes = &put.bytes[..put.bytes.len().min(data.len() - at)];
        data[at..at + bytes.len()].copy_from_slice(bytes);
        touched[at..at + bytes.len()].fill(true);
    }
    let at = |range: usize| range as u64;
    let runs = touched.chunk_by(|a, b| a == b).scan(0, |start, run| {
        let range = at(*start)..at(*start + run.len());
        *start += run.len();
        Some((run[0], range))
    });
    runs.filter(|(is_touched, _)| *is_touched)
        .map(|(_, range)| range)
        .collect()
}

/// The index of a scan that is stopped.
fn scanned_to(data: &Data, index: Index, until: u64) -> Index {
    let mut scanner = Scanner::new(&index, &data.beginning());
    let mut builder = IndexBuilder::new(index);
    let after = builder.index.encoding.reach_of_counting().after;
    let window = data.window(0, data.bytes.len());
    scanner.feed(&window, until.min(data.len().saturating_sub(after)));
    builder.absorb(&scanner.take_part());
    builder.index
}

/// Merges the blocks of an index as in the old one.
fn merge_as(index: &mut Index, old: &Index) {
    while index.grain() < old.grain() {
        index.halve();
    }
}

/// Continues an index to the end of the data.
fn gone_on(data: &Data, index: Index) -> Index {
    let mut scanner = Scanner::new(&index, &data.beginning());
    let mut builder = IndexBuilder::new(index);
    scanner.feed(&data.window(0, data.bytes.len()), u64::MAX);
    builder.absorb(&scanner.finish());
    builder.index
}

/// Overwrites data with a hole, and compares its mended index with that of a whole scan and with a
/// walk byte by byte. The old index is that of all the data, or of a part of this length.
#[track_caller]
fn check_mended(
    bytes: &[u8],
    puts: &[Put],
    new: impl Fn() -> Index,
    hole: Range<u64>,
    part: Option<usize>,
) {
    let before = Data {
        bytes: bytes.to_vec(),
        hole: hole.clone(),
    };
    let old = match part {
        None => {
            let mut whole = before.index(new(), 4096, 1000);
            whole.complete = true;
            whole
        }
        Some(part) => scanned_to(&before, new(), (part % bytes.len()) as u64),
    };
    let mut bytes = bytes.to_vec();
    let stretches = put_over(&mut bytes, puts, old.grain());
    let now = Data { bytes, hole };
    let data = OverwrittenData {
        before: &before,
        now: &now,
        stretches: &stretches,
    };
    let mended = recount(&old, data, &mut |_| true).unwrap();
    assert_eq!(mended.complete, old.complete);
    let mended = if old.complete {
        mended
    } else {
        gone_on(&now, mended)
    };
    let mut expected = now.index(new(), 4096, 1000);
    expected.complete = mended.complete;
    merge_as(&mut expected, &old);
    assert_eq!(mended, expected);
    if new().encoding.shifts || new().encoding.makes_remarks() {
        return;
    }
    let (totals, blocks, mixed) = brute(&now, &mended);
    assert_eq!((mended.totals, mended.mixed), (totals, mixed));
    assert_eq!(closed(&mended), blocks);
}

/// One byte of `FF FE 00 00`, which a hole cuts short, is overwritten: it is no mark.
#[test]
fn a_byte_order_mark_ends_at_a_hole() {
    let put = Put {
        at: 0,
        border: None,
        bytes: vec![0],
    };
    let windows_1252 = table::by_label("windows-1252").unwrap().encoding();
    let new = || Index::with_blocks(windows_1252, 0, 16, 4);
    check_mended(b"\xFF\xFE\0\0a", &[put], new, 3..4, None);
}

/// The line ends between a closing and an opening control of direction.
#[test]
fn neighbours_that_a_line_end_parts_are_counted_as_by_a_scan() {
    let put = Put {
        at: 0,
        border: None,
        bytes: vec![0],
    };
    let text = "plain text\nplain text\nplain text\n\u{2069}\u{202E}";
    let bytes = [text.as_bytes(), b"\x81\na"].concat();
    let new = || Index::with_blocks(table::UTF_8, 0, 16, 4);
    check_mended(&bytes, &[put], new, 42..42, None);
}

/// `\u` before a block that is overwritten begins no escape of a surrogate.
#[test]
fn an_escape_that_names_no_surrogate_leaves_nothing_open() {
    let put = Put {
        at: 32,
        border: Some(15),
        bytes: b"\0\xDE\n\0\xE2\x81\xA9\\u".to_vec(),
    };
    let bytes = [
        &b"\x1B$B\x1C\x07\x7F\t\x1C\x07\x7F\t\r\x1C\x07\x7F\t\x1C\x07\x7F\t\xE2\x80\xAE"[..],
        b"\\\\\0u\0d\0e\x000\x000\0\x80\xE2\x80\xAE\x1C\x07\x7F\t\x95\\\x810\x810",
        b"\\\0u\0d\0e\x000\x000\0\xC0\xAF",
        &b"plain text\n".repeat(10),
        b"\x80a\r\na\r\na\r\na\r\na",
    ];
    let new = || Index::with_blocks(table::UTF_8, 0, 16, 16);
    check_mended(&bytes.concat(), &[put], new, 51..52, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_mended_index_is_the_one_of_a_whole_scan(
        bytes in shifting(),
        puts in puts(),
        (encoding, phase) in encodings(),
        most in prop::sample::select(vec![4usize, 16, 1000]),
        hole in (0..200u64, 0..9u64),
        part in prop::option::of(any::<usize>()),
    ) {
        let new = || Index::with_blocks(encoding, phase, 16, most);
        check_mended(&bytes, &puts, new, hole.0..hole.0 + hole.1, part);
    }

    /// Until the index is repaired, none of its facts is wrong for the new bytes.
    #[test]
    fn a_doubted_index_skips_nothing_that_was_put_there(
        bytes in shifting(),
        puts in puts(),
        (encoding, phase) in encodings(),
        at in any::<prop::sample::Index>(),
    ) {
        let before = Data { bytes: bytes.clone(), hole: 0..0 };
        let mut index = before.index(Index::with_blocks(encoding, phase, 16, 1000), 4096, 1000);
        let mut bytes = bytes;
        let stretches = put_over(&mut bytes, &puts, 16);
        let first = stretches.first().map_or(0, |stretch| stretch.start);
        index.doubt(first);
        let now = Data { bytes, hole: 0..0 };
        let fresh = now.index(Index::with_blocks(encoding, phase, 16, 1000), 4096, 1000);
        let at = at.index(now.bytes.len()) as u64;
        let found = index.before(at);
        prop_assert!(found.offset <= first);
        prop_assert_eq!(found, fresh.before(found.offset));
        for sought in [Sought::Line(at), Sought::Character(at)] {
            let (ours, theirs) = match sought {
                Sought::Line(line) => (index.before_line(line), fresh.before_line(line)),
                _ => (index.before_character(at), fresh.before_character(at)),
            };
            prop_assert!(ours.offset <= theirs.offset.min(first));
        }
        for sought in [Sought::Fault, Sought::NonAscii, Sought::Notice] {
            // Neither skips a finding in the new bytes.
            let (ours, theirs) = (index.skip_forward(at, sought), fresh.skip_forward(at, sought));
            prop_assert!(ours <= theirs);
            let (ours, theirs) = (index.skip_backward(at, sought), fresh.skip_backward(at, sought));
            prop_assert!(ours >= theirs);
        }
        prop_assert!(index.mixed().is_none_or(|at| fresh.mixed() == Some(at)));
    }
}

/// The last sequence now crosses a border, so that no block begins there any more.
#[test]
fn blocks_that_were_merged_stay_so() {
    let mut text = vec![b'a'; 66];
    let new = || Index::with_blocks(table::UTF_8, 0, 16, 4);
    let indexed = |bytes: &[u8]| {
        let (bytes, hole) = (bytes.to_vec(), 0..0);
        let mut index = Data { bytes, hole }.index(new(), 4096, 1000);
        index.complete = true;
        index
    };
    let (before, old) = (text.clone(), indexed(&text));
    text[63..].copy_from_slice("\u{202E}".as_bytes());
    let mut expected = indexed(&text);
    assert_eq!((old.grain(), expected.grain()), (32, 16));
    let data = OverwrittenData {
        before: &before,
        now: &text,
        stretches: slice::from_ref(&(63..66)),
    };
    let mended = recount(&old, data, &mut |_| true).unwrap();
    merge_as(&mut expected, &old);
    assert_eq!(mended, expected);
}

/// The scan ended after the first character, which the second one turns into a mark.
#[test]
fn the_first_bytes_are_judged_together() {
    let encoding = table::by_label("windows-1252").unwrap().encoding();
    let data = |bytes: &[u8]| Data {
        bytes: bytes.to_vec(),
        hole: 0..0,
    };
    let new = || Index::with_blocks(encoding, 0, 16, 4);
    let (before, now) = (data(b"\xEF\xBB\xBFabc"), data(b"\xEF\0\xBFabc"));
    let old = scanned_to(&before, new(), 1);
    let data = OverwrittenData {
        before: &before,
        now: &now,
        stretches: slice::from_ref(&(1..2)),
    };
    let mended = recount(&old, data, &mut |_| true).unwrap();
    assert_eq!(old.totals.notices_of(Notice::BomContradicts), 1);
    assert_eq!(gone_on(&now, mended), now.index(new(), 4096, 1000));
}

/// Data that counts the bytes read from it.
struct Metered<'a> {
    data: &'a [u8],
    read: Cell<u64>,
}

impl<'a> Metered<'a> {
    fn new(data: &'a [u8]) -> Self {
        let read = Cell::new(0);
        Self { data, read }
    }
}

impl Peek for Metered<'_> {
    fn len(&self) -> u64 {
        self.data.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let window = self.data.window(start, len);
        self.read.set(self.read.get() + window.bytes.len() as u64);
        window
    }
}

/// Repairs the index of some text after one byte was changed; returns the number of bytes read.
#[track_caller]
fn read_after(text: &[u8], encoding: &'static Encoding, at: usize, byte: u8) -> u64 {
    let old = build(&text.to_vec(), encoding, 0);
    let mut changed = text.to_vec();
    changed[at] = byte;
    let (before, now) = (Metered::new(text), Metered::new(&changed));
    let stretch = at as u64..at as u64 + 1;
    let data = OverwrittenData {
        before: &before,
        now: &now,
        stretches: slice::from_ref(&stretch),
    };
    let mended = recount(&old, data, &mut |_| true).unwrap();
    assert!(mended == build(&changed, encoding, 0));
    before.read.get().max(now.read.get()) / old.grain()
}

#[test]
fn only_the_blocks_around_a_changed_byte_are_read() {
    let named = |name| table::by_label(name).unwrap().encoding();
    let line = b"Some words, and \xD0\x96.\n".repeat(40_000);
    for encoding in [table::UTF_8, table::UTF_16LE, named("shift_jis")] {
        for byte in *b"a\n\r\0\xFF" {
            for at in [0, 511, 512, 500_000, line.len() - 1] {
                let blocks = read_after(&line, encoding, at, byte);
                assert!(blocks <= 4, "{encoding:?} {at} {byte:02X}: {blocks} blocks");
            }
        }
    }
    // A lost shift is found again on the next line.
    let shifted = b"\x1B$B\x46\x7C\x4B\x5C\x1B(B words\n".repeat(40_000);
    for at in [300_001, 300_009, 300_011] {
        assert!(read_after(&shifted, named("iso-2022-jp"), at, b'x') <= 4);
    }
}

#[test]
fn a_first_line_that_ends_otherwise_is_followed_as_far_as_that_matters() {
    let mut text = b"abc\r\n".repeat(200_000);
    text.extend(b"end\n");
    // Now the first line ends differently, so the second is the first different one.
    assert!(read_after(&text, table::UTF_8, 3, b' ') <= 4);
    assert!(read_after(&text, table::UTF_8, 4, b' ') <= 4);
    // The only different end is gone, and only the rest of the data reveals that.
    let len = text.len();
    assert!(read_after(&text, table::UTF_8, len - 1, b' ') <= 4);
    text[3] = b' ';
    text[8] = b' ';
    let blocks = read_after(&text, table::UTF_8, 13, b' ');
    assert!(blocks <= 4, "{blocks}");
}

#[test]
fn an_index_of_other_data_is_not_mended() {
    let old = build(&b"abc\n".repeat(1000), table::UTF_8, 0);
    let other = "жж\n".repeat(800).into_bytes();
    let data = OverwrittenData {
        before: &other,
        now: &other,
        stretches: slice::from_ref(&(2000..2001)),
    };
    assert!(recount(&old, data, &mut |_| true).is_none());
    assert!(recount(&old, data, &mut |_| false).is_none());
}
