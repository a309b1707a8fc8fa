//! A JSON string, or text in which characters are written `\u20AC`.
//!
//! Strings on several lines are joined. Invariant: a document is refused, because it is no
//! string; half of a surrogate pair is kept as three bytes, with a remark.

use super::characters::{CharacterStyle, CharacterWriter};
use crate::confidence::{
    DOUBTFUL, JSON_BARE, JSON_SHARE, JSON_STRING, NOTHING_ELSE, TWO_ESCAPES, UNLIKELY,
};
use crate::digits::hex;
use crate::escape::{
    self, EscapeByte, EscapeReader, EscapeStyle, UndecodedEscape, UnicodeEscape, UnknownEscape,
};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::number_escape::NumberEscape;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static JSON: DumpFormat = DumpFormat {
    id: "json",
    labels: &["json-string", "js-string"],
    about: "a JSON string, or text with \\u escapes",
    subject: FormatSubject::Text,
    readers: &[|| Box::new(MachineReader::new(JsonReader::new()))],
    detect,
    example: "\"Hello, \\u20ac \\ud83d\\ude00\\n\"\n",
    example_bytes: "Hello, € 😀\n".as_bytes(),
    extensions: &[],
    writer: Some(|_| Box::new(CharacterWriter::new(&STYLE, None))),
};

/// `\u` in text without quotes; any other backslash stands for itself.
pub(super) static BARE: EscapeStyle = EscapeStyle {
    letters: &[],
    number: NumberEscape::None,
    names: &[],
    hex: (0, 0),
    wide: UnicodeEscape::Pairs,
    unknown: UnknownEscape::Kept,
    undecoded: UndecodedEscape::None,
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    // Bytes are escaped in strings of other languages: each would stay as it is.
    if counts.bytes == 0
        || hex::is_only_digits(trial)
        || hex::is_damaged(trial)
        || trial.trouble.is_some()
        || trial::has(trial.text, b"\\x")
        || is_in_string(trial.text)
        || is_number(trial.text)
        || is_in_single_quotes(trial.text)
    {
        return 0;
    }
    let quoted = trial.text.trim_ascii_start().first() == Some(&b'"');
    let share = trial.share();
    if quoted {
        return match counts.signs {
            1.. if share > JSON_STRING.0 => JSON_STRING.1,
            _ => DOUBTFUL,
        };
    }
    if counts.signs >= TWO_ESCAPES && share >= JSON_SHARE
        || counts.signs == 1 && share > NOTHING_ELSE
    {
        trial::between(JSON_BARE, share)
    } else {
        UNLIKELY
    }
}

/// Reports whether the text is one string with a hex number of whole bytes.
pub(super) fn is_number(text: &[u8]) -> bool {
    let inside = { text.trim_ascii().strip_prefix(b"\"0x") }
        .and_then(|text| text.strip_suffix(b"\""))
        .unwrap_or_default();
    let is_whole = inside.len() >= 2 && inside.len().is_multiple_of(2);
    is_whole && inside.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether all of the text is a string of another language, as of Python.
fn is_in_single_quotes(text: &[u8]) -> bool {
    let inside = text.trim_ascii().strip_prefix(b"'");
    inside.is_some_and(|inside| memchr::memchr(b'\'', inside) == Some(inside.len() - 1))
}

/// Reports whether all escapes are in one string, and code is before it.
fn is_in_string(text: &[u8]) -> bool {
    let quotes = (memchr::memchr(b'"', text), memchr::memrchr(b'"', text));
    let escapes = (memchr::memchr(b'\\', text), memchr::memrchr(b'\\', text));
    let ((Some(open), Some(close)), (Some(first), Some(last))) = (quotes, escapes) else {
        return false;
    };
    let before = text[..open].trim_ascii();
    let is_code = before.ends_with(b"=") || before.ends_with(b"(");
    is_code && open < first && last < close
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JsonStringState {
    /// Nothing but blanks so far.
    Start,
    Quoted,
    /// After a string.
    After,
    /// Text without quotes.
    Bare,
}

struct JsonReader {
    state: JsonStringState,
    escapes: EscapeReader,
}

impl JsonReader {
    fn new() -> Self {
        Self {
            state: JsonStringState::Start,
            escapes: EscapeReader::new(),
        }
    }

    /// Reads text outside of quotes.
    fn start(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match byte {
            _ if byte.is_ascii_whitespace() => {}
            b'"' => {
                sink.understood(1);
                self.state = JsonStringState::Quoted;
            }
            b',' if self.state == JsonStringState::After => sink.understood(1),
            b'{' | b'[' | b':' | b']' | b'}' => {
                return Err(ReadError::here("a JSON document, not a string"));
            }
            _ if self.state == JsonStringState::After => {
                return Err(ReadError::here("nothing is expected after the string"));
            }
            _ => {
                self.state = JsonStringState::Bare;
                return self.bare(byte, sink);
            }
        }
        Ok(())
    }

    fn quoted(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        sink.understood(usize::from(!byte.is_ascii_whitespace()));
        if self.escapes.feed(byte, &escape::JSON, sink)? == EscapeByte::Taken {
            return Ok(());
        }
        if byte == b'"' {
            self.state = JsonStringState::After;
        } else {
            sink.push(&[byte]);
        }
        Ok(())
    }

    fn bare(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.escapes.feed(byte, &BARE, sink)? {
            EscapeByte::Taken => sink.understood(1),
            EscapeByte::Plain => sink.push(&[byte]),
        }
        Ok(())
    }
}

impl StateMachine for JsonReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::DecorationOfAll;

    fn is_idle(&self) -> Option<bool> {
        Some(self.escapes.is_idle())
    }

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            JsonStringState::Start | JsonStringState::After => self.start(byte, sink),
            JsonStringState::Quoted => self.quoted(byte, sink),
            JsonStringState::Bare => self.bare(byte, sink),
        }
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            JsonStringState::Quoted => {
                return Err(ReadError::here("the string has no closing quote"));
            }
            JsonStringState::Bare => {
                self.escapes.close(&BARE, sink)?;
                sink.end_line();
            }
            JsonStringState::Start | JsonStringState::After => {}
        }
        Ok(())
    }
}

/// One string.
static STYLE: CharacterStyle = CharacterStyle {
    head: "\"",
    put: write_escaped,
    between: "",
    width: usize::MAX,
    last_end: "",
    foot: "\"\n",
};

fn write_escaped(code: u32, out: &mut Vec<u8>) {
    let short = match code {
        0x22 => "\\\"",
        0x5C => "\\\\",
        0x0A => "\\n",
        0x0D => "\\r",
        0x09 => "\\t",
        0x20..=0x7E => return out.push(code as u8),
        _ => {
            let mut unit = |unit: u32| out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            match code.checked_sub(0x10000) {
                Some(above) => {
                    unit(0xD800 + (above >> 10));
                    unit(0xDC00 + (above & 0x3FF));
                }
                None => unit(code),
            }
            return;
        }
    };
    out.extend_from_slice(short.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    #[test]
    fn strings_and_bare_text_are_read() {
        check(
            &JSON,
            &[
                ("\"a\\u20ac\\ud83d\\ude00\\/\\n\"", "a€😀/\n".as_bytes()),
                ("\"a\"\n\"b\"\n", b"ab"),
                (
                    "\\u041f\\u0440, x\n> C:\\tmp",
                    "Пр, x\n> C:\\tmp".as_bytes(),
                ),
            ],
        );
    }

    #[test]
    fn half_of_a_pair_is_kept_and_remarked() {
        let half = "U+D800 is half of a surrogate pair: not a character, and its three bytes are not UTF-8";
        check_remark(&JSON, &[("\"a\\ud800b\"", 1, 9, half)]);
        check(
            &JSON,
            &[
                ("\"\\ud800\"", b"\xED\xA0\x80"),
                ("\\udc00", b"\xED\xB0\x80"),
            ],
        );
    }

    #[test]
    fn a_document_is_refused() {
        let document = "a JSON document, not a string";
        check_wrong(
            &JSON,
            &[
                ("{\"a\": \"b\"}", 1, document),
                ("\"a\": 1", 4, document),
                ("\"abc", 5, "the string has no closing quote"),
                ("\"\\x41\"", 2, "'\\x' is not an escape"),
            ],
        );
    }
}
