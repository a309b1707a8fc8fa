//! The findings of `check --against`, in words and in records.
//!
//! In words, all changes of a file in one way are one line, `PATH:LINE: ...`, that names the first
//! of its lines. Invariant: a path and bytes of the data are safe to print to a terminal.

use std::ffi::OsStr;
use std::path::Path;

use crate::codec::table;
use crate::detect::verdict::{Evidence, Verdict};
pub use crate::job::against::TextChangeKind;
use crate::job::against::{NotRestoredReason, TextChange, TextChangeValue};
use crate::job::check::{CheckOutcome, Formatter, MisreadCause, MisreadFile};
use crate::report::counted;
use crate::report::json::{Hex, JsonList, JsonRecord, JsonValue, Object, TypedRecord};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice_group::Severity;

/// The most pairs of bytes (before and after) shown of a kind.
const MOST_SHOWN: usize = 4;
/// The most encodings that are named beside the likeliest.
const MOST_RIVALS: usize = 2;
/// The most lines that are named.
const MOST_LINES: usize = 5;

/// The outcome of the restoration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RestoreOutcome {
    /// Not requested; these words request it.
    NotAsked(&'static str),
    /// Done.
    Done,
    /// Requested, but it failed.
    Failed,
}

/// The changes of a file as findings: all changes in one way are one, at the first of its lines.
pub(crate) fn findings(
    path: &Path,
    changes: &[TextChange],
    restore: RestoreOutcome,
    formatter: &dyn Formatter,
) -> Vec<u8> {
    // The encoding matters for bytes, and these findings have none.
    let verdict = Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::Assumed,
    };
    let mut out = Vec::new();
    let mut file = formatter.of_file(path, verdict);
    let mut outcome = CheckOutcome::of_nothing(verdict);
    for alike in ChangesAlike::all(changes) {
        let is_left = alike.kept.is_some() || restore != RestoreOutcome::Done;
        outcome.denied += u64::from(is_left);
        let file_finding = MisreadFile {
            cause: MisreadCause::Changed(alike.kind),
            said: alike.said(restore),
        };
        let severity = if is_left {
            Severity::Error
        } else {
            Severity::Note
        };
        let line = alike.lines.first().copied().unwrap_or(1);
        file.finding(&file_finding.in_line(line, severity), &mut out);
    }
    file.outcome(&outcome, &mut out);
    out
}

/// The changes of a file in one way.
struct ChangesAlike<'a> {
    kind: TextChangeKind,
    kept: Option<NotRestoredReason>,
    changes: &'a [TextChange],
    /// Their lines in order, each once.
    lines: Vec<u64>,
}

impl<'a> ChangesAlike<'a> {
    fn all(changes: &'a [TextChange]) -> impl Iterator<Item = Self> {
        let alike = changes.chunk_by(|one, other| (one.kind, one.kept) == (other.kind, other.kept));
        alike.filter_map(|changes| {
            let first = changes.first()?;
            let mut lines: Vec<u64> = { changes.iter() }
                .flat_map(|change| &change.lines)
                .copied()
                .collect();
            lines.sort_unstable();
            lines.dedup();
            Some(Self {
                kind: first.kind,
                kept: first.kept,
                changes,
                lines,
            })
        })
    }

    /// The change in words: the kind, the lines, and its fate.
    fn said(&self, restore: RestoreOutcome) -> String {
        let place = place(self.kind, &self.lines);
        format!(
            "{}{place}; {}",
            what(self.changes),
            fate(self.kept, restore)
        )
    }
}

/// The changes of a file, as lines of text.
pub(crate) fn lines(
    path: &Path,
    changes: &[TextChange],
    restore: RestoreOutcome,
    charset: Charset,
) -> String {
    let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), charset);
    let mut out = String::new();
    for alike in ChangesAlike::all(changes) {
        out.push_str(&path);
        out.push(':');
        let line = alike.lines.first().map(|line| format!("{line}:"));
        out.push_str(&line.unwrap_or_default());
        let words = [" ", &alike.said(restore), " [", alike.kind.id(), "]\n"];
        out.push_str(&words.concat());
    }
    out
}

/// The change, in words.
fn what(alike: &[TextChange]) -> String {
    let Some(first) = alike.first() else {
        return String::new();
    };
    let count: u64 = alike.iter().map(|change| change.count).sum();
    let places = counted(count, "place");
    let (before, after) = (name(&first.before), name(&first.after));
    match first.kind {
        TextChangeKind::Destroyed => format!("destroyed in {places}: {}", examples(alike)),
        TextChangeKind::DoubleEncoded => {
            let chain = first.chain.as_deref().unwrap_or_default();
            let chain: Vec<&str> = chain.split(',').collect();
            let read = chain
                .chunks_exact(2)
                .map(|pair| format!("{} read as {}", pair[0], pair[1]));
            let read = read.collect::<Vec<_>>().join(", then ") + &rivals(alike);
            format!("{read} in {places}: {}", examples(alike))
        }
        TextChangeKind::Bom if before == "none" => format!("byte order mark of {after} added"),
        TextChangeKind::Bom if before == after => format!("byte order mark of {before} repeated"),
        TextChangeKind::Bom => format!("byte order mark of {before} removed"),
        TextChangeKind::LineEnds => {
            let pairs = alike.iter().map(|change| {
                let (before, after) = (name(&change.before), name(&change.after));
                format!("{before} -> {after} ({})", change.count)
            });
            format!("other line ends: {}", pairs.collect::<Vec<_>>().join(", "))
        }
        TextChangeKind::Encoding => format!("was {before}, is {after}"),
        TextChangeKind::Normalized => format!("other characters in {places}: {}", examples(alike)),
    }
}

/// The encodings that explain changes as well, in brackets.
fn rivals(alike: &[TextChange]) -> String {
    let first = alike.first().map_or(&[][..], |change| &change.rivals);
    // Those of all.
    let of_all = |id: &&&str| alike.iter().all(|change| change.rivals.contains(id));
    let rivals: Vec<&str> = first.iter().filter(of_all).copied().collect();
    match &rivals[..] {
        [] => String::new(),
        all if all.len() <= MOST_RIVALS => format!(" (or {})", all.join(", ")),
        all => {
            let (shown, more) = all.split_at(MOST_RIVALS);
            format!(" (or {} and {} more)", shown.join(", "), more.len())
        }
    }
}

/// The most frequent bytes before and after.
fn examples(alike: &[TextChange]) -> String {
    let shown = alike.iter().take(MOST_SHOWN).map(|change| {
        let times = if change.count > 1 {
            format!(" ({})", change.count)
        } else {
            String::new()
        };
        match (&change.before, &change.after) {
            (TextChangeValue::Several, _) | (_, TextChangeValue::Several) => {
                format!("others{times}")
            }
            (before, after) => format!("{} -> {}{times}", name(before), name(after)),
        }
    });
    let text = shown.collect::<Vec<_>>().join(", ");
    match alike.len().saturating_sub(MOST_SHOWN) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

/// The lines besides the first, which stands at the beginning.
fn place(kind: TextChangeKind, lines: &[u64]) -> String {
    match lines {
        [] | [_] => String::new(),
        _ if kind == TextChangeKind::Bom => String::new(),
        _ if lines.len() > MOST_LINES => format!(", in {}", counted(lines.len() as u64, "line")),
        [front @ .., last] => {
            let front: Vec<String> = front.iter().map(u64::to_string).collect();
            format!(", in lines {} and {last}", front.join(", "))
        }
    }
}

/// The fate of the change.
fn fate(kept: Option<NotRestoredReason>, restore: RestoreOutcome) -> String {
    match (kept, restore) {
        (None, RestoreOutcome::NotAsked(how)) => format!("{how} puts it back"),
        (None, RestoreOutcome::Done) => "put back".to_owned(),
        (None, RestoreOutcome::Failed) => "not put back".to_owned(),
        (Some(kept), RestoreOutcome::NotAsked(how)) => format!("{how} leaves it: {}", kept.words()),
        (Some(kept), _) => format!("left: {}", kept.words()),
    }
}

fn name(value: &TextChangeValue) -> String {
    match value {
        TextChangeValue::Bytes(bytes) if bytes.is_empty() => "nothing".to_owned(),
        TextChangeValue::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            bytes.join(" ")
        }
        TextChangeValue::Name("lf") => "LF".to_owned(),
        TextChangeValue::Name("cr") => "CR".to_owned(),
        TextChangeValue::Name("crlf") => "CR LF".to_owned(),
        TextChangeValue::Name("nel") => "NEL".to_owned(),
        TextChangeValue::Name(name) => (*name).to_owned(),
        TextChangeValue::Several => "others".to_owned(),
    }
}

/// The changes of a file, as records.
pub(crate) fn records(
    path: &Path,
    changes: &[TextChange],
    restore: RestoreOutcome,
    charset: Charset,
) -> String {
    let mut out = String::new();
    for change in changes {
        let record = ChangeRecord(path.as_os_str(), change, restore);
        crate::report::json::line(&mut out, &record, charset);
    }
    out
}

struct ChangeRecord<'a>(&'a OsStr, &'a TextChange, RestoreOutcome);

impl TypedRecord for ChangeRecord<'_> {
    const TYPE: &'static str = "change";
}

impl JsonRecord for ChangeRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(path, change, restore) = *self;
        object.path(path);
        object.field("kind", change.kind.id());
        object.field("before", ChangeValueRecord(&change.before));
        object.field("after", ChangeValueRecord(&change.after));
        object.field("count", change.count);
        object.field("lines", JsonList(change.lines.iter().copied()));
        object.field("restorable", change.kept.is_none());
        object.field_if_any("reason", change.kept.map(NotRestoredReason::words));
        let chain = change.chain.as_deref();
        object.field_if_any("chain", chain.map(|chain| JsonList(chain.split(','))));
        if !change.rivals.is_empty() {
            object.field("or_read_in", JsonList(change.rivals.iter().copied()));
        }
        let restored = restore == RestoreOutcome::Done && change.kept.is_none();
        object.field_if_any("restored", restored.then_some(true));
    }
}

/// A side of a change: bytes in hex, or a name.
struct ChangeValueRecord<'a>(&'a TextChangeValue);

impl JsonValue for ChangeValueRecord<'_> {
    fn write(self, out: &mut String, charset: Charset) {
        match self.0 {
            TextChangeValue::Bytes(bytes) => Hex(bytes).write(out, charset),
            TextChangeValue::Name(name) => name.write(out, charset),
            TextChangeValue::Several => None::<&str>.write(out, charset),
        }
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AgainstTotals {
    /// The number of files compared because they differ.
    pub files: u64,
    /// The number of these with findings.
    pub found: u64,
    /// The number of files in which everything restorable was restored.
    pub restored: u64,
    /// The number of files with findings that are left.
    pub left: u64,
    /// The number of new files.
    pub added: u64,
    /// The number of deleted files.
    pub deleted: u64,
    /// The number of paths that were not compared.
    pub skipped: u64,
    /// The number of errors.
    pub troubles: u64,
}

/// The last line of a comparison with a revision.
pub(crate) fn summary(totals: &AgainstTotals, revision: &str, charset: Charset) -> String {
    let revision = glyph::safe(revision, charset);
    let judged = match totals.found {
        0 if totals.files == 0 => "nothing to compare".to_owned(),
        0 => "no byte changed except by editing".to_owned(),
        found => format!("findings in {}", counted(found, "file")),
    };
    let mut parts = vec![format!(
        "{} changed since {revision}: {judged}",
        counted(totals.files, "file")
    )];
    if totals.restored > 0 {
        parts.push(format!("{} mended", counted(totals.restored, "file")));
        if totals.left > 0 {
            parts.push(format!(
                "findings remain in {}",
                counted(totals.left, "file")
            ));
        }
    }
    for (count, what) in [(totals.added, "added"), (totals.deleted, "deleted")] {
        if count > 0 {
            parts.push(format!("{} {what}", counted(count, "file")));
        }
    }
    if totals.skipped > 0 {
        parts.push(format!("{} not compared", totals.skipped));
    }
    if totals.troubles > 0 {
        parts.push(format!("trouble with {}", counted(totals.troubles, "file")));
    }
    parts.join("; ")
}
