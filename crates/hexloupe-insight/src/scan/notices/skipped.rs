//! The state after skipped text.
//!
//! Invariant: it is the same as after handling the characters one by one.

use super::quiet::QuietRun;
use crate::scan::bidi;
use crate::scan::unfinished::Unfinished;
use crate::scan::unseen::{self, UnseenFinder};
use hexloupe_text::unicode::unseen::{RecentCharacters, is_right_to_left};

/// Bytes at the end that hold the last characters: the stored ones, and a part of one.
const TAIL: usize = RecentCharacters::LEN * 4 + 3;

/// Handles bytes that begin and end at boundaries, while nothing is pending on the line and no
/// characters without width are. None of them has a notice, and none beyond ASCII ends a paragraph.
pub(super) fn skip_bytes<M: Copy>(unfinished: &mut Unfinished<M>, bytes: &[u8]) {
    let tail = bytes.len().saturating_sub(TAIL);
    for chunk in bytes[tail..].utf8_chunks() {
        { chunk.valid().chars() }.for_each(|c| unfinished.unseen.recall(c));
        // If that is the rest of a character at the front, enough characters follow.
        if !chunk.invalid().is_empty() {
            unfinished.unseen = UnseenFinder::default();
        }
    }
    // The byte of NEL is inside of characters here, as in х.
    let ends = |byte: &u8| byte.is_ascii() && bidi::ends_paragraph(char::from(*byte));
    let line = bytes.iter().rposition(ends).map_or(0, |at| at + 1);
    if line > 0 {
        unfinished.nesting.end_line(&mut |_, _, _| ());
    }
    if !unfinished.nesting.is_right_to_left() && holds_right_to_left(&bytes[line..]) {
        unfinished.nesting.right_to_left(0);
    }
}

/// Handles units of UTF-16 that are a quiet run.
pub(super) fn skip_quiet<M: Copy>(unfinished: &mut Unfinished<M>, text: &[u16], run: QuietRun) {
    let recent = recent(unfinished.unseen.recent(), text);
    unfinished.unseen = UnseenFinder::after(recent);
    let ends = |unit: &u16| matches!(u8::try_from(*unit), Ok(b'\n' | b'\r'));
    let line = text.iter().rposition(ends).map_or(0, |at| at + 1);
    if line > 0 {
        unfinished.nesting.end_line(&mut |_, _, _| ());
    }
    if run.may_be_right_to_left() && !unfinished.nesting.is_right_to_left() {
        let mut chars = char::decode_utf16(text[line..].iter().copied()).flatten();
        if chars.any(is_right_to_left) {
            unfinished.nesting.right_to_left(0);
        }
    }
}

/// The last characters after some text, in their relevance for invisible characters.
pub(super) fn recent(before: &RecentCharacters, text: &[u16]) -> RecentCharacters {
    let mut recent = *before;
    // Tags of a flag are not counted, so that more of them may stand before.
    let tail = text
        .len()
        .saturating_sub(2 * (RecentCharacters::LEN + unseen::MOST_TAGS));
    for c in char::decode_utf16(text[tail..].iter().copied()).flatten() {
        if !unseen::spells(c) {
            recent.push(c);
        }
    }
    recent
}

/// Reports whether some strong character of right-to-left text is among them.
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
