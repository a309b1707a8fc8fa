//! The bytes of a text in a format, each with its place in the text.
//!
//! A reader takes the text in the smallest pieces, so what it gives after a piece comes from the pieces
//! since it gave something before. Invariant: places never go back, and a byte that is in the text as it
//! is has its own place.

use std::ops::Range;

use super::format::{DumpFormat, DumpReader};
use super::out::{ReaderOutput, Unreadable};
use super::text::DumpLine;

/// The last bytes of the text that are held, to find what is given as it is.
const HELD: usize = 64;

/// Bytes with their places in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlacedBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    spans: Vec<PlacedSpan>,
}

/// Bytes of which so many each come from so many bytes of the text; up to the next span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PlacedSpan {
    /// The index of the first.
    at: usize,
    /// Its place.
    place: u64,
    /// The bytes that are given together.
    given: u32,
    /// The bytes of the text that they come from.
    taken: u32,
}

impl PlacedSpan {
    /// The place of the byte at an index.
    fn place_of(&self, index: usize) -> u64 {
        let from = index.saturating_sub(self.at);
        let (given, taken) = (self.given.max(1) as usize, self.taken.max(1));
        let within = (from % given).min(taken as usize - 1) as u64;
        self.place + (from / given) as u64 * u64::from(taken) + within
    }

    /// The place after what it comes from, if it ends before an index.
    fn end(&self, until: usize) -> u64 {
        let groups = (until - self.at).div_ceil(self.given.max(1) as usize);
        self.place + groups as u64 * u64::from(self.taken)
    }
}

impl PlacedBytes {
    /// Adds bytes that come from a stretch of the text.
    pub fn add(&mut self, bytes: &[u8], place: u64, taken: u64) {
        if bytes.is_empty() {
            return;
        }
        let at = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        // Bytes that stay as they are, are given one by one.
        let (given, taken) = if taken == bytes.len() as u64 {
            (1, 1)
        } else {
            (bytes.len() as u32, u32::try_from(taken).unwrap_or(u32::MAX))
        };
        let goes_on = self.spans.last().is_some_and(|last| {
            (last.given, last.taken) == (given, taken)
                && (at - last.at).is_multiple_of(given as usize)
                && last.place_of(at) == place
        });
        if !goes_on {
            self.spans.push(PlacedSpan {
                at,
                place,
                given,
                taken,
            });
        }
    }

    /// Adds the bytes of another text after these.
    pub fn join(&mut self, other: &Self) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        let moved = other.spans.iter().map(|span| PlacedSpan {
            at: span.at + before,
            ..*span
        });
        self.spans.extend(moved);
    }

    /// The same bytes in a text that is itself given from another one.
    #[must_use]
    pub fn within(mut self, place: impl Fn(u64) -> u64) -> Self {
        let bytes = std::mem::take(&mut self.bytes);
        let mut outer = Self::default();
        for (number, span) in self.spans.iter().enumerate() {
            let until = self
                .spans
                .get(number + 1)
                .map_or(bytes.len(), |next| next.at);
            let end = span.end(until);
            let (first, after) = (place(span.place), place(end));
            if after - first == end - span.place {
                // As each byte of the text around is from one or more, each is from one.
                outer.spans.push(PlacedSpan {
                    place: first,
                    ..*span
                });
                outer.bytes.extend_from_slice(&bytes[span.at..until]);
                continue;
            }
            for index in span.at..until {
                let own = place(span.place_of(index));
                let next = if index + 1 < until {
                    place(span.place_of(index + 1))
                } else {
                    after
                };
                outer.add(&bytes[index..=index], own, next.saturating_sub(own).max(1));
            }
        }
        outer
    }

    /// The place of the byte at an index; past the end the place after the last.
    pub fn place(&self, index: usize) -> u64 {
        let after = self.spans.partition_point(|span| span.at <= index);
        let span = after.checked_sub(1).and_then(|span| self.spans.get(span));
        span.map_or(0, |span| span.place_of(index))
    }

    /// The place after what the last byte comes from.
    pub fn end(&self) -> u64 {
        let end = |span: &PlacedSpan| span.end(self.bytes.len());
        self.spans.last().map_or(0, end)
    }

    /// The index of the byte that comes from a place, or of the last one before it.
    pub fn index(&self, place: u64) -> usize {
        let (mut low, mut high) = (0, self.bytes.len());
        while low + 1 < high {
            let middle = low.midpoint(high);
            if self.place(middle) <= place {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Reads a text in a format, piece by piece.
pub struct PlacedReader {
    reader: Box<dyn DumpReader>,
    out: ReaderOutput,
    placed: PlacedBytes,
    /// The place after which nothing was given yet, and the last bytes of the text.
    since: Option<u64>,
    last: Vec<u8>,
    /// The number of the line, and whether some of it was read.
    line: u64,
    has_begun: bool,
}

impl PlacedReader {
    /// A reader by the first of a format.
    pub fn new(format: &'static DumpFormat) -> Self {
        Self {
            reader: (format.readers[0])(),
            out: ReaderOutput::default(),
            placed: PlacedBytes::default(),
            since: None,
            last: Vec::new(),
            line: 1,
            has_begun: false,
        }
    }

    /// Reads a piece of a line, which is at a place.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn feed(&mut self, piece: &[u8], place: u64) -> Result<(), Unreadable> {
        self.read(piece, place, None)
    }

    /// Tells that what opens the text, such as a quote, was read: no byte comes from it.
    pub fn opened(&mut self) {
        self.since = None;
        self.last.clear();
    }

    /// Ends a line whose end, LF or CR LF, is at a place.
    ///
    /// # Errors
    /// The line cannot be read.
    pub fn end_line(&mut self, end: &'static [u8], place: u64) -> Result<(), Unreadable> {
        self.read(b"", place, Some(end))
    }

    /// Ends the text; the bytes that were read, and what cannot be read, if something cannot.
    pub fn finish(mut self, place: u64) -> (PlacedBytes, Option<Unreadable>) {
        let mut done = Ok(());
        if self.has_begun {
            done = self.read(b"", place, Some(b""));
        }
        let done = done.and_then(|()| self.reader.end(&mut self.out));
        self.take(place);
        (self.placed, done.err())
    }

    fn read(
        &mut self,
        piece: &[u8],
        place: u64,
        end: Option<&'static [u8]>,
    ) -> Result<(), Unreadable> {
        let line = DumpLine {
            number: self.line,
            column: 1,
            text: piece,
            begins: !self.has_begun,
            ends: end.is_some(),
            end: end.unwrap_or_default(),
        };
        self.since.get_or_insert(place);
        self.last.extend_from_slice(piece);
        self.last.extend_from_slice(line.end);
        let after = place + (piece.len() + line.end.len()) as u64;
        let done = self.reader.line(&line, &mut self.out);
        self.has_begun = !line.ends;
        self.line += u64::from(line.ends);
        match self.reader.is_idle() {
            None => self.take(after),
            Some(is_idle) => self.take_of_known(piece, place..after, is_idle),
        }
        done
    }

    /// Takes what was given after a piece of the text, by a reader that knows whether something waits
    /// for what follows: then the piece does, and what was given comes from what was before it.
    fn take_of_known(&mut self, piece: &[u8], at: Range<u64>, is_idle: bool) {
        let (given, _) = self.out.data();
        let has_own = is_idle && given.len() > piece.len() && given.ends_with(piece);
        // A quote or a blank ends an escape, and is no part of it.
        let closes = matches!(piece, [b'"' | b'\'' | b' ' | b'\t']) && !given.ends_with(piece);
        let is_before = self.since.is_some_and(|since| since < at.start);
        let waits = !is_idle || closes || has_own && !self.last.ends_with(given);
        if !given.is_empty() && is_before && waits {
            let own = if has_own { piece.len() } else { 0 };
            let (before, own) = given.split_at(given.len() - own);
            let from = self.since.unwrap_or(at.start);
            let waited = self.last.len() - piece.len().min(self.last.len());
            let as_is = self.last[..waited].ends_with(before);
            let from = if as_is {
                at.start.saturating_sub(before.len() as u64)
            } else {
                from
            };
            self.placed.add(before, from, at.start - from);
            self.placed.add(own, at.start, at.end - at.start);
            self.out.clear();
            self.last.clear();
            self.last.extend_from_slice(piece);
            self.since = Some(at.start);
        } else {
            self.take(at.end);
        }
        if is_idle {
            // What gave nothing, such as the quote that opens a string, is behind.
            self.since = None;
            self.last.clear();
        }
    }

    /// Takes what was given, up to a place.
    fn take(&mut self, after: u64) {
        let (given, _) = self.out.data();
        if given.is_empty() {
            let surplus = self.last.len().saturating_sub(HELD);
            self.last.drain(..surplus);
            return;
        }
        let from = self.since.take().unwrap_or(after);
        if self.last.ends_with(given) {
            let own = after.saturating_sub(given.len() as u64);
            self.placed.add(given, own, given.len() as u64);
        } else {
            self.placed.add(given, from, after.saturating_sub(from));
        }
        self.last.clear();
        self.out.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table;

    /// The bytes of a text, the place of each, and the place after the last.
    fn read(format: &str, text: &str) -> (Vec<u8>, Vec<u64>, u64) {
        let mut reader = PlacedReader::new(table::by_name(format).unwrap());
        for (at, byte) in text.bytes().enumerate() {
            let done = match byte {
                b'\n' => reader.end_line(b"\n", at as u64),
                byte => reader.feed(&[byte], at as u64),
            };
            assert_eq!(done, Ok(()));
        }
        let (read, wrong) = reader.finish(text.len() as u64);
        assert_eq!(wrong, None);
        let places = (0..read.bytes.len())
            .map(|index| read.place(index))
            .collect();
        let end = read.end();
        (read.bytes, places, end)
    }

    #[test]
    fn each_byte_has_the_place_of_what_it_is_written_as() {
        for (format, text, bytes, places) in [
            (
                "percent",
                "a%D0%9F-b",
                &b"a\xD0\x9F-b"[..],
                &[0, 1, 4, 7, 8][..],
            ),
            (
                "quoted-printable",
                "a=C3=\n=A9b",
                b"a\xC3\xA9b",
                &[0, 1, 6, 9],
            ),
            (
                "quoted-printable",
                "ab =D0  =9F x",
                b"ab \xD0  \x9F x",
                &[0, 1, 2, 3, 6, 7, 8, 11, 12],
            ),
            (
                "quoted-printable",
                "x =\n=D0=9F  \ny",
                b"x \xD0\x9F\ny",
                &[0, 1, 4, 7, 12, 13],
            ),
            (
                "c-string",
                "\"\\xd0\\x9f\\320x\\n\\xd0\"",
                b"\xD0\x9F\xD0x\n\xD0",
                &[1, 5, 9, 13, 14, 16],
            ),
            (
                "c-string",
                "\"\\xd0 \\7\\77g\" \"\\xff\"",
                b"\xD0 \x07\x3Fg\xFF",
                &[1, 5, 6, 8, 11, 15],
            ),
            (
                "json",
                "\"\\ud83d\\ude00a\\u0041\"",
                b"\xF0\x9F\x98\x80aA",
                &[1, 2, 3, 4, 13, 14],
            ),
            ("json", "\"a\\u00e9b\"", b"a\xC3\xA9b", &[1, 2, 3, 8]),
            ("folded", "a\n b\nc\n", b"ab\nc\n", &[0, 3, 4, 5, 6]),
            ("html-entities", "a&eacute;b", b"a\xC3\xA9b", &[0, 1, 2, 9]),
            (
                "data-uri",
                "data:;base64,SGVsbG8=",
                b"Hello",
                &[0, 15, 16, 17, 19],
            ),
        ] {
            let (read, placed, end) = read(format, text);
            assert_eq!((read, placed), (bytes.to_vec(), places.to_vec()), "{text}");
            if format == "c-string" {
                assert_eq!(end, text.len() as u64 - 1, "{text}");
            }
        }
    }

    #[test]
    fn a_place_leads_to_its_byte() {
        let mut placed = PlacedBytes::default();
        placed.add(b"ab", 10, 2);
        placed.add(b"\xC3\xA9", 12, 8);
        placed.add(b"c", 20, 1);
        for (place, index) in [
            (0, 0),
            (10, 0),
            (11, 1),
            (12, 2),
            (13, 3),
            (19, 3),
            (20, 4),
            (99, 4),
        ] {
            assert_eq!(placed.index(place), index, "{place}");
        }
        let inner = {
            let mut inner = PlacedBytes::default();
            inner.add(b"x", 1, 1);
            inner.add(b"y", 2, 3);
            inner.within(|place| placed.place(place as usize))
        };
        assert_eq!((inner.place(0), inner.place(1)), (11, 12));
    }
}
