//! Lines as `sed -n l` shows them: octal escapes, `\` where a long line goes on, `$` at its end.
//!
//! Blanks are data there, unlike between escapes that a person wrote. Invariant: a text with any other
//! end of a line is refused.

use crate::format::{DumpReader, QuoteMarks};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::{DumpLine, non_blank};

const END: &str = "a $ or a \\ is expected at the end of the line";
const ESCAPE: &str = "this is no escape of sed";
const NONE: &str = "the text has no escape";

/// Reads such lines.
#[derive(Default)]
pub(super) struct SedReader {
    /// The number and the text of a line whose end has not come.
    held: Vec<u8>,
    /// True if a whole line was read.
    has_end: bool,
    has_escape: bool,
    /// The last line.
    line: u64,
}

/// The most bytes of a line: sed folds them.
const MOST: usize = 4096;

impl SedReader {
    /// Reads a row; returns its bytes.
    fn row(&mut self, text: &[u8]) -> Result<Vec<u8>, (usize, &'static str)> {
        let (text, is_end) = match text {
            [text @ .., b'$'] => (text, true),
            [text @ .., b'\\'] => (text, false),
            _ => return Err((text.len(), END)),
        };
        let (mut bytes, mut at) = (Vec::new(), 0);
        while let Some(byte) = text.get(at) {
            if *byte != b'\\' {
                bytes.push(*byte);
                at += 1;
                continue;
            }
            self.has_escape = true;
            let (byte, len) = escape(&text[at..]).ok_or((at, ESCAPE))?;
            bytes.push(byte);
            at += len;
        }
        if is_end {
            bytes.push(b'\n');
        }
        self.has_end |= is_end;
        Ok(bytes)
    }
}

/// The byte of an escape, and its length.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let byte = match *text.get(1)? {
        b'\\' => b'\\',
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0B,
        b'0'..=b'3' => {
            let digit = |at: usize| text.get(at).filter(|byte| matches!(byte, b'0'..=b'7'));
            let [high, middle, low] = [digit(1)?, digit(2)?, digit(3)?].map(|byte| byte - b'0');
            return Some((high << 6 | middle << 3 | low, 4));
        }
        _ => return None,
    };
    Some((byte, 2))
}

impl DumpReader for SedReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.held.extend_from_slice(line.text);
        if self.held.len() > MOST {
            return Err(line.unreadable(0, END));
        }
        if !line.ends {
            return Ok(());
        }
        let held = std::mem::take(&mut self.held);
        let text = held.trim_ascii_end();
        if text.is_empty() {
            return Ok(());
        }
        let bytes = { self.row(text) }.map_err(|(at, why)| line.unreadable(at, why))?;
        self.line = line.number;
        out.append(line.number, &bytes);
        out.read(non_blank(text));
        out.counts.checked = u64::from(self.has_end && self.has_escape);
        Ok(())
    }

    fn end(&mut self, _out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.has_escape || self.line == 0 {
            return Ok(());
        }
        Err(Unreadable {
            line: self.line,
            column: 1,
            reason: NONE.to_owned(),
        })
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::DecorationOfAll
    }
}
