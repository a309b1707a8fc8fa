//! From units of UTF-16 to UTF-8.
//!
//! For each unit of a block the bytes and their number are computed without branches, whatever the
//! unit is. Then they are written, each over the unused end of the one before. A high surrogate has
//! the four bytes of its pair, a low one none. Where nearly all units are halves of pairs, branches
//! are predicted well, and `encoding_rs` is faster. A machine with kernels of
//! [`vector`](super::vector) uses those. Invariant: the units are well-formed.

use encoding_rs::mem;

use super::vector::BulkMachine;
use super::{BLOCK, is_high, is_low, is_surrogate, narrow};

/// The largest number of bytes written at once for a unit.
const WORD: usize = 4;
/// The space for the bytes of a block, and for the unused bytes written beyond its last unit.
const ROOM: usize = WORD * BLOCK;

/// Units whose surrogates are counted together.
const PART: usize = 1024;

/// Appends units as UTF-8.
pub(super) fn append(units: &[u16], out: &mut Vec<u8>) {
    append_by(BulkMachine::here(), units, out);
}

fn append_by(machine: Option<BulkMachine>, units: &[u16], out: &mut Vec<u8>) {
    if let Some(machine) = machine {
        return machine.append_utf8(units, out);
    }
    // Sums of a short type, which the compiler turns into vector instructions.
    let halves = units.chunks(PART).map(|part| {
        let sum = { part.iter() }.fold(0_u16, |sum, unit| sum + u16::from(is_surrogate(*unit)));
        usize::from(sum)
    });
    if halves.sum::<usize>() <= units.len() / 4 * 3 {
        return blocks(units, out);
    }
    let had = out.len();
    out.resize(had + 3 * units.len(), 0);
    let written = mem::convert_utf16_to_utf8(units, &mut out[had..]);
    out.truncate(had + written);
}

/// Appends units block by block.
fn blocks(units: &[u16], out: &mut Vec<u8>) {
    out.reserve(3 * units.len());
    let mut at = 0;
    // Every unit of a block sees the one after it.
    while let Some(block) = units
        .get(at..)
        .and_then(|rest| rest.first_chunk::<{ BLOCK + 1 }>())
    {
        if let Some(ascii) = narrow::<BLOCK>(block) {
            out.extend_from_slice(&ascii);
        } else {
            write(block, out);
        }
        at += BLOCK;
    }
    // A low surrogate was written with its high one.
    let rest = units.get(at..).unwrap_or_default();
    let skip = usize::from(at > 0 && rest.first().is_some_and(|unit| is_low(*unit)));
    for c in char::decode_utf16(rest.iter().skip(skip).copied()).flatten() {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn write(block: &[u16; BLOCK + 1], out: &mut Vec<u8>) {
    let all = block[..BLOCK].iter().fold(0, |all, unit| all | unit);
    let pairs = block
        .iter()
        .fold(false, |any, unit| any | is_surrogate(*unit));
    let mut words = [0; BLOCK];
    let mut lens = [0; BLOCK];
    if all < 0x800 {
        for ((word, len), unit) in words.iter_mut().zip(&mut lens).zip(block) {
            (*word, *len) = short(*unit);
        }
    } else if !pairs {
        for ((word, len), unit) in words.iter_mut().zip(&mut lens).zip(block) {
            (*word, *len) = long(*unit);
        }
    } else {
        let next = &block[1..];
        for (((word, len), unit), next) in words.iter_mut().zip(&mut lens).zip(block).zip(next) {
            (*word, *len) = any(*unit, *next);
        }
    }
    let mut bytes = [0; ROOM + WORD];
    let mut end = 0;
    for (word, len) in words.iter().zip(lens) {
        if let Some(room) = bytes[end % ROOM..].first_chunk_mut() {
            *room = word.to_le_bytes();
        }
        end += len as usize;
    }
    out.extend_from_slice(&bytes[..end.min(ROOM)]);
}

/// All bits, or none.
#[inline]
fn all(yes: bool) -> u32 {
    0_u32.wrapping_sub(u32::from(yes))
}

/// The bytes of a unit below U+0800, and their number.
#[inline]
fn short(unit: u16) -> (u32, u32) {
    let unit = u32::from(unit);
    let one = all(unit < 0x80);
    let two = 0x80C0 | unit >> 6 | (unit & 0x3F) << 8;
    (unit & one | two & !one, 2_u32.wrapping_add(one))
}

/// The bytes of a unit that is no surrogate, and their number.
#[inline]
fn long(unit: u16) -> (u32, u32) {
    let (bytes, len) = short(unit);
    let unit = u32::from(unit);
    let three = 0x0080_80E0 | unit >> 12 | (unit & 0x0FC0) << 2 | (unit & 0x3F) << 16;
    let is_three = all(unit >= 0x800);
    (three & is_three | bytes & !is_three, len + (is_three & 1))
}

/// The bytes of a unit before another, and their number.
#[inline]
fn any(unit: u16, next: u16) -> (u32, u32) {
    let (bytes, len) = long(unit);
    let (high, low) = (all(is_high(unit)), all(is_low(unit)));
    let value = 0x1_0000 + ((u32::from(unit) & 0x3FF) << 10 | u32::from(next) & 0x3FF);
    let four = 0x8080_80F0
        | value >> 18
        | (value >> 12 & 0x3F) << 8
        | (value >> 6 & 0x3F) << 16
        | (value & 0x3F) << 24;
    (four & high | bytes & !high, 4 & high | len & !(high | low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str) {
        let units: Vec<u16> = text.encode_utf16().collect();
        for machine in [None, BulkMachine::here()] {
            let mut out = b"before".to_vec();
            append_by(machine, &units, &mut out);
            assert_eq!(&out[6..], text.as_bytes(), "{machine:?} {text:?}");
        }
    }

    #[test]
    fn text_is_converted_as_by_std_wherever_blocks_end() {
        for sample in [
            "a",
            "я",
            "漢",
            "😀",
            "aя",
            "я漢😀",
            "ab 😀 漢字 é\n",
            "😀😀a",
        ] {
            for len in 0..80 {
                for before in 0..3 {
                    check(&format!("{}{}", "x".repeat(before), sample.repeat(len)));
                }
            }
        }
    }

    #[test]
    fn a_character_among_others_is_written_at_every_place() {
        for c in ["a", "я", "漢", "😀"] {
            for filler in ["x", "é", "か", "🎉"] {
                for before in 0..150 {
                    for after in [0, 1, 15, 70] {
                        check(&format!(
                            "{}{c}{}",
                            filler.repeat(before),
                            "x".repeat(after)
                        ));
                    }
                }
            }
        }
    }

    #[test]
    fn every_character_is_converted_in_a_block() {
        let all: Vec<char> = ('\0'..=char::MAX).collect();
        for some in all.chunks(4096) {
            check(&some.iter().collect::<String>());
        }
    }
}
