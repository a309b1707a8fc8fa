//! Counts single-byte sets without stepping. Every byte is one step, so sums are enough. The sum is
//! the number of bytes from 80 up, if the lower half is ASCII and every byte has a character;
//! otherwise it is the sum of weights from a table of 256.
//!
//! Invariant: the counts are those of stepping (a test checks it).

use super::chars::Chars;
use super::{SingleByte, fault};
use crate::codec::tally::{StretchCounts, StretchLines, Tally};

/// Bytes counted at once: few enough that a block is often all ASCII, and that it stays in the
/// nearest cache.
const BLOCK: usize = 4 * 1024;
/// The largest number of weights, or bits, whose sum fits in a byte.
const PIECE: usize = 255;

/// The weight of a character, and the additional weight of one beyond ASCII.
const CHARACTER: u16 = 1;
const BEYOND: u16 = 1 << 8;

/// The weight of each byte.
pub(super) const fn weights(chars: &Chars) -> [u16; 256] {
    let mut weights = [0; 256];
    let mut byte = 0;
    while byte < chars.len() {
        weights[byte] = match chars[byte] {
            Some(c) if c.is_ascii() => CHARACTER,
            Some(_) => CHARACTER + BEYOND,
            None => 0,
        };
        byte += 1;
    }
    weights
}

/// Counts a window.
pub(super) fn count<S: SingleByte>(window: &[u8], into: &mut Tally) {
    for block in window.chunks(BLOCK) {
        let (characters, non_ascii) = sums::<S>(block);
        let mut counts = StretchCounts::default();
        counts.characters = characters;
        counts.non_ascii = non_ascii;
        counts
            .kinds
            .add(fault::<S>(), block.len() as u64 - characters);
        counts.replace_lines(&lines::<S>(block, into.nel));
        into.add_counts(&counts);
    }
}

/// The number of bytes at the front that certainly have a character.
pub(super) fn valid_prefix<S: SingleByte>(bytes: &[u8]) -> usize {
    let set = S::set();
    if set.is_full() {
        return bytes.len();
    }
    if S::SEVEN {
        return encoding_rs::Encoding::ascii_valid_up_to(bytes);
    }
    let hole = bytes.iter().position(|&byte| set.at(byte).is_none());
    hole.unwrap_or(bytes.len())
}

/// The number of bytes of a block that are characters, and the number of these beyond ASCII.
fn sums<S: SingleByte>(block: &[u8]) -> (u64, u64) {
    let set = S::set();
    let len = block.len() as u64;
    if S::ASCII && block.is_ascii() {
        (len, 0)
    } else if S::ASCII && set.is_full() {
        (len, high(block))
    } else {
        weighed(&set.weights, block)
    }
}

/// The number of bytes 80..FF.
fn high(block: &[u8]) -> u64 {
    let piece = |piece: &[u8]| piece.iter().fold(0, |sum: u8, byte| sum + (byte >> 7));
    block.chunks(PIECE).map(|p| u64::from(piece(p))).sum()
}

fn weighed(weights: &[u16; 256], block: &[u8]) -> (u64, u64) {
    let piece = |piece: &[u8]| {
        let weight = |byte: &u8| weights[usize::from(*byte)];
        piece.iter().map(weight).fold(0, u16::wrapping_add)
    };
    let sums = block.chunks(PIECE).map(piece);
    sums.fold((0, 0), |(characters, beyond), sum| {
        let [more, more_beyond] = sum.to_le_bytes();
        (
            characters + u64::from(more),
            beyond + u64::from(more_beyond),
        )
    })
}

/// The lines of a block; `nel_ends` is true if NEL ends a line.
fn lines<S: SingleByte>(block: &[u8], nel_ends: bool) -> StretchLines {
    let (lf, cr) = (S::set().line_feed, S::set().carriage_return);
    // If NEL ends no line, LF takes its place: it is searched for anyway.
    let nel = if nel_ends { S::set().next_line } else { lf };
    let count = |byte| memchr::memchr_iter(byte, block).count() as u64;
    let ends_with_cr = block.last() == Some(&cr);
    let returns = count(cr);
    let pairs = if returns > 0 { pairs(block, cr, lf) } else { 0 };
    let nexts = if nel == lf { 0 } else { count(nel) };
    let ends = count(lf) + nexts + returns - pairs - u64::from(ends_with_cr);
    let ended = &block[..block.len() - usize::from(ends_with_cr)];
    let column = match ends {
        0 => 0,
        _ => block.len() - memchr::memrchr3(lf, cr, nel, ended).map_or(0, |at| at + 1),
    };
    StretchLines {
        ends,
        column: column as u64,
        starts_with_lf: block.first() == Some(&lf),
        ends_with_cr,
    }
}

/// The number of times that a byte is followed by another.
fn pairs(block: &[u8], first: u8, second: u8) -> u64 {
    let next = block.get(1..).unwrap_or_default();
    let pair = |(a, b): (&u8, &u8)| u8::from(*a == first) & u8::from(*b == second);
    let piece = |(a, b): (&[u8], &[u8])| {
        let pairs = a.iter().zip(b).map(pair);
        u64::from(pairs.sum::<u8>())
    };
    block.chunks(PIECE).zip(next.chunks(PIECE)).map(piece).sum()
}

#[cfg(test)]
mod tests {
    use crate::codec::{CodecState, Encoding, Tally, table};
    use proptest::prelude::*;

    /// Counts by stepping.
    fn stepped(encoding: &Encoding, bytes: &[u8]) -> Tally {
        let mut tally = Tally::new(encoding);
        for byte in bytes {
            let sequence = encoding.decode(&mut CodecState::default(), &[*byte]);
            tally.add(sequence.meaning);
        }
        tally
    }

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            4 => prop::collection::vec(any::<u8>(), 0..600),
            // LF and CR of ASCII and of EBCDIC.
            4 => prop::sample::select(vec![&b"\r\n"[..], b"\r\x25", b"\r", b"\n", b"\x25", b"\x15"])
                .prop_map(<[u8]>::to_vec),
            1 => (1..9000usize).prop_map(|len| vec![b'a'; len]),
            1 => (1..3000usize).prop_map(|len| b"\xE0\r".repeat(len)),
            1 => (1..600usize).prop_map(|len| vec![0xFF; len]),
        ];
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn windows_of_any_size_count_as_stepping_does(bytes in telling(), size in 1..9000usize) {
            for encoding in table::all().filter(|encoding| encoding.max_len == 1) {
                let mut tally = Tally::new(encoding);
                for window in bytes.chunks(size) {
                    let used = encoding.tally(&mut CodecState::default(), window, false, &mut tally);
                    prop_assert_eq!(used, window.len());
                }
                prop_assert_eq!(tally, stepped(encoding, &bytes), "{:?}", encoding);
            }
        }

        #[test]
        fn well_formed_text_has_no_fault(bytes in telling()) {
            for encoding in table::all().filter(|encoding| encoding.max_len == 1) {
                let valid = encoding.valid_prefix(&bytes);
                prop_assert_eq!(stepped(encoding, &bytes[..valid]).faults(), 0);
                let whole = stepped(encoding, &bytes).faults() == 0;
                prop_assert_eq!(whole, valid == bytes.len(), "{:?}", encoding);
            }
        }
    }
}
