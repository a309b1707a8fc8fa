//! ISO-2022-KR (RFC 1557): KS X 1001 in seven bits, for Korean mail.
//!
//! | sign | effect |
//! |---|---|
//! | `1B 24 29 43` ESC $ ) C | announces KS X 1001, once, before its first use |
//! | `0E` SO | pairs of KS X 1001 follow |
//! | `0F` SI | ASCII follows |
//!
//! The announcement is written before the first pair, as Python does. It is not required of a text:
//! a piece of a text is read without it, as iconv does. Invariant: the pairs are those of EUC-KR
//! without their top bits.

use std::sync::LazyLock;

use super::shifted::{
    ControlEffect, ControlSequence, Shifted, ShiftedCodec, ShiftedMode, ShiftedSet, written_in,
};
use super::{Encoding, EncodingFacts, PairTable, Square, UsualFor, facts};

/// The row of the table.
pub(super) const ISO_2022_KR: Encoding =
    Encoding::from_codec::<ShiftedCodec<Iso2022Kr>>(&EncodingFacts {
        max_len: 4,
        aliases: &["csiso2022kr", "iso2022kr", "cp50225", "50225"],
        used: "Korean mail of the 1990s",
        since: Some(1993),
        rarity: 5,
        usual_for: &[UsualFor::new(1, "ko")],
        ..facts("iso-2022-kr", "ISO-2022-KR", 4)
    });

/// The rules of ISO-2022-KR.
struct Iso2022Kr;

const fn anywhere(bytes: &'static [u8], effect: ControlEffect) -> ControlSequence {
    ControlSequence {
        bytes,
        within: None,
        effect,
    }
}

static SET: ShiftedSet = ShiftedSet {
    square: Square::KsX1001,
    source: "RFC 1557",
    signs: &[
        anywhere(b"\x1B$)C", ControlEffect::Announce),
        anywhere(b"\x0E", ControlEffect::Shift(ShiftedMode::Pairs)),
        anywhere(b"\x0F", ControlEffect::Shift(ShiftedMode::Ascii)),
    ],
};

impl Shifted for Iso2022Kr {
    const SET: &'static ShiftedSet = &SET;

    #[inline]
    fn pairs() -> &'static PairTable {
        super::euc_kr::ks_x_1001()
    }

    fn written() -> &'static [u16] {
        static WRITTEN: LazyLock<Box<[u16]>> = LazyLock::new(|| written_in(Iso2022Kr::pairs()));
        &WRITTEN
    }
}
