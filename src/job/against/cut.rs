//! A file that was cut off: its last line has no end, and lines of the old file behind it are gone.
//!
//! Invariant: a file that ends in a whole line end was not cut off, as far as its bytes tell, nor was one
//! that has all old lines but no line end after the last.

use super::VersionCase;
use super::align::AlignedLine;
use super::recoding::each;
use super::side::{FileLineEnd, FileLines, ILL_FORMED};
use crate::codec::{Encoding, table};

/// The fewest bytes of a line that nobody leaves by chance.
const LEAST: usize = 3;
/// The most bytes of a part of a unit, with the byte before it.
const UNIT: usize = 4;

/// The last line, if the file was cut off in it.
pub(super) fn last_line(case: &VersionCase<'_>) -> Option<usize> {
    let (old, new) = (&case.old, &case.new);
    let last = new.len().checked_sub(1)?;
    let body = new.body(last);
    let is_cr = |side: &FileLines<'_>, line: usize| side.end(line) == FileLineEnd::Cr;
    let has_others = (0..last).any(|line| is_cr(new, line));
    // Between the two characters of a line end.
    let is_in_end = is_cr(new, last) && !has_others && !(0..old.len()).any(|line| is_cr(old, line));
    let is_open = new.end(last) == FileLineEnd::None && !body.is_empty();
    if case.was_binary || !is_open && !is_in_end {
        return None;
    }
    let ended = |line: usize| old.end(line) != FileLineEnd::None;
    // A line that was cut inside its end had one, whatever the last line of the old file had.
    let had_end = is_in_end || old.len().checked_sub(1).is_some_and(ended);
    // The first old line behind those that are still there, and the first behind the last line.
    let (mut next, mut behind) = (0, None);
    for line in &case.lines {
        match line.entry {
            AlignedLine::Pair(before, after) if after < last && !line.is_elsewhere => {
                next = before + 1;
            }
            AlignedLine::Pair(before, after) if after == last => {
                if !line.edited {
                    let is_rest = before + 1 < old.len() || is_open && !line.pieces.is_empty();
                    return (had_end && is_rest).then_some(last);
                }
                behind = Some(before + 1);
            }
            _ => {}
        }
    }
    let (text, is_torn) = begun_text(body, case);
    let is_begun = |line: &usize| {
        let (whole, _) = text_of(old.body(*line), old.text_encoding());
        whole.starts_with(&text) && whole != text
    };
    let begun = (next..old.len()).find(is_begun);
    let begun = begun.filter(|_| body.len() >= LEAST || had_end);
    // Who deletes the end of the last line edits it, and leaves whole characters and a line end.
    let has_damage = case.lines.iter().any(|line| !line.pieces.is_empty());
    let is_rest = begun.is_some_and(|line| line + 1 < old.len() || had_end || has_damage);
    // Behind a last line that was edited, but not behind one that someone has typed.
    let is_tail_gone = had_end && behind.is_some_and(|behind| behind < old.len());
    // A program that has damaged other lines too.
    let is_damaged = had_end && has_damage;
    (is_rest || is_torn || is_tail_gone || is_damaged).then_some(last)
}

/// The text of the last line, in UTF-8 if it is that, and whether it ends inside a character.
fn begun_text(body: &[u8], case: &VersionCase<'_>) -> (String, bool) {
    // A part of a unit, as the lines have it.
    let torn = body.len().saturating_sub(UNIT);
    let unit = { body[torn..].iter() }.position(|byte| *byte == ILL_FORMED);
    if let Some(at) = unit.filter(|_| !case.new.encoding.ascii) {
        return (text_of(&body[..torn + at], table::UTF_8).0, true);
    }
    let own = case.old.text_encoding();
    let ill = str::from_utf8(body).err();
    let is_whole = ill.is_none_or(|ill| ill.error_len().is_none() && ill.valid_up_to() > 0);
    let has_utf8 = ill.map_or(body, |ill| &body[..ill.valid_up_to()]);
    let is_utf8 = is_whole && (case.new.is_utf8() || !has_utf8.is_ascii());
    text_of(body, if is_utf8 { table::UTF_8 } else { own })
}

/// A text up to a character that it ends in, and whether there is one.
fn text_of(body: &[u8], encoding: &'static Encoding) -> (String, bool) {
    let (mut text, mut is_torn) = (String::new(), false);
    each(body, encoding, |_, read| {
        is_torn = read.is_none();
        text.push_str(read.as_deref().unwrap_or_default());
    });
    (text, is_torn)
}
