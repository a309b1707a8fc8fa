//! A comparison for programs: one JSON object per row.
//!
//! The text of a sequence is in the record of the row that it begins in, so the texts of
//! one encoding, joined, are the text of the range. Invariant: the records cover every byte
//! of the range once, in order, and each is one line.

use std::io::{self, Write};
use std::ops::Range;

use super::{ComparedRow, EncodedRow, rows};
use crate::codec::{self, Meaning, Step};
use crate::model::text::EncodedText;
use crate::report::json::{self, Hex, JsonList, JsonRecord, Object, TypedRecord};
use crate::report::{Options, Printed};
use crate::window::Peek;

/// Prints a comparison as records; see [`PrintComparison`](super::PrintComparison).
pub(super) fn print(
    known: &dyn Peek,
    texts: &[EncodedText<'_>],
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut line = String::new();
    rows(known, texts, options, out, |row, lines| {
        let mut at = row.range.start;
        while at < row.range.end {
            let hole = row.window.hole_at(at);
            let next = row.window.holes.iter().map(|hole| hole.start);
            let next = next.filter(|start| *start > at).min();
            let end = hole.map(|hole| hole.end).or(next).unwrap_or(row.range.end);
            let readable = hole.is_none();
            let part = RowPart {
                row,
                range: at..end,
                readable,
            };
            line.clear();
            json::line(&mut line, &part, options.charset);
            lines.extend_from_slice(line.as_bytes());
            at = end;
        }
    })
}

/// A part of a row: bytes that were all read, or one hole.
struct RowPart<'a> {
    row: &'a ComparedRow<'a>,
    range: Range<u64>,
    readable: bool,
}

impl TypedRecord for RowPart<'_> {
    const TYPE: &'static str = "comparison";
}

impl JsonRecord for RowPart<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let (row, range) = (self.row, &self.range);
        let [start, end] = [range.start, range.end].map(|at| row.data.address(at));
        object.field("offset", start);
        object.field("length", end - start);
        let first = (range.start - row.range.start) as usize;
        let marks = &row.differ[first..first + (range.end - range.start) as usize];
        let (bytes, readings, marks) = if self.readable {
            let bytes = row.window.slice(range.start, range.end);
            (bytes, &row.readings[..], marks)
        } else {
            (&[][..], &[][..], &[][..])
        };
        object.field("hex", Hex(bytes));
        let readings = readings.iter().map(|reading| PartReading(self, reading));
        object.field("readings", JsonList(&readings.collect::<Vec<_>>()));
        let runs = runs(marks)
            .map(|(at, len)| EncodingDifferenceRecord(row.data.address(range.start + at), len));
        object.field("differ", JsonList(&runs.collect::<Vec<_>>()));
    }
}

/// A part of a row in one encoding.
struct PartReading<'a>(&'a RowPart<'a>, &'a EncodedRow<'a>);

impl JsonRecord for PartReading<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(part, reading) = *self;
        let own = own(part.row, reading, &part.range);
        object.field("encoding", reading.encoding.id);
        object.field("text", own.clone().flat_map(text).collect::<String>());
        let faults = own.filter(|step| step.meaning.fault().is_some());
        let faults = faults.map(|step| FaultRecord(step, part.row.data));
        object.field("faults", JsonList(&faults.collect::<Vec<_>>()));
    }
}

/// An ill-formed sequence, and the data that knows its address.
struct FaultRecord<'a>(&'a Step, &'a dyn Peek);

impl JsonRecord for FaultRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("offset", self.1.address(self.0.offset));
        object.field("length", u64::from(self.0.len));
        object.field_if_any("fault", self.0.meaning.fault().map(codec::Fault::id));
    }
}

/// The address where encodings differ, and for how many bytes.
struct EncodingDifferenceRecord(u64, u64);

impl JsonRecord for EncodingDifferenceRecord {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("offset", self.0);
        object.field("length", self.1);
    }
}

/// The steps of an encoding whose text belongs to a part of a row.
fn own<'a>(
    row: &'a ComparedRow<'_>,
    reading: &'a EncodedRow<'_>,
    range: &Range<u64>,
) -> impl Iterator<Item = &'a Step> + Clone + use<'a> {
    let range = range.clone();
    let first = row.first && range.start == row.range.start;
    let begun =
        move |step: &&Step| first && step.offset < range.start || range.contains(&step.offset);
    reading.steps.iter().filter(begun)
}

/// The characters of a step: U+FFFD for one without scalar values, none for a shift.
fn text(step: &Step) -> impl Iterator<Item = char> + use<> {
    const NO_SCALAR: char = char::REPLACEMENT_CHARACTER;
    let replaced = match step.meaning {
        Meaning::IllFormed(_) | Meaning::Surrogate(_) | Meaning::Beyond(_) => Some(NO_SCALAR),
        Meaning::Scalar(_) | Meaning::Pair(..) | Meaning::Shift | Meaning::Absent(_) => None,
    };
    step.meaning.scalars().chain(replaced)
}

/// The runs of `true`: the index where each begins, and its length.
fn runs(marks: &[bool]) -> impl Iterator<Item = (u64, u64)> {
    let mut at = 0;
    { marks.chunk_by(|one, other| one == other) }.filter_map(move |run| {
        let start = at;
        at += run.len() as u64;
        run[0].then_some((start, run.len() as u64))
    })
}
