//! Data URIs: `data:text/plain;base64,SGVsbG8=`, `data:,Hello%21`.
//!
//! They occur in style sheets, pages and source code. A URI ends at the partner of the quote or
//! bracket before it, otherwise at a blank. Invariant: only bytes between `data:` and that end are
//! data.

use super::alphabet::PAD;
use super::base64::{ONE_LINE, STANDARD};
use crate::confidence::{self, SHARE};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::hex_digit::{self, HexDigitPair};
use crate::list::{self, ListStyle};
use crate::reason;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static DATA_URI: DumpFormat = DumpFormat {
    id: "data-uri",
    labels: &["data-url"],
    about: "data: URIs, in base64 or with %",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(DataUriReader::default()))],
    detect,
    example: "url(data:text/plain;base64,SGVsbG8sIOKCrA==)\n",
    example_bytes: "Hello, €".as_bytes(),
    extensions: &[],
    writer: Some(|_| list::writer(&LIST, None)),
};

/// One URI, with the media type for unknown bytes.
static LIST: ListStyle = ListStyle {
    head: "data:application/octet-stream;base64,",
    last_end: "",
    foot: "\n",
    ..ONE_LINE
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.signs == 0 {
        return 0;
    }
    trial::percent(trial::share(trial), SHARE, confidence::DATA_URI)
}

const SCHEME: &[u8] = b"data:";
/// The length of the longest recognised media type, in bytes.
const LONGEST: usize = 512;

#[derive(Debug, Clone, Copy, Default)]
enum DataUriState {
    /// Before `data:`, or within it.
    #[default]
    Outside,
    Head,
    Data,
    /// Digits after a `%`.
    Percent(HexDigitPair),
}

#[derive(Default)]
struct DataUriReader {
    state: DataUriState,
    /// The part of `data:`, or of the media type, that was read.
    head: Vec<u8>,
    /// The byte before the URI, and the byte that ends it.
    before: u8,
    closer: u8,
    /// True if the data are in base64.
    coded: bool,
    /// Bits of base64 that are no whole byte yet, and their number.
    bits: u32,
    count: u32,
    /// True after the padding of base64.
    is_padded: bool,
}

impl DataUriReader {
    fn outside(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        sink.set_aside(byte);
        if SCHEME.get(self.head.len()) == Some(&byte.to_ascii_lowercase()) {
            self.head.push(byte);
        } else {
            self.head.clear();
            self.before = byte;
        }
        if self.head.len() == SCHEME.len() {
            self.head.clear();
            if self.before.is_ascii_alphanumeric() {
                return;
            }
            self.closer = match self.before {
                b'(' => b')',
                b'<' => b'>',
                quote @ (b'"' | b'\'' | b'`') => quote,
                _ => b' ',
            };
            self.state = DataUriState::Head;
            sink.count_aside();
        }
    }

    fn head(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        sink.understood(1);
        match byte {
            b',' => {
                self.coded = self.head.to_ascii_lowercase().ends_with(b";base64");
                self.state = DataUriState::Data;
                (self.bits, self.count, self.is_padded) = (0, 0, false);
                sink.out.counts.signs += 1;
                self.head.clear();
            }
            _ if self.head.len() == LONGEST || self.closes(byte) => self.leave(),
            _ => self.head.push(byte),
        }
    }

    fn closes(&self, byte: u8) -> bool {
        byte == self.closer || byte.is_ascii_whitespace()
    }

    fn leave(&mut self) {
        self.state = DataUriState::Outside;
        self.head.clear();
        self.before = b' ';
    }

    /// A byte of the data, or of its escapes.
    fn data(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.closes(byte) {
            self.close(sink)?;
            sink.understood(usize::from(!byte.is_ascii_whitespace()));
            sink.drop_aside();
            return Ok(());
        }
        sink.understood(1);
        if byte == b'%' {
            self.state = DataUriState::Percent(HexDigitPair::default());
            return Ok(());
        }
        self.write(byte, sink)
    }

    /// A digit of an escape by `%`.
    fn percent(
        &mut self,
        byte: u8,
        mut pair: HexDigitPair,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        let digit = hex_digit::value(byte).ok_or_else(expected)?;
        sink.understood(1);
        let Some(byte) = pair.push(digit) else {
            self.state = DataUriState::Percent(pair);
            return Ok(());
        };
        self.state = DataUriState::Data;
        self.write(byte, sink)
    }

    /// Pushes a byte, or a digit of base64.
    fn write(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if !self.coded {
            sink.push(&[byte]);
            return Ok(());
        }
        if byte == PAD {
            self.is_padded = true;
            return Ok(());
        }
        if self.is_padded {
            let shown = reason::quoted_char(&[byte], 0);
            return Err(ReadError::here(format!(
                "{shown} follows the end of a base64 text"
            )));
        }
        let url = match byte {
            b'-' => b'+',
            b'_' => b'/',
            byte => byte,
        };
        let Some(digit) = STANDARD.value(url) else {
            let shown = reason::quoted_char(&[byte], 0);
            return Err(ReadError::here(format!("not a base64 digit: {shown}")));
        };
        self.bits = self.bits << 6 | u32::from(digit);
        self.count += 6;
        if self.count >= 8 {
            self.count -= 8;
            sink.push(&[(self.bits >> self.count) as u8]);
            self.bits &= (1 << self.count) - 1;
        }
        Ok(())
    }

    /// Ends the URI.
    fn close(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        let state = self.state;
        self.leave();
        match state {
            DataUriState::Percent(_) => Err(expected()),
            _ if self.coded && self.count >= 6 => Err(ReadError::back(
                1,
                "a base64 text cannot end with 1 of the 4 digits of a group",
            )),
            _ if self.coded && self.bits != 0 => {
                let count = self.count;
                sink.note(format!(
                    "the last digit has {count} bits too many, and not all of them are 0"
                ));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn expected() -> ReadError {
    ReadError::here("two hex digits are expected after %")
}

impl StateMachine for DataUriReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::DecorationOfAll;

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            DataUriState::Outside => self.outside(byte, sink),
            DataUriState::Head => self.head(byte, sink),
            DataUriState::Data => self.data(byte, sink)?,
            DataUriState::Percent(pair) => self.percent(byte, pair, sink)?,
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            DataUriState::Outside => {
                self.leave();
                Ok(())
            }
            _ => self.close(sink),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn uris_are_read_where_they_stand() {
        check(
            &DATA_URI,
            &[
                ("data:,Hello%21", b"Hello!"),
                ("data:text/plain;base64,SGVsbG8=", b"Hello"),
                (
                    "<img src=\"data:x/y;base64,SGVsbG8\"> and 'data:,b c'",
                    b"Hellob",
                ),
                ("url(data:;base64,%2BR0=) data: no", b"\xF9\x1D"),
            ],
        );
        check_wrong(
            &DATA_URI,
            &[
                ("data:;base64,R0l*", 17, "not a base64 digit: '*'"),
                (
                    "data:;base64,SGVsbG8=x",
                    22,
                    "'x' follows the end of a base64 text",
                ),
                ("data:,a%4", 10, "two hex digits are expected after %"),
                (
                    "data:;base64,SGVsb",
                    18,
                    "a base64 text cannot end with 1 of the 4 digits of a group",
                ),
            ],
        );
    }
}
