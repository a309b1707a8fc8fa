//! Percent-encoding, as in URLs: `caf%C3%A9`.
//!
//! `+` is kept: it means a blank only in forms. Invariant: a `%` without two hex digits after
//! it is an error.

use crate::hexdump::confidence::{self, MARKED_SHARE, NOTHING_ELSE, PERCENT_ESCAPES, POSSIBLE};
use crate::hexdump::format::{Format, Subject};
use crate::hexdump::hex_digit::{self, Pair};
use crate::hexdump::list::{self, ListStyle};
use crate::hexdump::state_machine::{MachineReader, ReadError, Sink, StateMachine, StepResult};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static PERCENT: Format = Format {
    id: "percent",
    labels: &["url", "uri", "percent-encoding"],
    about: "percent-encoded text, as in URLs",
    subject: Subject::Bytes,
    readers: &[|| Box::new(MachineReader::new(PercentReader::default()))],
    detect,
    example: "%48ello%2C%20%E2%82%AC\n",
    example_bytes: "Hello, €".as_bytes(),
    extensions: &[],
    writer: Some(|_| list::writer(&LIST, None)),
};

/// What RFC 3986 calls unreserved is written as it is, and all else by its number.
static LIST: ListStyle = ListStyle {
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                out.push(byte);
            } else {
                out.push(b'%');
                hex_digit::capital_pair(byte, out);
            }
        });
    },
    ..ListStyle::LINES
};

fn detect(trial: &Trial<'_>) -> u8 {
    let blanks = trial
        .text
        .trim_ascii()
        .iter()
        .any(|byte| matches!(byte, b' ' | b'\t'));
    let share = trial.share();
    if trial.counts.signs == 0 || share < MARKED_SHARE || blanks || trial.trouble.is_some() {
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

#[derive(Default)]
enum State {
    #[default]
    Plain,
    /// Digits after a `%`.
    Percent(Pair),
}

#[derive(Default)]
struct PercentReader {
    state: State,
}

impl StateMachine for PercentReader {
    const VERBATIM: bool = true;

    fn byte(&mut self, byte: u8, sink: &mut Sink<'_>) -> StepResult {
        match &mut self.state {
            State::Plain if byte == b'%' => self.state = State::Percent(Pair::default()),
            State::Plain => sink.push(&[byte]),
            State::Percent(pair) => {
                let digit = hex_digit::value(byte).ok_or_else(expected)?;
                if let Some(byte) = pair.push(digit) {
                    sink.push(&[byte]);
                    sink.understood(3);
                    sink.out.counts.signs += 1;
                    self.state = State::Plain;
                }
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut Sink<'_>) -> StepResult {
        sink.end_line();
        match self.state {
            State::Plain => Ok(()),
            State::Percent(_) => Err(expected()),
        }
    }
}

fn expected() -> ReadError {
    ReadError::here("two hex digits are expected after %")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexdump::testing::{check, check_wrong};

    #[test]
    fn percent_is_read_and_plus_stays() {
        check(
            &PERCENT,
            &[
                ("a+b%20%e2%82%AC", "a+b €".as_bytes()),
                ("%41\n\n%42\n\n", b"A\n\nB\n"),
            ],
        );
        let expected = "two hex digits are expected after %";
        check_wrong(
            &PERCENT,
            &[("100% sure", 5, expected), ("a%4", 4, expected)],
        );
    }
}
