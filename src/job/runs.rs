//! The parts of data with different readings, by lines: the work of `guess --lines`.
//!
//! [`judge`] says which readings occur and how sure they are, [`divide`] hands out the stretches that
//! share one. Both take the data in pieces that end with a line, or with a word where a line is long.
//! Invariant: the stretches cover the data, each byte once, and do not depend on how much is read at
//! once.

use std::convert::Infallible;
use std::ops::{Range, RangeInclusive};

use super::{Control, JobEnd};
use crate::codec::{Encoding, table};
use crate::detect::Reading;
use crate::detect::preferred::Preferred;
pub use crate::detect::runs::ReadingRuns;
use crate::detect::runs::{CandidateReadings, Piece, ReadingRun, Segmenter, each_piece};
use crate::detect::{Judgement, judge_runs};
use crate::window::Peek;

/// The usual number of bytes read at once.
pub const STEP: u64 = 256 * 1024;

/// A stretch of data with one reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingStretch {
    /// Its bytes: whole lines, unless another stretch begins or ends within the line.
    pub range: Range<u64>,
    /// Its first line, from 1.
    pub first_line: u64,
    /// Its last line.
    pub last_line: u64,
    /// Its words, and their reading. Without a word beyond ASCII it is empty.
    pub run: ReadingRun,
}

/// Judges some data, all of it by runs, for a user of some languages.
pub fn judge(
    control: &mut Control<'_>,
    data: &dyn Peek,
    preferred: Preferred,
    step: u64,
) -> JobEnd<Judgement> {
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    let judged = judge_runs(data, preferred, step, &mut |offset| {
        !control.reached(offset)
    });
    judged.map_or(JobEnd::Cancelled, JobEnd::Done)
}

/// Passes on the pieces of some data in an encoding, which is read `step` bytes at a time.
///
/// # Errors
/// An error of `take` ends it.
pub(super) fn pieces<E>(
    control: &mut Control<'_>,
    data: &dyn Peek,
    encoding: &Encoding,
    step: usize,
    take: impl FnMut(&Piece<'_>) -> Result<(), E>,
) -> JobEnd<Result<(), E>> {
    let mut attend = |offset| !control.reached(offset);
    let ended = each_piece(data, encoding, step, &mut attend, take);
    ended.map_or(JobEnd::Cancelled, JobEnd::Done)
}

/// Passes on the stretches of data, in order.
pub fn divide(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
    step: u64,
    take: &mut dyn FnMut(ReadingStretch),
) -> JobEnd<()> {
    let mut segmenter = Segmenter::new(readings);
    let (mut found, mut lines) = (Vec::new(), LineTracker::new(readings));
    let mut open: Option<ReadingStretch> = None;
    let own = readings.own().0.encoding;
    let mut each = |run: ReadingRun, len: u64| {
        let is_wide = run.reading.encoding.unit > 1;
        if open.is_none() && is_wide && run.range.start > 0 {
            // What stands before a part in wide units has no word beyond ASCII.
            open = Some(stretch_of_ascii(readings, run.range.start));
        }
        let first = open.is_none();
        lines.reach(data, run.range.start, step);
        // The text between two runs belongs to the first, up to the line of the second.
        let begins = match &open {
            Some(before) if !first => lines.start.max(before.run.range.end),
            _ => 0,
        };
        let mut opened = ReadingStretch {
            range: begins..len,
            first_line: if first { 1 } else { lines.line },
            last_line: lines.line,
            run,
        };
        // Those before the first run of a line were passed on with it.
        let is_told = |ascii: &Range<u64>| {
            open.as_ref()
                .is_some_and(|open| ascii.start < open.range.start)
        };
        let plain = lines.plain_before().filter(|(ascii, _)| !is_told(ascii));
        if let Some((ascii, first_line)) = plain.filter(|_| !is_plain(open.as_ref())) {
            // Lines of ASCII alone are no sign of another encoding.
            if let Some(mut before) = open.take() {
                (before.range.end, before.last_line) = (ascii.start, first_line - 1);
                take(before);
            }
            if is_plain(Some(&opened)) {
                (opened.range.start, opened.first_line) = (ascii.start, first_line);
            } else {
                (opened.range.start, opened.first_line) = (ascii.end, lines.line);
                take(plain_lines(ascii, first_line..=lines.line - 1));
            }
        }
        if let Some(mut before) = open.take() {
            before.range.end = begins;
            before.last_line = lines.line_before(begins);
            if before.range.start < begins {
                take(before);
            }
        }
        lines.mark();
        lines.reach(data, opened.run.range.end, step);
        lines.mark();
        open = Some(opened);
    };
    let step_bytes = usize::try_from(step).unwrap_or(usize::MAX);
    // Bytes that cannot be read are words of nothing.
    let ended = pieces(control, data, own, step_bytes, |piece| {
        segmenter.feed(piece.bytes, piece.offset, &mut found);
        let len = piece.offset + piece.bytes.len() as u64;
        found.drain(..).for_each(|run| each(run, len));
        Ok::<(), Infallible>(())
    });
    if ended == JobEnd::Cancelled {
        return JobEnd::Cancelled;
    }
    let len = data.len();
    segmenter.finish(&mut found);
    found.drain(..).for_each(|run| each(run, len));
    let last = open
        .take()
        .unwrap_or_else(|| stretch_of_ascii(readings, len));
    if len == 0 {
        return JobEnd::Done(());
    }
    lines.reach(data, len, step);
    let last_line = lines.line_before(len);
    let PlainLines {
        start,
        line,
        has_text,
    } = lines.plain;
    if start == 0 && !lines.is_marked && own.is_unicode() && last.run.range.is_empty() {
        take(plain_lines(0..len, 1..=last_line));
        return JobEnd::Done(());
    }
    let has_text = has_text || lines.has_text;
    let is_divided = start < len && has_text && !lines.is_marked && !last.run.range.is_empty();
    if is_divided && !is_plain(Some(&last)) {
        take(ReadingStretch {
            range: last.range.start..start,
            last_line: line - 1,
            ..last
        });
        take(plain_lines(start..len, line..=last_line));
    } else {
        take(ReadingStretch {
            range: last.range.start..len,
            last_line,
            ..last
        });
    }
    JobEnd::Done(())
}

/// Reports whether lines of ASCII are a part of a stretch: it is well-formed in the encoding of Unicode
/// that extends ASCII, or its units are wide.
fn is_plain(stretch: Option<&ReadingStretch>) -> bool {
    stretch.is_some_and(|stretch| {
        let (run, encoding) = (&stretch.run, stretch.run.reading.encoding);
        run.reading.chain.is_none() && run.is_well_formed && encoding.is_unicode()
            || !encoding.ascii
    })
}

/// A stretch of lines of ASCII alone.
fn plain_lines(range: Range<u64>, lines: RangeInclusive<u64>) -> ReadingStretch {
    ReadingStretch {
        first_line: *lines.start(),
        last_line: *lines.end(),
        run: ReadingRun {
            range: range.start..range.start,
            reading: Reading {
                encoding: table::ASCII,
                chain: None,
            },
            confidence: 1.0,
            is_well_formed: true,
        },
        range,
    }
}

/// The stretch from the first byte to an offset, without a word beyond ASCII.
fn stretch_of_ascii(readings: &CandidateReadings, end: u64) -> ReadingStretch {
    ReadingStretch {
        range: 0..end,
        first_line: 1,
        last_line: 1,
        run: ReadingRun {
            range: 0..0,
            reading: readings.list()[0].clone(),
            confidence: 1.0,
            is_well_formed: true,
        },
    }
}

/// The lines of some offsets in order, from 1, in data with these readings.
pub fn lines_of(
    data: &dyn Peek,
    readings: &CandidateReadings,
    offsets: impl IntoIterator<Item = u64>,
) -> Vec<u64> {
    let mut lines = LineTracker::new(readings);
    let line = |offset| {
        lines.reach(data, offset, STEP);
        lines.line
    };
    offsets.into_iter().map(line).collect()
}

/// The line of an offset that moves on.
struct LineTracker<'a> {
    readings: &'a CandidateReadings,
    at: u64,
    /// The line of `at`, from 1.
    line: u64,
    /// The start of that line.
    start: u64,
    after_cr: bool,
    /// A byte of the line is beyond ASCII, or part of a run.
    is_marked: bool,
    /// True if it is not blank.
    has_text: bool,
    /// The lines before it that are ASCII alone.
    plain: PlainLines,
}

/// Lines of ASCII alone that end before the current line.
#[derive(Clone, Copy)]
struct PlainLines {
    /// The start of the first, or of the current line if there is none.
    start: u64,
    /// The number of that line.
    line: u64,
    /// True if one of them is not blank.
    has_text: bool,
}

impl<'a> LineTracker<'a> {
    fn new(readings: &'a CandidateReadings) -> Self {
        Self {
            readings,
            at: 0,
            line: 1,
            start: 0,
            after_cr: false,
            is_marked: false,
            has_text: false,
            plain: PlainLines {
                start: 0,
                line: 1,
                has_text: false,
            },
        }
    }

    /// Marks the current line as one that is not ASCII alone.
    const fn mark(&mut self) {
        self.is_marked = true;
    }

    /// The lines of ASCII alone that end before the current line, and the number of their first; none if
    /// all are blank.
    fn plain_before(&self) -> Option<(Range<u64>, u64)> {
        let PlainLines {
            start,
            line,
            has_text,
        } = self.plain;
        has_text.then_some((start..self.start, line))
    }

    /// Moves on to an offset.
    fn reach(&mut self, data: &dyn Peek, offset: u64, step: u64) {
        while self.at < offset {
            let (wide, end) = self.readings.units_from(self.at);
            let len = (offset.min(end) - self.at).min(step.max(2));
            let window = data.window(self.at, usize::try_from(len).unwrap_or(usize::MAX));
            if window.bytes.is_empty() {
                return;
            }
            let Some(form) = wide else {
                let mut from = 0;
                for at in memchr::memchr2_iter(b'\n', b'\r', &window.bytes) {
                    self.skip(&window.bytes[from..at]);
                    self.pass(u16::from(window.bytes[at]), 1);
                    from = at + 1;
                }
                self.skip(&window.bytes[from..]);
                continue;
            };
            for unit in window.bytes.chunks(2) {
                let order = form.byte_order().zip(unit.first_chunk::<2>());
                let number = order.map_or(0, |(order, unit)| order.unit(*unit));
                self.pass(number, unit.len() as u64);
            }
        }
    }

    /// Passes bytes that end no line.
    fn skip(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        self.after_cr = self.after_cr && bytes.is_empty();
        self.is_marked = self.is_marked || !bytes.is_ascii();
        self.has_text = self.has_text || !bytes.trim_ascii().is_empty();
    }

    /// Passes a unit of so many bytes.
    fn pass(&mut self, unit: u16, len: u64) {
        const CR: u16 = 0x0D;
        self.at += len;
        self.is_marked = self.is_marked || unit > 0x7F;
        if matches!(unit, 0x0A | CR) {
            // CR LF ends one line.
            self.line += u64::from(!(unit == 0x0A && self.after_cr));
            let is_rest = unit == 0x0A && self.after_cr;
            if self.is_marked || is_rest && self.plain.line == self.line {
                self.plain = PlainLines {
                    start: self.at,
                    line: self.line,
                    has_text: false,
                };
            } else {
                self.plain.has_text |= self.has_text;
            }
            (self.start, self.is_marked, self.has_text) = (self.at, false, false);
        }
        self.after_cr = unit == CR;
    }

    /// The line of the byte before an offset, which is in the current line or begins it.
    fn line_before(&self, offset: u64) -> u64 {
        if offset <= self.start && offset > 0 {
            self.line - 1
        } else {
            self.line
        }
    }
}
