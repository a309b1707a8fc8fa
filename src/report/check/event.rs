//! The events that the threads of a check pass to a document. On their way they are bytes.
//!
//! A thread has one buffer for all that it prints, so an event is a line in it: only this file knows
//! how. Invariant: an event that is written is read as itself, unless its text has a line end.

use crate::unicode::notice_group::Severity;

/// The severities, each with the sign of its lines.
const SIGNS: [(Severity, u8); 3] = [
    (Severity::Error, b'E'),
    (Severity::Warning, b'W'),
    (Severity::Note, b'N'),
];
/// The sign of the line that ends a file.
const END: u8 = b'O';
/// The sign of what is said of all of a file.
const ANSWER: u8 = b'A';

/// An event of a check, for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckEvent<'a> {
    /// Something was found.
    Finding(FindingEvent<'a>),
    /// The answer for a file as a whole, before its findings.
    FileAnswer(&'a [u8]),
    /// A file has ended.
    FileEnd(FileEnd<'a>),
}

/// A finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FindingEvent<'a> {
    pub(super) severity: Severity,
    /// A fault has no notice's name, and a user who denies a notice asks for it.
    pub(super) is_fault: bool,
    /// The id of the fault or the notice.
    pub(super) kind: &'a str,
    /// The finding as the document prints it; empty if that is left out.
    pub(super) text: &'a [u8],
}

/// The end of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FileEnd<'a> {
    /// The findings that fail the file.
    pub(super) failing: u64,
    /// The findings that do not.
    pub(super) passing: u64,
    /// Its name, as the document prints it.
    pub(super) name: &'a str,
}

impl<'a> CheckEvent<'a> {
    /// Adds the line of the event.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Finding(finding) => {
                let sign = SIGNS.iter().find(|(of, _)| *of == finding.severity);
                out.extend(sign.map(|(_, sign)| sign));
                out.push(if finding.is_fault { b'!' } else { b'.' });
                out.extend_from_slice(finding.kind.as_bytes());
                out.push(b'\t');
                out.extend_from_slice(finding.text);
            }
            Self::FileAnswer(said) => {
                out.extend([ANSWER, b'\t']);
                out.extend_from_slice(said);
            }
            Self::FileEnd(end) => {
                out.push(END);
                let counts = format!("{} {}\t{}", end.failing, end.passing, end.name);
                out.extend_from_slice(counts.as_bytes());
            }
        }
        out.push(b'\n');
    }

    /// The event of a line.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        let (first, rest) = line.split_first()?;
        let tab = rest.iter().position(|byte| *byte == b'\t')?;
        let (before, after) = (std::str::from_utf8(&rest[..tab]).ok()?, &rest[tab + 1..]);
        if *first == ANSWER {
            return Some(Self::FileAnswer(after));
        }
        if *first == END {
            let (failing, passing) = before.split_once(' ')?;
            return Some(Self::FileEnd(FileEnd {
                failing: failing.parse().ok()?,
                passing: passing.parse().ok()?,
                name: std::str::from_utf8(after).ok()?,
            }));
        }
        let (severity, _) = SIGNS.iter().find(|(_, sign)| sign == first)?;
        Some(Self::Finding(FindingEvent {
            severity: *severity,
            is_fault: before.starts_with('!'),
            kind: before.get(1..)?,
            text: after,
        }))
    }
}

/// The events of the lines of a text.
pub(crate) fn events(text: &[u8]) -> impl Iterator<Item = CheckEvent<'_>> {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    lines.filter_map(CheckEvent::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_were_written() {
        let finding = |severity, is_fault, kind, text| {
            CheckEvent::Finding(FindingEvent {
                severity,
                is_fault,
                kind,
                text,
            })
        };
        let all = [
            CheckEvent::FileAnswer(b"a: perhaps windows-1252"),
            finding(Severity::Error, true, "utf8-overlong", &b"a:1: \xFF\tb"[..]),
            finding(Severity::Warning, false, "tag", b""),
            finding(Severity::Note, false, "bom", b"O"),
            CheckEvent::FileEnd(FileEnd {
                failing: 12,
                passing: 3,
                name: "a\tb",
            }),
            CheckEvent::FileEnd(FileEnd::default()),
        ];
        let mut text = Vec::new();
        for event in all {
            event.write(&mut text);
        }
        assert_eq!(
            text.split_inclusive(|byte| *byte == b'\n').count(),
            all.len()
        );
        assert!(events(&text).eq(all));
    }

    #[test]
    fn lines_that_are_no_event_are_passed_over() {
        let text = b"\n\nE\nX!a\tb\nO1\nE!\xFF\tb\nOx\ty\nW.tag\tlast";
        let found: Vec<_> = events(text).collect();
        let [CheckEvent::Finding(last)] = found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((last.kind, last.text), ("tag", &b"last"[..]));
    }
}
