//! Bytes as decimal numbers: `208 159`, `[72, 105]`, and negative ones as Java prints them.
//!
//! Numbers occur in any text, so they are read as bytes only if the bytes read as words; otherwise
//! the format is only named as possible. Invariant: every number is a byte or an error.

use crate::confidence::{DECIMAL_LIST, DECIMAL_SHARE, DECIMAL_WORDS, DOUBTFUL};
use crate::format::{DumpFormat, FormatSubject};
use crate::out::RemarkKind;
use crate::reason;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static DECIMAL: DumpFormat = DumpFormat {
    id: "decimal",
    labels: &["dec"],
    about: "bytes as decimal numbers: 208 159",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(DecimalReader::default()))],
    detect,
    example: "72 101 108 108 111 44 32 119 111 114 108 100\n",
    example_bytes: b"Hello, world",
    extensions: &[],
    writer: None,
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    // Two or three with dots are a number or a version.
    let least = match trial.text.contains(&b'.') {
        true => 4,
        false if is_one_byte(trial.text) => 1,
        false => 2,
    };
    if counts.bytes < least || trial.trouble.is_some() || counts.skipped > 0 {
        return 0;
    }
    if has_index(trial.text) || lacks_comma(trial.text) {
        return 0;
    }
    let listed = memchr::memchr3(b',', b'[', b'{', trial.text).is_some();
    let (few, words) = DECIMAL_WORDS;
    let most = match listed {
        // A list is more likely source code.
        true => DECIMAL_LIST,
        false if counts.bytes >= few && reads_as_words(trial.bytes) => words,
        false => DOUBTFUL,
    };
    trial::percent(trial.share(), DECIMAL_SHARE, most)
}

/// Reports whether a text is one number with a minus.
fn is_one_byte(text: &[u8]) -> bool {
    let digits = text.trim_ascii().strip_prefix(b"-").unwrap_or_default();
    (1..=3).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// Reports whether some numbers of a line have commas between them and others have none.
fn lacks_comma(text: &[u8]) -> bool {
    trial::lines(text).any(|line| {
        let mut numbers = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let is_two = |number: &[u8]| {
            let mut words = trial::words(number);
            let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
            words.next().is_some_and(is_number) && words.next().is_some_and(is_number)
        };
        line.contains(&b',') && numbers.any(is_two)
    })
}

/// Reports whether a number in brackets stands before others: the index of a row.
fn has_index(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let figures = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if figures > 0 && text[figures..].trim_ascii_start().starts_with(b"[") {
        // The number of a line before a list.
        return true;
    }
    let end = memchr::memchr(b']', text).filter(|_| text.starts_with(b"["));
    end.is_some_and(|end| {
        let is_number = end > 1 && text[1..end].iter().all(u8::is_ascii_digit);
        is_number && text[end + 1..].iter().any(u8::is_ascii_digit)
    })
}

/// Reports whether bytes are mostly lower-case letters, blanks and characters beyond ASCII:
/// measures and counts seldom are.
fn reads_as_words(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let like = |c: &char| c.is_lowercase() || *c == ' ' || !c.is_ascii();
    let words = text.chars().filter(like).count();
    words * 4 >= text.chars().count() * 3 && !text.contains('\0')
}

const AS_HEX: &str = "its numbers were read as decimal; as hex they are bytes too";

/// A number being read.
#[derive(Debug, Clone, Copy, Default)]
struct DecimalReader {
    value: u16,
    digits: usize,
    below: bool,
    /// True if a number has three digits or a sign, or is in a list.
    is_proven: bool,
    separator: NumberSeparator,
    /// The brackets that are open.
    open: u32,
    /// True if nothing but blanks came after a comma.
    after_comma: bool,
}

/// The signs between numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum NumberSeparator {
    /// None so far.
    #[default]
    None,
    /// Dots, as `%vd` of Perl writes them. Elsewhere a dot is within a number.
    Dots,
    Others,
}

impl DecimalReader {
    /// Takes the sign after a number.
    fn separated(&mut self, by: NumberSeparator) -> StepResult {
        if self.separator != NumberSeparator::None && self.separator != by {
            return Err(ReadError::here(
                "numbers have dots or other signs between them",
            ));
        }
        self.separator = by;
        Ok(())
    }

    /// Ends the number, if there is one.
    fn close(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        let Self {
            value,
            digits,
            below,
            is_proven,
            separator,
            open,
            after_comma,
        } = std::mem::take(self);
        (self.separator, self.open) = (separator, open);
        self.after_comma = after_comma && digits == 0;
        self.is_proven = is_proven || digits == 3 || below;
        if digits == 0 {
            return if below {
                Err(ReadError::back(1, "no digit after the minus"))
            } else {
                Ok(())
            };
        }
        let length = digits + usize::from(below);
        let most = if below { 128 } else { 255 };
        let Some(byte) = u8::try_from(value).ok().filter(|_| value <= most) else {
            let sign = if below { "-" } else { "" };
            let reason = format!("{sign}{value} is not a byte");
            return Err(ReadError::back(length, reason));
        };
        sink.push(&[if below { byte.wrapping_neg() } else { byte }]);
        sink.understood(length);
        Ok(())
    }
}

impl StateMachine for DecimalReader {
    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match byte {
            b'0'..=b'9' if self.digits < 3 => {
                self.value = self.value * 10 + u16::from(byte - b'0');
                self.digits += 1;
            }
            b'-' if self.digits == 0 && !self.below => self.below = true,
            b'.' if self.digits > 0 => {
                self.separated(NumberSeparator::Dots)?;
                self.close(sink)?;
                sink.understood(1);
            }
            b' ' | b'\t' => {
                self.separated(NumberSeparator::Others)?;
                self.close(sink)?;
            }
            b',' | b';' | b'[' | b']' | b'{' | b'}' | b'(' | b')' => {
                self.separated(NumberSeparator::Others)?;
                self.close(sink)?;
                let after_comma = std::mem::replace(&mut self.after_comma, byte == b',');
                if after_comma && byte == b',' {
                    sink.remark(RemarkKind::Inferred(reason::NO_NUMBER.to_owned()));
                }
                self.is_proven = true;
                self.open = match byte {
                    b'[' | b'{' | b'(' => self.open.saturating_add(1),
                    b']' | b'}' | b')' => self.open.saturating_sub(1),
                    _ => self.open,
                };
                sink.understood(1);
            }
            b'0'..=b'9' => return Err(ReadError::here("a byte has three decimal digits at most")),
            _ => {
                let shown = reason::quoted_char(&[byte], 0);
                return Err(ReadError::here(format!("{shown} is not a decimal digit")));
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.close(sink)
    }

    fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.open > 0 {
            sink.cut("the list does not end");
        }
        if !self.is_proven {
            sink.remark(RemarkKind::Inferred(AS_HEX.to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn numbers_are_bytes_whatever_stands_between_them() {
        check(
            &DECIMAL,
            &[
                ("208 188\n", "м".as_bytes()),
                ("[208, 188]", "м".as_bytes()),
                ("{-48; -68}\n 10\t0\n", b"\xD0\xBC\n\0"),
                ("007 255 -128 -1", b"\x07\xFF\x80\xFF"),
                ("208.188\n", "м".as_bytes()),
            ],
        );
        check_wrong(
            &DECIMAL,
            &[
                ("208 256", 5, "256 is not a byte"),
                ("1 -129", 3, "-129 is not a byte"),
                ("0000 1", 4, "a byte has three decimal digits at most"),
                ("1 0x2", 4, "'x' is not a decimal digit"),
                (
                    "1.5 2.5",
                    4,
                    "numbers have dots or other signs between them",
                ),
                ("1 - 2", 3, "no digit after the minus"),
            ],
        );
    }
}
