//! The lines of a file that an older version has not.
//!
//! Invariant: a byte is in an added line, or in a line that both versions have.

use std::ops::Range;

use imara_diff::Algorithm;

use super::hunks::{self, Hunk};

/// The bytes of the lines that are new, in order.
pub fn added_lines(old: &[u8], new: &[u8]) -> Vec<Range<u64>> {
    let lines =
        |text| -> Vec<&[u8]> { <[u8]>::split_inclusive(text, |byte| *byte == b'\n').collect() };
    let (old, new) = (lines(old), lines(new));
    let mut ends = Vec::with_capacity(new.len() + 1);
    ends.push(0_u64);
    for line in &new {
        ends.push(ends[ends.len() - 1] + line.len() as u64);
    }
    let mut added = Vec::new();
    let mut put = |hunk| {
        if let Hunk::Differs((_, after)) = hunk
            && !after.is_empty()
        {
            added.push(ends[after.start]..ends[after.end]);
        }
    };
    let (old, new) = (old.iter().copied(), new.iter().copied());
    hunks::between(Algorithm::Histogram, old, new, (0, 0), &mut put);
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &[u8], new: &[u8], expected: &[(u64, u64)]) {
        let found = added_lines(old, new).into_iter();
        let found: Vec<_> = found.map(|range| (range.start, range.end)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn new_lines_are_found_by_their_bytes() {
        let old = b"one\ntwo\nthree\n";
        check(old, old, &[]);
        check(old, b"one\nnew\ntwo\nthree\n", &[(4, 8)]);
        check(old, b"one\nthree\n", &[]);
        check(old, b"ONE\ntwo\nthree\nfour", &[(0, 4), (14, 18)]);
        check(b"", b"a\nb", &[(0, 3)]);
        check(b"a", b"a\n", &[(0, 2)]);
    }
}
