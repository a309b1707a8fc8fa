//! Vertical hex: a row of high digits and a row of low ones under each row of text.
//!
//! Editors show it; those of mainframes call it `HEX ON`. Invariant: a byte is made of two digits
//! that stand under each other, and only under a row of text of the same length.

use super::confidence::{self, DOUBTFUL, FAINT, MARKED_SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use super::hex_digit;
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::text::{DumpLine, non_blank};
use super::trial::{self, ReaderTrial};

pub(super) static VERTICAL: DumpFormat = DumpFormat {
    id: "vertical",
    labels: &["hex-on", "ispf"],
    about: "rows of text with two rows of hex digits below: high digits, then low digits",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(VerticalReader::default())],
    detect,
    example: "Hi, there.P\n46227667605\n89C04852510\n",
    example_bytes: b"Hi, there\x01P",
    extensions: &[],
    writer: None,
};

/// The least length of rows whose equality with the length of a text is no accident.
const LEAST: usize = 4;

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 || trial.trouble.is_some() {
        return 0;
    }
    let is_digit =
        |byte: &u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace() || *byte == b'>';
    if trial.text.iter().all(is_digit) {
        // Rows of `xxd -p` stand under each other too.
        return trial::percent(trial.share(), MARKED_SHARE, FAINT);
    }
    let most = if counts.agreed > counts.disagreed {
        confidence::VERTICAL
    } else {
        DOUBTFUL
    };
    trial::percent(trial.share(), MARKED_SHARE, most)
}

/// The facts known about the rows of digits under a text.
#[derive(Debug, Default)]
pub(super) struct RowStack {
    /// The characters of the row of text.
    text: Vec<char>,
    high: Option<Vec<u8>>,
    /// True if rows were found: later ones may be shorter.
    any: bool,
}

impl RowStack {
    /// Takes a line; returns the digits of both rows if it is the second one under a text.
    pub(super) fn line(&mut self, line: &DumpLine<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
        let row = line.text.trim_ascii_end();
        let digits = line.begins && line.ends && is_digits(row);
        if let Some(high) = self.high.take() {
            if digits && high.len() == row.len() {
                self.any = true;
                return Some((high, row.to_vec()));
            }
            self.text = digits_as_text(&high);
        }
        let known = self.text.len();
        let least = if self.any { 1 } else { LEAST };
        if digits && known >= least && known <= row.len() && row.len() <= 2 * known {
            self.high = Some(row.to_vec());
        } else {
            let text = if line.begins && line.ends { row } else { b"" };
            self.text = String::from_utf8_lossy(text).chars().collect();
        }
        None
    }

    /// Reports whether the row above the digits is more than digits.
    pub(super) fn is_under_text(&self) -> bool {
        !self.text.iter().all(char::is_ascii_hexdigit)
    }
}

fn is_digits(row: &[u8]) -> bool {
    !row.is_empty() && row.iter().all(u8::is_ascii_hexdigit)
}

fn digits_as_text(row: &[u8]) -> Vec<char> {
    row.iter().copied().map(char::from).collect()
}

/// Reads vertical hex.
#[derive(Default)]
struct VerticalReader {
    rows: RowStack,
    /// Lines that wait for the lines after them: their numbers, their characters, and whether they
    /// are digits.
    waiting: Vec<(u64, usize, bool)>,
    first: Option<u64>,
    agreed: u64,
    disagreed: u64,
}

impl VerticalReader {
    /// Reports lines that turned out to be no part of the dump, all except the last `left`.
    fn skip(&mut self, left: usize, out: &mut ReaderOutput) {
        let over = self.waiting.len().saturating_sub(left);
        for (line, _, digits) in self.waiting.drain(..over) {
            out.skip(line);
            if digits && self.first.is_some() {
                out.remark(line, 0, RemarkKind::Missed);
            }
        }
    }
}

impl DumpReader for VerticalReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let Some((high, low)) = self.rows.line(line) else {
            if !line.is_blank() && line.begins {
                let digits = is_digits(line.text.trim_ascii_end());
                let waits = (line.number, non_blank(line.text), digits);
                self.waiting.push(waits);
            }
            self.skip(2, out);
            return Ok(());
        };
        self.skip(2, out);
        let understood: usize = self.waiting.drain(..).map(|waits| waits.1).sum();
        let pairs = high.iter().zip(&low);
        let bytes: Vec<u8> = pairs
            .filter_map(|(high, low)| Some(hex_digit::value(*high)? << 4 | hex_digit::value(*low)?))
            .map(|byte| byte as u8)
            .collect();
        let text = std::mem::take(&mut self.rows.text);
        let [ascii, ebcdic] = [as_ascii, as_ebcdic].map(|shown| compare(&text, &bytes, shown));
        let (agreed, disagreed) = if ebcdic.0 > ascii.0 { ebcdic } else { ascii };
        self.agreed += agreed;
        self.disagreed += disagreed;
        out.counts.agreed += agreed;
        out.counts.disagreed += disagreed;
        self.first = self.first.or(Some(line.number));
        out.append(line.number, &bytes);
        out.read(understood + non_blank(line.text));
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.skip(0, out);
        if let Some(line) = self.first.filter(|_| self.agreed <= self.disagreed) {
            let text =
                "the row of text does not fit: the first row of digits should be the high ones";
            out.remark(line, 0, RemarkKind::Inferred(text.to_owned()));
        }
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::DecorationOfAll
    }
}

/// The number of characters that agree with their bytes, and the number that do not.
fn compare(text: &[char], bytes: &[u8], shown: fn(u8) -> Option<char>) -> (u64, u64) {
    let pairs = text.iter().zip(bytes);
    pairs.fold((0, 0), |(agreed, disagreed), (there, byte)| {
        match shown(*byte) {
            Some(' ') | None => (agreed, disagreed),
            Some(shown) if shown == *there => (agreed + 1, disagreed),
            Some(_) => (agreed, disagreed + 1),
        }
    })
}

fn as_ascii(byte: u8) -> Option<char> {
    matches!(byte, b' '..=b'~').then(|| char::from(byte))
}

/// The letters and figures that all kinds of EBCDIC have in common.
fn as_ebcdic(byte: u8) -> Option<char> {
    let (first, from) = match byte {
        0x81..=0x89 => (b'a', 0x81),
        0x91..=0x99 => (b'j', 0x91),
        0xA2..=0xA9 => (b's', 0xA2),
        0xC1..=0xC9 => (b'A', 0xC1),
        0xD1..=0xD9 => (b'J', 0xD1),
        0xE2..=0xE9 => (b'S', 0xE2),
        0xF0..=0xF9 => (b'0', 0xF0),
        _ => return None,
    };
    Some(char::from(first + (byte - from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::hex::HEX;
    use crate::testing::{check, check_wrong};

    #[test]
    fn digits_that_stand_under_each_other_are_a_byte() {
        let ascii = "Hello, 12\n466662233\n85CCFC012\n\nab.cd\n66066\n12134\n";
        check(&VERTICAL, &[(ascii, b"Hello, 12ab\x01cd")]);
        let ebcdic = "----\nHello 1\nC89994F\n8533601\n----\n";
        check(&VERTICAL, &[(ebcdic, b"\xC8\x85\x93\x93\x96\x40\xF1")]);
        let reason = "two rows of digits under a row of text; --from vertical reads them";
        check_wrong(&HEX, &[("Hello, 12\n466662233\n85CCFC012\n", 1, reason)]);
    }
}
