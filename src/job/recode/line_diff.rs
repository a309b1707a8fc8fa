//! The changes that a conversion would make, line by line, without writing it.
//!
//! The written text is cut into lines, and each is compared with the line of the old data with the
//! same number: a conversion makes one line of one line. Invariant: memory holds two lines at most,
//! and of each no more than [`MOST`] bytes.

use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write};

use crate::codec::{CodecState, Encoding};
use crate::window::Peek;

/// The most bytes of a line that are stored; longer lines are still compared whole.
pub const MOST: usize = 64 * 1024;
/// Bytes of the old data read at once.
const PIECE: usize = 64 * 1024;

/// A line that a conversion would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its first bytes before, with the line end; none if there is no such line.
    pub before: Option<&'a [u8]>,
    /// Its first bytes after the conversion.
    pub after: Option<&'a [u8]>,
}

/// Receives a line that would change.
pub type PutLine<'a> = dyn FnMut(&ChangedLine<'_>) -> io::Result<()> + 'a;

/// Compares the written text with the old data.
pub struct LineDiff<'a> {
    old: OldLines<'a>,
    new: LineCutter,
    number: u64,
    put: &'a mut PutLine<'a>,
}

impl<'a> LineDiff<'a> {
    /// A comparison of `old`, which is in the encoding `from`, with text written in `to`.
    pub fn new(
        old: &'a dyn Peek,
        from: &Encoding,
        to: &Encoding,
        put: &'a mut PutLine<'a>,
    ) -> Self {
        Self {
            old: OldLines {
                data: old,
                at: 0,
                cutter: LineCutter::new(from),
                lines: Vec::new(),
            },
            new: LineCutter::new(to),
            number: 0,
            put,
        }
    }

    /// Compares the rest.
    ///
    /// # Errors
    /// A line cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(line) = self.new.end() {
            self.compare(Some(&line))?;
        }
        while self.compare(None)? {}
        Ok(())
    }

    /// Compares a line with the next old one; returns whether there was any.
    fn compare(&mut self, new: Option<&HashedLine>) -> io::Result<bool> {
        let old = self.old.next();
        self.number += 1;
        if old.as_ref() != new {
            (self.put)(&ChangedLine {
                number: self.number,
                before: old.as_ref().map(|line| &*line.bytes),
                after: new.map(|line| &*line.bytes),
            })?;
        }
        Ok(old.is_some() || new.is_some())
    }
}

impl Write for LineDiff<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = Vec::new();
        self.new.feed(bytes, &mut lines);
        for line in &lines {
            self.compare(Some(line))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines of the old data, one after the other.
struct OldLines<'a> {
    data: &'a dyn Peek,
    at: u64,
    cutter: LineCutter,
    /// Lines that are cut already, the next one last.
    lines: Vec<HashedLine>,
}

impl OldLines<'_> {
    fn next(&mut self) -> Option<HashedLine> {
        while self.lines.is_empty() {
            let window = self.data.window(self.at, PIECE);
            if window.bytes.is_empty() {
                return self.cutter.end();
            }
            self.at = window.end();
            self.cutter.feed(&window.bytes, &mut self.lines);
            self.lines.reverse();
        }
        self.lines.pop()
    }
}

/// A line with its end.
#[derive(Debug, Clone, Default)]
struct HashedLine {
    bytes: Vec<u8>,
    len: u64,
    hash: DefaultHasher,
}

impl PartialEq for HashedLine {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len
            && self.bytes == other.bytes
            && self.hash.finish() == other.hash.finish()
    }
}

impl HashedLine {
    fn push(&mut self, unit: &[u8]) {
        self.len += unit.len() as u64;
        if self.bytes.len() < MOST {
            self.bytes.extend_from_slice(unit);
        } else {
            self.hash.write(unit);
        }
    }
}

/// Cuts bytes after LF, CR LF, a lone CR and, where it ends lines, NEL.
struct LineCutter {
    unit: usize,
    lf: Vec<u8>,
    cr: Vec<u8>,
    nel: Option<Vec<u8>>,
    line: HashedLine,
    /// The beginning of a code unit.
    rest: Vec<u8>,
    after_cr: bool,
}

impl LineCutter {
    fn new(encoding: &Encoding) -> Self {
        let bytes = |c| {
            let mut bytes = Vec::new();
            // An encoding without line ends has one line.
            let _ = encoding.encode(&mut CodecState::default(), c, &mut bytes);
            bytes
        };
        Self {
            unit: usize::from(encoding.unit),
            lf: bytes('\n'),
            cr: bytes('\r'),
            nel: encoding.nel_ends_line().then(|| bytes('\u{85}')),
            line: HashedLine::default(),
            rest: Vec::new(),
            after_cr: false,
        }
    }

    fn feed(&mut self, bytes: &[u8], into: &mut Vec<HashedLine>) {
        let mut rest = std::mem::take(&mut self.rest);
        let bytes = if rest.is_empty() {
            bytes
        } else {
            rest.extend_from_slice(bytes);
            &rest
        };
        let mut units = bytes.chunks_exact(self.unit);
        for unit in &mut units {
            let is_lf = unit == self.lf;
            if std::mem::take(&mut self.after_cr) && !is_lf {
                into.push(std::mem::take(&mut self.line));
            }
            self.line.push(unit);
            self.after_cr = unit == self.cr;
            if is_lf || self.nel.as_deref() == Some(unit) {
                into.push(std::mem::take(&mut self.line));
            }
        }
        self.rest = units.remainder().to_vec();
    }

    /// The last line, if it has no end.
    fn end(&mut self) -> Option<HashedLine> {
        self.after_cr = false;
        let rest = std::mem::take(&mut self.rest);
        self.line.push(&rest);
        let line = std::mem::take(&mut self.line);
        (line.len > 0).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    /// Number, before and after of the lines that differ, by pieces of a size.
    fn changed(old: &[u8], new: &[u8], ids: (&str, &str), by: usize) -> Vec<(u64, String, String)> {
        let mut found = Vec::new();
        let show = |bytes: Option<&[u8]>| {
            bytes.map_or("-".to_owned(), |line| line.escape_ascii().to_string())
        };
        let mut put = |line: &ChangedLine<'_>| {
            found.push((line.number, show(line.before), show(line.after)));
            Ok(())
        };
        let encoding = |id| table::by_id(id).unwrap();
        let old = old.to_vec();
        let mut diff = LineDiff::new(&old, encoding(ids.0), encoding(ids.1), &mut put);
        for part in new.chunks(by) {
            diff.write_all(part).unwrap();
        }
        diff.finish().unwrap();
        found
    }

    #[track_caller]
    fn check(old: &[u8], new: &[u8], ids: (&str, &str), expected: &[(u64, &str, &str)]) {
        for by in 1..=9 {
            let found = changed(old, new, ids, by);
            let found: Vec<_> = { found.iter() }
                .map(|(number, before, after)| (*number, &**before, &**after))
                .collect();
            assert_eq!(found, expected, "by {by}");
        }
    }

    #[test]
    fn lines_that_differ_are_given_with_their_numbers() {
        let same = ("utf-8", "utf-8");
        check(b"a\nb\nc", b"a\nb\nc", same, &[]);
        check(b"a\nb\nc\n", b"a\nB\nc\n", same, &[(2, r"b\n", r"B\n")]);
        check(
            b"a\r\nb\rc\n",
            b"a\nb\nc\n",
            same,
            &[(1, r"a\r\n", r"a\n"), (2, r"b\r", r"b\n")],
        );
        check(b"a\n\nb", b"a\n\nb\n", same, &[(3, "b", r"b\n")]);
        check(b"a\nb\n", b"a\n", same, &[(2, r"b\n", "-")]);
        check(b"", b"\xEF\xBB\xBFa", same, &[(1, "-", r"\xef\xbb\xbfa")]);
        check(b"a\r", b"a\r", same, &[]);
    }

    #[test]
    fn lines_of_other_encodings_are_the_same_lines() {
        check(
            b"a\0\n\0b\0\n\n\n\0",
            b"a\nb\xE0\xA8\x8A\n",
            ("utf-16le", "utf-8"),
            &[
                (1, r"a\x00\n\x00", r"a\n"),
                (2, r"b\x00\n\n\n\x00", r"b\xe0\xa8\x8a\n"),
            ],
        );
        // NEL ends lines in EBCDIC.
        check(
            b"\x81\x15\x82",
            b"a\nb",
            ("ebcdic-037", "utf-8"),
            &[(1, r"\x81\x15", r"a\n"), (2, r"\x82", "b")],
        );
    }

    #[test]
    fn long_lines_are_compared_to_their_ends() {
        for at in [MOST - 2, MOST - 1, MOST, MOST + 1, 3 * MOST] {
            let old = vec![b'x'; 3 * MOST + 5];
            let mut new = old.clone();
            new[at] = b'y';
            for by in [1000, PIECE, 70_001] {
                let found = changed(&old, &new, ("utf-8", "utf-8"), by);
                assert_eq!(found.len(), 1, "{at}");
                assert_eq!(found[0].1.len(), MOST);
                assert_eq!(changed(&old, &old, ("utf-8", "utf-8"), by), []);
            }
        }
    }
}
