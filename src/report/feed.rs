//! The data in pieces of bounded size, decoded, as far as it has come.
//!
//! A [`Sweep`] says what of a piece is certain; here it is decoded from the boundary
//! that the piece before ended with, and handed out. Only when nothing more is certain
//! does the feed wait for the next byte, after everything printed so far has been
//! flushed. Of a range that is shared it hands out every n-th piece. Invariant: however
//! the data is cut and however slowly it comes, the steps handed out are those of the
//! whole data, each once; what is not there is one item, however long.

use std::io::{self, Write};
use std::ops::Range;

use super::{Options, Share};
use crate::codec::{Anchor, Meaning, Step, Walk};
use crate::model::text::{BOM, OPENING, Stretch, Text};
use crate::window::sweep::{Reach, Supply, Sweep};
use crate::window::{Absence, Peek, Window};

/// Bytes of a piece: what is made of them, some thirty times as much, stays near the
/// processor.
pub(super) const STEP: u64 = 4 * 1024;
/// Bytes that are asked for at once where what is not there goes on and on.
const GLANCE: usize = 64 * 1024;

/// The next part of the data.
pub(super) struct Chunk {
    /// Every step with a byte in the range, whole, and a few before it.
    pub(super) stretch: Stretch,
    /// The offsets that are to be printed.
    pub(super) range: Range<u64>,
    /// Whether nothing is printed before it.
    opens: bool,
    /// Where a run of what is not there ends that begins in the range and reaches
    /// beyond it.
    run_end: Option<u64>,
}

/// A sequence, or a run of what is not there.
#[derive(Clone, Copy)]
pub(super) struct Item {
    /// The sequence; of a run its first byte.
    pub(super) step: Step,
    /// Offset just past the last byte.
    pub(super) end: u64,
}

impl Item {
    /// Its bytes.
    pub(super) fn len(&self) -> u64 {
        self.end - self.step.offset
    }
}

/// Whether two steps belong to one run of what is not there.
fn is_one_run(a: &Step, b: &Step) -> bool {
    matches!(a.meaning, Meaning::Absent(_)) && a.meaning == b.meaning
}

impl Chunk {
    /// The steps that begin in the range. A run of what is not there is one item of
    /// the chunk that it begins in.
    pub(super) fn items(&self) -> impl Iterator<Item = Item> {
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
        runs.map(move |run| Item {
            step: run[0],
            end: beyond(run, run[run.len() - 1].end()),
        })
    }

    /// Whether a step goes on with a run that begins in the chunk before.
    fn goes_on(&self, step: usize) -> bool {
        let steps = &self.stretch.steps;
        let pair = step.checked_sub(1).map(|before| steps.get(before..=step));
        let pair = pair.flatten().filter(|_| !self.opens);
        pair.is_some_and(|pair| is_one_run(&pair[0], &pair[1]))
    }

    /// The bytes of a step.
    #[inline]
    pub(super) fn bytes(&self, step: &Step) -> &[u8] {
        self.stretch.window.slice(step.offset, step.end())
    }

    /// Whether a step is the byte order mark that opens the data.
    pub(super) fn is_bom(step: &Step) -> bool {
        step.offset == 0 && step.meaning == Meaning::Scalar(BOM)
    }
}

pub(super) struct Feed<'a> {
    /// The data as far as it is there.
    text: Text<'a>,
    /// The same, waiting for what is asked.
    patient: &'a dyn Peek,
    /// All that is printed, by this and other shares.
    range: Range<u64>,
    share: Option<Share>,
    /// The piece of the share that is printed, and the way through it.
    piece: Range<u64>,
    sweep: Sweep,
    step: u64,
    /// A boundary before what comes next.
    anchor: Anchor,
    /// The width of rows, with which chunks end, save the last; none where they
    /// end anywhere.
    rows: Option<u64>,
}

/// The bytes that a feed decodes: at once what is there, else what comes.
struct Slowly<'a, 'b> {
    /// The data as far as it is there.
    text: Text<'a>,
    patient: &'a dyn Peek,
    out: &'b mut dyn Write,
    /// Where decoding begins.
    anchor: Anchor,
}

impl Supply for Slowly<'_, '_> {
    type Error = io::Error;

    fn fill(&mut self, range: Range<u64>, window: &mut Window) -> io::Result<()> {
        let from = range.start.min(self.anchor.offset);
        let len = usize::try_from(range.end - from).unwrap_or(usize::MAX);
        *window = self.text.data.window(from, len);
        Ok(())
    }

    fn wait(&mut self, window: &Window) -> io::Result<bool> {
        self.out.flush()?;
        let more = self.patient.window(window.end(), 1);
        // Where nothing came the data has ended, and what is known says so.
        let known = self.text.data.window(window.end(), 1);
        Ok(!more.bytes.is_empty() || known.ends)
    }

    fn decided(&self, window: &Window, reach: Reach) -> u64 {
        let end = window.end();
        if end < OPENING {
            // A byte order mark may still be coming.
            return 0;
        }
        // Faults, and what is said of them, may depend on bytes that have yet to come.
        let sure = end.saturating_sub(reach.after);
        let mut walk = Walk::new(self.text.encoding, self.text.phase, window).at(self.anchor);
        let open = |step: &Step| step.offset >= sure && step.meaning.fault().is_some();
        match walk.find(open) {
            Some(fault) => fault.offset,
            None => walk.offset(),
        }
    }
}

impl<'a> Feed<'a> {
    pub(super) fn new(
        known: &'a dyn Peek,
        text: Text<'a>,
        options: &Options,
        rows: Option<u64>,
    ) -> Self {
        Self::by(STEP, known, text, options, rows)
    }

    /// The feed by steps of another size.
    pub(super) fn by(
        step: u64,
        known: &'a dyn Peek,
        text: Text<'a>,
        options: &Options,
        rows: Option<u64>,
    ) -> Self {
        let range = options.range.clone();
        let piece = match &options.share {
            Some(share) => share.first(&range),
            None => range.clone(),
        };
        let mut feed = Self {
            anchor: Anchor::default(),
            patient: text.data,
            text: Text::new(known, text.encoding, text.phase),
            sweep: Sweep::new(piece.clone(), step, text.encoding.reach()),
            range,
            share: options.share,
            piece: piece.clone(),
            step,
            rows,
        };
        feed.go_to(piece);
        feed
    }

    /// Goes to a piece of the share.
    fn go_to(&mut self, piece: Range<u64>) {
        let Text {
            encoding, phase, ..
        } = self.text;
        let reach = encoding.reach();
        let before = piece.start.saturating_sub(reach.before);
        self.anchor = if encoding.synchronises_itself() {
            Anchor {
                offset: encoding.sync_from(before, phase),
                ..Anchor::default()
            }
        } else {
            encoding.anchor(phase, self.patient, before, self.anchor, &mut |_| true)
        };
        self.sweep = Sweep::new(piece.clone(), self.step, reach).on_grid(self.rows.unwrap_or(1));
        self.piece = piece;
    }

    /// The next chunk, or nothing if the range or the data has ended.
    pub(super) fn next(&mut self, out: &mut dyn Write) -> io::Result<Option<Chunk>> {
        loop {
            let chunk = self.next_of_piece(out)?;
            let Some(share) = self
                .share
                .filter(|_| chunk.is_none() && self.sweep.at() > self.piece.start)
            else {
                return Ok(chunk);
            };
            out.flush()?;
            self.go_to(share.next(&self.piece, &self.range));
        }
    }

    fn next_of_piece(&mut self, out: &mut dyn Write) -> io::Result<Option<Chunk>> {
        let mut bytes = Slowly {
            text: self.text,
            patient: self.patient,
            out,
            anchor: self.anchor,
        };
        let mut window = Window::default();
        let Some(piece) = self.sweep.next(&mut bytes, &mut window)? else {
            return Ok(None);
        };
        let mut range = piece.certain;
        let from = range
            .start
            .saturating_sub(self.text.encoding.reach().before);
        let known = self.anchor;
        let stretch = self.text.stretch_of(window, known, from..range.end);
        let next = range.end.saturating_sub(self.text.encoding.reach().before);
        self.learn(&stretch, next);
        let opens = range.start == self.range.start;
        if opens {
            // The whole of the sequence that the range begins in.
            range.start = stretch
                .at(range.start)
                .map_or(range.start, |step| step.offset);
        }
        if piece.at_end && range.end >= self.range.end {
            // And of the one that it ends in.
            let reached = stretch.steps.last().map_or(range.end, Step::end);
            range.end = range.end.max(reached);
        }
        let mut chunk = Chunk {
            stretch,
            range,
            opens,
            run_end: None,
        };
        chunk.run_end = self.run_end(&chunk);
        Ok(Some(chunk))
    }

    /// Keeps the last boundary that the window after this one will show.
    fn learn(&mut self, stretch: &Stretch, next: u64) {
        let first = stretch.steps.partition_point(|step| step.offset < next);
        if let Some(step) = stretch.steps.get(first) {
            self.anchor = Anchor {
                offset: step.offset,
                state: step.state,
            };
        }
    }

    /// Where a run of what is not there ends that begins in a chunk and goes on beyond
    /// it.
    fn run_end(&self, chunk: &Chunk) -> Option<u64> {
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
