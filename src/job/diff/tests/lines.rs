//! Nearly equal lines with one line inserted or deleted: one difference, wherever it is.

use super::*;

/// Numbered lines of about `len` bytes; one part of them is a counter.
fn numbered(count: usize, len: usize) -> Vec<Vec<u8>> {
    let line = |number: usize| {
        let text = format!("2026-11-25 line {number:06} ");
        // The same in each line, and nothing in it twice.
        let words = (1..).map(|word: u32| (word.wrapping_mul(0x9E37_79B9) >> 8) % 5000);
        let rest = words.flat_map(|word| format!("{word} ").into_bytes());
        let rest = rest.take(len.saturating_sub(text.len() + 1));
        [text.as_bytes(), &rest.collect::<Vec<_>>(), b"\n"].concat()
    };
    (0..count).map(line).collect()
}

/// Checks that the differences have these lengths in the first file and in the second.
#[track_caller]
fn lengths(a: &[u8], b: &[u8], expected: &[(usize, usize)]) {
    for step in [7, 1000, STEP] {
        let found = held(a, b, step);
        let len = |range: &Range<u64>| (range.end - range.start) as usize;
        let lens: Vec<_> = found.iter().map(|(a, b)| (len(a), len(b))).collect();
        let few = &lens[..lens.len().min(8)];
        assert_eq!(few, expected, "{} differences, step {step}", lens.len());
    }
}

const LENGTHS: [usize; 11] = [25, 40, 60, 100, 150, 250, 400, 600, 1000, 2000, 4000];

/// The number of lines of a length: less than three megabytes of them.
fn count(len: usize) -> usize {
    (2_400_000 / len).min(6000)
}

#[test]
fn a_line_that_is_gone_is_one_difference() {
    for len in LENGTHS {
        let count = count(len) / 2;
        let lines = numbered(count, len);
        let all = lines.concat();
        for gone in [0, 1, 7, count / 2, count - 10, count - 1] {
            let rest = [&lines[..gone], &lines[gone + 1..]].concat().concat();
            let line = lines[gone].len();
            lengths(&all, &rest, &[(line, 0)]);
            lengths(&rest, &all, &[(0, line)]);
        }
    }
}

#[test]
fn a_line_that_is_gone_and_one_that_came_are_two_differences() {
    for len in LENGTHS {
        let count = count(len);
        let mut lines = numbered(count, len);
        let all = lines.concat();
        let line = lines.remove(count / 3).len();
        lines.insert(
            count / 3 * 2,
            b"this line has come, and it is not like the others\n".to_vec(),
        );
        let other = lines.concat();
        lengths(&all, &other, &[(line, 0), (0, 50)]);
        lengths(&other, &all, &[(0, line), (50, 0)]);
    }
}

/// The files have the same length, so their ends do not reveal the move.
#[test]
fn a_line_that_was_moved_is_two_differences() {
    for len in LENGTHS {
        let count = count(len);
        let mut lines = numbered(count, len);
        let all = lines.concat();
        let line = lines.remove(count / 3);
        let len = line.len();
        lines.insert(count / 3 * 2, line);
        lengths(&all, &lines.concat(), &[(len, 0), (0, len)]);
    }
}

#[test]
fn a_counter_in_each_line_differs_in_each_line() {
    for len in LENGTHS {
        let lines = numbered(count(len) / 2, len);
        let mut others = lines.clone();
        let mut expected = Vec::new();
        let mut at = 0;
        for line in &mut others {
            line[3] = b'X';
            expected.push((at + 3..at + 4, at + 3..at + 4));
            at += line.len() as u64;
        }
        check_at(&lines.concat(), &others.concat(), &expected);
    }
}

proptest! {
    #[test]
    fn what_is_found_does_not_depend_on_how_much_is_read_at_once(
        len in 20..200_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 0..6),
        step in 1..10_u64,
    ) {
        let mut lines = numbered(300, len);
        let all = lines.concat();
        for (at, how) in edits {
            let at = at.index(lines.len());
            match how {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, b"a line that has come\n".to_vec()),
                _ => lines[at][0] = b'X',
            }
        }
        let other = lines.concat();
        prop_assert_eq!(held(&all, &other, step), held(&all, &other, STEP));
    }
}
