//! A comparison for programs: one JSON object a row.
//!
//! What a sequence says stands in the row that it begins in, so that the texts of one
//! reading, laid end to end, are the text of the range. Invariant: the records cover
//! every byte of the range once, in order, and each is one line.

use std::io::{self, Write};

use super::{Reading, Row, rows};
use crate::codec::{Meaning, Step};
use crate::model::text::Text;
use crate::report::records::Object;
use crate::report::{Options, Printed};
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// Prints a comparison as records; see [`Print`](super::Print).
pub(super) fn print(
    known: &dyn Peek,
    texts: &[Text<'_>],
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
            line.clear();
            record(&mut line, row, at..end, hole.is_none(), options.charset);
            lines.extend_from_slice(line.as_bytes());
            at = end;
        }
    })
}

/// The record of a part of a row that was read, or of one that could not be.
fn record(
    line: &mut String,
    row: &Row<'_>,
    range: std::ops::Range<u64>,
    readable: bool,
    charset: Charset,
) {
    let mut object = Object::open(line);
    let data = row.data;
    let (start, end) = (data.address(range.start), data.address(range.end));
    object.number("offset", start);
    object.number("length", end - start);
    let readings = if readable {
        object.bytes(row.window.slice(range.start, range.end));
        &row.readings[..]
    } else {
        object.bytes(&[]);
        &[]
    };
    object.objects("readings", readings, |object, reading| {
        let own = own(row, reading, &range);
        object.word("encoding", reading.encoding.id);
        let text: String = own.clone().flat_map(text).collect();
        object.text("text", &text, charset);
        let faults = own.filter_map(|step| Some((step, step.meaning.fault()?)));
        object.objects("faults", faults, |object, (step, fault)| {
            object.number("offset", data.address(step.offset));
            object.number("length", u64::from(step.len));
            object.word("fault", fault.id());
        });
    });
    let first = (range.start - row.range.start) as usize;
    let marks = &row.differ[first..first + (range.end - range.start) as usize];
    let marks = if readable { marks } else { &[] };
    object.objects("differ", runs(marks), |object, (start, len)| {
        object.number("offset", data.address(range.start + start));
        object.number("length", len);
    });
    object.close();
}

/// The steps of a reading that are told of in a part of a row.
fn own<'a>(
    row: &'a Row<'_>,
    reading: &'a Reading<'_>,
    range: &std::ops::Range<u64>,
) -> impl Iterator<Item = &'a Step> + Clone + use<'a> {
    let range = range.clone();
    let first = row.first && range.start == row.range.start;
    let begun =
        move |step: &&Step| first && step.offset < range.start || range.contains(&step.offset);
    reading.steps.iter().filter(begun)
}

/// What a step says.
fn text(step: &Step) -> impl Iterator<Item = char> + use<> {
    const NO_SCALAR: char = char::REPLACEMENT_CHARACTER;
    let replaced = match step.meaning {
        Meaning::IllFormed(_) | Meaning::Surrogate(_) | Meaning::Beyond(_) => Some(NO_SCALAR),
        Meaning::Scalar(_) | Meaning::Pair(..) | Meaning::Shift | Meaning::Absent(_) => None,
    };
    step.meaning.scalars().chain(replaced)
}

/// The runs of places that are marked: where one begins, and its length.
fn runs(marks: &[bool]) -> impl Iterator<Item = (u64, u64)> {
    let mut at = 0;
    { marks.chunk_by(|one, other| one == other) }.filter_map(move |run| {
        let start = at;
        at += run.len() as u64;
        run[0].then_some((start, run.len() as u64))
    })
}
