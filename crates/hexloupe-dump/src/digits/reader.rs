//! Reads the digits of a base.
//!
//! Digits without a separator are a word, and a word holds whole bytes. A word at the end of a line
//! may continue in the next line, because long lines are wrapped. A line without data is skipped
//! whole. Invariant: a faulty line that is clearly part of the dump is an error; the bytes before
//! the fault are output first.

use super::base::{DigitBase, TextByteClass};
use super::line::{self, LineContent, LineLayout};
use super::order::WordOrder;
use super::signs::SignTrace;
use crate::format::DumpReader;
use crate::out::{ReaderOutput, RemarkKind, Unreadable};
use crate::reason;
use crate::text::{DumpLine, non_blank};
use crate::vertical::RowStack;

/// Reads the digits of a base.
pub(super) struct DigitReader {
    base: &'static DigitBase,
    word: OpenWord,
    layout: LineLayout,
    words: WordOrder,
    signs: SignTrace,
    rows: RowStack,
    /// True if the line that comes in parts is data.
    running: bool,
    /// Line and column of the end of the last line.
    last: (u64, u64),
    /// A buffer for the bytes of a line.
    bytes: Vec<u8>,
}

/// A word being read.
#[derive(Debug, Clone, Copy, Default)]
struct OpenWord {
    value: u8,
    /// Digits of an incomplete byte.
    count: u32,
    /// True if the word already gave a byte.
    gave: bool,
    prefixed: bool,
}

/// The index of an error, and its reason.
type DigitError = (usize, String);

/// Reports whether nothing but blanks is between two commas of a text.
fn lacks_number(text: &[u8]) -> bool {
    let mut commas = memchr::memchr_iter(b',', text);
    let is_comma = |byte: Option<&u8>| byte == Some(&b',');
    commas.any(|at| is_comma(text[at + 1..].trim_ascii_start().first()))
}

impl DigitReader {
    pub(super) fn new(base: &'static DigitBase) -> Self {
        Self {
            base,
            word: OpenWord::default(),
            layout: LineLayout::default(),
            words: WordOrder::default(),
            signs: SignTrace::default(),
            rows: RowStack::default(),
            running: false,
            last: (1, 1),
            bytes: Vec::new(),
        }
    }

    /// Reads text that is all data; returns the number of characters that were understood: digits,
    /// prefixes, and separators that are not blank.
    fn decode(&mut self, text: &[u8]) -> Result<usize, DigitError> {
        let base = self.base;
        self.bytes.clear();
        if self.word.count == 0
            && let Some(bulk) = base.bulk
            && bulk(text, &mut self.bytes)
        {
            self.word.gave = true;
            return Ok(text.len());
        }
        let (mut word, mut understood) = (self.word, 0);
        for (index, byte) in text.iter().enumerate() {
            match base.classes[usize::from(*byte)] {
                TextByteClass::Digit(digit) => {
                    understood += 1;
                    word.value = word.value << base.bits | digit;
                    word.count += 1;
                    if word.count == base.per_byte {
                        self.bytes.push(word.value);
                        word.gave = true;
                        (word.value, word.count) = (0, 0);
                    }
                }
                TextByteClass::Nothing => {}
                TextByteClass::Suffix if word.count == 0 && !word.gave => {
                    let what = reason::quoted_char(text, index);
                    return Err((index, format!("{what} is not {}", base.digit)));
                }
                TextByteClass::Between if *byte == b'-' && is_minus(text, index) => {
                    return Err((index, MINUS.to_owned()));
                }
                TextByteClass::Between | TextByteClass::Suffix => {
                    understood += usize::from(!byte.is_ascii_whitespace());
                    if word.count > 0 {
                        self.bytes.push(
                            base.close(word)
                                .map_err(|why| (index.saturating_sub(1), why))?,
                        );
                    } else if word.prefixed && !word.gave {
                        let why = reason::NO_DIGIT.to_owned();
                        return Err((index.saturating_sub(1), why));
                    }
                    word = OpenWord::default();
                }
                TextByteClass::Prefix if word.count == 1 && word.value == 0 && !word.gave => {
                    understood += 1;
                    word = OpenWord {
                        prefixed: true,
                        ..OpenWord::default()
                    };
                }
                TextByteClass::Prefix | TextByteClass::Other => {
                    let what = reason::quoted_char(text, index);
                    return Err((index, format!("{what} is not {}", base.digit)));
                }
            }
        }
        self.word = word;
        Ok(understood)
    }

    /// Reads a line, or its first part.
    fn begin(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.running = false;
        if self.word.count == 0 {
            self.word = OpenWord::default();
        }
        let found = self.layout.find(self.base, line.text);
        let begins_with_data = matches!(found, LineContent::Data { from: 0, .. });
        // A single hex digit may be a byte of its own, so the next line does not complete it.
        let is_single = self.base.bits == 4 && !self.word.gave;
        if self.word.count > 0
            && (is_single || !begins_with_data || self.base.begins_otherwise(line.text))
        {
            self.cut(out)?;
        }
        self.last = (line.number, line.column_of(line.text.len()));
        match found {
            LineContent::Data { from, odd, steady } => {
                out.counts.jumped += u64::from(odd);
                if let Some(at) = self.damaged_before(&line.text[..from]) {
                    let why = self.base.incomplete();
                    return Err(line.unreadable(at, why));
                }
                if self.base.bits == 4 && line::has_address(&line.text[from..]) {
                    return Err(line.unreadable(from, line::ADDRESS));
                }
                // A name, or a stamp that all lines have, counts as understood.
                if steady || self.layout.is_led() {
                    out.counts.understood += non_blank(&line.text[..from]) as u64;
                }
                self.running = true;
                self.data(line, from, out)
            }
            LineContent::Wrong(from) => {
                let done = self.decode(&line.text[from..]);
                done.map(drop)
                    .map_err(|wrong| line.unreadable(from + wrong.0, wrong.1))
            }
            LineContent::Nothing => {
                if !line.is_blank() {
                    out.skip(line.number);
                }
                Ok(())
            }
        }
    }

    /// The place of a byte in bits with a sign that is none, at the end of what is before the digits of
    /// a line.
    fn damaged_before(&self, text: &[u8]) -> Option<usize> {
        let text = text.trim_ascii_end();
        let word = text.rsplit(u8::is_ascii_whitespace).next()?;
        let is_digit = |byte: &&u8| matches!(self.base.class(**byte), TextByteClass::Digit(_));
        let digits = word.iter().filter(is_digit).count();
        let size = self.base.per_byte as usize;
        let is_damaged = self.base.bits == 1 && word.len() == size && digits + 1 == size;
        is_damaged.then(|| text.len() - size)
    }

    fn data(
        &mut self,
        line: &DumpLine<'_>,
        from: usize,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let done = self.decode(&line.text[from..]);
        out.append(line.number, &self.bytes);
        match done {
            Ok(understood) => {
                if lacks_number(&line.text[from..]) {
                    let what = RemarkKind::Inferred(reason::NO_NUMBER.to_owned());
                    out.remark(line.number, line.column_of(from), what);
                }
                if self.base.bits == 4 {
                    self.words.line(line, from);
                    self.signs.bytes(line, &self.bytes);
                }
                if line.begins {
                    out.read(understood);
                } else {
                    out.counts.understood += understood as u64;
                }
                // A word with a prefix ends with its line, even if it is a single digit.
                if line.ends && self.word.prefixed && self.word.count > 0 && !self.word.gave {
                    out.append(line.number, &[self.word.value]);
                    self.word = OpenWord::default();
                }
                Ok(())
            }
            Err(wrong) => Err(line.unreadable(from + wrong.0, wrong.1)),
        }
    }

    /// Reads a line of nothing but digits, the usual case; returns true if it is one.
    fn bulk(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> bool {
        self.bytes.clear();
        let Some(bulk) = self.base.bulk else {
            return false;
        };
        if line.text.is_empty() || !bulk(line.text, &mut self.bytes) {
            return false;
        }
        self.word = OpenWord::default();
        self.last = (line.number, line.column + line.text.len() as u64);
        self.signs.bytes(line, &self.bytes);
        out.append(line.number, &self.bytes);
        out.read(line.text.len());
        true
    }

    /// Drops an incomplete byte where its word cannot continue, with a remark. If the word has
    /// given no byte, as a single hex digit, this is an error: the digit may be a byte of its own.
    fn cut(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let (line, column) = self.last;
        let column = column.saturating_sub(1);
        if self.base.bits == 4 && !self.word.gave {
            return Err(Unreadable {
                line,
                column,
                reason: self.base.incomplete(),
            });
        }
        let text = "the line is cut: the last byte is incomplete and was left out";
        out.remark(line, column, RemarkKind::Loss(text));
        self.word = OpenWord::default();
        Ok(())
    }
}

/// Rows of digits under a text appear among the first lines.
const MOST_ROWS: u64 = 64;
const VERTICAL: &str = "two rows of digits under a row of text; --from vertical reads them";
const MINUS: &str = "a '-' comes before this number, but a byte is not negative";

/// Reports whether a `-` is the sign of a number, and not a separator of two bytes as in `48-65`.
fn is_minus(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let after = text.get(at + 1);
    !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && after.is_some_and(u8::is_ascii_alphanumeric)
}

impl DigitBase {
    /// The byte of a word that ends with too few digits: allowed only after a prefix.
    fn close(&self, word: OpenWord) -> Result<u8, String> {
        if word.prefixed && !word.gave {
            return Ok(word.value);
        }
        Err(self.incomplete())
    }

    /// Reports whether a line cannot continue the word at the end of the line before.
    fn begins_otherwise(&self, text: &[u8]) -> bool {
        let first = text.trim_ascii_start().first();
        first.is_some_and(|byte| !matches!(self.class(*byte), TextByteClass::Digit(_)))
    }
}

impl DumpReader for DigitReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let looks = self.base.bits == 4 && out.counts.read < MOST_ROWS;
        if looks && self.rows.line(line).is_some() && self.rows.is_under_text() {
            return Err(line.unreadable(0, VERTICAL));
        }
        if line.begins
            && line.ends
            && self.word.count == 0
            && self.layout.is_plain()
            && self.bulk(line, out)
        {
            return Ok(());
        }
        if line.begins {
            self.begin(line, out)
        } else if self.running {
            self.last = (line.number, line.column_of(line.text.len()));
            self.data(line, 0, out)
        } else {
            Ok(())
        }
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.word.count > 0 {
            self.cut(out)?;
        }
        if !self.words.is_words() {
            self.signs.report(out);
        }
        self.words.report(out);
        Ok(())
    }
}
