//! HZ (RFC 1843, HZ-GB-2312): GB 2312 in seven bits, for mail and news.
//!
//! | sign | in the mode of | effect |
//! |---|---|---|
//! | `7E 7B` ~{ | ASCII | pairs of GB 2312 follow |
//! | `7E 7D` ~} | pairs | ASCII follows |
//! | `7E 7E` ~~ | ASCII | the tilde |
//! | `7E 0A` ~ and a line feed | ASCII | nothing: the line goes on |
//!
//! Invariant: the pairs are those of GB 2312 without their top bits.

use std::sync::LazyLock;

use super::shifted::{
    ControlEffect, ControlSequence, Shifted, ShiftedCodec, ShiftedMode, ShiftedSet, written_in,
};
use super::{Encoding, EncodingFacts, PairTable, Square, UsualFor, facts};

/// The row of the table.
pub(super) const HZ: Encoding = Encoding::from_codec::<ShiftedCodec<Hz>>(&EncodingFacts {
    aliases: &["hz-gb-2312", "hzgb2312", "cp52936", "52936"],
    used: "Chinese news and mail of the 1990s",
    since: Some(1989),
    rarity: 5,
    usual_for: &[UsualFor::new(3, "zh-hans")],
    ..facts("hz", "HZ", 2)
});

/// HZ's rules.
struct Hz;

const fn in_ascii(bytes: &'static [u8], effect: ControlEffect) -> ControlSequence {
    ControlSequence {
        bytes,
        within: Some(ShiftedMode::Ascii),
        effect,
    }
}

static SET: ShiftedSet = ShiftedSet {
    square: Square::Gb2312,
    source: "RFC 1843",
    signs: &[
        in_ascii(b"~{", ControlEffect::Shift(ShiftedMode::Pairs)),
        ControlSequence {
            bytes: b"~}",
            within: Some(ShiftedMode::Pairs),
            effect: ControlEffect::Shift(ShiftedMode::Ascii),
        },
        in_ascii(b"~~", ControlEffect::Character('~')),
        in_ascii(b"~\n", ControlEffect::Continue),
    ],
};

impl Shifted for Hz {
    const SET: &'static ShiftedSet = &SET;

    #[inline]
    fn pairs() -> &'static PairTable {
        super::gb2312::gb_2312()
    }

    fn written() -> &'static [u16] {
        static WRITTEN: LazyLock<Box<[u16]>> = LazyLock::new(|| written_in(Hz::pairs()));
        &WRITTEN
    }
}
