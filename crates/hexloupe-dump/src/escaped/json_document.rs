//! A JSON document, or any text, in which characters are written `\u20AC`.
//!
//! Escapes whose decoding would change the document stay: ASCII (`\u0022` is a quote, `\u000a` a
//! line end), and half of a surrogate pair, which UTF-8 cannot have. So the text is still JSON with
//! the same meaning. Invariant: text that is not decoded is kept byte for byte.

use super::json::BARE;
use crate::escape::{EscapeByte, EscapeReader, EscapeStyle, UndecodedEscape};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::state_machine::{MachineOutput, MachineReader, StateMachine, StepResult};

pub(crate) static JSON_DOCUMENT: DumpFormat = DumpFormat {
    id: "json-document",
    labels: &["json-escapes"],
    about: "a document with \\u escapes; the result stays JSON",
    subject: FormatSubject::Text,
    readers: &[|| {
        Box::new(MachineReader::of_document(DocumentReader(
            EscapeReader::new(),
        )))
    }],
    // A string or text is found by its structure; a document must be named.
    detect: |_| 0,
    example: "\\u041f\\u0440\\u0438, \\ud83d\\ude00",
    example_bytes: "При, 😀".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Pairs of surrogates are joined; any other backslash stands for itself, and for the character
/// after it.
static DOCUMENT: EscapeStyle = EscapeStyle {
    undecoded: UndecodedEscape::OfDocument,
    ..BARE
};

struct DocumentReader(EscapeReader);

impl StateMachine for DocumentReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Text;

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.0.feed(byte, &DOCUMENT, sink)? {
            EscapeByte::Taken => sink.understood(1),
            EscapeByte::Plain => sink.push(&[byte]),
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.0.close(&DOCUMENT, sink)?;
        sink.end_line();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn a_document_stays_one() {
        check(
            &JSON_DOCUMENT,
            &[
                (
                    "{\"a\": \"\\u00d0\\u009F\",\n \"b\": 1}",
                    "{\"a\": \"Ð\u{9F}\",\n \"b\": 1}".as_bytes(),
                ),
                (
                    r#"["\u0022 \u000A \u005c \\u0416 \n \/ \ud83d\ude00"]"#,
                    r#"["\u0022 \u000A \u005c \\u0416 \n \/ 😀"]"#.as_bytes(),
                ),
            ],
        );
    }

    #[test]
    fn line_ends_stay_as_they_are_the_last_one_too() {
        for text in [
            "{\r\n}\r\n",
            "{\n\n}\n",
            "{}",
            "",
            "\n",
            "a\r\nb\n\r\n",
            "a\rb\r",
        ] {
            check(&JSON_DOCUMENT, &[(text, text.as_bytes())]);
        }
        let long = format!("{}\r\n", "\\u0416".repeat(40_000));
        let expected = format!("{}\r\n", "Ж".repeat(40_000));
        check(&JSON_DOCUMENT, &[(&long, expected.as_bytes())]);
    }

    #[test]
    fn an_escape_of_no_character_stays_unchanged() {
        for text in [
            r#""\ud83d""#,
            r#""\uD83D\uD83D.\uDe00 \ud83d\n""#,
            r"C:\users\u12",
            r"\u00z \",
            r"a\ud83d",
            r"a\ud83d\u4",
        ] {
            check(&JSON_DOCUMENT, &[(text, text.as_bytes())]);
        }
    }
}
