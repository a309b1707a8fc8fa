//! From units of UTF-16 to UTF-8, sixteen units at once.
//!
//! For each unit the bytes of a character are computed as if it had one, two and three; a shuffle
//! from a table keeps those it has. Each half of a pair has two bytes, and the second half needs
//! only two bits of the first. Invariant: the units are well-formed.

use pulp::bytemuck::cast;

use super::native;
use super::tables::{LENS, ONE_OR_TWO, ONE_TO_THREE};
use crate::codec::ByteOrder;
use crate::vector::lanes::{HalfVector, Lanes, Vector, units as all_units, vector};

/// Units in a vector.
const BLOCK: usize = 16;
/// Units for which the method is chosen once.
const PART: usize = 4 * BLOCK;
/// The largest number of parts that are written before they are appended.
const PARTS: usize = 8;
/// The largest number of bytes of a part, and of the unused bytes written beyond them.
const ROOM: usize = 3 * PART + BLOCK;

/// The end of the units before a part.
#[derive(Clone, Copy)]
struct PrecedingBlock {
    /// The last block of them, or zeros if there is none.
    block: Vector,
    /// True if the last of them begins a pair.
    open: bool,
}

/// Appends well-formed units as UTF-8.
#[inline(always)]
pub(super) fn append(v: Lanes, units: &[u16], out: &mut Vec<u8>) {
    let mut before = nothing();
    let (whole, rest) = units.as_chunks::<PART>();
    let mut room = [0; ROOM * PARTS];
    for page in whole.chunks(PARTS) {
        let mut end = 0;
        for units in page {
            end += write(v, &mut before, loaded(units), &mut room, end).unwrap_or(0);
        }
        out.extend_from_slice(&room[..end]);
    }
    if !rest.is_empty() {
        // Zeros follow, each a byte too many.
        let mut padded = [0; PART];
        padded[..rest.len()].copy_from_slice(rest);
        let end = write(v, &mut before, loaded(&padded), &mut room, 0).unwrap_or(0);
        out.extend_from_slice(&room[..end.saturating_sub(PART - rest.len())]);
    }
}

/// Appends UTF-16 as UTF-8, up to anything ill-formed or a rest shorter than a part; returns the
/// number of units consumed.
#[inline(always)]
pub(super) fn append_utf16(v: Lanes, text: &[u8], order: ByteOrder, out: &mut Vec<u8>) -> usize {
    let order = native(order, 2);
    let mut before = nothing();
    let mut room = [0; ROOM * PARTS];
    let mut done = 0;
    for page in text.as_chunks::<{ 2 * PART }>().0.chunks(PARTS) {
        let (mut end, mut count) = (0, 0);
        for bytes in page {
            let bytes = bytes.as_chunks::<{ 2 * BLOCK }>().0;
            let blocks = [
                v.shuffle_each(vector(bytes[0]), order),
                v.shuffle_each(vector(bytes[1]), order),
                v.shuffle_each(vector(bytes[2]), order),
                v.shuffle_each(vector(bytes[3]), order),
            ];
            let earlier = before;
            let Some(written) = write(v, &mut before, blocks, &mut room, end) else {
                before = earlier;
                break;
            };
            end += written;
            count += 1;
        }
        out.extend_from_slice(&room[..end]);
        done += count * PART;
        if count < page.len() {
            break;
        }
    }
    if before.open {
        // The last pair was cut: half of it is written.
        out.truncate(out.len().saturating_sub(2));
        done -= 1;
    }
    done
}

#[inline(always)]
fn nothing() -> PrecedingBlock {
    PrecedingBlock {
        block: all_units(0),
        open: false,
    }
}

#[inline(always)]
fn loaded(units: &[u16; PART]) -> [Vector; 4] {
    let blocks = units.as_chunks::<BLOCK>().0;
    [
        vector(blocks[0]),
        vector(blocks[1]),
        vector(blocks[2]),
        vector(blocks[3]),
    ]
}

/// Writes the bytes of a part after others; returns their number, or none if it is ill-formed.
#[inline(always)]
fn write(
    v: Lanes,
    before: &mut PrecedingBlock,
    blocks: [Vector; 4],
    room: &mut [u8; ROOM * PARTS],
    end: usize,
) -> Option<usize> {
    let room = room[end..].first_chunk_mut::<ROOM>()?;
    let (mut all, mut halves) = (all_units(0), all_units(0));
    for block in blocks {
        all = v.or(all, block);
        halves = v.or(
            halves,
            v.equal(v.and(block, all_units(0xF800)), all_units(0xD800)),
        );
    }
    if v.high_bits(halves) != 0 {
        return longs::<true>(v, before, blocks, room);
    }
    if before.open {
        return None;
    }
    if v.high_bits(v.at_most(all, 0x7F)) == u32::MAX {
        for (at, room) in room
            .as_chunks_mut::<{ 2 * BLOCK }>()
            .0
            .iter_mut()
            .take(2)
            .enumerate()
        {
            *room = cast(v.in_order(v.narrow(blocks[2 * at], blocks[2 * at + 1])));
        }
        Some(PART)
    } else if v.high_bits(v.at_most(all, 0x7FF)) == u32::MAX {
        Some(shorts(v, blocks, room))
    } else {
        longs::<false>(v, before, blocks, room)
    }
}

/// Writes the bytes of units below U+0800.
#[inline(always)]
fn shorts(v: Lanes, blocks: [Vector; 4], room: &mut [u8; ROOM]) -> usize {
    let mut end = 0;
    for at in [0, 2] {
        let (a, b) = (blocks[at], blocks[at + 1]);
        let (ones, others) = (v.at_most(a, 0x7F), v.at_most(b, 0x7F));
        // Narrowing puts the halves of both in turn.
        let lens = v.high_bits(v.narrow_sets(ones, others));
        let [first, second] = v.halves(v.pick(ones, a, two(v, a)));
        let [third, fourth] = v.halves(v.pick(others, b, two(v, b)));
        for (half, from) in [(first, 0), (second, 16), (third, 8), (fourth, 24)] {
            let ones = (lens >> from) as u8;
            write_half(v, half, ONE_OR_TWO[usize::from(ones)], end, room);
            end += 16 - ones.count_ones() as usize;
        }
    }
    end
}

/// The two bytes of each unit from U+0080 to U+07FF.
#[inline(always)]
fn two(v: Lanes, units: Vector) -> Vector {
    let last = v.left::<8>(v.and(units, all_units(0x3F)));
    v.or(v.or(v.right::<6>(units), last), all_units(0x80C0))
}

#[inline(always)]
fn write_half(v: Lanes, half: HalfVector, order: [u8; 16], at: usize, room: &mut [u8; ROOM]) {
    if let Some(room) = room[at.min(ROOM)..].first_chunk_mut::<16>() {
        *room = cast(v.shuffle(half, order));
    }
}

/// Writes the bytes of any units, or of units without surrogates; none if a surrogate is unpaired.
///
/// Four bytes are computed for each unit: the only one, the last, the first of three, and the
/// second of three or first of two. Before that, each half of a pair is replaced by a unit with the
/// same two bytes as that half.
#[inline(always)]
fn longs<const PAIRED: bool>(
    v: Lanes,
    before: &mut PrecedingBlock,
    blocks: [Vector; 4],
    room: &mut [u8; ROOM],
) -> Option<usize> {
    let mut end = 0;
    let mut wrong = all_units(0);
    for block in blocks {
        let mut unit = block;
        let mut short = v.at_most(unit, 0x7FF);
        let mut leads = short;
        // The highest bit of the lower byte is set if the unit is at least 0x80.
        let beyond = v.right::<8>(v.add_up(unit, all_units(0x7F80)));
        if PAIRED {
            let earlier = v.one_unit_earlier(before.block, unit);
            let kind = v.and(unit, all_units(0xFC00));
            let (high, low) = (
                v.equal(kind, all_units(0xD800)),
                v.equal(kind, all_units(0xDC00)),
            );
            let begun = v.equal(v.and(earlier, all_units(0xFC00)), all_units(0xD800));
            wrong = v.or(wrong, v.differ(begun, low));
            before.block = unit;
            before.open = v.high_bits(high) >> 31 == 1;
            leads = v.or(short, high);
            short = v.or(leads, low);
            // The lowest two bits of the high surrogate in place of two of the low one.
            let unset = v.and(v.without(v.left::<10>(earlier), all_units(0x0C00)), low);
            let of_high = v.add(v.right::<2>(unit), all_units(0x0610));
            unit = v.pick(high, of_high, v.without(unset, unit));
        }
        let last = v.or(
            v.and(v.lower_twice(unit), all_units(0x3F7F)),
            all_units(0x8000),
        );
        // The highest four bits, and the six after them.
        let bits = v.and(v.right::<4>(unit), all_units(0x0FFC));
        let bits = v.sum_of_products(bits, all_units(0x0140));
        let fore = v.or(bits, all_units(0xC0E0));
        let fore = v.differ(fore, v.without(leads, all_units(0x4000)));
        let kinds = v.high_bits(v.differ(short, beyond));
        let [first, third] = v.halves(v.first_units(last, fore));
        let [second, fourth] = v.halves(v.last_units(last, fore));
        for (half, from) in [(first, 0), (second, 8), (third, 16), (fourth, 24)] {
            let kinds = (kinds >> from & 0xFF) as usize;
            write_half(v, half, ONE_TO_THREE[kinds], end, room);
            end += usize::from(LENS[kinds]);
        }
    }
    (v.high_bits(wrong) == 0).then_some(end)
}
