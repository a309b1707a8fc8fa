//! What is remembered of clean UTF-8 that is passed over.
//!
//! Invariant: afterwards everything is as if the characters had been taken one by one.

use crate::scan::bidi;
use crate::scan::unfinished::Unfinished;
use crate::scan::unseen::Unseen;
use crate::unicode::unseen::{Recent, is_right_to_left};

/// Bytes at the end that hold the last characters: those that are remembered, and a part of one.
const TAIL: usize = Recent::LEN * 4 + 3;

/// Takes bytes that begin and end at boundaries, while nothing is begun on the line
/// and no characters without width are. None of them has a notice, and none beyond ASCII ends a
/// paragraph.
pub(super) fn take<M: Copy>(unfinished: &mut Unfinished<M>, bytes: &[u8]) {
    let tail = bytes.len().saturating_sub(TAIL);
    for chunk in bytes[tail..].utf8_chunks() {
        { chunk.valid().chars() }.for_each(|c| unfinished.unseen.recall(c));
        // If that is the rest of a character at the front, enough characters follow.
        if !chunk.invalid().is_empty() {
            unfinished.unseen = Unseen::default();
        }
    }
    let ends = |byte: &u8| bidi::ends_paragraph(char::from(*byte));
    let line = bytes.iter().rposition(ends).map_or(0, |at| at + 1);
    if line > 0 {
        unfinished.nesting.end_line(&mut |_, _, _| ());
    }
    if !unfinished.nesting.is_right_to_left() && holds_right_to_left(&bytes[line..]) {
        unfinished.nesting.right_to_left(0);
    }
}

/// Whether some strong character of right-to-left text is among them.
fn holds_right_to_left(bytes: &[u8]) -> bool {
    let may_begin = |byte: &u8| matches!(byte, 0xD6..=0xE0 | 0xEF | 0xF0);
    let mut from = 0;
    while let Some(next) = bytes[from..].iter().position(may_begin) {
        from += next;
        let len = match bytes[from] {
            0xF0 => 4,
            0xE0.. => 3,
            _ => 2,
        };
        let character = bytes.get(from..from + len);
        let character = character.and_then(|bytes| std::str::from_utf8(bytes).ok());
        if character.is_some_and(|text| text.chars().any(is_right_to_left)) {
            return true;
        }
        from += 1;
    }
    false
}
