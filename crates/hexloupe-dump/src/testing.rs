//! The common parts of the tests of formats: a text, read in one format.

use super::format::DumpFormat;
use super::import::{DumpImport, FormatChoice, ImportFailure, SAMPLE, read};
use super::out::Unreadable;
use super::text::PART;

/// The bytes of a readable text, repetitions written out.
#[track_caller]
pub(super) fn bytes(format: &'static DumpFormat, text: &str) -> Vec<u8> {
    let (mut import, done) = read(FormatChoice::Named(format), text.as_bytes());
    assert_eq!(done, Ok(()), "{text}");
    let (bytes, runs) = import.out().data();
    let mut all = Vec::new();
    for run in runs {
        let some = &bytes[run.at..run.at + run.len];
        all.extend(some.iter().copied().cycle().take(run.total as usize));
    }
    all
}

/// Checks texts and the bytes they are read as.
#[track_caller]
pub(super) fn check(format: &'static DumpFormat, cases: &[(&str, &[u8])]) {
    for (text, expected) in cases {
        let found = bytes(format, text);
        let shown = String::from_utf8_lossy(&found).into_owned();
        assert!(
            found == *expected,
            "{text:?} is read as {shown:?} {found:02x?}"
        );
    }
}

/// Checks a text and the bytes it is read as, in pieces of 1 to 9 bytes.
#[track_caller]
pub(super) fn check_in_pieces(format: &'static DumpFormat, text: &str, expected: &[u8]) {
    for size in 1..=9 {
        let mut import = DumpImport::new(FormatChoice::Named(format));
        for piece in text.as_bytes().chunks(size) {
            assert_eq!(import.feed(piece), Ok(()), "{text:?}");
        }
        assert_eq!(import.finish(), Ok(()), "{text:?}");
        let (bytes, _) = import.out().data();
        let shown = String::from_utf8_lossy(bytes);
        assert!(bytes == expected, "{text:?} in {size}s is {shown:?}");
    }
}

/// Checks that all line ends around a text and after it are read unchanged, wherever the text is
/// cut.
#[track_caller]
pub(super) fn check_line_ends(format: &'static DumpFormat, text: &str, expected: &str) {
    for pattern in [
        "$",
        "$\n",
        "$\r\n",
        "$\n$\r\n\r\n$\n\n",
        "$\r\n$",
        "$\r$\r",
        "\r\n$\r\r\n",
        "> $\n>\n> $\n",
    ] {
        let (text, expected) = (pattern.replace('$', text), pattern.replace('$', expected));
        check_in_pieces(format, &text, expected.as_bytes());
    }
    // Around the sample, and around the part of a line.
    for border in [SAMPLE, PART] {
        for more in 0..=4 {
            let before = "b".repeat(border - 2 - more);
            for end in ["\n", "\r\n"] {
                let text = format!("{before}{end}{text}{end}");
                let expected = format!("{before}{end}{expected}{end}");
                check(format, &[(&text, expected.as_bytes())]);
            }
        }
    }
}

/// Checks texts that cannot be read: column and reason.
#[track_caller]
pub(super) fn check_wrong(format: &'static DumpFormat, cases: &[(&str, u64, &str)]) {
    for (text, column, reason) in cases {
        let (_, done) = read(FormatChoice::Named(format), text.as_bytes());
        let Err(ImportFailure::Unreadable(Unreadable {
            column: found,
            reason: why,
            ..
        })) = done
        else {
            panic!("{text:?}: {done:?}");
        };
        assert_eq!((why.as_str(), found), (*reason, *column), "{text:?}");
    }
}

/// Checks the line, column and text of the only remark of each text.
#[track_caller]
pub(super) fn check_remark(format: &'static DumpFormat, cases: &[(&str, u64, u64, &str)]) {
    for (text, line, column, remark) in cases {
        let (mut import, done) = read(FormatChoice::Named(format), text.as_bytes());
        assert_eq!(done, Ok(()), "{text:?}");
        let found: Vec<_> = import
            .out()
            .take_remarks()
            .iter()
            .map(|remark| (remark.line, remark.column, remark.to_string()))
            .collect();
        assert_eq!(found, [(*line, *column, (*remark).to_owned())], "{text:?}");
    }
}

/// The first and last lines of a text that are reported as skipped.
#[track_caller]
pub(super) fn skipped(format: &'static DumpFormat, text: &str) -> Vec<(u64, u64)> {
    let (mut import, done) = read(FormatChoice::Named(format), text.as_bytes());
    assert_eq!(done, Ok(()), "{text:?}");
    import.out().skipped.clone()
}
