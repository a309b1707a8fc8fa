//! Quoted-printable, as mails have it: `=E2=82=AC`, and `=` before the end of a
//! line that goes on.
//!
//! The head of a mail before it is skipped. Invariant: a `=` without two hex digits after it is
//! an error.

use crate::hexdump::confidence::{
    DOUBTFUL, FAINT, POSSIBLE, QUOTED_PRINTABLE_DENSE, QUOTED_PRINTABLE_SAID,
    QUOTED_PRINTABLE_SPARSE, TWO_ESCAPES,
};
use crate::hexdump::format::{Format, Subject, Writer};
use crate::hexdump::hex_digit;
use crate::hexdump::state_machine::{MachineReader, ReadError, Sink, StateMachine, StepResult};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static QUOTED_PRINTABLE: Format = Format {
    id: "quoted-printable",
    labels: &["qp"],
    about: "quoted-printable, as in mails",
    subject: Subject::Bytes,
    readers: &[|| Box::new(MachineReader::new(QuotedPrintableReader::default()))],
    detect,
    example: "Gr=C3=BC=C3=9Fe, 5 =E2=82=AC=\n!\n",
    example_bytes: "Grüße, 5 €!".as_bytes(),
    extensions: &["qp"],
    writer: Some(|_| Box::new(QuotedPrintableWriter::default())),
};

fn detect(trial: &Trial<'_>) -> u8 {
    let counts = &trial.counts;
    let (dense, dense_percent) = QUOTED_PRINTABLE_DENSE;
    let (sparse, sparse_percent) = QUOTED_PRINTABLE_SPARSE;
    // Nothing but escapes.
    let all =
        counts.agreed >= TWO_ESCAPES && counts.agreed * 3 + counts.continued >= trial.non_blank;
    if trial.trouble.is_some() || counts.agreed + counts.continued == 0 {
        return 0;
    }
    if all {
        return dense_percent;
    }
    if counts.signs + counts.continued < TWO_ESCAPES {
        return if counts.signs > 0 { POSSIBLE } else { 0 };
    }
    // `a=80` is a setting: escapes of text are adjacent, or give UTF-8.
    let pairs = trial.text.windows(4);
    let pairs = pairs
        .filter(|four| four[0] == b'=' && four[3] == b'=')
        .count();
    let utf_8 = std::str::from_utf8(trial.bytes);
    let is_text = pairs > 0 || utf_8.map_or_else(|why| why.error_len().is_none(), |_| true);
    let said = trial::has(trial.text, b"quoted-printable");
    let is_dense = counts.signs * dense >= trial.non_blank;
    let is_sparse = counts.signs >= TWO_ESCAPES && counts.signs * sparse >= trial.non_blank;
    match () {
        () if said => QUOTED_PRINTABLE_SAID,
        () if !is_text => DOUBTFUL,
        () if is_dense => dense_percent,
        () if is_sparse => sparse_percent,
        () => FAINT,
    }
}

/// Names of fields by which the head of a mail is known.
const FIELDS: &[&str] = &[
    "content-",
    "mime-",
    "from:",
    "to:",
    "subject:",
    "date:",
    "received:",
    "return-path:",
    "message-id:",
    "delivered-to:",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Start,
    /// In the head of a mail.
    Head,
    Plain,
    Equals,
    Digit(u32),
}

#[derive(Default)]
struct QuotedPrintableReader {
    state: State,
    /// Blanks that are no data if the line ends after them.
    blanks: Vec<u8>,
    /// Whether the first digit is a small letter.
    small: bool,
    /// Whether the line has any character yet.
    non_blank: bool,
}

impl QuotedPrintableReader {
    fn plain(&mut self, byte: u8, sink: &mut Sink<'_>) {
        if matches!(byte, b' ' | b'\t') && self.blanks.len() < 1024 {
            self.blanks.push(byte);
            return;
        }
        self.put_blanks(sink);
        if byte == b'=' {
            self.state = State::Equals;
        } else {
            sink.push(&[byte]);
            sink.understood(1);
        }
    }

    fn put_blanks(&mut self, sink: &mut Sink<'_>) {
        sink.push(&self.blanks);
        self.blanks.clear();
    }
}

impl StateMachine for QuotedPrintableReader {
    const VERBATIM: bool = true;

    fn begin(&mut self, text: &[u8], _sink: &mut Sink<'_>) -> StepResult {
        self.non_blank = false;
        if self.state == State::Start {
            let is = |field: &&str| {
                text.get(..field.len())
                    .is_some_and(|name| name.eq_ignore_ascii_case(field.as_bytes()))
            };
            let head = FIELDS.iter().any(is) && text.contains(&b':');
            self.state = if head { State::Head } else { State::Plain };
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, sink: &mut Sink<'_>) -> StepResult {
        self.non_blank = true;
        match self.state {
            State::Start | State::Plain => self.plain(byte, sink),
            State::Head => {}
            State::Equals if byte.is_ascii_whitespace() => {}
            State::Equals => {
                self.state = State::Digit(hex_digit::value(byte).ok_or_else(expected)?);
                self.small = byte.is_ascii_lowercase();
            }
            State::Digit(high) => {
                // Mails have capital digits, names after a = do not.
                let small = self.small || byte.is_ascii_lowercase();
                let byte = (high << 4 | hex_digit::value(byte).ok_or_else(expected)?) as u8;
                sink.push(&[byte]);
                sink.understood(3);
                let telling = byte >= 0x80 || matches!(byte, b'=' | b'\r' | b'\n');
                sink.out.counts.signs += u64::from(telling && !small);
                sink.out.counts.agreed += u64::from(!small);
                self.state = State::Plain;
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut Sink<'_>) -> StepResult {
        match self.state {
            State::Head if !self.non_blank => self.state = State::Plain,
            State::Head => {}
            State::Equals => {
                sink.out.counts.continued += 1;
                sink.understood(1);
                self.state = State::Plain;
            }
            State::Digit(_) => return Err(expected()),
            State::Start | State::Plain => {
                sink.end_line();
                if !self.blanks.is_empty() {
                    sink.note("blanks at the end of the line are none of the data");
                    self.blanks.clear();
                }
            }
        }
        Ok(())
    }
}

fn expected() -> ReadError {
    ReadError::here("two hex digits, or the end of the line, are expected after =")
}

/// The most characters of a line, the `=` at its end included (RFC 2045, 6.7).
const MOST: usize = 76;

/// Writes every byte that is not plain by its number, line ends too, so that bytes that are no
/// text can be restored.
#[derive(Default)]
struct QuotedPrintableWriter {
    column: usize,
    /// Whether a blank came last.
    blank: bool,
}

impl QuotedPrintableWriter {
    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        // What could mean something else at the head of a line is written by its number.
        let first = self.column == 0;
        let plain = matches!(byte, b'!'..=b'<' | b'>'..=b'~' | b' ' if !first || is_safe(byte));
        let room = if plain { 1 } else { 3 };
        if self.column + room > MOST - 1 {
            out.extend_from_slice(b"=\n");
            self.column = 0;
            return self.byte(byte, out);
        }
        if plain {
            out.push(byte);
        } else {
            out.push(b'=');
            hex_digit::capital_pair(byte, out);
        }
        self.column += room;
        self.blank = plain && byte == b' ';
    }
}

/// Whether a byte at the head of a line cannot mean anything else: a dot of SMTP, `From `, the
/// name of a field.
fn is_safe(byte: u8) -> bool {
    byte.is_ascii_digit()
}

impl Writer for QuotedPrintableWriter {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            self.byte(*byte, out);
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        if self.blank {
            // A line must not end in a blank, so a soft line break comes after it.
            out.extend_from_slice(b"=\n");
        } else if self.column > 0 {
            out.push(b'\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexdump::testing::{check, check_remark, check_wrong};

    #[test]
    fn lines_go_on_behind_an_equals_sign() {
        check(
            &QUOTED_PRINTABLE,
            &[
                ("Gr=C3=BC=C3=9Fe=\n !\n> x", "Grüße !\n> x".as_bytes()),
                ("Subject: x\nTo: y\n\na=3Db\n", b"a=b"),
                ("a = \nb", b"a b"),
            ],
        );
        let expected = "two hex digits, or the end of the line, are expected after =";
        check_wrong(
            &QUOTED_PRINTABLE,
            &[("a=zb", 3, expected), ("a=4", 4, expected)],
        );
        let blanks = "blanks at the end of the line are none of the data";
        check_remark(&QUOTED_PRINTABLE, &[("a  \nb", 1, 4, blanks)]);
    }
}
