//! `--format jsonl`: a record per finding, and one per file after its findings.
//!
//! Fields and their order are a contract that scripts rely on. Three fields are present only
//! where needed: `path_bytes` if the path is not UTF-8, and at the end `unreadable` and
//! `changed` if bytes could not be read or the file changed meanwhile. Invariant: characters
//! that a terminal would obey or hide are escaped, in the path too.

use std::borrow::Cow;
use std::path::Path;

use crate::codec::{Encoding, Fault, Kinds};
use crate::detect::verdict::{Evidence, Verdict};
use crate::explain;
use crate::job::check::{FileFormatter, Finding, Formatter, Noted, Outcome, What};
use crate::language::Language;
use crate::report::json::{Counts, Hex, Object, Record};
use crate::unicode::glyph::Charset;
use crate::unicode::notice::Notice;

/// Findings as records.
pub struct Records {
    /// Which characters the messages may be written with.
    pub charset: Charset,
    /// Whether notices were asked for.
    pub notices: bool,
}

impl Formatter for Records {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(File {
            records: self,
            name,
            verdict,
            path: String::new(),
            line: String::new(),
        })
    }
}

/// The records of one file.
struct File<'a> {
    records: &'a Records,
    name: &'a Path,
    verdict: Verdict,
    /// The beginning of each record up to the path; empty until it is needed.
    path: String,
    /// The record that is being written; kept to reuse its memory.
    line: String,
}

impl File<'_> {
    /// Adds the line of a record: the path, then its own fields.
    fn add(&mut self, record: &impl Record, out: &mut Vec<u8>) {
        let charset = self.records.charset;
        if self.path.is_empty() {
            Object::open(&mut self.path, charset).path(self.name.as_os_str());
        }
        self.line.clone_from(&self.path);
        let mut object = Object::going_on(&mut self.line, charset);
        record.fields(&mut object);
        object.end_line();
        out.extend_from_slice(self.line.as_bytes());
    }
}

impl FileFormatter for File<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        self.add(&Found(finding, self.verdict.encoding), out);
    }

    fn outcome(&mut self, outcome: &Outcome, out: &mut Vec<u8>) {
        self.add(&Summary(outcome, self.records.notices), out);
    }
}

/// A finding, and the encoding of the file.
struct Found<'a>(&'a Finding<'a>, &'static Encoding);

impl Record for Found<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(finding, encoding) = *self;
        object.field("offset", finding.range.start);
        object.field("length", finding.range.end - finding.range.start);
        object.field("bytes", Hex(finding.bytes));
        let message = match &finding.what {
            What::Fault(fault, context) => {
                object.field("fault", fault.id());
                explain::fault::message(encoding, context, Language::English)
            }
            What::Notice(notice, c) => {
                object.field("notice", notice.id());
                Some(explain::notice::notice(
                    *notice,
                    encoding,
                    *c,
                    Language::English,
                ))
            }
        };
        object.field("line", finding.position.line);
        object.field("column", finding.position.column);
        object.field("character", finding.position.character);
        object.field("message", message);
    }
}

/// The result of checking a file, and whether notices were asked for.
struct Summary<'a>(&'a Outcome, bool);

impl Record for Summary<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(outcome, notices) = *self;
        object.field("encoding", outcome.verdict.encoding.id);
        object.field("why", &*why(outcome.verdict.evidence));
        object.field("bytes", outcome.bytes);
        object.field("characters", outcome.characters);
        object.field("lines", outcome.lines);
        object.field("well_formed", outcome.is_well_formed());
        object.field("faults", Counts(faults(&outcome.faults)));
        let notices = notices.then(|| Counts(noted_counts(&outcome.noted)));
        object.field("notices", notices);
        let unreadable = Some(outcome.unreadable).filter(|count| *count > 0);
        object.field_if_any("unreadable", unreadable);
        object.field_if_any("changed", outcome.changed.then_some(true));
    }
}

/// Why a file was read in its encoding, in plain ASCII words.
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

/// The ids of the faults that occur, with their counts.
pub(in crate::report) fn faults(kinds: &Kinds) -> impl Iterator<Item = (&'static str, u64)> {
    let all = Fault::ALL.iter();
    all.map(|fault| (fault.id(), kinds.of(*fault)))
        .filter(|(_, count)| *count > 0)
}

/// The ids of the notices that occur, with their counts.
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
