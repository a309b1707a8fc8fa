//! The changes of a file, added up by kind and by the values before and after.
//!
//! Invariant: a change counts once, and its lines are numbers of the new file, in order, each
//! once.

use std::collections::{BTreeMap, BTreeSet};

use super::align::AlignedLine;
use super::cut;
use super::recoding::{Recoding, UnreadableHandling};
use super::restored::RestorePlan;
use super::side::{FileLineEnd, FileLines};
use super::trace::{DamageTrace, DamageTraces};
use super::way::{LineChange, TextAlteration};
use super::{JudgedLine, TextChangeKind, VersionCase, unproved, ways};
use crate::codec::{Encoding, bom, table};

/// The most distinct changes of one kind; rarer ones are added up.
const MOST: usize = 100;

/// The number of lines beyond ASCII that prove two legacy encodings to be different.
const FEW: usize = 3;

/// The value of something before or after.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextChangeValue {
    /// These bytes of the file, or of its text in UTF-8 if it is no superset of ASCII.
    Bytes(Vec<u8>),
    /// An encoding, a line end, or `none`.
    Name(&'static str),
    /// Several values, or an unknown one.
    Several,
}

/// The reason why a change is not reverted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotRestoredReason {
    /// The line was edited too.
    LineEdited,
    /// A line next to it was edited, so it may be another line than it seems.
    NextToEdited,
    /// A line like another that stood elsewhere.
    Elsewhere,
    /// The file is in another encoding now, and the edited part cannot stay in it.
    OtherEncoding,
    /// A comparison of what would be written does not show the edits alone.
    Uncertain,
}

impl NotRestoredReason {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::LineEdited => "the line was edited too",
            Self::NextToEdited => "a line next to it was edited",
            Self::Elsewhere => "it may have been one of several lines",
            Self::OtherEncoding => "edited lines are in the new encoding",
            Self::Uncertain => "it cannot be put back with certainty",
        }
    }
}

/// A change in one or more places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    /// Its kind.
    pub kind: TextChangeKind,
    /// The value before.
    pub before: TextChangeValue,
    /// The value now.
    pub after: TextChangeValue,
    /// The number of occurrences.
    pub count: u64,
    /// The lines in which it occurs, from 1; none if it concerns the file as a whole.
    pub lines: Vec<u64>,
    /// The reason why it cannot be reverted; none if it can.
    pub kept: Option<NotRestoredReason>,
    /// The misreading: the encodings written in and read in, in pairs.
    pub chain: Option<String>,
    /// The ids of other encodings that UTF-8 may have been read in with the same result, the most usual
    /// first.
    pub rivals: Vec<&'static str>,
}

/// The key that makes a change distinct.
type TextChangeKey = (
    TextChangeKind,
    Option<NotRestoredReason>,
    TextChangeValue,
    TextChangeValue,
    Option<String>,
);

/// The number of occurrences, and their lines.
#[derive(Default)]
struct TextChangeSum {
    count: u64,
    lines: Vec<u64>,
}

/// The changes of a file, the most frequent of each kind first.
pub(super) fn changes(case: &VersionCase<'_>, plan: &RestorePlan) -> Vec<TextChange> {
    let mut sums: BTreeMap<TextChangeKey, TextChangeSum> = BTreeMap::new();
    let mut is_proved = false;
    let mut add = |key: TextChangeKey, line: Option<usize>| {
        use TextChangeKind::{Destroyed, DoubleEncoded, Encoding};
        is_proved |= matches!(key.0, Destroyed | DoubleEncoded | Encoding);
        if case.is_expected(key.0) {
            return;
        }
        let sum = sums.entry(key).or_default();
        sum.count += 1;
        let number = line.map(|line| line as u64 + 1);
        if number != sum.lines.last().copied() {
            sum.lines.extend(number);
        }
    };
    for (key, line) in of_file(case, plan) {
        add(key, line);
    }
    let traces = DamageTraces::new(case);
    let mixed = plan.mixed(case);
    let least = case.least_foreign();
    let uncertain = Some(NotRestoredReason::Uncertain);
    for (at, line) in case.lines.iter().enumerate() {
        let (AlignedLine::Pair(_, new) | AlignedLine::New(new)) = line.entry else {
            continue;
        };
        let kept = plan.of_line(at);
        for (way, piece) in &line.pieces {
            add(case.key(line, *way, piece, kept), Some(new));
        }
        let left = Some(NotRestoredReason::LineEdited);
        let is_moved = plan.of_moved(at).is_some();
        if is_moved && line.pieces.is_empty() {
            let ids = (case.old.encoding.id, table::UTF_8.id);
            add(
                names(TextChangeKind::Encoding, None, ids.0, ids.1),
                Some(new),
            );
        }
        if is_moved && line.pieces.iter().any(|(way, _)| way.leaves_nothing()) {
            // What was typed may have lost something, too.
            let nothing = TextChangeValue::Bytes(Vec::new());
            let kind = TextChangeKind::Destroyed;
            add(
                (kind, left, TextChangeValue::Several, nothing, None),
                Some(new),
            );
        }
        let seen = traces.seen(case, line);
        // A line that is moved may have lost something too, but is not misread.
        let is_seen = |seen: &DamageTrace| !is_moved || seen.kind == TextChangeKind::Destroyed;
        if let Some(seen) = seen.filter(is_seen) {
            let key = (
                seen.kind,
                left,
                TextChangeValue::Several,
                seen.after,
                seen.chain,
            );
            add(key, Some(new));
        } else if line.pieces.is_empty()
            && !is_moved
            && let Some(encoding) = mixed.filter(|_| plan.is_other(case, at, line))
        {
            let key = names(
                TextChangeKind::Encoding,
                left,
                encoding.id,
                case.new.encoding.id,
            );
            add(key, Some(new));
        } else if line.pieces.is_empty() && !is_moved && case.is_foreign(line, least) {
            let ids = (case.old.encoding.id, table::UTF_8.id);
            add(
                names(TextChangeKind::Encoding, uncertain, ids.0, ids.1),
                Some(new),
            );
        }
        if let Some((before, after)) = case.ends(line) {
            let kept = plan.of_end(case, line);
            add(
                names(TextChangeKind::LineEnds, kept, before.id(), after.id()),
                Some(new),
            );
        }
    }
    if let Some(line) = cut::last_line(case) {
        let (end, nothing) = (
            TextChangeValue::Name("the end of the file"),
            TextChangeValue::Bytes(Vec::new()),
        );
        let key = (TextChangeKind::Destroyed, uncertain, end, nothing, None);
        add(key, Some(line));
    }
    if !is_proved && !case.is_expected(TextChangeKind::Destroyed) && unproved::is_damaged(case) {
        let (before, after) = (TextChangeValue::Several, TextChangeValue::Several);
        let key = (TextChangeKind::Destroyed, uncertain, before, after, None);
        sums.entry(key).or_default().count += 1;
    }
    in_order(sums)
}

/// The key of a change of names.
fn names(
    kind: TextChangeKind,
    kept: Option<NotRestoredReason>,
    before: &'static str,
    after: &'static str,
) -> TextChangeKey {
    let (before, after) = (TextChangeValue::Name(before), TextChangeValue::Name(after));
    (kind, kept, before, after, None)
}

/// The changes of a file as a whole, each with the line that is named.
fn of_file(case: &VersionCase<'_>, plan: &RestorePlan) -> Vec<(TextChangeKey, Option<usize>)> {
    let mut found = Vec::new();
    if let Some(key) = case.mark_key(plan.of_mark()) {
        found.push((key, Some(0)));
    }
    let (old, new) = (case.encodings.0.id, case.encodings.1.id);
    if case.is_converted() && !plan.is_moved_back(case) {
        let key = names(TextChangeKind::Encoding, plan.of_file(case), old, new);
        found.push((key, None));
    }
    if case.is_from_unknown() {
        let left = Some(NotRestoredReason::Uncertain);
        let key = names(TextChangeKind::Encoding, left, "an uncertain encoding", new);
        found.push((key, None));
    }
    let ends = (case.old.one_end(), case.new.one_end());
    if plan.has_other_ends(case)
        && let (Some((before, _)), Some((after, _))) = ends
    {
        let key = names(TextChangeKind::LineEnds, None, before.id(), after.id());
        found.push((key, Some(0)));
    }
    found
}

/// The changes by kind, the most frequent first; the rarest are added up.
fn in_order(sums: BTreeMap<TextChangeKey, TextChangeSum>) -> Vec<TextChange> {
    let mut all: Vec<TextChange> = sums
        .into_iter()
        .map(|((kind, kept, before, after, chain), sum)| TextChange {
            kind,
            before,
            after,
            count: sum.count,
            lines: sum.lines,
            kept,
            chain,
            rivals: Vec::new(),
        })
        .collect();
    add_rivals(&mut all);
    all.sort_by_key(|change| (change.kind, change.kept, std::cmp::Reverse(change.count)));
    let mut out: Vec<TextChange> = Vec::new();
    let mut alike = 0;
    for change in all {
        match out.last_mut() {
            Some(last) if (last.kind, last.kept) == (change.kind, change.kept) => {
                alike += 1;
                if alike > MOST {
                    last.before = TextChangeValue::Several;
                    last.after = TextChangeValue::Several;
                    last.count += change.count;
                    last.lines.extend(change.lines);
                    last.lines.sort_unstable();
                    last.lines.dedup();
                    continue;
                }
            }
            _ => alike = 1,
        }
        out.push(change);
    }
    out
}

/// Adds to changes by the same misreading the encodings that explain all of them as well.
fn add_rivals(all: &mut [TextChange]) {
    let chains: BTreeSet<String> = { all.iter() }.filter_map(|one| one.chain.clone()).collect();
    for chain in chains {
        let is_it = |change: &TextChange| change.chain.as_ref() == Some(&chain);
        let read = chain.split_once(',').and_then(|(written, read)| {
            let is_utf8 = table::by_id(written).is_some_and(Encoding::is_utf8);
            table::by_id(read).filter(|_| is_utf8)
        });
        let Some(read) = read else {
            continue;
        };
        let gives = |set: &'static Encoding| {
            let recoding = Recoding::read_as(set, UnreadableHandling::Passed);
            all.iter()
                .filter(|one| is_it(one))
                .all(|one| match (&one.before, &one.after) {
                    (TextChangeValue::Bytes(before), TextChangeValue::Bytes(after)) => {
                        recoding.image(before).bytes == *after
                    }
                    _ => false,
                })
        };
        let rivals: Vec<&str> = { ways::sets() }
            .filter(|set| *set != read && gives(set))
            .map(|set| set.id)
            .collect();
        for change in all.iter_mut().filter(|one| is_it(one)) {
            change.rivals.clone_from(&rivals);
        }
    }
}

impl VersionCase<'_> {
    /// The fewest characters that show a line typed in UTF-8 into a file that is not: none if an old line
    /// beyond ASCII is UTF-8 too.
    fn least_foreign(&self) -> Option<usize> {
        let is_other = |line: usize| {
            let body = self.old.body(line);
            body.is_ascii() || str::from_utf8(body).is_err()
        };
        let is_text = !self.was_binary && self.is_spliceable();
        let is_none = !self.old.is_utf8() && !self.new.is_utf8();
        // Two bytes of a set of several may be one character of UTF-8 by chance.
        let least = if self.old.encoding.max_len > 1 {
            FEW + 1
        } else {
            1
        };
        (is_text && is_none && (0..self.old.len()).all(is_other)).then_some(least)
    }

    /// Reports whether a line was typed in UTF-8, by at least so many characters.
    fn is_foreign(&self, line: &JudgedLine, least: Option<usize>) -> bool {
        let text = str::from_utf8(self.new_body(line)).unwrap_or_default();
        let count = text.chars().filter(|c| !c.is_ascii()).count();
        line.edited && least.is_some_and(|least| count >= least)
    }

    /// The mark before and after, if one was added, removed or damaged.
    fn mark_key(&self, kept: Option<NotRestoredReason>) -> Option<TextChangeKey> {
        if !self.has_other_mark() {
            return None;
        }
        let (before, after) = (self.old.mark(), self.new.mark());
        if let Some(way) = self.mark.filter(|_| !before.is_empty()) {
            let kind = match way.loses(after) {
                true => TextChangeKind::Destroyed,
                false if self.chain(way).is_none() => TextChangeKind::Encoding,
                false => TextChangeKind::DoubleEncoded,
            };
            let bytes = |mark: &[u8]| TextChangeValue::Bytes(mark.to_vec());
            let chain = self
                .chain(way)
                .filter(|_| kind == TextChangeKind::DoubleEncoded);
            return Some((kind, kept, bytes(before), bytes(after), chain));
        }
        let name =
            |mark: &[u8], id| TextChangeValue::Name(if mark.is_empty() { "none" } else { id });
        let id = |side: &FileLines<'_>| {
            let utf_8 = bom::opening_mark(table::UTF_8);
            let is_utf_8 = utf_8.is_some_and(|mark| side.mark().starts_with(mark));
            if is_utf_8 {
                table::UTF_8.id
            } else {
                side.encoding.id
            }
        };
        let names = (name(before, id(&self.old)), name(after, id(&self.new)));
        Some((TextChangeKind::Bom, kept, names.0, names.1, None))
    }

    /// The kind of change of the mark, if any.
    pub(super) fn mark_kind(&self) -> Option<TextChangeKind> {
        self.mark_key(None).map(|key| key.0)
    }

    /// Reports whether the mark changed, in files whose lines can stand in one file or are in one encoding.
    fn has_other_mark(&self) -> bool {
        let is_one = self.old.encoding == self.new.encoding;
        (is_one || self.is_spliceable()) && self.old.mark() != self.new.mark()
    }

    /// Reports whether text in an encoding that is not known is UTF-8 now, and all of the file is.
    fn is_from_unknown(&self) -> bool {
        let is_gone =
            |line: &JudgedLine| line.edited && str::from_utf8(self.old_body(line)).is_err();
        let mut new = (0..self.new.len()).map(|line| self.new.body(line));
        let (old, now) = self.encodings;
        !self.was_binary
            && old == now
            && old.is_utf8()
            && !self.old.is_utf8()
            && self.new.is_utf8()
            && self.lines.iter().all(|line| line.pieces.is_empty())
            && self.lines.iter().any(is_gone)
            && new.any(|body| !body.is_ascii())
    }

    /// Reports whether the whole file is in another encoding without any line that shows it.
    fn is_converted(&self) -> bool {
        let (old, new) = self.encodings;
        if old == new || self.was_binary || !self.is_spliceable() {
            return old != new && !self.is_spliceable();
        }
        let is_wide = !(old.ascii && new.ascii);
        let is_left = |line: &JudgedLine| !line.edited && !self.new_body(line).is_ascii();
        let count =
            |has: &dyn Fn(&JudgedLine) -> bool| self.lines.iter().filter(|line| has(line)).count();
        let before = count(&|line| !self.old_body(line).is_ascii());
        let after = count(&|line| !self.new_body(line).is_ascii());
        let is_told = self
            .lines
            .iter()
            .any(|line| is_left(line) || !line.pieces.is_empty());
        // One of two guesses may be wrong if there is little text.
        let has_utf8 = [old, new].iter().any(|one| one.id == "utf-8");
        !is_told && (is_wide || before.min(after) >= if has_utf8 { 1 } else { FEW })
    }

    /// The ends of a line before and now, if they differ and git does not convert them.
    pub(super) fn ends(&self, line: &JudgedLine) -> Option<(FileLineEnd, FileLineEnd)> {
        let AlignedLine::Pair(old, new) = line.entry else {
            return None;
        };
        let ends = (self.old.end(old), self.new.end(new));
        let both = ends.0 != FileLineEnd::None && ends.1 != FileLineEnd::None;
        (both && ends.0 != ends.1 && self.has_line_ends).then_some(ends)
    }

    /// The kind of change that a way made of a stretch of a line.
    pub(super) fn kind(
        &self,
        line: &JudgedLine,
        way: TextAlteration,
        piece: &LineChange,
    ) -> TextChangeKind {
        let after = { self.new_body(line).get(piece.new.clone()) }.unwrap_or_default();
        match way {
            _ if way.loses(after) => TextChangeKind::Destroyed,
            TextAlteration::Recoded(recoding) => {
                let own = self.old.text_encoding();
                let is_misread = recoding.again.1 > 0 || recoding.read != own && self.sure;
                if is_misread {
                    TextChangeKind::DoubleEncoded
                } else {
                    TextChangeKind::Encoding
                }
            }
            TextAlteration::Replaced(..)
            | TextAlteration::Transliterated(_)
            | TextAlteration::Bare
            | TextAlteration::SevenBits => TextChangeKind::Destroyed,
            TextAlteration::Normal(_) | TextAlteration::Spaces | TextAlteration::Escaped(_) => {
                TextChangeKind::Normalized
            }
        }
    }

    fn key(
        &self,
        line: &JudgedLine,
        way: TextAlteration,
        piece: &LineChange,
        kept: Option<NotRestoredReason>,
    ) -> TextChangeKey {
        let kind = self.kind(line, way, piece);
        let bytes = |text: &[u8], range: &std::ops::Range<usize>| {
            TextChangeValue::Bytes(text.get(range.clone()).unwrap_or_default().to_vec())
        };
        let names = |before, after| (TextChangeValue::Name(before), TextChangeValue::Name(after));
        let ((before, after), chain) =
            if let (TextChangeKind::Encoding, TextAlteration::Recoded(recoding)) = (kind, way) {
                (names(recoding.read.id, recoding.saved.id), None)
            } else {
                let values = (
                    bytes(self.old_body(line), &piece.old),
                    bytes(self.new_body(line), &piece.new),
                );
                let is_misread = kind == TextChangeKind::DoubleEncoded;
                (values, self.chain(way).filter(|_| is_misread))
            };
        (kind, kept, before, after, chain)
    }
}
