//! The blocks of some bytes where units of two or four bytes may be text.
//!
//! Most bytes of a program are no text in wide units at any phase: a pass over all phases and both orders
//! at once says so for whole blocks. Invariant: a block that is passed over holds no unit at which a reader
//! of each unit would stop.

use hexloupe_text::codec::ByteOrder;

/// The bytes of a block; the units of each phase in it begin as many bytes after its start.
pub(super) const BLOCK: usize = 256;
/// The units in a row by which characters of ASCII in a row are noticed.
const ROW: usize = 4;

/// The steps of two bytes as a unit, in either order.
pub(super) type BothOrders = [i16; 2];

/// The sums of the units in both orders at even offsets, then at odd ones.
type PairLanes = [i16; 4];

/// The way into a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockEntry {
    /// Nothing in it may be text.
    Skip,
    /// The sum goes on from the block before.
    GoOn,
    /// The sum begins at this number of steps.
    From(i16),
}

/// The blocks of units of two bytes.
pub(super) struct PairBlocks(Vec<(PairLanes, u8)>);

impl PairBlocks {
    /// Looks at all blocks: one may be text where a sum reaches `high`, or where some characters of ASCII
    /// may be in a row.
    pub(super) fn of(bytes: &[u8], steps: &[BothOrders], high: i16, characters: usize) -> Self {
        let mut sums = PairLanes::default();
        let mut last_rows = 0;
        let blocks = (0..bytes.len()).step_by(BLOCK).map(|base| {
            let own = &bytes[base..bytes.len().min(base + BLOCK + 1)];
            let before = sums;
            if own.iter().all(|byte| *byte == 0) {
                sums = PairLanes::default();
                last_rows = 0;
                return (before, 0);
            }
            let best = add_pairs(own, steps, &mut sums);
            let mut hot = 0;
            for (lane, best) in best.iter().enumerate() {
                hot |= u8::from(*best >= high) << lane;
            }
            let rows = plain_rows(&bytes[base..], characters);
            hot |= rows | last_rows;
            last_rows = rows;
            (before, hot)
        });
        Self(blocks.collect())
    }

    /// The ways into the blocks of a phase in an order.
    pub(super) fn entries(
        &self,
        phase: usize,
        order: ByteOrder,
    ) -> impl Iterator<Item = BlockEntry> {
        let lane = 2 * phase + usize::from(order == ByteOrder::Big);
        self.0.iter().map(move |(sums, hot)| {
            if hot >> lane & 1 == 1 {
                BlockEntry::From(sums[lane])
            } else {
                BlockEntry::Skip
            }
        })
    }
}

/// Adds the units of a block to sums; the highest of each.
fn add_pairs(block: &[u8], steps: &[BothOrders], sums: &mut PairLanes) -> PairLanes {
    let mut best = PairLanes::default();
    let of = |one: u8, two: u8| steps[usize::from(u16::from_le_bytes([one, two]))];
    let add = |sums: &mut PairLanes, best: &mut PairLanes, even: BothOrders, odd: BothOrders| {
        let steps: PairLanes = [even[0], even[1], odd[0], odd[1]];
        for lane in 0..4 {
            sums[lane] = sums[lane].saturating_add(steps[lane]).max(0);
            best[lane] = best[lane].max(sums[lane]);
        }
    };
    let after = &block[1.min(block.len())..];
    let (evens, odds) = (block.as_chunks::<2>().0, after.as_chunks::<2>().0);
    let mut own = *sums;
    for (even, odd) in evens.iter().zip(odds) {
        add(
            &mut own,
            &mut best,
            of(even[0], even[1]),
            of(odd[0], odd[1]),
        );
    }
    if let Some(even) = evens.get(odds.len()) {
        add(&mut own, &mut best, of(even[0], even[1]), [0; 2]);
    }
    *sums = own;
    best
}

/// The orders, as bits of all four lanes, in which some characters of ASCII in a row may begin in the
/// first block of some bytes.
fn plain_rows(bytes: &[u8], characters: usize) -> u8 {
    const LITTLE: u8 = 0b0101;
    const BIG: u8 = 0b1010;
    const SEEN: usize = BLOCK + 2 * ROW;
    let mut seen = [0xFF; SEEN + 1];
    let len = bytes.len().min(seen.len());
    seen[..len].copy_from_slice(&bytes[..len]);
    let is_plain = |byte: u8| u8::from(byte.wrapping_sub(0x20) < 0x5F) | u8::from(byte == b'\t');
    let (mut little, mut big) = ([0; SEEN], [0; SEEN]);
    for (at, (little, big)) in little.iter_mut().zip(&mut big).enumerate() {
        *little = is_plain(seen[at]) & u8::from(seen[at + 1] == 0);
        *big = is_plain(seen[at + 1]) & u8::from(seen[at] == 0);
    }
    let row = characters.clamp(1, ROW);
    let free = |number: usize| u8::from(row < number);
    let (free_2, free_3, free_4) = (free(2), free(3), free(4));
    let has_row = |units: &[u8; SEEN]| {
        let mut any = 0;
        for at in 0..BLOCK {
            let rest = (units[at + 4] | free_3) & (units[at + 6] | free_4);
            any |= units[at] & (units[at + 2] | free_2) & rest;
        }
        any > 0
    };
    let mut rows = 0;
    if has_row(&little) {
        rows |= LITTLE;
    }
    if has_row(&big) {
        rows |= BIG;
    }
    rows
}

/// The blocks of units of four bytes in an order.
pub(super) struct FourBlocks(Vec<u8>);

impl FourBlocks {
    /// Looks at all blocks: one may be text where two units in a row may be characters, or the first or
    /// the last one; machine code has few such numbers. A text of one character may be in any.
    pub(super) fn of(bytes: &[u8], order: ByteOrder, characters: usize) -> Self {
        let blocks = (0..bytes.len()).step_by(BLOCK).map(|base| {
            let own = &bytes[base..bytes.len().min(base + BLOCK + 3)];
            if own.iter().all(|byte| *byte == 0) {
                return 0;
            }
            match own.try_into() {
                Ok(own) if characters > 1 => numbers_in_row(own, order),
                _ => 0b1111,
            }
        });
        Self(blocks.collect())
    }

    /// The ways into the blocks of a phase.
    pub(super) fn entries(&self, phase: usize) -> impl Iterator<Item = BlockEntry> {
        self.0.iter().map(move |phases| {
            if phases >> phase & 1 == 1 {
                BlockEntry::GoOn
            } else {
                BlockEntry::Skip
            }
        })
    }
}

/// The phases, as bits, at which a block may have text.
fn numbers_in_row(bytes: &[u8; BLOCK + 3], order: ByteOrder) -> u8 {
    /// The bytes that are looked at together: several times a unit.
    const STEP: usize = 16;
    let mut may = [0_u8; BLOCK + 4];
    let is_number = |high: u8, upper: u8, lower: u8, low: u8| {
        let is_more = u8::from((upper | lower) != 0) | u8::from(low >= 0x20);
        u8::from(high == 0) & u8::from(upper < 3) & is_more
    };
    for (at, may) in may[..BLOCK].iter_mut().enumerate() {
        let unit: [u8; 4] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let [low, lower, upper, high] = match order {
            ByteOrder::Little => unit,
            ByteOrder::Big => [unit[3], unit[2], unit[1], unit[0]],
        };
        *may = is_number(high, upper, lower, low);
    }
    let mut in_row = [0_u8; STEP];
    for start in (0..BLOCK).step_by(STEP) {
        for (at, any) in in_row.iter_mut().enumerate() {
            *any |= may[start + at] & may[start + at + 4];
        }
    }
    let mut phases = 0;
    for (at, any) in in_row.iter().enumerate() {
        phases |= *any << (at % 4);
    }
    for phase in 0..4 {
        phases |= (may[phase] | may[BLOCK - 4 + phase]) << phase;
    }
    phases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data of text in wide units at any offset, between zeros and bytes by chance.
    fn data(random: &mut fastrand::Rng) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < 3000 {
            match random.u8(0..6) {
                0 => bytes.extend(std::iter::repeat_n(0, random.usize(1..700))),
                1 => bytes.extend((0..random.usize(1..300)).map(|_| random.u8(..))),
                2 => bytes.extend((0..random.usize(1..20)).flat_map(|_| [random.u8(32..127), 0])),
                3 => bytes.extend((0..random.usize(1..20)).flat_map(|_| [0, random.u8(32..127)])),
                4 => bytes.extend((0..random.usize(1..9)).flat_map(|_| [random.u8(..), 4, 0, 0])),
                _ => bytes.extend((0..random.usize(1..9)).flat_map(|_| [0, 0, 4, random.u8(..)])),
            }
        }
        bytes
    }

    #[test]
    fn no_block_with_a_unit_of_text_is_passed_over() {
        // Signs save much, letters of ASCII little, and the rest ends a sum.
        let own = |number: u16| match number {
            0x20..0x7F => 12,
            0x400..0x500 => 30,
            0x5000..0x6000 => -3,
            _ => i16::MIN,
        };
        let steps: Vec<BothOrders> =
            { (0..=u16::MAX).map(|number| [own(number), own(number.swap_bytes())]) }.collect();
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..200 {
            let bytes = data(&mut random);
            let (high, characters) = (random.i16(40..120), random.usize(1..12));
            let blocks = PairBlocks::of(&bytes, &steps, high, characters);
            for (phase, order) in [0, 1]
                .into_iter()
                .flat_map(|phase| [ByteOrder::Little, ByteOrder::Big].map(|order| (phase, order)))
            {
                let (mut sum, mut plain) = (0_i16, 0);
                let all = bytes[phase..]
                    .chunks(BLOCK)
                    .zip(blocks.entries(phase, order));
                for (number, (block, entry)) in all.enumerate() {
                    let before = sum;
                    let mut is_hit = false;
                    for unit in block.as_chunks::<2>().0 {
                        let unit = order.unit(*unit);
                        sum = sum.saturating_add(own(unit)).max(0);
                        let is_plain = matches!(unit, 0x20..0x7F | 9);
                        plain = (plain + 1) * usize::from(is_plain);
                        is_hit |= sum >= high || plain >= characters;
                    }
                    let known = BlockEntry::From(before);
                    assert!(
                        entry == known || !is_hit,
                        "{number} {phase} {order:?} {entry:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn numbers_in_a_row_are_seen_at_each_phase() {
        let mut random = fastrand::Rng::with_seed(13);
        for _ in 0..200 {
            let bytes = data(&mut random);
            for order in [ByteOrder::Little, ByteOrder::Big] {
                let blocks = FourBlocks::of(&bytes, order, 4);
                for phase in 0..4 {
                    let all = bytes[phase..].chunks(BLOCK).zip(blocks.entries(phase));
                    for (block, entry) in all {
                        let units = block.as_chunks::<4>().0.iter().map(|unit| match order {
                            ByteOrder::Little => u32::from_le_bytes(*unit),
                            ByteOrder::Big => u32::from_be_bytes(*unit),
                        });
                        let units = units.map(|unit| (0x20..0x3_0000).contains(&unit));
                        let units: Vec<bool> = units.collect();
                        let ends = [units.first(), units.last()];
                        let is_seen = ends.contains(&Some(&true))
                            || units.array_windows().any(|two| *two == [true; 2]);
                        assert!(entry == BlockEntry::GoOn || !is_seen, "{phase} {order:?}");
                    }
                }
            }
        }
    }
}
