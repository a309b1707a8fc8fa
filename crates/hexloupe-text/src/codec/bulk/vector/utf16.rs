//! UTF-16 to units, sixteen at once.
//!
//! Invariant: only whole pairs are taken.

use pulp::bytemuck::cast;

use super::native;
use crate::codec::ByteOrder;
use crate::vector::lanes::{Lanes, units as all_units, vector};

/// Units in a vector.
const BLOCK: usize = 16;

/// Writes the well-formed units at the front, up to the end of the last whole block; returns their
/// number. The last may be a high surrogate whose low one follows in `text`.
#[inline(always)]
pub(super) fn units(v: Lanes, text: &[u8], order: ByteOrder, into: &mut [u16]) -> usize {
    let native = native(order, 2);
    let mut before = all_units(0);
    let mut count = 0;
    let rooms = into.as_chunks_mut::<BLOCK>().0;
    for (room, bytes) in rooms.iter_mut().zip(text.as_chunks::<{ 2 * BLOCK }>().0) {
        let units = v.shuffle_each(vector(*bytes), native);
        *room = cast(units);
        let kind = v.and(units, all_units(0xFC00));
        let high = v.equal(kind, all_units(0xD800));
        let low = v.equal(kind, all_units(0xDC00));
        if v.high_bits(v.differ(low, v.one_unit_earlier(before, high))) != 0 {
            break;
        }
        before = high;
        count += BLOCK;
    }
    count
}
