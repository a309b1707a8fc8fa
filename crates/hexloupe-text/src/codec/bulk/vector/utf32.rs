//! Between UTF-32 and units of UTF-16, eight code points at once.
//!
//! Every code point is computed as a pair too; a shuffle drops the unwanted units. Invariant: only
//! scalar values become units, and only well-formed units are converted.

use pulp::bytemuck::cast;

use super::native;
use super::tables::KEPT;
use crate::codec::ByteOrder;
use crate::vector::lanes::{Lanes, Vector, points as all_points, units as all_units, vector};

/// Code points in a vector.
const POINTS: usize = 8;
/// The bytes of these.
const BLOCK: usize = 4 * POINTS;
/// Bytes for which the method is chosen once.
const PART: usize = 4 * BLOCK;
/// Units for which the method is chosen once.
const UNITS: usize = 16;
/// Units that are written before they are appended.
const PAGE: usize = 16 * UNITS;

/// Writes the units of the code points at the front, up to the first part with a value that is no
/// scalar value, or to the end of the last whole part; returns the bytes and the units.
#[inline(always)]
pub(super) fn units(v: Lanes, text: &[u8], order: ByteOrder, into: &mut [u16]) -> (usize, usize) {
    let (mut at, mut count) = (0, 0);
    let native = native(order, 4);
    for part in text.as_chunks::<PART>().0 {
        let Some(room) = into[count..].first_chunk_mut::<{ PART / 2 }>() else {
            break;
        };
        let mut points = [all_points(0); 4];
        let (mut wrong, mut pairs) = (all_points(0), all_points(0));
        for (point, bytes) in points.iter_mut().zip(part.as_chunks::<BLOCK>().0) {
            *point = v.shuffle_each(vector(*bytes), native);
            let surrogate =
                v.equal_points(v.and(*point, all_points(0xFFFF_F800)), all_points(0xD800));
            wrong = v.or(wrong, v.or(surrogate, v.points_from(*point, 0x11_0000)));
            pairs = v.or(pairs, v.points_from(*point, 0x1_0000));
        }
        if v.high_bits(wrong) != 0 {
            break;
        }
        if v.high_bits(pairs) == 0 {
            let (rooms, _) = room.as_chunks_mut::<UNITS>();
            rooms[0] = cast(v.in_order(v.narrow_points(points[0], points[1])));
            rooms[1] = cast(v.in_order(v.narrow_points(points[2], points[3])));
            count += 4 * POINTS;
        } else {
            let mut end = 0;
            for point in points {
                end = paired(v, point, end, room);
            }
            count += end;
        }
        at += PART;
    }
    (at, count)
}

/// Writes the units of some code points, after others; returns the new end.
#[inline(always)]
fn paired(v: Lanes, points: Vector, end: usize, room: &mut [u16; PART / 2]) -> usize {
    let pair = v.points_from(points, 0x1_0000);
    let beyond = v.add_points(points, all_points(0x1_0000_u32.wrapping_neg()));
    let low = v.left_points::<16>(v.and(beyond, all_points(0x3FF)));
    let halves = v.or(
        v.or(v.right_points::<10>(beyond), low),
        all_points(0xDC00_D800),
    );
    let kept = v.or(pair, all_points(0xFFFF));
    let kept = v.high_bits(v.narrow_sets(kept, kept));
    let [first, second] = v.halves(v.pick(pair, halves, points));
    let mut end = end;
    for (half, from) in [(first, 0), (second, 16)] {
        let kept = kept >> from & 0xFF;
        if let Some(room) = room[end.min(PART / 2)..].first_chunk_mut::<8>() {
            *room = cast(v.shuffle(half, KEPT[kept as usize]));
        }
        end += kept.count_ones() as usize;
    }
    end
}

/// Appends units as UTF-32.
#[inline(always)]
pub(super) fn append(v: Lanes, units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
    let mut room = [0; 4 * PAGE];
    let native = native(order, 4);
    let mut before = all_units(0);
    for page in units.chunks(PAGE) {
        let mut end = 0;
        let (blocks, rest) = page.as_chunks::<UNITS>();
        for block in blocks {
            end = points(v, (before, vector(*block)), native, end, &mut room);
            before = vector(*block);
        }
        if !rest.is_empty() {
            // Zeros follow, each a code point too many.
            let mut padded = [0; UNITS];
            padded[..rest.len()].copy_from_slice(rest);
            end = points(v, (before, vector(padded)), native, end, &mut room);
            end -= 4 * (UNITS - rest.len());
        }
        out.extend_from_slice(&room[..end]);
    }
}

/// Writes the code points that end within some units, after others; returns the new end.
#[inline(always)]
fn points(
    v: Lanes,
    (before, units): (Vector, Vector),
    native: [u8; 16],
    end: usize,
    room: &mut [u8; 4 * PAGE],
) -> usize {
    let mut end = end;
    let kind = v.and(units, all_units(0xFC00));
    let (high, low) = (
        v.equal(kind, all_units(0xD800)),
        v.equal(kind, all_units(0xDC00)),
    );
    let pairs = v.high_bits(v.or(high, low)) != 0;
    let earlier = v.one_unit_earlier(before, units);
    let (units, earlier) = (v.halves(units), v.halves(earlier));
    let (high, low) = (v.halves(high), v.halves(low));
    for at in 0..2 {
        let point = v.widen_units(units[at]);
        if !pairs {
            if let Some(room) = room[end.min(4 * PAGE)..].first_chunk_mut::<BLOCK>() {
                *room = cast(v.shuffle_each(point, native));
            }
            end += BLOCK;
            continue;
        }
        // The part of both halves of a pair that is not its value.
        let base = all_points(0x1_0000_u32.wrapping_sub((0xD800 << 10) + 0xDC00));
        let more = v.add_points(v.left_points::<10>(v.widen_units(earlier[at])), base);
        let point = v.add_points(point, v.and(more, v.widen_sets(low[at])));
        let gone = v.widen_sets(high[at]);
        let kept = !v.high_bits(v.narrow_sets(gone, gone));
        let [first, second] = v.halves(v.shuffle_each(point, native));
        for (half, from) in [(first, 0), (second, 16)] {
            let kept = kept >> from & 0xFF;
            if let Some(room) = room[end.min(4 * PAGE)..].first_chunk_mut::<16>() {
                *room = cast(v.shuffle(half, KEPT[kept as usize]));
            }
            end += 2 * kept.count_ones() as usize;
        }
    }
    end
}
