//! The data in decoded pieces of bounded size, as far as it has arrived.
//!
//! A [`DecodedSweep`] decodes pieces and reports their certain part; here they are cut into
//! printable chunks. Only when nothing more is certain is the next byte awaited, after everything
//! printed so far has been flushed. If a range is printed in shares, only the pieces of one share
//! are returned. Invariant: however the data is cut and however slowly it arrives, the steps
//! returned are those of the whole data, each once; a run of absent bytes is one item, however
//! long.

use std::io::{self, Write};
use std::ops::Range;

use super::{Options, PrintShare, Printed};
use crate::codec::{Anchor, Meaning, Step};
use crate::model::text::{Decoded, DecodedStretch, DecodedSweep, EncodedText, NextPiece};
use crate::window::{Absence, Peek};

/// Bytes per piece: few enough that their output, about thirty times as much, stays in the
/// processor's cache.
pub(super) const STEP: u64 = 4 * 1024;
/// Bytes requested at once to find the end of a run of absent bytes.
const GLANCE: usize = 64 * 1024;

/// The next piece of the data.
pub(super) struct DataChunk {
    /// Every step with a byte in the range, whole, and a few steps before it.
    pub(super) stretch: DecodedStretch,
    /// The offsets to print.
    pub(super) range: Range<u64>,
    /// True if it begins the whole range, so that nothing is printed before it.
    opens: bool,
    /// The end of a run of absent bytes that begins in the range and continues after it.
    run_end: Option<u64>,
}

/// A sequence, or a run of absent bytes.
#[derive(Clone, Copy)]
pub(super) struct ChunkItem {
    /// The sequence; for a run its first step.
    pub(super) step: Step,
    /// Offset just past the last byte.
    pub(super) end: u64,
}

impl ChunkItem {
    /// Its length in bytes.
    pub(super) fn len(&self) -> u64 {
        self.end - self.step.offset
    }
}

/// Reports whether two steps belong to one run of absent bytes.
fn is_one_run(a: &Step, b: &Step) -> bool {
    matches!(a.meaning, Meaning::Absent(_)) && a.meaning == b.meaning
}

impl DataChunk {
    /// The sequences that begin in the range. A run of absent bytes is an item only in the chunk
    /// that it begins in.
    pub(super) fn items(&self) -> impl Iterator<Item = ChunkItem> {
        let steps = &self.stretch.steps;
        let before = |offset| steps.partition_point(|step| step.offset < offset);
        let mut first = before(self.range.start);
        let last = before(self.range.end);
        if self.goes_on(first) {
            let run = &steps[first..last];
            first += run.partition_point(|step| is_one_run(&run[0], step));
        }
        let beyond = |run: &[Step], here| match self.run_end {
            Some(end) if here == self.range.end && is_one_run(&run[0], &run[0]) => end,
            _ => here,
        };
        let runs = steps[first..last].chunk_by(is_one_run);
        runs.map(move |run| ChunkItem {
            step: run[0],
            end: beyond(run, run[run.len() - 1].end()),
        })
    }

    /// Reports whether the step with this index continues a run of the chunk before.
    fn goes_on(&self, step: usize) -> bool {
        let steps = &self.stretch.steps;
        let pair = step.checked_sub(1).map(|before| steps.get(before..=step));
        let pair = pair.flatten().filter(|_| !self.opens);
        pair.is_some_and(|pair| is_one_run(&pair[0], &pair[1]))
    }

    /// The number of its unreadable bytes.
    fn unreadable(&self) -> u64 {
        let window = &self.stretch.window;
        window.unreadable(self.range.start, self.range.end)
    }
}

/// The chunks of a range, in order.
pub(super) struct Chunks<'a> {
    /// The data that has arrived.
    text: EncodedText<'a>,
    /// The data, which waits until the requested bytes have arrived.
    patient: &'a dyn Peek,
    /// All offsets to print, by this and the other shares.
    range: Range<u64>,
    share: Option<PrintShare>,
    /// The current piece of the share, and the sweep through it.
    piece: Range<u64>,
    sweep: DecodedSweep<'a>,
    /// Bytes per chunk, and the number whose multiples all chunks but the last end at.
    step: (u64, u64),
    printed: Printed,
}

impl<'a> Chunks<'a> {
    /// Chunks that may end at any offset.
    pub(super) fn new(known: &'a dyn Peek, text: EncodedText<'a>, options: &Options) -> Self {
        Self::by((STEP, 1), known, text, options)
    }

    /// Chunks that end at the end of a row.
    pub(super) fn of_rows(known: &'a dyn Peek, text: EncodedText<'a>, options: &Options) -> Self {
        Self::by(
            (STEP, options.cut().grid.width().into()),
            known,
            text,
            options,
        )
    }

    /// Chunks by another step: bytes per chunk, and the number whose multiples they end at.
    pub(super) fn by(
        step: (u64, u64),
        known: &'a dyn Peek,
        text: EncodedText<'a>,
        options: &Options,
    ) -> Self {
        let range = options.range.clone();
        let piece = match &options.share {
            Some(share) => share.first(&range),
            None => range.clone(),
        };
        let patient = text.data;
        let text = EncodedText::new(known, text.encoding, text.phase);
        Self {
            sweep: DecodedSweep::new(text, piece.clone(), step, Some(Anchor::default()), patient),
            text,
            patient,
            range,
            share: options.share,
            piece,
            step,
            printed: Printed::default(),
        }
    }

    /// The account of all chunks returned.
    pub(super) fn printed(&self) -> Printed {
        self.printed
    }

    /// The next chunk; none if the range or the data has ended.
    pub(super) fn next(&mut self, out: &mut dyn Write) -> io::Result<Option<DataChunk>> {
        loop {
            match self.sweep.go_on() {
                NextPiece::Piece(piece) => {
                    let chunk = self.chunk(piece);
                    self.printed.unreadable += chunk.unreadable();
                    return Ok(Some(chunk));
                }
                NextPiece::Awaited(end) => {
                    if !self.wait(end, out)? {
                        return Ok(None);
                    }
                }
                NextPiece::Over => {
                    let went_on = self.sweep.at() > self.piece.start;
                    let Some(share) = self.share.filter(|_| went_on) else {
                        return Ok(None);
                    };
                    out.flush()?;
                    self.piece = share.next(&self.piece, &self.range);
                    let (piece, known) = (self.piece.clone(), self.sweep.anchor());
                    self.sweep =
                        DecodedSweep::new(self.text, piece, self.step, Some(known), self.patient);
                }
            }
        }
    }

    /// Flushes the output, then waits until there is data after an offset; returns false if
    /// the data ends there.
    fn wait(&self, end: u64, out: &mut dyn Write) -> io::Result<bool> {
        out.flush()?;
        let more = self.patient.window(end, 1);
        Ok(!more.bytes.is_empty() || self.text.data.window(end, 1).ends)
    }

    /// Makes the chunk of a decoded piece.
    fn chunk(&self, piece: Decoded) -> DataChunk {
        let Decoded {
            stretch,
            certain: mut range,
            at_end,
        } = piece;
        let opens = range.start == self.range.start;
        if opens {
            // The sequence at the start of the range is printed whole.
            range.start = stretch
                .at(range.start)
                .map_or(range.start, |step| step.offset);
        }
        if at_end && range.end >= self.range.end {
            // So is the sequence at its end.
            let reached = stretch.steps.last().map_or(range.end, Step::end);
            range.end = range.end.max(reached);
        }
        let mut chunk = DataChunk {
            stretch,
            range,
            opens,
            run_end: None,
        };
        chunk.run_end = self.run_end(&chunk);
        chunk
    }

    /// The end of a run of absent bytes that begins in a chunk and continues after it.
    fn run_end(&self, chunk: &DataChunk) -> Option<u64> {
        let steps = &chunk.stretch.steps;
        let last = steps.last().filter(|last| last.end() == chunk.range.end)?;
        let Meaning::Absent(why) = last.meaning else {
            return None;
        };
        let head = steps.iter().rposition(|step| !is_one_run(last, step));
        let head = head.map_or(0, |before| before + 1);
        let begun_before = steps[head].offset < chunk.range.start && !chunk.opens;
        if why == Absence::Awaited || begun_before {
            return None;
        }
        let (limit, mut end) = (self.range.end, chunk.range.end);
        while end < limit {
            let window = self.text.data.window(end, GLANCE);
            match window.hole_at(end).filter(|hole| hole.why == why) {
                Some(hole) => end = hole.end.min(limit),
                None => break,
            }
        }
        Some(end)
    }
}
