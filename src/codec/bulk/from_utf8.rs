//! From UTF-8 to units of UTF-16.
//!
//! Of 64 bytes, the unit that each byte would begin is computed, whether or not a character begins
//! there: that has no branches, and is done for eight bytes in one instruction. Then the units of
//! the bytes that begin a character are picked. A character of four bytes has its high surrogate
//! at its first byte, and its low one at the second.Where nearly all bytes are ASCII, or nearly all
//! characters have three bytes, branches are foretold, and `encoding_rs` is faster. Invariant: the
//! bytes are well-formed.

use encoding_rs::{Encoding as Web, mem};

use super::Units;

/// Bytes that are converted at once: a bit of a word for each.
const BYTES: usize = 64;
/// Bytes after them that their last character may have.
const AFTER: usize = 4;
/// Units that are picked without asking whether there are as many.
const GROUP: usize = 8;
/// Bytes that are looked at to choose how they are converted.
const PART: usize = 1024;
/// The top bit of each byte of a word.
const TOP: u64 = 0x8080_8080_8080_8080;

/// Reads the well-formed UTF-8 at the front of a window.
pub(in crate::codec) fn units(window: &[u8], into: &mut [u16]) -> Units {
    let window = &window[..window.len().min(into.len())];
    let valid = &window[..Web::utf8_valid_up_to(window)];
    let mut read = parts(valid, into);
    while let Some(&lead) = valid.get(read.bytes)
        && let Some(room) = into.get_mut(read.units..)
    {
        let (len, units) = one(lead, &valid[read.bytes..], room);
        read.add(len, units);
    }
    read
}

/// Converts nearly all, part by part.
fn parts(valid: &[u8], into: &mut [u16]) -> Units {
    let mut read = Units::default();
    while let Some(rest) = valid.get(read.bytes..)
        && let Some(room) = into.get_mut(read.units..)
        && !rest.is_empty()
    {
        // A part ends where a character does.
        let most = rest.len().min(PART);
        let begins = |at: &usize| {
            rest.get(*at)
                .is_none_or(|byte| !matches!(byte, 0x80..=0xBF))
        };
        let cut = (0..=most).rev().find(begins).unwrap_or(most);
        let part = &rest[..cut];
        if is_foretold(part) && room.len() > part.len() {
            read.add(cut, mem::convert_utf8_to_utf16(part, room));
            continue;
        }
        // The last characters of a part are converted as the first ones of the next.
        let done = blocks(part, room);
        read.add(done.bytes, done.units);
        if done.bytes == 0 {
            break;
        }
    }
    read
}

/// Whether nearly all bytes of a part are ASCII, or nearly all characters have three bytes.
fn is_foretold(part: &[u8]) -> bool {
    let count = |is: fn(u8) -> bool| {
        let sums = part.chunks(BYTES).map(|piece| {
            let sum = piece
                .iter()
                .fold(0, |sum: u8, byte| sum + u8::from(is(*byte)));
            usize::from(sum)
        });
        sums.sum::<usize>()
    };
    let beyond = count(|byte| byte >= 0x80);
    let three = count(|byte| matches!(byte, 0xE0..=0xEF));
    beyond < part.len() / 8 || three > part.len() / 4
}

/// Converts as many whole blocks as there are.
fn blocks(valid: &[u8], into: &mut [u16]) -> Units {
    let mut read = Units::default();
    while let Some(bytes) = chunk::<{ BYTES + AFTER }>(valid, read.bytes)
        && let Some(block) = bytes.first_chunk::<BYTES>()
        && let Some(room) = into[read.units..].first_chunk_mut::<BYTES>()
    {
        let most = block.iter().fold(0, |most: u8, byte| most.max(*byte));
        if most < 0x80 {
            for (unit, byte) in room.iter_mut().zip(block) {
                *unit = u16::from(*byte);
            }
            read.add(BYTES, BYTES);
            continue;
        }
        let begins = bits(block, |word| !(word & !(word << 1)));
        // The last character is left to the next block, which then begins with one too.
        let end = BYTES - 1 - begins.leading_zeros().min(AFTER as u32) as usize;
        let below = !(u64::MAX << end);
        let mut picked = begins & below;
        let mut units = begun(bytes);
        if most >= 0xF0 {
            let four = |word: u64| word & (word << 1) & (word << 2) & (word << 3);
            let long = bits(block, four) & below;
            picked |= long << 1;
            pairs(bytes, long, &mut units);
        }
        read.add(end, picked.count_ones() as usize);
        // Some at a time, and some too many, which the next block overwrites.
        for group in room.as_chunks_mut::<GROUP>().0 {
            for unit in group {
                *unit = units[picked.trailing_zeros() as usize];
                picked &= picked.wrapping_sub(1);
            }
            if picked == 0 {
                break;
            }
        }
    }
    read
}

#[inline]
fn chunk<const N: usize>(bytes: &[u8], at: usize) -> Option<&[u8; N]> {
    bytes.get(at..)?.first_chunk()
}

/// A bit for each byte of a block whose top bit is set in what a function makes of it.
#[inline]
fn bits(block: &[u8; BYTES], made: impl Fn(u64) -> u64) -> u64 {
    let words = block.as_chunks::<8>().0.iter().enumerate();
    words.fold(0, |bits, (index, word)| {
        let tops = (made(u64::from_le_bytes(*word)) & TOP) >> 7;
        // Moves the lowest bits of the eight bytes side by side, into the highest byte.
        bits | (tops.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index)
    })
}

/// The unit that each byte of a block begins, as far as a character of one unit does; and one for
/// no byte.
#[inline]
fn begun(bytes: &[u8; BYTES + AFTER]) -> [u16; BYTES + 1] {
    let all = |yes: bool| 0_u16.wrapping_sub(u16::from(yes));
    let mut units = [0; BYTES + 1];
    for (at, unit) in units[..BYTES].iter_mut().enumerate() {
        let [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]].map(u16::from);
        let two = (a & 0x1F) << 6 | b & 0x3F;
        let three = two << 6 | c & 0x3F;
        let (is_one, is_three) = (all(a < 0x80), all(a >= 0xE0));
        *unit = a & is_one | three & is_three | two & !(is_one | is_three);
    }
    units
}

/// Sets the surrogates of the characters of four bytes.
fn pairs(bytes: &[u8; BYTES + AFTER], mut long: u64, units: &mut [u16; BYTES + 1]) {
    while long != 0 {
        let at = long.trailing_zeros() as usize % BYTES;
        long &= long - 1;
        let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let [a, b, c, d] = four.map(u16::from);
        let top = (a & 0x07) << 8 | (b & 0x3F) << 2 | (c & 0x3F) >> 4;
        units[at] = top.wrapping_add(0xD7C0);
        units[(at + 1) % BYTES] = 0xDC00 | (c & 0x0F) << 6 | d & 0x3F;
    }
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
        let mut into = vec![0; text.len()];
        let read = units(text.as_bytes(), &mut into);
        let expected: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(read.bytes, text.len(), "{text:?}");
        assert_eq!(into[..read.units], expected, "{text:?}");
    }

    #[test]
    fn text_becomes_what_std_makes_of_it_wherever_blocks_end() {
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
    fn every_character_is_converted_in_a_block() {
        let all: Vec<char> = ('\0'..=char::MAX).step_by(7).collect();
        for some in all.chunks(4096) {
            check(&some.iter().collect::<String>());
        }
    }

    #[test]
    fn what_is_ill_formed_or_cut_is_left() {
        for len in [0, 10, 63, 64, 65, 67, 68, 69, 130] {
            for wrong in [&b"\xFF"[..], b"\xF0\x9F\x98", b"\xED\xA0\x80", b"\xC0\x80"] {
                let bytes = [&b"a".repeat(len), wrong].concat();
                let mut into = vec![0; bytes.len()];
                let read = units(&bytes, &mut into);
                assert_eq!((read.bytes, read.units), (len, len));
            }
        }
    }
}
