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

/// The classes of some bytes, a bit for each, the first byte in the lowest bit.
#[derive(Clone, Copy)]
struct ByteMasks {
    /// Controls that end a text.
    controls: u64,
    /// Bytes beyond ASCII.
    high: u64,
    /// Of these the continuation bytes of UTF-8.
    continuation: u64,
}

impl ByteMasks {
    fn of(bytes: &[u8; MASKED]) -> Self {
        const EACH: u64 = u64::MAX / 0xFF;
        const HIGH: u64 = 0x80 * EACH;
        /// Gathers the highest bits of eight bytes, moved to their lowest, in the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let is_zero = |word: u64| !((word & !HIGH).wrapping_add(!HIGH) | word) & HIGH;
        let gathered = |own: u64| (own >> 7).wrapping_mul(GATHER) >> 56;
        let mut masks = Self {
            controls: 0,
            high: 0,
            continuation: 0,
        };
        let words = bytes.as_chunks::<8>().0.iter().zip((0..).step_by(8));
        for (word, at) in words {
            let word = u64::from_le_bytes(*word);
            let is_low = !((word | HIGH) - 0x20 * EACH) & !word & HIGH;
            let own = is_low & !is_zero(word ^ (9 * EACH)) | is_zero(word ^ (0x7F * EACH));
            masks.controls |= gathered(own) << at;
            masks.high |= gathered(word & HIGH) << at;
            masks.continuation |= gathered(word & !(word << 1) & HIGH) << at;
        }
        masks
    }
}

/// Reports whether some bits in a row are set.
fn has_row(mut bits: u64, row: usize) -> bool {
    let mut left = row.clamp(1, MASKED) - 1;
    let mut step = 1;
    while left > 0 && bits != 0 {
        let shift = step.min(left);
        bits &= bits >> shift;
        left -= shift;
        step *= 2;
    }
    bits != 0
}

/// A zone without a control.
pub(super) struct Zone {
    pub(super) range: Range<usize>,
    /// True if all bytes are ASCII.
    pub(super) is_ascii: bool,
    /// True if it may have a character of UTF-8 beyond ASCII.
    pub(super) is_led: bool,
    /// True if it may have enough characters of UTF-8 in a row.
    pub(super) may_be_formed: bool,
    /// The fewest characters of a stretch in it.
    pub(super) least: usize,
}

/// The zones of some bytes, the first of which is at an offset.
pub(super) struct Zones<'a> {
    bytes: &'a [u8],
    start: u64,
    at: usize,
    /// The classes of each [`MASKED`] bytes.
    masks: Vec<ByteMasks>,
    /// The fewest characters of a stretch.
    least: usize,
    /// The steps by which the starts of [`Zones::long_runs`] are found.
    doublings: u32,
    /// The bytes without a control that are being cut.
    run: Range<usize>,
}

impl<'a> Zones<'a> {
    /// The zones of at least a number of bytes, if it is small; shorter ones may be among them.
    pub(super) fn of(bytes: &'a [u8], start: u64, least: usize) -> Self {
        let (whole, rest) = bytes.as_chunks();
        let mut own: Vec<ByteMasks> = Vec::with_capacity(whole.len() + 1);
        own.extend(whole.iter().map(ByteMasks::of));
        // What follows the last byte ends a zone as a control does.
        let mut padded = [0; MASKED];
        padded[..rest.len()].copy_from_slice(rest);
        own.push(ByteMasks::of(&padded));
        Self {
            bytes,
            start,
            at: 0,
            masks: own,
            least,
            doublings: least.clamp(1, MASKED).ilog2(),
            run: 0..0,
        }
    }

    /// The next bytes without a control.
    fn next_run(&self) -> Option<Range<usize>> {
        let start = first(self.at, self.masks.len(), |word| self.long_runs(word))?;
        let end = first(start, self.masks.len(), |word| self.masks[word].controls);
        Some(start..end.unwrap_or(self.bytes.len()))
    }

    /// The bytes among some, as bits, from which on none of a number of bytes is a control.
    fn long_runs(&self, word: usize) -> u64 {
        let next = self.masks.get(word + 1);
        let next = next.map_or(u64::MAX, |next| next.controls);
        let own = !(u128::from(self.masks[word].controls) | u128::from(next) << MASKED);
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

/// The places at which a run is cut: none if it is short enough.
pub(super) fn cuts(run: &Range<usize>, start: u64) -> impl Iterator<Item = usize> {
    let first = LONGEST - (start % LONGEST as u64) as usize;
    let multiples = (first..run.end).step_by(LONGEST);
    let is_long = run.len() > LONGEST;
    let least = run.start + MOVED;
    multiples.filter(move |cut| is_long && *cut > least)
}

impl Zones<'_> {
    /// The bits of a range of at most [`MASKED`] bytes in a mask.
    fn bits(&self, range: &Range<usize>, of: impl Fn(&ByteMasks) -> u64) -> u64 {
        let (word, shift) = (range.start / MASKED, range.start % MASKED);
        let next = self.masks.get(word + 1).map_or(0, &of);
        let both = u128::from(of(&self.masks[word])) | u128::from(next) << MASKED;
        let own = (both >> shift) as u64;
        own & u64::MAX >> (MASKED - range.len().clamp(1, MASKED))
    }

    /// The facts of a zone.
    fn zone(&self, range: Range<usize>, is_piece: bool) -> Zone {
        // What is left of a longer text may be short.
        let least = if is_piece { 1 } else { self.least };
        if range.len() > MASKED {
            let is_ascii = self.bytes[range.clone()].is_ascii();
            return Zone {
                range,
                is_ascii,
                is_led: !is_ascii,
                may_be_formed: true,
                least,
            };
        }
        let high = self.bits(&range, |masks| masks.high);
        let continuation = self.bits(&range, |masks| masks.continuation);
        // A lead byte is before a continuation byte, which is after a byte beyond ASCII.
        let lead = high & !continuation & continuation >> 1;
        let plain = !high & u64::MAX >> (MASKED - range.len().clamp(1, MASKED));
        let formed = plain | lead | continuation & high << 1;
        Zone {
            range,
            is_ascii: high == 0,
            is_led: lead != 0,
            may_be_formed: has_row(formed, least),
            least,
        }
    }
}

impl Iterator for Zones<'_> {
    type Item = Zone;

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
        Some(self.zone(range, is_piece))
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
                let zones = Zones::of(&bytes, 0, least).map(|zone| zone.range);
                let zones: Vec<Range<usize>> = zones.filter(is_enough).collect();
                assert_eq!(zones, runs, "{len} bytes, {least} in a row: {bytes:x?}");
            }
        }
    }
}
