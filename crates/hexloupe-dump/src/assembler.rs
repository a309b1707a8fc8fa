//! Bytes in assembler, and in the listings of disassemblers: `db 0D0h, 9Fh, 'abc', 0`.
//!
//! The numbers after a directive count, and nothing before it: the address and the bytes that a
//! listing prints beside them say the same again. Invariant: everything after a directive is a number or
//! a string, up to a comment.

use std::ops::Range;

use super::confidence::{self, SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::out::{ReaderOutput, Unreadable};
use super::reason;
use super::text::{DumpLine, non_blank};
use super::trial;

pub(super) static ASSEMBLER: DumpFormat = DumpFormat {
    id: "asm",
    labels: &["assembler", "ghidra", "masm", "nasm"],
    about: "bytes in assembler: db 0D0h, 9Fh, 'abc'; listings of IDA and Ghidra",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(AssemblerReader)],
    detect: |trial| {
        if trial.counts.signs == 0 || trial.trouble.is_some() {
            return 0;
        }
        trial::percent(trial.share(), SHARE, confidence::ASSEMBLER)
    },
    example: "msg  db 'Hell', 6Fh, 0E2h, 82h, 0ACh ; text\n     db 10\n",
    example_bytes: "Hello€\n".as_bytes(),
    extensions: &["asm", "lst"],
    writer: None,
};

/// The words after which bytes stand.
const DIRECTIVES: [&[u8]; 7] = [b"db", b"dc.b", b".byte", b".db", b"defb", b"fcb", GHIDRA];
/// The word of Ghidra for a byte of no known type.
const GHIDRA: &[u8] = b"??";
/// The words that may stand before them at most: an address, bytes, names.
const MOST_BEFORE: usize = 20;

/// Reads assembler, line by line.
struct AssemblerReader;

impl DumpReader for AssemblerReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.is_blank() {
            return Ok(());
        }
        let Some(operands) = operands(line.text) else {
            out.skip(line.number);
            return Ok(());
        };
        let start = operands.start;
        let mut bytes = Vec::new();
        read(&line.text[operands], &mut bytes)
            .map_err(|(at, reason)| line.unreadable(start + at, reason))?;
        out.counts.signs += 1;
        out.append(line.number, &bytes);
        out.read(non_blank(line.text));
        Ok(())
    }

    fn end(&mut self, _: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
}

/// The place of the operands of a line's directive; none if it has none.
fn operands(text: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    for before in 0..MOST_BEFORE {
        at += text[at..]
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
        let len = text[at..].iter().position(u8::is_ascii_whitespace)?;
        let word = &text[at..at + len];
        if word.starts_with(b";") || word.starts_with(b"#") {
            return None;
        }
        let is = |directive: &&[u8]| word.eq_ignore_ascii_case(directive);
        at += len;
        if word == GHIDRA && before == 0 {
            // A file that git does not know; Ghidra has an address first.
            return None;
        }
        if DIRECTIVES.iter().any(is) {
            // Ghidra shows the character of a byte beside it.
            let first = trial::words(&text[at..]).next().filter(|_| word == GHIDRA);
            let end = first.map_or(text.len(), |first| {
                at + text[at..].len() - text[at..].trim_ascii_start().len() + first.len()
            });
            return Some(at..end);
        }
    }
    None
}

/// Reads operands up to a comment; an error has its index.
fn read(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), (usize, String)> {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b';' | b'#' => return Ok(()),
            b',' => at += 1,
            byte if byte.is_ascii_whitespace() => at += 1,
            b'\'' | b'"' => {
                let end = text[at + 1..].iter().position(|other| other == byte);
                let end = end.ok_or_else(|| (at, "the string has no closing quote".to_owned()))?;
                bytes.extend_from_slice(&text[at + 1..at + 1 + end]);
                at += end + 2;
            }
            _ => {
                let len = text[at..].iter().position(|byte| b",; \t\r".contains(byte));
                let word = &text[at..at + len.unwrap_or(text.len() - at)];
                let wrong = || {
                    (
                        at,
                        format!("a byte is expected, not {}", reason::quoted(word)),
                    )
                };
                let rest = text[at + word.len()..].trim_ascii_start();
                if rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"dup(") {
                    let start = text.len() - rest.len() + 4;
                    let end = text[start..].iter().position(|byte| *byte == b')');
                    let (end, times) = end.zip(number(word)).ok_or_else(wrong)?;
                    let one = number(text[start..start + end].trim_ascii()).and_then(byte_of);
                    let one = one.ok_or_else(wrong)?;
                    bytes.extend(std::iter::repeat_n(
                        one,
                        usize::try_from(times).unwrap_or(0).min(1 << 20),
                    ));
                    at = start + end + 1;
                    continue;
                }
                bytes.push(number(word).and_then(byte_of).ok_or_else(wrong)?);
                at += word.len();
            }
        }
    }
    Ok(())
}

/// A byte of a number, which may be negative.
fn byte_of(number: i64) -> Option<u8> {
    u8::try_from(number)
        .ok()
        .or_else(|| i8::try_from(number).ok().map(i8::cast_unsigned))
}

/// A number: `0D0h`, `0xD0`, `$D0`, `1010b`, `208`, `-4Eh`.
fn number(word: &[u8]) -> Option<i64> {
    let word = std::str::from_utf8(word).ok()?.to_ascii_lowercase();
    let (sign, word) = match word.strip_prefix('-') {
        Some(word) => (-1, word),
        None => (1, word.as_str()),
    };
    let prefixed = word.strip_prefix("0x").or_else(|| word.strip_prefix('$'));
    let (digits, radix) = match (prefixed, word.strip_suffix('h'), word.strip_suffix('b')) {
        (Some(digits), _, _) | (None, Some(digits), _) => (digits, 16),
        (None, None, Some(digits)) => (digits, 2),
        (None, None, None) => (word, 10),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let number = i64::from_str_radix(digits, radix)
        .ok()
        .filter(|_| is_number)?;
    Some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong, skipped};

    #[test]
    fn bytes_after_a_directive_are_read() {
        check(
            &ASSEMBLER,
            &[
                (
                    "db 0D0h, 9Fh, 0xD1, $80, 208, 10100000b, -1",
                    b"\xD0\x9F\xD1\x80\xD0\xA0\xFF",
                ),
                ("msg DB 'ab', 13, 10, \"$\" ; 'c', 1", b"ab\r\n$"),
                (
                    " dc.b \"x\",0\n .byte 1\n db 3 dup(0FFh)",
                    b"x\0\x01\xFF\xFF\xFF",
                ),
                (
                    ".data:00403000 D0                 db 0D0h\n.data:00403001 9F  db  9Fh ; Y",
                    b"\xD0\x9F",
                ),
                (
                    "        00101000 d0              ??         D0h\n 00101001 41 ?? 41h    A\n",
                    b"\xD0\x41",
                ),
                ("        00101001 41   ??         41h    'A'\n", b"\x41"),
            ],
        );
        assert_eq!(skipped(&ASSEMBLER, "; db 1\nmov al, 5\ndb 1\n"), [(1, 2)]);
        check_wrong(
            &ASSEMBLER,
            &[
                ("db 256", 4, "a byte is expected, not '256'"),
                ("db 1, offset x", 7, "a byte is expected, not 'offset'"),
                ("db 'ab", 4, "the string has no closing quote"),
            ],
        );
    }

    #[test]
    fn what_git_does_not_know_is_no_assembler() {
        let status = "?? \"\\346\\227\\245.txt\"\n";
        let taken = crate::import::look(status.as_bytes(), true);
        assert_ne!(taken.map(|taken| taken.format), Some(&ASSEMBLER));
    }
}
