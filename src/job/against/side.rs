//! A file before or after, cut into lines that can be compared.
//!
//! In a superset of ASCII a line is compared by its bytes; in any other encoding by its text as
//! UTF-8, so that a former UTF-16 file has the same lines as UTF-8. The byte order mark and the
//! line ends are separate from the text of the lines. Invariant: the mark, and the contents and
//! ends of all lines in order, are the bytes of the file.

use std::borrow::Cow;
use std::ops::Range;

use crate::codec::{Encoding, Meaning, Walk, bom, table};
use crate::window::Peek as _;

/// The end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileLineEnd {
    /// The end of the file.
    None,
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// CR.
    Cr,
    /// NEL, in EBCDIC.
    Nel,
}

impl FileLineEnd {
    /// Its characters.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::Nel => "\u{85}",
        }
    }

    /// Its id in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lf => "lf",
            Self::CrLf => "crlf",
            Self::Cr => "cr",
            Self::Nel => "nel",
        }
    }
}

/// A line.
#[derive(Debug, Clone)]
struct FileLine {
    /// Its bytes in the file without its end.
    raw: Range<usize>,
    /// Its range in the text that is compared.
    body: Range<usize>,
    /// The bytes of its end in the file.
    end: Range<usize>,
    how: FileLineEnd,
}

/// A file in lines.
pub(super) struct FileLines<'a> {
    bytes: &'a [u8],
    /// The encoding it is read in.
    pub(super) encoding: &'static Encoding,
    /// Bytes of the byte order mark.
    mark: usize,
    /// The text that is compared: the bytes after the mark, or their text as UTF-8.
    text: Cow<'a, [u8]>,
    lines: Vec<FileLine>,
}

impl<'a> FileLines<'a> {
    /// A file that is read in an encoding. A repeated mark counts as one mark.
    pub(super) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let mut mark = 0;
        if let Some(one) = bom::opening_mark(encoding) {
            while bytes[mark..].starts_with(one) {
                mark += one.len();
            }
        }
        Self::after_mark(bytes, encoding, mark)
    }

    /// A file whose first bytes are its mark, or the remains of one.
    pub(super) fn after_mark(bytes: &'a [u8], encoding: &'static Encoding, mark: usize) -> Self {
        let mut side = Self {
            bytes,
            encoding,
            mark: mark.min(bytes.len()),
            text: Cow::Borrowed(bytes),
            lines: Vec::new(),
        };
        if encoding.ascii {
            side.cut_bytes();
        } else {
            side.cut_text();
        }
        side
    }

    /// Cuts lines in an encoding where the bytes LF and CR mean nothing else.
    fn cut_bytes(&mut self) {
        let (bytes, mut at) = (self.bytes, self.mark);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let len = to_end(rest);
            let how = match rest.get(len..) {
                Some([b'\r', b'\n', ..]) => FileLineEnd::CrLf,
                Some([b'\r', ..]) => FileLineEnd::Cr,
                Some([b'\n', ..]) => FileLineEnd::Lf,
                _ => FileLineEnd::None,
            };
            let (end, size) = (at + len, usize::from(how != FileLineEnd::None));
            let size = if how == FileLineEnd::CrLf { 2 } else { size };
            self.lines.push(FileLine {
                raw: at..end,
                body: at..end,
                end: end..end + size,
                how,
            });
            at = end + size;
        }
    }

    /// Cuts lines by their characters.
    fn cut_text(&mut self) {
        let data = self.bytes[self.mark..].to_vec();
        let window = data.window(0, data.len());
        let mut text = Vec::with_capacity(data.len());
        let (mut start, mut body) = (self.mark, 0);
        // The start of a CR that a LF may follow.
        let mut cr: Option<usize> = None;
        for step in Walk::new(self.encoding, 0, &window) {
            let (from, to) = (
                step.offset as usize + self.mark,
                step.end() as usize + self.mark,
            );
            let c = step.meaning.scalar();
            if let Some(at) = cr.take() {
                let (how, end) = match c {
                    Some('\n') => (FileLineEnd::CrLf, to),
                    _ => (FileLineEnd::Cr, from),
                };
                self.push((start..at, at..end), body..text.len(), how);
                (start, body) = (end, text.len());
                if how == FileLineEnd::CrLf {
                    continue;
                }
            }
            match c {
                Some('\r') => cr = Some(from),
                Some(c) if self.encoding.ends_line(c) => {
                    let how = if c == '\n' {
                        FileLineEnd::Lf
                    } else {
                        FileLineEnd::Nel
                    };
                    self.push((start..from, from..to), body..text.len(), how);
                    (start, body) = (to, text.len());
                }
                _ => push_text(step.meaning, &self.bytes[from..to], &mut text),
            }
        }
        let len = self.bytes.len();
        if let Some(at) = cr {
            self.push((start..at, at..len), body..text.len(), FileLineEnd::Cr);
        } else if start < len {
            self.push((start..len, len..len), body..text.len(), FileLineEnd::None);
        }
        self.text = Cow::Owned(text);
    }

    fn push(
        &mut self,
        (raw, end): (Range<usize>, Range<usize>),
        body: Range<usize>,
        how: FileLineEnd,
    ) {
        self.lines.push(FileLine {
            raw,
            body,
            end,
            how,
        });
    }

    /// The encoding of the text that is compared.
    pub(super) fn text_encoding(&self) -> &'static Encoding {
        if self.encoding.ascii {
            self.encoding
        } else {
            table::UTF_8
        }
    }

    /// Reports whether all of that text is UTF-8.
    pub(super) fn is_utf8(&self) -> bool {
        str::from_utf8(&self.text).is_ok()
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// All its bytes.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its byte order mark; empty if it has none.
    pub(super) fn mark(&self) -> &'a [u8] {
        &self.bytes[..self.mark]
    }

    /// The text of a line, in the form that is compared.
    pub(super) fn body(&self, line: usize) -> &[u8] {
        { self.lines.get(line) }.map_or(&[], |line| &self.text[line.body.clone()])
    }

    /// The bytes of a line without its end.
    pub(super) fn raw(&self, line: usize) -> &'a [u8] {
        { self.lines.get(line) }.map_or(&[], |line| &self.bytes[line.raw.clone()])
    }

    /// The end of a line.
    pub(super) fn end(&self, line: usize) -> FileLineEnd {
        self.lines
            .get(line)
            .map_or(FileLineEnd::None, |line| line.how)
    }

    /// The bytes of a line's end.
    pub(super) fn end_bytes(&self, line: usize) -> &'a [u8] {
        { self.lines.get(line) }.map_or(&[], |line| &self.bytes[line.end.clone()])
    }

    /// The end that all lines with an end share, if they do; and its bytes.
    pub(super) fn one_end(&self) -> Option<(FileLineEnd, &'a [u8])> {
        let mut ended = { self.lines.iter() }.filter(|line| line.how != FileLineEnd::None);
        let first = ended.next()?;
        let bytes = &self.bytes[first.end.clone()];
        { ended.all(|line| line.how == first.how) }.then_some((first.how, bytes))
    }
}

/// The distance to the first line end.
fn to_end(rest: &[u8]) -> usize {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    rest.iter().position(is_end).unwrap_or(rest.len())
}

/// The byte before an ill-formed sequence in text that is compared: no byte of UTF-8.
pub(super) const ILL_FORMED: u8 = 0xFF;

/// Adds a sequence as UTF-8. An ill-formed one is distinct from all text.
fn push_text(meaning: Meaning, bytes: &[u8], text: &mut Vec<u8>) {
    match meaning {
        Meaning::Scalar(_) | Meaning::Pair(..) => {
            for c in meaning.scalars() {
                text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        Meaning::Shift => {}
        _ => {
            text.push(ILL_FORMED);
            text.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines, each with its end, and the mark before them.
    #[track_caller]
    fn check(bytes: &[u8], id: &str, mark: usize, expected: &[(&str, FileLineEnd)]) {
        let side = FileLines::new(bytes, table::by_id(id).unwrap());
        assert_eq!(side.mark().len(), mark);
        let lines = (0..side.len()).map(|line| (side.body(line), side.end(line)));
        let expected = { expected.iter() }.map(|(body, how)| (body.as_bytes(), *how));
        assert_eq!(lines.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let parts = (0..side.len()).map(|line| [side.raw(line), side.end_bytes(line)].concat());
        let whole = [side.mark().to_vec(), parts.collect::<Vec<_>>().concat()].concat();
        assert_eq!(whole, bytes);
    }

    #[test]
    fn lines_are_the_same_in_every_encoding() {
        use FileLineEnd::{Cr, CrLf, Lf, Nel, None};
        check(b"", "utf-8", 0, &[]);
        check(b"\xEF\xBB\xBF", "utf-8", 3, &[]);
        check(
            b"\xEF\xBB\xBFa\n\r\nb\rc",
            "utf-8",
            3,
            &[("a", Lf), ("", CrLf), ("b", Cr), ("c", None)],
        );
        check(b"a\r", "utf-8", 0, &[("a", Cr)]);
        check(b"a\r\r\n", "utf-8", 0, &[("a", Cr), ("", CrLf)]);
        let wide =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        check(
            &wide("\u{FEFF}é\n\r\nb\rc\u{0A0D}"),
            "utf-16le",
            2,
            &[("é", Lf), ("", CrLf), ("b", Cr), ("c\u{0A0D}", None)],
        );
        check(&wide("a\r"), "utf-16le", 0, &[("a", Cr)]);
        check(&wide("a\r\r\n"), "utf-16le", 0, &[("a", Cr), ("", CrLf)]);
        check(b"\x81\x15\x82", "ebcdic-037", 0, &[("a", Nel), ("b", None)]);
    }

    #[test]
    fn ill_formed_wide_text_equals_no_text() {
        let side = FileLines::new(b"\x00\xD8\n\0", table::UTF_16LE);
        assert_eq!(side.body(0), b"\xFF\x00\xD8");
        assert_eq!(side.end(0), FileLineEnd::Lf);
    }
}
