//! The changes of a file, added up by kind and by the values before and after.
//!
//! Invariant: a change counts once, and its lines are numbers of the new file, in order, each
//! once.

use std::collections::BTreeMap;

use super::align::Entry;
use super::restored::Plan;
use super::side::LineEnd;
use super::trace::Traces;
use super::way::{Piece, Way};
use super::{Case, Judged, Kind};

/// The most distinct changes of one kind; rarer ones are added up.
const MOST: usize = 100;

/// The number of lines beyond ASCII that prove two legacy encodings to be different.
const FEW: usize = 3;

/// The value of something before or after.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// These bytes of the file, or of its text in UTF-8 if it is no superset of ASCII.
    Bytes(Vec<u8>),
    /// An encoding, a line end, or `none`.
    Name(&'static str),
    /// Several values, or an unknown one.
    Several,
}

/// The reason why a change is not reverted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// The line was edited too.
    LineEdited,
    /// A line next to it was edited, so it may be another line than it seems.
    NextToEdited,
    /// A line like another that stood elsewhere.
    Elsewhere,
    /// The file is in another encoding now, and the edited part cannot stay in it.
    OtherEncoding,
}

impl Kept {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::LineEdited => "the line was edited too",
            Self::NextToEdited => "a line next to it was edited",
            Self::Elsewhere => "it may have been one of several lines",
            Self::OtherEncoding => "lines that were edited are in the new encoding",
        }
    }
}

/// A change in one or more places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its kind.
    pub kind: Kind,
    /// The value before.
    pub before: Value,
    /// The value now.
    pub after: Value,
    /// The number of occurrences.
    pub count: u64,
    /// The lines in which it occurs, from 1; none if it concerns the file as a whole.
    pub lines: Vec<u64>,
    /// The reason why it cannot be reverted; none if it can.
    pub kept: Option<Kept>,
    /// The misreading: the encodings written in and read in, in pairs.
    pub chain: Option<String>,
}

/// The key that makes a change distinct.
type Key = (Kind, Option<Kept>, Value, Value, Option<String>);

/// The number of occurrences, and their lines.
#[derive(Default)]
struct Sum {
    count: u64,
    lines: Vec<u64>,
}

/// The changes of a file, the most frequent of each kind first.
pub(super) fn changes(case: &Case<'_>, plan: &Plan) -> Vec<Change> {
    let mut sums: BTreeMap<Key, Sum> = BTreeMap::new();
    let mut add = |key: Key, line: Option<usize>| {
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
    let names =
        |kind, kept, before, after| (kind, kept, Value::Name(before), Value::Name(after), None);
    if let Some(key) = case.mark_key(plan.of_mark()) {
        add(key, Some(0));
    }
    if case.is_converted() {
        let ids = (case.encodings.0.id, case.encodings.1.id);
        add(
            names(Kind::Encoding, plan.of_file(case), ids.0, ids.1),
            None,
        );
    }
    let traces = Traces::of(case);
    let mixed = plan.mixed(case);
    for (at, line) in case.lines.iter().enumerate() {
        let (Entry::Pair(_, new) | Entry::New(new)) = line.entry else {
            continue;
        };
        let kept = plan.of_line(at);
        for (way, piece) in &line.pieces {
            add(case.key(line, *way, piece, kept), Some(new));
        }
        let left = Some(Kept::LineEdited);
        if let Some(seen) = traces.seen(case, line) {
            let key = (seen.kind, left, Value::Several, seen.after, seen.chain);
            add(key, Some(new));
        } else if line.pieces.is_empty()
            && let Some(encoding) = mixed.filter(|_| plan.is_other(case, at, line))
        {
            let key = names(Kind::Encoding, left, encoding.id, case.new.encoding.id);
            add(key, Some(new));
        }
        if let Some((before, after)) = case.ends(line) {
            let kept = plan.of_end(case, line);
            add(
                names(Kind::LineEnds, kept, before.id(), after.id()),
                Some(new),
            );
        }
    }
    in_order(sums)
}

/// The changes by kind, the most frequent first; the rarest are added up.
fn in_order(sums: BTreeMap<Key, Sum>) -> Vec<Change> {
    let mut all: Vec<Change> = sums
        .into_iter()
        .map(|((kind, kept, before, after, chain), sum)| Change {
            kind,
            before,
            after,
            count: sum.count,
            lines: sum.lines,
            kept,
            chain,
        })
        .collect();
    all.sort_by_key(|change| (change.kind, change.kept, std::cmp::Reverse(change.count)));
    let mut out: Vec<Change> = Vec::new();
    let mut alike = 0;
    for change in all {
        match out.last_mut() {
            Some(last) if (last.kind, last.kept) == (change.kind, change.kept) => {
                alike += 1;
                if alike > MOST {
                    last.before = Value::Several;
                    last.after = Value::Several;
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

impl Case<'_> {
    /// The mark before and after, if one was added, removed or damaged.
    fn mark_key(&self, kept: Option<Kept>) -> Option<Key> {
        if !self.has_other_mark() {
            return None;
        }
        let (before, after) = (self.old.mark(), self.new.mark());
        if let Some(way) = self.mark.filter(|_| !before.is_empty()) {
            let kind = match way.loses(after) {
                true => Kind::Destroyed,
                false if self.chain(way).is_none() => Kind::Encoding,
                false => Kind::DoubleEncoded,
            };
            let bytes = |mark: &[u8]| Value::Bytes(mark.to_vec());
            let chain = self.chain(way).filter(|_| kind == Kind::DoubleEncoded);
            return Some((kind, kept, bytes(before), bytes(after), chain));
        }
        let name = |mark: &[u8], id| Value::Name(if mark.is_empty() { "none" } else { id });
        let ids = (self.old.encoding.id, self.new.encoding.id);
        let names = (name(before, ids.0), name(after, ids.1));
        Some((Kind::Bom, kept, names.0, names.1, None))
    }

    /// The kind of change of the mark, if any.
    pub(super) fn mark_kind(&self) -> Option<Kind> {
        self.mark_key(None).map(|key| key.0)
    }

    /// Reports whether the mark changed, in files whose lines can stand in one file.
    fn has_other_mark(&self) -> bool {
        self.is_spliceable() && self.old.mark() != self.new.mark()
    }

    /// Reports whether the whole file is in another encoding without any line that shows it.
    fn is_converted(&self) -> bool {
        let (old, new) = self.encodings;
        if old == new || self.was_binary || !self.is_spliceable() {
            return old != new && !self.is_spliceable();
        }
        let is_wide = !(old.ascii && new.ascii);
        let is_left = |line: &Judged| !line.edited && !self.new_body(line).is_ascii();
        let count =
            |has: &dyn Fn(&Judged) -> bool| self.lines.iter().filter(|line| has(line)).count();
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
    pub(super) fn ends(&self, line: &Judged) -> Option<(LineEnd, LineEnd)> {
        let Entry::Pair(old, new) = line.entry else {
            return None;
        };
        let ends = (self.old.end(old), self.new.end(new));
        let both = ends.0 != LineEnd::None && ends.1 != LineEnd::None;
        (both && ends.0 != ends.1 && self.has_line_ends).then_some(ends)
    }

    /// The kind of change that a way made of a stretch of a line.
    pub(super) fn kind(&self, line: &Judged, way: Way, piece: &Piece) -> Kind {
        let after = { self.new_body(line).get(piece.new.clone()) }.unwrap_or_default();
        match way {
            _ if way.loses(after) => Kind::Destroyed,
            Way::Recoded(recoding) => {
                let own = self.old.text_encoding();
                let is_misread = recoding.again.1 > 0 || recoding.read != own && self.sure;
                if is_misread {
                    Kind::DoubleEncoded
                } else {
                    Kind::Encoding
                }
            }
            Way::Replaced(..) => Kind::Destroyed,
            Way::Normal(_) | Way::Spaces => Kind::Normalized,
        }
    }

    fn key(&self, line: &Judged, way: Way, piece: &Piece, kept: Option<Kept>) -> Key {
        let kind = self.kind(line, way, piece);
        let bytes = |text: &[u8], range: &std::ops::Range<usize>| {
            Value::Bytes(text.get(range.clone()).unwrap_or_default().to_vec())
        };
        let names = |before, after| (Value::Name(before), Value::Name(after));
        let ((before, after), chain) = if let (Kind::Encoding, Way::Recoded(recoding)) = (kind, way)
        {
            (names(recoding.read.id, recoding.saved.id), None)
        } else {
            let values = (
                bytes(self.old_body(line), &piece.old),
                bytes(self.new_body(line), &piece.new),
            );
            let is_misread = kind == Kind::DoubleEncoded;
            (values, self.chain(way).filter(|_| is_misread))
        };
        (kind, kept, before, after, chain)
    }
}
