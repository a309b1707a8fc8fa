//! Changes inside a line that was edited, or changed in more than one way.
//!
//! Invariant: a change that no way explains counts as an edit, and a line that lost more than half
//! of its ASCII besides blanks counts as another line.

use std::ops::Range;

use imara_diff::Algorithm;

use super::way::{LineChange, ReplacedUnit, TextAlteration};
use super::ways::changed;
use crate::codec::Encoding;
use crate::job::hunks::{Hunk, between};

/// Characters of ASCII that two lines share if they are one, unless the old one has fewer.
const LEAST: usize = 3;
/// The longest line that is examined.
const LONGEST: usize = 64 * 1024;

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
    let mut explain = |before: Range<usize>, after: Range<usize>| {
        let (old, new) = (&old[before.clone()], &new[after.clone()]);
        // No way that is accepted here changes ASCII, or leaves only ASCII.
        let is_edit = old.is_ascii() || new.is_ascii();
        let ways = if is_edit { &[] } else { ways };
        let explained = { ways.iter() }
            .filter(|way| may_explain_part(**way))
            .find_map(|way| {
                let image = changed(*way, old, encoding)?;
                (image.bytes == new).then_some((*way, image.pieces))
            });
        let Some((way, pieces)) = explained else {
            found.edited = true;
            return;
        };
        let moved = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
        found.pieces.extend(pieces.iter().map(|piece| {
            let piece = LineChange {
                old: moved(&piece.old, before.start),
                new: moved(&piece.new, after.start),
            };
            (way, piece)
        }));
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
    // Blanks are in every line.
    let ascii = old.iter().filter(|byte| byte.is_ascii_graphic()).count();
    let is_same = 2 * kept >= ascii && kept >= LEAST.min(ascii);
    (kept > 0 && is_same || ascii == 0 && !found.edited).then_some(found)
}

/// Reports whether a way may explain a part of a line. A typed `?` or space looks the same as a
/// replaced one, so of the signs only U+FFFD (three bytes) is accepted. Runs are accepted only for whole
/// lines.
fn may_explain_part(way: TextAlteration) -> bool {
    match way {
        TextAlteration::Replaced(what, sign) => sign.len() > 1 && what != ReplacedUnit::Runs,
        TextAlteration::Recoded(_) | TextAlteration::Normal(_) => true,
        TextAlteration::Spaces | TextAlteration::Transliterated(_) => false,
    }
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
