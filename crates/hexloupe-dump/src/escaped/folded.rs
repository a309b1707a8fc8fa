//! Lines that are folded: a line end and one blank stand for nothing, as in iCalendar and vCard
//! (RFC 5545, 3.1; RFC 6350, 3.2).
//!
//! Programs fold after so many bytes, also inside a character; unfolded it is whole. Invariant: all other
//! bytes stay, the line ends too.

use crate::confidence::FAINT;
use crate::format::{DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::{DumpLine, non_blank};

pub(crate) static FOLDED: DumpFormat = DumpFormat {
    id: "folded",
    labels: &["unfold", "icalendar", "vcard"],
    about: "lines folded as in iCalendar and vCard: a line end and a blank stand for nothing",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(UnfoldingReader::default())],
    // A calendar is read as it is, unless a user asks.
    detect: |trial| {
        let is_folded = trial.counts.signs > 0 && trial.text.starts_with(b"BEGIN:V");
        if is_folded { FAINT } else { 0 }
    },
    example: "BEGIN:VCARD\nFN:Gr\n üße\n",
    example_bytes: "BEGIN:VCARD\nFN:Grüße\n".as_bytes(),
    extensions: &[],
    writer: None,
};

#[derive(Default)]
struct UnfoldingReader {
    /// The end of the line before, which the next line may take back.
    end: Vec<u8>,
}

impl DumpReader for UnfoldingReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let mut text = line.text;
        if line.begins {
            let end = std::mem::take(&mut self.end);
            match text {
                [b' ' | b'\t', rest @ ..] if !end.is_empty() => {
                    text = rest;
                    out.counts.signs += 1;
                }
                _ => out.append(line.number, &end),
            }
        }
        out.append(line.number, text);
        out.counts.understood += non_blank(text) as u64;
        if line.ends {
            self.end = line.end.to_vec();
            out.read(0);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let end = std::mem::take(&mut self.end);
        out.append(1, &end);
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_line_ends};

    #[test]
    fn a_line_end_and_a_blank_are_nothing_and_all_else_stays() {
        check(
            &FOLDED,
            &[
                ("a\r\n b\r\n\tc\r\n", b"abc\r\n"),
                ("a\n  b\n", b"a b\n"),
                (" a\n", b" a\n"),
                ("a\n\n b\n \n", b"a\nb\n"),
                ("\n b", b"b"),
            ],
        );
        check_line_ends(&FOLDED, "a", "a");
    }
}
