//! Which line of the new file was which of the old one.
//!
//! Lines that are equal, or explained, are aligned first; what lies between them by what it says
//! in ASCII; and what then lies between and is as many lines before and after, one by one.
//! Invariant: every line of both files is in the result once, in the order of each.

use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::side::Side;
use super::ways::Explained;

/// A line that is in one file or both: its number in them, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// In both.
    Pair(usize, usize),
    /// In the old file only.
    Old(usize),
    /// In the new file only.
    New(usize),
}

/// Aligns the lines.
pub(super) fn align(old: &Side<'_>, new: &Side<'_>, explained: &Explained) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(new.len());
    let before = explained.old.iter().copied();
    between(
        Algorithm::Histogram,
        before,
        explained.new.iter().copied(),
        (0, 0),
        &mut |hunk| match hunk {
            Hunk::Same(old, new) => entries.push(Entry::Pair(old, new)),
            Hunk::Differs(lines) => by_skeleton(old, new, lines, &mut entries),
        },
    );
    entries
}

/// Aligns lines by what they say in ASCII.
fn by_skeleton(
    old: &Side<'_>,
    new: &Side<'_>,
    (before, after): (Range<usize>, Range<usize>),
    entries: &mut Vec<Entry>,
) {
    let start = (before.start, after.start);
    between(
        Algorithm::Histogram,
        before.map(|line| skeleton(old.body(line))),
        after.map(|line| skeleton(new.body(line))),
        start,
        &mut |hunk| match hunk {
            Hunk::Same(old, new) => entries.push(Entry::Pair(old, new)),
            Hunk::Differs((before, after)) if before.len() == after.len() => {
                entries.extend(before.zip(after).map(|(old, new)| Entry::Pair(old, new)));
            }
            Hunk::Differs((before, after)) => {
                entries.extend(before.map(Entry::Old));
                entries.extend(after.map(Entry::New));
            }
        },
    );
}

/// What a comparison passes on.
pub(super) enum Hunk {
    /// One of each that are the same.
    Same(usize, usize),
    /// Some of each between these.
    Differs((Range<usize>, Range<usize>)),
}

/// Compares two sequences that are parts of longer ones from `start` on.
pub(super) fn between<T: Default + Eq + Hash>(
    algorithm: Algorithm,
    before: impl ExactSizeIterator<Item = T>,
    after: impl ExactSizeIterator<Item = T>,
    start: (usize, usize),
    put: &mut dyn FnMut(Hunk),
) {
    let ends = (start.0 + before.len(), start.1 + after.len());
    let mut input = InternedInput::default();
    input.update_before(before);
    input.update_after(after);
    let diff = Diff::compute(algorithm, &input);
    let (mut old, mut new) = start;
    for hunk in diff.hunks() {
        let place = |range: Range<u32>, start: usize| {
            start + range.start as usize..start + range.end as usize
        };
        let (before, after) = (place(hunk.before, start.0), place(hunk.after, start.1));
        while old < before.start {
            put(Hunk::Same(old, new));
            (old, new) = (old + 1, new + 1);
        }
        (old, new) = (before.end, after.end);
        put(Hunk::Differs((before, after)));
    }
    while old < ends.0 && new < ends.1 {
        put(Hunk::Same(old, new));
        (old, new) = (old + 1, new + 1);
    }
}

/// What a line says in ASCII: each run of other bytes, and of what stands for them, is one sign.
fn skeleton(body: &[u8]) -> Vec<u8> {
    const OTHER: u8 = 0xFF;
    let mut out = Vec::with_capacity(body.len());
    for byte in body {
        let is_other = !byte.is_ascii() || matches!(byte, b'?' | 0x1A);
        match out.last() {
            Some(&OTHER) if is_other => {}
            _ => out.push(if is_other { OTHER } else { *byte }),
        }
    }
    out
}
