//! Writes the runs of some data in order, repaired where their readings are certain.
//!
//! Sound text is written when the run after it is known. A word of it may stand in a line with
//! mojibake, and the same chain may undo it: it may be the other half of the damage. That is too
//! little evidence to act, and too much to be silent, so the word is left and reported. Invariant:
//! every byte is written once, in order, but for a byte order mark before a part in wide units.

use super::piece::PieceMender;
use super::{MendFailure, MendPlan, PART, parts};
use crate::codec::{Encoding, bom};
use crate::detect::Reading;
use crate::detect::runs::ReadingRun;
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
        if run.reading.encoding.unit > 1 {
            return self.wide(run, acts);
        }
        parts(self.data, run.range.clone(), &mut |bytes, offset| {
            let done = match &fallback {
                _ if acts => self.mender.lines(&run.reading, bytes, offset),
                Some(other) => self.mender.ill_formed_words(other, bytes, offset),
                None => self.mender.leave(bytes, offset),
            };
            done.map_err(MendFailure::Output)
        })
    }

    /// Writes a run in wide units, in parts of whole characters.
    fn wide(&mut self, run: &ReadingRun, acts: bool) -> Result<(), MendFailure> {
        let mut at = run.range.start;
        if acts && bom::opening_mark(run.reading.encoding) == Some(&self.data.window(at, 2).bytes) {
            // Inside of a text a mark would be a character.
            at += 2;
        }
        while at < run.range.end {
            let most = PART.min((run.range.end - at) as usize);
            let window = self.data.window(at, most);
            if let Some(hole) = window.holes.first() {
                return Err(MendFailure::Unreadable(hole.start));
            }
            let is_last = at + window.bytes.len() as u64 >= run.range.end;
            let len = match whole_units(run.reading.encoding, &window.bytes) {
                len if len > 0 && !is_last => len,
                _ => window.bytes.len(),
            };
            if len == 0 {
                return Err(MendFailure::Unreadable(at));
            }
            let bytes = &window.bytes[..len];
            let done = if acts {
                self.mender.whole(&run.reading, bytes, at)
            } else {
                self.mender.leave_all(bytes, at)
            };
            done.map_err(MendFailure::Output)?;
            at += len as u64;
        }
        Ok(())
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
        parts(self.data, start..end, &mut |bytes, offset| {
            let before = before.as_ref().filter(|_| offset == start);
            let after = after.filter(|_| offset + bytes.len() as u64 == end);
            let done = self
                .mender
                .sound_beside(bytes, offset, self.plan, (before, after));
            done.map_err(MendFailure::Output)
        })
    }
}

/// Reports whether its letters tell that a run is not in a set: they are likely in another.
fn is_told(run: &ReadingRun, set: &Encoding) -> bool {
    run.is_well_formed && run.reading.encoding != set && run.confidence >= TELLING_FLOOR
}

/// The length of the bytes without a unit or a pair of surrogates that they cut at their end.
fn whole_units(encoding: &Encoding, bytes: &[u8]) -> usize {
    let len = bytes.len() / 2 * 2;
    let last = encoding.byte_order().zip(bytes[..len].last_chunk::<2>());
    let is_cut = last.is_some_and(|(order, unit)| matches!(order.unit(*unit), 0xD800..=0xDBFF));
    if is_cut { len - 2 } else { len }
}
