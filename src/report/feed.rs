//! The data in stretches of bounded size, as far as it has come.
//!
//! What is there is decoded and handed out; only when nothing of it is certain
//! yet does the feed wait for the next byte, after everything printed so far
//! has been flushed. Of a range that is shared it hands out every so manyth
//! piece. Invariant: however the data is cut and however slowly it
//! comes, the steps handed out are those of the whole data, each once.

use std::io::{self, Write};
use std::ops::Range;

use super::{Options, Share};
use crate::codec::{Anchor, Meaning, Step};
use crate::model::text::{BOM, OPENING, Stretch, Text};
use crate::window::Peek;

/// Bytes of a stretch: what is made of them, some thirty times as much, stays near the
/// processor.
const SIZE: u64 = 4 * 1024;
/// Bytes before a stretch that are decoded with it: no sequence is longer, nor
/// is a byte order mark that a notice depends on.
const LEAD: u64 = 16;
/// Bytes from the first byte of a fault on that its story may need to see.
const STORY: u64 = 8;

/// The next part of the data.
pub(super) struct Chunk {
    /// Every step with a byte in the range, whole, and a few before it.
    pub(super) stretch: Stretch,
    /// The offsets that are to be printed.
    pub(super) range: Range<u64>,
}

impl Chunk {
    /// The steps that begin in the range, a run of unreadable bytes as one.
    pub(super) fn merged(&self) -> impl Iterator<Item = Step> {
        let steps = &self.stretch.steps;
        let before = |offset| steps.partition_point(|step| step.offset < offset);
        let unreadable = |step: &Step| matches!(step.meaning, Meaning::Absent(_));
        steps[before(self.range.start)..before(self.range.end)]
            .chunk_by(move |a, b| unreadable(a) && unreadable(b))
            .map(|run| {
                let len = run.iter().map(|step| step.len).sum();
                Step { len, ..run[0] }
            })
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
    /// The piece that is printed, and how far it has come.
    piece: Range<u64>,
    at: u64,
    /// A boundary before the stretch that comes next.
    anchor: Anchor,
    /// The width of rows, with which chunks end, save the last; none where they
    /// end with their last step.
    rows: Option<u64>,
    /// Whether it is known where the range begins.
    widened: bool,
    over: bool,
}

impl<'a> Feed<'a> {
    pub(super) fn new(
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
            widened: piece.start > range.start,
            at: piece.start,
            range,
            share: options.share,
            piece,
            rows,
            over: false,
        };
        feed.find_anchor();
        feed
    }

    /// Goes on from the last boundary that is known to one before the piece, where
    /// the bytes there do not tell.
    fn find_anchor(&mut self) {
        let Text {
            encoding, phase, ..
        } = self.text;
        if !encoding.synchronises_itself() {
            let to = self.at.saturating_sub(LEAD);
            self.anchor = encoding.anchor(phase, self.patient, to, self.anchor, &mut |_| true);
        }
    }

    /// The next chunk, or nothing if the range or the data has ended.
    pub(super) fn next(&mut self, out: &mut dyn Write) -> io::Result<Option<Chunk>> {
        loop {
            let chunk = self.next_of_piece(out)?;
            let Some(share) = self
                .share
                .filter(|_| chunk.is_none() && self.at > self.piece.start)
            else {
                return Ok(chunk);
            };
            out.flush()?;
            self.piece = share.next(&self.piece, &self.range);
            self.at = self.piece.start;
            self.widened = true;
            self.find_anchor();
        }
    }

    fn next_of_piece(&mut self, out: &mut dyn Write) -> io::Result<Option<Chunk>> {
        while self.at < self.piece.end {
            let goal = self.at.saturating_add(SIZE);
            let width = self.rows.unwrap_or(1);
            let row = |offset: u64| offset - offset % width;
            let want = self.piece.end.min(row(goal));
            let from = self.at.saturating_sub(LEAD);
            let mut stretch = self.text.stretch_from(from..want, Some(self.anchor));
            let over = self.over || stretch.window.ends;
            settle(&mut stretch, over);
            self.widen(&stretch);
            let reached = stretch.steps.last().map_or(self.at, Step::end).max(self.at);
            let to = if reached >= want && want < self.range.end && self.rows.is_some() {
                want
            } else if reached >= want || over {
                reached
            } else {
                row(reached)
            };
            if to > self.at {
                let range = self.at..to;
                self.at = to;
                self.learn(&stretch);
                if over && to == reached {
                    self.piece.end = self.piece.end.min(to);
                }
                return Ok(Some(Chunk { stretch, range }));
            }
            if over {
                break;
            }
            out.flush()?;
            self.over = self
                .patient
                .window(stretch.window.end(), 1)
                .bytes
                .is_empty();
        }
        Ok(None)
    }

    /// Keeps the last boundary before the stretch that comes next.
    fn learn(&mut self, stretch: &Stretch) {
        let from = self.at.saturating_sub(LEAD);
        let behind = stretch.steps.partition_point(|step| step.offset <= from);
        if let Some(step) = behind.checked_sub(1).map(|last| stretch.steps[last]) {
            self.anchor = Anchor {
                offset: step.offset,
                state: step.state,
            };
        }
    }

    /// Takes in the whole of the sequence that the range begins in.
    fn widen(&mut self, stretch: &Stretch) {
        if self.widened {
            return;
        }
        if let Some(step) = stretch.at(self.at) {
            self.at = step.offset;
            self.widened = true;
        }
    }
}

/// Drops the steps that more data could still change.
fn settle(stretch: &mut Stretch, over: bool) {
    if over {
        return;
    }
    let end = stretch.window.end();
    if end < OPENING {
        // A byte order mark may still be coming.
        stretch.steps.clear();
    }
    let sure = stretch
        .steps
        .partition_point(|step| end - step.offset >= STORY);
    let open = |step: &Step| step.meaning.fault().is_some();
    if let Some(first) = stretch.steps[sure..].iter().position(open) {
        stretch.steps.truncate(sure + first);
    }
}
