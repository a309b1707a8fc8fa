//! The findings of many files as lines of text: errors first, then warnings, then notes.
//!
//! Errors are printed as they come, and the others wait in a [`Spool`], so that no number of notices
//! stands before what fails the check. Invariant: each finding is printed once, and within a severity
//! in the order of the files.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, SeekFrom, Write};
use std::path::Path;

use super::document::{Document, Spool};
use super::event::{CheckEvent, FileEnd, FindingEvent};
use super::text::LineFormatter;
use super::worst::Tagger;
use crate::detect::verdict::Verdict;
use crate::job::check::{
    CheckOutcome, CheckTotals, Diagnostic, FileFormatter, Finding, FindingKind, Formatter,
};
use crate::report::counted;
use crate::unicode::glyph;
use crate::unicode::notice_group::Severity;

/// The files in the table of the worst.
const ROWS: usize = 10;
/// The end of a line inside a finding, which is one line of an event; no text of a finding has it.
const INNER_END: u8 = 0x1E;
/// Findings that are seen at once, without a table.
const AT_ONCE: u64 = 20;

/// Findings as lines of text for [`SeverityGroups`].
pub(crate) struct GroupedLines(pub(crate) LineFormatter);

impl Formatter for GroupedLines {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(GroupedFileFormatter {
            lines: self.0.of_file(name, verdict),
            format: &self.0,
            name,
            tagger: Tagger::new(u64::MAX),
            line: Vec::new(),
            is_misread: false,
            is_answered: false,
        })
    }
}

/// The findings of one file, or of a piece of it.
struct GroupedFileFormatter<'a> {
    lines: Box<dyn FileFormatter + 'a>,
    format: &'a LineFormatter,
    name: &'a Path,
    tagger: Tagger,
    line: Vec<u8>,
    /// True if the file is one finding as a whole.
    is_misread: bool,
    /// True if something is said of all of the file.
    is_answered: bool,
}

/// Adds lines as one line of an event.
fn joined(lines: &[u8], out: &mut Vec<u8>) {
    let bytes = lines.strip_suffix(b"\n").unwrap_or(lines).iter();
    out.extend(bytes.map(|byte| if *byte == b'\n' { INNER_END } else { *byte }));
}

/// Writes the lines of an event.
fn write_lines(line: &[u8], out: &mut dyn Write) -> io::Result<()> {
    for line in line.split(|byte| *byte == INNER_END) {
        out.write_all(line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

impl FileFormatter for GroupedFileFormatter<'_> {
    fn answer(&mut self, said: &[u8], out: &mut Vec<u8>) {
        if !said.is_empty() {
            self.line.clear();
            joined(said, &mut self.line);
            self.is_answered = true;
            CheckEvent::FileAnswer(&self.line).write(out);
        }
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        self.is_misread |= matches!(finding.what, FindingKind::Misread(_));
        let (line, lines) = (&mut self.line, &mut self.lines);
        line.clear();
        self.tagger.add(finding, out, |out| {
            lines.finding(finding, line);
            joined(line, out);
        });
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        let faults = match outcome.faults.total() {
            _ if self.is_misread => 1,
            faults => faults,
        };
        let failing = faults + outcome.denied + u64::from(outcome.joined.is_some());
        let noted = outcome.noted.map_or(0, |noted| noted.total());
        let passing = noted.saturating_sub(outcome.denied);
        if failing + passing == 0 && !self.is_answered {
            return;
        }
        let name = self.name.as_os_str().as_encoded_bytes();
        let end = FileEnd {
            failing,
            passing,
            name: &glyph::safe_bytes(name, self.format.0.charset),
        };
        CheckEvent::FileEnd(end).write(out);
    }
}

/// The lines of many files, grouped by severity.
pub(crate) struct SeverityGroups {
    /// The groups behind the errors.
    later: [WaitingGroup; 2],
    /// True if the groups behind the errors have headings.
    has_headings: bool,
    errors: u64,
    worst: WorstFiles,
    answer: FileAnswer,
}

/// The lines about all of the file whose findings come.
#[derive(Default)]
struct FileAnswer {
    /// The lines; empty if there are none.
    said: Vec<u8>,
    /// True if they stand before an error.
    is_before_error: bool,
    /// True if they stand before any finding.
    is_written: bool,
}

impl FileAnswer {
    /// Takes the lines, which come again with each piece of the file.
    fn take(&mut self, said: &[u8]) {
        if self.said != said {
            *self = Self {
                said: said.to_vec(),
                ..Self::default()
            };
        }
    }

    /// Writes the lines before a finding. They stand in front of the first error, and in front of the first
    /// finding if that comes earlier: the two are far apart.
    fn write_before(&mut self, severity: Severity, out: &mut dyn Write) -> io::Result<()> {
        let is_error = severity == Severity::Error;
        let is_due = if is_error {
            !self.is_before_error
        } else {
            !self.is_written
        };
        if self.said.is_empty() || !is_due {
            return Ok(());
        }
        self.is_before_error |= is_error;
        self.is_written = true;
        write_lines(&self.said, out)
    }

    /// Writes the lines of a file that has no finding.
    fn write_alone(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let said = std::mem::take(self).said;
        if said.is_empty() {
            return Ok(());
        }
        write_lines(&said, out)
    }
}

/// Findings of a severity that are printed at the end.
struct WaitingGroup {
    severity: Severity,
    count: u64,
    spool: Box<dyn Spool>,
}

impl SeverityGroups {
    /// The groups, which wait in spools.
    pub(crate) fn new(has_headings: bool, spool: impl Fn() -> Box<dyn Spool>) -> Self {
        let group = |severity| WaitingGroup {
            severity,
            count: 0,
            spool: spool(),
        };
        Self {
            later: [group(Severity::Warning), group(Severity::Note)],
            has_headings,
            errors: 0,
            worst: WorstFiles::default(),
            answer: FileAnswer::default(),
        }
    }

    fn add(&mut self, finding: &FindingEvent<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut later = self.later.iter_mut();
        let own = later.find(|group| group.severity == finding.severity);
        let out = if let Some(group) = own {
            group.count += 1;
            &mut group.spool
        } else {
            self.errors += 1;
            out
        };
        self.answer.write_before(finding.severity, out)?;
        write_lines(finding.text, out)
    }
}

impl Document for SeverityGroups {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for event in events {
            match event {
                CheckEvent::Finding(finding) => self.add(&finding, out)?,
                CheckEvent::FileAnswer(said) => self.answer.take(said),
                CheckEvent::FileEnd(end) if end.failing + end.passing == 0 => {
                    self.answer.write_alone(out)?;
                }
                CheckEvent::FileEnd(end) => {
                    self.answer = FileAnswer::default();
                    self.worst.add(&end);
                }
            }
        }
        Ok(())
    }

    fn message(&mut self, _: &Diagnostic, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &CheckTotals, _: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
        let mut is_first = self.errors == 0;
        for group in self.later.iter_mut().filter(|group| group.count > 0) {
            if self.has_headings && !is_first {
                writeln!(out, "\n{}:", counted(group.count, group.severity.id()))?;
            }
            is_first = false;
            group.spool.seek(SeekFrom::Start(0))?;
            io::copy(&mut group.spool, out)?;
        }
        Ok(())
    }

    fn left_out(&self) -> Option<String> {
        None
    }

    fn table(&self) -> Option<(String, String)> {
        let worst = &self.worst;
        let is_printed = self.errors > 0 || self.later.iter().any(|group| group.count > 0);
        let is_long = worst.findings > AT_ONCE && worst.files > 1;
        (is_printed && is_long).then(|| worst.table())
    }
}

/// The files with the most findings.
#[derive(Default)]
struct WorstFiles {
    rows: BTreeSet<WorstFile>,
    files: u64,
    findings: u64,
}

/// A file with findings, the worst first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct WorstFile {
    failing: Reverse<u64>,
    passing: Reverse<u64>,
    number: u64,
    name: String,
}

impl WorstFiles {
    fn add(&mut self, end: &FileEnd<'_>) {
        self.rows.insert(WorstFile {
            failing: Reverse(end.failing),
            passing: Reverse(end.passing),
            number: self.files,
            name: end.name.to_owned(),
        });
        self.files += 1;
        self.findings += end.failing + end.passing;
        if self.rows.len() > ROWS {
            self.rows.pop_last();
        }
    }

    /// The heading of the table, and its rows.
    fn table(&self) -> (String, String) {
        let has_passing = self.rows.iter().any(|row| row.passing.0 > 0);
        let row = |errors: &str, notices: &str, file: &str| {
            if has_passing {
                format!("{errors:>10} {notices:>10}  {file}\n")
            } else {
                format!("{errors:>10}  {file}\n")
            }
        };
        let mut text = row("errors", "notices", "file");
        for WorstFile {
            failing,
            passing,
            name,
            ..
        } in &self.rows
        {
            text += &row(&failing.0.to_string(), &passing.0.to_string(), name);
        }
        (format!("the worst of {} files:", self.files), text)
    }
}
