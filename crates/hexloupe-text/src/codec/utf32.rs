//! UTF-32, little and big endian (D90): a code unit of four bytes is a scalar value or ill-formed.

use super::encoding::EncodingFacts;
use super::{
    BitLayout, BulkLength, ByteOrder, Codec, CodecState, Diagnosis, Encoding, Fault, Masks,
    Sequence, SequenceContext, Unmappable, bulk, ill_formed, scalar,
};

/// The row of the little endian form.
pub(super) static UTF_32LE: Encoding =
    Encoding::from_codec::<Utf32<false>>(&facts("utf-32le", "UTF-32LE"));
/// The row of the big endian form.
pub(super) static UTF_32BE: Encoding =
    Encoding::from_codec::<Utf32<true>>(&facts("utf-32be", "UTF-32BE"));

const fn facts(id: &'static str, name: &'static str) -> EncodingFacts {
    EncodingFacts {
        id,
        name,
        unit: 4,
        max_len: 4,
        look: 4,
        used: "inside programs; hardly ever in files",
        since: Some(1999),
        ..EncodingFacts::COMMON
    }
}

/// The codec of UTF-32.
pub(super) struct Utf32<const BIG: bool>;

impl<const BIG: bool> Utf32<BIG> {
    fn value(unit: [u8; 4]) -> u32 {
        if BIG {
            u32::from_be_bytes(unit)
        } else {
            u32::from_le_bytes(unit)
        }
    }
}

impl<const BIG: bool> Codec for Utf32<BIG> {
    const LAYOUT: BitLayout = BitLayout::Utf32(ByteOrder::from_is_big(BIG));

    #[inline]
    fn step(_: &mut CodecState, window: &[u8]) -> Sequence {
        let Some(&unit) = window.first_chunk::<4>() else {
            return ill_formed(window.len() as u8, Fault::Utf32Truncated);
        };
        let value = Self::value(unit);
        match char::from_u32(value) {
            Some(character) => scalar(4, character),
            None if value > 0x10FFFF => ill_formed(4, Fault::Utf32TooLarge),
            None => ill_formed(4, Fault::Utf32Surrogate),
        }
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let wrong = match (
            context.meaning.fault(),
            context.sequence().first_chunk::<4>(),
        ) {
            // The set bits above the lower sixteen.
            (Some(Fault::Utf32TooLarge), Some(&unit)) => Self::value(unit) & 0xFFFF0000,
            // D800..DFFF is 11011 and eleven bits.
            (Some(Fault::Utf32Surrogate), _) => 0xF800,
            _ => 0,
        };
        let wrong = if BIG {
            wrong.to_be_bytes()
        } else {
            wrong.to_le_bytes()
        };
        for (mask, wrong) in out.iter_mut().zip(wrong) {
            *mask = Masks::PAYLOAD.with_wrong(wrong);
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let span = context.offset(context.at)..context.offset(context.at + context.len);
        let decoded = context
            .sequence()
            .first_chunk::<4>()
            .map(|&unit| Self::value(unit));
        Diagnosis {
            fault,
            culprit: decoded.map(|_| span.start),
            promised_bytes: span.clone(),
            span,
            decoded,
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
        bulk::of_utf32(window, ByteOrder::from_is_big(BIG), into)
    }

    fn encode(_: &mut CodecState, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let value = u32::from(character);
        out.extend_from_slice(&if BIG {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Meaning;

    #[track_caller]
    fn check(bytes: &[u8], expected: Sequence) {
        assert_eq!(
            UTF_32LE.decode(&mut CodecState::default(), bytes),
            expected,
            "{bytes:02X?}"
        );
    }

    #[test]
    fn a_unit_is_a_scalar_value_or_a_fault() {
        check(
            b"\x00\xF6\x01\x00",
            Sequence {
                len: 4,
                meaning: Meaning::Scalar('😀'),
            },
        );
        check(b"\x00\xD8\x00\x00", ill_formed(4, Fault::Utf32Surrogate));
        check(b"\x00\x00\x11\x00", ill_formed(4, Fault::Utf32TooLarge));
        check(b"a\0\0", ill_formed(3, Fault::Utf32Truncated));
    }
}
