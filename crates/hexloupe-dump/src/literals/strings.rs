//! A string that holds bytes: escaped, raw, or hex digits.
//!
//! Invariant: a string ends at its own quote. If its line ends before and it may not continue, that
//! is an error.

use super::language::StringContent;
use crate::escape::{EscapeByte, EscapeReader, UnicodeEscape};
use crate::hex_digit::{self, HexDigitPair};
use crate::reason;
use crate::state_machine::{MachineOutput, ReadError, StepResult};

/// A string being read.
pub(super) struct StringReader {
    content: StringContent,
    quote: u8,
    escapes: EscapeReader,
    open: StringOpener,
    /// Successive quotes, so far, at the end of a long string.
    quotes: u8,
    pair: HexDigitPair,
    /// True if blanks are skipped, after a backslash at the end of a line.
    passes: bool,
}

/// The state of a string since its opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StringOpener {
    /// The first character may show that the string has three quotes.
    First,
    /// Two quotes came: the string is empty, or has three.
    Second,
    Short,
    /// The string has three quotes.
    Long,
    /// The string ended one byte before.
    Over,
}

impl StringReader {
    pub(super) fn new(content: StringContent, quote: u8, triple: bool) -> Self {
        Self {
            content,
            quote,
            escapes: EscapeReader::new(),
            open: if triple {
                StringOpener::First
            } else {
                StringOpener::Short
            },
            quotes: 0,
            pair: HexDigitPair::default(),
            passes: false,
        }
    }

    /// Takes a byte; returns true if the string continues.
    pub(super) fn byte(
        &mut self,
        byte: u8,
        sink: &mut MachineOutput<'_>,
    ) -> Result<bool, ReadError> {
        if self.passes && byte.is_ascii_whitespace() {
            return Ok(true);
        }
        self.passes = false;
        let quote = byte == self.quote;
        match self.open {
            StringOpener::First if quote => {
                self.open = StringOpener::Second;
                return Ok(true);
            }
            StringOpener::First => self.open = StringOpener::Short,
            StringOpener::Second => {
                self.open = if quote {
                    StringOpener::Long
                } else {
                    StringOpener::Over
                };
                return Ok(quote);
            }
            StringOpener::Short | StringOpener::Long | StringOpener::Over => {}
        }
        if let StringContent::Escaped(style) = self.content
            && self.escapes.feed(byte, style, sink)? == EscapeByte::Taken
        {
            self.write_quotes(sink);
            return Ok(true);
        }
        if quote && self.open == StringOpener::Long {
            self.quotes += 1;
            return Ok(self.quotes < 3);
        }
        if quote {
            self.closed()?;
            return Ok(false);
        }
        self.write_quotes(sink);
        self.plain(byte, sink)?;
        Ok(true)
    }

    /// Reports whether the last byte came after the string, and must be read again.
    pub(super) fn again(&self) -> bool {
        self.open == StringOpener::Over
    }

    /// Pushes quotes that did not end the string.
    fn write_quotes(&mut self, sink: &mut MachineOutput<'_>) {
        for _ in 0..std::mem::take(&mut self.quotes) {
            sink.push(&[self.quote]);
        }
    }

    fn plain(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if !matches!(self.content, StringContent::Hex) {
            sink.push(&[byte]);
            return Ok(());
        }
        let Some(digit) = hex_digit::value(byte) else {
            if byte.is_ascii_whitespace() || matches!(byte, b':' | b'-' | b'_') {
                return Ok(());
            }
            let shown = reason::quoted(&[byte]);
            return Err(ReadError::here(format!("{shown} is not a hex digit")));
        };
        if let Some(byte) = self.pair.push(digit) {
            sink.push(&[byte]);
        }
        Ok(())
    }

    fn closed(&self) -> StepResult {
        if self.pair.is_half() {
            return Err(ReadError::back(
                1,
                "this byte is incomplete: two hex digits are expected",
            ));
        }
        Ok(())
    }

    /// Ends a line; returns true if the string continues.
    pub(super) fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> Result<bool, ReadError> {
        if self.open == StringOpener::Second {
            return Ok(false);
        }
        if self.passes {
            return Ok(true);
        }
        if self.escapes.goes_on() {
            // Only Rust has braces, and skips the blanks of the next line.
            let style = match self.content {
                StringContent::Escaped(style) => Some(style.wide),
                _ => None,
            };
            self.passes = style == Some(UnicodeEscape::Braces);
            return Ok(true);
        }
        if let StringContent::Escaped(style) = self.content {
            self.escapes.close(style, sink)?;
        }
        if self.open == StringOpener::Long {
            self.write_quotes(sink);
            self.plain(b'\n', sink)?;
            return Ok(true);
        }
        Err(ReadError::here("the string has no closing quote"))
    }

    /// Ends the text within the string.
    pub(super) fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.line_end(sink)? {
            return Err(ReadError::here("the string has no closing quotes"));
        }
        Ok(())
    }
}

/// Reports whether a line is only numbers with commas, as `xxd -i` writes data without a name; a
/// single number is enough `after` another such line.
pub(super) fn is_numbers(line: &[u8], after: bool) -> bool {
    let line = line.trim_ascii();
    let inner = |byte: &u8| {
        byte.is_ascii_hexdigit()
            || matches!(
                byte,
                b'x' | b'X' | b'o' | b'u' | b'U' | b'l' | b'L' | b',' | b'-' | b' ' | b'\t'
            )
    };
    let first = line
        .first()
        .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    let mut parts = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    first
        && (after || line.contains(&b','))
        && line.iter().all(inner)
        && parts.all(|part| !part.contains(&b' ') && part.len() < 24)
}
