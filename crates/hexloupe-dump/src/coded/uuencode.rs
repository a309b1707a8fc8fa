//! uuencode: `begin 644 name`, lines of up to 45 bytes with their length, `end` (POSIX, `uuencode`).
//!
//! A digit is six bits; its character is that of the value and 32, and a backquote stands for the blank
//! of zero. Invariant: a line gives as many bytes as its first character says, or is refused.

use crate::confidence;
use crate::format::{DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use crate::out::{ReaderOutput, RemarkKind, Unreadable};
use crate::reason;
use crate::text::{DumpLine, non_blank};

pub(crate) static UUENCODE: DumpFormat = DumpFormat {
    id: "uuencode",
    labels: &["uu"],
    about: "uuencode: begin 644 name, lines with their length, end",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<UuReader>::default(), || Box::new(UuReader::bare())],
    detect: |trial| {
        match (trial.counts.signs, trial.counts.read) {
            _ if trial.trouble.is_some() => 0,
            (1.., _) => confidence::ARMOUR,
            // Nothing but the lengths of the lines proves it.
            (0, 2..) if trial.counts.skipped == 0 => confidence::BASE64_MIXED.2,
            (0, 1) if trial.counts.skipped == 0 && is_word(trial.text) => confidence::FAINT,
            (0, _) => 0,
        }
    },
    example: "begin 644 hello.txt\n*2&5L;&\\L(.*\"K```\n`\nend\n",
    example_bytes: "Hello, €".as_bytes(),
    extensions: &["uu", "uue"],
    writer: None,
};

/// The bytes of a line that is not the last.
const FULL: usize = 45;
/// Reports whether a text is one word with a sign that is in no number and no name.
fn is_word(text: &[u8]) -> bool {
    let word = text.trim_ascii();
    let is_sign = |byte: &u8| b"!\"#$%&'()*,;<=>?@[\\]^`".contains(byte);
    word.len() > 8 && word.iter().any(is_sign) && !word.iter().any(u8::is_ascii_whitespace)
}

/// The longest line: 63 bytes and their length.
const LONGEST: usize = 1 + 84;
const SHORT: &str = "the line is short: the digits it lacks were read as blanks, whose value is 0";
const NO_END: &str = "the text ends before the line \"end\"";

/// Reads the lines.
#[derive(Default)]
struct UuReader {
    /// True between `begin` and `end`.
    is_inside: bool,
    last: u64,
    /// True if there is neither `begin` nor `end`, as `pack` of Perl writes it: the lengths of the lines
    /// are exact then, and only the last of them may be less than 45.
    is_bare: bool,
    has_ended: bool,
}

impl UuReader {
    fn bare() -> Self {
        Self {
            is_bare: true,
            ..Self::default()
        }
    }

    /// Takes a line of a text without `begin` and `end`.
    fn bare_line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.is_blank() {
            return Ok(());
        }
        let len = line.text.first().and_then(|byte| digit(*byte)).unwrap_or(0) as usize;
        let is_exact = line.begins && line.ends && line.text.len() == 1 + len.div_ceil(3) * 4;
        if !is_exact || self.has_ended || line.text.starts_with(b" ") {
            return Err(
                line.unreadable(0, "the length of the line is not what its first digit says")
            );
        }
        self.has_ended = len < FULL;
        let (bytes, _) = decode(line.text).map_err(|(at, why)| line.unreadable(at, why))?;
        out.append(line.number, &bytes);
        out.read(non_blank(line.text));
        Ok(())
    }
}

/// The value of a digit.
fn digit(byte: u8) -> Option<u32> {
    matches!(byte, b' '..=b'`').then(|| u32::from(byte - b' ') & 0x3F)
}

/// Reports whether a line begins a file: with its mode and its name.
fn begins(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"begin ") else {
        return false;
    };
    let digits = rest.iter().take_while(|byte| matches!(byte, b'0'..=b'7'));
    let digits = digits.count();
    matches!(digits, 3 | 4) && rest.get(digits) == Some(&b' ')
}

/// The bytes of a line, and how many of its digits are not there; a fault has its index.
fn decode(text: &[u8]) -> Result<(Vec<u8>, usize), (usize, String)> {
    let first = text.first().copied().unwrap_or(b' ');
    let len = digit(first).ok_or_else(|| (0, "the length of the line is expected".to_owned()))?;
    let len = len as usize;
    let count = (len * 4).div_ceil(3);
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(len), 0u32, 0);
    for at in 1..=count {
        let byte = text.get(at).copied().unwrap_or(b' ');
        let value = digit(byte).ok_or_else(|| {
            let shown = reason::quoted_char(text, at);
            (at, format!("{shown} is not a digit of uuencode"))
        })?;
        bits = bits << 6 | value;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    bytes.truncate(len);
    // Some programs write a checksum of one character.
    let rest = text.get(1 + len.div_ceil(3) * 4..).unwrap_or_default();
    if rest.len() > 1 && !rest.trim_ascii().is_empty() {
        let why = format!("the line is longer than its length says: {len} bytes");
        return Err((0, why));
    }
    Ok((bytes, (count + 1).saturating_sub(text.len().max(1))))
}

impl DumpReader for UuReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.is_bare {
            return self.bare_line(line, out);
        }
        let is_whole = line.begins && line.ends && line.text.len() <= LONGEST + 1;
        self.last = line.number;
        match self.is_inside {
            false if is_whole && begins(line.text) => {
                self.is_inside = true;
                out.counts.signs += 1;
                out.counts.understood += non_blank(line.text) as u64;
            }
            false => {
                if !line.is_blank() {
                    out.skip(line.number);
                }
            }
            true if is_whole && line.text.trim_ascii_end() == b"end" => {
                self.is_inside = false;
                out.counts.understood += 3;
            }
            true if is_whole => {
                let done = decode(line.text).map_err(|(at, why)| line.unreadable(at, why));
                let (bytes, lacking) = done?;
                if lacking > 0 {
                    let column = line.column_of(line.text.len());
                    out.remark(line.number, column, RemarkKind::Inferred(SHORT.to_owned()));
                }
                out.append(line.number, &bytes);
                out.read(non_blank(line.text));
            }
            true => return Err(line.unreadable(0, "a line of uuencode has 85 characters at most")),
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.is_inside {
            out.remark(self.last, 0, RemarkKind::Loss(NO_END));
        }
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        // `>` is a digit.
        QuoteMarks::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong, skipped};

    /// Python's `binascii.b2a_uu` wrote the lines.
    #[test]
    fn lines_are_read_by_their_length() {
        let long = "begin 644 a.bin\n\
                    M  $\" P0%!@<(\"0H+# T.#Q 1$A,4%187&!D:&QP='A\\@(2(C)\"4F)R@I*BLL\n\
                    #+2XO\n`\nend\n";
        let all: Vec<u8> = (0..48).collect();
        check(
            &UUENCODE,
            &[
                (long, &all),
                ("begin 600 a b\n&T)_1@-\"X\n \nend\n", "При".as_bytes()),
                ("begin 644 x\n#  $@\n\nend\n", b"\0\x01\x20"),
            ],
        );
        let mail = "Hi,\nbegin 644 x\n#86)C\n`\nend\nBye\n";
        check(&UUENCODE, &[(mail, b"abc")]);
        assert_eq!(skipped(&UUENCODE, mail), [(1, 1), (6, 6)]);
    }

    #[test]
    fn what_is_damaged_is_told() {
        check_remark(
            &UUENCODE,
            &[
                ("begin 644 x\n#86)C\n", 2, 0, NO_END),
                // Written as `# $$ `.
                ("begin 644 x\n# $$\n`\nend\n", 2, 5, SHORT),
            ],
        );
        check_wrong(
            &UUENCODE,
            &[
                ("begin 644 x\n#86~C\n", 4, "'~' is not a digit of uuencode"),
                (
                    "begin 644 x\n#86)C86)C\n",
                    1,
                    "the line is longer than its length says: 3 bytes",
                ),
            ],
        );
    }
}
