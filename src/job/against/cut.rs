//! A file that was cut off: its last line is the beginning of an old one, and the lines behind are gone.
//!
//! Invariant: a file that ends in a line end was not cut off, as far as its bytes tell.

use super::VersionCase;
use super::align::AlignedLine;
use super::recoding::each;
use super::side::FileLineEnd;
use crate::codec::Encoding;

/// The fewest bytes of a line that nobody leaves by chance.
const LEAST: usize = 3;

/// The last line, if the file was cut off in it.
pub(super) fn last_line(case: &VersionCase<'_>) -> Option<usize> {
    let (old, new) = (&case.old, &case.new);
    let last = new.len().checked_sub(1)?;
    let body = new.body(last);
    if case.was_binary || new.end(last) != FileLineEnd::None || body.len() < LEAST {
        return None;
    }
    // The first old line behind those that are still there.
    let mut next = 0;
    for line in &case.lines {
        match line.entry {
            AlignedLine::Pair(before, after) if after < last && !line.is_elsewhere => {
                next = before + 1;
            }
            AlignedLine::Pair(_, after) if after == last && !line.edited => return None,
            _ => {}
        }
    }
    let is_begun = |line: &usize| old.body(*line).starts_with(body) && old.body(*line) != body;
    let begun = (next..old.len()).find(is_begun)?;
    // Who deletes the end of the last line edits it, and leaves whole characters.
    let is_edit = begun + 1 == old.len() && !is_torn(body, old.text_encoding());
    (!is_edit).then_some(last)
}

/// Reports whether a text ends inside a character.
fn is_torn(body: &[u8], encoding: &Encoding) -> bool {
    let mut is_torn = false;
    each(body, encoding, |_, text| is_torn = text.is_none());
    is_torn
}
