//! The common parts of two short sequences, as hunks.
//!
//! Lines of two versions of a file, units of a line and tokens of a gap are compared here.
//! Invariant: the hunks are both sequences, in order, each element once.

use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// A result of a comparison.
pub(super) enum Hunk {
    /// One equal element of each.
    Same(usize, usize),
    /// Ranges of different elements.
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
