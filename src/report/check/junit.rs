//! `--format junit`: the results of tests in the form that CI servers read, a test per file.
//!
//! The counts of a suite stand before its tests, so the tests wait in a [`Spool`] until the end. At
//! most [`MOST`] findings of a file are printed, the worst first. Invariant: the document is
//! well-formed XML 1.0, whatever paths and bytes there are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::document::{Document, Spool};
use super::event::{CheckEvent, FileEnd};
use super::text::LineFormatter;
use super::worst::{Tagger, WorstFinding, WorstFindings, by_severity};
use crate::detect::verdict::Verdict;
use crate::job::check::{CheckOutcome, CheckTotals, Diagnostic, FileFormatter, Finding, Formatter};
use crate::report::{counted, markup};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice_group::Severity;

/// The most findings of a file that are printed.
const MOST: usize = 1000;
/// The most messages that wait for the outcome of their file.
const WAITING: usize = 1000;

/// Findings as the texts of test cases; at the end of a file, the number of failures and the file's
/// name.
pub(super) struct JunitCases(pub(super) LineFormatter);

impl Formatter for JunitCases {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(JunitFileFormatter {
            lines: self.0.of_file(name, verdict),
            name,
            tagger: Tagger::new(MOST as u64),
            line: Vec::new(),
        })
    }
}

/// The findings of one file, or of a piece of it.
struct JunitFileFormatter<'a> {
    lines: Box<dyn FileFormatter + 'a>,
    name: &'a Path,
    tagger: Tagger,
    line: Vec<u8>,
}

impl FileFormatter for JunitFileFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let (line, lines) = (&mut self.line, &mut self.lines);
        line.clear();
        self.tagger.add(finding, out, |out| {
            lines.finding(finding, line);
            let line = String::from_utf8_lossy(line);
            out.extend_from_slice(escaped(line.trim_end()).as_bytes());
        });
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        let end = FileEnd {
            failing: outcome.faults.total() + outcome.denied + u64::from(outcome.joined.is_some()),
            passing: 0,
            name: &named(self.name),
        };
        CheckEvent::FileEnd(end).write(out);
    }
}

/// The name of a file, in the form of an attribute.
fn named(name: &Path) -> String {
    escaped(&glyph::safe_bytes(
        name.as_os_str().as_encoded_bytes(),
        Charset::Unicode,
    ))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    markup::text(&mut out, text);
    out
}

/// A suite of tests that is being written.
pub(crate) struct Suite {
    /// The test cases.
    spool: Box<dyn Spool>,
    tests: u64,
    failures: u64,
    errors: u64,
    /// The findings of the file whose outcome is still unknown.
    findings: WorstFindings,
    left_out: BTreeMap<Reverse<Severity>, u64>,
    /// Errors that wait for the outcome of the file, if it comes.
    waiting: Vec<(PathBuf, String)>,
}

impl Suite {
    /// A suite whose cases wait in a spool.
    pub(crate) fn new(spool: Box<dyn Spool>) -> Self {
        Self {
            spool,
            tests: 0,
            failures: 0,
            errors: 0,
            findings: WorstFindings::new(MOST),
            left_out: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    /// Writes the case of a file.
    fn case(&mut self, end: &FileEnd<'_>, findings: &WorstFindings) -> io::Result<()> {
        let FileEnd { failing, name, .. } = *end;
        self.tests += 1;
        let out = &mut self.spool;
        write!(
            out,
            "<testcase classname=\"hexloupe.check\" name=\"{name}\">"
        )?;
        let of_it = |(place, _): &(PathBuf, String)| named(place) == name;
        let troubles: Vec<_> = self.waiting.extract_if(.., |one| of_it(one)).collect();
        if let Some((_, first)) = troubles.first() {
            self.errors += 1;
            write!(
                out,
                "\n<error type=\"trouble\" message=\"{}\"/>",
                escaped(first)
            )?;
        }
        let is_error = |severity| severity == Severity::Error;
        let (failed, passed): (Vec<_>, Vec<_>) =
            { findings.findings() }.partition(|finding| is_error(finding.rank.severity()));
        // What is wrong with the name of a file is no count of its content.
        let failing = failing.max(failed.len() as u64);
        if failing > 0 {
            self.failures += u64::from(troubles.is_empty());
            let count = counted(failing, "finding");
            let kind = failed.first().map_or("finding", |finding| finding.kind);
            write!(out, "\n<failure type=\"{kind}\" message=\"{count}\">\n")?;
            write_lines(out, &failed, failing - failed.len() as u64)?;
            write!(out, "</failure>")?;
        }
        let more = findings.counts().into_iter();
        let more = more
            .filter(|(severity, _)| !is_error(*severity))
            .map(|(_, count)| count)
            .sum();
        if !passed.is_empty() || more > 0 {
            write!(out, "\n<system-out>\n")?;
            write_lines(out, &passed, more)?;
            write!(out, "</system-out>")?;
        }
        for (severity, count) in findings.counts() {
            *self.left_out.entry(Reverse(severity)).or_default() += count;
        }
        writeln!(out, "</testcase>")
    }

    /// Writes the cases without an outcome.
    fn without_outcome(&mut self) -> io::Result<()> {
        while let Some((place, _)) = self.waiting.first() {
            let name = named(place);
            let end = FileEnd {
                name: &name,
                ..FileEnd::default()
            };
            self.case(&end, &WorstFindings::new(0))?;
        }
        Ok(())
    }
}

/// Writes findings, each in a line, and the number of the others.
fn write_lines(out: &mut dyn Write, findings: &[WorstFinding<'_>], more: u64) -> io::Result<()> {
    for finding in findings {
        out.write_all(finding.text)?;
        writeln!(out)?;
    }
    if more > 0 {
        writeln!(out, "and {more} more")?;
    }
    Ok(())
}

impl Document for Suite {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        for event in events {
            match event {
                CheckEvent::Finding(finding) => self.findings.add(&finding),
                CheckEvent::FileAnswer(_) => {}
                CheckEvent::FileEnd(end) => {
                    let findings = std::mem::replace(&mut self.findings, WorstFindings::new(MOST));
                    self.case(&end, &findings)?;
                }
            }
        }
        self.without_outcome()
    }

    fn message(&mut self, diagnostic: &Diagnostic, line: &str) -> io::Result<()> {
        if let Diagnostic::Trouble(trouble) = diagnostic {
            if self.waiting.len() == WAITING {
                self.without_outcome()?;
            }
            let place = trouble.place().to_owned();
            self.waiting.push((place, line.to_owned()));
        }
        Ok(())
    }

    fn end(&mut self, _: &CheckTotals, _: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
        self.without_outcome()?;
        let (tests, failures, errors) = (self.tests, self.failures, self.errors);
        writeln!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
             <testsuite name=\"hexloupe check\" tests=\"{tests}\" failures=\"{failures}\" \
             errors=\"{errors}\" skipped=\"0\">"
        )?;
        self.spool.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.spool, out)?;
        writeln!(out, "</testsuite>\n</testsuites>")
    }

    fn left_out(&self) -> Option<String> {
        let counts: Vec<_> = { self.left_out.iter() }
            .map(|(severity, count)| (severity.0, *count))
            .collect();
        let by_severity = by_severity(&counts);
        (!counts.is_empty()).then(|| {
            format!(
                "left out: {by_severity}; a test lists at most {MOST}, and --format jsonl has all"
            )
        })
    }
}
