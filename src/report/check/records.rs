//! `--format jsonl`: a record per finding, and one per file after its findings.
//!
//! Fields and their order are a contract that scripts rely on. Some fields are present only where
//! needed. `path_hex`: the path is not UTF-8. At the end: `count` and `hidden` of a run of
//! characters; `passes_for` of a word that imitates an ASCII word; `unreadable` and `changed` if
//! bytes could not be read or the file changed meanwhile; `joined`, the offset of the second part, if
//! the file is joined from parts in several encodings; `part` in the summary of a part of a
//! file; `in_part` in a finding of a part whose earlier lines are unknown. `hexloupe merge` adds
//! these up (`report::merge`). For a run, `hex` has the first [`SHOWN`]. Invariant: characters
//! that a terminal would obey or hide are escaped, in the path too.

use std::borrow::Cow;
use std::path::Path;

use crate::codec::{Encoding, Fault, FaultCounts};
use crate::detect::verdict::{Evidence, Verdict};
use crate::explain;
use crate::job::check::{
    CheckOutcome, FileFormatter, Finding, FindingKind, Formatter, NoticeCounts, SHOWN,
};
use crate::job::parts::{PartNumber, PartRange};
use crate::language::Language;
use crate::report::json::{Hex, JsonCounts, JsonList, JsonRecord, Object, TypedRecord};
use crate::report::summary_field::SummaryField;
use crate::unicode::glyph::Charset;
use crate::unicode::hidden::HiddenText;
use crate::unicode::notice::Notice;

/// Findings as records.
pub struct Records {
    /// The character set of the messages.
    pub charset: Charset,
    /// The checked part of each file, if not all of it.
    pub part: Option<PartNumber>,
    /// The most findings printed of a file or a part, if there is a limit.
    pub most: Option<u64>,
}

impl Formatter for Records {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(RecordFileFormatter {
            records: self,
            name,
            verdict,
            path: String::new(),
            line: String::new(),
        })
    }
}

/// The records of one file.
struct RecordFileFormatter<'a> {
    records: &'a Records,
    name: &'a Path,
    verdict: Verdict,
    /// The path as fields; empty until it is needed.
    path: String,
    /// The record being written; stored to reuse its memory.
    line: String,
}

impl RecordFileFormatter<'_> {
    /// Adds the line of a record: the path, then its own fields.
    fn add<R: TypedRecord>(&mut self, record: &R, out: &mut Vec<u8>) {
        let charset = self.records.charset;
        if self.path.is_empty() {
            Object::going_on(&mut self.path, charset).path(self.name.as_os_str());
        }
        self.line.clear();
        let _ = Object::open_record(&mut self.line, R::TYPE, charset);
        self.line.push_str(&self.path);
        let mut object = Object::going_on(&mut self.line, charset);
        record.fields(&mut object);
        object.end_line();
        out.extend_from_slice(self.line.as_bytes());
    }
}

impl FileFormatter for RecordFileFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let is_later = self.records.part.is_some_and(PartNumber::is_later);
        self.add(
            &FindingRecord(finding, self.verdict.encoding, is_later),
            out,
        );
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        self.add(&SummaryRecord(outcome, self.records), out);
    }
}

/// The line of a record about a file that could not be checked.
pub(crate) fn trouble_record(
    path: &Path,
    (what, hint): (&str, Option<&str>),
    charset: Charset,
) -> String {
    let mut line = String::new();
    crate::report::json::line(&mut line, &TroubleRecord(path, what, hint), charset);
    line
}

/// A file that could not be checked, the reason, and what to try.
struct TroubleRecord<'a>(&'a Path, &'a str, Option<&'a str>);

impl TypedRecord for TroubleRecord<'_> {
    const TYPE: &'static str = "trouble";
}

impl JsonRecord for TroubleRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.path(self.0.as_os_str());
        object.field("message", self.1);
        object.field_if_any("hint", self.2);
    }
}

/// A finding, the encoding of the file, and true if lines and characters before it are unknown.
struct FindingRecord<'a>(&'a Finding<'a>, &'static Encoding, bool);

/// The line and the character of a finding, counted from the start of the part.
struct InPart<'a>(&'a Finding<'a>);

impl JsonRecord for InPart<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("line", self.0.position.line);
        object.field("character", self.0.position.character);
    }
}

impl TypedRecord for FindingRecord<'_> {
    const TYPE: &'static str = "finding";
}

impl JsonRecord for FindingRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(finding, encoding, is_later) = *self;
        let position = finding.position;
        let from_start = |number: u64| Some(number).filter(|_| !is_later);
        object.field("offset", finding.range.start);
        object.field("length", finding.range.end - finding.range.start);
        object.field("hex", Hex(finding.bytes));
        let message = match &finding.what {
            FindingKind::Fault(fault, context) => {
                object.field("fault", fault.id());
                explain::fault::message(encoding, context, Language::English)
            }
            FindingKind::Notice(notice, c) => {
                object.field("notice", notice.id());
                Some(match finding.twin {
                    Some(twin) => explain::hides::twin(twin, Language::English),
                    None => explain::notice::notice(*notice, encoding, *c, Language::English),
                })
            }
            FindingKind::Misread(file) => {
                object.field("fault", file.cause.id());
                Some(file.said.clone())
            }
        };
        object.field("line", from_start(position.line));
        object.field("column", position.column);
        object.field("character", from_start(position.character));
        object.field("message", message);
        let count = Some(finding.count).filter(|count| *count > 1);
        object.field_if_any("count", count);
        object.field_if_any("hidden", finding.hidden.map(HiddenTextRecord).as_ref());
        object.field_if_any("passes_for", finding.twin);
        let layer = finding.layer.iter().map(|kind| kind.id());
        let layer = (!finding.layer.is_empty()).then_some(JsonList(layer));
        object.field_if_any("layer", layer);
        object.field_if_any("in_part", is_later.then_some(&InPart(finding)));
    }
}

/// The text that a run of characters hides.
struct HiddenTextRecord<'a>(&'a HiddenText);

impl JsonRecord for HiddenTextRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("how", self.0.carrier.name());
        object.field("text", self.0.text.as_deref());
        object.field("bytes", self.0.len);
        object.field(
            "begins",
            Hex(&self.0.bytes[..self.0.bytes.len().min(SHOWN)]),
        );
    }
}

/// The result of checking a file.
struct SummaryRecord<'a>(&'a CheckOutcome, &'a Records);

/// The part that was checked.
struct CheckedPartRecord<'a>(&'a PartRange, &'a CheckOutcome, &'a Records);

impl JsonRecord for CheckedPartRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(range, outcome, records) = *self;
        part_fields(range, object);
        object.field("found", outcome.found);
        object.field_if_any("max", records.most);
    }
}

/// Adds the place of a part.
pub(in crate::report) fn part_fields(range: &PartRange, object: &mut Object<'_>) {
    object.field("number", range.part.number);
    object.field("of", range.part.of);
    object.field("start", range.start);
    object.field("end", range.end);
    object.field("size", range.size);
}

impl TypedRecord for SummaryRecord<'_> {
    const TYPE: &'static str = "file";
}

impl JsonRecord for SummaryRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(outcome, records) = *self;
        object.summary(SummaryField::Encoding, outcome.verdict.encoding.id);
        object.summary(SummaryField::Why, &*why(outcome.verdict.evidence));
        object.summary(SummaryField::Bytes, outcome.bytes);
        object.summary(SummaryField::Characters, outcome.characters);
        object.summary(SummaryField::Lines, outcome.lines);
        object.summary(SummaryField::WellFormed, outcome.is_well_formed());
        object.summary(SummaryField::Faults, JsonCounts(faults(&outcome.faults)));
        let notices = { outcome.noted.as_ref() }.map(|noted| JsonCounts(noted_counts(noted)));
        object.summary(SummaryField::Notices, notices);
        let unreadable = Some(outcome.unreadable).filter(|count| *count > 0);
        object.summary_if_any(SummaryField::Unreadable, unreadable);
        object.summary_if_any(SummaryField::Changed, outcome.changed.then_some(true));
        object.summary_if_any(SummaryField::Joined, outcome.joined);
        let part = outcome.part.as_ref();
        let part = part.map(|range| CheckedPartRecord(range, outcome, records));
        object.field_if_any("part", part.as_ref());
    }
}

/// The reason why a file was read in its encoding, in plain ASCII words.
pub(in crate::report) fn why(evidence: Evidence) -> Cow<'static, str> {
    match evidence {
        Evidence::Bom => "its BOM".into(),
        Evidence::Assumed => "no BOM; UTF-8 assumed".into(),
        Evidence::Chosen => "chosen with --encoding".into(),
        Evidence::LittleEndian => "no BOM; little-endian assumed".into(),
        Evidence::Ascii => "no BOM; ASCII as far as checked".into(),
        Evidence::WellFormed(1) => "no BOM; well-formed, 1 sequence of several bytes".into(),
        Evidence::WellFormed(count) => {
            format!("no BOM; well-formed, {count} sequences of several bytes").into()
        }
        Evidence::Damaged(1) => "no BOM; UTF-8 with 1 fault".into(),
        Evidence::Damaged(count) => format!("no BOM; UTF-8 with {count} faults").into(),
        Evidence::Guessed {
            percent,
            language: Some(language),
        } => format!("guessed: {language}, {percent} %").into(),
        Evidence::Guessed { percent, .. } => format!("guessed, {percent} %").into(),
        Evidence::Binary(Some(kind)) => format!("binary ({kind}); UTF-8 assumed").into(),
        Evidence::Binary(None) => "binary; UTF-8 assumed".into(),
    }
}

/// The ids of the faults that occur, with their counts.
pub(in crate::report) fn faults(kinds: &FaultCounts) -> impl Iterator<Item = (&'static str, u64)> {
    let all = Fault::ALL.iter();
    all.map(|fault| (fault.id(), kinds.count(*fault)))
        .filter(|(_, count)| *count > 0)
}

/// The ids of the notices that occur, with their counts.
pub(super) fn noted_counts(noted: &NoticeCounts) -> impl Iterator<Item = (&'static str, u64)> {
    let all = Notice::ALL.iter();
    all.map(|notice| (notice.id(), noted.count(*notice)))
        .filter(|(_, count)| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_words_that_need_no_escape() {
        let guessed = |language| Evidence::Guessed {
            percent: 71,
            language,
        };
        for (evidence, expected) in [
            (Evidence::Assumed, "no BOM; UTF-8 assumed"),
            (Evidence::Ascii, "no BOM; ASCII as far as checked"),
            (
                Evidence::WellFormed(37),
                "no BOM; well-formed, 37 sequences of several bytes",
            ),
            (Evidence::Damaged(3), "no BOM; UTF-8 with 3 faults"),
            (guessed(Some("Russian")), "guessed: Russian, 71 %"),
            (guessed(None), "guessed, 71 %"),
            (Evidence::Binary(Some("PNG")), "binary (PNG); UTF-8 assumed"),
            (Evidence::Binary(None), "binary; UTF-8 assumed"),
        ] {
            assert_eq!(why(evidence), expected);
            assert!(!expected.contains(['"', '\\']) && expected.is_ascii());
        }
    }
}
