//! Parts of a file, for shared work: part K of N covers the lines that begin in it.
//!
//! The nominal cuts are at K/N of the length; each is moved onward to the first line that surely
//! begins there or after it ([`LineStart`]). A part without a line start is empty. Invariant: the
//! parts of a file cover it, each byte once. Anyone with K and N finds the same cuts, and reads
//! only the surroundings of two of them.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use crate::codec::{CodecState, Encoding};
use crate::scan::line_start::{LineStart, LineStartSearch};
use crate::source::{Seekable, SequentialInput, Trouble};
use crate::window::Window;

/// Bytes searched at first for the start of a line; twice as many each time after that.
const FIRST: u64 = 4 * 1024;
/// The most bytes searched at once.
const MOST: u64 = 1 << 20;

/// One of several parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartNumber {
    /// Its number, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

/// The bytes of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartRange {
    /// The part's number.
    pub part: PartNumber,
    /// Offset of its first byte.
    pub start: u64,
    /// Just past its last byte.
    pub end: u64,
    /// Bytes of the file.
    pub size: u64,
    /// The line at its start; none for the first part, and at the end of the file.
    pub(crate) line: Option<LineStart>,
}

impl FromStr for PartNumber {
    type Err = String;

    /// Parses `2/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write K/N, part K of N, such as 2/8; K is 1 to N".to_owned();
        let (number, of) = text.trim().split_once('/').ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        let of = of.parse().map_err(|_| wrong())?;
        let is_one = (1..=of).contains(&number);
        is_one.then_some(Self { number, of }).ok_or_else(wrong)
    }
}

impl PartNumber {
    /// Reports whether there are parts before it, whose lines and characters are not counted.
    pub fn is_later(self) -> bool {
        self.number > 1
    }

    /// The part of some data that was opened under a name, in an encoding whose code units start at
    /// `phase`; `beginning` shows the first bytes of the data.
    ///
    /// # Errors
    /// The data can be read only once, or its lines cannot be found from the middle.
    pub(crate) fn of_input(
        self,
        name: &Path,
        input: &SequentialInput,
        (encoding, phase): (&'static Encoding, u64),
        beginning: &Window,
    ) -> Result<PartRange, Trouble> {
        if !LineStart::can_be_found(encoding) {
            let what = format!(
                "in {}, bytes may depend on all bytes before, so it has no parts",
                encoding.id
            );
            return Err(Trouble::new(name, what, "leave out --part"));
        }
        match input {
            SequentialInput::Seekable(data) => {
                Ok(self.range(&DataLines::new(data, encoding, phase)))
            }
            // An empty file.
            SequentialInput::Pipe(_) if beginning.ends && beginning.bytes.is_empty() => {
                Ok(PartRange {
                    part: self,
                    start: 0,
                    end: 0,
                    size: 0,
                    line: None,
                })
            }
            SequentialInput::Pipe(_) => Err(Trouble::new(
                name,
                "can be read only once, so it has no parts",
                "name a file, or leave out --part",
            )),
        }
    }

    fn range(self, lines: &DataLines<'_>) -> PartRange {
        let size = lines.data.len();
        let nominal = |number: u64| {
            let share = u128::from(size) * u128::from(number) / u128::from(self.of);
            share as u64
        };
        let cut = |number: u64| match number {
            0 => (0, None),
            _ if number == self.of => (size, None),
            _ => match lines.starting_at(nominal(number)) {
                Some(line) => (line.offset, Some(line)),
                None => (size, None),
            },
        };
        let (start, line) = cut(self.number - 1);
        let (end, _) = cut(self.number);
        PartRange {
            part: self,
            start,
            end,
            size,
            line,
        }
    }
}

impl PartRange {
    /// Its length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Reports whether it has no bytes.
    pub(crate) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Its offsets.
    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.end
    }
}

/// The lines of some data.
pub(crate) struct DataLines<'a> {
    data: &'a Seekable,
    encoding: &'static Encoding,
    phase: u64,
}

impl<'a> DataLines<'a> {
    /// The lines in an encoding in which [they can be found](LineStart::can_be_found).
    pub(crate) fn new(data: &'a Seekable, encoding: &'static Encoding, phase: u64) -> Self {
        Self {
            data,
            encoding,
            phase,
        }
    }

    /// The first line that surely begins at an offset or after it, but not at the start of the
    /// data; none if there is none.
    pub(crate) fn starting_at(&self, offset: u64) -> Option<LineStart> {
        let reach = self.encoding.reach();
        let (mut from, mut step) = (offset.max(1), FIRST);
        let mut window = Window::default();
        loop {
            // Zeros that are NULs end no line, and need not be read. Known zeros begin where they
            // are requested, so the request includes the bytes before.
            let back = from.saturating_sub(reach.before);
            let zeros = self.data.zeros(back);
            let is_inside = zeros.start <= back && from < zeros.end;
            if is_inside && self.encoding.nul(CodecState::default()).is_some() {
                from = from.max(zeros.end.saturating_sub(reach.after));
            }
            let start = from.saturating_sub(LineStart::reach_before(self.encoding));
            let len = from - start + step + reach.after;
            self.data.read(start, len as usize, &mut window);
            match LineStart::search(self.encoding, self.phase, &window, from) {
                LineStartSearch::Found(line) => return Some(line),
                LineStartSearch::From(_) if window.ends => return None,
                LineStartSearch::From(next) => from = next.max(from + 1),
            }
            step = MOST.min(2 * step);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::panic,
        reason = "a test that cannot go on has failed"
    )]

    use super::*;
    use crate::codec::table;
    use crate::source::Source;
    use std::sync::Arc;

    fn ranges(data: &[u8], of: u64) -> Vec<Range<u64>> {
        let source = Arc::new(Source::memory("data", data.to_vec()));
        let input = SequentialInput::from_source(&source);
        let reading = (table::UTF_8, 0);
        (1..=of)
            .map(|number| {
                let part = PartNumber { number, of };
                let found = part.of_input(Path::new("data"), &input, reading, &Window::default());
                found.unwrap().range()
            })
            .collect()
    }

    #[test]
    fn parts_begin_with_lines_and_cover_the_file() {
        let data = b"one\ntwo\r\nthree\rfour\n\nsix";
        assert_eq!(ranges(data, 3), [0..9, 9..20, 20..24]);
        assert_eq!(ranges(b"a long line\n", 3), [0..12, 12..12, 12..12]);
        assert_eq!(ranges(b"no line end", 2), [0..11, 11..11]);
        assert_eq!(ranges(b"", 2), [0..0, 0..0]);
        for of in 1..=40 {
            let ranges = ranges(data, of);
            let mut at = 0;
            for range in ranges {
                assert_eq!(range.start, at);
                at = range.end;
            }
            assert_eq!(at, 24);
        }
    }

    #[test]
    fn a_line_longer_than_what_is_searched_at_once_is_passed() {
        let line = vec![b'a'; 3 * MOST as usize];
        let data = [&line[..], b"\r", b"\n", &line[..]].concat();
        let (end, len) = (line.len() as u64 + 2, data.len() as u64);
        assert_eq!(ranges(&data, 3), [0..end, end..len, len..len]);
    }

    #[test]
    fn a_part_is_written_as_a_fraction() {
        assert_eq!("2/8".parse(), Ok(PartNumber { number: 2, of: 8 }));
        for wrong in ["", "2", "0/8", "9/8", "a/b", "1/0", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<PartNumber>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_encoding_without_parts_is_refused_in_one_line() {
        let source = Arc::new(Source::memory("data", b"abc".to_vec()));
        let input = SequentialInput::from_source(&source);
        let part = PartNumber { number: 1, of: 2 };
        for encoding in table::all() {
            let reading = (encoding, 0);
            let found = part.of_input(Path::new("a.txt"), &input, reading, &Window::default());
            match found {
                Ok(_) => assert!(!encoding.is_stateful()),
                Err(trouble) => {
                    assert!(encoding.is_stateful());
                    let line = trouble.to_string();
                    assert!(line.starts_with("a.txt: ") && line.ends_with("leave out --part"));
                }
            }
        }
    }
}
