//! Writes the runs of some data in order, repaired where their readings are certain.
//!
//! Sound text is written when the run after it is known. A word of it may stand in a line with
//! mojibake, and the same chain may undo it: it may be the other half of the damage. That is too
//! little evidence to act, and too much to be silent, so the word is left and reported. Invariant:
//! every byte is written once, in order, but for a byte order mark before a part in wide units.

use std::io;
use std::ops::Range;

use super::piece::PieceMender;
use super::{MendFailure, MendPlan, PART};
use crate::codec::table::UTF_8;
use crate::codec::{Encoding, bom};
use crate::detect::Reading;
use crate::detect::runs::{ReadingRun, each_part};
use crate::detect::verdict::TELLING_FLOOR;
use crate::window::Peek;

/// Writes runs, one after the other.
pub(super) struct RunWriter<'a, 'm> {
    data: &'a dyn Peek,
    plan: MendPlan,
    mender: &'a mut PieceMender<'m>,
    /// The number of bytes written.
    at: u64,
    /// The reading of the last run, if its chain was undone.
    undone: Option<Reading>,
}

impl<'a, 'm> RunWriter<'a, 'm> {
    pub(super) fn new(data: &'a dyn Peek, plan: MendPlan, mender: &'a mut PieceMender<'m>) -> Self {
        Self {
            data,
            plan,
            mender,
            at: 0,
            undone: None,
        }
    }

    /// Writes a run and the sound text before it; the last line of a sound run waits for the next
    /// one.
    pub(super) fn run(&mut self, run: &ReadingRun) -> Result<(), MendFailure> {
        let is_chain = run.reading.chain.is_some();
        let is_plain = run.reading.is_plain_utf_8();
        let acts = (is_chain || self.plan.is_all()) && run.is_sure() && !is_plain;
        let fallback = match self.plan {
            MendPlan::AllOr(other) if !acts && !is_chain && !is_told(run, other) => {
                Some(Reading::plain(other))
            }
            _ => None,
        };
        if is_plain && (run.is_well_formed || fallback.is_none()) {
            return self.write_whole_lines(run.range.end);
        }
        let undone = Some(&run.reading).filter(|_| is_chain && acts);
        self.write_sound(run.range.start, undone)?;
        self.at = run.range.end;
        self.undone = undone.cloned();
        let read = fallback.as_ref().unwrap_or(&run.reading);
        let is_wide = read.encoding.unit > 1;
        let mut range = run.range.clone();
        if acts && is_wide && self.has_mark(run) {
            // Inside of a text a mark would be a character.
            range.start += 2;
        }
        self.parts(
            read.encoding,
            range,
            |mender, bytes, offset| match &fallback {
                _ if acts && is_wide => mender.whole(read, bytes, offset),
                _ if acts => mender.lines(read, bytes, offset),
                Some(other) => mender.ill_formed_words(other, bytes, offset),
                None if is_wide => mender.leave_all(bytes, offset),
                None => mender.leave(bytes, offset),
            },
        )
    }

    /// Reports whether a run in wide units begins with a byte order mark.
    fn has_mark(&self, run: &ReadingRun) -> bool {
        let mark = bom::opening_mark(run.reading.encoding);
        mark == Some(&self.data.window(run.range.start, 2).bytes)
    }

    /// Passes on a range of data in an encoding, in parts that end after lines, words or characters.
    fn parts(
        &mut self,
        encoding: &Encoding,
        range: Range<u64>,
        mut take: impl FnMut(&mut PieceMender<'m>, &[u8], u64) -> io::Result<()>,
    ) -> Result<(), MendFailure> {
        let (data, mender) = (self.data, &mut *self.mender);
        each_part(
            data,
            encoding,
            range,
            MendFailure::Unreadable,
            |bytes, offset| take(mender, bytes, offset).map_err(MendFailure::Output),
        )
    }

    /// Writes sound text up to the last line that begins before an offset, if there is much of it.
    fn write_whole_lines(&mut self, end: u64) -> Result<(), MendFailure> {
        let start = end.saturating_sub(PART as u64);
        if start <= self.at {
            return Ok(());
        }
        let window = self.data.window(start, PART);
        match window.bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => {
                let line = start + at as u64 + 1;
                self.write_sound(line, None)?;
                self.at = line;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Writes the text after the last run.
    pub(super) fn finish(mut self) -> Result<(), MendFailure> {
        self.write_sound(self.data.len(), None)
    }

    /// Writes sound text up to an offset; `after` is the reading of the next run, if undone.
    fn write_sound(&mut self, end: u64, after: Option<&Reading>) -> Result<(), MendFailure> {
        let (start, before) = (self.at, self.undone.take());
        let plan = self.plan;
        self.parts(UTF_8, start..end, |mender, bytes, offset| {
            let before = before.as_ref().filter(|_| offset == start);
            let after = after.filter(|_| offset + bytes.len() as u64 == end);
            mender.sound_beside(bytes, offset, plan, (before, after))
        })
    }
}

/// Reports whether its letters tell that a run is not in a set: they are likely in another.
fn is_told(run: &ReadingRun, set: &Encoding) -> bool {
    run.is_well_formed && run.reading.encoding != set && run.confidence >= TELLING_FLOOR
}
