//! From UTF-8 to units of UTF-16, 32 bytes at once.
//!
//! The unit that each byte would begin is computed, whether or not a character begins there. Then
//! one shuffle moves the units of eight bytes together; a table has a shuffle for each pattern of
//! first bytes. Invariant: the bytes are well-formed.

use pulp::bytemuck::cast;

use super::tables::KEPT;
use crate::vector::lanes::{HalfVector, Lanes, Vector, bytes, vector};

/// Bytes converted at once.
const BLOCK: usize = 32;
/// Bytes for which the method is chosen once.
const PART: usize = 4 * BLOCK;
/// Bytes after a block that its units depend on.
const AFTER: usize = 2;

/// The length of the longest character of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Longest {
    Two,
    Three,
    Four,
}

/// Writes all units of some well-formed UTF-8; returns their number. `into` has room for one unit
/// per byte.
#[inline(always)]
pub(super) fn units(v: Lanes, text: &[u8], into: &mut [u16]) -> usize {
    let (mut at, mut count) = (0, 0);
    let mut before = [0; BLOCK];
    while let Some(shown) = text[at..].first_chunk::<{ PART + AFTER }>()
        && let Some(room) = into[count..].first_chunk_mut::<PART>()
    {
        count += part(v, before, shown, room);
        at += PART;
        before = last_of(shown);
    }
    while at < text.len() {
        // The rest after the last part, and zeros, each a unit too many.
        let rest = &text[at..];
        let own = rest.len().min(PART);
        let shown = rest.len().min(PART + AFTER);
        let (mut padded, mut room) = ([0; PART + AFTER], [0; PART]);
        padded[..shown].copy_from_slice(&rest[..shown]);
        let written = part(v, before, &padded, &mut room) - (PART - own);
        into[count..][..written].copy_from_slice(&room[..written]);
        count += written;
        at += own;
        before = last_of(&padded);
    }
    count
}

/// The last block of a part.
#[inline(always)]
fn last_of(shown: &[u8; PART + AFTER]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block.copy_from_slice(&shown[PART - BLOCK..PART]);
    block
}

/// Writes the units of a part; `before` is the block before it.
#[inline(always)]
fn part(
    v: Lanes,
    before: [u8; BLOCK],
    shown: &[u8; PART + AFTER],
    room: &mut [u16; PART],
) -> usize {
    let blocks = shown.as_chunks::<BLOCK>().0;
    let mut top = bytes(0);
    for block in blocks {
        top = v.larger_bytes(top, vector(*block));
    }
    if v.high_bits(top) == 0 {
        let bytes = shown.as_chunks().0;
        for (room, bytes) in room.as_chunks_mut::<16>().0.iter_mut().zip(bytes) {
            *room = cast(v.widen(*bytes));
        }
        return PART;
    }
    if before[BLOCK - 1] >= 0xF0 || v.high_bits(v.bytes_from(top, 0xF0)) != 0 {
        each(v, Longest::Four, before, shown, room)
    } else if v.high_bits(v.bytes_from(top, 0xE0)) != 0 {
        each(v, Longest::Three, before, shown, room)
    } else {
        each(v, Longest::Two, before, shown, room)
    }
}

#[inline(always)]
fn each(
    v: Lanes,
    longest: Longest,
    before: [u8; BLOCK],
    shown: &[u8; PART + AFTER],
    room: &mut [u16; PART],
) -> usize {
    let (mut count, mut before) = (0, vector(before));
    for at in (0..PART).step_by(BLOCK) {
        let Some(bytes) = shown[at..].first_chunk::<{ BLOCK + AFTER }>() else {
            return count;
        };
        let (found, begins) = block(v, longest, before, bytes);
        before = vector(bytes_at::<0>(bytes));
        for part in 0..4 {
            let earlier = begins & ((1_u64 << (8 * part)) - 1) as u32;
            let place = count + earlier.count_ones() as usize;
            let kept = KEPT[(begins >> (8 * part)) as u8 as usize];
            if let Some(room) = room[place.min(PART)..].first_chunk_mut::<8>() {
                *room = cast(v.shuffle(found[part], kept));
            }
        }
        count += begins.count_ones() as usize;
    }
    count
}

/// Computes for each eight bytes of a block the units that begin at them, and a mask with a bit for
/// each byte that begins one; `before` is the block before.
///
/// A unit is the sum of two terms: its [six and six lowest bits](sums), and what the bytes of a
/// character of one, three or four bytes add to them.
#[inline(always)]
fn block(
    v: Lanes,
    longest: Longest,
    before: Vector,
    shown: &[u8; BLOCK + AFTER],
) -> ([HalfVector; 4], u32) {
    let (a, b, c) = (
        vector(bytes_at::<0>(shown)),
        vector(bytes_at::<1>(shown)),
        vector(bytes_at::<2>(shown)),
    );
    let begins = !v.high_bits(v.follows(a));
    let ascii = v.ascii(a);
    let six = v.without(ascii, bytes(0x3F));
    let one = v.and(ascii, a);
    if longest == Longest::Two {
        let sums = sums(v, [v.and(a, six), v.and(b, six)], [bytes(64), bytes(1)]);
        return (in_order(v, sums, [one, bytes(0)]), begins);
    }
    let three = v.bytes_from(a, 0xE0);
    let top = v.and(v.left::<4>(a), bytes(0xF0));
    if longest == Longest::Three {
        let pair = [v.pick(three, b, a), v.pick(three, c, b)];
        let sums = sums(
            v,
            [v.and(pair[0], six), v.and(pair[1], six)],
            [bytes(64), bytes(1)],
        );
        return (in_order(v, sums, [one, v.and(top, three)]), begins);
    }
    let four = v.bytes_from(a, 0xF0);
    let low = v.one_byte_earlier(v.bytes_from(before, 0xF0), four);
    // A high surrogate is 0xD7C0 and the bits above the lowest ten, a low one 0xDC00 and these.
    let of_high = v.add_bytes(a, bytes(0xD7_u8.wrapping_sub(0xF0)));
    let top = v.pick(four, of_high, v.and(top, three));
    let top = v.pick(low, bytes(0xDC), top);
    let one = v.or(one, v.and(four, bytes(0xC0)));
    let longer = v.or(three, low);
    let pair = [v.pick(longer, b, a), v.pick(longer, c, b)];
    let pair = [
        v.and(pair[0], v.without(v.and(low, bytes(0x30)), six)),
        v.pick(
            four,
            v.and(v.right::<4>(c), bytes(0x03)),
            v.and(pair[1], six),
        ),
    ];
    let times = v.pick(four, bytes(4), bytes(64));
    let sums = sums(v, pair, [times, bytes(1)]);
    (in_order(v, sums, [one, top]), begins | v.high_bits(low))
}

#[inline(always)]
fn bytes_at<const AT: usize>(shown: &[u8; BLOCK + AFTER]) -> [u8; BLOCK] {
    let mut bytes = [0; BLOCK];
    bytes.copy_from_slice(&shown[AT..AT + BLOCK]);
    bytes
}

/// For each byte, the sum of a pair of bytes, each multiplied by a constant below 128.
#[inline(always)]
fn sums(v: Lanes, [a, b]: [Vector; 2], [times, once]: [Vector; 2]) -> [Vector; 2] {
    [
        v.sum_of_products(v.first_bytes(a, b), v.first_bytes(times, once)),
        v.sum_of_products(v.last_bytes(a, b), v.last_bytes(times, once)),
    ]
}

/// Each eight units of a block: the sums, with the lower and the higher byte of each unit added.
#[inline(always)]
fn in_order(v: Lanes, sums: [Vector; 2], [lower, higher]: [Vector; 2]) -> [HalfVector; 4] {
    let [first, third] = v.halves(v.add(sums[0], v.first_bytes(lower, higher)));
    let [second, fourth] = v.halves(v.add(sums[1], v.last_bytes(lower, higher)));
    [first, second, third, fourth]
}
