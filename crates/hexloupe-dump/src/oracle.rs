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
    readers: &[|| Box::new(OracleReader)],
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

/// Reads lines with a dump in them.
struct OracleReader;

impl DumpReader for OracleReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.is_blank() {
            return Ok(());
        }
        let Some((start, head)) = head(line.text) else {
            out.skip(line.number);
            return Ok(());
        };
        let list = &line.text[start..];
        let end = list.iter().position(|byte| {
            !byte.is_ascii_alphanumeric() && *byte != b',' && !byte.is_ascii_punctuation()
        });
        let list = &list[..end.unwrap_or(list.len())];
        let words: Vec<&[u8]> = list.split(|byte| *byte == b',').collect();
        let radix = radix(&words);
        let mut bytes = Vec::with_capacity(words.len());
        let mut at = start;
        for word in &words {
            let byte = byte(word, radix).ok_or_else(|| {
                line.unreadable(
                    at,
                    format!("a byte is expected, not {}", reason::quoted(word)),
                )
            })?;
            bytes.push(byte);
            at += word.len() + 1;
        }
        out.counts.signs += 1;
        tell(line, &head, (&words, radix, bytes.len()), out);
        out.append(line.number, &bytes);
        out.read(non_blank(&line.text[..start + list.len()]));
        Ok(())
    }

    fn end(&mut self, _: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
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

fn byte(word: &[u8], radix: u32) -> Option<u8> {
    let word = std::str::from_utf8(word).ok()?;
    // A character stands for itself in the formats 17 and 1017.
    match u8::from_str_radix(word, radix) {
        Ok(byte) if word.len() < 4 => Some(byte),
        _ => match word.as_bytes() {
            [c @ b'!'..=b'~'] => Some(*c),
            _ => None,
        },
    }
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
