//! `PATH:LINE:COLUMN: REASON at 0xOFFSET: BYTES [id]`, a line per finding; the severity stands
//! before the reason if requested.
//!
//! Invariant: the path is safe to print to a terminal, and a finding is exactly one line.

use std::path::Path;

use super::near::NearbyText;
use crate::codec::{Fault, SequenceContext};
use crate::detect::verdict::Verdict;
use crate::explain::fault;
use crate::job::check::{
    CheckOutcome, FileFormatter, Finding, FindingKind, Formatter, MisreadCause, MisreadFile,
};
use crate::job::parts::PartNumber;
use crate::language::Language;
use crate::model::line::Tone;
use crate::model::row::ByteRole;
use crate::report::digits::{HEX, digits};
use crate::report::{Style, ansi};
use crate::unicode::glyph::{self, Charset};

/// Findings as lines of text. In a part of a file after the first, the line number is unknown.
pub struct LineFormatter(pub Style, pub FindingDetail, pub Option<PartNumber>);

/// The content of a line about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingDetail {
    /// Its description.
    What,
    /// Its description, and the text around it.
    WhatAndNear,
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
/// The bytes of a sequence, which are shown on any terminal.
const FEW: usize = 4;

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

impl LineFileFormatter<'_> {
    /// Adds what is wrong with all of a file.
    fn push_misread(&self, out: &mut Vec<u8>, file: &MisreadFile) {
        out.extend_from_slice(file.said.as_bytes());
        self.push_id(out, Tone::As(ByteRole::Fault), file.cause.id());
        out.push(b'\n');
    }

    /// The number of bytes in hex for which a terminal has room in the line that begins at `start`.
    fn bytes_with_room(&self, out: &[u8], start: usize) -> usize {
        let is_read = self.says == FindingDetail::WhatAndNear;
        let columns = self.style.columns.filter(|_| is_read);
        columns.map_or(usize::MAX, |columns| {
            let left = columns.saturating_sub(visible(&out[start..]) + " ...".len());
            (left / " 00".len()).max(FEW)
        })
    }

    /// Adds the identifier of a kind to the line that begins at `start`, or below it where that is too long
    /// for the terminal.
    fn end_with_id(&self, out: &mut Vec<u8>, start: usize, tone: Tone, id: &str) {
        let all = visible(&out[start..]) + id.len() + " []".len();
        if self.style.columns.is_some_and(|columns| all > columns) {
            out.extend_from_slice(b"\n   ");
        }
        self.push_id(out, tone, id);
    }

    /// Adds the identifier of a kind.
    fn push_id(&self, out: &mut Vec<u8>, tone: Tone, id: &str) {
        out.extend_from_slice(b" [");
        self.sgr(out, tone);
        out.extend_from_slice(id.as_bytes());
        if self.style.theme.is_some() {
            self.sgr(out, Tone::Plain);
        }
        out.push(b']');
    }
}

/// The separator of a finding and the text around it, also where they need two lines of the terminal.
const BETWEEN: &[u8] = b"  ";
const BELOW: &[u8] = b"\n    ";

/// The columns of a line of a terminal without its colours.
fn visible(line: &[u8]) -> usize {
    let text = String::from_utf8_lossy(line);
    let mut parts = text.split('\x1B');
    let first = parts.next().map_or(0, glyph::columns);
    let after = parts.map(|part| {
        part.split_once('m')
            .map_or(0, |(_, text)| glyph::columns(text))
    });
    first + after.sum::<usize>()
}

impl LineFileFormatter<'_> {
    /// Adds the text around a sequence, with its bytes in hex in their place.
    fn near(&self, out: &mut Vec<u8>, context: &SequenceContext<'_>) {
        let charset = self.style.charset;
        let near = NearbyText::around(context, self.verdict.encoding, charset);
        let [open, close] = match charset {
            Charset::Unicode => ["‹", "›"],
            Charset::Ascii => ["<", ">"],
        };
        let hex: Vec<String> = { context.sequence().iter() }
            .map(|byte| format!("{byte:02X}"))
            .collect();
        out.extend(near.before.bytes());
        out.extend(open.bytes());
        self.sgr(out, Tone::As(ByteRole::Fault));
        out.extend(hex.join(" ").bytes());
        self.sgr(out, Tone::Plain);
        out.extend(close.bytes());
        out.extend(near.after.bytes());
    }
}

impl FileFormatter for LineFileFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let start = out.len();
        self.begin(out);
        if let (FindingDetail::WhatAndNear, FindingKind::Misread(file)) = (self.says, &finding.what)
            && file.cause == MisreadCause::NotUtf8
        {
            // It is said of all of the file: a person does not jump to a place of it.
            out.push(b' ');
            out.extend_from_slice(file.said.as_bytes());
            self.end_with_id(out, start, Tone::As(ByteRole::Fault), file.cause.id());
            out.push(b'\n');
            return;
        }
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
            FindingKind::Misread(file) => return self.push_misread(out, file),
        };
        out.extend_from_slice(b" at 0x");
        push_hex(out, finding.range.start);
        out.push(b':');
        let shown = if finding.count > 1 { SHOWN } else { usize::MAX };
        let shown = shown.min(self.bytes_with_room(out, start));
        let bytes = &finding.bytes[..finding.bytes.len().min(shown)];
        for byte in bytes {
            out.push(b' ');
            out.extend_from_slice(&HEX[usize::from(*byte)]);
        }
        let is_file = finding.layer.is_empty();
        if is_file && (bytes.len() as u64) < finding.range.end - finding.range.start {
            out.extend_from_slice(b" ...");
        }
        for kind in finding.layer.iter().rev() {
            out.extend_from_slice(b" in ");
            out.extend_from_slice(kind.name().as_bytes());
        }
        if is_file
            && let FindingKind::Fault(Fault::Utf8CutShort, context) = &finding.what
            && is_cut_by_fold(context)
        {
            out.extend_from_slice(b"; a fold of the line cuts it");
        }
        if let (FindingDetail::WhatAndNear, FindingKind::Fault(_, context)) =
            (self.says, &finding.what)
        {
            let mut near = Vec::new();
            self.near(&mut near, context);
            let columns = self.style.columns.unwrap_or(usize::MAX);
            let with_id = visible(&out[start..]) + id.len() + " []".len();
            if with_id > columns {
                out.extend_from_slice(BELOW);
                out.extend_from_slice(near.trim_ascii_start());
                self.push_id(out, tone, id);
            } else if with_id + BETWEEN.len() + visible(&near) > columns {
                self.push_id(out, tone, id);
                out.extend_from_slice(BELOW);
                out.extend_from_slice(near.trim_ascii_start());
            } else {
                self.push_id(out, tone, id);
                out.extend_from_slice(BETWEEN);
                out.extend_from_slice(&near);
            }
        } else {
            self.end_with_id(out, start, tone, id);
        }
        out.push(b'\n');
    }

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

/// Reports whether the rest of a character is after a line end and a blank, as in iCalendar and vCard.
fn is_cut_by_fold(context: &SequenceContext<'_>) -> bool {
    let after = &context.bytes[context.at + context.len..];
    let after = after.strip_prefix(b"\r").unwrap_or(after);
    matches!(after, [b'\n', b' ' | b'\t', 0x80..=0xBF, ..])
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
    use crate::codec::{Walk, table};
    use crate::unicode::notice_group::Severity;
    use crate::window::Peek as _;

    /// The text around the first ill-formed sequence.
    fn near(bytes: &[u8], charset: Charset) -> String {
        let file = LineFileFormatter {
            style: Style {
                charset,
                theme: None,
                columns: None,
            },
            says: FindingDetail::WhatAndNear,
            has_lines: true,
            name: Path::new("a"),
            verdict: Verdict {
                encoding: table::UTF_8,
                evidence: crate::detect::verdict::Evidence::Assumed,
            },
            path: Vec::new(),
        };
        let window = bytes.to_vec().window(0, bytes.len());
        let ill = Walk::new(table::UTF_8, 0, &window).find(|step| step.meaning.fault().is_some());
        let context = SequenceContext::new(table::UTF_8, 0, &window, &ill.unwrap());
        let mut out = Vec::new();
        file.near(&mut out, &context);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_said_of_all_of_a_file_has_a_place_only_for_editors() {
        let told_in = |says, columns| {
            let mut file = LineFileFormatter {
                style: Style {
                    charset: Charset::Unicode,
                    theme: None,
                    columns,
                },
                says,
                has_lines: true,
                name: Path::new("ls"),
                verdict: Verdict {
                    encoding: table::UTF_8,
                    evidence: crate::detect::verdict::Evidence::Assumed,
                },
                path: Vec::new(),
            };
            let misread = MisreadFile {
                cause: MisreadCause::NotUtf8,
                said: "not UTF-8: ELF binary".to_owned(),
            };
            let finding = misread.in_line(7, Severity::Error);
            let mut out = Vec::new();
            file.finding(&finding, &mut out);
            String::from_utf8(out).unwrap()
        };
        let told = |says| told_in(says, None);
        let line = "ls: not UTF-8: ELF binary [not-utf-8]\n";
        for columns in [None, Some(line.len() - 1)] {
            assert_eq!(told_in(FindingDetail::WhatAndNear, columns), line);
        }
        assert_eq!(
            told_in(FindingDetail::WhatAndNear, Some(line.len() - 2)),
            "ls: not UTF-8: ELF binary\n    [not-utf-8]\n"
        );
        assert!(told(FindingDetail::What).starts_with("ls:7:1: not UTF-8"));
    }

    #[test]
    fn the_text_around_a_sequence_is_of_its_line_and_cuts_no_character() {
        let ascii = |bytes: &[u8]| near(bytes, Charset::Ascii);
        let near = |bytes: &[u8]| near(bytes, Charset::Unicode);
        assert_eq!(near(b"line\nuser=Jos\xE9 ip\nnext"), "user=Jos‹E9› ip");
        assert_eq!(near(b"\xC0"), "‹C0›");
        assert_eq!(
            near(
                "ааааааааааx"
                    .as_bytes()
                    .iter()
                    .chain(b"\xE2\x82!")
                    .copied()
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            "ааааааах‹E2 82›!".replace('х', "x")
        );
        assert_eq!(
            near(
                "\u{1B}\u{0}"
                    .as_bytes()
                    .iter()
                    .chain(b"\xFF")
                    .copied()
                    .chain("ппппппппп".bytes())
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            "␛␀‹FF›пппппп"
        );
        assert_eq!(ascii(b"a\xFFb"), "a<FF>b");
    }

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
