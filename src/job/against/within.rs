//! Changes inside a line that was edited, or changed in more than one way.
//!
//! Invariant: a change that no way explains counts as an edit, and a line that lost more than half
//! of its ASCII besides blanks counts as another line.

use std::ops::Range;

use imara_diff::Algorithm;

use super::recoding::each;
use super::way::{LineChange, ReplacedUnit, TextAlteration};
use super::ways::changed;
use crate::codec::Encoding;
use crate::job::hunks::{Hunk, between};

/// Characters of ASCII that two lines share if they are one, unless the old one has fewer and they are half of
/// the new one.
const LEAST: usize = 3;
/// The longest line that is examined.
const LONGEST: usize = 64 * 1024;
/// The fewest letters of a line that a program has dropped or written in ASCII, and all of them.
const LETTERS: usize = 3;

/// The changes of a line.
#[derive(Debug, Default)]
pub(super) struct AlteredLine {
    /// The stretches that ways explain.
    pub(super) pieces: Vec<(TextAlteration, LineChange)>,
    /// True if there is a change that none explains.
    pub(super) edited: bool,
}

/// Examines a line. `None` if the two have too little in common to be one line, or one is too long.
pub(super) fn within(
    old: &[u8],
    new: &[u8],
    encoding: &'static Encoding,
    ways: &[TextAlteration],
) -> Option<AlteredLine> {
    if old.len().max(new.len()) > LONGEST {
        return None;
    }
    let mut found = AlteredLine::default();
    let (before, after) = (units(old), units(new));
    let mut kept = 0;
    // Stretches that may be edits, unless there are many and all letters are gone.
    let mut doubtful = Vec::new();
    let mut letters = 0;
    let mut explain = |before: Range<usize>, after: Range<usize>| {
        let (old, new) = (&old[before.clone()], &new[after.clone()]);
        // No way that is accepted here changes ASCII, and hardly one leaves only ASCII.
        let (count, is_all) = if old.is_ascii() {
            (0, false)
        } else {
            letters_of(old, encoding)
        };
        let may_explain = |way: &TextAlteration| match (old.is_ascii(), new.is_ascii()) {
            (true, _) => PartProof::None,
            (_, false) => may_explain_part(*way),
            (_, true) if count > 0 => may_leave_ascii(*way, new, is_all),
            _ => PartProof::None,
        };
        let explained = { ways.iter() }.find_map(|way| {
            let proof = Some(may_explain(way)).filter(|proof| *proof != PartProof::None)?;
            let image = changed(*way, old, encoding)?;
            (image.bytes == new).then_some((*way, image.pieces, proof))
        });
        let Some((way, pieces, proof)) = explained else {
            found.edited = true;
            return;
        };
        let moved = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
        let pieces = pieces.iter().map(|piece| {
            let piece = LineChange {
                old: moved(&piece.old, before.start),
                new: moved(&piece.new, after.start),
            };
            (way, piece)
        });
        if proof == PartProof::Whole {
            found.pieces.extend(pieces);
        } else {
            letters += count;
            doubtful.extend(pieces);
        }
    };
    let bytes = |units: &[Range<usize>], range: Range<usize>, len: usize| {
        let at = |index: usize| units.get(index).map_or(len, |unit| unit.start);
        at(range.start)..at(range.end)
    };
    between(
        Algorithm::Myers,
        before.iter().map(|range| &old[range.clone()]),
        after.iter().map(|range| &new[range.clone()]),
        (0, 0),
        &mut |hunk| match hunk {
            Hunk::Same(unit, _) => {
                kept += usize::from(old[before[unit].start].is_ascii_graphic());
            }
            Hunk::Differs((olds, news)) => explain(
                bytes(&before, olds, old.len()),
                bytes(&after, news, new.len()),
            ),
        },
    );
    if new.is_ascii() && letters >= LETTERS {
        found.pieces.extend(doubtful);
        found.pieces.sort_by_key(|(_, piece)| piece.old.start);
    } else {
        found.edited |= !doubtful.is_empty();
    }
    // Blanks are in every line.
    let signs = |line: &[u8]| line.iter().filter(|byte| byte.is_ascii_graphic()).count();
    let ascii = signs(old);
    // One letter is in most lines.
    let is_enough = kept >= LEAST || kept == ascii && 2 * kept >= signs(new);
    let is_same = 2 * kept >= ascii && is_enough;
    (kept > 0 && is_same || ascii == 0 && !found.edited).then_some(found)
}

/// The proof that a part of a line gives for a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartProof {
    /// None: people edit so.
    None,
    /// Nobody edits many letters so.
    Many,
    /// Nobody edits so.
    Whole,
}

/// The proof of a part that is beyond ASCII still. A typed `?` or space looks the same as a replaced one, so
/// of the signs only U+FFFD (three bytes) is accepted. Runs are accepted only for whole lines.
fn may_explain_part(way: TextAlteration) -> PartProof {
    match way {
        TextAlteration::Replaced(what, sign) if sign.len() > 1 && what != ReplacedUnit::Runs => {
            PartProof::Whole
        }
        TextAlteration::Recoded(_) | TextAlteration::Normal(_) => PartProof::Whole,
        _ => PartProof::None,
    }
}

/// The proof of text with letters of which only ASCII is left: nobody types a sign for each character.
fn may_leave_ascii(way: TextAlteration, new: &[u8], is_all_letters: bool) -> PartProof {
    match way {
        TextAlteration::Replaced(ReplacedUnit::Runs, _) => PartProof::None,
        TextAlteration::Replaced(_, [_]) if !new.is_empty() => PartProof::Whole,
        TextAlteration::Replaced(_, b"")
        | TextAlteration::Transliterated(_)
        | TextAlteration::SevenBits
        | TextAlteration::Bare
            if is_all_letters =>
        {
            PartProof::Many
        }
        TextAlteration::Escaped(_) => PartProof::Many,
        _ => PartProof::None,
    }
}

/// The number of letters of a part, and whether it has nothing else.
fn letters_of(part: &[u8], encoding: &'static Encoding) -> (usize, bool) {
    let (mut count, mut is_all) = (0, true);
    each(part, encoding, |_, text| {
        let is_letter = text.is_some_and(|text| text.chars().all(char::is_alphabetic));
        is_all &= is_letter;
        count += usize::from(is_letter);
    });
    (count, is_all)
}

/// The characters of UTF-8, and each byte that is not part of one.
fn units(text: &[u8]) -> Vec<Range<usize>> {
    let (mut units, mut at) = (Vec::new(), 0);
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            units.push(at..at + c.len_utf8());
            at += c.len_utf8();
        }
        for _ in chunk.invalid() {
            units.push(at..at + 1);
            at += 1;
        }
    }
    units
}
