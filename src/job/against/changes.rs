//! What happened to a file, added up by kind and by what it was before and after.
//!
//! Invariant: a change counts once, and its lines are numbers of the new file, in order, each
//! once.

use std::collections::BTreeMap;

use super::align::Entry;
use super::restored::Plan;
use super::side::LineEnd;
use super::way::{Piece, Way};
use super::{Case, Judged, Kind};

/// Changes of one kind that are told apart; what is rarer is added up.
const MOST: usize = 100;

/// What something was before or is after.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// These bytes of the file, or of its text in UTF-8 if it is no superset of ASCII.
    Bytes(Vec<u8>),
    /// An encoding, a line end, or `none`.
    Name(&'static str),
    /// Different things.
    Several,
}

/// Why something is not put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// The line was edited too.
    LineEdited,
    /// A line next to it was edited, and it may not be the line that it seems to be.
    NextToEdited,
    /// It looks like a line that stood elsewhere.
    Elsewhere,
    /// The file is in another encoding now, and what was edited cannot stay in it.
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

/// Something that happened in one or more places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What it is.
    pub kind: Kind,
    /// What was there before.
    pub before: Value,
    /// What is there now.
    pub after: Value,
    /// How often it happened.
    pub count: u64,
    /// The lines in which it happened, from 1; none if it is about the file as a whole.
    pub lines: Vec<u64>,
    /// Why it cannot be put back; none if it can.
    pub kept: Option<Kept>,
    /// What was misread: the encodings written in and read as, in pairs.
    pub chain: Option<String>,
}

/// What tells one change from another.
type Key = (Kind, Option<Kept>, Value, Value, Option<String>);

/// How often, and in which lines.
#[derive(Default)]
struct Sum {
    count: u64,
    lines: Vec<u64>,
}

/// What happened to a file, the most frequent of each kind first.
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
    if let Some((before, after)) = case.bom() {
        add(names(Kind::Bom, plan.of_file(case), before, after), Some(0));
    }
    if !case.is_spliceable() && case.old.encoding != case.new.encoding {
        let ids = (case.old.encoding.id, case.new.encoding.id);
        add(
            names(Kind::Encoding, plan.of_file(case), ids.0, ids.1),
            None,
        );
    }
    for (at, line) in case.lines.iter().enumerate() {
        let Entry::Pair(_, new) = line.entry else {
            continue;
        };
        let kept = plan.of_line(at);
        for (way, piece) in &line.pieces {
            add(case.key(line, *way, piece, kept), Some(new));
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
    /// The mark before and after, if one was added or removed.
    pub(super) fn bom(&self) -> Option<(&'static str, &'static str)> {
        if !self.is_spliceable() {
            return None;
        }
        let name = |has: bool, id| if has { id } else { "none" };
        let [before, after] = [&self.old, &self.new].map(|side| !side.mark().is_empty());
        let ids = (self.old.encoding.id, self.new.encoding.id);
        (before != after).then(|| (name(before, ids.0), name(after, ids.1)))
    }

    /// How a line ended before and does now, if that differs and git does not convert it.
    pub(super) fn ends(&self, line: &Judged) -> Option<(LineEnd, LineEnd)> {
        let Entry::Pair(old, new) = line.entry else {
            return None;
        };
        let ends = (self.old.end(old), self.new.end(new));
        let both = ends.0 != LineEnd::None && ends.1 != LineEnd::None;
        (both && ends.0 != ends.1 && self.has_line_ends).then_some(ends)
    }

    /// What kind of change a way made of a stretch of a line.
    pub(super) fn kind(&self, line: &Judged, way: Way, piece: &Piece) -> Kind {
        let after = { self.new_body(line).get(piece.new.clone()) }.unwrap_or_default();
        match way {
            _ if way.loses(after) => Kind::Destroyed,
            Way::ReadAs(set) if self.sure && set != self.old.encoding => Kind::DoubleEncoded,
            Way::Misread(_) => Kind::DoubleEncoded,
            Way::Replaced(..) => Kind::Destroyed,
            Way::ReadAs(_) | Way::SavedAs(_) => Kind::Encoding,
            Way::Normal(_) | Way::Spaces => Kind::Normalized,
        }
    }

    fn key(&self, line: &Judged, way: Way, piece: &Piece, kept: Option<Kept>) -> Key {
        let kind = self.kind(line, way, piece);
        let bytes = |text: &[u8], range: &std::ops::Range<usize>| {
            Value::Bytes(text.get(range.clone()).unwrap_or_default().to_vec())
        };
        let names = |before, after| (Value::Name(before), Value::Name(after));
        let ((before, after), chain) = match (kind, way) {
            (Kind::Encoding, Way::ReadAs(set)) => (names(set.id, "utf-8"), None),
            (Kind::Encoding, Way::SavedAs(set)) => (names("utf-8", set.id), None),
            _ => {
                let chain = match way {
                    Way::Misread(row) => Some(row.id.to_owned()),
                    Way::ReadAs(set) => Some(format!("{},{}", self.old.encoding.id, set.id)),
                    _ => None,
                };
                let old = match line.entry {
                    Entry::Pair(old, _) => self.old.body(old),
                    Entry::Old(_) | Entry::New(_) => &[],
                };
                let values = (
                    bytes(old, &piece.old),
                    bytes(self.new_body(line), &piece.new),
                );
                (values, chain.filter(|_| kind == Kind::DoubleEncoded))
            }
        };
        (kind, kept, before, after, chain)
    }
}
