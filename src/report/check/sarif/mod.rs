//! `--format sarif`: a log of static analysis (OASIS SARIF 2.1.0) with one run.
//!
//! Threads write each finding as a result in a line; [`Log`] collects the lines into a document,
//! the worst first. A run has at most [`MOST`] results, because GitHub accepts no more, and then
//! gives the number of the others. Invariant: the log is valid by the schema, whatever was found.

mod fingerprint;
mod rules;
mod uri;

use std::io::{self, Write};
use std::path::Path;

use fingerprint::Fingerprints;
use rules::{SarifRules, SarifText};

use super::document::Document;
use super::event::{CheckEvent, FileEnd};
use super::summary::limit;
use super::worst::{Tagger, WorstFindings, by_severity};
use crate::codec::{ColumnUnit, Encoding, Walk};
use crate::detect::verdict::Verdict;
use crate::explain;
use crate::job::check::{
    CheckOutcome, CheckTotals, Diagnostic, FileFormatter, Finding, FindingKind, Formatter,
};
use crate::language::Language;
use crate::report::counted;
use crate::report::json::{Hex, JsonList, JsonRecord, JsonValue, Object};
use crate::scan::facts::counted::utf8_len;
use crate::unicode::glyph::Charset;
use crate::unicode::notice_group::Severity;
use crate::window::Peek as _;

/// The most results of a run.
const MOST: usize = 25_000;
/// The most messages stored for the end.
const MESSAGES: usize = 1000;
/// The base of relative paths.
const BASE: &str = "%SRCROOT%";

/// Findings as results, each in a line.
pub(super) struct SarifResults;

impl Formatter for SarifResults {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        let artifact = Artifact {
            is_relative: !name.has_root() && name != Path::new("-"),
            uri: uri::uri(name),
        };
        Box::new(SarifFileFormatter {
            artifact,
            encoding: verdict.encoding,
            tagger: Tagger::new(MOST as u64),
            line: String::new(),
        })
    }
}

/// The results of one file.
struct SarifFileFormatter {
    artifact: Artifact,
    encoding: &'static Encoding,
    tagger: Tagger,
    /// The result being written; stored to reuse its memory.
    line: String,
}

impl FileFormatter for SarifFileFormatter {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let line = &mut self.line;
        line.clear();
        let result = SarifResult(finding, self.encoding, &self.artifact);
        self.tagger.add(finding, out, |out| {
            result.write(line, Charset::Unicode);
            let id = result.id();
            out.extend(fingerprint::of(id, &result.2.uri, result.0.bytes));
            out.extend_from_slice(line.as_bytes());
        });
    }

    fn outcome(&mut self, _: &CheckOutcome, out: &mut Vec<u8>) {
        CheckEvent::FileEnd(FileEnd::default()).write(out);
    }
}

/// A file, by its address.
struct Artifact {
    uri: String,
    is_relative: bool,
}

impl JsonRecord for Artifact {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("uri", &*self.uri);
        object.field_if_any("uriBaseId", self.is_relative.then_some(BASE));
    }
}

/// A finding, the encoding of its file, and the file.
struct SarifResult<'a>(&'a Finding<'a>, &'static Encoding, &'a Artifact);

impl SarifResult<'_> {
    /// The id of its rule.
    fn id(&self) -> &'static str {
        match &self.0.what {
            FindingKind::Fault(fault, _) => fault.id(),
            FindingKind::Notice(notice, _) => notice.id(),
            FindingKind::Misread(file) => file.cause.id(),
        }
    }
}

impl JsonRecord for SarifResult<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(finding, encoding, artifact) = *self;
        let message = match &finding.what {
            FindingKind::Fault(_, context) => {
                explain::fault::message(encoding, context, Language::English).unwrap_or_default()
            }
            FindingKind::Notice(notice, value) => {
                super::message(finding, *notice, *value, encoding)
            }
            FindingKind::Misread(file) => file.said.clone(),
        };
        object.field("ruleId", self.id());
        object.field("ruleIndex", rules::index(&finding.what));
        object.field("level", finding.severity.id());
        object.field("message", &SarifText(&super::placed(finding, &message)));
        let place = Location(SarifRegion(finding, encoding), artifact);
        object.field("locations", JsonList([&place]));
        object.field("properties", &SarifBytes(finding.bytes));
    }
}

/// The place of something: the part of a file, and the file.
struct Location<'a>(SarifRegion<'a>, &'a Artifact);

impl JsonRecord for Location<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("physicalLocation", &SarifPhysicalLocation(&self.0, self.1));
    }
}

struct SarifPhysicalLocation<'a>(&'a SarifRegion<'a>, &'a Artifact);

impl JsonRecord for SarifPhysicalLocation<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("artifactLocation", self.1);
        object.field("region", self.0);
    }
}

/// The place of a finding in its file.
struct SarifRegion<'a>(&'a Finding<'a>, &'static Encoding);

impl JsonRecord for SarifRegion<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(finding, encoding) = *self;
        object.field("startLine", finding.position.line);
        object.field("startColumn", finding.position.column);
        object.field_if_any(
            "endColumn",
            end_column(finding, encoding, ColumnUnit::Character),
        );
        // A change in several lines has no bytes of its own.
        if !finding.range.is_empty() {
            object.field("byteOffset", finding.range.start);
            object.field("byteLength", finding.range.end - finding.range.start);
        }
    }
}

/// The column after a finding; none if some of its bytes are unknown, or it ends in another line.
pub(super) fn end_column(
    finding: &Finding<'_>,
    encoding: &'static Encoding,
    unit: ColumnUnit,
) -> Option<u64> {
    let len = finding.range.end - finding.range.start;
    let is_whole = finding.bytes.len() as u64 == len && !encoding.is_stateful();
    if len == 0 {
        return None;
    }
    if unit == ColumnUnit::Byte {
        let columns = is_whole.then(|| utf8_len(encoding, finding.bytes));
        return columns.map(|columns| finding.position.column + columns);
    }
    let columns = match finding.what {
        FindingKind::Notice(notice, _) if notice.is_of_several() => {
            if !is_whole {
                return None;
            }
            let window = finding.bytes.window(0, finding.bytes.len());
            Walk::new(encoding, 0, &window).count() as u64
        }
        // None of its neighbours is a line end.
        FindingKind::Notice(..) => finding.count,
        FindingKind::Fault(..) | FindingKind::Misread(_) => 1,
    };
    Some(finding.position.column + columns)
}

/// The bytes of a finding.
struct SarifBytes<'a>(&'a [u8]);

impl JsonRecord for SarifBytes<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("bytes", Hex(self.0));
    }
}

/// A message about the run.
struct Notification {
    severity: Severity,
    text: String,
}

impl JsonRecord for Notification {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("level", self.severity.id());
        object.field("message", &SarifText(&self.text));
    }
}

/// The outcome of the run.
struct Invocation<'a> {
    troubles: u64,
    notifications: &'a [Notification],
}

impl JsonRecord for Invocation<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("executionSuccessful", self.troubles == 0);
        object.field("toolExecutionNotifications", JsonList(self.notifications));
    }
}

struct Tool;

impl JsonRecord for Tool {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("driver", &SarifRules);
    }
}

/// A log being written.
pub(crate) struct Log {
    results: WorstFindings,
    notifications: Vec<Notification>,
    /// The number of messages that were dropped.
    unkept: u64,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            results: WorstFindings::new(MOST),
            notifications: Vec::new(),
            unkept: 0,
        }
    }
}

impl Document for Log {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
             \"runs\":[{{\"tool\":{},\"columnKind\":\"unicodeCodePoints\",\
             \"newlineSequences\":[\"\\r\\n\",\"\\n\",\"\\r\"],\"originalUriBaseIds\":{{\"{BASE}\":\
             {{\"description\":{{\"text\":\"The folder in which hexloupe ran.\"}}}}}},\"results\":[",
            written(&Tool)
        )
    }

    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        for event in events {
            match event {
                CheckEvent::Finding(finding) => self.results.add(&finding),
                CheckEvent::FileEnd(_) => self.results.end_file(),
                CheckEvent::FileAnswer(_) => {}
            }
        }
        Ok(())
    }

    fn message(&mut self, diagnostic: &Diagnostic, line: &str) -> io::Result<()> {
        if self.notifications.len() < MESSAGES {
            let text = line.to_owned();
            let severity = diagnostic.severity();
            self.notifications.push(Notification { severity, text });
        } else {
            self.unkept += 1;
        }
        Ok(())
    }

    fn end(
        &mut self,
        totals: &CheckTotals,
        max: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut fingerprints = Fingerprints::default();
        for (number, result) in self.results.findings().enumerate() {
            out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            fingerprints.write(result.text, out)?;
        }
        let left_out = self.left_out();
        let mut warn = |text| {
            let severity = Severity::Warning;
            self.notifications.push(Notification { severity, text });
        };
        if let Some(left_out) = left_out {
            warn(left_out);
        }
        if totals.left_out > 0 {
            let more = counted(totals.left_out, "finding");
            warn(format!("{more} left out ({})", limit(max)));
        }
        if let Some(unvisited) = totals.unvisited.words() {
            warn(unvisited);
        }
        if totals.skipped > 0 {
            let files = counted(totals.skipped, "binary file");
            warn(format!("{files} skipped (--binary checks them)"));
        }
        if self.unkept > 0 {
            let more = counted(self.unkept, "more message");
            warn(format!("{more} left out: see standard error"));
        }
        let invocation = Invocation {
            troubles: totals.troubles,
            notifications: &self.notifications,
        };
        let invocation = written(&invocation);
        writeln!(out, "\n],\"invocations\":[{invocation}]}}]}}")
    }

    fn left_out(&self) -> Option<String> {
        let by_severity = by_severity(&self.results.counts());
        let more = counted(self.results.left_out(), "more finding");
        (self.results.left_out() > 0).then(|| {
            format!(
                "{more} left out: {by_severity}; a log has at most {MOST}, and --format jsonl has all"
            )
        })
    }
}

fn written(record: &impl JsonRecord) -> String {
    let mut text = String::new();
    record.write(&mut text, Charset::Unicode);
    text
}
