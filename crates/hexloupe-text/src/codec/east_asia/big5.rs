//! Big5 as browsers read it: with the characters of Hong Kong, some of them above U+FFFF, and four
//! pairs that mean a letter and a mark.
//!
//! Invariant: a character that the standard's encoder leaves out, such as those with a lead byte
//! below A1, is written as its pair in the decoder. The four pairs of two characters are only read,
//! never written.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, PairTable, Ranges, TablePosition,
    UsualFor, encode_by, facts,
};

/// The row of the table.
pub(super) const BIG5: Encoding = Encoding::from_codec::<DoubleByteCodec<Big5>>(&EncodingFacts {
    aliases: &["cp950", "950", "ms950", "windows-950"],
    used: "Taiwan and Hong Kong; with the characters of HKSCS",
    since: Some(1984),
    usual_for: &[UsualFor::new(0, "zh-hant")],
    ..facts("big5", "Big5", 2)
});

/// Big5's ranges.
pub(super) struct Big5;

impl DoubleByte for Big5 {
    const LEADS: Ranges = &[0x81..=0xFE];

    fn trails(_: u8) -> Ranges {
        &[0x40..=0x7E, 0xA1..=0xFE]
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> =
            LazyLock::new(|| PairTable::ask(encoding_rs::BIG5, b"", Big5::LEADS, Big5::trails));
        &PAIRS
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        let pair = <[u8; 2]>::try_from(bytes).ok()?;
        Some(TablePosition::pointer("Big5", pair, (0x40, 0x62), 157))
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        encode_by(encoding_rs::BIG5, character, out)
    }
}
