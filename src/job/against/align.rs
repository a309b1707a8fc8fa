//! Aligns the lines of two versions: each new line with its old one.
//!
//! Equal and explained lines are aligned first; the lines between them by their ASCII text; and the
//! rest one by one, if there are as many before and after, unless others share more; else by what they share.
//! Invariant: every line of both files is in the result once, in the order of each.

use std::cmp::Reverse;
use std::ops::Range;

use imara_diff::Algorithm;

use super::side::FileLines;
use super::ways::ExplainedLines;
use crate::job::hunks::{Hunk, between};

/// The most pairs of lines that are tried, between two lines with a place.
const MOST_PAIRS: usize = 4096;
/// The fewest bytes that two lines share if they are one.
const LEAST: usize = 3;

/// A line that is in one file or both: its number in them, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AlignedLine {
    /// In both.
    Pair(usize, usize),
    /// In the old file only.
    Old(usize),
    /// In the new file only.
    New(usize),
}

/// Aligns the lines.
pub(super) fn align(
    old: &FileLines<'_>,
    new: &FileLines<'_>,
    explained: &ExplainedLines,
) -> Vec<AlignedLine> {
    let mut entries = Vec::with_capacity(new.len());
    let before = explained.old.iter().copied();
    between(
        Algorithm::Histogram,
        before,
        explained.new.iter().copied(),
        (0, 0),
        &mut |hunk| match hunk {
            Hunk::Same(old, new) => entries.push(AlignedLine::Pair(old, new)),
            Hunk::Differs(lines) => by_skeleton(old, new, lines, &mut entries),
        },
    );
    entries
}

/// Aligns lines by their ASCII text.
fn by_skeleton(
    old: &FileLines<'_>,
    new: &FileLines<'_>,
    (before, after): (Range<usize>, Range<usize>),
    entries: &mut Vec<AlignedLine>,
) {
    let start = (before.start, after.start);
    between(
        Algorithm::Histogram,
        before.map(|line| skeleton(old.body(line))),
        after.map(|line| skeleton(new.body(line))),
        start,
        &mut |hunk| match hunk {
            Hunk::Same(old, new) => entries.push(AlignedLine::Pair(old, new)),
            Hunk::Differs((before, after)) => {
                let pairs = before.clone().zip(after.clone());
                let has_as_many = before.len() == after.len();
                let likest = by_likeness((old, new), before, after);
                let is_pair = |entry: &&AlignedLine| matches!(entry, AlignedLine::Pair(..));
                let is_one = |(one, other): &(usize, usize)| {
                    let (one, other) = (old.body(*one), new.body(*other));
                    !one.is_ascii() && is_alike(&skeleton(one), &skeleton(other))
                };
                let count = pairs.clone().filter(is_one).count();
                if has_as_many && likest.iter().filter(is_pair).count() <= count {
                    entries.extend(pairs.map(|(old, new)| AlignedLine::Pair(old, new)));
                } else {
                    entries.extend(likest);
                }
            }
        },
    );
}

/// Aligns lines beyond ASCII that begin and end like another for half of their length, in their order.
fn by_likeness(
    (old, new): (&FileLines<'_>, &FileLines<'_>),
    before: Range<usize>,
    after: Range<usize>,
) -> Vec<AlignedLine> {
    let mut entries = Vec::new();
    let is_small = before.len().saturating_mul(after.len()) <= MOST_PAIRS;
    let mut next = after.start;
    for line in before {
        let own = skeleton(old.body(line));
        let is_looked_for = is_small && !old.body(line).is_ascii();
        let others = if is_looked_for { next..after.end } else { 0..0 };
        let likest = others
            .map(|other| (alike(&own, &skeleton(new.body(other))), other))
            .max_by_key(|(len, other)| (*len, Reverse(*other)))
            .filter(|(len, _)| *len >= LEAST && 2 * len >= own.len());
        if let Some((_, other)) = likest {
            entries.extend((next..other).map(AlignedLine::New));
            entries.push(AlignedLine::Pair(line, other));
            next = other + 1;
        } else {
            entries.push(AlignedLine::Old(line));
        }
    }
    entries.extend((next..after.end).map(AlignedLine::New));
    entries
}

/// Reports whether two lines may be one: half of the first is at the front and at the end of the other.
fn is_alike(own: &[u8], other: &[u8]) -> bool {
    let len = alike(own, other);
    len >= LEAST && 2 * len >= own.len()
}

/// The bytes at the front and at the end that two texts share.
fn alike(one: &[u8], other: &[u8]) -> usize {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let front = one.iter().zip(other).take_while(same).count();
    let (one, other) = (&one[front..], &other[front..]);
    let behind = one.iter().rev().zip(other.iter().rev());
    front + behind.take_while(same).count()
}

/// The ASCII text of a line: each run of other bytes, and of their stand-ins, is one sign.
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
