//! From UTF-8 to units of UTF-16.
//!
//! The portable code computes for each byte of a part the unit that would begin there, whether or
//! not a character begins there: that has no branches, and one instruction does it for eight bytes.
//! Then every unit is written, each over the one before it if no character began there. A character
//! of four bytes has its high surrogate at its first byte, and its low one at the second. Where
//! nearly all characters have three bytes, or four, branches are predicted well, and `encoding_rs`
//! is faster. Invariant: the bytes are well-formed.

use encoding_rs::{Encoding as Web, mem};

use super::vector::BulkMachine;
use super::{BulkLength, widen};

/// Bytes converted at once: few enough to choose a good method and to stay in the cache.
const PART: usize = 512;
/// Bytes after the first of a character that decide the unit at it.
const AFTER: usize = 2;
/// Units written after one check that all of them have room.
const GROUP: usize = 8;

/// Reads the well-formed UTF-8 at the front of a window.
pub(in crate::codec) fn units(window: &[u8], into: &mut [u16]) -> BulkLength {
    units_by(BulkMachine::here(), window, into)
}

fn units_by(machine: Option<BulkMachine>, window: &[u8], into: &mut [u16]) -> BulkLength {
    let window = &window[..window.len().min(into.len())];
    let valid = &window[..Web::utf8_valid_up_to(window)];
    if let Some(machine) = machine {
        return BulkLength {
            bytes: valid.len(),
            units: machine.units_of_utf8(valid, into),
        };
    }
    let mut read = parts(valid, into);
    while let Some(&lead) = valid.get(read.bytes)
        && let Some(room) = into.get_mut(read.units..)
    {
        let (len, units) = one(lead, &valid[read.bytes..], room);
        read.add(len, units);
    }
    read
}

/// Converts all but the last few characters, part by part.
fn parts(valid: &[u8], into: &mut [u16]) -> BulkLength {
    let mut read = BulkLength::default();
    let mut found = UnitStarts {
        units: [0; PART],
        begins: [0; PART],
    };
    while let Some(rest) = valid.get(read.bytes..)
        && let Some(room) = into.get_mut(read.units..)
    {
        let most = PART.min(rest.len().saturating_sub(AFTER));
        // A part ends where a character does.
        let begins = |at: &usize| !matches!(rest.get(*at), Some(0x80..=0xBF));
        let cut = (0..=most).rev().find(begins).unwrap_or(0);
        let part = &rest[..cut];
        let units = match part.iter().fold(0, |top: u8, byte| top.max(*byte)) {
            _ if part.is_empty() => break,
            0..0x80 => widen(part, room),
            0xE0.. if is_foretold(part) && room.len() > cut => {
                mem::convert_utf8_to_utf16(part, room)
            }
            top => found.pick(&rest[..cut + AFTER], top, room),
        };
        read.add(cut, units);
    }
    read
}

/// Reports whether nearly all characters of a part have three bytes, or four, so that branches are
/// predicted well.
fn is_foretold(part: &[u8]) -> bool {
    let count = |is: fn(u8) -> bool| {
        // Sums of one byte, which the compiler turns into vector instructions.
        let sums = part.chunks(PART / 4).map(|piece| {
            let sum = piece
                .iter()
                .fold(0, |sum: u8, byte| sum + u8::from(is(*byte)));
            usize::from(sum)
        });
        sums.sum::<usize>()
    };
    count(|byte| matches!(byte, 0xE0..=0xEF)) > part.len() / 4
        || count(|byte| byte >= 0xF0) > part.len() / 5
}

/// For each byte of a part, the unit that would begin there, and 1 if one does.
struct UnitStarts {
    units: [u16; PART],
    begins: [u8; PART],
}

impl UnitStarts {
    /// Writes the units of a part; returns their number. `shown` is the part and [`AFTER`] bytes
    /// more, `top` its largest byte.
    #[inline]
    fn pick(&mut self, shown: &[u8], top: u8, room: &mut [u16]) -> usize {
        let len = shown.len() - AFTER;
        let (units, begins) = (&mut self.units[..len], &mut self.begins[..len]);
        let [first, second, third] = [0, 1, 2].map(|from| &shown[from..from + len]);
        let bytes = first.iter().zip(second).zip(third);
        match top {
            0..0xE0 => {
                for (unit, ((a, b), _)) in units.iter_mut().zip(bytes) {
                    *unit = short(u16::from(*a), u16::from(*b));
                }
            }
            0xE0..0xF0 => {
                for (unit, ((a, b), c)) in units.iter_mut().zip(bytes) {
                    *unit = long(u16::from(*a), u16::from(*b), u16::from(*c));
                }
            }
            _ => {
                let after = first[1..].iter().zip(&second[1..]).zip(&third[1..]);
                for ((unit, p), ((a, b), c)) in units[1..].iter_mut().zip(first).zip(after) {
                    *unit = any([*p, *a, *b, *c].map(u16::from));
                }
                // No byte is before the first.
                units[0] = any([0, first[0], second[0], third[0]].map(u16::from));
            }
        }
        for (begins, byte) in begins.iter_mut().zip(first) {
            *begins = u8::from(*byte & 0xC0 != 0x80);
        }
        if top >= 0xF0 {
            for (begins, before) in begins[1..].iter_mut().zip(first) {
                *begins |= u8::from(*before >= 0xF0);
            }
        }
        self.write(len, room)
    }

    /// Writes the units that begin at the first `len` bytes; returns their number.
    fn write(&self, len: usize, room: &mut [u16]) -> usize {
        let (units, rest) = self.units[..len].as_chunks::<GROUP>();
        let (begins, last) = self.begins[..len].as_chunks::<GROUP>();
        let mut written = 0;
        for (units, begins) in units.iter().zip(begins) {
            let free = room.get_mut(written..);
            let Some(slots) = free.and_then(|free| free.first_chunk_mut::<GROUP>()) else {
                return written;
            };
            let mut at = 0;
            for (unit, begins) in units.iter().zip(begins) {
                slots[at % GROUP] = *unit;
                at += usize::from(*begins);
            }
            written += at;
        }
        for (unit, begins) in rest.iter().zip(last) {
            if let Some(slot) = room.get_mut(written) {
                *slot = *unit;
            }
            written += usize::from(*begins);
        }
        written
    }
}

/// All bits, or none.
#[inline]
fn all(yes: bool) -> u16 {
    0_u16.wrapping_sub(u16::from(yes))
}

/// The unit at a byte, if a character of at most two bytes begins there.
#[inline]
fn short(a: u16, b: u16) -> u16 {
    let is_one = all(a < 0x80);
    a & is_one | ((a & 0x1F) << 6 | b & 0x3F) & !is_one
}

/// The same for a character of at most three bytes.
#[inline]
fn long(a: u16, b: u16, c: u16) -> u16 {
    let is_three = all(a >= 0xE0);
    let three = a << 12 | (b & 0x3F) << 6 | c & 0x3F;
    three & is_three | short(a, b) & !is_three
}

/// The unit at the second of some bytes, whatever begins there or at the first.
#[inline]
fn any([before, a, b, c]: [u16; 4]) -> u16 {
    let (is_high, is_low) = (all(a >= 0xF0), all(before >= 0xF0));
    let high = ((a & 0x07) << 8 | (b & 0x3F) << 2 | (c & 0x3F) >> 4).wrapping_add(0xD7C0);
    let low = 0xDC00 | (b & 0x0F) << 6 | c & 0x3F;
    high & is_high | low & is_low | long(a, b, c) & !(is_high | is_low)
}

/// Converts one character; returns its bytes and units.
fn one(lead: u8, rest: &[u8], room: &mut [u16]) -> (usize, usize) {
    let (len, head) = match lead {
        0x00..=0x7F => (1, lead),
        0x80..=0xDF => (2, lead & 0x1F),
        0xE0..=0xEF => (3, lead & 0x0F),
        _ => (4, lead & 0x07),
    };
    let tails = rest.iter().take(len).skip(1);
    let value = tails.fold(u32::from(head), |value, byte| {
        value << 6 | u32::from(byte & 0x3F)
    });
    let c = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    match room.get_mut(..c.len_utf16()) {
        Some(room) => (len, c.encode_utf16(room).len()),
        None => (rest.len(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str) {
        let expected: Vec<u16> = text.encode_utf16().collect();
        for machine in [None, BulkMachine::here()] {
            let mut into = vec![0; text.len()];
            let read = units_by(machine, text.as_bytes(), &mut into);
            assert_eq!(read.bytes, text.len(), "{machine:?} {text:?}");
            assert_eq!(into[..read.units], expected, "{machine:?} {text:?}");
        }
    }

    #[test]
    fn text_is_converted_as_by_std_wherever_blocks_end() {
        let samples = [
            "a",
            "я",
            "漢",
            "😀",
            "aя",
            "я漢😀",
            "ab 😀 漢字 é\n",
            "😀😀a",
        ];
        for sample in samples {
            for len in 0..80 {
                for before in 0..5 {
                    check(&format!("{}{}", "x".repeat(before), sample.repeat(len)));
                }
            }
        }
    }

    #[test]
    fn a_character_among_others_is_found_at_every_place() {
        for c in ["a", "я", "漢", "😀"] {
            for filler in ["x", "é", "か", "🎉"] {
                for before in 0..150 {
                    for after in [0, 1, 2, 30, 140] {
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

    #[test]
    fn ill_formed_and_cut_units_are_left() {
        for len in [0, 10, 63, 64, 65, 67, 68, 69, 130] {
            for wrong in [&b"\xFF"[..], b"\xF0\x9F\x98", b"\xED\xA0\x80", b"\xC0\x80"] {
                let bytes = [&b"a".repeat(len), wrong].concat();
                for machine in [None, BulkMachine::here()] {
                    let mut into = vec![0; bytes.len()];
                    let read = units_by(machine, &bytes, &mut into);
                    assert_eq!((read.bytes, read.units), (len, len), "{machine:?}");
                }
            }
        }
    }
}
