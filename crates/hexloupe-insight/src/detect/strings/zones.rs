//! The zones of some bytes that have no control.
//!
//! A zone that is longer than a stretch may be is cut where its offset is a multiple of that length, between
//! two characters if it is UTF-8. Invariant: whoever sees so many bytes before and after a place sees the
//! same zones there, wherever its bytes begin.

use std::ops::Range;

use super::FoundString;

/// The longest stretch in bytes; a longer one is cut.
const LONGEST: usize = FoundString::LONGEST;

/// The most bytes by which a cut is moved back.
const MOVED: usize = 64;

/// The bytes that are looked at together.
const MASKED: usize = 64;

/// Reports whether a byte is a control that ends a text of one-byte units: any but the tab.
pub(super) const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0A..=0x1F | 0x7F)
}

/// The bits of the bytes that are such controls, the first byte in the lowest bit.
fn controls(bytes: &[u8; MASKED]) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = 0x80 * EACH;
    /// Gathers the highest bits of eight bytes, moved to their lowest, in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let is_zero = |word: u64| !((word & !HIGH).wrapping_add(!HIGH) | word) & HIGH;
    let words = bytes.as_chunks::<8>().0.iter().zip((0..).step_by(8));
    words.fold(0, |bits, (word, at)| {
        let word = u64::from_le_bytes(*word);
        let is_low = !((word | HIGH) - 0x20 * EACH) & !word & HIGH;
        let own = is_low & !is_zero(word ^ (9 * EACH)) | is_zero(word ^ (0x7F * EACH));
        bits | ((own >> 7).wrapping_mul(GATHER) >> 56) << at
    })
}

/// A zone without a control.
pub(super) struct Zone {
    pub(super) range: Range<usize>,
    /// True if it is a piece of a longer one.
    pub(super) is_piece: bool,
    /// True if all bytes are ASCII.
    pub(super) is_ascii: bool,
    /// True if it has a lead byte of UTF-8 with the continuation bytes of a short character.
    pub(super) is_led: bool,
    /// The most bytes of ASCII in a row.
    pub(super) plain: usize,
}

/// The ranges of the zones of some bytes, the first of which is at an offset; each with whether it is a
/// piece of a longer one.
pub(super) struct Zones<'a> {
    bytes: &'a [u8],
    start: u64,
    at: usize,
    /// The controls among each [`MASKED`] bytes, as bits.
    controls: Vec<u64>,
    /// The steps by which the starts of [`Zones::long_runs`] are found.
    doublings: u32,
    /// The bytes without a control that are being cut.
    run: Range<usize>,
}

impl<'a> Zones<'a> {
    /// The zones of at least a number of bytes, if it is small; shorter ones may be among them.
    pub(super) fn of(bytes: &'a [u8], start: u64, least: usize) -> Self {
        let (whole, rest) = bytes.as_chunks();
        let mut own: Vec<u64> = whole.iter().map(controls).collect();
        // What follows the last byte ends a zone as a control does.
        let mut padded = [0; MASKED];
        padded[..rest.len()].copy_from_slice(rest);
        own.push(controls(&padded));
        Self {
            bytes,
            start,
            at: 0,
            controls: own,
            doublings: least.clamp(1, MASKED).ilog2(),
            run: 0..0,
        }
    }

    /// The next bytes without a control.
    fn next_run(&self) -> Option<Range<usize>> {
        let start = first(self.at, self.controls.len(), |word| self.long_runs(word))?;
        let end = first(start, self.controls.len(), |word| self.controls[word]);
        Some(start..end.unwrap_or(self.bytes.len()))
    }

    /// The bytes among some, as bits, from which on none of a number of bytes is a control.
    fn long_runs(&self, word: usize) -> u64 {
        let next = self.controls.get(word + 1).copied().unwrap_or(u64::MAX);
        let own = !(u128::from(self.controls[word]) | u128::from(next) << MASKED);
        let all = (0..self.doublings).fold(own, |all, step| all & all >> (1_u32 << step));
        all as u64
    }

    /// A place before a cut that is between two characters: in every set after a blank or a sign, elsewhere
    /// by the form of UTF-8.
    fn between_characters(&self, cut: usize) -> usize {
        let is_blank = |at: &usize| matches!(self.bytes[at - 1], 9 | b' '..=b'/');
        let is_next = |at: &usize| matches!(self.bytes.get(*at), Some(0x80..=0xBF));
        let back = || (cut - MOVED..=cut).rev();
        let first = back().take(4).find(|at| !is_next(at));
        back().find(is_blank).or(first).unwrap_or(cut)
    }
}

/// The first place from one on whose bit is set in the word for it.
fn first(from: usize, words: usize, word: impl Fn(usize) -> u64) -> Option<usize> {
    let mut number = from / MASKED;
    if number >= words {
        return None;
    }
    let mut bits = word(number) & u64::MAX << (from % MASKED);
    while bits == 0 {
        number += 1;
        if number >= words {
            return None;
        }
        bits = word(number);
    }
    Some(number * MASKED + bits.trailing_zeros() as usize)
}

impl Iterator for Zones<'_> {
    type Item = (Range<usize>, bool);

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.run.end {
            self.run = self.next_run()?;
            self.at = self.run.start;
        }
        let mut cuts = cuts(&self.run, self.start).map(|cut| self.between_characters(cut));
        let cut = cuts.find(|cut| *cut > self.at);
        let range = self.at..cut.unwrap_or(self.run.end);
        self.at = range.end;
        let is_piece = range != self.run;
        Some((range, is_piece))
    }
}

/// The places at which a run is cut: none if it is short enough.
pub(super) fn cuts(run: &Range<usize>, start: u64) -> impl Iterator<Item = usize> {
    let first = LONGEST - (start % LONGEST as u64) as usize;
    let multiples = (first..run.end).step_by(LONGEST);
    let is_long = run.len() > LONGEST;
    let least = run.start + MOVED;
    multiples.filter(move |cut| is_long && *cut > least)
}

impl Zone {
    /// The facts of a zone.
    pub(super) fn of(bytes: &[u8], range: Range<usize>, is_piece: bool) -> Self {
        if bytes[range.clone()].is_ascii() {
            return Self {
                plain: range.len(),
                range,
                is_piece,
                is_ascii: true,
                is_led: false,
            };
        }
        let (mut is_led, mut plain, mut row, mut last) = (false, 0, 0, [0; 2]);
        for byte in &bytes[range.clone()] {
            if byte.is_ascii() {
                row += 1;
                plain = plain.max(row);
            } else {
                row = 0;
                is_led |= match *byte {
                    0x80..=0xBF => matches!(last, [_, 0xC2..=0xDF] | [0xE0..=0xF4, 0x80..=0xBF]),
                    _ => false,
                };
            }
            last = [last[1], *byte];
        }
        Self {
            range,
            is_piece,
            is_ascii: false,
            is_led,
            plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_enough_bytes_are_those_between_controls() {
        let mut random = fastrand::Rng::with_seed(7);
        for len in [0, 1, 7, 63, 64, 65, 127, 128, 129, 1000] {
            for least in [1, 2, 4, 5, 8, 9, 100] {
                let dull = random.u8(1..40);
                let byte = |random: &mut fastrand::Rng| match random.u8(0..40) {
                    own if own < dull => random.u8(0x20..0x7F),
                    _ => random.u8(..),
                };
                let bytes: Vec<u8> = (0..len).map(|_| byte(&mut random)).collect();
                let mut runs = Vec::new();
                let mut start = 0;
                for run in bytes.split(|byte| is_control(*byte)) {
                    runs.push(start..start + run.len());
                    start += run.len() + 1;
                }
                let is_enough = |run: &Range<usize>| run.len() >= least;
                runs.retain(is_enough);
                let zones = Zones::of(&bytes, 0, least).map(|(range, _)| range);
                let zones: Vec<Range<usize>> = zones.filter(is_enough).collect();
                assert_eq!(zones, runs, "{len} bytes, {least} in a row: {bytes:x?}");
            }
        }
    }
}
