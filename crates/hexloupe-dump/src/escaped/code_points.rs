//! Code points by number: `U+0048 U+20AC U+1F600`.
//!
//! The text between them (names, commas, the characters themselves) is not read. Invariant: every
//! `U+` with digits is a code point or an error.

use super::characters::{CharacterStyle, CharacterWriter};
use crate::confidence::{self, CODE_POINT_LINES, FAINT, SHARE};
use crate::format::{DumpFormat, FormatSubject};
use crate::hex_digit;
use crate::reason;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static CODE_POINTS: DumpFormat = DumpFormat {
    id: "code-points",
    labels: &["u+", "codepoints"],
    about: "a list of code points: U+20AC",
    subject: FormatSubject::Text,
    readers: &[|| Box::new(MachineReader::new(CodePointReader::default()))],
    detect,
    example: "U+0048 U+0065 U+20AC U+1F600\n",
    example_bytes: "He€😀".as_bytes(),
    extensions: &[],
    writer: Some(|layout| Box::new(CharacterWriter::new(&STYLE, layout.width))),
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    let share = trial::share(trial);
    match counts.signs {
        0 => 0,
        // In angles they stand in a text.
        _ if trial::has(trial.text, b"<U+") => FAINT,
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
enum CodePointState {
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
    state: CodePointState,
}

impl CodePointReader {
    /// Ends the number, if there is one.
    fn close(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        let CodePointState::Digits { value, count } = std::mem::take(&mut self.state) else {
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
    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        let word = byte.is_ascii_alphanumeric() || byte >= 0x80;
        self.state = match (&self.state, byte) {
            (CodePointState::Between, b'U' | b'u') => CodePointState::Letter,
            (CodePointState::Letter, b'+') => CodePointState::Plus,
            (CodePointState::Plus, _) if hex_digit::value(byte).is_some() => {
                CodePointState::Digits {
                    value: hex_digit::value(byte).unwrap_or_default(),
                    count: 1,
                }
            }
            (CodePointState::Digits { value, count }, _)
                if hex_digit::value(byte).is_some() && *count < 8 =>
            {
                CodePointState::Digits {
                    value: value << 4 | hex_digit::value(byte).unwrap_or_default(),
                    count: count + 1,
                }
            }
            (CodePointState::Digits { .. }, _) if word && !matches!(byte, b'U' | b'u') => {
                let shown = reason::quoted_char(&[byte], 0);
                return Err(ReadError::here(format!("{shown} is not a hex digit")));
            }
            (CodePointState::Digits { .. }, _) => {
                self.close(sink)?;
                return self.byte(byte, sink);
            }
            _ if word => CodePointState::Within,
            _ => {
                let between = matches!(byte, b',' | b';' | b'<' | b'>' | b'"' | b'\'');
                sink.understood(usize::from(between));
                CodePointState::Between
            }
        };
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.close(sink)?;
        self.state = CodePointState::Between;
        Ok(())
    }
}

static STYLE: CharacterStyle = CharacterStyle {
    head: "",
    put: write_code_point,
    between: " ",
    width: 8,
    last_end: "\n",
    foot: "",
};

fn write_code_point(code: u32, out: &mut Vec<u8>) {
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
                ("U+00G1", 5, "'G' is not a hex digit"),
                ("U+4", 1, "a code point has four to six hex digits"),
            ],
        );
    }
}
