//! Differences against independent results: equal bytes between them, both files whole, and the
//! list of `cmp -l`.

mod lines;
mod texts;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;

/// The bytes read at once in most tests.
const STEPS: [u64; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 64, STEP];

fn found(
    compare: impl FnOnce(&mut Control<'_>, &mut DifferenceVisitor<'_>) -> JobEnd<DiffOutcome>,
) -> Vec<Difference> {
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let mut all = Vec::new();
    let ended = compare(&mut control, &mut |difference| {
        all.push(*difference);
        ControlFlow::Continue(())
    });
    let JobEnd::Done(outcome) = ended else {
        panic!("nobody cancelled it");
    };
    assert_eq!(outcome.counts.all(), all.len() as u64);
    all
}

fn of_bytes(a: &[u8], b: &[u8], step: u64) -> Vec<Difference> {
    let (a, b) = (a.to_vec(), b.to_vec());
    let (a, b) = (&a, &b);
    found(|control, each| {
        bytes(
            control,
            FilePair {
                step,
                ..FilePair::new(a, b)
            },
            each,
        )
    })
}

/// The offsets of differences.
fn ranges(all: &[Difference]) -> Vec<(Range<u64>, Range<u64>)> {
    let ranges = all.iter();
    ranges.map(|one| (one.a.range(), one.b.range())).collect()
}

/// Checks differences against the two files; returns them.
#[track_caller]
fn held(a: &[u8], b: &[u8], step: u64) -> Vec<(Range<u64>, Range<u64>)> {
    let all = ranges(&of_bytes(a, b, step));
    let (mut at_a, mut at_b) = (0, 0);
    let part =
        |data: &[u8], range: Range<u64>| data[range.start as usize..range.end as usize].to_vec();
    // The second file, built from the first and the differences, and the other way round.
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
fn equal_files_have_no_differences() {
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
        // Both have other bytes there.
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

/// The list of `cmp -l`: the runs of bytes that differ in place.
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
fn bytes_overwritten_in_place_are_the_list_of_cmp() {
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

/// An edit: the place, the number of deleted bytes, and the inserted ones.
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

/// Data that is shorter than its length claims.
struct Shrunk(Vec<u8>);

impl Peek for Shrunk {
    fn len(&self) -> u64 {
        2 * self.0.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> crate::window::Window {
        self.0.window(start, len)
    }
}

#[test]
fn data_that_has_become_shorter_ends_where_it_ends() {
    let (a, b) = (noise(5000, 1), noise(9000, 1));
    let shrunk = Shrunk(a.clone());
    for step in [7, STEP] {
        for (a, b) in [
            (&shrunk as &(dyn Peek + Sync), &b as _),
            (&b as _, &shrunk as _),
        ] {
            let all = found(|control, each| {
                bytes(
                    control,
                    FilePair {
                        step,
                        ..FilePair::new(a, b)
                    },
                    each,
                )
            });
            assert_eq!(all.len(), 1);
            assert_eq!(all[0].a.from.offset, 5000);
        }
    }
}

/// Data that must not be read before a place, except for a byte order mark.
struct Late(Vec<u8>, u64);

impl Peek for Late {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> crate::window::Window {
        let is_opening = start == 0 && len <= 16;
        assert!(
            is_opening || start + 64 > self.1,
            "{start} is before {}",
            self.1
        );
        self.0.window(start, len)
    }
}

#[test]
fn from_a_place_on_the_rest_is_compared_and_nothing_before_it_is_read() {
    let mut a = noise(9000, 3);
    for byte in &mut a {
        *byte = b'a' + *byte % 26;
    }
    let mut b = a.clone();
    (b[100], b[5000]) = (b'!', b'?');
    b.splice(7000..7000, *b"inserted");
    let wide: Vec<u8> = b.iter().flat_map(|byte| [*byte, 0]).collect();
    let reading = |id| FileReading {
        encoding: crate::codec::table::by_label(id).unwrap().encoding(),
        phase: 0,
    };
    let readings = [reading("utf-8"), reading("utf-16le")];
    for from in [0, 101, 4999, 5000, 5001, 6999, 8999, 9000] {
        let shift = if from > 7000 { 8 } else { 0 };
        let expected = [
            (100..101, 100..101),
            (5000..5001, 5000..5001),
            (7000..7000, 7000..7008),
        ];
        let expected: Vec<_> = { expected.into_iter() }
            .filter(|run| run.0.start >= from)
            .collect();
        for step in [1, 2, 3, 4, 5, 6, 7, 8, 9, STEP] {
            let (one, other) = (Late(a.clone(), from), Late(b.clone(), from + shift));
            let pair = FilePair {
                step,
                from: [from, from + shift],
                ..FilePair::new(&one, &other)
            };
            let found = found(|control, each| bytes(control, pair, each));
            assert_eq!(ranges(&found), expected, "{from}");
            let other = Late(wide.clone(), 2 * (from + shift));
            let pair = FilePair {
                step,
                from: [from, 2 * (from + shift)],
                ..FilePair::new(&one, &other)
            };
            let found = self::found(|control, each| {
                text(control, pair, readings, IgnoredDifferences::default(), each)
            });
            let twice = |range: &Range<u64>| 2 * range.start..2 * range.end;
            let expected: Vec<_> = expected
                .iter()
                .map(|(a, b)| (a.clone(), twice(b)))
                .collect();
            assert_eq!(ranges(&found), expected, "{from}");
        }
    }
}

#[test]
fn who_has_enough_gets_no_more() {
    let (a, b) = (b"abcdefgh".to_vec(), b"aXcdeYgh".to_vec());
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let pair = FilePair::new(&a, &b);
    let ended = bytes(&mut control, pair, &mut |_| ControlFlow::Break(()));
    let JobEnd::Done(outcome) = ended else {
        panic!()
    };
    assert_eq!(outcome.counts.changed, (1, [1, 1]));
    let stop = AtomicBool::new(true);
    let mut control = Control::new(&stop, &|_| ());
    let ended = bytes(&mut control, pair, &mut |_| ControlFlow::Continue(()));
    assert_eq!(ended, JobEnd::Cancelled);
}

#[test]
fn pairs_of_equal_places_have_the_same_text_before_them() {
    let letters: Vec<char> = "абвгдежзиклмнопрст世界😀abcdef ".chars().collect();
    let mut dice = 1_u32;
    let mut letter = || {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        letters[(dice >> 16) as usize % letters.len()]
    };
    let mut line = || (0..30).map(|_| letter()).chain(['\n']).collect::<String>();
    let lines: Vec<String> = (0..80_000).map(|_| line()).collect();
    let first = lines.concat();
    // Now and then a line more, or one less.
    let changed = lines
        .iter()
        .enumerate()
        .flat_map(|(number, line)| match number % 20_000 {
            7 => vec![line.clone(), "inserted\n".to_owned()],
            13 => Vec::new(),
            _ => vec![line.clone()],
        });
    let second: Vec<u8> = changed
        .collect::<String>()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let reading = |encoding| FileReading { encoding, phase: 0 };
    let wide = crate::codec::table::by_label("utf-16le")
        .unwrap()
        .encoding();
    let readings = [reading(crate::codec::table::UTF_8), reading(wide)];
    let (a, b) = (first.clone().into_bytes(), second.clone());
    let pair = FilePair::new(&a, &b);
    let (mut runs, mut pairs) = (Vec::new(), Vec::new());
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let ended = text_with_places(
        &mut control,
        pair,
        (readings, IgnoredDifferences::default()),
        &mut |run| {
            runs.push([run.a.range().end, run.b.range().end]);
            ControlFlow::Continue(())
        },
        &mut |pair| pairs.push(pair),
    );
    assert!(matches!(ended, JobEnd::Done(_)));
    assert_eq!(runs.len(), 8);
    assert!(
        pairs.len() as u64 > first.len() as u64 / (3 << 19),
        "{}",
        pairs.len()
    );
    for [at, twin] in pairs {
        let before = runs.iter().rfind(|run| run[0] <= at);
        let [from, other] = before.copied().unwrap_or_default();
        let text = &first[from as usize..at as usize];
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(
            units == second[other as usize..twin as usize],
            "{at} {twin}"
        );
    }
}
