//! UTF-16, little and big endian (D91).
//!
//! A code unit is two bytes; a high surrogate (D800..DBFF) and a low one (DC00..DFFF) after it are
//! one character. A surrogate without its mate is one fault of two bytes; a byte left over at the
//! end joins a high surrogate before it, because one U+FFFD replaces both. Invariant: a unit
//! always begins on the grid that the phase sets.

mod count;

use super::encoding::EncodingFacts;
use super::{
    BitLayout, BulkLength, ByteOrder, Codec, CodecState, Diagnosis, Encoding, Fault, Masks,
    Sequence, SequenceContext, Tally, Unmappable, bulk, ill_formed, scalar, scalar_of,
};

/// The row of the little endian form.
pub(super) static UTF_16LE: Encoding = Encoding::from_codec::<Utf16<false>>(&facts(
    "utf-16le",
    "UTF-16LE",
    "Windows: files, file names, the registry; inside programs",
));
/// The row of the big endian form.
pub(super) static UTF_16BE: Encoding = Encoding::from_codec::<Utf16<true>>(&facts(
    "utf-16be",
    "UTF-16BE",
    "Java's UTF-16 files, text in PDF and fonts; network order",
));

const fn facts(id: &'static str, name: &'static str, used: &'static str) -> EncodingFacts {
    EncodingFacts {
        id,
        name,
        unit: 2,
        max_len: 4,
        look: 4,
        // One unit to see the partner of a low surrogate, one for its head.
        lookback: 4,
        rarity: 1,
        used,
        since: Some(1996),
        ..EncodingFacts::COMMON
    }
}

/// The codec of UTF-16.
pub(super) struct Utf16<const BIG: bool>;

const HIGH: std::ops::RangeInclusive<u16> = 0xD800..=0xDBFF;
const LOW: std::ops::RangeInclusive<u16> = 0xDC00..=0xDFFF;

impl<const BIG: bool> Utf16<BIG> {
    /// The unit at an index, if both its bytes are there.
    fn unit(bytes: &[u8], at: usize) -> Option<u16> {
        let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
        Some(if BIG {
            u16::from_be_bytes(pair)
        } else {
            u16::from_le_bytes(pair)
        })
    }
}

impl<const BIG: bool> Codec for Utf16<BIG> {
    const LAYOUT: BitLayout = BitLayout::Utf16(ByteOrder::from_is_big(BIG));

    #[inline]
    fn step(_: &mut CodecState, window: &[u8]) -> Sequence {
        let Some(unit) = Self::unit(window, 0) else {
            return ill_formed(1, Fault::Utf16OddByte);
        };
        if LOW.contains(&unit) {
            return ill_formed(2, Fault::Utf16LoneLow);
        }
        if !HIGH.contains(&unit) {
            return scalar(2, scalar_of(u32::from(unit)));
        }
        match Self::unit(window, 2) {
            Some(low) if LOW.contains(&low) => {
                let (high, low) = (u32::from(unit) & 0x3FF, u32::from(low) & 0x3FF);
                scalar(4, scalar_of(0x10000 + (high << 10 | low)))
            }
            None if window.len() == 3 => ill_formed(3, Fault::Utf16OddByte),
            _ => ill_formed(2, Fault::Utf16LoneHigh),
        }
    }

    fn tally(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize {
        count::count::<BIG>(state, window, ends, look, into)
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        for (index, mask) in out.iter_mut().enumerate() {
            let unit = Self::unit(context.sequence(), index & !1);
            let surrogate = unit.is_some_and(|unit| HIGH.contains(&unit) || LOW.contains(&unit));
            let top = index % 2 == usize::from(!BIG);
            *mask = if surrogate && top {
                Masks::structure(0xFC)
            } else {
                Masks::PAYLOAD
            };
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let span = context.offset(context.at)..context.offset(context.at + context.len);
        let after = context.at + context.len < context.bytes.len();
        let (culprit, decoded) = match fault {
            Fault::Utf16LoneHigh => (after.then_some(span.end), Self::unit(context.sequence(), 0)),
            Fault::Utf16LoneLow => (Some(span.start), Self::unit(context.sequence(), 0)),
            _ => (None, None),
        };
        Diagnosis {
            fault,
            promised_bytes: span.clone(),
            span,
            culprit,
            decoded: decoded.map(u32::from),
        }
    }

    fn units(
        _: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength {
        let window = &window[..bulk::decidable(window, ends, look)];
        bulk::of_utf16(window, ByteOrder::from_is_big(BIG), into)
    }

    fn encode(_: &mut CodecState, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        for unit in character.encode_utf16(&mut [0; 2]) {
            let bytes = if BIG {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            };
            out.extend_from_slice(&bytes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Meaning, Walk};
    use crate::window::Peek;

    #[track_caller]
    fn check(bytes: &[u8], phase: u64, expected: &[(u64, u64, Meaning)]) {
        let window = bytes.window(0, bytes.len());
        let steps: Vec<_> = Walk::new(&UTF_16LE, phase, &window)
            .map(|step| (step.offset, u64::from(step.len), step.meaning))
            .collect();
        assert_eq!(steps, expected, "{bytes:02X?}");
    }

    #[test]
    fn surrogates_pair_or_are_one_fault_each() {
        use Meaning::{IllFormed, Scalar};
        check(b"\x3D\xD8\x00\xDE", 0, &[(0, 4, Scalar('😀'))]);
        check(
            b"\x3D\xD8a\0",
            0,
            &[(0, 2, IllFormed(Fault::Utf16LoneHigh)), (2, 2, Scalar('a'))],
        );
        check(b"\x3D\xD8", 0, &[(0, 2, IllFormed(Fault::Utf16LoneHigh))]);
        check(
            b"\x00\xDEa\0",
            0,
            &[(0, 2, IllFormed(Fault::Utf16LoneLow)), (2, 2, Scalar('a'))],
        );
        check(
            b"\x00\xDE\x3D\xD8",
            0,
            &[
                (0, 2, IllFormed(Fault::Utf16LoneLow)),
                (2, 2, IllFormed(Fault::Utf16LoneHigh)),
            ],
        );
    }

    #[test]
    fn a_left_over_byte_joins_a_high_surrogate_before_it() {
        use Meaning::{IllFormed, Scalar};
        check(
            b"a\0b",
            0,
            &[(0, 2, Scalar('a')), (2, 1, IllFormed(Fault::Utf16OddByte))],
        );
        check(
            b"\x3D\xD8\x00",
            0,
            &[(0, 3, IllFormed(Fault::Utf16OddByte))],
        );
    }

    #[test]
    fn the_phase_moves_the_grid_and_leaves_a_byte_before_it() {
        use Meaning::{IllFormed, Scalar};
        check(
            b"xa\0",
            1,
            &[(0, 1, IllFormed(Fault::Utf16OddByte)), (1, 2, Scalar('a'))],
        );
    }

    #[test]
    fn the_top_six_bits_of_surrogates_are_structure() {
        let bytes = b"\x3D\xD8\x00\xDE";
        let window = bytes.window(0, 4);
        let mut walk = Walk::new(&UTF_16LE, 0, &window);
        let step = walk.next().unwrap();
        let structure: Vec<u8> = walk
            .context(&step)
            .masks()
            .iter()
            .map(|m| m.structure)
            .collect();
        assert_eq!(structure, [0, 0xFC, 0, 0xFC]);
    }
}
