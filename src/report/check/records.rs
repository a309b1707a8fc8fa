//! `--format jsonl`: a record a finding, and one a file at its end.
//!
//! Fields and their order are a contract that scripts rely on. Two fields stand only
//! where they are needed: `path_bytes`, where the path is no UTF-8, and at the end
//! `unreadable` or `changed`, where the file could not be seen as it is. Invariant:
//! what a terminal would obey or hide is escaped in the path too.

use std::path::Path;

use std::borrow::Cow;

use crate::codec::{Fault, Kinds};
use crate::detect::verdict::{Evidence, Verdict};
use crate::explain;
use crate::job::check::{FileFormatter, Finding, Formatter, Noted, Outcome, What};
use crate::report::records::Object;
use crate::unicode::glyph::Charset;
use crate::unicode::notice::Notice;

/// Findings as records.
pub struct Records {
    /// What prose may be written with.
    pub charset: Charset,
    /// Whether notices were asked for.
    pub notices: bool,
}

impl Formatter for Records {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(Record {
            records: self,
            name,
            verdict,
            path: String::new(),
            line: String::new(),
        })
    }
}

struct Record<'a> {
    records: &'a Records,
    name: &'a Path,
    verdict: Verdict,
    /// What each record begins with, once it is needed.
    path: String,
    /// The record that is being made.
    line: String,
}

impl Record<'_> {
    fn begin(&mut self) -> Object<'_> {
        if self.path.is_empty() {
            let mut object = Object::open(&mut self.path);
            object.path(self.name.as_os_str(), self.records.charset);
        }
        self.line.clear();
        self.line.push_str(&self.path);
        Object::going_on(&mut self.line)
    }
}

impl FileFormatter for Record<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let (encoding, charset) = (self.verdict.encoding, self.records.charset);
        let mut object = self.begin();
        object.number("offset", finding.range.start);
        object.number("length", finding.range.end - finding.range.start);
        object.bytes(finding.bytes);
        match &finding.what {
            What::Fault(fault, _) => object.word("fault", fault.id()),
            What::Notice(notice, _) => object.word("notice", notice.id()),
        }
        object.number("line", finding.position.line);
        object.number("column", finding.position.column);
        object.number("character", finding.position.character);
        let message = match &finding.what {
            What::Fault(_, context) => explain::fault::message(encoding, context),
            What::Notice(notice, c) => Some(explain::notice::notice(*notice, encoding, *c)),
        };
        object.prose("message", message, charset);
        object.close();
        out.extend_from_slice(self.line.as_bytes());
    }

    fn outcome(&mut self, outcome: &Outcome, out: &mut Vec<u8>) {
        let notices = self.records.notices.then_some(outcome.noted);
        let verdict = self.verdict;
        let mut object = self.begin();
        object.word("encoding", verdict.encoding.id);
        object.word("why", &why(verdict.evidence));
        object.number("bytes", outcome.bytes);
        object.number("characters", outcome.characters);
        object.number("lines", outcome.lines);
        object.truth("well_formed", outcome.is_well_formed());
        object.counts("faults", faults(&outcome.faults));
        match notices {
            Some(noted) => object.counts("notices", noted_counts(&noted)),
            None => object.null("notices"),
        }
        if outcome.unreadable > 0 {
            object.number("unreadable", outcome.unreadable);
        }
        if outcome.changed {
            object.truth("changed", true);
        }
        object.close();
        out.extend_from_slice(self.line.as_bytes());
    }
}

/// Why a file was read in its encoding.
pub(in crate::report) fn why(evidence: Evidence) -> Cow<'static, str> {
    match evidence {
        Evidence::Bom => "its BOM".into(),
        Evidence::Assumed => "no BOM; UTF-8 assumed".into(),
        Evidence::Chosen => "chosen with --encoding".into(),
        Evidence::LittleEndian => "no BOM; little-endian assumed".into(),
        Evidence::Ascii => "no BOM; ASCII as far as was looked".into(),
        Evidence::WellFormed(count) => {
            format!("no BOM; well-formed, {count} sequences of several bytes").into()
        }
        Evidence::Damaged(count) => format!("no BOM; well-formed but for {count} faults").into(),
        Evidence::Guessed {
            percent,
            language: Some(language),
        } => format!("guessed: {language}, {percent} %").into(),
        Evidence::Guessed { percent, .. } => format!("guessed, {percent} %").into(),
        Evidence::Binary(Some(kind)) => format!("binary ({kind}); UTF-8 assumed").into(),
        Evidence::Binary(None) => "binary; UTF-8 assumed".into(),
    }
}

/// The faults there are, by kind.
pub(in crate::report) fn faults(kinds: &Kinds) -> impl Iterator<Item = (&'static str, u64)> {
    let all = Fault::ALL.iter();
    all.map(|fault| (fault.id(), kinds.of(*fault)))
        .filter(|(_, count)| *count > 0)
}

/// The notices there are, by kind.
pub(super) fn noted_counts(noted: &Noted) -> impl Iterator<Item = (&'static str, u64)> {
    let all = Notice::ALL.iter();
    all.map(|notice| (notice.id(), noted.of(*notice)))
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
            (Evidence::Ascii, "no BOM; ASCII as far as was looked"),
            (
                Evidence::WellFormed(37),
                "no BOM; well-formed, 37 sequences of several bytes",
            ),
            (Evidence::Damaged(3), "no BOM; well-formed but for 3 faults"),
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
