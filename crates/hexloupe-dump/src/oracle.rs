//! Oracle's `DUMP()`: `Typ=1 Len=6 CharacterSet=AL32UTF8: d0,9f,d1,80,d0,b8`.
//!
//! The numbers are decimal, hex or octal, and only the numbers tell which; the length proves that all
//! are there. Invariant: a list whose length differs from what it says is told.

use super::confidence::{self, SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::reason;
use super::text::{DumpLine, non_blank};
use super::trial;

pub(super) static ORACLE: DumpFormat = DumpFormat {
    id: "oracle",
    labels: &["ora-dump"],
    about: "Oracle's DUMP(): Typ=1 Len=2 CharacterSet=AL32UTF8: 208,159",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(OracleReader::default())],
    detect: |trial| {
        if trial.counts.signs == 0 || trial.trouble.is_some() {
            return 0;
        }
        trial::percent(trial.share(), SHARE, confidence::ORACLE)
    },
    example: "Typ=1 Len=6 CharacterSet=AL32UTF8: 208,159,209,128,208,184\n",
    example_bytes: "При".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The longest dump over several lines: a column has at most 4000 bytes, or 32767.
const LONGEST: usize = 256 * 1024;

const SHOWN: &str = "single hex digits beside characters were read as characters";

/// Reads lines with a dump in them.
#[derive(Default)]
struct OracleReader {
    /// A dump that goes on in the next line, as a terminal or a report breaks it: its line and its text.
    open: Option<(u64, Vec<u8>)>,
}

impl DumpReader for OracleReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if let Some((number, text)) = &mut self.open {
            let more = line.text.trim_ascii();
            if goes_on(more) && text.len() + more.len() < LONGEST {
                text.extend_from_slice(more);
                out.read(0);
                if is_short(text) {
                    return Ok(());
                }
                let (number, text) = (*number, std::mem::take(text));
                self.open = None;
                return read_dump(number, &text, out);
            }
        }
        self.end_open(out)?;
        if line.is_blank() {
            return Ok(());
        }
        if head(line.text).is_none() {
            out.skip(line.number);
            return Ok(());
        }
        out.read(0);
        if is_short(line.text) {
            self.open = Some((line.number, line.text.trim_ascii_end().to_vec()));
            return Ok(());
        }
        read_dump(line.number, line.text, out)
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.end_open(out)
    }
}

impl OracleReader {
    /// Reads what did not go on.
    fn end_open(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        match self.open.take() {
            Some((number, text)) => read_dump(number, &text, out),
            None => Ok(()),
        }
    }
}

/// Reports whether a line is nothing but more numbers of a list.
fn goes_on(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b',';
    let mut words = text.split(|byte| *byte == b',');
    !text.is_empty() && text.iter().all(is_part) && words.all(|word| word.len() < 4)
}

/// The list of numbers from an index on, up to its end.
fn list(text: &[u8], start: usize) -> &[u8] {
    let list = &text[start..];
    let end = list.iter().position(|byte| {
        !byte.is_ascii_alphanumeric() && *byte != b',' && !byte.is_ascii_punctuation()
    });
    &list[..end.unwrap_or(list.len())]
}

/// Reports whether a list ends with its line, and is shorter than its head says.
fn is_short(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    head(text).is_some_and(|(start, head)| {
        let list = list(text, start);
        let count = list
            .split(|byte| *byte == b',')
            .filter(|word| !word.is_empty());
        let is_open = list.ends_with(b",") || (count.count() as u64) < head.len;
        is_open && start + list.len() == text.len()
    })
}

/// Reads a dump in a text, which is that of a line and perhaps of more.
fn read_dump(number: u64, text: &[u8], out: &mut ReaderOutput) -> Result<(), Unreadable> {
    let line = &DumpLine {
        number,
        column: 1,
        text,
        begins: true,
        ends: true,
        end: b"",
    };
    let Some((start, head)) = head(text) else {
        return Ok(());
    };
    let list = list(text, start);
    let words: Vec<&[u8]> = list.split(|byte| *byte == b',').collect();
    let is_shown = are_shown(&words);
    let radix = radix(&words);
    let mut bytes = Vec::with_capacity(words.len());
    let mut at = start;
    for word in &words {
        let shown = match word {
            [c] if is_shown => Some(*c),
            // Control characters, in the same formats.
            [b'^', c @ b'@'..=b'_'] => Some(c & 0x1F),
            _ => None,
        };
        let byte = shown.or_else(|| byte(word, radix)).ok_or_else(|| {
            line.unreadable(
                at,
                format!("a byte is expected, not {}", reason::quoted(word)),
            )
        })?;
        bytes.push(byte);
        at += word.len() + 1;
    }
    let is_digit = |word: &&[u8]| matches!(word, [b'0'..=b'9' | b'a'..=b'f']);
    if is_shown && words.iter().any(is_digit) {
        let what = RemarkKind::Inferred(SHOWN.to_owned());
        out.remark(line.number, 0, what);
    }
    out.counts.signs += 1;
    tell(line, &head, (&words, radix, bytes.len()), out);
    out.append(line.number, &bytes);
    out.counts.understood += non_blank(&line.text[..start + list.len()]) as u64;
    Ok(())
}

/// The facts in the head of a dump.
struct Head {
    len: u64,
    set: Option<String>,
}

/// The head of the dump in a line, and the index of the first number.
fn head(text: &[u8]) -> Option<(usize, Head)> {
    let start = memchr::memmem::find(text, b"Typ=")?;
    let end = start + memchr::memmem::find(&text[start..], b": ")?;
    let words = std::str::from_utf8(&text[start..end]).ok()?;
    let value = |name: &str| {
        let mut words = words.split_ascii_whitespace();
        words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    };
    let head = Head {
        len: value("Len")?.parse().ok()?,
        set: value("CharacterSet").map(str::to_owned),
    };
    Some((end + 2, head))
}

/// The radix of numbers: hex if a letter is in one, else decimal, as `DUMP()` writes them unasked.
fn radix(words: &[&[u8]]) -> u32 {
    let has_letter = |word: &&[u8]| word.iter().any(u8::is_ascii_alphabetic);
    if words.iter().any(has_letter) { 16 } else { 10 }
}

/// Reports whether single signs are characters, as in the formats 17 and 1017: one of them is no digit, or
/// a capital, which its hex numbers do not have.
fn are_shown(words: &[&[u8]]) -> bool {
    let has_capital = |word: &&[u8]| word.len() > 1 && word.iter().any(u8::is_ascii_uppercase);
    let are_small = !words.iter().any(has_capital);
    words.iter().any(|word| match word {
        [c] => !c.is_ascii_hexdigit() || are_small && c.is_ascii_uppercase(),
        _ => false,
    })
}

fn byte(word: &[u8], radix: u32) -> Option<u8> {
    let word = std::str::from_utf8(word).ok()?;
    let byte = u8::from_str_radix(word, radix).ok();
    byte.filter(|_| word.len() < 4)
}

/// Remarks on the set, on a length that differs, and on numbers that another radix reads as well.
fn tell(
    line: &DumpLine<'_>,
    head: &Head,
    (words, radix, count): (&[&[u8]], u32, usize),
    out: &mut ReaderOutput,
) {
    if let Some(set) = &head.set {
        out.note(line.number, 0, format!("its bytes are in {set}"));
    }
    if head.len == count as u64 {
        out.counts.checked += 1;
    } else {
        let kind = RemarkKind::Checksum {
            address: out.next(),
            said: head.len,
            found: count as u64,
            what: "count",
        };
        out.remark(line.number, 0, kind);
    }
    let is_short = words.iter().all(|word| word.len() <= 2);
    if radix == 10 && is_short && words.iter().any(|word| word.len() == 2) {
        let text = "its numbers were read as decimal; as hex they are bytes too";
        out.remark(line.number, 0, RemarkKind::Inferred(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    #[test]
    fn numbers_are_read_by_their_look() {
        check(
            &ORACLE,
            &[
                ("Typ=1 Len=3: 207,240,5", b"\xCF\xF0\x05"),
                (
                    "DUMP(A,1016)\n-----\nTyp=96 Len=4 CharacterSet=AL32UTF8: d0,9f,a,41\n",
                    b"\xD0\x9F\nA",
                ),
            ],
        );
        // As SQL*Plus breaks it, between two numbers and within one.
        for broken in [
            "d0,9f,\nd1,80",
            "d0,9f\n,d1,80",
            "d0,9\nf,d1,80",
            "d0,9f,\n  d1,\n80\n",
        ] {
            let text = format!("Typ=1 Len=4: {broken}");
            check(&ORACLE, &[(&text, b"\xD0\x9F\xD1\x80")]);
        }
        check(
            &ORACLE,
            &[(
                "Typ=1 Len=2: 200,\n201\nTyp=1 Len=1: 202\n",
                b"\xC8\xC9\xCA",
            )],
        );
        let said = "the count says 03, but the bytes give 02, at 0x0";
        check_remark(&ORACLE, &[("Typ=1 Len=3: 207,240", 1, 0, said)]);
        let said = "its numbers were read as decimal; as hex they are bytes too";
        check_remark(&ORACLE, &[("Typ=1 Len=2: 41,42", 1, 0, said)]);
        check_wrong(
            &ORACLE,
            &[("Typ=1 Len=2: 1,256", 16, "a byte is expected, not '256'")],
        );
    }
}
