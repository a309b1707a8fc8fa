//! Counts UTF-16 without stepping. A block is well-formed if a low surrogate follows every high one
//! and there are no other low ones; its characters are then its units without the low ones. Only
//! sums are needed, and the compiler turns them into vector instructions.
//!
//! Invariant: the counts are those of stepping (a test checks it).

use super::{HIGH, LOW, Utf16};
use crate::codec::CodecState;
use crate::codec::tally::{StretchCounts, StretchLines, Tally, drive};

/// Bytes of a block: its sums fit into two bytes.
const BLOCK: usize = 8 * 1024;
/// Bytes to step through before a block is tried again, and the least size of a block.
const ROUGH: usize = 256;

const LF: u16 = 0x0A;
const CR: u16 = 0x0D;

/// Counts a window, as [`Codec::tally`](crate::codec::Codec::tally) says.
pub(super) fn count<const BIG: bool>(
    state: &mut CodecState,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Tally,
) -> usize {
    let mut at = 0;
    while window.len() - at >= ROUGH {
        let end = window.len().min(at + BLOCK);
        if let Some((counts, len)) = well_formed::<BIG>(&window[at..end]) {
            into.add_counts(&counts);
            at += len;
        } else {
            let rough = &window[at..at + ROUGH];
            at += drive::<Utf16<BIG>>(state, rough, false, look, into);
        }
    }
    at + drive::<Utf16<BIG>>(state, &window[at..], ends, look, into)
}

/// The counts of the whole characters of a block and the bytes they take; none if it is
/// ill-formed.
fn well_formed<const BIG: bool>(block: &[u8]) -> Option<(StretchCounts, usize)> {
    let unit = |at: usize| Utf16::<BIG>::unit(block, at).unwrap_or_default();
    let mut len = block.len() & !1;
    // A character that begins at the very end belongs to the next block.
    while HIGH.contains(&unit(len - 2)) {
        len -= 2;
        if len == 0 {
            return None;
        }
    }
    let block = &block[..len];
    if LOW.contains(&unit(0)) {
        return None;
    }
    let UnitSums {
        odd,
        low,
        ascii,
        lf,
        cr,
        pairs,
    } = sums::<BIG>(block);
    if odd > 0 {
        return None;
    }
    let mut counts = StretchCounts::default();
    counts.characters = (len / 2) as u64 - u64::from(low);
    counts.non_ascii = counts.characters - u64::from(ascii);
    let ends_with_cr = unit(len - 2) == CR;
    let ends = u64::from(lf) + u64::from(cr) - u64::from(pairs) - u64::from(ends_with_cr);
    counts.replace_lines(&StretchLines {
        ends,
        column: if ends > 0 { column::<BIG>(block) } else { 0 },
        starts_with_lf: unit(0) == LF,
        ends_with_cr,
    });
    Some((counts, len))
}

/// Characters after the last line end, not counting that of a CR at the very end.
fn column<const BIG: bool>(block: &[u8]) -> u64 {
    let mut units = block
        .as_chunks::<2>()
        .0
        .iter()
        .rev()
        .map(|unit| read::<BIG>(*unit))
        .peekable();
    let mut column = u64::from(units.next_if_eq(&CR).is_some());
    for unit in units.take_while(|unit| !matches!(*unit, LF | CR)) {
        column += u64::from(!LOW.contains(&unit));
    }
    column
}

#[inline]
fn read<const BIG: bool>(bytes: [u8; 2]) -> u16 {
    if BIG {
        u16::from_be_bytes(bytes)
    } else {
        u16::from_le_bytes(bytes)
    }
}

/// The number of units of each kind in a block.
struct UnitSums {
    /// High surrogates without a low one, and low ones without a high one; the first and the last
    /// unit are not checked against the blocks beside this one.
    odd: u16,
    low: u16,
    ascii: u16,
    lf: u16,
    cr: u16,
    /// CR LF.
    pairs: u16,
}

fn sums<const BIG: bool>(block: &[u8]) -> UnitSums {
    let (units, _) = block.as_chunks::<2>();
    let next = units.get(1..).unwrap_or_default();
    let (mut odd, mut pairs) = (0u16, 0u16);
    let (mut low, mut ascii, mut lf, mut cr) = (0u16, 0u16, 0u16, 0u16);
    for (unit, next) in units.iter().zip(next) {
        let (unit, next) = (read::<BIG>(*unit), read::<BIG>(*next));
        odd += u16::from((unit & 0xFC00 == 0xD800) != (next & 0xFC00 == 0xDC00));
        pairs += u16::from(unit == CR && next == LF);
    }
    for unit in units {
        let unit = read::<BIG>(*unit);
        low += u16::from(unit & 0xFC00 == 0xDC00);
        ascii += u16::from(unit < 0x80);
        lf += u16::from(unit == LF);
        cr += u16::from(unit == CR);
    }
    UnitSums {
        odd,
        low,
        ascii,
        lf,
        cr,
        pairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, table};
    use proptest::prelude::*;

    /// Counts by stepping.
    fn stepped(encoding: &Encoding, bytes: &[u8]) -> Tally {
        let mut tally = Tally::new(encoding);
        let mut rest = bytes;
        while !rest.is_empty() {
            let sequence = encoding.decode(&mut CodecState::default(), rest);
            tally.add(sequence.meaning);
            rest = &rest[usize::from(sequence.len)..];
        }
        tally
    }

    fn telling() -> impl Strategy<Value = Vec<u16>> {
        let piece = prop_oneof![
            4 => prop::collection::vec(any::<u16>(), 0..6),
            4 => Just("é€😀\r\n\n\r".encode_utf16().collect()),
            2 => (1..6000usize).prop_map(|len| vec![0x61; len]),
            2 => (1..3000usize).prop_map(|len| "😀\r".repeat(len).encode_utf16().collect()),
            2 => (1..300usize).prop_map(|len| vec![0xD83D; len]),
            1 => prop::sample::select(vec![0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x0D, 0x0A])
                .prop_map(|unit| vec![unit]),
        ];
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn windows_of_any_size_count_as_stepping_does(
            units in telling(), size in 1..9000usize, odd in any::<bool>(),
        ) {
            for encoding in [table::UTF_16LE, table::UTF_16BE] {
                let bytes = if encoding == table::UTF_16LE {
                    units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>()
                } else {
                    units.iter().flat_map(|unit| unit.to_be_bytes()).collect()
                };
                let bytes = [&bytes[..], &b"a"[..usize::from(odd)]].concat();
                let mut tally = Tally::new(encoding);
                let (mut at, mut reach) = (0, 0);
                while reach < bytes.len() {
                    reach = bytes.len().min(reach + size);
                    let ends = reach == bytes.len();
                    let window = &bytes[at..reach];
                    at += encoding.tally(&mut CodecState::default(), window, ends, &mut tally);
                    prop_assert!(reach - at < 4);
                }
                prop_assert_eq!(tally, stepped(encoding, &bytes));
            }
        }
    }
}
