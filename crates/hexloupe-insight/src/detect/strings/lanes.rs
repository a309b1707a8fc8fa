//! Sums of the bits that several sets save, side by side, and the stretches where a sum is high.
//!
//! A sum is a byte, so that a processor adds those of sixteen sets at once. Invariant: a sum is never
//! below zero, and a stretch found ends where its sum is highest.

use std::ops::Range;

use super::letters::byte;
use hexloupe_text::codec::Encoding;

/// The sets that are read side by side.
pub(super) const LANES: usize = 16;
/// The steps of a bit.
pub(super) const STEPS: f32 = 2.0;
/// The highest sum that a byte holds.
pub(super) const MOST: f32 = (u8::MAX - LOSS) as f32;
/// The most steps that a character loses.
const LOSS: u8 = 100;
/// The parts of a bit that [`Peak`] counts.
pub(super) const PARTS: i32 = 4;
/// The fall of a sum, in those parts, after which it belongs to another stretch.
const FALL: i32 = 18 * PARTS;

/// A number for each set: a sum, or the steps that a character saves, more by [`LOSS`].
pub(super) type SetLanes = [u8; LANES];

/// A sum after the steps of a character.
pub(super) const fn raised(sum: u8, steps: u8) -> u8 {
    sum.saturating_add(steps).saturating_sub(LOSS)
}

/// The bits that a character saves, as steps.
pub(super) fn steps(saved: f32) -> u8 {
    byte(saved * STEPS + f32::from(LOSS))
}

/// The bits that steps stand for.
pub(super) fn saved(steps: u8) -> f32 {
    (f32::from(steps) - f32::from(LOSS)) / STEPS
}

/// The same in the parts of bits that [`Peak`] counts.
pub(super) fn parts(steps: u8) -> i32 {
    (i32::from(steps) - i32::from(LOSS)) * (PARTS / STEPS as i32)
}

/// The sums of several sets, and the highest of each.
#[derive(Default)]
pub(super) struct LaneSums {
    sums: SetLanes,
    pub(super) best: SetLanes,
}

impl LaneSums {
    /// Adds the steps of a character in each set.
    #[inline]
    pub(super) fn add(&mut self, steps: &SetLanes) {
        for ((sum, best), steps) in self.sums.iter_mut().zip(&mut self.best).zip(steps) {
            *sum = raised(*sum, *steps);
            *best = (*best).max(*sum);
        }
    }
}

/// A stretch that may be text.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    pub(super) encoding: &'static Encoding,
    /// Its place in the bytes.
    pub(super) range: Range<usize>,
    /// The bits that it saves.
    pub(super) bits: f32,
    /// The bytes around it that may belong to it.
    pub(super) zone: Range<usize>,
}

/// Finds the stretches where a sum rises and does not fall far.
pub(super) struct Peak {
    encoding: &'static Encoding,
    zone: Range<usize>,
    least: i32,
    sum: i32,
    start: usize,
    best: i32,
    end: usize,
}

impl Peak {
    pub(super) const fn new(encoding: &'static Encoding, zone: Range<usize>, least: f32) -> Self {
        Self {
            encoding,
            zone,
            least: (least * PARTS as f32).ceil() as i32,
            sum: 0,
            start: 0,
            best: 0,
            end: 0,
        }
    }

    /// Adds the bits that the next character saves, in [`PARTS`].
    #[inline]
    pub(super) fn add(&mut self, range: Range<usize>, saved: i32, into: &mut Vec<Stretch>) {
        if self.sum == 0 {
            self.start = range.start;
        }
        self.sum += saved;
        if self.sum > self.best {
            (self.best, self.end) = (self.sum, range.end);
        }
        if self.sum <= 0 || self.sum < self.best - FALL {
            self.end(into);
        }
    }

    /// Ends a stretch.
    #[inline]
    pub(super) fn end(&mut self, into: &mut Vec<Stretch>) {
        if self.best >= self.least {
            into.push(Stretch {
                encoding: self.encoding,
                range: self.start..self.end,
                bits: self.best as f32 / PARTS as f32,
                zone: self.zone.clone(),
            });
        }
        (self.sum, self.best) = (0, 0);
    }
}
