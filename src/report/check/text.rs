//! `PATH:LINE:COLUMN: REASON at 0xOFFSET: BYTES [id]`, a line per finding; the severity stands
//! before the reason if requested.
//!
//! Invariant: the path is safe to print to a terminal, and a finding is exactly one line.

use std::path::Path;

use crate::detect::verdict::Verdict;
use crate::explain::fault;
use crate::job::check::{CheckOutcome, FileFormatter, Finding, FindingKind, Formatter};
use crate::job::parts::PartNumber;
use crate::language::Language;
use crate::model::line::Tone;
use crate::model::row::ByteRole;
use crate::report::digits::{HEX, digits};
use crate::report::{Style, ansi};
use crate::unicode::glyph;

/// Findings as lines of text. In a part of a file after the first, the line number is unknown.
pub struct LineFormatter(pub Style, pub FindingDetail, pub Option<PartNumber>);

/// The content of a line about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingDetail {
    /// Its description.
    What,
    /// Its severity, and then its description.
    HowGrave,
}

impl Formatter for LineFormatter {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(LineFileFormatter {
            style: self.0,
            says: self.1,
            has_lines: !self.2.is_some_and(PartNumber::is_later),
            name,
            verdict,
            path: Vec::new(),
        })
    }
}

/// The most bytes of a run of characters that are shown.
const SHOWN: usize = 16;

/// The lines of one file.
struct LineFileFormatter<'a> {
    style: Style,
    says: FindingDetail,
    has_lines: bool,
    name: &'a Path,
    verdict: Verdict,
    /// The beginning of each line: the path and a colon; empty until it is needed.
    path: Vec<u8>,
}

impl LineFileFormatter<'_> {
    fn sgr(&self, out: &mut Vec<u8>, tone: Tone) {
        if let Some(theme) = self.style.theme {
            ansi::sgr(out, theme.ink(tone));
        }
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if self.path.is_empty() {
            let name = self.name.as_os_str().as_encoded_bytes();
            let mut path = Vec::new();
            self.sgr(&mut path, Tone::Strong);
            path.extend(glyph::safe_bytes(name, self.style.charset).bytes());
            self.sgr(&mut path, Tone::Plain);
            path.push(b':');
            self.path = path;
        }
        out.extend_from_slice(&self.path);
    }
}

impl FileFormatter for LineFileFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        self.begin(out);
        if self.has_lines {
            push_number(out, finding.position.line);
        } else {
            out.push(b'?');
        }
        out.push(b':');
        push_number(out, finding.position.column);
        out.extend_from_slice(b": ");
        if self.says == FindingDetail::HowGrave {
            out.extend_from_slice(finding.severity.id().as_bytes());
            out.extend_from_slice(b": ");
        }
        let (tone, id) = match &finding.what {
            FindingKind::Fault(kind, context) => {
                let title = fault::title(self.verdict.encoding, *kind, context, Language::English);
                out.extend_from_slice(title.as_bytes());
                (Tone::As(ByteRole::Fault), kind.id())
            }
            FindingKind::Notice(notice, c) => {
                let said = super::title(finding, *notice, *c, self.style.charset);
                out.extend_from_slice(said.as_bytes());
                (Tone::As(ByteRole::Notice), notice.id())
            }
        };
        out.extend_from_slice(b" at 0x");
        push_hex(out, finding.range.start);
        out.push(b':');
        let shown = if finding.count > 1 { SHOWN } else { usize::MAX };
        let bytes = &finding.bytes[..finding.bytes.len().min(shown)];
        for byte in bytes {
            out.push(b' ');
            out.extend_from_slice(&HEX[usize::from(*byte)]);
        }
        if (bytes.len() as u64) < finding.range.end - finding.range.start {
            out.extend_from_slice(b" ...");
        }
        out.extend_from_slice(b" [");
        self.sgr(out, tone);
        out.extend_from_slice(id.as_bytes());
        if self.style.theme.is_some() {
            self.sgr(out, Tone::Plain);
        }
        out.extend_from_slice(b"]\n");
    }

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

/// A number in hex without leading zeros.
fn push_hex(out: &mut Vec<u8>, number: u64) {
    let all = digits(number);
    let zeros = (number | 1).leading_zeros() as usize / 4;
    out.extend_from_slice(&all[zeros..]);
}

/// A number in decimal.
pub(super) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_zeros_before_them() {
        for number in [0, 1, 9, 10, 255, 256, 4096, u64::MAX] {
            let (mut hex, mut decimal) = (Vec::new(), Vec::new());
            push_hex(&mut hex, number);
            push_number(&mut decimal, number);
            assert_eq!(hex, format!("{number:X}").into_bytes());
            assert_eq!(decimal, number.to_string().into_bytes());
        }
    }
}
