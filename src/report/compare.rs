//! `dump --compare`: the same bytes under several readings, row by row.
//!
//! Each encoding has chunks of its own, with its own boundaries. All advance together, no further
//! than a row needs, so that memory is bounded and a pipe is shown as it arrives. Invariant: rows
//! cover the range once, and a sequence is in every row that has a byte of it.

mod records;
mod text;

use std::io::{self, Write};
use std::ops::Range;

use super::chunks::Chunks;
use super::{FULL, Options, Printed};
use crate::codec::{Encoding, Step};
use crate::model::compare;
use crate::model::text::EncodedText;
use crate::window::{Peek, Window};

/// Prints the same data in each of `texts`, which are at least one; otherwise as
/// [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub type PrintComparison =
    fn(&dyn Peek, &[EncodedText<'_>], &Options, &mut dyn Write) -> io::Result<Printed>;

/// The printer of comparisons for a format; none for formats that show only one encoding.
pub fn printer(format: &str) -> Option<PrintComparison> {
    match format {
        "text" => Some(text::print),
        "jsonl" => Some(records::print),
        _ => None,
    }
}

/// One row of bytes.
struct ComparedRow<'a> {
    /// The data, which knows the addresses of its offsets.
    data: &'a dyn Peek,
    /// The offsets of the row.
    range: Range<u64>,
    /// True if it is the first row, which also shows sequences that begin before it.
    first: bool,
    /// Its bytes.
    window: Window,
    /// The encodings, in the order of the arguments.
    readings: Vec<EncodedRow<'a>>,
    /// Per byte, true if the encodings differ there.
    differ: Vec<bool>,
}

/// A row in one encoding.
struct EncodedRow<'a> {
    encoding: &'static Encoding,
    /// Every step with a byte in the row.
    steps: &'a [Step],
}

impl ComparedRow<'_> {
    /// Reports whether a step is drawn in this row rather than in an earlier row.
    fn has_head(&self, step: &Step) -> bool {
        self.first || step.offset >= self.range.start
    }

    fn differs(&self) -> bool {
        self.differ.contains(&true)
    }
}

/// One of the encodings, and the extent of its decoding.
struct ComparedEncoding<'a> {
    encoding: &'static Encoding,
    chunks: Chunks<'a>,
    /// The index of the first step that is not printed yet.
    first: usize,
    steps: Vec<Step>,
    /// The end of the decoded steps.
    reached: u64,
    over: bool,
}

impl ComparedEncoding<'_> {
    /// Requests the next chunk; flushes `out` before waiting for more data.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(chunk) = self.chunks.next(out)? else {
            self.over = true;
            return Ok(());
        };
        self.steps.drain(..self.first);
        self.first = 0;
        let steps = chunk.stretch.steps.iter();
        self.steps
            .extend(steps.filter(|step| chunk.range.contains(&step.offset)));
        self.reached = chunk.range.end;
        Ok(())
    }

    /// The indices of the steps in a row. Steps of earlier rows are dropped.
    fn row(&mut self, range: &Range<u64>) -> Range<usize> {
        let rest = &self.steps[self.first..];
        self.first += rest.partition_point(|step| step.end() <= range.start);
        let rest = &self.steps[self.first..];
        let count = rest.partition_point(|step| step.offset < range.end);
        self.first..self.first + count
    }
}

/// Goes through the rows; `show` appends the text of each to a buffer.
fn rows(
    known: &dyn Peek,
    texts: &[EncodedText<'_>],
    options: &Options,
    out: &mut dyn Write,
    mut show: impl FnMut(&ComparedRow<'_>, &mut Vec<u8>),
) -> io::Result<Printed> {
    let width = u64::from(options.width.max(1));
    let mut lanes: Vec<_> = { texts.iter() }
        .map(|&text| ComparedEncoding {
            encoding: text.encoding,
            chunks: Chunks::of_rows(known, text, options),
            first: 0,
            steps: Vec::new(),
            reached: options.range.start,
            over: false,
        })
        .collect();
    let mut printed = Printed::default();
    let mut buffer = Vec::new();
    let mut at = options.range.start;
    loop {
        let row_end = (at - at % width).saturating_add(width);
        let mut end = row_end.min(options.range.end);
        for lane in &mut lanes {
            while lane.reached < end && !lane.over {
                // Everything known is written before waiting for more.
                out.write_all(&buffer)?;
                buffer.clear();
                lane.go_on(out)?;
            }
        }
        end = end.min(lanes.iter().map(|lane| lane.reached).max().unwrap_or(at));
        if end <= at {
            out.write_all(&buffer)?;
            return Ok(printed);
        }
        let range = at..end;
        let places: Vec<_> = lanes.iter_mut().map(|lane| lane.row(&range)).collect();
        let readings: Vec<_> = { lanes.iter().zip(places) }
            .map(|(lane, place)| EncodedRow {
                encoding: lane.encoding,
                steps: &lane.steps[place],
            })
            .collect();
        let steps = readings.iter().map(|reading| reading.steps);
        let row = ComparedRow {
            data: known,
            first: at == options.range.start,
            window: known.window(at, (end - at) as usize),
            differ: compare::differ(steps, range.clone()),
            readings,
            range,
        };
        printed.unreadable += row.window.unreadable(row.range.start, row.range.end);
        show(&row, &mut buffer);
        if buffer.len() >= FULL {
            out.write_all(&buffer)?;
            buffer.clear();
        }
        at = end;
    }
}
