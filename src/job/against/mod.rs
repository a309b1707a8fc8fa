//! Damage that software did to the bytes of a file besides edits: the work of `check --against`.
//!
//! Both versions are cut into lines (`side`). A missing line is looked for among the new ones in
//! the form that each known way (`way`, `ways`) would give it. So lines are aligned (`align`) even
//! if every one of them was changed, and the bytes prove the findings. Lines that were edited too
//! are examined inside (`within`). `changes` adds up the findings, and `restored` reverts those it
//! can. Traces of the same damage in edited lines are reported too (`trace`), and the planned
//! output is compared with git's bytes first (`judgement`). Invariant: only bytes that a way
//! explains are reported or reverted; everything else is an edit, and is left unchanged.

mod align;
mod changes;
mod cut;
mod escaped;
mod judgement;
mod mark;
mod moved;
mod origin;
mod plain;
mod recoding;
mod restored;
mod side;
mod trace;
mod transliterated;
mod unproved;
mod way;
mod ways;
mod within;
mod words;

use std::collections::HashMap;

use crate::codec::{Encoding, table};
use crate::detect::is_binary;
use crate::detect::verdict::{Evidence, Verdict};
use crate::window::Peek;

use align::AlignedLine;
use side::FileLines;
use way::{LineChange, TextAlteration};
use ways::ExplainedLines;

pub use changes::{NotRestoredReason, TextChange, TextChangeValue};
pub use side::FileLineEnd;

/// The most edited lines examined inside, per file.
const MOST_WITHIN: usize = 500;

/// The bytes that two readings may have in common by chance.
const CHANCE: usize = 4;

/// A kind of change to the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextChangeKind {
    /// Bytes or characters were replaced by a sign and are lost.
    Destroyed,
    /// Text was read in the wrong encoding and saved so.
    DoubleEncoded,
    /// The byte order mark was added or removed.
    Bom,
    /// Lines have other ends.
    LineEnds,
    /// The text is the same in another encoding.
    Encoding,
    /// Characters were replaced by equivalent ones.
    Normalized,
}

impl TextChangeKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Destroyed,
        Self::DoubleEncoded,
        Self::Bom,
        Self::LineEnds,
        Self::Encoding,
        Self::Normalized,
    ];

    /// Its id in options and records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Destroyed => "destroyed",
            Self::DoubleEncoded => "double-encoded",
            Self::Bom => "bom",
            Self::LineEnds => "line-ends",
            Self::Encoding => "encoding",
            Self::Normalized => "normalized",
        }
    }

    /// A description, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Destroyed => "bytes are lost: U+FFFD, ? or nothing replaces them",
            Self::DoubleEncoded => "text was read in a wrong encoding and saved",
            Self::Bom => "the byte order mark was added or removed",
            Self::LineEnds => "line ends changed",
            Self::Encoding => "the same text in another encoding",
            Self::Normalized => "characters were replaced by equivalent ones, or by plain spaces",
        }
    }
}

/// The options of a comparison.
pub struct AgainstParameters<'a> {
    /// Chooses the encoding of data that is not UTF-8.
    pub reading: &'a (dyn Fn(&dyn Peek) -> Verdict + Sync),
    /// Expected changes: they are not reported, and not reverted for their own sake.
    pub expected: &'a [TextChangeKind],
}

/// A file before and after.
pub struct FileVersions<'a> {
    /// Its bytes before.
    pub old: &'a [u8],
    /// Its bytes now.
    pub new: &'a [u8],
    /// True if git converts the line ends of the file, so that they may differ.
    pub converts_ends: bool,
}

/// The changes of a file.
#[derive(Debug, Default)]
pub struct VersionComparison {
    /// The changes besides edits, by kind, the most frequent first.
    pub changes: Vec<TextChange>,
    /// The file with all revertible changes reverted; none if there are none.
    pub restored: Option<Vec<u8>>,
    /// The encoding of the old file, if edited lines are in another one and so differ from the
    /// restored lines.
    pub mixed: Option<&'static Encoding>,
}

/// A line of either file, and its changes.
struct JudgedLine {
    entry: AlignedLine,
    /// The pieces that ways explain.
    pieces: Vec<(TextAlteration, LineChange)>,
    /// True if it was edited.
    edited: bool,
    /// True if no other old line can have become this one.
    is_certain: bool,
    /// True if its old line is out of the order of the others.
    is_elsewhere: bool,
}

impl JudgedLine {
    /// A line with no known fact but its edit.
    fn edited(entry: AlignedLine) -> Self {
        Self {
            entry,
            pieces: Vec::new(),
            edited: true,
            is_certain: false,
            is_elsewhere: false,
        }
    }
}

/// Both files, and the changes of their lines.
struct VersionCase<'a> {
    old: FileLines<'a>,
    new: FileLines<'a>,
    lines: Vec<JudgedLine>,
    /// The way that damaged the old file's byte order mark, if any.
    mark: Option<TextAlteration>,
    /// The encodings of the versions. The sides are cut as UTF-8 if the text of two encodings has
    /// nothing in common.
    encodings: (&'static Encoding, &'static Encoding),
    /// True if the encoding of the old file is known.
    sure: bool,
    /// True if the old version is a binary.
    was_binary: bool,
    /// True if another line end is a finding: not if git converts them, and not in a binary that is
    /// another one now.
    has_line_ends: bool,
    expected: &'a [TextChangeKind],
}

/// Compares two versions of a file. What would be restored is itself compared with the old version, and
/// is left out if more than the edits differ.
pub fn compare(versions: &FileVersions<'_>, orders: &AgainstParameters<'_>) -> VersionComparison {
    if plain::is_plain_edit(versions.old, versions.new) {
        return VersionComparison::default();
    }
    let mut found = compare_once(versions, orders);
    if found.restored.is_some() && !judgement::is_sound(versions, orders, &found) {
        found.restored = None;
        for change in &mut found.changes {
            change.kept.get_or_insert(NotRestoredReason::Uncertain);
        }
    }
    found
}

/// Compares two versions, and does not judge what would be restored.
fn compare_once(versions: &FileVersions<'_>, orders: &AgainstParameters<'_>) -> VersionComparison {
    if versions.old == versions.new {
        return VersionComparison::default();
    }
    let case = VersionCase::new(versions, orders);
    let plan = restored::RestorePlan::new(&case);
    VersionComparison {
        changes: changes::changes(&case, &plan),
        restored: plan.bytes(&case),
        mixed: plan.mixed(&case),
    }
}

impl<'a> VersionCase<'a> {
    fn new(versions: &FileVersions<'a>, orders: &AgainstParameters<'a>) -> Self {
        // Some encodings write all of their text in the bytes of ASCII.
        let is_of_seven_bits = versions.old.is_ascii();
        let old = reading(versions.old, is_of_seven_bits, orders);
        let new = reading(versions.new, is_of_seven_bits, orders);
        let (judged, encodings) = likeliest(versions, (old.encoding, new.encoding));
        let is_binary = |verdict: &Verdict| matches!(verdict.evidence, Evidence::Binary(_));
        let is_another = is_binary(&old) && judged.lines.iter().any(|line| line.edited);
        Self {
            has_line_ends: !versions.converts_ends && !is_another,
            was_binary: is_binary(&old),
            sure: match old.evidence {
                Evidence::Damaged(_) | Evidence::Assumed => false,
                _ => old.is_sure(),
            },
            old: judged.old,
            new: judged.new,
            lines: judged.lines,
            mark: judged.mark,
            encodings,
            expected: orders.expected,
        }
    }

    /// Reports whether lines of both files can stand in one file.
    fn is_spliceable(&self) -> bool {
        let (old, new) = (self.old.encoding, self.new.encoding);
        old.ascii && new.ascii || old == new && !old.is_stateful()
    }

    /// The present text of a line.
    fn new_body(&self, line: &JudgedLine) -> &[u8] {
        match line.entry {
            AlignedLine::Pair(_, new) | AlignedLine::New(new) => self.new.body(new),
            AlignedLine::Old(_) => &[],
        }
    }

    /// Reports whether a change is looked for.
    fn is_expected(&self, kind: TextChangeKind) -> bool {
        self.expected.contains(&kind)
    }
}

/// Both versions in lines, and their encodings.
///
/// If text that is no superset of ASCII differs, the new version may be in the old encoding without
/// looking like it, or the bytes themselves may have been read as text.
fn likeliest<'a>(
    versions: &FileVersions<'a>,
    (old, new): (&'static Encoding, &'static Encoding),
) -> (AlignedVersions<'a>, (&'static Encoding, &'static Encoding)) {
    // In bytes: a file that is read in a wrong encoding may be a single line.
    let explained = |judged: &AlignedVersions<'_>| -> usize {
        let len = |line: &JudgedLine| match line.entry {
            AlignedLine::Pair(old, _) if !line.edited => judged.old.raw(old).len(),
            _ => line.pieces.iter().map(|(_, piece)| piece.old.len()).sum(),
        };
        judged.lines.iter().map(len).sum()
    };
    let is_edited = |line: &JudgedLine| !matches!(line.entry, AlignedLine::Pair(..)) || line.edited;
    let mut best = (judged(versions, (old, new)), (old, new));
    if old.ascii && new.ascii || !best.0.lines.iter().any(is_edited) {
        return best;
    }
    let least = explained(&best.0);
    let mut most = least + least / 8 + CHANCE;
    let raw = [(table::UTF_8, table::UTF_8), (table::UTF_8, new)];
    let raw = raw.map(|read| (read, (old, new)));
    for (read, encodings) in [((old, old), (old, old))].into_iter().chain(raw) {
        let judged = judged(versions, read);
        let count = explained(&judged);
        if count > most {
            (best, most) = ((judged, encodings), count);
        }
    }
    best
}

/// The encoding of a version.
fn reading(bytes: &[u8], may_be_of_seven_bits: bool, orders: &AgainstParameters<'_>) -> Verdict {
    let is_plain = !bytes.contains(&0) && str::from_utf8(bytes).is_ok();
    let chosen = || (orders.reading)(&BytesInMemory(bytes));
    let of_seven_bits = || Some(chosen()).filter(|chosen| !chosen.encoding.ascii);
    let verdict = if is_plain {
        let may_be = may_be_of_seven_bits && bytes.is_ascii();
        let of_seven_bits = may_be.then(of_seven_bits).flatten();
        of_seven_bits.unwrap_or(Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::WellFormed(0),
        })
    } else {
        chosen()
    };
    if is_binary(bytes, verdict.encoding) {
        return Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Binary(None),
        };
    }
    verdict
}

/// Bytes in memory as a source of windows.
struct BytesInMemory<'a>(&'a [u8]);

impl Peek for BytesInMemory<'_> {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> crate::window::Window {
        self.0.window(start, len)
    }
}

/// Both versions in lines, and the changes of these.
struct AlignedVersions<'a> {
    old: FileLines<'a>,
    new: FileLines<'a>,
    lines: Vec<JudgedLine>,
    mark: Option<TextAlteration>,
}

/// Both versions in lines, read in two encodings, and the changes of each line.
fn judged<'a>(
    versions: &FileVersions<'a>,
    (old, new): (&'static Encoding, &'static Encoding),
) -> AlignedVersions<'a> {
    let old = FileLines::new(versions.old, old);
    let new = mark::found(&old, FileLines::new(versions.new, new));
    let explained = ways::explain(&old, &new);
    let mut budget = MOST_WITHIN;
    let mut lines = Vec::new();
    for entry in align::align(&old, &new, &explained) {
        let mut judged = JudgedLine::edited(entry);
        let AlignedLine::Pair(before, after) = entry else {
            lines.push(judged);
            continue;
        };
        let (was, is) = (old.body(before), new.body(after));
        let way = explained.ways[before].and_then(|way| {
            let image = way.image(was, old.text_encoding())?;
            (image.bytes == is).then_some((way, image.pieces))
        });
        if was == is {
            judged.edited = false;
        } else if let Some((way, pieces)) = way {
            judged.pieces = pieces.into_iter().map(|piece| (way, piece)).collect();
            judged.edited = false;
        } else {
            let is_looked_into = budget > 0;
            budget = budget.saturating_sub(1);
            let looked = || within::within(was, is, old.text_encoding(), &explained.all);
            if let Some(found) = is_looked_into.then(looked).flatten() {
                (judged.pieces, judged.edited) = (found.pieces, found.edited);
            } else {
                // Two lines that merely stand at the same place.
                lines.push(JudgedLine::edited(AlignedLine::Old(before)));
                judged.entry = AlignedLine::New(after);
            }
        }
        lines.push(judged);
    }
    origin::find(&old, &explained, &mut lines);
    find_elsewhere((&old, &new), &explained, &mut lines);
    let mark = mark::way(&old, &new, &explained.all);
    AlignedVersions {
        old,
        new,
        lines,
        mark,
    }
}

/// For each unmatched new line, finds an unmatched old line that could have become it: after many
/// edits the order of lines no longer decides.
fn find_elsewhere(
    (old, new): (&FileLines<'_>, &FileLines<'_>),
    explained: &ExplainedLines,
    lines: &mut [JudgedLine],
) {
    let mut gone: HashMap<u32, Vec<usize>> = HashMap::new();
    for line in lines.iter().rev() {
        if let AlignedLine::Old(at) = line.entry
            && explained.ways[at].is_some()
        {
            gone.entry(explained.old[at]).or_default().push(at);
        }
    }
    for line in lines {
        let AlignedLine::New(after) = line.entry else {
            continue;
        };
        let Some(before) = { gone.get_mut(&explained.new[after]) }.and_then(Vec::pop) else {
            continue;
        };
        let image = explained.ways[before].and_then(|way| {
            let image = way.image(old.body(before), old.text_encoding())?;
            (image.bytes == new.body(after)).then_some((way, image.pieces))
        });
        if let Some((way, pieces)) = image {
            line.entry = AlignedLine::Pair(before, after);
            line.pieces = pieces.into_iter().map(|piece| (way, piece)).collect();
            line.is_elsewhere = true;
        }
    }
}

#[cfg(test)]
mod tests;
