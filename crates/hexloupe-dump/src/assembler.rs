//! Bytes in assembler, and in the listings of disassemblers: `db 0D0h, 9Fh, 'abc', 0`.
//!
//! The numbers after a directive count, and nothing before it: the address and the bytes that a
//! listing prints beside them say the same again. Invariant: everything after a directive is a number or
//! a string, up to a comment; a line with data of another kind is told.

use std::ops::Range;

use super::confidence::{self, SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::literals::number_list::{self, Padding};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::reason;
use super::text::{DumpLine, non_blank};
use super::trial;

pub(super) static ASSEMBLER: DumpFormat = DumpFormat {
    id: "asm",
    labels: &["assembler", "basic", "ghidra", "masm", "nasm"],
    about: "bytes in assembler: db 0D0h, 9Fh, 'abc'; listings of IDA and Ghidra; DATA of Basic",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<AssemblerReader>::default()],
    detect: |trial| {
        if trial.counts.signs == 0 || trial.bytes.is_empty() || trial.trouble.is_some() {
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
const DIRECTIVES: [(&[u8], DirectiveKind); 13] = [
    (b"db", DirectiveKind::Bytes),
    (b"dc.b", DirectiveKind::Bytes),
    (b".byte", DirectiveKind::GnuBytes),
    (b".db", DirectiveKind::Bytes),
    (b"defb", DirectiveKind::Bytes),
    (b"fcb", DirectiveKind::Bytes),
    (GHIDRA, DirectiveKind::Bytes),
    (b".ascii", DirectiveKind::Text),
    (b".asciz", DirectiveKind::EndedText),
    (b".string", DirectiveKind::EndedText),
    (b".zero", DirectiveKind::Zeros),
    (b".space", DirectiveKind::Zeros),
    (b".skip", DirectiveKind::Zeros),
];
/// The word of Basic, after the number of its line or alone.
const BASIC: &[u8] = b"data";
/// The words after which data of other kinds stand, whose bytes are not read.
const OTHERS: [&[u8]; 20] = [
    b"dw", b"dd", b"dq", b"dt", b"dc.w", b"dc.l", b".word", b".short", b".hword", b".2byte",
    b".int", b".long", b".4byte", b".quad", b".8byte", b".octa", b".float", b".double", b".fill",
    b".incbin",
];

/// The kind of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DirectiveKind {
    /// Bytes and strings.
    Bytes,
    /// The same as the GNU assembler reads it: a number with a zero before it is octal.
    GnuBytes,
    /// Strings with escapes.
    Text,
    /// Strings with escapes, each with a NUL after it.
    EndedText,
    /// A number of zeros.
    Zeros,
}

/// The operands of a directive.
struct Operands {
    range: Range<usize>,
    kind: DirectiveKind,
    /// The times that they stand there: `times 3 db 0`.
    times: usize,
}

const OCTAL: &str = "numbers with a leading zero were read as octal, as the GNU assembler does";
/// The word of Ghidra for a byte of no known type.
const GHIDRA: &[u8] = b"??";
/// The most bytes of one line.
const MOST: usize = 1 << 20;
/// The words that may stand before them at most: an address, bytes, names.
const MOST_BEFORE: usize = 20;

/// Reads assembler, line by line.
#[derive(Default)]
struct AssemblerReader {
    padding: Padding,
}

impl DumpReader for AssemblerReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.is_blank() {
            return Ok(());
        }
        let Some(operands) = operands(line.text) else {
            if has_other_data(line.text) {
                out.remark(line.number, 0, RemarkKind::Missed);
            } else if is_about_data(line.text) {
                out.counts.understood += non_blank(line.text) as u64;
                return Ok(());
            }
            out.skip(line.number);
            return Ok(());
        };
        let Operands { range, kind, times } = operands;
        let start = range.start;
        let text = &line.text[range];
        let mut bytes = Vec::new();
        let done = match kind {
            DirectiveKind::Zeros => zeros(text, &mut bytes),
            kind => read(text, kind, &mut bytes),
        };
        let is_octal = done.map_err(|(at, reason)| line.unreadable(start + at, reason))?;
        if is_octal {
            let what = RemarkKind::Inferred(OCTAL.to_owned());
            out.remark(line.number, line.column_of(start), what);
        }
        let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
        if words.any(|word| self.padding.is_mixed(word)) {
            let what = RemarkKind::Inferred(number_list::MIXED.to_owned());
            out.remark(line.number, line.column_of(start), what);
        }
        out.counts.signs += 1;
        out.append(line.number, &bytes.repeat(times));
        out.read(non_blank(line.text));
        Ok(())
    }

    fn end(&mut self, _: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
}

/// Reports whether a line is a label or a directive without data, as compilers write them.
fn is_about_data(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_label = text.ends_with(b":") && !text.contains(&b' ');
    is_label || text.starts_with(b".") && text.get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// Reports whether a line has data that is not read, after a label or alone.
fn has_other_data(text: &[u8]) -> bool {
    let mut words = trial::words(text).take(2);
    words.any(|word| {
        let is = |other: &&[u8]| word.eq_ignore_ascii_case(other);
        OTHERS.iter().any(is)
    })
}

/// The operands of a line's directive; none if it has none.
fn operands(text: &[u8]) -> Option<Operands> {
    let mut at = 0;
    let (mut before_last, mut last): (&[u8], &[u8]) = (b"", b"");
    for before in 0..MOST_BEFORE {
        at += text[at..]
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
        let len = text[at..].iter().position(u8::is_ascii_whitespace)?;
        let word = &text[at..at + len];
        if word.starts_with(b";") || word.starts_with(b"#") {
            return None;
        }
        let is = |(name, _): &&(&[u8], DirectiveKind)| word.eq_ignore_ascii_case(name);
        at += len;
        if word == GHIDRA && before == 0 {
            // A file that git does not know; Ghidra has an address first.
            return None;
        }
        if let Some((_, kind)) = DIRECTIVES.iter().find(is) {
            // Ghidra shows the character of a byte beside it.
            let first = trial::words(&text[at..]).next().filter(|_| word == GHIDRA);
            let end = first.map_or(text.len(), |first| {
                at + text[at..].len() - text[at..].trim_ascii_start().len() + first.len()
            });
            let is_repeated = before_last.eq_ignore_ascii_case(b"times");
            let times = if is_repeated { number(last) } else { Some(1) };
            return Some(Operands {
                range: at..end,
                kind: *kind,
                times: usize::try_from(times?)
                    .ok()
                    .filter(|times| *times <= MOST)?,
            });
        }
        let is_led = before == 1 && last.iter().all(u8::is_ascii_digit);
        let is_first = is_led || before == 0 && text[at..].contains(&b',');
        if is_first && word.eq_ignore_ascii_case(BASIC) && !has_directive(&text[at..]) {
            return Some(Operands {
                range: at..text.len(),
                kind: DirectiveKind::Bytes,
                times: 1,
            });
        }
        (before_last, last) = (last, word);
    }
    None
}

/// Reports whether a directive is the first word of a text.
fn has_directive(text: &[u8]) -> bool {
    let first = trial::words(text).next().unwrap_or_default();
    let mut directives = DIRECTIVES.iter();
    directives.any(|(name, _)| first.eq_ignore_ascii_case(name))
}

/// Appends the zeros of a directive that has their number.
fn zeros(text: &[u8], bytes: &mut Vec<u8>) -> Result<bool, (usize, String)> {
    let word = trial::words(text).next().unwrap_or_default();
    let count = number(word).and_then(|count| usize::try_from(count).ok());
    let count = count.filter(|count| *count <= MOST);
    let count = count.ok_or_else(|| {
        let shown = reason::quoted(word);
        (0, format!("a number of zeros is expected, not {shown}"))
    })?;
    bytes.resize(bytes.len() + count, 0);
    Ok(false)
}

/// The bytes of a string with escapes at an index, after its quote; and the index after it.
fn escaped(text: &[u8], mut at: usize, bytes: &mut Vec<u8>) -> Option<usize> {
    loop {
        match text.get(at..)? {
            [b'"', ..] => return Some(at + 1),
            [b'\\', b'x' | b'X', rest @ ..] => {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit());
                let digits = &rest[..digits.count()];
                // The last two count.
                let last = &digits[digits.len().saturating_sub(2)..];
                let value = std::str::from_utf8(last).ok()?;
                bytes.push(u8::from_str_radix(value, 16).ok()?);
                at += 2 + digits.len();
            }
            [b'\\', b'0'..=b'7', ..] => {
                let digits = text[at + 1..].iter().take(3);
                let digits = digits.take_while(|byte| matches!(byte, b'0'..=b'7'));
                let value = digits
                    .clone()
                    .fold(0, |value: u32, digit| value << 3 | u32::from(digit - b'0'));
                bytes.push(value as u8);
                at += 1 + digits.count();
            }
            [b'\\', letter, ..] => {
                bytes.push(match letter {
                    b'b' => 8,
                    b'f' => 12,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'"' | b'\\' => *letter,
                    _ => return None,
                });
                at += 2;
            }
            [byte, ..] => {
                bytes.push(*byte);
                at += 1;
            }
            [] => return None,
        }
    }
}

/// Reads operands up to a comment; an error has its index. Returns whether a number is octal for one
/// assembler alone.
fn read(text: &[u8], kind: DirectiveKind, bytes: &mut Vec<u8>) -> Result<bool, (usize, String)> {
    let (mut at, mut is_octal) = (0, false);
    let is_text = matches!(kind, DirectiveKind::Text | DirectiveKind::EndedText);
    while let Some(byte) = text.get(at) {
        match byte {
            b';' | b'#' => return Ok(is_octal),
            b',' => at += 1,
            byte if byte.is_ascii_whitespace() => at += 1,
            b'"' if is_text => {
                let end = escaped(text, at + 1, bytes);
                at = end
                    .ok_or_else(|| (at, "the string has an unknown escape or no end".to_owned()))?;
                bytes.extend((kind == DirectiveKind::EndedText).then_some(0));
            }
            b'\'' | b'"' => {
                let end = text[at + 1..].iter().position(|other| other == byte);
                let end = end.ok_or_else(|| (at, "the string has no closing quote".to_owned()))?;
                bytes.extend_from_slice(&text[at + 1..at + 1 + end]);
                at += end + 2;
                // Two quotes in a string are one.
                if text.get(at) == Some(byte) {
                    bytes.push(*byte);
                }
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
                        usize::try_from(times).unwrap_or(0).min(MOST),
                    ));
                    at = start + end + 1;
                    continue;
                }
                let is_gnu = kind == DirectiveKind::GnuBytes;
                let octal = octal(word).filter(|_| is_gnu);
                is_octal |= octal.is_some();
                let value = octal.or_else(|| number(word));
                bytes.push(value.and_then(byte_of).ok_or_else(wrong)?);
                at += word.len();
            }
        }
    }
    Ok(is_octal)
}

/// The octal number of digits with a zero before them.
fn octal(word: &[u8]) -> Option<i64> {
    let digits = word
        .strip_prefix(b"0")
        .filter(|digits| !digits.is_empty())?;
    let digits = std::str::from_utf8(digits).ok()?;
    i64::from_str_radix(digits, 8)
        .ok()
        .filter(|_| !digits.starts_with(['+', '-']))
}

/// A byte of a number, which may be negative.
fn byte_of(number: i64) -> Option<u8> {
    u8::try_from(number)
        .ok()
        .or_else(|| i8::try_from(number).ok().map(i8::cast_unsigned))
}

/// A number: `0D0h`, `0xD0`, `$D0`, `&HD0`, `1010b`, `208`, `-4Eh`.
fn number(word: &[u8]) -> Option<i64> {
    let word = std::str::from_utf8(word).ok()?.to_ascii_lowercase();
    let (sign, word) = match word.strip_prefix('-') {
        Some(word) => (-1, word),
        None => (1, word.as_str()),
    };
    let of_hex = ["0x", "$", "&h"];
    let prefixed = of_hex.iter().find_map(|mark| word.strip_prefix(mark));
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
                // Two quotes in a string are one; a line may stand there several times.
                ("db 'it''s', \"\"\"\", 0", b"it's\"\0"),
                ("x: times 3 db 0FFh, 1", b"\xFF\x01\xFF\x01\xFF\x01"),
                // As compilers write it.
                (
                    "\t.ascii \"\\320\\237\\n\\\"\\\\\"\n\t.byte 208\n\t.string \"a\", \"\\xb8\"\n\t.zero 2\n",
                    b"\xD0\x9F\n\"\\\xD0a\0\xB8\0\0\0",
                ),
            ],
        );
        assert_eq!(skipped(&ASSEMBLER, "; db 1\nmov al, 5\ndb 1\n"), [(1, 2)]);
        check_wrong(
            &ASSEMBLER,
            &[
                ("db 256", 4, "a byte is expected, not '256'"),
                ("db 1, offset x", 7, "a byte is expected, not 'offset'"),
                ("db 'ab", 4, "the string has no closing quote"),
                (
                    ".ascii \"\\q\"",
                    8,
                    "the string has an unknown escape or no end",
                ),
                (".zero x", 6, "a number of zeros is expected, not 'x'"),
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
