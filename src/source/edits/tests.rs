//! Changes of data, compared with a buffer that is copied whole before each step.

use std::ops::Range;

use proptest::prelude::*;

use super::super::{NonBlockingReader, Source};
use super::*;
use crate::window::Peek;

/// An action of the user.
#[derive(Debug, Clone)]
enum Deed {
    /// Replace this number of bytes at a place, in thousandths of the data.
    Edit(u16, u8, Vec<u8>),
    Overwrite(u16, Vec<u8>),
    /// Replace some bytes of each stretch of this length.
    Batch(u8, u8, Vec<u8>),
    Undo,
    Redo,
    Reset,
}

fn deed() -> impl Strategy<Value = Deed> {
    // Few values, so that a byte often stays the same.
    let bytes = || prop::collection::vec(0u8..3, 0..9);
    prop_oneof![
        4 => (0..=1000u16, 0..9u8, bytes()).prop_map(|(at, removed, bytes)| Deed::Edit(at, removed, bytes)),
        6 => (0..=1000u16, bytes()).prop_map(|(at, bytes)| Deed::Overwrite(at, bytes)),
        2 => (1..20u8, 0..9u8, bytes()).prop_map(|(each, removed, bytes)| Deed::Batch(each, removed, bytes)),
        4 => Just(Deed::Undo),
        3 => Just(Deed::Redo),
        1 => Just(Deed::Reset),
    ]
}

type Bytes = Vec<(u8, bool)>;

/// The data with the changes marked, and a copy of it for each step.
struct Naive {
    opened: Vec<u8>,
    steps: Vec<Bytes>,
    at: usize,
    is_scratch: bool,
}

impl Naive {
    fn new(opened: &[u8], is_scratch: bool) -> Self {
        Self {
            opened: opened.to_vec(),
            steps: vec![opened.iter().map(|&byte| (byte, false)).collect()],
            at: 0,
            is_scratch,
        }
    }

    fn now(&self) -> &Bytes {
        &self.steps[self.at]
    }

    fn step(&mut self, next: Bytes) {
        if next != *self.now() {
            self.steps.truncate(self.at + 1);
            self.steps.push(next);
            self.at += 1;
        }
    }

    /// Replaces bytes if that is allowed.
    fn replace(&mut self, at: usize, removed: usize, bytes: &[u8]) -> bool {
        let mut next = self.now().clone();
        let is_moving = removed != bytes.len() && !self.is_scratch;
        if is_moving || at + removed > next.len() {
            return false;
        }
        let differs =
            |(at, &byte): (usize, &u8)| (byte, self.is_scratch || self.opened[at] != byte);
        let new: Vec<_> = (at..).zip(bytes).map(differs).collect();
        next.splice(at..at + removed, new);
        self.step(next);
        true
    }

    /// Replaces bytes of each stretch of a length, from the last one on; returns the places.
    fn replace_each(&mut self, each: usize, removed: usize, bytes: &[u8]) -> Vec<usize> {
        let mut next = self.now().clone();
        let last = next.len().saturating_sub(removed);
        let places: Vec<_> = (0..last).step_by(each).collect();
        for &at in places.iter().rev() {
            let differs =
                |(at, &byte): (usize, &u8)| (byte, self.is_scratch || self.opened[at] != byte);
            let new: Vec<_> = (at..).zip(bytes).map(differs).collect();
            next.splice(at..at + removed, new);
        }
        self.step(next);
        places
    }

    fn reset(&mut self) {
        self.step(self.steps[0].clone());
    }
}

fn plain(bytes: &Bytes) -> Vec<u8> {
    bytes.iter().map(|(byte, _)| *byte).collect()
}

#[track_caller]
fn check_same(source: &Source, naive: &Naive) {
    let bytes = plain(naive.now());
    let len = bytes.len() as u64;
    assert_eq!(source.len(), len);
    for start in [0, len / 3, len] {
        for size in [1, 7, 5000] {
            let expected = bytes.window(start, size);
            assert_eq!(source.window(start, size), expected);
            assert_eq!(NonBlockingReader::new(source).window(start, size), expected);
        }
    }
    let within = len / 4..len * 3 / 4 + 1;
    for within in [0..u64::MAX, within] {
        let marked = (0..)
            .zip(naive.now())
            .filter(|(at, (_, changed))| *changed && within.contains(at));
        let found = source.changed(within.clone());
        assert_eq!(source.has_changed(within.clone()), !found.is_empty());
        let found = found.into_iter().flatten();
        assert_eq!(
            found.collect::<Vec<_>>(),
            marked.map(|(at, _)| at).collect::<Vec<u64>>()
        );
    }
    let is_changed = naive.now() != &naive.steps[0];
    assert_eq!(
        (source.is_changed(), source.is_unsaved()),
        (is_changed, is_changed)
    );
}

/// Checks that nothing changed outside the stretch.
#[track_caller]
fn check_touched(touched: &TouchedStretch, before: &Bytes, after: &Bytes) {
    let TouchedStretch {
        at, removed, added, ..
    } = *touched;
    let cut = |range: Range<u64>, of: &Bytes| {
        plain(of)[range.start as usize..range.end as usize].to_vec()
    };
    assert_eq!(cut(0..at, before), cut(0..at, after));
    let ends = (before.len() as u64, after.len() as u64);
    assert_eq!(
        cut(at + removed..ends.0, before),
        cut(at + added..ends.1, after)
    );
}

/// Checks the earlier data of a source, and the places where it differs.
#[track_caller]
fn check_earlier(earlier: &EarlierBytes, source: &Source, first: &[u8], now: &[u8]) {
    let before = earlier.over(source);
    for start in [0, first.len() as u64 / 2] {
        assert_eq!(before.window(start, 5000), first.window(start, 5000));
    }
    let stretches = earlier.stretches();
    let differs = (0..)
        .zip(first.iter().zip(now))
        .filter(|(_, (a, b))| a != b);
    for (at, _) in differs {
        assert!(stretches.iter().any(|stretch| stretch.contains(&at)));
    }
}

fn run(source: &Source, naive: &mut Naive, deeds: Vec<Deed>) {
    let (mut earlier, mut first) = (EarlierBytes::default(), plain(naive.now()));
    for deed in deeds {
        let before = naive.now().clone();
        let place = |part: u16| before.len() * usize::from(part) / 1000;
        let touched = match deed {
            Deed::Edit(at, removed, bytes) => {
                let edit = Edit {
                    at: place(at) as u64,
                    removed: removed.into(),
                    bytes,
                };
                let is_done = naive.replace(place(at), removed.into(), &edit.bytes);
                let found = NonBlockingReader::new(source).edit(&edit);
                assert_eq!(found.is_ok(), is_done, "{edit:?}");
                found.ok()
            }
            Deed::Overwrite(at, bytes) => {
                let is_done = naive.replace(place(at), bytes.len(), &bytes);
                let edit = Edit::overwrite(place(at) as u64, bytes);
                let found = NonBlockingReader::new(source).edit(&edit);
                assert_eq!(found.is_ok(), is_done, "{edit:?}");
                found.ok()
            }
            Deed::Batch(each, removed, mut bytes) => {
                let (each, mut removed) = (usize::from(each), usize::from(removed));
                removed = removed.min(each);
                if !naive.is_scratch {
                    bytes.resize(removed, 1);
                }
                let mut batch = EditBatch::default();
                for at in naive.replace_each(each, removed, &bytes) {
                    let edit = Edit {
                        at: at as u64,
                        removed: removed as u64,
                        bytes: bytes.clone(),
                    };
                    batch.add(source, &edit).unwrap();
                }
                source.edit_all(&batch).ok()
            }
            Deed::Undo => {
                let found = source.undo();
                assert_eq!(found.is_some(), naive.at > 0);
                naive.at = naive.at.saturating_sub(1);
                found
            }
            Deed::Redo => {
                let found = source.redo();
                assert_eq!(found.is_some(), naive.at + 1 < naive.steps.len());
                naive.at = (naive.at + 1).min(naive.steps.len() - 1);
                found
            }
            Deed::Reset => {
                naive.reset();
                source.reset()
            }
        };
        check_same(source, naive);
        if let Some(touched) = touched {
            check_touched(&touched, &before, naive.now());
            if !earlier.add(&touched) {
                (earlier, first) = (EarlierBytes::default(), plain(naive.now()));
            }
            check_earlier(&earlier, source, &first, &plain(naive.now()));
        }
    }
    // All the way back, and on again.
    while source.undo().is_some() {
        naive.at -= 1;
    }
    check_same(source, naive);
    assert_eq!(source.window(0, 1 << 20).bytes, naive.opened);
    while source.redo().is_some() {
        naive.at += 1;
    }
    check_same(source, naive);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_overlay_is_like_a_copy_of_all_bytes(
        opened in prop::collection::vec(0u8..3, 0..60),
        deeds in prop::collection::vec(deed(), 0..40),
    ) {
        let source = Source::memory("opened", opened.clone());
        run(&source, &mut Naive::new(&opened, false), deeds);
    }

    #[test]
    fn a_scratch_buffer_is_like_a_copy_of_all_bytes(
        opened in prop::collection::vec(0u8..3, 0..60),
        deeds in prop::collection::vec(deed(), 0..40),
    ) {
        let source = Source::scratch("opened", opened.clone()).unwrap();
        run(&source, &mut Naive::new(&opened, true), deeds);
    }
}

/// Zeros of any length, known to be zero.
struct Sparse(u64);

impl Peek for Sparse {
    fn len(&self) -> u64 {
        self.0
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let bytes = self.0.saturating_sub(start).min(len as u64);
        Window {
            start,
            bytes: vec![0; bytes as usize],
            holes: Vec::new(),
            ends: start + bytes >= self.0,
        }
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        from.min(self.0)..self.0
    }
}

fn flip(source: &Source, at: u64) {
    let data = NonBlockingReader::new(source);
    let byte = data.window(at, 1).bytes[0];
    data.edit(&Edit::overwrite(at, [byte ^ 1])).unwrap();
}

#[test]
fn a_million_flips_in_a_terabyte_are_remembered_in_64_mib() {
    const MANY: u64 = 1_000_000;
    let len = 1 << 40;
    let source = Source::answered("sparse", std::sync::Arc::new(Sparse(len)));
    // A multiple of an odd number, so that all places differ.
    let place = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24;
    (0..MANY).for_each(|n| flip(&source, place(n)));
    assert!(
        source.memory_of_changes() < 64 << 20,
        "{}",
        source.memory_of_changes()
    );
    assert_eq!(source.window(place(77), 1).bytes, [1]);
    let mut undone = 0;
    while source.undo().is_some() {
        undone += 1;
    }
    assert_eq!((undone, source.is_changed()), (MANY, false));
    assert_eq!(source.zeros(0), 0..len);
}

#[test]
fn many_bytes_in_a_row_are_kept_in_full_chunks() {
    let source = Source::answered("sparse", std::sync::Arc::new(Sparse(1 << 30)));
    let data = NonBlockingReader::new(&source);
    data.edit(&Edit::overwrite(5, vec![7; 100_000])).unwrap();
    let overlay = match &source.edits.read().store {
        EditStore::Overlay(overlay) => overlay.memory(),
        EditStore::Buffer(_) => unreachable!(),
    };
    assert!(overlay < 100_000 * 9, "{overlay}");
    assert_eq!(source.changed(0..u64::MAX), vec![5..100_005u64]);
}

#[test]
fn a_changed_byte_is_no_known_zero() {
    let source = Source::answered("sparse", std::sync::Arc::new(Sparse(1000)));
    for at in [0, 1, 500] {
        flip(&source, at);
    }
    assert_eq!(source.zeros(0), 2..500);
    assert_eq!(source.zeros(400), 400..500);
    assert_eq!(source.zeros(500), 501..1000);
    flip(&source, 500);
    assert_eq!(source.zeros(400), 400..1000);
}

#[test]
fn an_impossible_change_is_refused_in_a_line() {
    let source = Source::memory("abc", &b"abc"[..]);
    let data = NonBlockingReader::new(&source);
    let insert = Edit {
        at: 1,
        removed: 0,
        bytes: vec![1],
    };
    assert_eq!(data.edit(&insert), Err(EditRefusal::Moves));
    assert_eq!(
        data.edit(&Edit::overwrite(2, [1, 2])),
        Err(EditRefusal::PastEnd)
    );
    assert_eq!(
        data.edit(&Edit::overwrite(u64::MAX, [1])),
        Err(EditRefusal::TooFar)
    );
    assert!(!source.is_changed() && source.undo().is_none());
    let scratch = Source::scratch("", vec![0; MOST as usize]).unwrap();
    assert_eq!(
        NonBlockingReader::new(&scratch).edit(&insert),
        Err(EditRefusal::Full)
    );
    assert!(Source::scratch("", vec![0; MOST as usize + 1]).is_err());
}

#[test]
fn written_bytes_count_as_saved_until_the_next_step() {
    let source = Source::memory("abc", &b"abc"[..]);
    flip(&source, 0);
    source.set_saved();
    assert!(source.is_changed() && !source.is_unsaved());
    flip(&source, 1);
    assert!(source.is_unsaved());
    source.undo();
    assert!(!source.is_unsaved());
    source.undo();
    flip(&source, 2);
    assert!(source.is_unsaved());
}

#[test]
fn places_between_many_changes_are_known_there_and_back() {
    const COUNT: u64 = 5000;
    let source = Source::scratch("", b"ab.".repeat(COUNT as usize)).unwrap();
    let mut batch = EditBatch::default();
    for number in 0..COUNT {
        let edit = Edit {
            at: 3 * number,
            removed: 2,
            bytes: b"xyz".to_vec(),
        };
        batch.add(&source, &edit).unwrap();
    }
    let all = (0..COUNT).map(|number| ReplacedStretch {
        at: 4 * number,
        removed: 2,
        added: 3,
    });
    let back = all.clone().rev().map(|change| ReplacedStretch {
        removed: 3,
        added: 2,
        ..change
    });
    assert!(
        source
            .edit_all(&batch)
            .unwrap()
            .moves
            .into_iter()
            .eq(all.clone())
    );
    assert!(source.undo().unwrap().moves.into_iter().eq(back.clone()));
    assert!(source.redo().unwrap().moves.into_iter().eq(all));
    // Other changes take the place of undone ones.
    assert!(source.undo().unwrap().moves.into_iter().eq(back));
    flip(&source, 0);
    assert_eq!(source.undo().unwrap().moves, []);
}
