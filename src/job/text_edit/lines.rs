//! The lines of a decoded text, and their ends.
//!
//! Invariant: CR LF is one line end, and lines are looked at in one pass, however long they are.

use std::ops::Range;

use crate::codec::Encoding;

/// NEL in UTF-8.
const NEL: &[u8] = "\u{85}".as_bytes();

/// The kinds of line ends of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineEnds {
    /// True if NEL ends a line.
    has_nel: bool,
}

impl LineEnds {
    pub(super) fn new(encoding: &Encoding) -> Self {
        Self {
            has_nel: encoding.nel_ends_line(),
        }
    }

    /// The number of the expression that matches the line ends of a text.
    pub(super) fn expression(self, text: &[u8]) -> usize {
        match self.has_nel {
            true => 2,
            false if !text.contains(&b'\n') && text.contains(&b'\r') => 1,
            false => 0,
        }
    }

    /// The first line end from an offset on.
    pub(super) fn next(self, text: &[u8], from: usize) -> Option<Range<usize>> {
        let plain = memchr::memchr2(b'\n', b'\r', &text[from..]).map(|at| from + at);
        let plain = plain.map(|at| {
            let is_pair = text[at..].starts_with(b"\r\n");
            at..at + 1 + usize::from(is_pair)
        });
        if !self.has_nel {
            return plain;
        }
        let until = plain.as_ref().map_or(text.len(), |plain| plain.start);
        let nel = memchr::memmem::find(&text[from..until], NEL).map(|at| from + at);
        nel.map(|at| at..at + NEL.len()).or(plain)
    }
}

/// The line ends that a line end of a sought text matches, as expressions: of usual texts, of texts whose
/// lines end in CR alone, and of texts with NEL. CR LF is never two of them.
const MATCHED: [&str; 3] = [r"(?:\r\n|\n)", r"\r", r"(?:\r\n|\n|\x{85})"];

/// The expressions of a text: one if it is in a line, else one for each kind of line ends.
pub(super) fn expressions(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> = { text.split('\n') }.map(regex_syntax::escape).collect();
    match &lines[..] {
        [line] => vec![line.clone()],
        lines => MATCHED.map(|end| lines.join(end)).to_vec(),
    }
}

/// The lines of a text, for offsets that ascend.
pub(super) struct LineReader<'a> {
    text: &'a [u8],
    ends: LineEnds,
    /// The number of the current line, from 1.
    pub(super) number: u64,
    /// The offset of its first byte.
    pub(super) start: usize,
    /// Its line end, if it has one.
    pub(super) end: Option<Range<usize>>,
    /// The line end before it.
    before: Option<Range<usize>>,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(text: &'a [u8], ends: LineEnds) -> Self {
        Self {
            text,
            ends,
            number: 1,
            start: 0,
            end: ends.next(text, 0),
            before: None,
        }
    }

    /// Goes to the line of an offset.
    pub(super) fn go_to(&mut self, offset: usize) {
        while let Some(end) = self.end.take_if(|end| end.end <= offset) {
            self.number += 1;
            self.start = end.end;
            self.end = self.ends.next(self.text, end.end);
            self.before = Some(end);
        }
    }

    /// The offset of the next line, or the end of the text.
    pub(super) fn after(&self) -> usize {
        self.end.as_ref().map_or(self.text.len(), |end| end.end)
    }

    /// A text with the line ends of the text around it: of this line, else of the one before it.
    pub(super) fn with_own_ends(&self, text: &str) -> String {
        if !text.contains(['\n', '\r']) {
            return text.to_owned();
        }
        let end = self.end.as_ref().or(self.before.as_ref());
        let end = end.map_or(&b"\n"[..], |end| &self.text[end.clone()]);
        let end = String::from_utf8_lossy(end);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.replace('\n', &end)
    }
}
