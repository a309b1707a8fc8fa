//! The encoding that refuses to decode. The WHATWG reads ISO-2022-KR, ISO-2022-CN and HZ as
//! `replacement`, because decoding them is dangerous: in them bytes that look like ASCII may be
//! something else.
//!
//! Browsers show one U+FFFD for all of the data. Invariant: nothing is well-formed.

use super::encoding::Facts;
use super::{
    Codec, Diagnosis, Encoding, Family, Fault, Layout, Masks, Sequence, SequenceContext, State,
    Unmappable, ill_formed, single_byte,
};

/// The row of the table.
pub(super) static REPLACEMENT: Encoding = Encoding::of::<Replacement>(&Facts {
    id: "replacement",
    name: "replacement",
    family: Family::Other,
    rarity: 12,
    used: "in place of encodings that browsers refuse",
    ..Facts::COMMON
});

struct Replacement;

impl Codec for Replacement {
    const LAYOUT: Layout = Layout::Refused;

    #[inline]
    fn step(_: &mut State, _: &[u8]) -> Sequence {
        ill_formed(1, Fault::ReplacementEncoding)
    }

    fn masks(_: &SequenceContext<'_>, out: &mut [Masks]) {
        out[0] = Masks::PAYLOAD;
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        single_byte::diagnose(context, fault)
    }

    fn encode(_: &mut State, character: char, _: &mut Vec<u8>) -> Result<(), Unmappable> {
        Err(Unmappable(character))
    }
}
