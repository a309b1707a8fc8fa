//! Percent-encoding, as in URLs: `caf%C3%A9`.
//!
//! `+` is kept: it means a blank only in forms. Output of a program is read as its text, which does
//! not include the last line end; a document, such as a log with URLs, keeps all line ends.
//! Invariant: a `%` without two hex digits after it is kept, with a remark; a text with such a `%`
//! is not found by its structure.

use super::document;
use crate::confidence::{self, MARKED_SHARE, NOTHING_ELSE, PERCENT_ESCAPES, POSSIBLE};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::hex_digit;
use crate::list::{self, ListStyle};
use crate::sign::{self, SignStep, SignTail};
use crate::state_machine::{MachineOutput, MachineReader, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static PERCENT: DumpFormat = DumpFormat {
    id: "percent",
    labels: &["url", "uri", "percent-encoding"],
    about: "percent-encoded text, as in URLs",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(PercentReader::default()))],
    detect,
    example: "%48ello%2C%20%E2%82%AC\n",
    example_bytes: "Hello, €".as_bytes(),
    extensions: &[],
    writer: Some(|_| list::writer(&LIST, None)),
};

pub(crate) static PERCENT_DOCUMENT: DumpFormat = DumpFormat {
    id: "percent-document",
    labels: &["url-document"],
    about: "a text with percent-encoded parts; its line ends stay",
    subject: FormatSubject::Bytes,
    readers: &[|| {
        Box::new(MachineReader::of_document(PercentReader {
            is_document: true,
            ..PercentReader::default()
        }))
    }],
    // Output of a program is found by its structure; a document is read if nothing else is.
    detect: |trial| {
        let has_few = trial.counts.signs < PERCENT_ESCAPES || trial.counts.disagreed > 0;
        let is_text = !trial.bytes.is_ascii() && std::str::from_utf8(trial.bytes).is_ok();
        if has_few || !is_text {
            return 0;
        }
        document::DOCUMENT
    },
    example: "%D0%9F%D1%80%D0%B8",
    example_bytes: "При".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Characters that RFC 3986 calls unreserved are written literally, all others by their numbers.
static LIST: ListStyle = ListStyle {
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            // `%FF` with more digits F behind it may be a byte with its sign extended.
            let is_extension = matches!(byte, b'F' | b'f') && out.ends_with(b"%FF");
            let is_unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            if is_unreserved && !is_extension {
                out.push(byte);
            } else {
                out.push(b'%');
                hex_digit::capital_pair(byte, out);
            }
        });
    },
    ..ListStyle::LINES
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let blanks = trial
        .text
        .trim_ascii()
        .iter()
        .any(|byte| matches!(byte, b' ' | b'\t'));
    let share = trial.share();
    let is_other = blanks || trial.counts.disagreed > 0;
    if trial.counts.signs == 0 || share < MARKED_SHARE || is_other || trial.trouble.is_some() {
        return 0;
    }
    // A few escapes must be all of the text and give characters beyond ASCII: `%ad` may be the
    // format of a date.
    let text = !trial.bytes.is_ascii() && std::str::from_utf8(trial.bytes).is_ok();
    if trial.counts.signs < PERCENT_ESCAPES && !(share > NOTHING_ELSE && text) {
        return POSSIBLE;
    }
    trial::between(confidence::PERCENT, share)
}

#[derive(Clone, Copy, Default)]
enum PercentState {
    #[default]
    Plain,
    /// After a `%`.
    Percent,
    /// After a `%` and this digit.
    Digit(u8),
    /// After `%ff`.
    Sign(SignTail),
}

#[derive(Default)]
struct PercentReader {
    state: PercentState,
    /// True if a `+` was reported.
    has_plus: bool,
    /// True if the text around the escapes is data.
    is_document: bool,
}

impl PercentReader {
    /// Pushes the begun text unchanged: it is no escape.
    fn write_as_is(&mut self, sink: &mut MachineOutput<'_>) {
        match std::mem::take(&mut self.state) {
            PercentState::Plain => return,
            PercentState::Percent => sink.push(b"%"),
            PercentState::Digit(digit) => sink.push(&[b'%', digit]),
            PercentState::Sign(tail) => {
                sink.push(&[0xFF]);
                return sink.push(tail.text());
            }
        }
        sink.out.counts.disagreed += 1;
        sink.note("no two hex digits after %; it stays as written");
    }
}

impl StateMachine for PercentReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Text;

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if let PercentState::Sign(tail) = self.state {
            match tail.with(byte) {
                SignStep::More(tail) => self.state = PercentState::Sign(tail),
                SignStep::Byte(byte) => {
                    self.state = PercentState::Plain;
                    sink.push(&[byte]);
                    sink.understood(6);
                    sink.remark(sign::remark(byte));
                }
                SignStep::Other => {
                    self.write_as_is(sink);
                    return self.byte(byte, sink);
                }
            }
            return Ok(());
        }
        match (self.state, hex_digit::value(byte)) {
            (PercentState::Plain, _) if byte == b'%' => self.state = PercentState::Percent,
            (PercentState::Plain, _) => {
                if byte == b'+' && !std::mem::replace(&mut self.has_plus, true) {
                    sink.note("a + stays as written; in forms it stands for a blank");
                }
                sink.push(&[byte]);
                sink.understood(usize::from(self.is_document && !byte.is_ascii_whitespace()));
            }
            (PercentState::Percent, Some(_)) => self.state = PercentState::Digit(byte),
            (PercentState::Digit(first), Some(low)) => {
                let high = hex_digit::value(first).unwrap_or_default();
                sink.understood(3);
                sink.out.counts.signs += 1;
                self.state = match (high << 4 | low) as u8 {
                    0xFF => PercentState::Sign(SignTail::after(2)),
                    byte => {
                        sink.push(&[byte]);
                        PercentState::Plain
                    }
                };
            }
            (_, _) => {
                self.write_as_is(sink);
                return self.byte(byte, sink);
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.write_as_is(sink);
        sink.end_line();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_line_ends, check_remark};

    #[test]
    fn a_document_keeps_its_line_ends() {
        check_line_ends(&PERCENT_DOCUMENT, "a %D0%9F", "a П");
        check_line_ends(&PERCENT_DOCUMENT, "100%", "100%");
    }

    #[test]
    fn percent_is_read_and_plus_stays() {
        check(
            &PERCENT,
            &[
                ("a+b%20%e2%82%AC", "a+b €".as_bytes()),
                ("%41\n\n%42\n\n", b"A\n\nB\n"),
            ],
        );
        check(
            &PERCENT,
            &[("100% of %D0%9f, 5%%20%", "100% of П, 5% %".as_bytes())],
        );
        let stays = "no two hex digits after %; it stays as written";
        check_remark(
            &PERCENT,
            &[("100% sure", 1, 5, stays), ("a%4", 1, 4, stays)],
        );
    }
}
