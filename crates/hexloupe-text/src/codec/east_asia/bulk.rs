//! Double-byte sets and ISO-2022-JP to units of UTF-16: pairs straight from the table, all else
//! step by step.
//!
//! Invariant: the result is that of stepping (the contract's tests check it).

use super::tables::PairTable;
use super::{BulkLength, CodecState, DoubleByte, pairs_for, read};
use crate::codec::bulk::{decidable, one, widen};

/// Bytes of ASCII read at once.
const LANE: usize = 16;

/// Reads a window, as [`Encoding::units`](crate::codec::Encoding::units) says.
pub(super) fn units<S: DoubleByte>(
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut [u16],
) -> BulkLength {
    let end = decidable(window, ends, look);
    // No more bytes than these are read: the longest sequences have four, and a unit at least.
    let most = window
        .len()
        .min(into.len().saturating_mul(4).saturating_add(8));
    let pairs = pairs_for::<S>(&window[..most]);
    let mut done = BulkLength::default();
    while done.bytes < end {
        let plain = plain(pairs, &window[done.bytes..end], &mut into[done.units..]);
        done.add(plain.bytes, plain.units);
        if done.bytes == end {
            break;
        }
        // One step, then the plain text after it.
        let step = |_: &mut CodecState, window: &[u8]| read::<S>(pairs, window);
        let (rest, room) = (&window[done.bytes..], &mut into[done.units..]);
        if S::REMARK.is_some() && S::longer(rest).is_some() {
            break;
        }
        let one = one(step, &mut CodecState::default(), rest, room);
        if one.bytes == 0 {
            break;
        }
        done.add(one.bytes, one.units);
    }
    done
}

/// Reads ASCII and pairs of one unit, up to anything else.
#[inline]
fn plain(pairs: &PairTable, bytes: &[u8], into: &mut [u16]) -> BulkLength {
    let (mut at, mut count) = (0, 0);
    while let (Some(&lead), Some(room)) = (bytes.get(at), into.get_mut(count)) {
        if lead < 0x80 {
            if let Some(lane) = bytes[at..].first_chunk::<LANE>()
                && lane.is_ascii()
            {
                let run = widen(lane, &mut into[count..]);
                (at, count) = (at + run, count + run);
                continue;
            }
            *room = u16::from(lead);
            (at, count) = (at + 1, count + 1);
            continue;
        }
        let Some(&trail) = bytes.get(at + 1) else {
            break;
        };
        let unit = pairs.unit(lead, trail);
        if unit == 0 {
            break;
        }
        *room = unit;
        (at, count) = (at + 2, count + 1);
    }
    BulkLength {
        bytes: at,
        units: count,
    }
}

/// Reads pairs of seven bits each, up to anything else. The table has them with their top bits.
pub(super) fn seven_bits(pairs: &PairTable, bytes: &[u8], into: &mut [u16]) -> BulkLength {
    let plain = |byte: u8| byte.wrapping_sub(0x21) < 0x5E;
    let mut count = 0;
    for ([lead, trail], room) in bytes.as_chunks::<2>().0.iter().zip(into) {
        let unit = pairs.unit(lead | 0x80, trail | 0x80);
        if !plain(*lead) || !plain(*trail) || unit == 0 {
            break;
        }
        *room = unit;
        count += 1;
    }
    BulkLength {
        bytes: 2 * count,
        units: count,
    }
}
