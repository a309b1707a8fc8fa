//! UTF-16 and UTF-32 to units of UTF-16 and back.
//!
//! Invariant: only well-formed units leave this file, and a pair is never cut.

use encoding_rs::mem;

use super::vector::BulkMachine;
use super::{BLOCK, BulkLength, is_high, is_low, is_surrogate};
use crate::codec::ByteOrder;

/// Units whose pairs are checked together.
const PAIRED: usize = 64;

/// Reads the well-formed UTF-16 at the front of a window.
pub(in crate::codec) fn of_utf16(window: &[u8], order: ByteOrder, into: &mut [u16]) -> BulkLength {
    of_utf16_by(BulkMachine::here(), window, order, into)
}

fn of_utf16_by(
    machine: Option<BulkMachine>,
    window: &[u8],
    order: ByteOrder,
    into: &mut [u16],
) -> BulkLength {
    let done = machine.map_or(0, |machine| machine.units_of_utf16(window, order, into));
    // The rest may begin inside a pair.
    let begun = done.checked_sub(1).filter(|last| is_high(into[*last]));
    let done = begun.unwrap_or(done);
    let (pairs, into) = (&window.as_chunks::<2>().0[done..], &mut into[done..]);
    match order {
        ByteOrder::Little => fill(into, pairs, u16::from_le_bytes),
        ByteOrder::Big => fill(into, pairs, u16::from_be_bytes),
    }
    let count = pairs.len().min(into.len());
    let units = done + well_formed(&into[..count]);
    let bytes = 2 * units;
    BulkLength { bytes, units }
}

#[inline]
fn fill<const N: usize>(units: &mut [u16], bytes: &[[u8; N]], read: fn([u8; N]) -> u16) {
    for (unit, bytes) in units.iter_mut().zip(bytes) {
        *unit = read(*bytes);
    }
}

/// The number of well-formed units at the front.
fn well_formed(units: &[u16]) -> usize {
    let mut at = 0;
    if units.first().is_none_or(|unit| is_low(*unit)) {
        return 0;
    }
    // Well-formed units have a low surrogate after each high one, and nowhere else.
    while let Some(block) = units[at..].first_chunk::<{ PAIRED + 1 }>() {
        let both = block.iter().zip(&block[1..]);
        if both.fold(false, |any, (unit, next)| {
            any | (is_high(*unit) != is_low(*next))
        }) {
            break;
        }
        at += PAIRED;
    }
    // The rest may begin inside a pair.
    let begun = usize::from(units.get(at).is_some_and(|unit| is_low(*unit)));
    at -= begun;
    at + mem::utf16_valid_up_to(&units[at..])
}

/// Reads the well-formed UTF-32 at the front of a window.
pub(in crate::codec) fn of_utf32(window: &[u8], order: ByteOrder, into: &mut [u16]) -> BulkLength {
    of_utf32_by(BulkMachine::here(), window, order, into)
}

fn of_utf32_by(
    machine: Option<BulkMachine>,
    window: &[u8],
    order: ByteOrder,
    into: &mut [u16],
) -> BulkLength {
    let done = machine.map_or((0, 0), |machine| {
        machine.units_of_utf32(window, order, into)
    });
    match order {
        ByteOrder::Little => points(window, done, u32::from_le_bytes, into),
        ByteOrder::Big => points(window, done, u32::from_be_bytes, into),
    }
}

/// Continues after bytes that were already read as units.
#[inline]
fn points(
    window: &[u8],
    (bytes, units): (usize, usize),
    read: fn([u8; 4]) -> u32,
    into: &mut [u16],
) -> BulkLength {
    let points = window.as_chunks::<4>().0;
    let (mut at, mut count) = (bytes / 4, units);
    while at < points.len() {
        let rest = &points[at..];
        if let Some(block) = rest.first_chunk::<BLOCK>()
            && let Some(room) = into[count..].first_chunk_mut::<BLOCK>()
        {
            let values = block.map(read);
            let rare = |value: &u32| *value > 0xFFFF || value & 0xF800 == 0xD800;
            if !values.iter().fold(false, |any, value| any | rare(value)) {
                for (unit, value) in room.iter_mut().zip(values) {
                    *unit = value as u16;
                }
                (at, count) = (at + BLOCK, count + BLOCK);
                continue;
            }
        }
        for point in rest.iter().take(BLOCK) {
            let c = char::from_u32(read(*point));
            let written = c.and_then(|c| super::write_chars(&[c], &mut into[count..]));
            let Some(units) = written else {
                return BulkLength {
                    bytes: 4 * at,
                    units: count,
                };
            };
            (at, count) = (at + 1, count + units);
        }
    }
    BulkLength {
        bytes: 4 * at,
        units: count,
    }
}

/// Appends units as UTF-16.
pub(super) fn to_utf16(units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
    match order {
        ByteOrder::Little => append(units, u16::to_le_bytes, out),
        ByteOrder::Big => append(units, u16::to_be_bytes, out),
    }
}

/// Appends units as UTF-32.
pub(super) fn to_utf32(units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
    to_utf32_by(BulkMachine::here(), units, order, out);
}

fn to_utf32_by(machine: Option<BulkMachine>, units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
    if let Some(machine) = machine {
        return machine.append_utf32(units, order, out);
    }
    let bytes = match order {
        ByteOrder::Little => u32::to_le_bytes,
        ByteOrder::Big => u32::to_be_bytes,
    };
    let mut at = 0;
    while at < units.len() {
        let end = units.len().min(at + PAIRED);
        // Not between the halves of a pair.
        let end = end - usize::from(end < units.len() && is_low(units[end]));
        let block = &units[at..end];
        if !block
            .iter()
            .fold(false, |any, unit| any | is_surrogate(*unit))
        {
            append(block, |unit| bytes(u32::from(unit)), out);
            at = end;
            continue;
        }
        let mut values = [0; PAIRED];
        let (mut count, mut before) = (0, 0);
        for unit in block {
            // A low surrogate takes the place of its high one.
            let low = is_low(*unit);
            count -= usize::from(low && count > 0);
            let pair = 0x1_0000 + ((before & 0x3FF) << 10 | u32::from(*unit) & 0x3FF);
            values[count % PAIRED] = if low { pair } else { u32::from(*unit) };
            count += 1;
            before = u32::from(*unit);
        }
        append(&values[..count], bytes, out);
        at = end;
    }
}

#[inline]
fn append<T: Copy, const N: usize>(values: &[T], bytes: impl Fn(T) -> [u8; N], out: &mut Vec<u8>) {
    // Whole blocks are appended without clearing space for them first.
    let (blocks, rest) = values.as_chunks::<PAIRED>();
    out.reserve(N * values.len());
    for block in blocks {
        out.extend_from_slice(block.map(&bytes).as_flattened());
    }
    for value in rest {
        out.extend_from_slice(&bytes(*value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_well_formed_as_far_as_std_says() {
        let pool = [0x61, 0x42F, 0xD83D, 0xDE00, 0xFFFF];
        for len in [1, 5, 63, 64, 65, 66, 130] {
            for at in 0..len {
                for unit in pool {
                    for next in pool {
                        let mut units = vec![0x20; len];
                        units[at] = unit;
                        if let Some(place) = units.get_mut(at + 1) {
                            *place = next;
                        }
                        let chars = char::decode_utf16(units.iter().copied());
                        let valid: usize = chars.map_while(Result::ok).map(char::len_utf16).sum();
                        assert_eq!(well_formed(&units), valid, "{len} {at} {unit:X} {next:X}");
                        let bytes: Vec<u8> =
                            { units.iter() }.flat_map(|u| u.to_be_bytes()).collect();
                        for machine in [None, BulkMachine::here()] {
                            let mut into = vec![0; len];
                            let read = of_utf16_by(machine, &bytes, ByteOrder::Big, &mut into);
                            assert_eq!((read.bytes, read.units), (2 * valid, valid), "{machine:?}");
                            assert_eq!(into[..valid], units[..valid], "{machine:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn code_points_become_units_and_come_back_around_blocks() {
        for sample in ["a", "я漢", "😀", "a😀", "漢字かな and a 😀, "] {
            for len in 0..70 {
                come_and_go(&sample.repeat(len));
            }
        }
        for before in 0..150 {
            come_and_go(&format!("{}😀{}", "x".repeat(before), "漢".repeat(40)));
        }
    }

    #[track_caller]
    fn come_and_go(text: &str) {
        let units: Vec<u16> = text.encode_utf16().collect();
        for order in [ByteOrder::Big, ByteOrder::Little] {
            let bytes = |c: char| match order {
                ByteOrder::Big => u32::from(c).to_be_bytes(),
                ByteOrder::Little => u32::from(c).to_le_bytes(),
            };
            let bytes: Vec<u8> = text.chars().flat_map(bytes).collect();
            for machine in [None, BulkMachine::here()] {
                let mut out = Vec::new();
                to_utf32_by(machine, &units, order, &mut out);
                assert_eq!(out, bytes, "{machine:?}");
                let mut into = vec![0; bytes.len()];
                let read = of_utf32_by(machine, &bytes, order, &mut into);
                assert_eq!((read.bytes, &into[..read.units]), (bytes.len(), &units[..]));
            }
        }
    }

    #[test]
    fn every_character_becomes_units_and_comes_back() {
        let all: Vec<char> = ('\0'..=char::MAX).collect();
        for some in all.chunks(4096) {
            come_and_go(&some.iter().collect::<String>());
        }
    }

    #[test]
    fn reading_stops_before_a_value_that_is_no_scalar() {
        for before in [0, 1, 31, 32, 40] {
            for wrong in [0xD800_u32, 0xDFFF, 0x11_0000, u32::MAX] {
                let mut bytes = 0x41_u32.to_le_bytes().repeat(before);
                bytes.extend(wrong.to_le_bytes());
                bytes.extend(0x42_u32.to_le_bytes().repeat(40));
                for machine in [None, BulkMachine::here()] {
                    let mut into = vec![0; bytes.len()];
                    let read = of_utf32_by(machine, &bytes, ByteOrder::Little, &mut into);
                    assert_eq!((read.bytes, read.units), (4 * before, before));
                }
            }
        }
    }
}
