//! `--format junit`: the results of tests as CI servers read them, a test per file.
//!
//! What a suite counts stands before its tests, so these wait in a [`Spool`] until the end. Of a
//! file at most [`MOST`] findings are told. Invariant: the document is well-formed XML 1.0,
//! whatever paths and bytes there are.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::document::{Document, lines};
use super::text::Lines;
use crate::detect::verdict::Verdict;
use crate::job::check::{Diagnostic, FileFormatter, Finding, Formatter, Outcome, Totals, What};
use crate::report::{counted, markup};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice_group::Severity;

/// The most findings of a file that are told.
const MOST: u64 = 1000;
/// The most messages that wait for the outcome of their file.
const WAITING: usize = 1000;

/// A place to keep bytes until they are read again.
pub(crate) trait Spool: Read + Write + Seek + Send {}

impl<S: Read + Write + Seek + Send> Spool for S {}

/// Findings as the texts of test cases: `E` and a line for an error, `N` and a line for others,
/// each after its kind, and at the end of a file `O`, how many findings fail it, and its name.
pub(super) struct Cases(pub(super) Lines);

impl Formatter for Cases {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(File {
            lines: self.0.of_file(name, verdict),
            name,
            told: 0,
            line: Vec::new(),
        })
    }
}

/// The findings of one file, or of a piece of it.
struct File<'a> {
    lines: Box<dyn FileFormatter + 'a>,
    name: &'a Path,
    told: u64,
    line: Vec<u8>,
}

impl FileFormatter for File<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let kind = match &finding.what {
            What::Fault(fault, _) => fault.id(),
            What::Notice(notice, _) => notice.id(),
        };
        self.told += 1;
        if self.told > MOST {
            return;
        }
        self.line.clear();
        self.lines.finding(finding, &mut self.line);
        let is_error = finding.severity == Severity::Error;
        out.push(if is_error { b'E' } else { b'N' });
        out.extend_from_slice(kind.as_bytes());
        out.push(b'\t');
        let line = String::from_utf8_lossy(&self.line);
        out.extend_from_slice(escaped(line.trim_end()).as_bytes());
        out.push(b'\n');
    }

    fn outcome(&mut self, outcome: &Outcome, out: &mut Vec<u8>) {
        let failing = outcome.faults.total() + outcome.denied;
        let line = format!("O{failing}\t{}\n", named(self.name));
        out.extend_from_slice(line.as_bytes());
    }
}

/// The name of a file, as it stands in an attribute.
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
    /// What fails the file whose outcome has not come, and what else was told of it.
    failing: String,
    passing: String,
    /// The kind of the first finding that fails it.
    kind: String,
    told: u64,
    /// What went wrong, until the outcome of the file has come, if it comes.
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
            failing: String::new(),
            passing: String::new(),
            kind: String::new(),
            told: 0,
            waiting: Vec::new(),
        }
    }

    /// Writes the case of a file that some findings fail.
    fn case(&mut self, failing: u64, name: &str) -> io::Result<()> {
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
        if failing > 0 {
            self.failures += u64::from(troubles.is_empty());
            let count = counted(failing, "finding");
            let kind = match &*self.kind {
                "" => "finding",
                kind => kind,
            };
            write!(
                out,
                "\n<failure type=\"{kind}\" message=\"{count}\">\n{}",
                self.failing
            )?;
            let shown = self.failing.lines().count() as u64;
            if failing > shown {
                writeln!(out, "and {} more", failing - shown)?;
            }
            write!(out, "</failure>")?;
        }
        if !self.passing.is_empty() {
            write!(out, "\n<system-out>\n{}</system-out>", self.passing)?;
        }
        writeln!(out, "</testcase>")?;
        self.failing.clear();
        self.passing.clear();
        self.kind.clear();
        self.told = 0;
        Ok(())
    }

    /// Writes the cases of what has no outcome.
    fn without_outcome(&mut self) -> io::Result<()> {
        let begun = (
            std::mem::take(&mut self.failing),
            std::mem::take(&mut self.passing),
            std::mem::take(&mut self.kind),
            self.told,
        );
        while let Some((place, _)) = self.waiting.first() {
            let name = named(place);
            self.case(0, &name)?;
        }
        (self.failing, self.passing, self.kind, self.told) = begun;
        Ok(())
    }
}

impl Document for Suite {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn findings(&mut self, text: &[u8], _: &mut dyn Write) -> io::Result<()> {
        let text = String::from_utf8_lossy(text);
        for line in lines(text.as_bytes()).filter_map(|line| std::str::from_utf8(line).ok()) {
            match line.split_at_checked(1) {
                Some(("O", outcome)) => {
                    let (failing, name) = outcome.split_once('\t').unwrap_or_default();
                    self.case(failing.parse().unwrap_or(0), name)?;
                }
                Some((sign, finding)) if self.told < MOST => {
                    self.told += 1;
                    let (kind, finding) = finding.split_once('\t').unwrap_or_default();
                    if sign == "E" && self.kind.is_empty() {
                        self.kind.push_str(kind);
                    }
                    let texts = match sign {
                        "E" => &mut self.failing,
                        _ => &mut self.passing,
                    };
                    texts.push_str(finding);
                    texts.push('\n');
                }
                _ => {}
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

    fn end(&mut self, _: &Totals, _: u64, out: &mut dyn Write) -> io::Result<()> {
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
}
