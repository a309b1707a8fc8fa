//! The plan of the changes to revert, and the restored file.
//!
//! A line is restored whole, from the old file, and only if ways explain all of its changes and it
//! is surely that line: no line next to it was edited, or no other line can have become it. If
//! nothing at all was edited, the restored file is the old one. The mark goes with the text: it is
//! restored only before text in its encoding. Edited lines in another encoding are moved into that of
//! the file (`moved`). Invariant: an edited line has its present text, and its present bytes unless it
//! is moved, except for its end if all ends of the file were changed in the same way.

use super::align::AlignedLine;
use super::changes::NotRestoredReason;
use super::moved::{LineMover, converted_back};
use super::side::FileLineEnd;
use super::{JudgedLine, TextChangeKind, VersionCase};
use crate::codec::{BitLayout, Encoding};

/// The changes to revert.
pub(super) struct RestorePlan {
    /// True if nothing was edited: the old file is restored whole.
    wholly: bool,
    /// For each line with changes, the reason why it stays.
    kept: Vec<Option<NotRestoredReason>>,
    /// For each line that stays and is moved into the old encoding, its bytes.
    moved: Vec<Option<Vec<u8>>>,
    /// All of the present text in the old encoding, if the file was saved in another one.
    converted: Option<Vec<u8>>,
    /// True if all ends get the form that all of them had.
    all_ends: bool,
    /// The reason why the mark is not restored.
    mark: Option<NotRestoredReason>,
}

impl RestorePlan {
    /// The plan for a case.
    pub(super) fn new(case: &VersionCase<'_>) -> Self {
        let is_whole = |line: &JudgedLine| match line.entry {
            AlignedLine::Pair(old, new) => {
                let ends = (case.old.end(old), case.new.end(new));
                let same_last = (ends.0 == FileLineEnd::None) == (ends.1 == FileLineEnd::None);
                !line.edited && (same_last || !case.has_line_ends)
            }
            AlignedLine::Old(_) | AlignedLine::New(_) => false,
        };
        let wholly = case.lines.iter().all(is_whole)
            && TextChangeKind::ALL
                .iter()
                .all(|kind| !case.is_expected(*kind))
            && case.has_line_ends;
        let mut kept: Vec<Option<NotRestoredReason>> = if wholly {
            vec![None; case.lines.len()]
        } else {
            case.lines.iter().map(|line| reason(case, line)).collect()
        };
        let old_encoding = LineMover::new(case).filter(|_| !wholly);
        let mut moved: Vec<Option<Vec<u8>>> = { case.lines.iter().zip(&kept) }
            .map(|(line, kept)| {
                let stays = line.edited || kept.is_some();
                old_encoding.as_ref().filter(|_| stays)?.moved(line)
            })
            .collect();
        let is_other = !wholly && is_other_encoding(case, &kept, &moved);
        if is_other {
            moved.fill(None);
        }
        for (kept, _) in kept
            .iter_mut()
            .zip(&moved)
            .filter(|(_, moved)| moved.is_some())
        {
            *kept = None;
        }
        if is_other {
            for (kept, line) in kept.iter_mut().zip(&case.lines) {
                if kept.is_none() && !line.pieces.is_empty() {
                    *kept = Some(NotRestoredReason::OtherEncoding);
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
            moved,
            converted: converted_back(case).filter(|_| !wholly),
            all_ends: all_ends && case.has_line_ends && case.is_spliceable(),
            mark: None,
        };
        plan.mark = if wholly {
            None
        } else if is_other || !case.is_spliceable() || !plan.fits_mark(case) {
            Some(NotRestoredReason::OtherEncoding)
        } else {
            has_swallowed_mark(case).then_some(NotRestoredReason::LineEdited)
        };
        plan
    }

    /// Reports whether the text after the old mark is in the mark's encoding, if it was before.
    fn fits_mark(&self, case: &VersionCase<'_>) -> bool {
        let old = &case.old;
        if matches!(old.encoding.layout, BitLayout::Utf8(_)) {
            let is_text = !old.mark().is_empty() && old.is_utf8();
            return !is_text || str::from_utf8(&self.text(case, b"")).is_ok();
        }
        // A line that is equal or explained shows that the text is still in the encoding.
        let is_same = |line: &JudgedLine| !line.edited && !case.new_body(line).is_empty();
        old.len() == 0 || case.lines.iter().any(is_same)
    }

    /// The reason why the mark is not restored.
    pub(super) fn of_mark(&self) -> Option<NotRestoredReason> {
        self.mark
    }

    /// The reason why a line is not restored.
    pub(super) fn of_line(&self, at: usize) -> Option<NotRestoredReason> {
        self.kept.get(at).copied().flatten()
    }

    /// The bytes of a line that is moved into the old encoding.
    pub(super) fn of_moved(&self, at: usize) -> Option<&[u8]> {
        self.moved.get(at)?.as_deref()
    }

    /// The reason why a change of the whole file is not reverted.
    pub(super) fn of_file(&self, case: &VersionCase<'_>) -> Option<NotRestoredReason> {
        let is_back = self.wholly && !case.lines.is_empty() || self.converted.is_some();
        (!is_back).then_some(NotRestoredReason::OtherEncoding)
    }

    /// Reports whether all ends get another form, and no line of both versions shows it.
    pub(super) fn has_other_ends(&self, case: &VersionCase<'_>) -> bool {
        self.all_ends && case.lines.iter().all(|line| case.ends(line).is_none())
    }

    /// Reports whether each line beyond ASCII is in the old encoding again.
    pub(super) fn is_moved_back(&self, case: &VersionCase<'_>) -> bool {
        let mut beyond =
            { case.lines.iter().enumerate() }.filter(|(_, line)| !case.new_body(line).is_ascii());
        case.is_spliceable()
            && self.moved.iter().any(Option::is_some)
            && beyond.all(|(at, line)| {
                self.moved[at].is_some() || !line.edited && self.kept[at].is_none()
            })
    }

    /// The reason why the end of a line is not restored.
    pub(super) fn of_end(
        &self,
        case: &VersionCase<'_>,
        line: &JudgedLine,
    ) -> Option<NotRestoredReason> {
        if self.wholly || self.all_ends || self.converted.is_some() {
            None
        } else if !case.is_spliceable() {
            Some(NotRestoredReason::OtherEncoding)
        } else {
            line.edited.then_some(NotRestoredReason::LineEdited)
        }
    }

    /// The restored file; none if that equals the present one.
    pub(super) fn bytes(&self, case: &VersionCase<'_>) -> Option<Vec<u8>> {
        if self.wholly {
            return Some(case.old.bytes().to_vec());
        }
        if !case.is_spliceable() {
            return self.converted.clone();
        }
        let is_back = |kind| !case.is_expected(kind) && self.mark.is_none();
        let (mark, text) = match case.mark_kind() {
            Some(kind) if is_back(kind) => (case.old.mark(), self.text(case, case.old.mark())),
            _ => (case.new.mark(), self.text(case, b"")),
        };
        let out = [mark, &text].concat();
        (out != case.new.bytes()).then_some(out)
    }

    /// The restored lines, without a mark that stood before the text and stands inside it now.
    fn text(&self, case: &VersionCase<'_>, mark: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for (at, line) in case.lines.iter().enumerate() {
            let (AlignedLine::Pair(_, new) | AlignedLine::New(new)) = line.entry else {
                continue;
            };
            let old = match line.entry {
                AlignedLine::Pair(old, _) => Some(old),
                _ => None,
            };
            let back = old.filter(|_| self.is_put_back(case, at, line));
            let raw = back.map_or(case.new.raw(new), |old| case.old.raw(old));
            let raw = self.of_moved(at).unwrap_or(raw);
            out.extend_from_slice(raw.strip_prefix(mark).unwrap_or(raw));
            out.extend_from_slice(self.end(case, line, old, new));
        }
        out
    }

    /// Reports whether a line is restored; one with only expected changes is not.
    fn is_put_back(&self, case: &VersionCase<'_>, at: usize, line: &JudgedLine) -> bool {
        let mut kinds = { line.pieces.iter() }.map(|(way, piece)| case.kind(line, *way, piece));
        kinds.any(|kind| !case.is_expected(kind)) && self.of_line(at).is_none()
    }

    /// The end of a line.
    fn end<'a>(
        &self,
        case: &VersionCase<'a>,
        line: &JudgedLine,
        old: Option<usize>,
        new: usize,
    ) -> &'a [u8] {
        let now = case.new.end_bytes(new);
        if !case.has_line_ends || case.is_expected(TextChangeKind::LineEnds) || now.is_empty() {
            return now;
        }
        if self.all_ends {
            return case.old.one_end().map_or(now, |(_, bytes)| bytes);
        }
        match old {
            Some(old) if !line.edited && case.old.end(old) != FileLineEnd::None => {
                case.old.end_bytes(old)
            }
            _ => now,
        }
    }

    /// The encoding of the restored lines, if other lines are in another one.
    pub(super) fn mixed(&self, case: &VersionCase<'_>) -> Option<&'static Encoding> {
        if self.wholly || !case.is_spliceable() || case.old.is_utf8() {
            return None;
        }
        let lines = || case.lines.iter().enumerate();
        let is_back = lines().any(|(at, line)| self.is_put_back(case, at, line));
        let is_mixed = is_back && lines().any(|(at, line)| self.is_other(case, at, line));
        is_mixed.then_some(case.old.encoding)
    }

    /// Reports whether a line stays that seems to be in another encoding than the old one.
    pub(super) fn is_other(&self, case: &VersionCase<'_>, at: usize, line: &JudgedLine) -> bool {
        let changed = line.edited || !line.pieces.is_empty();
        let is_back = self.of_moved(at).is_some() || self.is_put_back(case, at, line);
        changed && !is_back && !case.new_body(line).is_ascii()
    }
}

/// Reports whether the first line may contain the remains of the mark: read in pairs of bytes, the
/// mark and the first letter are one text.
fn has_swallowed_mark(case: &VersionCase<'_>) -> bool {
    // Not all of a mark that was lost may be known.
    let is_lost = case.mark.is_some_and(|way| way.loses(case.new.mark()));
    let is_gone = !case.old.mark().is_empty() && (case.new.mark().is_empty() || is_lost);
    let is_new =
        |line: &&JudgedLine| matches!(line.entry, AlignedLine::Pair(_, 0) | AlignedLine::New(0));
    let first = case.lines.iter().find(is_new);
    let starts = |line: &JudgedLine| !case.new_body(line).get(..1).unwrap_or_default().is_ascii();
    is_gone && first.is_some_and(|line| line.edited && starts(line))
}

/// The reason why a line that ways explain is not restored by itself.
fn reason(case: &VersionCase<'_>, line: &JudgedLine) -> Option<NotRestoredReason> {
    if line.pieces.is_empty() {
        return None;
    }
    if line.is_elsewhere {
        return Some(NotRestoredReason::Elsewhere);
    }
    if line.edited {
        return Some(NotRestoredReason::LineEdited);
    }
    if !case.is_spliceable() {
        return Some(NotRestoredReason::OtherEncoding);
    }
    let is_certain = line.is_certain && !may_hold_mark(case, line);
    (!is_certain).then_some(NotRestoredReason::NextToEdited)
}

/// Reports whether the signs of a lost mark may be a part of a line: it is the first now, and was not.
fn may_hold_mark(case: &VersionCase<'_>, line: &JudgedLine) -> bool {
    let is_lost = case.mark.is_some_and(|way| way.loses(case.new.mark()));
    is_lost && matches!(line.entry, AlignedLine::Pair(1.., 0))
}

/// Reports whether ways changed the encoding of the file, and the lines that stay need the new one.
fn is_other_encoding(
    case: &VersionCase<'_>,
    kept: &[Option<NotRestoredReason>],
    moved: &[Option<Vec<u8>>],
) -> bool {
    let own = case.encodings.0;
    let changes = |line: &JudgedLine| line.pieces.iter().any(|(way, _)| way.changes_encoding(own));
    let needs = |at: usize, line: &JudgedLine| {
        let stays = line.edited || kept[at].is_some();
        stays && moved[at].is_none() && !case.new_body(line).is_ascii()
    };
    let mut lines = case.lines.iter().enumerate();
    case.lines.iter().any(changes) && lines.any(|(at, line)| needs(at, line))
}
