//! What is put back, and the file with it.
//!
//! A line is put back whole, from the old file, and only if ways explain all of its changes and it
//! is surely that line: no line next to it was edited, or no other line can have become it. If
//! nothing at all was edited, the file is the old one. The mark goes with the text: it is put back
//! only before text in its encoding. Invariant: a line that was edited has the
//! bytes that it has now, apart from its end where all ends of the file were changed alike.

use super::align::Entry;
use super::changes::Kept;
use super::side::LineEnd;
use super::{Case, Judged, Kind};
use crate::codec::{Encoding, Layout};

/// What is put back.
pub(super) struct Plan {
    /// Whether nothing was edited: the old file as it was.
    wholly: bool,
    /// For each line with changes, why it is kept as it is.
    kept: Vec<Option<Kept>>,
    /// Whether all ends become what all of them were.
    all_ends: bool,
    /// Why the mark is not put back.
    mark: Option<Kept>,
}

impl Plan {
    /// What of a case is put back.
    pub(super) fn of(case: &Case<'_>) -> Self {
        let is_whole = |line: &Judged| match line.entry {
            Entry::Pair(old, new) => {
                let ends = (case.old.end(old), case.new.end(new));
                let same_last = (ends.0 == LineEnd::None) == (ends.1 == LineEnd::None);
                !line.edited && (same_last || !case.has_line_ends)
            }
            Entry::Old(_) | Entry::New(_) => false,
        };
        let wholly = case.lines.iter().all(is_whole)
            && Kind::ALL.iter().all(|kind| !case.is_expected(*kind))
            && case.has_line_ends;
        let mut kept: Vec<Option<Kept>> = if wholly {
            vec![None; case.lines.len()]
        } else {
            case.lines.iter().map(|line| reason(case, line)).collect()
        };
        let is_other = !wholly && is_other_encoding(case, &kept);
        if is_other {
            for (kept, line) in kept.iter_mut().zip(&case.lines) {
                if kept.is_none() && !line.pieces.is_empty() {
                    *kept = Some(Kept::OtherEncoding);
                }
            }
        }
        let ends = (case.old.one_end(), case.new.one_end());
        let all_ends = match ends {
            (Some((old, _)), Some((new, _))) => old != new,
            _ => false,
        };
        let mut plan = Self {
            wholly,
            kept,
            all_ends: all_ends && case.has_line_ends && case.is_spliceable(),
            mark: None,
        };
        plan.mark = if wholly {
            None
        } else if is_other || !case.is_spliceable() || !plan.fits_mark(case) {
            Some(Kept::OtherEncoding)
        } else {
            has_swallowed_mark(case).then_some(Kept::LineEdited)
        };
        plan
    }

    /// Whether the text that the old mark is put before is in the mark's encoding, if it was.
    fn fits_mark(&self, case: &Case<'_>) -> bool {
        let old = &case.old;
        if matches!(old.encoding.layout, Layout::Utf8(_)) {
            let is_text = !old.mark().is_empty() && old.is_utf8();
            return !is_text || str::from_utf8(&self.text(case)).is_ok();
        }
        // A line that is the same, or explained, shows that the text is in the encoding still.
        let is_same = |line: &Judged| !line.edited && !case.new_body(line).is_empty();
        old.len() == 0 || case.lines.iter().any(is_same)
    }

    /// Why the mark is not put back.
    pub(super) fn of_mark(&self) -> Option<Kept> {
        self.mark
    }

    /// Why a line is not put back.
    pub(super) fn of_line(&self, at: usize) -> Option<Kept> {
        self.kept.get(at).copied().flatten()
    }

    /// Why something that is about the whole file is not put back.
    pub(super) fn of_file(&self, case: &Case<'_>) -> Option<Kept> {
        (!self.wholly || case.lines.is_empty()).then_some(Kept::OtherEncoding)
    }

    /// Why the end of a line is not put back.
    pub(super) fn of_end(&self, case: &Case<'_>, line: &Judged) -> Option<Kept> {
        if self.wholly || self.all_ends {
            None
        } else if !case.is_spliceable() {
            Some(Kept::OtherEncoding)
        } else {
            line.edited.then_some(Kept::LineEdited)
        }
    }

    /// The file with everything put back; none if that is the file as it is.
    pub(super) fn bytes(&self, case: &Case<'_>) -> Option<Vec<u8>> {
        if self.wholly {
            return Some(case.old.bytes().to_vec());
        }
        if !case.is_spliceable() {
            return None;
        }
        let is_back = |kind| !case.is_expected(kind) && self.mark.is_none();
        let mark = match case.mark_kind() {
            Some(kind) if is_back(kind) => case.old.mark(),
            _ => case.new.mark(),
        };
        let out = [mark, &self.text(case)].concat();
        (out != case.new.bytes()).then_some(out)
    }

    /// The lines with everything put back.
    fn text(&self, case: &Case<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        for (at, line) in case.lines.iter().enumerate() {
            let (Entry::Pair(_, new) | Entry::New(new)) = line.entry else {
                continue;
            };
            let old = match line.entry {
                Entry::Pair(old, _) => Some(old),
                _ => None,
            };
            let back = old.filter(|_| self.is_put_back(case, at, line));
            out.extend_from_slice(back.map_or(case.new.raw(new), |old| case.old.raw(old)));
            out.extend_from_slice(self.end(case, line, old, new));
        }
        out
    }

    /// Whether a line is put back; one with nothing but expected changes is not.
    fn is_put_back(&self, case: &Case<'_>, at: usize, line: &Judged) -> bool {
        let mut kinds = { line.pieces.iter() }.map(|(way, piece)| case.kind(line, *way, piece));
        kinds.any(|kind| !case.is_expected(kind)) && self.of_line(at).is_none()
    }

    /// The end that a line has.
    fn end<'a>(&self, case: &Case<'a>, line: &Judged, old: Option<usize>, new: usize) -> &'a [u8] {
        let now = case.new.end_bytes(new);
        if !case.has_line_ends || case.is_expected(Kind::LineEnds) || now.is_empty() {
            return now;
        }
        if self.all_ends {
            return case.old.one_end().map_or(now, |(_, bytes)| bytes);
        }
        match old {
            Some(old) if !line.edited && case.old.end(old) != LineEnd::None => {
                case.old.end_bytes(old)
            }
            _ => now,
        }
    }

    /// The encoding of what is put back, if lines that are kept are not in it.
    pub(super) fn mixed(&self, case: &Case<'_>) -> Option<&'static Encoding> {
        if self.wholly || !case.is_spliceable() || case.old.is_utf8() {
            return None;
        }
        let lines = || case.lines.iter().enumerate();
        let is_back = lines().any(|(at, line)| self.is_put_back(case, at, line));
        let is_mixed = is_back && lines().any(|(at, line)| self.is_other(case, at, line));
        is_mixed.then_some(case.old.encoding)
    }

    /// Whether a line stays as it is that is not in the old encoding, as it seems.
    pub(super) fn is_other(&self, case: &Case<'_>, at: usize, line: &Judged) -> bool {
        let changed = line.edited || !line.pieces.is_empty();
        changed && !self.is_put_back(case, at, line) && !case.new_body(line).is_ascii()
    }
}

/// Whether the first line may have what became of the mark in it: read in pairs of bytes, the mark
/// and the first letter are one text.
fn has_swallowed_mark(case: &Case<'_>) -> bool {
    let is_gone = !case.old.mark().is_empty() && case.new.mark().is_empty();
    let is_new = |line: &&Judged| matches!(line.entry, Entry::Pair(_, 0) | Entry::New(0));
    let first = case.lines.iter().find(is_new);
    let starts = |line: &Judged| !case.new_body(line).get(..1).unwrap_or_default().is_ascii();
    is_gone && first.is_some_and(|line| line.edited && starts(line))
}

/// Why a line that ways explain is not put back by itself.
fn reason(case: &Case<'_>, line: &Judged) -> Option<Kept> {
    if line.pieces.is_empty() {
        return None;
    }
    if line.is_elsewhere {
        return Some(Kept::Elsewhere);
    }
    if line.edited {
        return Some(Kept::LineEdited);
    }
    if !case.is_spliceable() {
        return Some(Kept::OtherEncoding);
    }
    (!line.is_certain).then_some(Kept::NextToEdited)
}

/// Whether ways changed the encoding of the file, and what is kept needs the new one.
fn is_other_encoding(case: &Case<'_>, kept: &[Option<Kept>]) -> bool {
    let own = case.encodings.0;
    let changes = |line: &Judged| line.pieces.iter().any(|(way, _)| way.changes_encoding(own));
    let needs = |(line, kept): (&Judged, &Option<Kept>)| {
        let stays = line.edited || kept.is_some();
        stays && !case.new_body(line).is_ascii()
    };
    case.lines.iter().any(changes) && case.lines.iter().zip(kept).any(needs)
}
