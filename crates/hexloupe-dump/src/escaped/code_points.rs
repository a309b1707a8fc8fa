//! Code points by number: `U+0048 U+20AC U+1F600`.
//!
//! The text between them (names, commas, the characters themselves) is not read. Invariant: every
//! `U+` with digits is a code point or an error.

use super::characters::{CharacterStyle, CharacterWriter};
use crate::confidence::{self, CODE_POINT_LINES, FAINT, SHARE};
use crate::format::{Format, Subject};
use crate::hex_digit;
use crate::reason;
use crate::state_machine::{MachineReader, ReadError, Sink, StateMachine, StepResult};
use crate::trial::{self, Trial};

pub(crate) static CODE_POINTS: Format = Format {
    id: "code-points",
    labels: &["u+", "codepoints"],
    about: "a list of code points: U+20AC",
    subject: Subject::Text,
    readers: &[|| Box::new(MachineReader::new(CodePointReader::default()))],
    detect,
    example: "U+0048 U+0065 U+20AC U+1F600\n",
    example_bytes: "He€😀".as_bytes(),
    extensions: &[],
    writer: Some(|layout| Box::new(CharacterWriter::new(&STYLE, layout.width))),
};

fn detect(trial: &Trial<'_>) -> u8 {
    let counts = &trial.counts;
    let share = trial::share(trial);
    match counts.signs {
        0 => 0,
        _ if share >= SHARE => trial::between(confidence::CODE_POINTS, share),
        // Names and characters stand beside each.
        _ if begins_lines(trial.text) => CODE_POINT_LINES,
        _ => FAINT,
    }
}

/// Reports whether every line begins with a code point.
fn begins_lines(text: &[u8]) -> bool {
    trial::lines(text).all(|line| line.is_empty() || matches!(line, [b'U' | b'u', b'+', ..]))
}

#[derive(Default)]
enum State {
    /// Between words: a code point may begin here.
    #[default]
    Between,
    Within,
    Letter,
    Plus,
    Digits {
        value: u32,
        count: u8,
    },
}

#[derive(Default)]
struct CodePointReader {
    state: State,
}

impl CodePointReader {
    /// Ends the number, if there is one.
    fn close(&mut self, sink: &mut Sink<'_>) -> StepResult {
        let State::Digits { value, count } = std::mem::take(&mut self.state) else {
            return Ok(());
        };
        if count < 2 || value > 0x10FFFF {
            let reason = match value {
                0x110000.. => format!("U+{value:X} is above U+10FFFF"),
                _ => "a code point has four to six hex digits".to_owned(),
            };
            return Err(ReadError::back(usize::from(count) + 2, reason));
        }
        sink.push_code_point(value);
        sink.out.counts.signs += 1;
        sink.understood(usize::from(count) + 2);
        Ok(())
    }
}

impl StateMachine for CodePointReader {
    fn byte(&mut self, byte: u8, sink: &mut Sink<'_>) -> StepResult {
        let word = byte.is_ascii_alphanumeric() || byte >= 0x80;
        self.state = match (&self.state, byte) {
            (State::Between, b'U' | b'u') => State::Letter,
            (State::Letter, b'+') => State::Plus,
            (State::Plus, _) if hex_digit::value(byte).is_some() => State::Digits {
                value: hex_digit::value(byte).unwrap_or_default(),
                count: 1,
            },
            (State::Digits { value, count }, _)
                if hex_digit::value(byte).is_some() && *count < 8 =>
            {
                State::Digits {
                    value: value << 4 | hex_digit::value(byte).unwrap_or_default(),
                    count: count + 1,
                }
            }
            (State::Digits { .. }, _) if word && !matches!(byte, b'U' | b'u') => {
                let shown = reason::quoted_char(&[byte], 0);
                return Err(ReadError::here(format!("no hex digit: {shown}")));
            }
            (State::Digits { .. }, _) => {
                self.close(sink)?;
                return self.byte(byte, sink);
            }
            _ if word => State::Within,
            _ => {
                let between = matches!(byte, b',' | b';' | b'<' | b'>' | b'"' | b'\'');
                sink.understood(usize::from(between));
                State::Between
            }
        };
        Ok(())
    }

    fn line_end(&mut self, sink: &mut Sink<'_>) -> StepResult {
        self.close(sink)?;
        self.state = State::Between;
        Ok(())
    }
}

static STYLE: CharacterStyle = CharacterStyle {
    head: "",
    put,
    between: " ",
    width: 8,
    last_end: "\n",
    foot: "",
};

fn put(code: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("U+{code:04X}").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn code_points_are_read_among_names() {
        check(
            &CODE_POINTS,
            &[
                ("U+0048 u+20ac,U+1F600", "H€😀".as_bytes()),
                ("U+0048 LATIN CAPITAL LETTER H\n(U+0065)\n", b"He"),
                ("U+D800", b"\xED\xA0\x80"),
            ],
        );
        check_wrong(
            &CODE_POINTS,
            &[
                ("U+110000", 1, "U+110000 is above U+10FFFF"),
                ("U+00G1", 5, "no hex digit: 'G'"),
                ("U+4", 1, "a code point has four to six hex digits"),
            ],
        );
    }
}
