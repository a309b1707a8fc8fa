//! Arrays as `print` of gdb shows them: `$1 = "\320\237", '\000' <repeats 35 times>`.
//!
//! A value is a string, a character or a number, and `<repeats N times>` after one stands for N of it.
//! Invariant: each value is a byte, and `...`, with which gdb leaves out the rest, is told.

use super::confidence::{self, SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::reason;
use super::text::{DumpLine, non_blank};
use super::trial;

pub(super) static GDB_PRINT: DumpFormat = DumpFormat {
    id: "gdb-print",
    labels: &["gdb-p"],
    about: "arrays as print of gdb shows them: $1 = \"a\", '\\000' <repeats 9 times>",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<PrintReader>::default()],
    detect: |trial| {
        let is_repeated = trial::has(trial.text, REPEATS) && trial.counts.signs > 0;
        let is_printed = is_repeated || is_pairs(trial.text.trim_ascii_start());
        if !is_printed || trial.trouble.is_some() {
            return 0;
        }
        trial::percent(trial.share(), SHARE, confidence::GDB_PRINT)
    },
    example: "$1 = \"Hello\", '!' <repeats 3 times>, \"\\n\\000\"\n",
    example_bytes: b"Hello!!!\n\0",
    extensions: &[],
    writer: None,
};

/// The words after a value that stands for many.
pub(super) const REPEATS: &[u8] = b" <repeats ";
/// The most bytes of a line: longer ones gdb writes only if asked to.
const MOST: usize = 16 << 20;
const LEFT_OUT: &str = "gdb left out the rest: \"...\"";

/// Reads values.
#[derive(Default)]
struct PrintReader {
    /// The parts so far of a line that comes in parts.
    long: Vec<u8>,
    /// The number of values that were read.
    values: u64,
}

/// A part of a value.
#[derive(Debug, PartialEq, Eq)]
enum PrintedPart {
    Bytes(Vec<u8>),
    /// The byte before counts so often.
    Times(u64),
    /// The rest is left out.
    LeftOut,
}

/// The value of a line after its number, `$1 = `, and the address of a string; none if it has none.
fn value(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    if text.first() == Some(&b'$') {
        let digits = { text[1..].iter() }.take_while(|byte| byte.is_ascii_digit());
        at = 1 + digits.count();
        at += text[at..].starts_with(b" = ").then_some(3)?;
    }
    if text[at..].starts_with(b"0x") {
        at += memchr::memchr(b'"', &text[at..])?;
    }
    let begins = matches!(text.get(at), Some(b'"' | b'\'' | b'{'));
    (begins && (at > 0 || trial::has(text, REPEATS))).then_some(at)
}

/// Reports whether a text begins with numbers that have their characters beside them: `$1 = {72 'H'`.
fn is_pairs(text: &[u8]) -> bool {
    let Some(start) = value(text).filter(|start| *start > 0) else {
        return false;
    };
    let Some(list) = text[start..].strip_prefix(b"{") else {
        return false;
    };
    let end = list.iter().position(|byte| !b"-0123456789".contains(byte));
    end.is_some_and(|end| end > 0 && list[end..].starts_with(b" '"))
}

/// The parts of a value; a fault has its index.
fn parts(text: &[u8]) -> Result<Vec<PrintedPart>, (usize, String)> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        at += match byte {
            b',' | b'{' | b'}' => 1,
            byte if byte.is_ascii_whitespace() => 1,
            _ if rest.starts_with(b"...") => {
                parts.push(PrintedPart::LeftOut);
                3
            }
            b'<' => {
                let times = times(rest).ok_or_else(|| wrong(rest, at))?;
                parts.push(PrintedPart::Times(times.0));
                times.1
            }
            b'"' | b'\'' => {
                let (bytes, len) = quoted(rest).ok_or_else(|| {
                    let why = "the string has no closing quote, or an unknown escape";
                    (at, why.to_owned())
                })?;
                // A number may have its character beside it.
                let is_beside = *byte == b'\'' && at > 1 && text[at - 2].is_ascii_digit();
                if !is_beside {
                    parts.push(PrintedPart::Bytes(bytes));
                }
                len
            }
            _ => {
                let end = rest.iter().position(|byte| b" ,}<".contains(byte));
                let word = &rest[..end.unwrap_or(rest.len())];
                let byte = number(word).ok_or_else(|| wrong(word, at))?;
                parts.push(PrintedPart::Bytes(vec![byte]));
                word.len()
            }
        };
    }
    Ok(parts)
}

fn wrong(word: &[u8], at: usize) -> (usize, String) {
    let shown = reason::quoted(&word[..word.len().min(16)]);
    (at, format!("a byte is expected, not {shown}"))
}

/// The number in `<repeats 35 times>`, and the length of all of it.
fn times(text: &[u8]) -> Option<(u64, usize)> {
    let rest = text.strip_prefix(&REPEATS[1..])?;
    let len = memchr::memmem::find(rest, b" times>")?;
    let number = std::str::from_utf8(&rest[..len]).ok()?.parse().ok()?;
    Some((number, REPEATS.len() - 1 + len + b" times>".len()))
}

/// The bytes of a string or a character, and its length with its quotes.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (quote, mut bytes, mut at) = (text[0], Vec::new(), 1);
    loop {
        match &text[at..] {
            [byte, ..] if *byte == quote => return Some((bytes, at + 1)),
            [b'\\', b'0'..=b'7', ..] => {
                let digits = text[at + 1..].iter().take(3);
                let digits = digits.take_while(|byte| matches!(byte, b'0'..=b'7'));
                let (code, len) = digits.fold((0u32, 0), |(code, len), digit| {
                    (code << 3 | u32::from(digit - b'0'), len + 1)
                });
                bytes.push(u8::try_from(code).ok()?);
                at += 1 + len;
            }
            [b'\\', letter, ..] => {
                let mut letters = super::escape::C.letters.iter();
                let meant = letters.find(|(other, _)| other == letter);
                bytes.push(meant.map_or_else(
                    || (*letter == b'e').then_some(0x1B),
                    |(_, meant)| Some(*meant),
                )?);
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

/// The byte of a number: `208`, `-48`, `0xd0`, `0320`.
fn number(word: &[u8]) -> Option<u8> {
    let word = std::str::from_utf8(word).ok()?;
    if let Some(digits) = word.strip_prefix("0x") {
        return u8::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = word.strip_prefix('0').filter(|digits| !digits.is_empty()) {
        return u8::from_str_radix(digits, 8).ok();
    }
    let below = || word.parse().ok().map(i8::cast_unsigned);
    word.parse().ok().or_else(below)
}

impl PrintReader {
    /// Reads a whole line.
    fn whole(
        &mut self,
        text: &[u8],
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let Some(start) = value(text) else {
            if !text.trim_ascii().is_empty() {
                out.skip(line.number);
            }
            return Ok(());
        };
        let parts = parts(&text[start..]).map_err(|(at, reason)| Unreadable {
            line: line.number,
            column: (start + at) as u64 + 1,
            reason,
        })?;
        if self.values == 1 {
            out.note(line.number, 0, "another value follows the one before");
        }
        self.values += 1;
        let mut last = None;
        for part in parts {
            match part {
                PrintedPart::Bytes(bytes) => {
                    out.append(line.number, &bytes);
                    last = bytes.last().copied();
                }
                PrintedPart::Times(times) => {
                    let more = times.saturating_sub(1).min(u64::MAX / 4);
                    let byte = last.ok_or_else(|| line.unreadable(start, "nothing is repeated"))?;
                    out.counts.signs += 1;
                    out.repeat(line.number, &[byte], more);
                }
                PrintedPart::LeftOut => {
                    out.remark(line.number, text.len() as u64, RemarkKind::Loss(LEFT_OUT));
                }
            }
        }
        out.read(non_blank(text));
        Ok(())
    }
}

impl DumpReader for PrintReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.begins && line.ends {
            return self.whole(line.text, line, out);
        }
        self.long.extend_from_slice(line.text);
        if self.long.len() > MOST {
            return Err(line.unreadable(0, "the line is too long for a value of gdb"));
        }
        if !line.ends {
            return Ok(());
        }
        let whole = std::mem::take(&mut self.long);
        self.whole(&whole, line, out)
    }

    fn end(&mut self, _: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_remark, check_wrong};

    /// All but the last are what gdb 13 printed of arrays of these bytes.
    #[test]
    fn values_are_read_with_their_repetitions() {
        check(
            &GDB_PRINT,
            &[
                (
                    "$1 = \"При\\000\\177\\n\\377\\200A\", '\\000' <repeats 5 times>\n",
                    b"\xD0\x9F\xD1\x80\xD0\xB8\0\x7F\n\xFF\x80A\0\0\0\0\0",
                ),
                (
                    "$1 = {0xd0, 0x9f, 0x0, 0x7f, 0xa, 0x0 <repeats 3 times>}\n",
                    b"\xD0\x9F\0\x7F\n\0\0\0",
                ),
                ("$1 = {-48, -97, 0 <repeats 2 times>}\n", b"\xD0\x9F\0\0"),
                ("$1 = {-48 '\\320', 0 '\\000', 65 'A'}\n", b"\xD0\0A"),
                (
                    "$1 = {72 'H', 0 '\\000', 39 '\\'', -1 '\\377'}\n",
                    b"H\0'\xFF",
                ),
                ("'a' <repeats 4 times>, \"\\\"b\"", b"aaaa\"b"),
            ],
        );
        let text = "$2 = \"a\", '\\000' <repeats 2 times>\n";
        check_in_pieces(&GDB_PRINT, text, b"a\0\0");
    }

    #[test]
    fn what_is_left_out_is_told_and_what_is_no_byte_is_refused() {
        let text = "$1 = '\\202' <repeats 250 times>...\n";
        check_remark(&GDB_PRINT, &[(text, 1, 34, LEFT_OUT)]);
        check_wrong(
            &GDB_PRINT,
            &[
                ("$1 = {x = 5}", 7, "a byte is expected, not 'x'"),
                ("$1 = {256}", 7, "a byte is expected, not '256'"),
                (
                    "$1 = {1 <repeats x times>}",
                    9,
                    "a byte is expected, not '<repeats x times'",
                ),
            ],
        );
    }
}
