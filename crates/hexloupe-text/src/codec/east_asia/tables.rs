//! The tables of the double-byte sets, read from `encoding_rs` once.
//!
//! A pair of bytes is looked up by the low seven bits of its lead byte and its trail byte. One more
//! bit per pair is set if the pair has a character, so that counting looks at only 4 KiB.
//! Invariant: a pair outside the requested ranges has no character.

use std::ops::RangeInclusive;
use std::sync::{LazyLock, OnceLock};

use super::super::{Meaning, scalar_of};
use super::char_index::CharIndex;

/// Ranges of bytes.
pub type Ranges = &'static [RangeInclusive<u8>];

/// The top bit of an entry that is two characters.
const TWO: u32 = 1 << 31;
/// Number of pairs: 128 lead bytes and 256 trail bytes.
const PAIRS: usize = 128 * 256;

/// The characters of the pairs of a set.
pub(super) struct PairTable {
    /// Code points; 0 where there is none.
    points: Box<[u32]>,
    /// A bit for each code point that is not 0.
    mapped: Box<[u64]>,
    /// The code points that have one unit of UTF-16; 0 for all others.
    units: Box<[u16]>,
    /// The pairs of each character; made when the first one is written.
    by_char: OnceLock<CharIndex>,
}

/// The index of a pair.
#[inline]
fn index(lead: u8, trail: u8) -> usize {
    usize::from(lead & 0x7F) << 8 | usize::from(trail)
}

impl PairTable {
    /// A table without a character.
    fn empty() -> Self {
        Self {
            points: vec![0; PAIRS].into(),
            mapped: vec![0; PAIRS / 64].into(),
            units: vec![0; PAIRS].into(),
            by_char: OnceLock::new(),
        }
    }

    /// The one table without a character.
    pub(super) fn none() -> &'static Self {
        static NONE: LazyLock<PairTable> = LazyLock::new(PairTable::empty);
        &NONE
    }

    fn set(&mut self, lead: u8, trail: u8, entry: u32) {
        let at = index(lead, trail);
        self.by_char.take();
        self.points[at] = entry;
        self.units[at] = u16::try_from(entry).unwrap_or(0);
        let bit = 1 << (at % 64);
        if entry == 0 {
            self.mapped[at / 64] &= !bit;
        } else {
            self.mapped[at / 64] |= bit;
        }
    }

    /// Decodes the pairs of some lead bytes with `web`, with the bytes `before` (a single shift) in
    /// front of each.
    pub(super) fn ask(
        web: &'static encoding_rs::Encoding,
        before: &[u8],
        leads: Ranges,
        trails: impl Fn(u8) -> Ranges,
    ) -> Self {
        let mut pairs = Self::empty();
        let mut decoder = web.new_decoder_without_bom_handling();
        let (mut bytes, mut units) = (Vec::new(), Vec::new());
        for lead in leads.iter().cloned().flatten() {
            bytes.clear();
            each(trails(lead), |trail| {
                bytes.extend_from_slice(before);
                bytes.extend([lead, trail]);
            });
            let room = decoder.max_utf16_buffer_length(bytes.len());
            units.resize(room.unwrap_or(bytes.len()), 0);
            let (_, _, len, _) = decoder.decode_to_utf16(&bytes, &mut units, false);
            let mut rest = &units[..len];
            each(trails(lead), |trail| {
                let (entry, len) = first_entry(rest, trail);
                rest = &rest[len..];
                pairs.set(lead, trail, entry);
            });
        }
        pairs
    }

    /// The pairs of some lead bytes, by a rule that gives code points.
    pub(super) fn made(
        leads: Ranges,
        trails: impl Fn(u8) -> Ranges,
        rule: impl Fn(u8, u8) -> Option<u32>,
    ) -> Self {
        let mut pairs = Self::empty();
        for lead in leads.iter().cloned().flatten() {
            each(trails(lead), |trail| {
                pairs.set(lead, trail, rule(lead, trail).unwrap_or(0));
            });
        }
        pairs
    }

    /// A copy with only the pairs that `keeps` accepts.
    pub(super) fn only(&self, keeps: impl Fn(u8, u8) -> bool) -> Self {
        let mut kept = Self::empty();
        for lead in 0x80..=0xFF {
            for trail in (0..=0xFF).filter(|&trail| keeps(lead, trail)) {
                kept.set(lead, trail, self.points[index(lead, trail)]);
            }
        }
        kept
    }

    /// This table with another character for a pair.
    pub(super) fn with(mut self, (lead, trail): (u8, u8), character: char) -> Self {
        self.set(lead, trail, u32::from(character));
        self
    }

    /// The meaning of a pair, if it has any.
    #[inline]
    pub(super) fn meaning(&self, lead: u8, trail: u8) -> Option<Meaning> {
        match self.points[index(lead, trail)] {
            0 => None,
            point if point & TWO == 0 => Some(Meaning::Scalar(scalar_of(point))),
            both => Some(Meaning::Pair(
                scalar_of(both >> 16 & 0x7FFF),
                scalar_of(both & 0xFFFF),
            )),
        }
    }

    /// The unit of UTF-16 of a pair; 0 if it has none, or several.
    #[inline]
    pub(super) fn unit(&self, lead: u8, trail: u8) -> u16 {
        self.units[index(lead, trail)]
    }

    /// Reports whether a pair has a character.
    #[inline]
    pub(super) fn has(&self, lead: u8, trail: u8) -> bool {
        let at = index(lead, trail);
        self.mapped[at / 64] >> (at % 64) & 1 != 0
    }

    /// Every character of one unit of UTF-16, once for each of its pairs.
    pub(super) fn characters(&self) -> impl Iterator<Item = char> {
        let units = self.units.iter().filter(|unit| **unit != 0);
        units.map(|unit| scalar_of(u32::from(*unit)))
    }

    /// Every pair of a character, in order.
    pub(super) fn pairs_of(&self, character: char) -> impl DoubleEndedIterator<Item = (u8, u8)> {
        let index = self.by_char.get_or_init(|| {
            let all = self.points.iter().zip(0_u32..);
            let all = all.filter(|(entry, _)| **entry != 0 && **entry & TWO == 0);
            CharIndex::new(all.map(|(entry, at)| (scalar_of(*entry), at)))
        });
        let places = index.places(character);
        places.map(|at| (0x80 | (at >> 8) as u8, at as u8))
    }
}

/// Every byte of some ranges, in order.
fn each(ranges: Ranges, mut visit: impl FnMut(u8)) {
    for range in ranges {
        range.clone().for_each(&mut visit);
    }
}

/// The entry of a pair, and the units of UTF-16 that it was read as: one character or two, neither of
/// them ASCII, or a replacement character. A trail byte of ASCII that makes no pair is read once more.
fn first_entry(units: &[u16], trail: u8) -> (u32, usize) {
    match *units {
        [0xFFFD, unit, ..] if trail.is_ascii() && unit == u16::from(trail) => (0, 2),
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF, ..] => {
            let point = u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF);
            (point + 0x1_0000, 2)
        }
        [one, mark @ 0x300..=0x36F, ..] => (TWO | u32::from(one) << 16 | u32::from(mark), 2),
        [0 | 0xFFFD, ..] => (0, 1),
        [unit, ..] => (u32::from(unit), 1),
        [] => (0, 0),
    }
}

/// Reports whether a byte lies in one of some ranges.
#[inline]
pub(super) fn lies_in(ranges: Ranges, byte: u8) -> bool {
    ranges.iter().any(|range| range.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_are_decoded_together_mean_what_each_means_alone() {
        use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};
        const ALL: Ranges = &[0x81..=0xFE];
        const SJIS: Ranges = &[0x81..=0x9F, 0xE0..=0xFC];
        const HIGH: Ranges = &[0xA1..=0xFE];
        const TRAILS: Ranges = &[0x40..=0x7E, 0x80..=0xFC];
        let sets: [(_, &[u8], _, _); 6] = [
            (BIG5, b"", ALL, ALL),
            (EUC_KR, b"", ALL, ALL),
            (GB18030, b"", ALL, TRAILS),
            (SHIFT_JIS, b"", SJIS, TRAILS),
            (EUC_JP, b"", HIGH, HIGH),
            (EUC_JP, b"\x8F", HIGH, HIGH),
        ];
        for (web, before, leads, trails) in sets {
            let pairs = PairTable::ask(web, before, leads, |_| trails);
            for lead in leads.iter().cloned().flatten() {
                each(trails, |trail| {
                    let bytes = [before, &[lead, trail]].concat();
                    let alone = web.decode_without_bom_handling_and_without_replacement(&bytes);
                    let chars: Vec<char> = alone.as_deref().unwrap_or("").chars().collect();
                    let expected = match chars[..] {
                        [c] => Some(Meaning::Scalar(c)),
                        [one, other] => Some(Meaning::Pair(one, other)),
                        _ => None,
                    };
                    assert_eq!(pairs.meaning(lead, trail), expected, "{bytes:X?}");
                });
            }
        }
    }

    #[test]
    fn a_pair_with_a_character_has_a_bit_and_can_be_removed() {
        let pairs = PairTable::ask(encoding_rs::BIG5, b"", &[0x81..=0xFE], |_| &[0x40..=0xFE]);
        for lead in 0x80..=0xFF {
            for trail in 0..=0xFF {
                assert_eq!(pairs.has(lead, trail), pairs.meaning(lead, trail).is_some());
            }
        }
        assert_eq!(pairs.meaning(0xA4, 0xA4), Some(Meaning::Scalar('中')));
        assert_eq!(
            pairs.meaning(0x88, 0x62),
            Some(Meaning::Pair('Ê', '\u{304}'))
        );
        assert_eq!(pairs.pairs_of('中').collect::<Vec<_>>(), [(0xA4, 0xA4)]);
        let none = pairs.only(|lead, _| lead == 0xA5);
        assert!(none.has(0xA5, 0x40) && !none.has(0xA4, 0xA4));
        let other = none.with((0xA4, 0xA4), 'x');
        assert_eq!(other.meaning(0xA4, 0xA4), Some(Meaning::Scalar('x')));
    }
}
