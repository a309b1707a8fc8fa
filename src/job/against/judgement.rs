//! Checks that the restored file equals git's version, outside of the edited lines.
//!
//! The check ignores how the plan was made: it compares the planned bytes with the old file, and
//! runs the comparison once more as if they were already written. Invariant: a file that passes has
//! every restored line, byte by byte and in order, or its present text in the old encoding, and all its
//! other lines are as now; another comparison reports no more than this one did.

use std::collections::BTreeSet;

use super::side::FileLines;
use super::unproved::is_well_formed;
use super::{
    AgainstParameters, FileVersions, TextChange, TextChangeKind, VersionCase, VersionComparison,
    compare_once,
};
use crate::codec::{Encoding, Meaning, Walk};
use crate::window::Peek as _;

/// Reports whether the restored file of a comparison may replace the new version.
pub(super) fn is_sound(
    versions: &FileVersions<'_>,
    orders: &AgainstParameters<'_>,
    found: &VersionComparison,
) -> bool {
    let Some(bytes) = &found.restored else {
        return false;
    };
    if bytes == versions.old {
        return true;
    }
    let planned = FileVersions {
        new: bytes,
        ..*versions
    };
    let again = compare_once(&planned, orders);
    let left = |changes: &[TextChange]| -> BTreeSet<u64> {
        let left = changes.iter().filter(|change| change.kept.is_some());
        left.flat_map(|change| change.lines.iter().copied())
            .collect()
    };
    is_text_of_mark(versions, bytes, orders)
        && again.changes.iter().all(|change| change.kept.is_some())
        && left(&again.changes).is_subset(&left(&found.changes))
        && has_lines(versions, orders, found, bytes)
}

/// Reports whether the text behind a mark that is put back is in the encoding of that, as it was.
fn is_text_of_mark(
    versions: &FileVersions<'_>,
    planned: &[u8],
    orders: &AgainstParameters<'_>,
) -> bool {
    let case = VersionCase::new(versions, orders);
    let encoding = case.encodings.0;
    let is_back = !case.old.mark().is_empty() && case.old.mark() != case.new.mark();
    let is_marked = is_back && encoding.unit > 1 && planned.starts_with(case.old.mark());
    !is_marked || !is_well_formed(versions.old, encoding) || is_well_formed(planned, encoding)
}

/// Reports whether a line reads in the old encoding as its present bytes read in UTF-8, but for
/// characters of the old file: the ASCII of both is the same but for signs of what was lost, and every
/// other character is in the present line or in the old file.
fn is_moved(old: &FileLines<'_>, planned: &[u8], now: &[u8]) -> bool {
    let read = |bytes: &[u8]| text_of(bytes, old.encoding);
    let (Some(planned), Ok(now)) = (read(planned), str::from_utf8(now)) else {
        return false;
    };
    let is_sign = |c: char| matches!(c, '?' | '\u{1A}');
    let is_kept = |c: &char| c.is_ascii() && !is_sign(*c);
    let ascii = |text: &str| text.chars().filter(is_kept).collect::<String>();
    let mut beyond = planned.chars().filter(|c| !c.is_ascii());
    let is_of_old = |c: char| {
        let mut lines = (0..old.len()).map(|line| old.raw(line));
        lines.any(|line| read(line).is_some_and(|line| line.contains(c)))
    };
    ascii(&planned) == ascii(now) && beyond.all(|c| now.contains(c) || is_of_old(c))
}

/// Bytes as text; none if they are ill-formed.
fn text_of(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    let data = bytes.to_vec();
    let window = data.window(0, data.len());
    let mut text = String::new();
    for step in Walk::new(encoding, 0, &window) {
        match step.meaning {
            Meaning::IllFormed(_) | Meaning::Surrogate(_) | Meaning::Beyond(_) => return None,
            meaning => text.extend(meaning.scalars()),
        }
    }
    Some(text)
}

/// Reports whether the restored lines equal git's, and all others are as now.
fn has_lines(
    versions: &FileVersions<'_>,
    orders: &AgainstParameters<'_>,
    found: &VersionComparison,
    bytes: &[u8],
) -> bool {
    let now = VersionCase::new(versions, orders);
    let (old, new) = (&now.old, &now.new);
    let planned = FileLines::new(bytes, old.encoding);
    let is_back = |kind: TextChangeKind| {
        let is_it = move |change: &&TextChange| change.kind == kind && change.kept.is_none();
        { found.changes.iter() }.filter(is_it)
    };
    let is_of_line =
        |kind: &TextChangeKind| !matches!(kind, TextChangeKind::Bom | TextChangeKind::LineEnds);
    let kinds = TextChangeKind::ALL.into_iter().filter(is_of_line);
    let back = kinds
        .flat_map(is_back)
        .flat_map(|change| change.lines.iter().copied());
    let back: BTreeSet<u64> = back.collect();
    let mut from = 0;
    let mut is_git = |line: usize| {
        let found = (from..old.len()).find(|at| old.raw(*at) == planned.raw(line));
        from = found.map_or(from, |at| at + 1);
        found.is_some()
    };
    let is_mark_back = is_back(TextChangeKind::Bom).next().is_some();
    // Before the first line, a mark that an edit has moved into the text stands once.
    let is_same = |line: usize| {
        let (planned, now) = (planned.raw(line), new.raw(line));
        planned == now || is_mark_back && now.strip_prefix(old.mark()) == Some(planned)
    };
    let is_right = |line: usize| {
        if !now.is_spliceable() {
            // The present text in the old encoding.
            planned.body(line) == new.body(line)
        } else if back.contains(&(line as u64 + 1)) {
            is_git(line) || is_moved(old, planned.raw(line), new.raw(line))
        } else {
            is_same(line)
        }
    };
    let is_marked = planned.mark() == old.mark();
    planned.len() == new.len()
        && (0..planned.len()).all(is_right)
        && (is_marked || !is_mark_back && planned.mark() == new.mark())
}
