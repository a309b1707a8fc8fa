//! The gaps between bytes: the signs in them, and the marks that run through them.
//!
//! Invariant: a gap has one sign, even if several things end or begin there.

use super::{ByteCell, ByteOrigin, ByteRole, CellMark, SpanPosition};
use crate::model::regions::ByteInRegion;
use crate::model::theme::Theme;

/// The sign in the gap between two neighbours in a row: brackets around the box of the cursor, `*`
/// after a byte that the user has changed, and parentheses around a region. Without colours also
/// the ends of the selection and of matches, and `!` after a fault. In a region without a
/// background, a dot between its bytes shows its extent.
pub fn gap(left: Option<&ByteCell>, right: Option<&ByteCell>, theme: Theme) -> char {
    let mono = theme.is_mono();
    let selected =
        |cell: Option<&ByteCell>| cell.is_some_and(|cell| cell.mark == CellMark::Selected);
    if mono && selected(left) != selected(right) && !is_cursor(left) && !is_cursor(right) {
        return if selected(left) { '›' } else { '‹' };
    }
    let matched = |cell: Option<&ByteCell>| cell.and_then(|cell| cell.matched);
    if mono && matched(right).is_some_and(begins) {
        return '{';
    }
    if mono && matched(left).is_some_and(ends) {
        return '}';
    }
    if right.and_then(|cell| cell.boxed).is_some_and(begins) {
        return '[';
    }
    if left.and_then(|cell| cell.boxed).is_some_and(ends) {
        return ']';
    }
    if left.is_some_and(|cell| cell.origin == ByteOrigin::Changed) {
        return '*';
    }
    if mono && left.is_some_and(|cell| cell.role == ByteRole::Fault) {
        return '!';
    }
    border(left, right).unwrap_or_else(|| match gap_region(left, right) {
        Some(region) if theme.ground(region.colour).is_none() => THREAD,
        _ => ' ',
    })
}

/// Between two bytes of a region that has no background.
const THREAD: char = '⋅';

/// The sign at the start or end of a region, or between two regions that touch.
fn border(left: Option<&ByteCell>, right: Option<&ByteCell>) -> Option<char> {
    let left = left.and_then(|cell| cell.region);
    let right = right.and_then(|cell| cell.region);
    let ends = left.is_some_and(|left| left.ends);
    let begins = right.is_some_and(|right| right.begins);
    match (ends, begins) {
        (true, true) => Some('|'),
        (true, false) => Some(')'),
        (false, true) => Some('('),
        (false, false) => None,
    }
}

/// The region of both neighbours of a gap, or the region of the sign in the gap.
pub fn gap_region(left: Option<&ByteCell>, right: Option<&ByteCell>) -> Option<ByteInRegion> {
    let left = left.and_then(|cell| cell.region);
    let right = right.and_then(|cell| cell.region);
    let both = left.filter(|left| right.is_some_and(|right| right.number == left.number));
    let begun = right.filter(|right| right.begins);
    both.or(begun).or(left.filter(|left| left.ends))
}

/// The sign in the gap between two bytes of plain text without attributes:
/// `!` after an ill-formed byte, brackets round a character of several bytes,
/// and `|` where one such character ends and the next begins.
#[inline]
pub fn plain_gap(
    left: Option<(ByteRole, SpanPosition)>,
    right: Option<(ByteRole, SpanPosition)>,
) -> char {
    if left.is_some_and(|(role, _)| role == ByteRole::Fault) {
        return '!';
    }
    let opens =
        right.is_some_and(|(role, part)| part == SpanPosition::Head && role != ByteRole::Fault);
    let closes = left.is_some_and(|(_, part)| part == SpanPosition::Tail);
    match (closes, opens) {
        (true, true) => '|',
        (true, false) => ']',
        (false, true) => '[',
        (false, false) => ' ',
    }
}

fn is_cursor(cell: Option<&ByteCell>) -> bool {
    cell.is_some_and(|cell| cell.mark == CellMark::Cursor)
}

/// The mark of the gap between two neighbours: the selection and each match run through the gaps
/// between their bytes, the cursor included.
pub fn gap_mark(left: Option<&ByteCell>, right: Option<&ByteCell>) -> CellMark {
    let Some((left, right)) = left.zip(right) else {
        return CellMark::None;
    };
    let has = |mark: CellMark| left.mark == mark || right.mark == mark;
    let both = |inner: CellMark| {
        let within = |cell: &ByteCell| cell.mark == inner || cell.mark == CellMark::Cursor;
        has(inner) && within(left) && within(right)
    };
    let one_match = left.matched.is_some_and(|part| !ends(part))
        && right.matched.is_some_and(|part| !begins(part));
    match () {
        () if both(CellMark::Selected) => CellMark::Selected,
        () if one_match && !has(CellMark::Selected) => CellMark::Matched,
        () => CellMark::None,
    }
}

const fn begins(part: SpanPosition) -> bool {
    matches!(part, SpanPosition::Whole | SpanPosition::Head)
}

const fn ends(part: SpanPosition) -> bool {
    matches!(part, SpanPosition::Whole | SpanPosition::Tail)
}
