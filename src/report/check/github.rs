//! `--format github`: a workflow command per finding, which GitHub Actions shows beside the line.
//!
//! The commands are escaped as `actions/toolkit` does it: `%`, CR and LF everywhere, `:` and `,`
//! in properties too. Invariant: a finding is one command, and no path or text can begin another.

use std::path::Path;

use super::sarif::end_column;
use super::text::push_number;
use crate::detect::verdict::Verdict;
use crate::explain;
use crate::job::check::{FileFormatter, Finding, Formatter, Outcome, What};
use crate::language::Language;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice_group::Severity;

/// Findings as annotations.
pub(super) struct Annotations;

impl Formatter for Annotations {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        // GitHub knows files by their path from the top of the repository.
        let name = name.strip_prefix(".").unwrap_or(name);
        let name = glyph::safe_bytes(name.as_os_str().as_encoded_bytes(), Charset::Unicode);
        let mut file = Vec::new();
        property(&mut file, &name);
        Box::new(File { file, verdict })
    }
}

/// The annotations of one file.
struct File {
    /// Its path, escaped.
    file: Vec<u8>,
    verdict: Verdict,
}

impl FileFormatter for File {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(match finding.severity {
            Severity::Error => b"::error file=",
            Severity::Warning => b"::warning file=",
            Severity::Note => b"::notice file=",
        });
        out.extend_from_slice(&self.file);
        out.extend_from_slice(b",line=");
        push_number(out, finding.position.line);
        out.extend_from_slice(b",col=");
        push_number(out, finding.position.column);
        if let Some(end) = end_column(finding, self.verdict.encoding) {
            out.extend_from_slice(b",endColumn=");
            push_number(out, end);
        }
        out.extend_from_slice(b",title=");
        let encoding = self.verdict.encoding;
        let (title, id, message) = match &finding.what {
            What::Fault(kind, context) => (
                explain::fault::title(encoding, *kind, context, Language::English).to_owned(),
                kind.id(),
                explain::fault::message(encoding, context, Language::English).unwrap_or_default(),
            ),
            What::Notice(notice, value) => (
                super::title(finding, *notice, *value, Charset::Unicode),
                notice.id(),
                super::message(finding, *notice, *value, encoding),
            ),
        };
        property(out, &format!("{title} [{id}]"));
        out.extend_from_slice(b"::");
        data(out, &message);
        out.push(b'\n');
    }

    fn outcome(&mut self, _: &Outcome, _: &mut Vec<u8>) {}
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
    fn what_ends_a_property_or_a_command_is_escaped() {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        property(&mut one, "a:b,c%\r\né");
        data(&mut other, "a:b,c%\r\né");
        assert_eq!(one, "a%3Ab%2Cc%25%0D%0Aé".as_bytes());
        assert_eq!(other, "a:b,c%25%0D%0Aé".as_bytes());
    }
}
