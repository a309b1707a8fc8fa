//! A text with escapes among its characters: each escape gives its bytes, all else stays.
//!
//! What such a text is cannot be seen by its structure: one escape in a page of prose is data or
//! prose. So a document is read where the user says that it is one. Invariant: every byte that is no
//! escape is in the result, and so are the line ends.

use crate::format::{DumpReader, QuoteMarks};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::{DumpLine, non_blank};
use crate::trial::ReaderTrial;

/// The escapes of a document.
pub(super) struct DocumentEscapes {
    /// The bytes that they begin with: two, or one twice.
    pub(super) first: [u8; 2],
    /// Reads the escape at the front of a text: appends its bytes, and returns its length.
    pub(super) read: fn(&[u8], &mut Vec<u8>) -> Option<EscapeMatch>,
}

/// An escape that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EscapeMatch {
    /// Its length in bytes.
    pub(super) len: usize,
    /// The encoding that it names for its bytes.
    pub(super) set: Option<String>,
    /// A sentence about its kind, which is told once.
    pub(super) note: Option<&'static str>,
    /// True if it stays as written, and so proves nothing.
    pub(super) is_kept: bool,
}

impl EscapeMatch {
    /// An escape of so many bytes.
    pub(super) const fn of(len: usize) -> Self {
        Self {
            len,
            set: None,
            note: None,
            is_kept: false,
        }
    }

    /// Text of so many bytes that stays, although it begins as an escape does.
    pub(super) fn kept(len: usize) -> Self {
        Self {
            is_kept: true,
            ..Self::of(len)
        }
    }
}

/// The percentage of a document: enough for a user who says that it is a dump and nothing else reads.
pub(super) const DOCUMENT: u8 = 25;
/// The least part of a text that escapes are, if nothing else is meant.
const LEAST_PART: u64 = 4;
/// The most bytes of lines that are read together.
const MOST_LINES: usize = 16 * 1024;
/// The bytes at the end of a part of a line that may begin an escape.
const HELD: usize = 1024;

/// The certainty that a text has such escapes.
pub(super) fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.signs > 0 { DOCUMENT } else { 0 }
}

/// The same for escapes that prose does not have: if they are much of the text, it is nothing else.
pub(super) fn detect_dense(trial: &ReaderTrial<'_>, most: u8) -> u8 {
    let is_dense = trial.counts.agreed * LEAST_PART >= trial.non_blank;
    match detect(trial) {
        found if found > 0 && is_dense => most,
        found => found,
    }
}

/// Reads a document.
pub(super) struct EscapedTextReader {
    escapes: &'static DocumentEscapes,
    /// The end of a part of a line.
    held: Vec<u8>,
    /// The sentences that were told.
    told: Vec<String>,
    bytes: Vec<u8>,
    /// Reports whether an escape goes on in the next line.
    goes_on: fn(&[u8]) -> bool,
}

impl EscapedTextReader {
    pub(super) fn new(escapes: &'static DocumentEscapes) -> Self {
        Self {
            escapes,
            held: Vec::new(),
            told: Vec::new(),
            bytes: Vec::new(),
            goes_on: |_| false,
        }
    }

    /// A reader of a text whose escapes may go on in the next line.
    pub(super) fn over_lines(
        escapes: &'static DocumentEscapes,
        goes_on: fn(&[u8]) -> bool,
    ) -> Self {
        Self {
            goes_on,
            ..Self::new(escapes)
        }
    }

    /// Reads a text as far as an escape of it is whole.
    fn read(&mut self, text: &[u8], line: &DumpLine<'_>, out: &mut ReaderOutput) {
        let most = if line.ends {
            text.len()
        } else {
            text.len().saturating_sub(HELD)
        };
        let [first, other] = self.escapes.first;
        let mut at = 0;
        while at < most {
            let next = memchr::memchr2(first, other, &text[at..most]);
            let next = next.map_or(most, |next| at + next);
            self.bytes.extend_from_slice(&text[at..next]);
            at = next;
            if at == most {
                break;
            }
            if let Some(escape) = (self.escapes.read)(&text[at..], &mut self.bytes) {
                if !escape.is_kept {
                    out.counts.signs += 1;
                    out.counts.agreed += escape.len as u64;
                }
                at += escape.len.max(1);
                let set = escape.set.map(|set| format!("its bytes are in {set}"));
                self.tell(set.or(escape.note.map(str::to_owned)), line, out);
            } else {
                self.bytes.push(text[at]);
                at += 1;
            }
        }
        out.counts.understood += non_blank(&text[..at]) as u64;
        self.held.extend_from_slice(&text[at..]);
    }

    /// Says something for the first time.
    fn tell(&mut self, said: Option<String>, line: &DumpLine<'_>, out: &mut ReaderOutput) {
        if let Some(said) = said.filter(|said| !self.told.contains(said)) {
            out.note(line.number, 0, &said);
            self.told.push(said);
        }
    }
}

impl DumpReader for EscapedTextReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let mut text = std::mem::take(&mut self.held);
        text.extend_from_slice(line.text);
        if line.ends && !line.end.is_empty() && text.len() < MOST_LINES && (self.goes_on)(&text) {
            text.extend_from_slice(line.end);
            self.held = text;
            out.read(0);
            return Ok(());
        }
        self.read(&text, line, out);
        if line.ends {
            self.bytes.extend_from_slice(line.end);
            out.read(0);
        }
        out.append(line.number, &self.bytes);
        self.bytes.clear();
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let held = std::mem::take(&mut self.held);
        let line = DumpLine {
            number: 1,
            column: 1,
            text: b"",
            begins: false,
            ends: true,
            end: b"",
        };
        self.read(&held, &line, out);
        out.append(1, &self.bytes);
        self.bytes.clear();
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::Text
    }
}
