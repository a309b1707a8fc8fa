//! Steps with offsets, from a window of the data.
//!
//! The data is one stretch, with breaks where the grid of code units restarts (the phase) and at
//! bytes that could not be read. No sequence crosses a break; a sequence before a break ends as if
//! the data ended there. After unreadable bytes the grid continues as before them. Bytes that are
//! still loading are not a break but a doubt: a sequence that may reach into them, or begins in
//! them, counts as still loading too. Invariant: the steps of a walk cover its window from the
//! first offset on, each byte once.

use std::ops::Range;

use super::{
    Anchor, Codec, CodecState, Diagnosis, Encoding, Masks, Meaning, Sequence, SpellingRemark,
};
use crate::window::{Absence, Window};

/// One step of decoding, with its place in the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Offset of the first byte.
    pub offset: u64,
    /// Length in bytes; more than `max_len` only for absent bytes.
    pub len: u32,
    /// The codec's state before it.
    pub state: CodecState,
    /// The meaning of the bytes.
    pub meaning: Meaning,
}

impl Step {
    /// Offset just past the last byte.
    #[inline]
    pub fn end(&self) -> u64 {
        self.offset + u64::from(self.len)
    }

    /// Reports whether it is the byte order mark that opens the data.
    #[inline]
    pub fn opens_data(&self) -> bool {
        self.offset == 0 && self.meaning == Meaning::Scalar('\u{FEFF}')
    }

    /// The offsets of the step.
    #[inline]
    pub fn range(&self) -> Range<u64> {
        self.offset..self.end()
    }
}

/// The steps of a window. It stops early where the window ends inside a sequence and the data
/// continues.
pub struct Walk<'a> {
    encoding: &'static Encoding,
    window: &'a Window,
    phase: u64,
    offset: u64,
    state: CodecState,
    /// The rest of the current unbroken stretch, and whether the data, or that stretch of it, ends
    /// there.
    rest: &'a [u8],
    ends: bool,
    /// True if the stretch ends where bytes are still loading.
    before_awaited: bool,
    /// Bytes still loading may change every step that begins before this offset.
    doubt: u64,
}

impl<'a> Walk<'a> {
    /// Walks from the window's first byte, which must be the start of the data, or the place given
    /// by [`Encoding::lookback_start`] if the encoding synchronises itself.
    pub fn new(encoding: &'static Encoding, phase: u64, window: &'a Window) -> Self {
        Self {
            encoding,
            window,
            phase,
            offset: window.start,
            state: CodecState::default(),
            rest: &[],
            ends: false,
            before_awaited: false,
            doubt: 0,
        }
    }

    /// The walk from a boundary of the window, in the codec's state there.
    #[must_use]
    pub fn at(self, anchor: Anchor) -> Self {
        Self {
            offset: anchor.offset,
            state: anchor.state,
            ..self
        }
    }

    /// The place where the next step begins, and the codec's state there.
    #[inline]
    pub fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.offset,
            state: self.state,
        }
    }

    /// The offset at which the next step begins.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Appends the next steps of the current unbroken stretch that begin before offset `until`: the
    /// same as those of `next`, but faster. For an encoding that shifts it appends none.
    pub fn run(&mut self, until: u64, into: &mut Vec<Step>) {
        // Callers need the state after each step of a codec that shifts.
        if self.offset < self.doubt || self.encoding.shifts {
            return;
        }
        let run = StepRange {
            from: self.offset,
            until,
            // Where the data ends, one byte is enough to decide.
            look: if self.ends { 1 } else { self.encoding.look },
        };
        let done = self.encoding.steps(&mut self.state, self.rest, &run, into);
        self.rest = &self.rest[done..];
        self.offset += done as u64;
    }

    /// The step's surroundings, for its masks and its diagnosis.
    pub fn context(&self, step: &Step) -> SequenceContext<'a> {
        SequenceContext::new(self.encoding, self.phase, self.window, step)
    }
}

/// The range of steps to make in a stretch.
pub(super) struct StepRange {
    /// Offset of its first byte.
    from: u64,
    /// Every step begins before this offset.
    until: u64,
    /// Bytes a step must be able to see.
    look: u8,
}

/// Steps through a stretch with the codec's own step.
pub(super) fn drive<C: Codec>(
    state: &mut CodecState,
    stretch: &[u8],
    run: &StepRange,
    into: &mut Vec<Step>,
) -> usize {
    drive_by(C::step, state, stretch, run, into)
}

/// Steps through a stretch with some step.
#[inline]
pub(super) fn drive_by(
    step: impl Fn(&mut CodecState, &[u8]) -> Sequence,
    state: &mut CodecState,
    stretch: &[u8],
    run: &StepRange,
    into: &mut Vec<Step>,
) -> usize {
    let decidable = (stretch.len() + 1).saturating_sub(usize::from(run.look));
    let wanted = usize::try_from(run.until.saturating_sub(run.from)).unwrap_or(usize::MAX);
    let end = decidable.min(wanted).min(stretch.len());
    into.reserve(end);
    let mut at = 0;
    while at < end {
        let before = *state;
        let Sequence { len, meaning } = step(state, &stretch[at..]);
        into.push(Step {
            offset: run.from + at as u64,
            len: u32::from(len),
            state: before,
            meaning,
        });
        at += usize::from(len);
    }
    at
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.rest.is_empty() {
            if self.offset >= self.window.end() {
                return None;
            }
            if let Some(hole) = self.window.hole_at(self.offset) {
                return Some(self.step_over(hole.end, hole.why));
            }
            let readable = stretch(self.encoding.unit, self.window, self.phase, self.offset);
            let next = self.window.hole_at(readable.end);
            self.before_awaited = next.is_some_and(|hole| hole.why == Absence::Awaited);
            let whole = readable.end < self.window.end() || self.window.ends;
            self.ends = whole && !self.before_awaited;
            self.rest = self.window.slice(self.offset, readable.end);
        }
        if !self.ends && self.rest.len() < usize::from(self.encoding.look) {
            let end = self.offset + self.rest.len() as u64;
            return self
                .before_awaited
                .then(|| self.step_over(end, Absence::Awaited));
        }
        let state = self.state;
        let sequence = self.encoding.decode(&mut self.state, self.rest);
        let step = Step {
            offset: self.offset,
            len: u32::from(sequence.len),
            state,
            meaning: if self.offset < self.doubt {
                Meaning::Absent(Absence::Awaited)
            } else {
                sequence.meaning
            },
        };
        self.rest = &self.rest[usize::from(sequence.len)..];
        self.offset = step.end();
        Some(step)
    }
}

impl Walk<'_> {
    /// One step over absent bytes.
    fn step_over(&mut self, end: u64, why: Absence) -> Step {
        let step = Step {
            offset: self.offset,
            // A window is never as long as four gigabytes.
            len: (end.min(self.window.end()) - self.offset) as u32,
            state: CodecState::default(),
            meaning: Meaning::Absent(why),
        };
        self.offset = step.end();
        self.rest = &[];
        self.state = CodecState::default();
        if why == Absence::Awaited {
            self.doubt = self.offset + u64::from(self.encoding.lookback);
        }
        step
    }
}

/// The unbroken stretch of the window around an offset. Code units keep to the phase's grid after a
/// hole too: the bytes from the end of a hole to the next position of the grid are a stretch of
/// their own, also in a window that begins there.
fn stretch(unit: u8, window: &Window, phase: u64, offset: u64) -> Range<u64> {
    let unit = u64::from(unit);
    let multiple = |offset: u64| offset.next_multiple_of(unit);
    let grid = |offset: u64| match offset.checked_sub(phase) {
        Some(past) => phase + multiple(past),
        None => multiple(offset).min(phase),
    };
    let holes = window.holes.iter();
    let holes = holes.flat_map(|hole| [hole.start, hole.end, grid(hole.end)]);
    let mut range = window.start..window.end();
    for edge in holes.chain([phase, grid(window.start)]) {
        if edge <= offset {
            range.start = range.start.max(edge);
        } else {
            range.end = range.end.min(edge);
        }
    }
    range
}

/// A sequence with the bytes around it that may be promised with it, or explain it.
pub struct SequenceContext<'a> {
    /// The unbroken bytes around the sequence.
    pub bytes: &'a [u8],
    /// Index of the sequence's first byte.
    pub at: usize,
    /// Length of the sequence in bytes.
    pub len: usize,
    /// The codec's state before it.
    pub state: CodecState,
    /// The meaning of the sequence.
    pub meaning: Meaning,
    /// Offset of `bytes[0]` in the data.
    pub origin: u64,
    /// The offset at which code units start in the data.
    pub phase: u64,
    /// True if a hole lies right before `bytes`.
    pub after_hole: bool,
    /// True if a hole lies right after `bytes`.
    pub before_hole: bool,
    encoding: &'static Encoding,
}

impl<'a> SequenceContext<'a> {
    /// The surroundings of a step of the window.
    pub fn new(encoding: &'static Encoding, phase: u64, window: &'a Window, step: &Step) -> Self {
        if encoding.unit == 1 && phase <= window.start && window.holes.is_empty() {
            // Nearly always the window is one stretch. The general way is noticeably slower if
            // there are many faults.
            return Self {
                bytes: &window.bytes,
                at: (step.offset - window.start) as usize,
                len: u64::from(step.len).min(window.end() - step.offset) as usize,
                state: step.state,
                meaning: step.meaning,
                origin: window.start,
                phase,
                after_hole: false,
                before_hole: false,
                encoding,
            };
        }
        let range = stretch(encoding.unit, window, phase, step.offset);
        Self {
            bytes: window.slice(range.start, range.end),
            at: (step.offset - range.start) as usize,
            len: u64::from(step.len).min(range.end - step.offset) as usize,
            state: step.state,
            meaning: step.meaning,
            origin: range.start,
            phase,
            after_hole: window.holes.iter().any(|hole| hole.end == range.start),
            before_hole: window.hole_at(range.end).is_some(),
            encoding,
        }
    }

    /// The surroundings of a part of the sequence: `len` bytes from index `at` of it, which have a
    /// meaning by themselves.
    pub(super) fn part(&self, at: usize, len: usize, meaning: Meaning) -> Self {
        Self {
            at: self.at + at,
            len,
            meaning,
            ..*self
        }
    }

    /// The bytes of the sequence itself.
    pub fn sequence(&self) -> &'a [u8] {
        &self.bytes[self.at..self.at + self.len]
    }

    /// The offset of an index of `bytes`.
    pub fn offset(&self, index: usize) -> u64 {
        self.origin + index as u64
    }

    /// The structure, payload and wrong bits of each byte of the sequence.
    pub fn masks(&self) -> Vec<Masks> {
        let mut out = vec![Masks::PAYLOAD; self.len];
        if !matches!(self.meaning, Meaning::Absent(_)) {
            self.encoding.masks(self, &mut out);
        }
        out
    }

    /// The remark on how the sequence is written, if there is one.
    pub fn remark(&self) -> Option<SpellingRemark> {
        self.encoding.remark(self)
    }

    /// The places of the fault, if the sequence is ill-formed.
    pub fn diagnose(&self) -> Option<Diagnosis> {
        Some(self.encoding.diagnose(self, self.meaning.fault()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Fault, table};
    use crate::window::{Hole, Peek};
    use Meaning::{Absent, IllFormed, Scalar};

    const UNREADABLE: Meaning = Absent(Absence::Unreadable);
    const AWAITED: Meaning = Absent(Absence::Awaited);

    #[track_caller]
    fn check(
        encoding: &'static Encoding,
        hole: impl Into<Hole>,
        bytes: &[u8],
        expected: &[(u64, u64, Meaning)],
    ) {
        let mut window = bytes.window(0, bytes.len());
        window.holes.push(hole.into());
        let steps: Vec<_> = Walk::new(encoding, 0, &window)
            .map(|step| (step.offset, u64::from(step.len), step.meaning))
            .collect();
        assert_eq!(steps, expected, "{encoding:?} {bytes:02X?}");
    }

    #[test]
    fn a_sequence_before_a_hole_ends_as_truncated() {
        check(
            table::UTF_8,
            2..3,
            b"\xE2\x82\0\xACa",
            &[
                (0, 2, IllFormed(Fault::Utf8Truncated)),
                (2, 1, UNREADABLE),
                (3, 1, IllFormed(Fault::Utf8StrayContinuation)),
                (4, 1, Scalar('a')),
            ],
        );
    }

    #[test]
    fn sequences_near_awaited_bytes_are_not_decided() {
        let hole = |start, end| Hole {
            start,
            end,
            why: Absence::Awaited,
        };
        let before = b"abcdefgh\xE2\x82\0";
        let steps = |found: &[(u64, u64, Meaning)]| found.to_vec();
        let letter = |at: u64| (at, 1, Scalar(char::from(b'a' + at as u8)));
        let look = u64::from(table::UTF_8.look);
        let mut expected = steps(&[]);
        expected.extend((0..=10 - look).map(letter));
        expected.extend([(11 - look, look - 1, AWAITED), (10, 1, AWAITED)]);
        check(table::UTF_8, hole(10, 11), before, &expected);

        let after = b"\0\0\xACb\x80cdefghijk\x80";
        let doubt = 2 + u64::from(table::UTF_8.lookback);
        let mut expected = steps(&[(0, 2, AWAITED)]);
        expected.extend((2..doubt).map(|at| (at, 1, AWAITED)));
        let seen = (doubt..13).map(|at| (at, 1, Scalar(char::from(after[at as usize]))));
        expected.extend(seen);
        expected.push((14, 1, IllFormed(Fault::Utf8StrayContinuation)));
        expected.insert(expected.len() - 1, (13, 1, Scalar('k')));
        check(table::UTF_8, hole(0, 2), after, &expected);
    }

    #[test]
    fn units_behind_a_hole_keep_to_the_grid() {
        check(
            table::UTF_16LE,
            2..5,
            b"a\0\0\0\0\0b\0",
            &[
                (0, 2, Scalar('a')),
                (2, 3, UNREADABLE),
                (5, 1, IllFormed(Fault::Utf16OddByte)),
                (6, 2, Scalar('b')),
            ],
        );
    }

    #[test]
    fn a_walk_that_goes_on_behind_a_hole_finds_the_grid_too() {
        let window = b"a\0\0\0\0\0b\0".window(5, 3);
        let steps: Vec<_> = Walk::new(table::UTF_16LE, 0, &window)
            .map(|step| (step.offset, step.meaning))
            .collect();
        let odd = IllFormed(Fault::Utf16OddByte);
        assert_eq!(steps, [(5, odd), (6, Scalar('b'))]);
    }

    #[test]
    fn a_run_gives_the_steps_that_walking_does() {
        let bytes: Vec<u8> = (0u32..600)
            .map(|number| (number.wrapping_mul(0x9E37_79B9) >> 21) as u8)
            .chain("aé€\u{1F600}\r\n\u{FEFF}".bytes())
            .collect();
        for encoding in table::all() {
            for (ends, until, hole) in [(true, 700, 0..0), (false, 700, 0..0), (true, 301, 40..45)]
            {
                let mut window = bytes.window(0, bytes.len());
                window.ends = ends;
                window
                    .holes
                    .extend((!hole.is_empty()).then(|| Hole::from(hole)));
                let walked = Walk::new(encoding, 1, &window);
                let walked: Vec<_> = walked.take_while(|step| step.offset < until).collect();
                let (mut walk, mut run) = (Walk::new(encoding, 1, &window), Vec::new());
                while let Some(step) = walk.next().filter(|step| step.offset < until) {
                    run.push(step);
                    walk.run(until, &mut run);
                }
                assert_eq!(run, walked, "{encoding:?}");
            }
        }
    }
}
