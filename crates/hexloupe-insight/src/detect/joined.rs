//! Data joined from text in bytes and text in units of two bytes, as a shell appends one to the
//! other, or from units in both byte orders.
//!
//! Lines say where one ends: a line end in bytes is no unit of text, and the NUL or control of a unit
//! is no byte of text. Invariant: parts are told only if each is text from its first byte to its
//! last, and there are both kinds.

mod borders;
mod bytes;
mod narrow_text;
mod opening;
mod reader;
mod units;

use std::ops::Range;

use super::byte_stats::is_rare;
use super::tuning::{JOINED_LONE, JOINED_LOOK, JOINED_MOST, JOINED_START};
use borders::{Marks, narrow_start, wide_start};
use bytes::{has_utf_8, is_utf_8};
use hexloupe_text::codec::{Encoding, bom, table};
use hexloupe_text::window::Peek;
pub(super) use narrow_text::NarrowText;
use opening::Opening;
use reader::Reader;
use units::PartUnits;

/// A part of some data in units of two bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WidePart {
    /// Its bytes, with the byte order mark before its text.
    pub range: Range<u64>,
    /// Its encoding.
    pub encoding: &'static Encoding,
}

/// The parts of joined data in units of two bytes, in order; the rest is in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedParts {
    wide: Vec<WidePart>,
    len: u64,
    /// True if the first part in bytes that follows one in units begins with UTF-8.
    is_utf_8_next: bool,
}

/// The search for text in units after text in bytes.
enum NextWide {
    /// There is none: no byte is one that text in bytes does not have, or many of them are lone.
    None,
    /// There is a NUL, but no text in units.
    NoText,
    /// It may begin at an offset: the byte at another one tells it.
    At {
        start: u64,
        encoding: &'static Encoding,
        odd: u64,
    },
}

impl NextWide {
    /// Searches a range of text in bytes from an offset on.
    fn find(reader: &mut Reader<'_>, text: Range<u64>, mut from: u64) -> Self {
        let is_odd = |bytes: &[u8]| bytes.iter().position(|byte| is_rare(*byte));
        for _ in 0..JOINED_LONE {
            let Some(odd) = reader.position(from..text.end, is_odd) else {
                return Self::None;
            };
            if let Some((start, encoding)) = wide_start(reader, text.start..odd) {
                return Self::after_lone(reader, text, odd).unwrap_or(Self::At {
                    start,
                    encoding,
                    odd,
                });
            }
            if !may_be_alone(reader, odd) {
                return Self::NoText;
            }
            from = odd + 1;
        }
        Self::None
    }
}

impl NextWide {
    /// The text in units that begins after a control, and not with it: a NUL soon tells.
    fn after_lone(reader: &mut Reader<'_>, text: Range<u64>, control: u64) -> Option<Self> {
        let near = control + 1..text.end.min(control + 1 + JOINED_START);
        let odd = reader.position(near, |bytes| memchr::memchr(0, bytes))?;
        let (start, encoding) = wide_start(reader, text.start..odd)?;
        let is_after = may_be_alone(reader, control) && start > control;
        is_after.then_some(Self::At {
            start,
            encoding,
            odd,
        })
    }
}

/// Reports whether the byte at an offset may stand in text in bytes: a bell or a backspace may, a NUL does
/// not.
fn may_be_alone(reader: &mut Reader<'_>, odd: u64) -> bool {
    reader.bytes(odd, 1) != [0]
}

/// The part in units that begins at an offset, and the encoding of a part that follows it in the other
/// byte order; none if it is no text.
fn part_at(
    reader: &mut Reader<'_>,
    marks: &mut Marks,
    at: u64,
    encoding: &'static Encoding,
) -> Option<(WidePart, Option<&'static Encoding>)> {
    let len = reader.data.len();
    let swapped = marks.swapped_start(reader, at, encoding);
    let most = swapped.map_or(len, |(start, _)| start);
    let narrow = narrow_start(reader, at..most, encoding);
    let form = swapped.filter(|_| narrow.is_none()).map(|(_, form)| form);
    let end = narrow.or(swapped.map(|(start, _)| start));
    let end = end.or_else(|| (at > 0).then_some(len))?;
    let units = PartUnits::count(reader, at..end, encoding)?;
    let mark = bom::opening_mark(encoding);
    let is_text = match () {
        // A mark at a border is no chance.
        () if at > 0 && mark == Some(reader.bytes(at, 2)) || form.is_some() => true,
        () if at > 0 => units.is_text(),
        // What is wide from its first byte on may be in any script.
        () => units.has_few_pairs(),
    };
    let range = at..end;
    let is_part = is_text && !has_utf_8(reader, range.clone());
    is_part.then_some((WidePart { range, encoding }, form))
}

impl JoinedParts {
    /// The parts of some data; none if it is not joined.
    pub fn find(data: &dyn Peek) -> Option<Self> {
        let mut reader = Reader::new(data);
        // Even a line end of wide text has a NUL.
        reader.position(0..data.len(), |bytes| memchr::memchr(0, bytes))?;
        let (mut wide, mut at, mut marks) = (Vec::new(), 0, Marks::default());
        let mut form = match Opening::of(&mut reader)? {
            Opening::Narrow => None,
            Opening::Wide(form) => Some(form),
        };
        while at < data.len() && wide.len() < JOINED_MOST {
            let mut from = at;
            let (part, next) = loop {
                let (start, encoding, odd) = match form.take() {
                    Some(encoding) => (at, encoding, None),
                    None => match NextWide::find(&mut reader, at..data.len(), from) {
                        NextWide::None => return Self::of(wide, &mut reader),
                        NextWide::NoText => return None,
                        NextWide::At {
                            start,
                            encoding,
                            odd,
                        } => (start, encoding, Some(odd)),
                    },
                };
                // A control may stand alone before the text in units.
                let alone = odd.filter(|odd| may_be_alone(&mut reader, *odd));
                match (part_at(&mut reader, &mut marks, start, encoding), alone) {
                    (Some(found), _) => break found,
                    (None, Some(alone)) => from = alone + 1,
                    (None, None) => return None,
                }
            };
            (at, form) = (part.range.end, next);
            wide.push(part);
        }
        Self::of(wide, &mut reader)
    }

    /// These parts; none if there is none.
    fn of(wide: Vec<WidePart>, reader: &mut Reader<'_>) -> Option<Self> {
        let first = wide.first()?.range.end;
        let is_utf_8_next = is_utf_8(reader.bytes(first, JOINED_LOOK));
        Some(Self {
            wide,
            len: reader.data.len(),
            is_utf_8_next,
        })
    }

    /// The parts in units of two bytes.
    pub fn wide(&self) -> &[WidePart] {
        &self.wide
    }

    /// Reports whether the data begins with units of two bytes.
    pub(super) fn begins_wide(&self) -> bool {
        self.wide.first().is_some_and(|part| part.range.start == 0)
    }

    /// The number of parts, of both kinds.
    pub(super) fn count(&self) -> usize {
        let narrow = self.narrow(0..self.len).count();
        self.wide.len() + narrow
    }

    /// The offset of the second part.
    pub fn second(&self) -> u64 {
        let first = self.wide.first().map(|part| &part.range);
        first.map_or(self.len, |first| match first.start {
            0 => first.end,
            start => start,
        })
    }

    /// The name of the second part: its encoding, or that it is text in bytes.
    pub fn second_name(&self) -> &'static str {
        match self.wide_at(self.second()) {
            Some(part) => part.encoding.name,
            None if self.is_utf_8_next => table::UTF_8.name,
            None => "text in bytes",
        }
    }

    /// The parts of a range that are in bytes.
    pub(super) fn narrow(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let next = self.next(range.start);
        let before = next
            .checked_sub(1)
            .map_or(0, |last| self.wide[last].range.end);
        let rest = &self.wide[next..];
        let starts = [before]
            .into_iter()
            .chain(rest.iter().map(|part| part.range.end));
        let ends = rest.iter().map(|part| part.range.start).chain([self.len]);
        let all = starts
            .zip(ends)
            .take_while(move |(start, _)| *start < range.end);
        let all = all.map(move |(start, end)| start.max(range.start)..end.min(range.end));
        all.filter(|part| part.start < part.end)
    }

    /// The wide part that an offset is in.
    pub(super) fn wide_at(&self, offset: u64) -> Option<&WidePart> {
        let next = self.wide.get(self.next(offset));
        next.filter(|part| part.range.start <= offset)
    }

    /// Reports whether the byte at an offset is in a part in bytes.
    pub(super) fn is_narrow(&self, offset: u64) -> bool {
        offset < self.len && self.wide_at(offset).is_none()
    }

    /// The number of wide parts that end up to an offset.
    fn next(&self, offset: u64) -> usize {
        self.wide.partition_point(|part| part.range.end <= offset)
    }
}

#[cfg(test)]
mod tests;
