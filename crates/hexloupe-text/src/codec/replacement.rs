//! The encoding that refuses to decode. The WHATWG reads ISO-2022-KR, ISO-2022-CN and HZ as
//! `replacement`, because decoding them is dangerous: in them bytes that look like ASCII may be
//! something else.
//!
//! Browsers show one U+FFFD for all of the data. Invariant: nothing is well-formed.

use super::encoding::EncodingFacts;
use super::{
    BitLayout, Codec, CodecState, Diagnosis, Encoding, Family, Fault, Masks, Sequence,
    SequenceContext, Unmappable, ill_formed, single_byte,
};

/// The row of the table.
pub(super) static REPLACEMENT: Encoding =
    Encoding::from_codec::<ReplacementCodec>(&EncodingFacts {
        id: "replacement",
        name: "replacement",
        family: Family::Other,
        rarity: 12,
        used: "in place of encodings that browsers refuse",
        ..EncodingFacts::COMMON
    });

struct ReplacementCodec;

impl Codec for ReplacementCodec {
    const LAYOUT: BitLayout = BitLayout::Refused;

    #[inline]
    fn step(_: &mut CodecState, _: &[u8]) -> Sequence {
        ill_formed(1, Fault::ReplacementEncoding)
    }

    fn masks(_: &SequenceContext<'_>, out: &mut [Masks]) {
        out[0] = Masks::PAYLOAD;
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        single_byte::diagnose(context, fault)
    }

    fn encode(_: &mut CodecState, character: char, _: &mut Vec<u8>) -> Result<(), Unmappable> {
        Err(Unmappable(character))
    }
}
