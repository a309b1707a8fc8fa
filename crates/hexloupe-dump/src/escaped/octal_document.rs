//! A text with octal escapes of bytes beyond ASCII, as git and diff print names: `m\303\241s`.
//!
//! Invariant: only `\200` to `\377` are read; a backslash before another one ends no escape.

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::format::{DumpFormat, FormatSubject};
use crate::trial::ReaderTrial;

pub(crate) static OCTAL_DOCUMENT: DumpFormat = DumpFormat {
    id: "octal-document",
    labels: &["git"],
    about: "a text with octal escapes beyond ASCII, as of git and diff: m\\303\\241s",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(EscapedTextReader::new(&ESCAPES))],
    detect,
    example: "- m\\303\\241s\n+ m\\341s\n",
    example_bytes: b"- m\xC3\xA1s\n+ m\xE1s\n",
    extensions: &[],
    writer: None,
};

/// A text with escapes of other kinds is a string of a language that has them, and each of them would
/// stay as it is.
fn detect(trial: &ReaderTrial<'_>) -> u8 {
    // A character of gdb in single quotes has its number beside it.
    let is_other = |pair: &[u8]| matches!(pair, b"\\x" | b"\\u" | b"'\\");
    let is_left = has_other_numbers(trial.text);
    if is_left || is_in_string(trial.text) || trial.text.windows(2).any(is_other) {
        0
    } else {
        document::detect(trial)
    }
}

/// Reports whether a text has escapes by number that would stay as they are: those of ASCII, and those of
/// one or two digits.
fn has_other_numbers(text: &[u8]) -> bool {
    let (mut at, mut is_other) = (0, false);
    while let Some(next) = memchr::memchr(b'\\', &text[at..]) {
        let rest = &text[at + next + 1..];
        let digits = rest
            .iter()
            .take(3)
            .take_while(|byte| matches!(byte, b'0'..=b'7'));
        let digits = digits.count();
        let is_read = digits == 3 && matches!(rest[0], b'2' | b'3');
        is_other |= digits > 0 && !is_read;
        // A backslash before another one ends no escape.
        at += next + 1 + usize::from(rest.first() == Some(&b'\\'));
    }
    is_other
}

/// Reports whether a text has one string in quotes, and all its escapes are in that: it is read without
/// its quotes, and nothing around it is.
fn is_in_string(text: &[u8]) -> bool {
    let (mut quotes, mut is_outside, mut at) = (0usize, false, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => quotes += 1,
            b'\\' => {
                is_outside |= quotes != 1;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    // One without an end is a string that is cut.
    let is_cut = !quotes.is_multiple_of(2);
    quotes == 2 && !is_outside || is_cut
}

static ESCAPES: DocumentEscapes = DocumentEscapes {
    first: [b'\\'; 2],
    read,
};

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    match text {
        [
            b'\\',
            high @ b'2'..=b'3',
            middle @ b'0'..=b'7',
            low @ b'0'..=b'7',
            ..,
        ] => {
            bytes.push((high - b'0') << 6 | (middle - b'0') << 3 | (low - b'0'));
            Some(EscapeMatch::of(4))
        }
        [b'\\', b'\\', ..] => {
            // It stays, and what follows it is no escape.
            bytes.extend_from_slice(b"\\\\");
            Some(EscapeMatch::kept(2))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_line_ends};

    #[test]
    fn bytes_beyond_ascii_are_read_and_all_else_stays() {
        check(
            &OCTAL_DOCUMENT,
            &[
                (
                    "m\\303\\263s, \\n \\101 \\400",
                    "mós, \\n \\101 \\400".as_bytes(),
                ),
                ("a\\\\303 b\\32", b"a\\\\303 b\\32"),
            ],
        );
        check_in_pieces(&OCTAL_DOCUMENT, "x\\320\\237\ny", "xП\ny".as_bytes());
        check_line_ends(&OCTAL_DOCUMENT, "\\342\\202\\254", "€");
    }
}
