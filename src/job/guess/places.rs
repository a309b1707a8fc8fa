//! The further places of text that is not as the rest: a judgement has the first of each kind.
//!
//! A run goes on over lines of ASCII alone; each group of lines between those is a place of its own, as a
//! passage is in the inspector. Invariant: places are in order, and no more of the data is read for them
//! than a bounded number of bytes.

use crate::detect::verdict::{Guess, OtherText};
use crate::window::Peek;

/// The most further places of one kind, and the most bytes that are read for them.
const MOST: usize = 100;
const READ: u64 = 1 << 20;
/// The bytes of a place that its text is made from.
const OPENING: usize = 200;

/// Adds the further places to the texts of a guess, as far as its stretches are known.
pub(super) fn add(data: &dyn Peek, guess: &mut Guess) {
    let mut left = READ;
    for other in &mut guess.others {
        let Some(reading) = other.reading() else {
            continue;
        };
        let mut more = Vec::new();
        for range in &other.ranges {
            let len = range.end - range.start;
            if len > left || more.len() >= MOST {
                break;
            }
            left -= len;
            let window = data.window(range.start, len as usize);
            let bytes = window.slice(range.start, range.end);
            for start in groups(bytes) {
                let opening = &bytes[start..bytes.len().min(start + OPENING)];
                let at = range.start + start as u64;
                more.extend(OtherText::of(&reading, opening, at, other.confidence));
            }
        }
        more.retain(|place| place.offset > other.offset);
        more.truncate(MOST);
        other.stretches = other.stretches.max(more.len() as u64 + 1);
        other.more = more;
    }
}

/// The starts of the groups of lines that are not ASCII alone.
fn groups(bytes: &[u8]) -> Vec<usize> {
    let (mut starts, mut at, mut is_open) = (Vec::new(), 0, false);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let is_plain = line.is_ascii();
        if !is_plain && !is_open {
            starts.push(at);
        }
        is_open = !is_plain;
        at += line.len();
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_ascii_divide_groups() {
        assert!(groups(b"").is_empty() && groups(b"a\nb").is_empty());
        assert_eq!(groups(b"\xE9\n\xE9\na\n\xE9"), [0, 6]);
        assert_eq!(groups(b"a\n\xE9"), [2]);
    }
}
