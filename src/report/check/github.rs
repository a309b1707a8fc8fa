//! `--format github`: a workflow command per finding, which GitHub Actions shows beside the line.
//!
//! The commands are escaped as in `actions/toolkit`: `%`, CR and LF everywhere, `:` and `,` in
//! properties too. GitHub shows the first [`SHOWN`] errors, warnings and notices of a step. So the
//! worst of each come before all others, which wait in a [`Spool`]. Invariant: a finding is one
//! command, and no path or text can begin another.

use std::io::{self, BufRead as _, BufReader, SeekFrom, Write};
use std::path::Path;

use super::document::{Document, Spool};
use super::event::{CheckEvent, FileEnd};
use super::sarif::end_column;
use super::text::push_number;
use super::worst::{Tagger, WorstFindings, by_severity};
use crate::codec::ColumnUnit;
use crate::detect::verdict::Verdict;
use crate::explain;
use crate::job::check::{
    CheckOutcome, CheckTotals, Diagnostic, FileFormatter, Finding, FindingKind, Formatter,
};
use crate::language::Language;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice_group::Severity;

/// The most annotations of each severity that a step shows.
const SHOWN: usize = 10;

/// Findings as annotations.
pub(super) struct Annotations(pub(super) ColumnUnit);

impl Formatter for Annotations {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        // GitHub knows files by their path from the top of the repository.
        let name = name.strip_prefix(".").unwrap_or(name);
        let name = glyph::safe_bytes(name.as_os_str().as_encoded_bytes(), Charset::Unicode);
        let mut path = Vec::new();
        property(&mut path, &name);
        Box::new(GithubFileFormatter {
            path,
            verdict,
            columns: self.0,
            tagger: Tagger::new(u64::MAX),
        })
    }
}

/// The annotations of one file.
struct GithubFileFormatter {
    /// Its path, escaped.
    path: Vec<u8>,
    verdict: Verdict,
    columns: ColumnUnit,
    tagger: Tagger,
}

impl FileFormatter for GithubFileFormatter {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let (file, how) = (&self.path, (self.verdict, self.columns));
        let tell = |out: &mut Vec<u8>| annotate(file, how, finding, out);
        self.tagger.add(finding, out, tell);
    }

    fn outcome(&mut self, _: &CheckOutcome, out: &mut Vec<u8>) {
        CheckEvent::FileEnd(FileEnd::default()).write(out);
    }
}

/// Adds the annotation of a finding in a file.
fn annotate(
    file: &[u8],
    (verdict, columns): (Verdict, ColumnUnit),
    finding: &Finding<'_>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(match finding.severity {
        Severity::Error => b"::error file=",
        Severity::Warning => b"::warning file=",
        Severity::Note => b"::notice file=",
    });
    out.extend_from_slice(file);
    out.extend_from_slice(b",line=");
    push_number(out, finding.position.line);
    out.extend_from_slice(b",col=");
    push_number(out, finding.position.column);
    if let Some(end) = end_column(finding, verdict.encoding, columns) {
        out.extend_from_slice(b",endColumn=");
        push_number(out, end);
    }
    out.extend_from_slice(b",title=");
    let encoding = verdict.encoding;
    let (title, id, message) = match &finding.what {
        FindingKind::Fault(kind, context) => (
            explain::fault::title(encoding, *kind, context, Language::English).to_owned(),
            kind.id(),
            explain::fault::message(encoding, context, Language::English).unwrap_or_default(),
        ),
        FindingKind::Notice(notice, value) => (
            super::title(finding, *notice, *value, Charset::Unicode),
            notice.id(),
            super::message(finding, *notice, *value, encoding),
        ),
        FindingKind::Misread(file) => (
            file.cause.title().to_owned(),
            file.cause.id(),
            file.said.clone(),
        ),
    };
    property(out, &format!("{title} [{id}]"));
    out.extend_from_slice(b"::");
    data(out, &super::placed(finding, &message));
}

/// The annotations of a step.
pub(crate) struct Workflow {
    /// All annotations, each in a line that a [`Tagger`] has written.
    spool: Box<dyn Spool>,
    /// The worst of each severity. One notice gives the number of the others.
    worst: [(Severity, WorstFindings); 3],
}

impl Workflow {
    /// Annotations that wait in a spool.
    pub(crate) fn new(spool: Box<dyn Spool>) -> Self {
        let most = [
            (Severity::Error, SHOWN),
            (Severity::Warning, SHOWN),
            (Severity::Note, SHOWN - 1),
        ];
        Self {
            spool,
            worst: most.map(|(severity, most)| (severity, WorstFindings::new(most))),
        }
    }
}

impl Document for Workflow {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        let mut lines = Vec::new();
        for event in events {
            let worst = &mut self.worst;
            match event {
                CheckEvent::FileAnswer(_) => {}
                CheckEvent::FileEnd(_) => worst.iter_mut().for_each(|(_, worst)| worst.end_file()),
                CheckEvent::Finding(finding) => {
                    let own = { worst.iter_mut() }.find(|one| one.0 == finding.severity);
                    if let Some((_, worst)) = own {
                        worst.add(&finding);
                    }
                    event.write(&mut lines);
                }
            }
        }
        self.spool.write_all(&lines)
    }

    fn message(&mut self, _: &Diagnostic, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &CheckTotals, _: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(left_out) = self.left_out() {
            let mut text = Vec::new();
            data(&mut text, &left_out);
            out.write_all(b"::notice title=not shown::")?;
            out.write_all(&text)?;
            writeln!(out)?;
        }
        for finding in self.worst.iter().flat_map(|(_, worst)| worst.findings()) {
            out.write_all(finding.text)?;
            writeln!(out)?;
        }
        self.spool.seek(SeekFrom::Start(0))?;
        let mut told = [0; 3];
        for line in BufReader::new(&mut self.spool).split(b'\n') {
            let line = line?;
            let Some(CheckEvent::Finding(finding)) = CheckEvent::read(&line) else {
                continue;
            };
            let mut worst = self.worst.iter().zip(&mut told);
            let Some(((_, worst), told)) = worst.find(|((of, _), _)| *of == finding.severity)
            else {
                continue;
            };
            let is_told = worst.findings().any(|one| one.rank.number == *told);
            *told += 1;
            if !is_told {
                write_annotation(finding.text, out)?;
            }
        }
        Ok(())
    }

    fn left_out(&self) -> Option<String> {
        let counts = self.worst.iter().flat_map(|(_, worst)| worst.counts());
        let by_severity = by_severity(&counts.collect::<Vec<_>>());
        (!by_severity.is_empty())
            .then(|| format!("{by_severity} more than GitHub shows per step: see its log"))
    }
}

/// Annotations that are written as they arrive, as for a log that is followed.
pub(crate) struct AsTheyCome;

impl Document for AsTheyCome {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn events(
        &mut self,
        events: &mut dyn Iterator<Item = CheckEvent<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for event in events {
            if let CheckEvent::Finding(finding) = event {
                write_annotation(finding.text, out)?;
            }
        }
        Ok(())
    }

    fn message(&mut self, _: &Diagnostic, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &CheckTotals, _: Option<u64>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn left_out(&self) -> Option<String> {
        None
    }
}

/// Writes an annotation in a line.
fn write_annotation(annotation: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(annotation)?;
    writeln!(out)
}

/// Adds a property of a command.
fn property(out: &mut Vec<u8>, text: &str) {
    escaped(out, text, b"%\r\n:,");
}

/// Adds the message of a command.
fn data(out: &mut Vec<u8>, text: &str) {
    escaped(out, text, b"%\r\n");
}

fn escaped(out: &mut Vec<u8>, text: &str, special: &[u8]) {
    for byte in text.bytes() {
        if special.contains(&byte) {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        } else {
            out.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_properties_and_commands_are_escaped() {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        property(&mut one, "a:b,c%\r\né");
        data(&mut other, "a:b,c%\r\né");
        assert_eq!(one, "a%3Ab%2Cc%25%0D%0Aé".as_bytes());
        assert_eq!(other, "a:b,c%25%0D%0Aé".as_bytes());
    }
}
